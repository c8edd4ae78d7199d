"""The fringe of a table: the spots with room where a card could meet a section, each with all that it would meet.

Kept up card by card, which changes a few spots, so that nothing is looked for when moves are counted or chosen.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import HALF_ONLY
from parlor.games.wicked_pizza.rules.lattice import (
    BESIDE,
    BITS,
    COMPLETING,
    CORNERS,
    MIDDLES,
    ORIGIN,
    WIDTH,
    Lattice,
    holds,
    x_of,
    y_of,
)
from parlor.games.wicked_pizza.rules.layout import (
    ALL_MET,
    meets,
    met_at,
    new_reach,
    spot_of,
    spot_of_reach,
    tallied,
    tally,
)
from parlor.games.wicked_pizza.rules.pieces import shape_of

# What a card on a spot could meet: the sections on the far side of each edge (two bits for each edge, clockwise), and
# those beside a quarter in each corner (one bit each).
HALVES: Final[list[i64]] = [3 << 2 * edge for edge in range(4)]
QUARTERS: Final[list[i64]] = [256 << corner for corner in range(4)]
# Where such a section has its tip, counted from the spot, on which side of the tip it lies, and its bit.
_MEETINGS: Final = [
    *[(MIDDLES[edge], (edge + more) % 4, 1 << 2 * edge + more) for edge in range(4) for more in (0, 1)],
    *[(CORNERS[corner], (corner + more) % 4, QUARTERS[corner]) for corner in range(4) for more in (1, 3)],
]
# A card changes what is met on five rows of five spots, from two up and two to the left of its own on: by shape, what
# it adds there, or CLOSED where it leaves no room.
CLOSED: Final = 4096
ROWS: Final = 5
ZONE: Final = ROWS * ROWS
START: Final = -2 * WIDTH - 2
WINDOW: Final = (1 << (ROWS - 1) * WIDTH + ROWS) - 1
WINDOW_BYTES: Final = WINDOW.bit_length() // 8 + 1


def _added(shape: int) -> list[int]:
    """What a card of this shape adds on the spots around it."""
    lattice = Lattice(0)
    lattice.lay(shape, ORIGIN)
    sides = (lattice.north_west, lattice.north_east, lattice.south_east, lattice.south_west)
    added = []
    for y in range(-2, 3):
        for x in range(-2, 3):
            spot = ORIGIN + y * WIDTH + x
            met = {bit for tip, side, bit in _MEETINGS if sides[side] >> spot + tip & 1}
            added.append(CLOSED if abs(x) < 2 and abs(y) < 2 else sum(met))
    return added


ADDED: Final[list[i64]] = [met for shape in range(BESIDE) for met in _added(shape)]
# By how far a spot lies from the first one that a card changes: which of them it is, or -1.
CHANGED: Final[list[i64]] = [
    place // WIDTH * ROWS + place % WIDTH if place % WIDTH < ROWS else -1 for place in range((ROWS - 1) * WIDTH + ROWS)
]


# The questions about a table that the fringe answers: where the shapes of cards connect, and where a half completes a
# pizza. Each asks for spots that meet so many, or more, of so much.
_SHAPES: Final = [0, 1, 2, 4, 8, 5, 10, *[HALF_ONLY | 1 << edge for edge in range(4)]]
_QUESTIONS: Final = [*_SHAPES, *[COMPLETING + edge for edge in range(4)]]


def _asked(question: int) -> int:
    if question >= COMPLETING:
        return HALVES[question - COMPLETING]
    asked = sum([HALVES[edge] for edge in range(4) if question >> edge & 1])
    if question < HALF_ONLY:
        # A half-cell is a quarter if neither of its edges carries a half.
        asked += sum([QUARTERS[one] for one in range(4) if not (question >> one | question >> (one + 3) % 4) & 1])
    return asked


ASKED: Final[list[i64]] = [_asked(question) for question in range(COMPLETING + 4)]
LEAST: Final[list[i64]] = [_asked(question) if question >= COMPLETING else 1 for question in range(COMPLETING + 4)]
# How many spots each question has is kept in five numbers of three counts each: small ones are read fastest.
COUNTS: Final = 3
NUMBERS: Final = 5
PLACE: Final[list[i64]] = [
    _QUESTIONS.index(question) if question in _QUESTIONS else -1 for question in range(COMPLETING + 4)
]


def _counts(number: int) -> list[int]:
    """What a spot adds to one number, by what it meets."""
    first, second, third = [(ASKED[one], LEAST[one]) for one in _QUESTIONS[COUNTS * number : COUNTS * (number + 1)]]
    values = [sum([tally(place) for place in range(COUNTS) if asks >> place & 1]) for asks in range(1 << COUNTS)]
    asking = [
        (met & first[0] >= first[1]) | (met & second[0] >= second[1]) << 1 | (met & third[0] >= third[1]) << 2
        for met in range(ALL_MET)
    ]
    # By way of map, so that all equal ones are one object, which is soon in the cache.
    return list(map(values.__getitem__, asking))


_COUNTED: Final = list(zip(*[_counts(number) for number in range(NUMBERS)], strict=True))
COUNTED: Final[list[i64]] = list(chain.from_iterable(_COUNTED))


class Fringe:
    """The spots that a table of so many cards has, in order; never changed, so that moves and copies may share it."""

    def __init__(self, cards: i64, reaches: list[i64]) -> None:
        self.cards = cards
        self.reaches = reaches
        self.first: i64 = 0
        self.second: i64 = 0
        self.third: i64 = 0
        self.fourth: i64 = 0
        self.fifth: i64 = 0

    def copy(self, cards: i64) -> Fringe:
        """One that can be changed until it is that of so many cards."""
        new = Fringe(cards, self.reaches.copy())
        new.first = self.first
        new.second = self.second
        new.third = self.third
        new.fourth = self.fourth
        new.fifth = self.fifth
        return new

    def count(self, met: i64) -> None:
        """Count one more spot where so much is met."""
        counted = met * NUMBERS
        self.first += COUNTED[counted]
        self.second += COUNTED[counted + 1]
        self.third += COUNTED[counted + 2]
        self.fourth += COUNTED[counted + 3]
        self.fifth += COUNTED[counted + 4]

    def discount(self, met: i64) -> None:
        """Count one spot less where so much is met."""
        counted = met * NUMBERS
        self.first -= COUNTED[counted]
        self.second -= COUNTED[counted + 1]
        self.third -= COUNTED[counted + 2]
        self.fourth -= COUNTED[counted + 3]
        self.fifth -= COUNTED[counted + 4]

    def grown(self, laid: list[i64], room: int) -> Fringe:
        """The fringe once all these cards lie there, of which it knows the first, with the room that they leave."""
        new = self.copy(len(laid))
        index = self.cards
        while index < len(laid):
            new.add(shape_of(laid[index]), spot_of(laid[index]), room)
            index += 1
        return new

    def add(self, shape: i64, spot: i64, room: int) -> None:
        """Take in one card."""
        reaches = self.reaches
        start = spot + START
        free = window(room, start)
        index = self.find(start)
        # The next spot that is in the fringe already.
        known = self.spot_at(index)
        place: i64 = 0
        while place < ZONE:
            distance = place // ROWS * WIDTH
            last = distance + ROWS
            while known < start + distance:
                index += 1
                known = self.spot_at(index)
            while distance < last:
                more = ADDED[shape * ZONE + place]
                if known == start + distance:
                    met = met_at(reaches[index])
                    if more == CLOSED:
                        self.discount(met)
                        reaches.pop(index)
                    else:
                        if (met | more) != met:
                            self.discount(met)
                            self.count(met | more)
                            reaches[index] = new_reach(known, met | more)
                        index += 1
                    known = self.spot_at(index)
                elif more > 0 and more != CLOSED and holds(free, distance):
                    self.count(more)
                    reaches.insert(index, new_reach(start + distance, more))
                    index += 1
                distance += 1
                place += 1

    def spot_at(self, index: i64) -> i64:
        """The spot with this index, and after the last one some number beyond the table."""
        if index < len(self.reaches):
            return spot_of_reach(self.reaches[index])
        return BITS

    def without(self, spot: i64, laid: list[i64], room: int) -> Fringe:
        """The fringe once the card on this spot is gone, with all cards that are left, and their room."""
        new = self.copy(len(laid))
        near = [card for card in laid if -ROWS < y_of(spot_of(card)) - y_of(spot) < ROWS]
        near = [card for card in near if -ROWS < x_of(spot_of(card)) - x_of(spot) < ROWS]
        start = spot + START
        free = window(room, start)
        distance: i64 = 0
        while distance < len(CHANGED):
            if CHANGED[distance] >= 0:
                new.renew(start + distance, near, holds(free, distance))
            distance += 1
        return new

    def renew(self, spot: i64, near: list[i64], has_room: bool) -> None:
        """See again what a card on a spot would meet of these cards."""
        index = self.find(spot)
        if self.spot_at(index) == spot:
            self.discount(met_at(self.reaches[index]))
            self.reaches.pop(index)
        if has_room:
            met: i64 = 0
            for laid in near:
                distance = spot - spot_of(laid) - START
                if distance >= 0 and distance < len(CHANGED) and CHANGED[distance] >= 0:
                    met |= ADDED[shape_of(laid) * ZONE + CHANGED[distance]]
            if met > 0:
                self.count(met)
                self.reaches.insert(index, new_reach(spot, met))

    def find(self, spot: i64) -> i64:
        """The index of the first spot that is this one or a later one."""
        low: i64 = 0
        high: i64 = len(self.reaches)
        while low < high:
            middle = (low + high) >> 1
            if spot_of_reach(self.reaches[middle]) < spot:
                low = middle + 1
            else:
                high = middle
        return low

    def size_of(self, question: i64) -> i64:
        """How many spots a question asks for."""
        place = PLACE[question]
        if place < COUNTS:
            return tallied(self.first, place)
        if place < 2 * COUNTS:
            return tallied(self.second, place - COUNTS)
        if place < 3 * COUNTS:
            return tallied(self.third, place - 2 * COUNTS)
        if place < 4 * COUNTS:
            return tallied(self.fourth, place - 3 * COUNTS)
        return tallied(self.fifth, place - 4 * COUNTS)

    def spot(self, question: i64, place: i64) -> i64:
        """The spot at this place, counted from 0, of those that a question asks for."""
        asked = ASKED[question]
        least = LEAST[question]
        for reach in self.reaches:
            if meets(reach, asked, least):
                if place == 0:
                    return spot_of_reach(reach)
                place -= 1
        raise IndexError(place)

    def spots(self, question: i64) -> list[i64]:
        """All spots that a question asks for, in order."""
        asked = ASKED[question]
        least = LEAST[question]
        return [spot_of_reach(reach) for reach in self.reaches if meets(reach, asked, least)]

    def has(self, question: i64, spot: i64) -> bool:
        """Whether a question asks for this spot."""
        index = self.find(spot)
        return self.spot_at(index) == spot and meets(self.reaches[index], ASKED[question], LEAST[question])


def window(bits: int, start: i64) -> bytes:
    """The part of a set that a card may change, counted from its first spot."""
    # As an ordinary integer, or the set would be taken for a native one.
    shift: int = start
    part = bits >> shift if shift >= 0 else bits << -shift
    return (part & WINDOW).to_bytes(WINDOW_BYTES, "little")


NO_FRINGE: Final = Fringe(0, [])
"""That of a table without cards."""
