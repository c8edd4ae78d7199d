"""A bot that takes what looks best at a glance: the game's own judgement, or a few random playouts."""

from __future__ import annotations

from parlor.bots.bot import Bot, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.game import Move, View

PLAYOUTS = 10
# Moves that are worse than the best by less than this part of the range are as good to a glance.
GLANCE = 0.05


class Greedy(Bot):
    """Takes the move that is worth most at a glance."""

    name = "greedy"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Choose the best of the estimates, any of them if several look equal."""
        estimates = view.game.judge(view, rng)
        if estimates is None:
            estimates = [(move, _win_share(view, move, rng)) for move in view.legal_moves]
        values = [value for _, value in estimates]
        enough = max(values) - GLANCE * (max(values) - min(values))
        equal = [move for move, value in estimates if value >= enough]
        ranked = sorted(estimates, key=lambda estimate: -estimate[1])
        return Thought(equal[rng.below(len(equal))], tuple(ranked))


def _win_share(view: View, move: Move, rng: Rng) -> float:
    """What the move wins on average when everybody plays on at random."""
    assert view.seat is not None
    total = 0.0
    for _ in range(PLAYOUTS):
        state = view.game.sample(view, rng)
        state.apply(view.seat, move)
        state.playout(rng)
        outcome = state.outcome
        assert outcome is not None
        total += outcome.shares[view.seat]
    return total / PLAYOUTS
