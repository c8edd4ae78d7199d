"""Bots by their names. A bot sees a view and nothing else."""

from __future__ import annotations

from parlor.bots.bot import Bot, Limit, Thought
from parlor.bots.greedy import Greedy
from parlor.bots.random import Random
from parlor.core.errors import UnknownBot

__all__ = ["Bot", "Limit", "Thought", "bot", "names"]

_BOTS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str) -> Bot:
    """The bot of this name."""
    if name not in _BOTS:
        raise UnknownBot("bot.unknown", name=name[:40], known=names())
    return _BOTS[name]()


def names() -> list[str]:
    """The names of all bots."""
    return list(_BOTS)
