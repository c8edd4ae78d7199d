"""What is played: which bots, on which seats in which game, and how a game came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Literal

from parlor.bots import bot as find_bot
from parlor.core.chance import Rng
from parlor.core.errors import BadOption
from parlor.games import game as find_game

Seating = tuple[int, ...]
"""Which bot sits on each seat, by its place in the plan's list."""
Arrangement = Literal["once", "lone", "every"]
# So many can be written down; a tournament that needs more would never play them all.
MOST_SEATINGS = 100_000


@dataclass(frozen=True)
class Plan:
    """Bots by their specs, and how their games are set up.

    Each bot sits `once` at every table, or the first one sits there `lone` among seats of another, or the bots
    mix in `every` way. Everybody moves on by one seat from game to game.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, Any]
    arrangement: Arrangement = "once"
    seats: int | None = None
    """None for as many as there are bots."""

    def check(self) -> None:
        """Refuse what cannot be played, before the first game."""
        if self.games < 1:
            raise BadOption("option.value", option="games", value=str(self.games), allowed="≥ 1")
        for spec in self.bots:
            find_bot(spec)
        find_game(self.game).checked_options(self.seat_count, self.options)
        if self.arrangement == "lone" and len(self.bots) < 2:
            raise BadOption("arena.lone")
        if self.arrangement == "every" and len(self.bots) ** self.seat_count > MOST_SEATINGS:
            raise BadOption("arena.too-many", bots=len(self.bots), seats=self.seat_count)

    @property
    def seat_count(self) -> int:
        """How many sit at a table."""
        return len(self.bots) if self.seats is None else self.seats

    def seating(self, index: int) -> Seating:
        """Who sits where in this game."""
        return self.seatings[index % len(self.seatings)]

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Every arrangement once; any that differ by moving on alone follow each other, so that few games balance."""
        return tuple(turned for circle in self._circles() for turned in _turns(circle))

    def _circles(self) -> list[Seating]:
        """The arrangements of which none is another that has moved on."""
        if self.arrangement == "once":
            return [tuple(range(len(self.bots)))]
        if self.arrangement == "lone":
            return [(0, *[other] * (self.seat_count - 1)) for other in range(1, len(self.bots))]
        mixes = product(range(len(self.bots)), repeat=self.seat_count)
        circles = [mix for mix in mixes if mix == min(_turns(mix)) and (len(set(mix)) > 1 or len(self.bots) == 1)]
        rng = Rng(self.seed)
        for last in range(len(circles) - 1, 0, -1):
            other = rng.below(last + 1)
            circles[last], circles[other] = circles[other], circles[last]
        return circles

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bots are called: by their spec, and by their place in the list where a spec comes twice."""
        return tuple(
            name if self.bots.count(name) == 1 else f"{name} #{place}" for place, name in enumerate(self.bots, 1)
        )


def _turns(circle: Seating) -> list[Seating]:
    """The circle and all that it becomes as everybody moves on, each once."""
    return list(dict.fromkeys(circle[first:] + circle[:first] for first in range(len(circle))))


@dataclass(frozen=True)
class Result:
    """One finished game. Shares and scores are by seat; `seating` tells which bot sat there."""

    index: int
    seating: Seating
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    moves: int
    reason: str
    failures: tuple[tuple[int, str], ...] = ()
    """Seats whose bot failed and was stood in for from then on, each with the id of what went wrong."""
