"""The phases of a game of New York Slice, in the order of a round."""

from __future__ import annotations

from typing import Final


class Phase:
    """What is to be done now, as a number."""

    START: Final = 0
    SPECIAL: Final = 1
    DEAL: Final = 2
    DIBS: Final = 3
    DIVIDE: Final = 4
    CUT: Final = 5
    SNEAK: Final = 6
    TAKE: Final = 7
    MYSTERY: Final = 8
    EAT: Final = 9
    ATTACH: Final = 10
    SECONDS: Final = 11
    SCORING: Final = 12


PHASES: Final = (
    *("start", "special", "deal", "dibs", "divide", "cut", "sneak"),
    *("take", "mystery", "eat", "attach", "seconds", "scoring"),
)
"""How the phases are written."""
