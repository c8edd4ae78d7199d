"""A bot that takes what looks best at a glance: the game's own judgement, or a few random playouts."""

from __future__ import annotations

from parlor.bots.bot import Bot, Estimate, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.mind import Worlds
from parlor.core.mixing import glanced
from parlor.core.moves import Move
from parlor.core.view import View

PLAYOUTS = 10


class Greedy(Bot):
    """Takes the move that is worth most at a glance."""

    name = "greedy"
    overlooked = 0.0
    """Which part of the moves it does not see."""
    attention: int | None = None
    """How many moves it looks at, at most; None for all."""

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Choose the best of the estimates, any of them if several look equal."""
        assert view.seat is not None
        worlds = view.game.mind.worlds(view)
        judged = view.game.mind.judge(worlds.sample(rng), view.seat)
        visits = 0 if judged is not None else PLAYOUTS
        if judged is None:
            judged = [(move, _win_share(worlds, view.seat, move, rng)) for move in view.legal_moves]
        judged = self.seen(judged, rng)
        shares = glanced([value for _, value in judged])
        estimates = [
            Estimate(move, value, visits=visits, share=share)
            for (move, value), share in zip(judged, shares, strict=True)
        ]
        equal = [estimate.move for estimate in estimates if estimate.share > 0.0]
        estimates.sort(key=lambda estimate: -estimate.value)
        return Thought(equal[rng.below(len(equal))], tuple(estimates))

    def seen(self, judged: list[tuple[Move, float]], rng: Rng) -> list[tuple[Move, float]]:
        """The moves that it does not overlook, in their order; all if that would be none."""
        if self.overlooked:
            judged = [move for move in judged if rng.random() >= self.overlooked] or judged
        if self.attention is not None:
            judged = list(judged)
            while len(judged) > self.attention:
                del judged[rng.below(len(judged))]
        return judged


def _win_share(worlds: Worlds, seat: int, move: Move, rng: Rng) -> float:
    """What the move wins on average when everybody plays on at random."""
    total = 0.0
    for _ in range(PLAYOUTS):
        state = worlds.sample(rng)
        state.apply(seat, move)
        state.playout(rng)
        outcome = state.outcome
        assert outcome is not None
        total += outcome.shares[seat]
    return total / PLAYOUTS
