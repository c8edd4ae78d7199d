"""A bot that searches: it plays on in worlds that its view allows, and does what has served it best there."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import ClassVar

from parlor.bots.bot import Bot, Estimate, Limit, Thought
from parlor.bots.tree import Edge, Tree
from parlor.core.chance import Rng
from parlor.core.game import View

SECONDS = 0.5
# Half of a 95 % interval, in standard errors.
WIDTH = 1.96


class Search:
    """A search that can be run, stopped, asked for its answer so far, and run on."""

    def __init__(self, view: View, rng: Rng, playouts: int = 0) -> None:
        """Leaves are judged by `playouts` random games, or by the game's own evaluation if 0."""
        assert view.seat is not None
        self.view = view
        self.rng = rng
        self.stopped = False
        self._tree = Tree(view.seat, playouts)

    @property
    def simulations(self) -> int:
        """How many simulations were made."""
        return self._tree.simulations

    def run(self, limit: Limit) -> None:
        """Go on up to a limit from now on, or until it is stopped; at least one simulation is made."""
        end = math.inf if limit.seconds is None else perf_counter() + limit.seconds
        left = math.inf if limit.simulations is None else limit.simulations
        tree, view, rng, sample = self._tree, self.view, self.rng, self.view.game.sample
        while True:
            tree.simulate(sample(view, rng), rng)
            left -= 1
            if left <= 0 or self.stopped or perf_counter() >= end:
                return

    def stop(self) -> None:
        """Let a run on another thread come to its end."""
        self.stopped = True

    def thought(self) -> Thought:
        """The answer so far; a mix is drawn from."""
        answer = self._tree.answer()
        estimates = tuple(
            Estimate(edge.move, value, _error(edge), edge.visits, share)
            for edge, value, share in answer
            if edge.visits > 0
        )
        point = self.rng.random()
        for estimate in estimates:
            point -= estimate.share
            if point < 0:
                return Thought(estimate.move, estimates)
        return Thought(estimates[0].move, estimates)


def _error(edge: Edge) -> float:
    """Half the width of the 95 % interval of what a move is worth; one more visit that tells nothing is assumed."""
    visits = int(edge.visits)
    spread = edge.squares - edge.total * edge.total / visits
    return WIDTH * math.sqrt((max(0.0, spread) + 0.25) / (visits + 1) / visits)


class SearchBot(Bot):
    """Searches within its own limit, or a shorter one that it is given."""

    name = "search"
    settings: ClassVar[Mapping[str, Callable[[str], float]]] = {"sims": int, "seconds": float, "playouts": int}

    def __init__(self, **settings: float) -> None:
        simulations = settings.get("sims")
        seconds = settings.get("seconds")
        self.limit = Limit(
            SECONDS if seconds is None and simulations is None else seconds,
            None if simulations is None else int(simulations),
        )
        self.playouts = int(settings.get("playouts", 0))

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Search, and answer with the move that was tried most, or one drawn from the mix."""
        search = Search(view, rng, self.playouts)
        search.run(shorter(self.limit, limit))
        return search.thought()


def shorter(own: Limit, given: Limit) -> Limit:
    """Both limits at once: whichever comes first."""
    seconds = [limit.seconds for limit in (own, given) if limit.seconds is not None]
    simulations = [limit.simulations for limit in (own, given) if limit.simulations is not None]
    return Limit(min(seconds, default=None), min(simulations, default=None))
