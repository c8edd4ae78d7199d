"""The table as a lattice of half-cells (WP 3), kept row by row.

A set of half-cells, of spots or of points is one number in each row. What lies in a table or a row never changes:
laying a card makes another table, which shares all other rows with it.
"""

from __future__ import annotations

from typing import Final

from parlor.core.bits import bit, has, lowest, nth
from parlor.core.chance import Rng
from parlor.core.native import count, i64, mypyc_attr
from parlor.games.wicked_pizza.box import HALF_ONLY
from parlor.games.wicked_pizza.rules.layout import NONE, six_counts, tallied
from parlor.games.wicked_pizza.rules.places import (
    BESIDE,
    COMPLETING,
    LARGEST_TABLE,
    LAST,
    ORIGIN,
    ROWS,
    SHAPES,
    SIDE,
    TIP,
    WIDTH,
)

# Where the answers are counted: six in each of three numbers. Where a card lies beside others is seldom asked.
COUNTS: Final = 6
_COUNTED: Final = [0, 1, 2, 4, 8, 5, 10, *[HALF_ONLY | 1 << edge for edge in range(4)], *range(COMPLETING, 32)]
PLACE: Final[list[i64]] = [_COUNTED.index(asked) if asked in _COUNTED else NONE for asked in range(32)]


# Nothing in a row or a table leads back to it, so that the collector of garbage need not know them.
@mypyc_attr(acyclic=True)
class Row:
    """A row of the table: points by the sides where a section has its tip, half-cells taken and free, room for cards.

    Where cards connect here is kept too once somebody asks: whoever changes a row makes those anew that look at it.
    """

    def __init__(
        self, north_west: i64, north_east: i64, south_east: i64, south_west: i64, taken: i64, free: i64, room: i64
    ) -> None:
        self.north_west = north_west
        self.north_east = north_east
        self.south_east = south_east
        self.south_west = south_west
        self.taken = taken
        self.free = free
        self.room = room
        self.is_known = False
        # The spots where a shape connects: four quarters, a half on one edge, on two, and a half alone.
        self.quarters: i64 = 0
        self.north: i64 = 0
        self.east: i64 = 0
        self.south: i64 = 0
        self.west: i64 = 0
        self.upright: i64 = 0
        self.level: i64 = 0
        self.north_alone: i64 = 0
        self.east_alone: i64 = 0
        self.south_alone: i64 = 0
        self.west_alone: i64 = 0
        # The spots where a half on an edge completes a pizza.
        self.closing_north: i64 = 0
        self.closing_east: i64 = 0
        self.closing_south: i64 = 0
        self.closing_west: i64 = 0
        # How many these are, once they are counted.
        self.first: i64 = NONE
        self.second: i64 = 0
        self.third: i64 = 0

    def find(self, below: Row, last: Row) -> None:
        """Find where cards connect: a section outside shares a tip with one of the card's (WP 3.2).

        A half completes a pizza where two do (WP 6.4).
        """
        room = self.room
        north = (self.north_west | self.north_east) >> 1 & room
        east = (below.north_east | below.south_east) >> 2 & room
        south = (last.south_east | last.south_west) >> 1 & room
        west = (below.south_west | below.north_west) & room
        # A half-cell is a quarter if neither of its edges carries a half.
        north_west = (self.north_east | self.south_west) & room
        north_east = (self.north_west | self.south_east) >> 2 & room
        south_east = (last.north_east | last.south_west) >> 2 & room
        south_west = (last.north_west | last.south_east) & room
        self.quarters = north_west | north_east | south_east | south_west
        self.north = north | south_east | south_west
        self.east = east | south_west | north_west
        self.south = south | north_west | north_east
        self.west = west | north_east | south_east
        self.upright = north | south
        self.level = east | west
        self.north_alone = north
        self.east_alone = east
        self.south_alone = south
        self.west_alone = west
        self.closing_north = (self.north_west & self.north_east) >> 1 & room
        self.closing_east = (below.north_east & below.south_east) >> 2 & room
        self.closing_south = (last.south_east & last.south_west) >> 1 & room
        self.closing_west = below.south_west & below.north_west & room
        self.is_known = True

    def answer(self, question: i64) -> i64:
        """The spots that a question asks for, once they are found."""
        if question == 0:
            return self.quarters
        if question == 1:
            return self.north
        if question == 2:
            return self.east
        if question == 4:
            return self.south
        if question == 8:
            return self.west
        if question == 5:
            return self.upright
        if question == 10:
            return self.level
        if question == HALF_ONLY | 1:
            return self.north_alone
        if question == HALF_ONLY | 2:
            return self.east_alone
        if question == HALF_ONLY | 4:
            return self.south_alone
        if question == HALF_ONLY | 8:
            return self.west_alone
        if question == COMPLETING:
            return self.closing_north
        if question == COMPLETING + 1:
            return self.closing_east
        return self.closing_south if question == COMPLETING + 2 else self.closing_west

    def tally(self) -> None:
        """Count what was found."""
        self.first = six_counts(
            count(self.quarters),
            count(self.north),
            count(self.east),
            count(self.south),
            count(self.west),
            count(self.upright),
        )
        self.second = six_counts(
            count(self.level),
            count(self.north_alone),
            count(self.east_alone),
            count(self.south_alone),
            count(self.west_alone),
            count(self.closing_north),
        )
        self.third = six_counts(count(self.closing_east), count(self.closing_south), count(self.closing_west), 0, 0, 0)


