"""How the table is numbered (WP 3): half-cells, spots (a north-west half-cell of a card) and points, where they meet.

The number of (x, y) is ORIGIN + y * WIDTH + x, so that places lie equally far from each other everywhere.
"""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import HALF_ONLY

LARGEST_TABLE: Final = 40
WIDTH: Final = 42
# Two rows above the table, and a column beside it, so that what a card changes around it is never off the lattice.
ORIGIN: Final = 22 * WIDTH + 21
ROWS: Final = 43
PLACES: Final = ROWS * WIDTH
# The last row in which a card might lie.
LAST: Final = ROWS - 3

# The last place, counted from a card's spot, where a section of it may have its tip.
LAST_TIP: Final = 2 * WIDTH + 2
CORNERS: Final = (0, 2, 2 * WIDTH + 2, 2 * WIDTH)
MIDDLES: Final = (1, WIDTH + 2, 2 * WIDTH + 1, WIDTH)


def _section(shape: int, cell: int) -> tuple[int, int]:
    """The tip of a card's section, counted from the spot, and the side of the tip that it lies on (WP 1.2)."""
    if shape >> cell & 1:
        return MIDDLES[cell], (cell + 3) % 4
    if shape >> (cell + 3) % 4 & 1:
        return MIDDLES[(cell + 3) % 4], (cell + 1) % 4
    return (0, -1) if shape & HALF_ONLY else (CORNERS[cell], (cell + 2) % 4)


# By shape * 4 + cell: the tip of the section, and the side of the tip that it lies on: 0 north-west, then clockwise,
# or -1 if the half-cell is blank.
SHAPES: Final = 32
TIP: Final[list[i64]] = [_section(shape, cell)[0] for shape in range(SHAPES) for cell in range(4)]
SIDE: Final[list[i64]] = [_section(shape, cell)[1] for shape in range(SHAPES) for cell in range(4)]
# What may be asked about a table: where a shape, a number up to 24, connects; where a card lies beside others; and
# where a half on an edge completes a pizza.
BESIDE: Final = 27
COMPLETING: Final = 28


def spot_at(x: i64, y: i64) -> i64:
    """The number of the half-cell or point with these coordinates."""
    return ORIGIN + y * WIDTH + x


def x_of(spot: i64) -> i64:
    """The first coordinate, to the right."""
    return spot % WIDTH - ORIGIN % WIDTH


def y_of(spot: i64) -> i64:
    """The second coordinate, down."""
    return spot // WIDTH - ORIGIN // WIDTH
