"""The board and the pieces of Pizza Theory (PT 1).

What the lost figures showed is reconstructed: whoever owns the box can correct it under RECONSTRUCTED.
A set of spaces is an integer; space (x, y, z) is its bit (x + 3) * 8 + 3 - y, so that neighbours are shifts.
"""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64

# KNOWN: the rulebook says so.
TOPPINGS: Final = 16
SPACES: Final = 37
CUTS: Final = 6

# RECONSTRUCTED: the start spaces of the stations 1st, 2nd and 3rd (PT 1.5) ...
START_SPACES: Final = (("c2", "e2"), ("b3", "c5"), ("e5", "f3"))
# ... and which way each seat counts its cuts (PT 1.4).
CUTS_COUNT_FROM_LEFT: Final = True

# Chosen here, once: colours in the order of the seats, clockwise.
COLOURS: Final = ("red", "green", "white")
LETTERS: Final = "RGW"


def _coordinates() -> dict[str, tuple[int, int, int]]:
    """Every space by its name, columns a to g, each counted from the bottom (PT 1.3)."""
    return {
        f"{'abcdefg'[x + 3]}{min(3, 3 - x) - y + 1}": (x, y, -x - y)
        for x in range(-3, 4)
        for y in range(min(3, 3 - x), max(-3, -3 - x) - 1, -1)
    }


COORDINATES: Final = _coordinates()
NAMES: Final = list(COORDINATES)
BITS: Final = [1 << ((x + 3) * 8 + 3 - y) for x, y, _ in COORDINATES.values()]
BIT_OF: Final = dict(zip(NAMES, BITS, strict=True))
NAME_OF: Final = dict(zip(BITS, NAMES, strict=True))
PIZZA: Final[i64] = sum(BITS)


def spaces_of(bits: i64) -> list[str]:
    """The names of the spaces in a set, column by column."""
    names: list[str] = []
    while bits != 0:
        names.append(NAME_OF[bits & -bits])
        bits = bits & (bits - 1)
    return names


def _row(axis: int, coordinate: int) -> int:
    return sum(BIT_OF[name] for name, place in COORDINATES.items() if place[axis] == coordinate)


def _rows_left_of(cut: int) -> int:
    """How many rows lie to the left of a cut, as the seat that makes it sees them."""
    return cut if CUTS_COUNT_FROM_LEFT else 7 - cut


# For station 0..2 and cut 1..6, at station * 7 + cut: the spaces left of the cutter, and those that touch it.
LEFT: Final[list[i64]] = [
    sum(_row(axis, coordinate) for coordinate in range(-3, _rows_left_of(cut) - 3)) if cut else 0
    for axis in range(3)
    for cut in range(7)
]
TOUCHING: Final[list[i64]] = [
    _row(axis, _rows_left_of(cut) - 4) + _row(axis, _rows_left_of(cut) - 3) if cut else 0
    for axis in range(3)
    for cut in range(7)
]
# The start spaces of station 0..2.
START: Final[list[i64]] = [sum(BIT_OF[name] for name in names) for names in START_SPACES]
