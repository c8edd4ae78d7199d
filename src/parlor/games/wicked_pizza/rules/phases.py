"""What a game of Wicked Pizza waits for."""

from __future__ import annotations

from typing import Final


class Phase:
    """Whose choice is due, or which move of chance; up to PLAY in the order of a game."""

    FIRST: Final = 0
    DEAL: Final = 1
    PLAY: Final = 2
    DRAW: Final = 3
    PIZZA: Final = 4
    NEWT: Final = 5
    LOOK: Final = 6
    SPIDERS: Final = 7
    TOADS: Final = 8
    STEAL: Final = 9
    RATS: Final = 10
    OVER: Final = 11


PHASES: Final = ("first", "deal", "play", "draw", "pizza", "newt", "look", "spiders", "toads", "steal", "rats", "over")
"""Their names."""
