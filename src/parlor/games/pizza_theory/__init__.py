"""Pizza Theory by Brian Powers and Greg Powers: secret cuts on a shared pizza, for two or three."""

from parlor.games.pizza_theory.game import PIZZA_THEORY as GAME

__all__ = ["GAME"]
