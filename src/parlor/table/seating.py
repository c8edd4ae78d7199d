"""Who sits where at a table: a value with a version, which is all that is kept of it.

Plain Python, so that whoever keeps it can read and write it by its annotations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Literal

from parlor.core.errors import IllegalMove

Kind = Literal["human", "bot", "open"]
BOT_NAMES = ("Rosa", "Aldo", "Nina", "Enzo", "Mara", "Otto", "Livia", "Ugo", "Carla", "Dino", "Elsa", "Vito")
"""What bots are called: more than there are seats."""


@dataclass(frozen=True)
class Chair:
    """One seat: who sits there, and how whoever runs the table knows and reaches them."""

    kind: Kind = "human"
    name: str | None = None
    bot: str | None = None
    holder: str | None = None
    """The hash of the token that holds the seat."""
    webhook: str | None = None
    came: bool = False
    """Whether somebody has ever come to this seat."""
    invitation: str | None = None
    """The hash of the invitation by which somebody may sit down here: nobody else may while the seat is open."""
    spent: str | None = None
    """The hash of the invitation by which its holder sat down."""


@dataclass(frozen=True)
class Question:
    """What somebody would do once the others agree.

    That is to take a move back (`undo`), or as the host to change the seats (`open` that of a bot, `remove` somebody).
    """

    seat: int
    what: Literal["undo", "open", "remove"]
    at: int
    """The line of the move from which on all is taken back, or the seat that is changed."""
    must_agree: tuple[int, ...] = ()
    """The seats of those who have yet to agree."""
    alone: bool = False
    """Whether that move alone is taken back, as long as it is sealed."""
    bot: str = ""
    """Who plays on for somebody who is removed."""
    agreed: bool = False
    """Whether anybody has agreed yet."""
    line: int = 0
    """How many lines there were when it was asked: whoever plays on does not agree to take a move back."""

    def without(self, seats: Collection[int], agreed: bool = False) -> Question:
        """The same, when these seats have agreed or are gone."""
        left = tuple([seat for seat in self.must_agree if seat not in seats])
        return replace(self, must_agree=left, agreed=self.agreed or agreed)


@dataclass(frozen=True)
class Seating:
    """Who sits where, and what they have agreed on beside the game. Every change is a new seating, a version later."""

    chairs: tuple[Chair, ...]
    host: int | None = None
    """The seat of whoever may put bots on open seats; if nobody has set the table, the first who sits down."""
    started: float | None = None
    """When everybody had come, so that clocks began to run."""
    waiting: bool = False
    """Whether the table waits for its people before it has a position."""
    wants_rematch: tuple[int, ...] = ()
    rematch: str | None = None
    """The table at which they play again."""
    asked: Question | None = None
    """What was asked last, whether it still stands or not."""
    version: int = 0

    @cached_property
    def bots(self) -> frozenset[int]:
        """The seats at which bots sit."""
        return frozenset(self.seats("bot"))

    @cached_property
    def names(self) -> dict[int, str]:
        """What everybody is called, by seat: people as they like, and bots by names of their own."""
        found = {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}
        for seat in sorted(self.bots - found.keys()):
            first = seat + sum(map(ord, self.chairs[seat].bot or ""))
            names = [BOT_NAMES[(first + step) % len(BOT_NAMES)] for step in range(len(BOT_NAMES))]
            taken = {name.casefold() for name in found.values()}
            if free := [name for name in names if name.casefold() not in taken]:
                found[seat] = free[0]
        return found

    def seats(self, kind: Kind) -> list[int]:
        """The seats of this kind."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == kind]

    @property
    def free(self) -> list[int]:
        """The open seats that are kept for nobody."""
        return [seat for seat in self.seats("open") if self.chairs[seat].invitation is None]

    def check_host(self, seat: int) -> None:
        """Refuse what only the host may do."""
        if seat != self.host:
            raise IllegalMove("table.host", seat=self.host)

    def sit(self, seat: int, name: str | None = None, holder: str | None = None) -> Seating:
        """Somebody sits down on an open seat; the first one becomes the host if there is none."""
        self.check_kind(seat, "open")
        chair = Chair("human", name, holder=holder)
        return self._seated(seat, chair, host=seat if self.host is None else self.host)

    def invite(self, seat: int, at: int, invitation: str) -> Seating:
        """Invite to a seat: the host to an open one, or anybody to all their own, where they stay until it is spent."""
        chairs = list(self.chairs)
        if at not in (own := self.held_with(seat)):
            self.check_host(seat)
            self.check_kind(at, "open")
            own = [at]
        for other in own:
            chairs[other] = replace(chairs[other], invitation=invitation)
        return self.changed(chairs=tuple(chairs))

    def held_with(self, seat: int) -> list[int]:
        """The seats of whoever holds this one, as several people do at one screen."""
        holder = self.chairs[seat].holder
        return [
            other for other in self.seats("human") if other == seat or (holder and self.chairs[other].holder == holder)
        ]

    def sit_by(self, invitation: str, name: str | None, holder: str) -> Seating:
        """Spend an invitation: whoever has it sits down on its seats, the first of which gets the name."""
        chairs = list(self.chairs)
        for seat in self.invited(invitation):
            called = name or chairs[seat].name
            name = None
            sits: Chair = replace(chairs[seat], kind="human", name=called, holder=holder)
            chairs[seat] = replace(sits, invitation=None, spent=invitation)
        return self.changed(chairs=tuple(chairs))

    def invited(self, invitation: str) -> list[int]:
        """The seats that this invitation is for."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.invitation == invitation]

    def taken_by(self, invitation: str) -> list[int]:
        """The seats on which somebody sat down by this invitation."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.spent == invitation]

    def seat_bot(self, seat: int, bot: str) -> Seating:
        """A bot sits down on an open seat."""
        self.check_kind(seat, "open")
        return self._seated(seat, Chair("bot", bot=bot))

    def open_seat(self, seat: int) -> Seating:
        """A bot leaves its seat, so that somebody may sit down there."""
        self.check_kind(seat, "bot")
        return self._seated(seat, Chair("open"))

    def remove(self, seats: Collection[int], bot: str | None = None) -> Seating:
        """Somebody leaves their seats to a bot, or without one to whoever will be invited."""
        # No invitation has this hash.
        chair = Chair("open", invitation="") if bot is None else Chair("bot", bot=bot)
        return self.changed(chairs=tuple([chair if seat in seats else kept for seat, kept in enumerate(self.chairs)]))

    def come(self, seats: Collection[int]) -> Seating:
        """Those who sit there have come."""
        chairs = [replace(chair, came=chair.came or seat in seats) for seat, chair in enumerate(self.chairs)]
        return self.changed(chairs=tuple(chairs))

    def reached_by(self, seat: int, webhook: str | None) -> Seating:
        """Somebody wants to be told there that it is their turn."""
        return self._seated(seat, replace(self.chairs[seat], webhook=webhook))

    def rename(self, seat: int, name: str | None) -> Seating:
        """Somebody is called otherwise."""
        return self._seated(seat, replace(self.chairs[seat], name=name))

    def without(self, name: str) -> Seating:
        """The same people, but nothing is known of whoever is called so."""
        chairs = [replace(chair, name=None, webhook=None) if chair.name == name else chair for chair in self.chairs]
        return self.changed(chairs=tuple(chairs))

    def again(self) -> Seating:
        """The same people at another table, to which nobody has come yet, and where other tokens hold the seats."""
        chairs = [Chair(chair.kind, chair.name, chair.bot, webhook=chair.webhook) for chair in self.chairs]
        return Seating(tuple(chairs), host=self.host)

    def claim(self, seats: Collection[int], holder: str) -> Seating:
        """Those who played before hold these seats by a new token, unless one does already."""
        chairs = list(self.chairs)
        for seat in seats:
            if chairs[seat].kind == "human" and chairs[seat].holder is None:
                chairs[seat] = replace(chairs[seat], holder=holder)
        return self.changed(chairs=tuple(chairs))

    @property
    def all_came(self) -> bool:
        """Whether everybody is or was here; bots always are."""
        return all(chair.came or chair.kind == "bot" for chair in self.chairs)

    def changed(self, **fields: Any) -> Seating:
        """The next version, with these fields."""
        return replace(self, version=self.version + 1, **fields)

    def _seated(self, seat: int, chair: Chair, **fields: Any) -> Seating:
        return self.changed(chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]), **fields)

    def check_kind(self, seat: int, kind: Kind) -> None:
        """Refuse what can be done at seats of one kind alone."""
        if seat not in range(len(self.chairs)) or self.chairs[seat].kind != kind:
            raise IllegalMove(f"table.not-{kind}", seat=seat)


def seats_for(count: int, bots: Mapping[int, str] | None = None) -> Seating:
    """So many seats for people, but for those of bots."""
    if not bots:
        return _seats_for_people(count)
    return Seating(tuple([Chair("bot", bot=bots[seat]) if seat in bots else Chair() for seat in range(count)]))


@cache
def _seats_for_people(count: int) -> Seating:
    return Seating((Chair(),) * count)
