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
    version: int = 0

    @cached_property
    def bots(self) -> frozenset[int]:
        """The seats at which bots sit."""
        return frozenset(self.seats("bot"))

    @cached_property
    def names(self) -> dict[int, str]:
        """What people call themselves, by seat."""
        return {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}

    def seats(self, kind: Kind) -> list[int]:
        """The seats of this kind."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == kind]

    def check_host(self, seat: int) -> None:
        """Refuse what only the host may do."""
        if seat != self.host:
            raise IllegalMove("table.host", seat=self.host)

    def sit(self, seat: int, name: str | None = None, holder: str | None = None) -> Seating:
        """Somebody sits down on an open seat; the first one becomes the host if there is none."""
        self._check_kind(seat, "open")
        chair = Chair("human", name, holder=holder)
        return self._seated(seat, chair, host=seat if self.host is None else self.host)

    def seat_bot(self, seat: int, bot: str) -> Seating:
        """A bot sits down on an open seat."""
        self._check_kind(seat, "open")
        return self._seated(seat, Chair("bot", bot=bot))

    def open_seat(self, seat: int) -> Seating:
        """A bot leaves its seat, so that somebody may sit down there."""
        self._check_kind(seat, "bot")
        return self._seated(seat, Chair("open"))

    def come(self, seats: Collection[int]) -> Seating:
        """Those who sit there have come."""
        chairs = [replace(chair, came=chair.came or seat in seats) for seat, chair in enumerate(self.chairs)]
        return self.changed(chairs=tuple(chairs))

    def reached_by(self, seat: int, webhook: str | None) -> Seating:
        """Somebody wants to be told there that it is their turn."""
        return self._seated(seat, replace(self.chairs[seat], webhook=webhook))

    def again(self) -> Seating:
        """The same people at another table, to which nobody has come yet."""
        return Seating(tuple([replace(chair, came=False) for chair in self.chairs]), host=self.host)

    @property
    def all_came(self) -> bool:
        """Whether everybody is or was here; bots always are."""
        return all(chair.came or chair.kind == "bot" for chair in self.chairs)

    def changed(self, **fields: Any) -> Seating:
        """The next version, with these fields."""
        return replace(self, version=self.version + 1, **fields)

    def _seated(self, seat: int, chair: Chair, **fields: Any) -> Seating:
        return self.changed(chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]), **fields)

    def _check_kind(self, seat: int, kind: Kind) -> None:
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
