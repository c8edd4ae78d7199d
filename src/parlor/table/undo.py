"""What may be taken back, or changed among the seats, and the question whether others agree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass
class Step:
    """One play and the draws that followed from it."""

    seat: int
    line: int
    sealed: bool
    """Whether it was one of several simultaneous choices."""
    forced: bool
    """Whether there was nothing else to do, so that the table played it."""
    reveals: bool = False
    """Whether somebody may have learnt something by it that taking it back does not undo."""


@dataclass(frozen=True)
class Undo:
    """What a seat takes back, from its last real choice on: that choice alone while it is sealed, or else all."""

    seat: int
    first: int
    """The line of that choice."""
    alone: bool
    must_agree: frozenset[int] = frozenset()
    """The seats of those who have yet to agree."""

    def without(self, seats: Collection[int], agreed: bool = False) -> Undo:
        """The same, when these seats have agreed or are gone."""
        return Undo(self.seat, self.first, self.alone, self.must_agree.difference(seats))


@dataclass(frozen=True)
class Reseating:
    """What the host would change among the seats: open that of a bot, or remove somebody."""

    seat: int
    what: str
    """`open` or `remove`."""
    at: int
    must_agree: frozenset[int] = frozenset()
    """The seats of those who have yet to agree."""
    bot: str = ""
    """Who plays on for somebody who is removed."""
    agreed: bool = False
    """Whether anybody has agreed yet."""

    def without(self, seats: Collection[int], agreed: bool = False) -> Reseating:
        """The same, when these seats have agreed or are gone."""
        left = self.must_agree.difference(seats)
        return Reseating(self.seat, self.what, self.at, left, self.bot, self.agreed or agreed)


class Steps:
    """The steps that stand, and who makes a sealed choice now."""

    def __init__(self) -> None:
        self.standing: list[Step] = []
        self._choosing: tuple[int, ...] = ()

    def add(self, seat: int, line: int, to_act: tuple[int, ...], forced: bool) -> None:
        """A seat plays while these are to act."""
        if len(to_act) > 1 and not self._choosing:
            self._choosing = to_act
        self.standing.append(Step(seat, line, bool(self._choosing), forced))

    def reveal(self) -> None:
        """The last step has shown somebody something."""
        if self.standing:
            self.standing[-1].reveals = True

    def unseal(self) -> None:
        """All have chosen who choose simultaneously."""
        self._choosing = ()

    def undo(self, seat: int, people: Collection[int], to_act: tuple[int, ...]) -> Undo | None:
        """What this seat may take back, if anything.

        It is free while nothing was revealed and no other person has moved; a sealed choice comes back alone.
        """
        index = len(self.standing) - 1
        while index >= 0 and (self.standing[index].seat != seat or self.standing[index].forced):
            index -= 1
        if index < 0:
            return None
        step = self.standing[index]
        if step.sealed and seat in self._choosing and seat not in to_act:
            return Undo(seat, step.line, alone=True)
        since = self.standing[index:]
        free = not any(step.reveals or (step.seat in people and not step.forced) for step in since)
        return Undo(seat, step.line, alone=False, must_agree=frozenset() if free else frozenset(people))
