"""Wicked Pizza by Daniel Isom and Jeremy Peet: card laying with abilities and spells, for two to four."""

from parlor.games.wicked_pizza.game import WICKED_PIZZA as GAME

__all__ = ["GAME"]
