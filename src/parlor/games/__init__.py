"""The registry: every game by its name. Other packages add theirs as entry points in `parlor.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from parlor.core.errors import UnknownGame
from parlor.core.game import Game

_MODULES = {"pizza-theory": "parlor.games.pizza_theory", "wicked-pizza": "parlor.games.wicked_pizza"}


def game(name: str) -> Game:
    """The game of this name."""
    if name in _MODULES:
        found = import_module(_MODULES[name]).GAME
    else:
        others = {entry.name: entry for entry in entry_points(group="parlor.games")}
        if name not in others:
            raise UnknownGame("game.unknown", name=name[:40], known=names())
        found = others[name].load()
    assert isinstance(found, Game)
    return found


def names() -> list[str]:
    """The names of all games, ours first."""
    return [*_MODULES, *sorted(entry.name for entry in entry_points(group="parlor.games"))]
