"""What is known about playing Wicked Pizza well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from parlor.core.chance import Rng
from parlor.core.mind import Mind, Worlds
from parlor.core.moves import Move
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.wicked_pizza.mind.evaluate import evaluate, weighed_features
from parlor.games.wicked_pizza.mind.judge import judge
from parlor.games.wicked_pizza.mind.priors import first_prior, priors
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.telling.knowledge import WickedWorlds


class WickedMind(Mind):
    """Judgement of positions and moves."""

    simulations: ClassVar[Mapping[str, int]] = {"cook": 16, "chef": 160, "pizzaiolo": 1600}

    def judge(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """What each legal move is worth to a seat at a glance."""
        assert isinstance(state, WickedState)
        return judge(state, seat)

    def priors(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """The moves that are worth a look, best first."""
        assert isinstance(state, WickedState)
        return priors(state, seat)

    def first_prior(self, state: State, seat: int) -> Move:
        """The move that looks best."""
        assert isinstance(state, WickedState)
        return first_prior(state, seat)

    def evaluate(self, state: State, rng: Rng) -> list[float]:
        """The share of the win that each seat may expect."""
        assert isinstance(state, WickedState)
        return super().evaluate(state, rng) if state.phase < Phase.PLAY else evaluate(state)

    def lesson(self, state: State) -> tuple[int, list[list[float]]] | None:
        """Any position of the game after the deal."""
        assert isinstance(state, WickedState)
        return None if state.phase < Phase.PLAY else (0, weighed_features(state))

    def in_rounds(self, view: View) -> bool:
        """With several opponents: their hands are too many to grow a tree over, and luck outweighs a single reply."""
        return int(view.data["seats"]) > 2

    def worlds(self, view: View) -> Worlds:
        """What this view leaves possible."""
        return WickedWorlds(view)
