"""A bot that searches: it plays on in worlds that its view allows, and does what has served it best there."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import ClassVar

from parlor.bots.bot import Bot, Estimate, Limit, Thought, error_of, shorter
from parlor.bots.rounds import Rounds
from parlor.bots.tree import Tree
from parlor.core.chance import Rng
from parlor.core.view import View

STEPS = 3


class Search:
    """A search that can be run, stopped, asked for its answer so far, and run on."""

    def __init__(self, view: View, rng: Rng, playouts: int = 0, steps: int = STEPS) -> None:
        """Leaves are judged by `playouts` random games, or by the game's own evaluation if 0.

        Where seats choose together, it thinks so many `steps` of the others: what they do, what they think that it
        does, and so on.
        """
        self.rng = rng
        in_rounds = playouts == 0 and view.game.mind.in_rounds(view)
        self._tree = Rounds(view) if in_rounds else Tree(view, playouts, steps)

    @property
    def simulations(self) -> int:
        """How many simulations were made."""
        return self._tree.simulations

    def run(self, limit: Limit) -> None:
        """Go on up to a limit from now on, or until it is stopped; at least one simulation is made."""
        # The tree is large and has no cycles: looking for them would take its time.
        collected = gc.isenabled()
        gc.disable()
        try:
            self._tree.run(self.rng, limit.simulations, limit.seconds)
        finally:
            if collected:
                gc.enable()

    def stop(self) -> None:
        """Let a run on another thread come to its end."""
        self._tree.stopped = True

    def resume(self) -> None:
        """Let it be run again after it was stopped."""
        self._tree.stopped = False

    def thought(self) -> Thought:
        """The answer so far; a mix is drawn from."""
        answer = self._tree.answer()
        estimates = tuple(
            Estimate(edge.move, value, error_of(edge.total, edge.squares, edge.visits), edge.visits, share)
            for edge, value, share in answer
            if edge.visits > 0
        )
        point = self.rng.random()
        for estimate in estimates:
            point -= estimate.share
            if point < 0:
                return Thought(estimate.move, estimates)
        return Thought(estimates[0].move, estimates)


class SearchBot(Bot):
    """Searches within its own limit, or a shorter one that it is given."""

    name = "search"
    seconds = 0.5
    """How long it searches if its spec says nothing else."""
    steps = STEPS
    """How many steps it thinks of the others where seats choose together."""
    settings: ClassVar[Mapping[str, Callable[[str], float]]] = {
        "sims": int,
        "seconds": float,
        "playouts": int,
    }

    def __init__(self, **settings: float) -> None:
        self.limit = Limit.of(settings, self.seconds)
        self.playouts = int(settings.get("playouts", 0))

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Search, and answer with the move that was tried most, or one drawn from the mix."""
        search = Search(view, rng, self.playouts, self.steps)
        search.run(shorter(self.limit, limit))
        return search.thought()
