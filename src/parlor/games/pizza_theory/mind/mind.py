"""What is known about playing Pizza Theory well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from parlor.core.chance import Rng
from parlor.core.mind import Mind, Worlds
from parlor.core.moves import Move
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.pizza_theory.mind.evaluate import begins_round, evaluate, features
from parlor.games.pizza_theory.mind.judge import judge
from parlor.games.pizza_theory.mind.priors import Priors
from parlor.games.pizza_theory.rules.state import PizzaState
from parlor.games.pizza_theory.telling.knowledge import PizzaWorlds


class PizzaMind(Mind):
    """Judgement of positions and moves."""

    simulations: ClassVar[Mapping[str, int]] = {"cook": 220, "chef": 1100, "pizzaiolo": 2200}

    def __init__(self) -> None:
        self.weighing = Priors()

    def judge(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """What each legal move is worth to a seat at a glance."""
        assert isinstance(state, PizzaState)
        return judge(state, seat)

    def priors(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """The moves that are worth a look, best first."""
        assert isinstance(state, PizzaState)
        return self.weighing.priors(state, seat)

    def evaluate(self, state: State, rng: Rng) -> list[float]:
        """The share of the win that each seat may expect."""
        assert isinstance(state, PizzaState)
        return evaluate(state, rng)

    def lesson(self, state: State) -> tuple[int, list[list[float]]] | None:
        """A round that is about to begin."""
        assert isinstance(state, PizzaState)
        return (0, features(state)) if begins_round(state) else None

    def worlds(self, view: View) -> Worlds:
        """What this view leaves possible."""
        return PizzaWorlds(view)
