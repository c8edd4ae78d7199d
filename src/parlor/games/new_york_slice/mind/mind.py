"""What is known about playing New York Slice well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from parlor.core.chance import Rng
from parlor.core.mind import Mind, Worlds
from parlor.core.moves import Move
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.new_york_slice.mind.evaluate import evaluate, features, stage
from parlor.games.new_york_slice.mind.judge import judge, priors
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.knowledge import SliceWorlds


class SliceMind(Mind):
    """Judgement of positions and moves."""

    simulations: ClassVar[Mapping[str, int]] = {"cook": 40, "chef": 400, "pizzaiolo": 1600}

    def judge(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """What each legal move is worth to a seat at a glance."""
        assert isinstance(state, SliceState)
        return judge(state, seat)

    def priors(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """The moves that are worth a look, best first."""
        assert isinstance(state, SliceState)
        return priors(state, seat)

    def evaluate(self, state: State, rng: Rng) -> list[float]:
        """The share of the win that each seat may expect."""
        assert isinstance(state, SliceState)
        return evaluate(state, rng)

    def lesson(self, state: State) -> tuple[int, list[list[float]]] | None:
        """A round that is about to begin."""
        assert isinstance(state, SliceState)
        begun = stage(state)
        return None if begun < 0 else (begun, features(state))

    def worlds(self, view: View) -> Worlds:
        """What this view leaves possible."""
        return SliceWorlds(view)
