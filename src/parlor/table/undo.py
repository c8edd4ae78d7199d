"""What may be taken back, and who must agree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from parlor.table.seating import Question


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

    def undo(self, seat: int, people: Collection[int], to_act: tuple[int, ...]) -> Question | None:
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
            return Question(seat, "undo", step.line, alone=True)
        since = self.standing[index:]
        free = not any(step.reveals or (step.seat in people and not step.forced) for step in since)
        return Question(seat, "undo", step.line, () if free else tuple(sorted(people)))
