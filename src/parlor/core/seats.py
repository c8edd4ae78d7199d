"""Who may act or look beside the seats themselves, which are numbers from 0."""

from __future__ import annotations

from typing import Final

CHANCE: Final = -1
"""The seat that draws cards and rolls dice."""

ALL: Final = -2
"""The viewer who sees the full truth."""

NOBODY: Final = -3
TOGETHER: Final = -4
"""Who acts where it is neither one seat nor chance: nobody once the game is over, or several seats together."""
