"""A bot that plays any legal move alike."""

from __future__ import annotations

from parlor.bots.bot import Bot, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.view import View


class Random(Bot):
    """Plays any legal move alike."""

    name = "random"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Choose at random."""
        moves = view.legal_moves
        return Thought(moves[rng.below(len(moves))])
