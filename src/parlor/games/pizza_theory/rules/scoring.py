"""Who wins a game of Pizza Theory, and when it ends (PT 5, 6.3). A set of colours is 1 red, 2 green, 4 white."""

from __future__ import annotations

from parlor.core.bits import bit
from parlor.core.native import count, i64
from parlor.games.pizza_theory.box import TOPPINGS


def winners(reds: i64, greens: i64, whites: i64, unselected: i64, edition: str) -> i64:
    """The colours that win if a round leaves so many toppings, as a set: none without sixteen of a player's."""
    if unselected >= 0 and (reds if unselected == 0 else greens if unselected == 1 else whites) >= TOPPINGS:
        # Both players lose, whatever they have (PT 6.3).
        return 0
    enough: i64 = TOPPINGS
    if edition != "fr":
        enough = max(enough, reds, greens, whites)
    won: i64 = 0
    if reds >= enough:
        won |= 1
    if greens >= enough:
        won |= 2
    if whites >= enough:
        won |= 4
    return won


def has_won(won: i64, colour: i64) -> bool:
    """Whether a colour is one of the winners."""
    return (won & bit(colour)) != 0


def share(won: i64, colour: i64) -> float:
    """A colour's share of the win."""
    return 1.0 / float(count(won)) if has_won(won, colour) else 0.0


def all_out(reds: i64, greens: i64, whites: i64) -> bool:
    """Whether some colour has all its toppings on the pizza, which ends the game after a round (PT 5.1, 6.3)."""
    return reds >= TOPPINGS or greens >= TOPPINGS or whites >= TOPPINGS


def ends(reds: i64, greens: i64, whites: i64, round: i64, round_limit: i64) -> bool:
    """Whether a round that leaves so many toppings is the last (PT 5.1, 5.4, 6.3)."""
    return all_out(reds, greens, whites) or round == round_limit
