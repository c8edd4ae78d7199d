"""What a bot is: it looks at a view and answers with a thought."""

from __future__ import annotations

from dataclasses import dataclass

from parlor.core.chance import Rng
from parlor.core.game import Move, View


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: in seconds, in simulations, or both; None is no limit."""

    seconds: float | None = None
    simulations: int | None = None


@dataclass(frozen=True)
class Thought:
    """What a bot answers: the move, and what it thinks of each move that it looked at, best first.

    An estimate is the share of the win that the bot expects, or its score on the game's own scale.
    """

    move: Move
    estimates: tuple[tuple[Move, float], ...] = ()


class Bot:
    """Somebody who plays by looking at views."""

    name: str

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Choose among the view's legal moves. The same view, limit in simulations and rng give the same answer."""
        raise NotImplementedError