CHANGED_ROWS: Final = 5


def _changes(shape: int) -> list[Row]:
    """What a card of this shape changes on five rows, from two above its spot and a column before it on."""
    sides = [[0] * CHANGED_ROWS for _ in range(4)]
    for cell in range(4):
        side = SIDE[shape * 4 + cell]
        if side >= 0:
            tip = TIP[shape * 4 + cell]
            sides[side][2 + tip // WIDTH] |= 2 << tip % WIDTH
    covered, closed = (0, 0, 6, 6, 0), (0, 7, 7, 7, 0)
    return [Row(*each) for each in zip(*sides, covered, covered, closed, strict=True)]


CHANGES: Final = [row for shape in range(SHAPES) for row in _changes(shape)]


@mypyc_attr(acyclic=True)
class Lattice:
    """What lies on the table; never changed, so that positions and lists of moves may share it."""

    def __init__(self, rows: list[Row], cards: i64, top: i64, bottom: i64) -> None:
        self.rows = rows
        self.cards = cards
        # No card can connect above or below these rows.
        self.top = top
        self.bottom = bottom
        # How many spots the questions ask for, once they are counted.
        self.first: i64 = NONE
        self.second: i64 = 0
        self.third: i64 = 0
        self.beside: i64 = NONE

    def turned_over(self, shape: i64, spot: i64) -> Lattice:
        """A table with a card's half-cells and sections put down, or taken up if they are there, and no room around."""
        rows = self.rows.copy()
        row = spot // WIDTH - 2
        shift = spot % WIDTH - 1
        change = shape * CHANGED_ROWS
        last = row + CHANGED_ROWS
        while row < last:
            old = rows[row]
            by = CHANGES[change]
            rows[row] = Row(
                old.north_west ^ by.north_west << shift,
                old.north_east ^ by.north_east << shift,
                old.south_east ^ by.south_east << shift,
                old.south_west ^ by.south_west << shift,
                old.taken ^ by.taken << shift,
                old.free ^ by.free << shift,
                old.room & ~(by.room << shift),
            )
            row += 1
            change += 1
        return Lattice(rows, self.cards, self.top, self.bottom)

    def laid(self, shape: i64, spot: i64) -> Lattice:
        """The table once a card lies there."""
        new = self.turned_over(shape, spot)
        row = spot // WIDTH
        if self.cards == 0:
            new.top = row - 2
            new.bottom = row
        new.cards += 1
        new.top = min(new.top, row - 2)
        new.bottom = max(new.bottom, min(row + 2, LAST))
        return new

    def lifted(self, shape: i64, spot: i64) -> Lattice:
        """The table once this card is taken off; spots that it closed are open again (WP 5.5)."""
        new = self.turned_over(shape, spot)
        new.cards -= 1
        if new.cards == 0:
            new.top = 0
            new.bottom = LAST
        index = spot // WIDTH - 1
        last = index + 3
        while index < last:
            open_here = new.rows[index].free & new.rows[index + 1].free
            # The row is new too, and nobody else has it yet.
            new.rows[index].room = open_here & open_here >> 1
            index += 1
        return new

    def is_complete(self, point: i64) -> bool:
        """Whether four sections meet there: a pizza (WP 3.4)."""
        row = self.rows[point // WIDTH]
        return has(row.north_west & row.north_east & row.south_east & row.south_west, point % WIDTH)

    def has_room(self, spot: i64) -> bool:
        """Whether a card may lie there."""
        return has(self.rows[spot // WIDTH].room, spot % WIDTH)

    def answer(self, question: i64, index: i64) -> i64:
        """The spots of a row that a question asks for."""
        row = self.rows[index]
        if row.room == 0:
            return 0
        if question == BESIDE:
            return self.touching(index)
        if not row.is_known:
            row.find(self.rows[index + 1], self.rows[index + 2])
        return row.answer(question)

    def touching(self, index: i64) -> i64:
        """The spots of a row that share an edge with a card; on an empty table all of them (WP 3.1, 5.5)."""
        row = self.rows[index]
        if self.cards == 0:
            return row.room
        over_and_under = self.rows[index + 2].taken
        if index > 0:
            over_and_under |= self.rows[index - 1].taken
        level = row.taken | self.rows[index + 1].taken
        return (over_and_under | over_and_under >> 1 | level << 1 | level >> 2) & row.room

    def tally(self) -> None:
        """Count what all questions but one ask for."""
        self.first = 0
        index = self.top
        while index <= self.bottom:
            row = self.rows[index]
            if row.room != 0:
                if row.first < 0:
                    if not row.is_known:
                        row.find(self.rows[index + 1], self.rows[index + 2])
                    row.tally()
                self.first += row.first
                self.second += row.second
                self.third += row.third
            index += 1

    def size_of(self, question: i64) -> i64:
        """How many spots a question asks for."""
        if question == BESIDE:
            if self.beside < 0:
                self.beside = len(self.spots(BESIDE))
            return self.beside
        if self.first < 0:
            self.tally()
        place = PLACE[question]
        if place < COUNTS:
            return tallied(self.first, place)
        if place < 2 * COUNTS:
            return tallied(self.second, place - COUNTS)
        return tallied(self.third, place - 2 * COUNTS)

    def has_any(self, question: i64) -> bool:
        """Whether a question asks for any spot."""
        index = self.top
        while index <= self.bottom:
            if self.answer(question, index) != 0:
                return True
            index += 1
        return False

    def sites(self) -> i64:
        """How many points lack just a half, with room for a card, or just a quarter."""
        found: i64 = 0
        index = self.top
        # The cards of the last row have their tips on the next two.
        while index < min(self.bottom + 3, ROWS):
            row = self.rows[index]
            for edge in range(4):
                found += count(self.answer(COMPLETING + edge, index))
            west = row.north_west & row.south_west
            east = row.north_east & row.south_east
            found += count(west & (row.north_east ^ row.south_east) | east & (row.north_west ^ row.south_west))
            index += 1
        return found

    def has(self, question: i64, spot: i64) -> bool:
        """Whether a question asks for this spot."""
        return self.has_room(spot) and has(self.answer(question, spot // WIDTH), spot % WIDTH)

    def spots(self, question: i64) -> list[i64]:
        """All spots that a question asks for, in order."""
        found: list[i64] = []
        index = self.top
        while index <= self.bottom:
            bits = self.answer(question, index)
            while bits != 0:
                found.append(index * WIDTH + lowest(bits))
                bits &= bits - 1
            index += 1
        return found

    def spot(self, question: i64, place: i64) -> i64:
        """The spot at this place, counted from 0, of those that a question asks for."""
        index = self.top
        while index <= self.bottom:
            bits = self.answer(question, index)
            if bits != 0:
                number = count(bits)
                if place < number:
                    return index * WIDTH + lowest(nth(bits, place))
                place -= number
            index += 1
        raise IndexError(place)

    def any_spot(self, question: i64, rng: Rng) -> i64:
        """A random spot that a question asks for, each alike; NONE if there is none."""
        chosen: i64 = NONE
        among: i64 = 0
        found: i64 = 0
        index = self.top
        while index <= self.bottom:
            bits = self.answer(question, index)
            if bits != 0:
                number = count(bits)
                found += number
                # Each row in turn takes the place of the one before, as often as its share of the spots so far.
                if found == number or rng.below(found) < number:
                    chosen = index
                    among = bits
            index += 1
        if chosen >= 0:
            return chosen * WIDTH + lowest(nth(among, rng.below(count(among))))
        return NONE


def _empty(table: int) -> Lattice:
    """A square table of this size with the origin in its middle, and nothing on it (WP 3.1)."""
    first, last = ORIGIN // WIDTH - table // 2, ORIGIN // WIDTH + table // 2
    columns = (bit(table) - 1) << (ORIGIN % WIDTH - table // 2)
    room = columns & columns >> 1
    rows = [
        Row(0, 0, 0, 0, 0, columns if first <= row < last else 0, room if first <= row < last - 1 else 0)
        for row in range(ROWS)
    ]
    return Lattice(rows, 0, 0, LAST)


EMPTY: Final = [_empty(table) for table in range(LARGEST_TABLE + 1)]
