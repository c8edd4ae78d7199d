"""The phases of a game of Pizza Theory: a round adds, rolls and puts with two seats, and cuts."""

from __future__ import annotations

from typing import Final


class Phase:
    """What is to be done now, as a number."""

    START: Final = 0
    ADD: Final = 1
    ROLL: Final = 2
    PUT: Final = 3
    CUT: Final = 4
    OVER: Final = 5


PHASES: Final = ("start", "add", "roll", "put", "cut", "over")
"""How the phases are written."""
