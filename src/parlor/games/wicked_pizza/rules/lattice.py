"""The table as a lattice of half-cells (WP 3), kept as sets of bits.

A set of half-cells, of spots (a card's north-west half-cell) or of points (where half-cells meet) is one integer:
(x, y) is its bit ORIGIN + y * WIDTH + x, so that neighbours are shifts; two columns beyond the table catch what wraps.
"""

from __future__ import annotations

from typing import Final

from parlor.core.chance import Rng
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import HALF_ONLY

LARGEST_TABLE: Final = 40
WIDTH: Final = 42
ORIGIN: Final = 20 * WIDTH + 20
BITS: Final = 1728
BYTES: Final = BITS // 8

BIT: Final[list[int]] = [1 << number for number in range(BITS)]
# For each spot: the half-cells of a card there, and all spots but those that it takes room from.
COVER: Final[list[int]] = [(3 | 3 << WIDTH) << number for number in range(BITS)]
APART: Final[list[int]] = [
    (1 << BITS) - 1 & ~((7 | 7 << WIDTH | 7 << 2 * WIDTH) << number >> (WIDTH + 1)) for number in range(BITS)
]

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
TIP: Final[list[i64]] = [_section(shape, cell)[0] for shape in range(32) for cell in range(4)]
SIDE: Final[list[i64]] = [_section(shape, cell)[1] for shape in range(32) for cell in range(4)]
# What may be asked about a table: where a shape, a number up to 24, connects; where a card lies beside others; and
# where a half on an edge completes a pizza.
BESIDE: Final = 27
COMPLETING: Final = 28
NO_QUESTION: Final = -1


def spot_at(x: i64, y: i64) -> i64:
    """The number of the half-cell or point with these coordinates."""
    return ORIGIN + y * WIDTH + x


def x_of(spot: i64) -> i64:
    """The first coordinate, to the right."""
    return spot % WIDTH - 20


def y_of(spot: i64) -> i64:
    """The second coordinate, down."""
    return spot // WIDTH - 20


def members(bits: int) -> list[i64]:
    """The numbers in a set, in order."""
    found: list[i64] = []
    data = bits.to_bytes(BYTES, "little")
    index: i64 = 0
    while index < BYTES:
        byte: i64 = data[index]
        number: i64 = index * 8
        while byte != 0:
            if (byte & 1) != 0:
                found.append(number)
            byte = byte >> 1
            number += 1
        index += 1
    return found


def member(bits: int, place: i64) -> i64:
    """The number at this place of the set, counted from 0."""
    data = bits.to_bytes(BYTES, "little")
    index: i64 = 0
    while index < BYTES:
        byte: i64 = data[index]
        number: i64 = index * 8
        while byte != 0:
            if (byte & 1) != 0:
                if place == 0:
                    return number
                place -= 1
            byte = byte >> 1
            number += 1
        index += 1
    raise IndexError(place)


def holds(data: bytes, number: i64) -> bool:
    """Whether a number is in a set, given as bytes."""
    byte: i64 = data[number >> 3]
    return (byte >> (number & 7) & 1) != 0


def any_member(bits: int, rng: Rng) -> i64:
    """A random number of a set that is not empty, each alike."""
    data = bits.to_bytes(BYTES, "little")
    limit: i64 = bits.bit_length()
    # Most sets are dense enough to hit one soon by chance, which is quicker than counting.
    tries: i64 = 0
    while tries < 200:
        number = rng.below(limit)
        if holds(data, number):
            return number
        tries += 1
    return member(bits, rng.below(size(bits)))


def size(bits: int) -> i64:
    """How many numbers are in the set."""
    return bits.bit_count()


