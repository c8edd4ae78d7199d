"""Flat Monte Carlo: every move is tried equally often, and played out at random. What search is measured against."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import ClassVar

from parlor.bots.bot import Bot, Estimate, Limit, Thought, error_of, shorter
from parlor.core.chance import Rng
from parlor.core.view import View

SECONDS = 0.5


class Flat(Bot):
    """Plays the move that wins most often when everybody plays on at random."""

    name = "flat"
    settings: ClassVar[Mapping[str, Callable[[str], float]]] = {"sims": int, "seconds": float}

    def __init__(self, **settings: float) -> None:
        self.limit = Limit.of(settings, SECONDS)

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Try the moves in turn, each in another world, until the limit."""
        assert view.seat is not None
        limit = shorter(self.limit, limit)
        moves = list(view.legal_moves)
        worlds = view.game.mind.worlds(view)
        totals, squares, visits = [0.0] * len(moves), [0.0] * len(moves), [0] * len(moves)
        end = math.inf if limit.seconds is None else perf_counter() + limit.seconds
        left = math.inf if limit.simulations is None else limit.simulations
        # In another order each time, so that a limit before the end of the list favours none.
        order = sorted(range(len(moves)), key=lambda _: rng.random())
        made = 0
        while made == 0 or (made < left and perf_counter() < end):
            index = order[made % len(moves)]
            state = worlds.sample(rng)
            state.apply(view.seat, moves[index])
            state.playout(rng)
            share = state.shares()[view.seat]
            totals[index] += share
            squares[index] += share * share
            visits[index] += 1
            made += 1
        tried = [index for index in range(len(moves)) if visits[index]]
        tried.sort(key=lambda index: -totals[index] / visits[index])
        estimates = [
            Estimate(
                moves[index],
                totals[index] / visits[index],
                error_of(totals[index], squares[index], visits[index]),
                visits[index],
                1.0 if index == tried[0] else 0.0,
            )
            for index in tried
        ]
        return Thought(estimates[0].move, tuple(estimates))
