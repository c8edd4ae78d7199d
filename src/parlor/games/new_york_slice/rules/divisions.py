"""All ways to divide a pizza into portions (NYS 3.4): the same for every pizza of a size, so listed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit, has, lowest
from parlor.core.errors import IllegalMove
from parlor.core.fields import Data
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import count, i64
from parlor.games.new_york_slice.box import PIZZA_SIZE
from parlor.games.new_york_slice.rules.layout import ALL_PLACES, division_of, ends_of, starts_of
from parlor.games.new_york_slice.rules.moves import ALONE, NO_SPECIAL, Kind, SliceMove, portion_texts, run_text

if TYPE_CHECKING:
    from collections.abc import Iterator


def choose(total: int, number: int) -> int:
    """How many sets of this number of things there are."""
    ways = 1
    for index in range(number):
        ways = ways * (total - index) // (index + 1)
    return ways


def around(places: i64, removed: i64) -> i64:
    """A set of places in a circle of ten as places of the pizza around the removed one."""
    if removed < 0:
        return places
    below = places & (bit(removed) - 1)
    return below | ((places ^ below) << 1)


class Divisions(LegalMoves):
    """The ways to divide the slices that are there into so many portions, with or without a Special."""

    def __init__(self, present: i64, portions: i64, special: bool) -> None:
        self.present = present
        self.portions = portions
        self.special = special
        self.size: i64 = count(present)
        self.removed: i64 = -1 if present == ALL_PLACES else lowest(ALL_PLACES & ~present)
        self._moves: list[SliceMove] | None = None

    @property
    def moves(self) -> list[SliceMove]:
        """Every division, listed when first asked for."""
        if self._moves is None:
            self._moves = self._list()
        return self._moves

    def _list(self) -> list[SliceMove]:
        moves: list[SliceMove] = []
        if not self.special:
            self._cut(self.portions, NO_SPECIAL, moves)
            return moves
        self._cut(self.portions, 1, moves)
        if self.portions == 2:
            moves.append(self.uncut())
        else:
            self._cut(self.portions - 1, ALONE, moves)
        return moves

    def _cut(self, cuts: i64, special: i64, moves: list[SliceMove]) -> None:
        """Add every way to make so many cuts; a `special` of 1 stands for any portion in turn."""
        starts: i64 = bit(cuts) - 1
        end = bit(self.size)
        while starts < end:
            ends = (starts >> 1) | ((starts & 1) << (self.size - 1))
            value = division_of(around(starts, self.removed), around(ends, self.removed))
            if special == 1:
                left = starts_of(value)
                while left != 0:
                    moves.append(SliceMove(Kind.DIVIDE, value, lowest(left) + 1))
                    left &= left - 1
            else:
                moves.append(SliceMove(Kind.DIVIDE, value, special))
            # The next larger number with as many bits.
            low = starts & -starts
            ripple = starts + low
            starts = (((ripple ^ starts) >> 2) // low) | ripple

    def uncut(self) -> SliceMove:
        """The whole circle as one portion, the Special as the other."""
        first = self.present & -self.present
        last = self.present
        while (last & (last - 1)) != 0:
            last &= last - 1
        return SliceMove(Kind.DIVIDE, division_of(first, last), ALONE)

    def __len__(self) -> int:
        with_all_cut = choose(self.size, self.portions)
        if not self.special:
            return with_all_cut
        return with_all_cut * self.portions + (1 if self.portions == 2 else choose(self.size, self.portions - 1))

    def __getitem__(self, index: int) -> Move:
        return self.moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, SliceMove) or move.kind != Kind.DIVIDE:
            return False
        starts = starts_of(move.value)
        if move.detail == ALONE and self.portions == 2:
            return self.special and move.value == self.uncut().value
        if (starts & ~self.present) != 0 or ends_of(move.value) != self.ends(starts):
            return False
        if not self.special:
            return move.detail == NO_SPECIAL and count(starts) == self.portions
        if move.detail == ALONE:
            return count(starts) == self.portions - 1
        return count(starts) == self.portions and move.detail > 0 and has(starts, move.detail - 1)

    def ends(self, starts: i64) -> i64:
        """The slice before each start, round the circle."""
        ends: i64 = 0
        while starts != 0:
            place = lowest(starts)
            starts &= starts - 1
            place = (place + PIZZA_SIZE - 1) % PIZZA_SIZE
            while not has(self.present, place):
                place = (place + PIZZA_SIZE - 1) % PIZZA_SIZE
            ends |= bit(place)
        return ends

    def cuts(self) -> list[str]:
        """The places to cut, each by the slices on its two sides: `3|4`."""
        numbers = [place + 1 for place in range(PIZZA_SIZE) if has(self.present, place)]
        return [f"{last}|{first}" for last, first in zip(numbers, numbers[1:] + numbers[:1], strict=True)]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """Cuts first, in any order, then the portion with the Special; `+` leaves the Special alone."""
        cuts = self.cuts()
        made = [part for part in picked if part in cuts]
        if len(made) != len(picked):
            return []
        if len(made) == self.portions:
            if not self.special:
                return []
            value = self._value(made)
            starts = [place + 1 for place in range(PIZZA_SIZE) if has(starts_of(value), place)]
            return [text for start in starts for text in portion_texts(value, start) if text.endswith("+")]
        left = [cut for cut in cuts if cut not in made]
        alone = 0 if self.portions == 2 else self.portions - 1
        return [*left, "+"] if self.special and len(made) == alone else left

    def _value(self, cuts: Sequence[str]) -> int:
        starts = sum([bit(int(cut.split("|")[1]) - 1) for cut in cuts])
        return division_of(starts, self.ends(starts))

    def whole(self, picked: Sequence[str]) -> Move:
        """The division with these cuts and this place for the Special."""
        known = self.cuts()
        cuts = [part for part in picked if part in known]
        rest = [part for part in picked if part not in known]
        found: SliceMove | None = None
        if rest == ["+"]:
            found = self.uncut() if not cuts else SliceMove(Kind.DIVIDE, self._value(cuts), ALONE)
        elif len(set(cuts)) == len(cuts) > 0 and len(rest) == int(self.special):
            value = self._value(cuts)
            special = NO_SPECIAL
            for start in range(1, PIZZA_SIZE + 1):
                if rest and has(starts_of(value), start - 1) and rest[0] in portion_texts(value, start):
                    special = start
            found = SliceMove(Kind.DIVIDE, value, special)
        if found is None or len(set(cuts)) != len(cuts) or found not in self:
            raise IllegalMove("move.parts", picked=" ".join(picked))
        return found


_known: Final[dict[int, Divisions]] = {}


def divisions(present: i64, portions: i64, special: bool) -> Divisions:
    """The divisions of these slices, the same object each time."""
    key = present * 16 + portions * 2 + (1 if special else 0)
    found = _known.get(key)
    if found is None:
        found = Divisions(present, portions, special)
        _known[key] = found
    return found


def portions_cut(data: Data, picked: Sequence[str]) -> list[list[int]]:
    """The portions that the cuts made so far would give, by the numbers of their slices; none before the second cut."""
    starts = [int(part.partition("|")[2]) for part in picked if "|" in part]
    if data["phase"] != "divide" or len(starts) < 2:
        return []
    lying = [number for number, text in enumerate(data["pizza"], 1) if text is not None]
    found: list[list[int]] = []
    at = lying.index(min(starts))
    for number in lying[at:] + lying[:at]:
        if number in starts:
            found.append([])
        found[-1].append(number)
    return sorted(found, key=min)


def with_special(numbers: Sequence[int]) -> str:
    """The part of a move that puts the Special on a portion."""
    return f"{run_text(numbers[0], numbers[-1])}+"
