"""Thinking time: what a table grants, and what is left of it. Both are values that know no table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parlor.core.fields import Data


@dataclass(frozen=True)
class Clock:
    """Thinking time: so many seconds for the whole game, and so many more after each move."""

    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class Clocks:
    """Everybody's clock: what was left to a seat when it last stopped, and since when it runs."""

    clock: Clock
    left: Mapping[int, float]
    since: Mapping[int, float]

    def left_to(self, seat: int, now: float | None) -> float:
        """The seconds that this seat has, now that it thinks; without a time those when it last stopped."""
        left = self.left.get(seat, self.clock.seconds)
        return left if now is None or seat not in self.since else left - (now - self.since[seat])

    def stopped(self, left: Mapping[int, float]) -> Clocks:
        """The clocks with so many seconds left to these seats."""
        return Clocks(self.clock, {**self.left, **left}, self.since)

    def running(self, seats: Iterable[int], now: float | None) -> Clocks:
        """The clocks when these seats begin to think, and nobody else does; without a time they stand."""
        return Clocks(self.clock, self.left, {} if now is None else dict.fromkeys(seats, now))

    def running_since(self, since: Mapping[int, float]) -> Clocks:
        """The clocks with those of these seats that run doing so since then."""
        moved = {seat: time for seat, time in since.items() if seat in self.since}
        return Clocks(self.clock, self.left, {**self.since, **moved})

    def after_undo(self, left: Sequence[float], taken_back: Iterable[Data]) -> list[float]:
        """What is left to the seats without these lines: the time stays spent, what they earned is given back."""
        found = list(left)
        for line in taken_back:
            if "play" in line and "left" in line:
                found[line["seat"]] -= self.clock.increment
        return found


def began_to_think(lines: Sequence[Data], opened: Mapping[int, int], started: float) -> dict[int, float]:
    """When each seat began to think whose decision opened at a line: no earlier than the clocks had started."""
    found = {}
    for seat, opening in opened.items():
        found[seat] = started
        for line in reversed(lines):
            if "at" in line and (line["line"] <= opening or ("return" in line and line["seat"] == seat)):
                found[seat] = max(float(line["at"]), started)
                break
    return found
