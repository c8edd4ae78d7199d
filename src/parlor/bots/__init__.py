"""Bots by their names. A bot sees a view and nothing else."""

from __future__ import annotations

from parlor.bots.bot import Bot, Estimate, Limit, Thought
from parlor.bots.flat import Flat
from parlor.bots.greedy import Greedy
from parlor.bots.levels import LEVELS
from parlor.bots.outside import Outside
from parlor.bots.random import Random
from parlor.bots.search import SearchBot
from parlor.core.errors import BadOption, UnknownBot

__all__ = ["ADVISER", "STAND_IN", "Bot", "Estimate", "Limit", "Thought", "bot", "names"]

STAND_IN = "greedy"
"""The bot that plays on for one that has failed, or for somebody who has left."""

ADVISER = "search"
"""The bot that gives hints where no other is named."""

_KINDS: tuple[type[Bot], ...] = (Random, Greedy, *LEVELS, SearchBot, Flat)
_BOTS = {kind.name: kind for kind in _KINDS}


def bot(spec: str) -> Bot:
    """The bot of this name, perhaps with settings: `greedy`, `search:sims=500,seconds=0.5`.

    `exec:COMMAND` is a program that plays: whoever lets others choose a bot must not let them choose this.
    """
    name, _, settings = spec.partition(":")
    if name == "exec":
        return Outside(settings, stand_in=bot(STAND_IN))
    if name not in _BOTS:
        raise UnknownBot("bot.unknown", name=name[:40], known=names())
    kind = _BOTS[name]
    found = kind(**dict([_setting(kind, name, setting) for setting in settings.split(",") if setting]))
    found.name = spec
    return found


def names() -> list[str]:
    """The names of all bots."""
    return list(_BOTS)


def _setting(kind: type[Bot], name: str, text: str) -> tuple[str, float]:
    """What one `key=value` sets."""
    key, _, value = text.partition("=")
    if key not in kind.settings:
        raise BadOption("bot.setting", bot=name, setting=key[:40], known=list(kind.settings))
    try:
        number = kind.settings[key](value)
    except ValueError:
        number = 0
    if not 0 < number < 1e9:
        raise BadOption("bot.value", bot=name, setting=key, value=value[:40])
    return key, number