def _inside(table: int) -> int:
    row = (1 << table) - 1
    return sum([row << ORIGIN + y * WIDTH - table // 2 for y in range(-(table // 2), table // 2)])


# The half-cells of a square table of this size with the origin in its middle (WP 3.1).
INSIDE: Final[list[int]] = [_inside(table) for table in range(LARGEST_TABLE + 1)]


def empty_table(table: int) -> Lattice:
    """A table of this size with nothing on it."""
    lattice = Lattice(INSIDE[table])
    lattice.make_room()
    return lattice


class Lattice:
    """What lies on the table: half-cells taken, where cards have room, and the sections around each point."""

    def __init__(self, inside: int) -> None:
        """An empty table with these half-cells."""
        self.inside = inside
        self.occupied: int = 0
        self.room: int = inside
        # The points that have a section's tip from this side.
        self.north_west: int = 0
        self.north_east: int = 0
        self.south_east: int = 0
        self.south_west: int = 0
        self.complete: int = 0
        # The last answer is kept: a question is often asked twice in a row.
        self.last: i64 = NO_QUESTION
        self.last_answer: int = 0

    def copy(self) -> Lattice:
        """An independent table like this one."""
        new = Lattice(self.inside)
        new.occupied = self.occupied
        new.room = self.room
        new.north_west = self.north_west
        new.north_east = self.north_east
        new.south_east = self.south_east
        new.south_west = self.south_west
        new.complete = self.complete
        new.last = self.last
        new.last_answer = self.last_answer
        return new

    def make_room(self) -> None:
        """Find all spots where four half-cells are free."""
        free = self.inside ^ self.occupied
        free &= free >> 1
        self.room = free & free >> WIDTH

    def turn_over(self, shape: i64, spot: i64) -> None:
        """Put a card's half-cells and sections down, or take them up if they are there."""
        self.occupied ^= COVER[spot]
        if (shape & 1) != 0:
            self.south_west ^= BIT[spot + 1]
            self.south_east ^= BIT[spot + 1]
        if (shape & 2) != 0:
            self.north_west ^= BIT[spot + WIDTH + 2]
            self.south_west ^= BIT[spot + WIDTH + 2]
        if (shape & 4) != 0:
            self.north_east ^= BIT[spot + 2 * WIDTH + 1]
            self.north_west ^= BIT[spot + 2 * WIDTH + 1]
        if (shape & 8) != 0:
            self.south_east ^= BIT[spot + WIDTH]
            self.north_east ^= BIT[spot + WIDTH]
        if shape < HALF_ONLY:
            # A half-cell is a quarter if neither of its edges carries a half.
            if (shape & 9) == 0:
                self.south_east ^= BIT[spot]
            if (shape & 3) == 0:
                self.south_west ^= BIT[spot + 2]
            if (shape & 6) == 0:
                self.north_west ^= BIT[spot + 2 * WIDTH + 2]
            if (shape & 12) == 0:
                self.north_east ^= BIT[spot + 2 * WIDTH]
        self.last = NO_QUESTION

    def lay(self, shape: i64, spot: i64) -> int:
        """Lay a card and give the points where it completes pizzas (WP 3.4)."""
        self.turn_over(shape, spot)
        self.room &= APART[spot]
        before = self.complete
        self.complete = self.north_west & self.north_east & self.south_east & self.south_west
        return self.complete ^ before

    def lift(self, shape: i64, spot: i64) -> None:
        """Take a card off the table; sites that it closed are open again (WP 5.5)."""
        self.turn_over(shape, spot)
        self.make_room()
        self.complete = self.north_west & self.north_east & self.south_east & self.south_west

    def answer(self, question: i64) -> int:
        """The spots that a question asks for."""
        if question != self.last:
            self.last_answer = self.find(question)
            self.last = question
        return self.last_answer

    def find(self, question: i64) -> int:
        """Look for the answer to a question."""
        if question >= COMPLETING:
            return self.find_completing(question - COMPLETING)
        return self.find_touching() if question == BESIDE else self.find_connecting(question)

    def connecting(self, shape: i64) -> int:
        """The spots where a card of this shape connects crusts (WP 3.2)."""
        return self.answer(shape)

    def completing(self, edge: i64) -> int:
        """The spots where a half on this edge completes a pizza (WP 6.4)."""
        return self.answer(COMPLETING + edge)

    def touching(self) -> int:
        """The spots beside a card; on an empty table all of them (WP 3.1, 5.5)."""
        return self.answer(BESIDE)

    def find_connecting(self, shape: i64) -> int:
        """Look for the spots where a section outside shares a tip with one of the card's (WP 3.2)."""
        touched = 0
        if (shape & 1) != 0:
            touched = (self.north_west | self.north_east) >> 1
        if (shape & 2) != 0:
            touched |= (self.north_east | self.south_east) >> (WIDTH + 2)
        if (shape & 4) != 0:
            touched |= (self.south_east | self.south_west) >> (2 * WIDTH + 1)
        if (shape & 8) != 0:
            touched |= (self.south_west | self.north_west) >> WIDTH
        if shape < HALF_ONLY and (shape & 5) != 5 and (shape & 10) != 10:
            rising = self.north_east | self.south_west
            falling = self.north_west | self.south_east
            if (shape & 9) == 0:
                touched |= rising
            if (shape & 3) == 0:
                touched |= falling >> 2
            if (shape & 6) == 0:
                touched |= rising >> (2 * WIDTH + 2)
            if (shape & 12) == 0:
                touched |= falling >> (2 * WIDTH)
        return touched & self.room

    def find_completing(self, edge: i64) -> int:
        """Look for the spots where two sections lack just this half."""
        if edge == 0:
            points = (self.north_west & self.north_east) >> 1
        elif edge == 1:
            points = (self.north_east & self.south_east) >> (WIDTH + 2)
        elif edge == 2:
            points = (self.south_east & self.south_west) >> (2 * WIDTH + 1)
        else:
            points = (self.south_west & self.north_west) >> WIDTH
        return points & self.room

    def find_touching(self) -> int:
        """Look for the spots that share an edge with a half-cell that is taken."""
        if self.occupied == 0:
            return self.room
        wide = self.occupied | self.occupied >> 1
        high = self.occupied | self.occupied >> WIDTH
        return (wide << WIDTH | wide >> (2 * WIDTH) | high << 1 | high >> 2) & self.room
