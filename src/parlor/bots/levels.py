"""Five levels, from one that takes what it sees to one that searches for long."""

from __future__ import annotations

from parlor.bots.bot import Bot
from parlor.bots.greedy import Greedy
from parlor.bots.search import SearchBot
from parlor.core.game import Game


class Dishwasher(Greedy):
    """Takes the best of what it sees, and overlooks a good part of it: it never looks at more than a dozen moves."""

    name = "dishwasher"
    overlooked = 0.6
    attention = 12


class Waiter(Greedy):
    """Sees every move and what the next seats may make of it, but does not think further."""

    name = "waiter"


class Cook(SearchBot):
    """Searches for a moment; where all choose together, it answers what the others would do at a glance."""

    name = "cook"
    seconds = 0.05
    steps = 1


class Chef(SearchBot):
    """Searches for half a second, and expects the others to think a step as well."""

    name = "chef"
    seconds = 0.5
    steps = 2


class Pizzaiolo(SearchBot):
    """Searches for two seconds, and thinks yet a step further than others do."""

    name = "pizzaiolo"
    seconds = 2.0
    steps = 3


LEVELS: tuple[type[Bot], ...] = (Dishwasher, Waiter, Cook, Chef, Pizzaiolo)


def fixed(level: str, game: Game) -> str:
    """The spec of a level with the simulations that stand for its time in a game."""
    simulations = game.mind.simulations
    return f"{level}:sims={simulations[level]}" if level in simulations else level
