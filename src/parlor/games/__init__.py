"""The registry: every game by its name. Other packages add theirs as entry points in `parlor.games`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from parlor.core.errors import UnknownGame
from parlor.core.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

_MODULES = {
    "pizza-theory": "parlor.games.pizza_theory",
    "new-york-slice": "parlor.games.new_york_slice",
    "wicked-pizza": "parlor.games.wicked_pizza",
}


def game(name: str, rules: int | None = None) -> Game:
    """The game of this name, under the newest version of its rules or the one that is asked for."""
    if name in _MODULES:
        found = import_module(_MODULES[name]).GAME
    else:
        others = _others().select(name=name)
        if not others:
            raise UnknownGame("game.unknown", name=name[:40], known=names())
        found = next(iter(others)).load()
    assert isinstance(found, Game)
    under = found if rules is None else found.under(rules)
    if under is None:
        raise UnknownGame("game.rules", game=name, rules=str(rules)[:20], known=found.versions)
    return under


def names() -> list[str]:
    """The names of all games, ours first."""
    return [*_MODULES, *sorted(_others().names)]


@cache
def _others() -> EntryPoints:
    # Start-up time: looking through all installed packages takes longer than importing the rest of Parlor.
    from importlib.metadata import entry_points

    return entry_points(group="parlor.games")
