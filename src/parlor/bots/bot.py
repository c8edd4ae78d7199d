"""What a bot is: it looks at a view and answers with a thought."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.moves import Move
from parlor.core.view import View
from parlor.core.words import Message

# Half of a 95 % interval, in standard errors.
WIDTH = 1.96


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: in seconds, in simulations, or whichever comes first; None is the bot's own limit."""

    seconds: float | None = None
    simulations: int | None = None

    @classmethod
    def of(cls, settings: Mapping[str, float], seconds: float) -> Limit:
        """The limit that the settings `seconds` and `sims` of a spec give; without both, so many seconds."""
        simulations = settings.get("sims")
        default = seconds if simulations is None else None
        return cls(settings.get("seconds", default), None if simulations is None else int(simulations))


def shorter(own: Limit, given: Limit) -> Limit:
    """Both limits at once: whichever comes first."""
    seconds = [limit.seconds for limit in (own, given) if limit.seconds is not None]
    simulations = [limit.simulations for limit in (own, given) if limit.simulations is not None]
    return Limit(min(seconds, default=None), min(simulations, default=None))


@dataclass(frozen=True)
class Estimate:
    """What a bot thinks of one move.

    The value is the share of the win that it expects, give or take the error (half the 95 % interval), after so many
    visits; without visits it is worth so much at a glance, on the game's own scale. It plays the move with this share.
    """

    move: Move
    value: float
    error: float = 0.0
    visits: int = 0
    share: float = 0.0


def error_of(total: float, squares: float, visits: int) -> float:
    """Half the width of the 95 % interval of a mean; one more visit that tells nothing is assumed."""
    spread = max(0.0, squares - total * total / visits)
    return WIDTH * math.sqrt((spread + 0.25) / (visits + 1) / visits)


@dataclass(frozen=True)
class Thought:
    """What a bot answers: the move, and what it thinks of each move that it looked at, best first."""

    move: Move
    estimates: tuple[Estimate, ...] = ()

    def dump(self) -> Data:
        """The thought as plain data."""
        return {
            "move": str(self.move),
            "estimates": [
                {
                    "move": str(one.move),
                    "value": one.value,
                    "error": one.error,
                    "visits": one.visits,
                    "share": one.share,
                }
                for one in self.estimates
            ],
        }


class Bot:
    """Somebody who plays by looking at views."""

    name: str
    settings: ClassVar[Mapping[str, Callable[[str], float]]] = {}
    """What a spec may set, each with what reads its value."""
    failure: Message | None = None
    """Why another bot stands in for this one, if it has failed."""

    def __init__(self, **settings: float) -> None:
        """The bot with these settings."""

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """Choose among the view's legal moves. The same view, limit in simulations and rng give the same answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what the bot holds, such as a program that it runs."""
