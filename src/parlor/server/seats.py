"""Who may sit where: tokens hold seats, invitations lead to them, and neither is kept but as a hash."""

from __future__ import annotations

from parlor.core.fields import Data
from parlor.core.words import Event
from parlor.server.about import digest, new_secret, next_token
from parlor.server.errors import Refused, TooMuch
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.messages import Join, encode
from parlor.server.names import told_apart
from parlor.table import Table


def rename(table: Table, seat: int, name: str) -> list[Event]:
    """Call whoever sits on a seat otherwise, and like nobody else at the table."""
    others = [other for at, other in table.seating.names.items() if at != seat]
    return table.arrange(table.seating.rename(seat, told_apart(name, others)))


async def join(hosting: Hosting, hosted: Hosted, wish: Join) -> tuple[int, str]:
    """Sit down by an invitation, or on an open seat; returns the seat, or the first of several, and its token."""
    token = new_secret()
    taken = -1

    def called(table: Table, seats: list[int]) -> str | None:
        others = [name for seat, name in table.seating.names.items() if seat not in seats]
        return told_apart(wish.name, others)

    def sit(table: Table) -> list[Event]:
        nonlocal taken
        if wish.invitation is None:
            taken = _free_seat(table, wish.seat)
            return table.sit(taken, called(table, [taken]), digest(token))
        seats, spent = invited(hosted, wish.invitation)
        taken = seats[0]
        if spent:
            raise Refused("server.spent", seat=taken)
        return table.sit_by(digest(wish.invitation), called(table, seats), digest(token))

    await hosting.act(hosted, sit)
    return taken, token


async def invite(hosting: Hosting, hosted: Hosted, seat: int, at: int) -> str:
    """A new invitation: to all seats of whoever asks, or for the host to an open one."""
    invitation = new_secret()

    def ask(table: Table) -> list[Event]:
        return table.invite(seat, at, digest(invitation))

    await hosting.act(hosted, ask)
    return invitation


async def play_again(hosting: Hosting, hosted: Hosted, token: str) -> Data:
    """The table where they play again, and the token that holds there what this one held here."""
    id = hosted.table.seating.rematch
    if id is None:
        return {}
    seats = hosted.held_by(token)
    again = await hosting.find(id)
    chairs = again.table.seating.chairs
    made = next_token(token, id)
    if any(chairs[seat].kind == "human" and chairs[seat].holder is None for seat in seats):
        await hosting.act(again, lambda table: table.arrange(table.seating.claim(seats, digest(made))))
    # At tables of before, the same tokens went on.
    for known in (made, token):
        if again.held_by(known):
            return {"table": id, "token": known}
    raise Refused("server.token")


def invited(hosted: Hosted, invitation: str) -> tuple[list[int], bool]:
    """The seats of an invitation, and whether it is spent."""
    seating = hosted.table.seating
    wanted = digest(invitation)
    if seats := seating.invited(wanted):
        return seats, False
    if seats := seating.taken_by(wanted):
        return seats, True
    raise Refused("server.invitation")


def knock(hosting: Hosting, hosted: Hosted, invitation: str) -> tuple[int, list[int]]:
    """Tell whoever sits at an invitation's seat, or else the host, that somebody opened its link and says it is them.

    Returns the seat and those who were told.
    """
    (seat, *_), spent = invited(hosted, invitation)
    if not spent:
        return seat, []
    if not hosted.knocks.take():
        raise TooMuch("server.too-many-knocks")
    told = seat if seat in hosted.here else hosted.table.seating.host
    if told not in hosted.here:
        return seat, []
    hosting.tell_all(hosted, encode({"type": "knock", "seat": seat}), [told])
    return seat, [told]


def _free_seat(table: Table, wanted: int | None) -> int:
    free = table.seating.free
    if not free or table.outcome is not None:
        raise Refused("server.full")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise Refused("server.taken", seat=wanted, open=free)
    return wanted
