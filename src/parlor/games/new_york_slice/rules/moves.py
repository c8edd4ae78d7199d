"""The moves of New York Slice and how they are written (NYS 8). All but divisions and eating exist once.

A division is the set of slices that start a portion, the set of those that end one, and the start of the portion
with the Special. What is eaten is a set too: see the EAT_ constants for its bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit
from parlor.core.errors import IllegalMove
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import count, i64
from parlor.games.new_york_slice.box import ID_TEXTS, PAIR_TEXTS, PIZZA_SIZE, SPECIALS

if TYPE_CHECKING:
    from collections.abc import Iterator

SLICER: Final = 0
SPECIAL: Final = 1
SLICE: Final = 2
MYSTERY: Final = 3
DIBS_ON: Final = 4
DIVIDE: Final = 5
CUT: Final = 6
SNEAK: Final = 7
TAKE: Final = 8
EAT: Final = 9
ATTACH: Final = 10
EAT_SECONDS: Final = 11
PASS: Final = 12
KINDS: Final = (
    "slicer",
    "special",
    "slice",
    "mystery",
    "dibs",
    "divide",
    "cut",
    "sneak",
    "take",
    "eat",
    "attach",
    "seconds",
    "pass",
)

# Where the Special lies in a division: the number of a portion's first slice, or one of these.
NO_SPECIAL: Final = 0
ALONE: Final = 12

# The bits of what is eaten: slices of the pizza from 0, the Mystery slice, then slices collected before:
# up to three Veggies without and with an anchovy, lowest first, and Combos by their pair.
EAT_MYSTERY: Final = 11
EAT_VEGGIES: Final = 12
EAT_ANCHOVY_VEGGIES: Final = 15
EAT_COMBOS: Final = 18
VEGGIE_BITS: Final = 0x3F000
DONE: Final = "done"


class SliceMove(Move):
    """A kind with what it needs; see the functions below for each kind's value and detail."""

    def __init__(self, kind: i64, value: i64, detail: i64 = 0) -> None:
        super().__init__((value << 8) | (detail << 4) | kind)
        self.kind = kind
        self.value = value
        self.detail = detail

    def __str__(self) -> str:
        kind = self.kind
        if kind == DIVIDE:
            return division_text(self.value, self.detail)
        if kind == EAT:
            return "eat " + ",".join(eaten_texts(self.value))
        if kind == EAT_SECONDS:
            return seconds_text(self.value)
        if kind == CUT or kind == PASS:
            return KINDS[kind]
        if kind == SLICE or kind == MYSTERY:
            return f"{KINDS[kind]} {ID_TEXTS[self.value]}"
        if kind == SPECIAL:
            return f"special {SPECIALS[self.value]}"
        if kind == SNEAK:
            return f"sneak {self.value} {self.detail}"
        return f"{KINDS[kind]} {self.value}"


# Chance: the first Slicer's seat, a Special, a slice by its id.
SLICER_MOVES: Final = [SliceMove(SLICER, seat) for seat in range(6)]
SPECIAL_MOVES: Final = [SliceMove(SPECIAL, special) for special in range(len(SPECIALS))]
SLICE_MOVES: Final = [SliceMove(SLICE, id) for id in range(len(ID_TEXTS))]
MYSTERY_MOVES: Final = [SliceMove(MYSTERY, id) for id in range(len(ID_TEXTS))]
# Seats: a slice's number, a portion's number, a type; at the number itself.
DIBS_MOVES: Final = [SliceMove(DIBS_ON, number) for number in range(PIZZA_SIZE + 1)]
TAKE_MOVES: Final = [SliceMove(TAKE, number) for number in range(7)]
ATTACH_MOVES: Final = [SliceMove(ATTACH, number) for number in range(12)]
CUT_MOVE: Final = SliceMove(CUT, 0)
PASS_MOVE: Final = SliceMove(PASS, 0)
# At slice number * 8 + portion number.
SNEAK_MOVES: Final = [SliceMove(SNEAK, place // 8, place % 8) for place in range(12 * 8)]


def eating(eaten: i64) -> SliceMove:
    """The move that eats this set; eating nothing is a pass."""
    return PASS_MOVE if eaten == 0 else SliceMove(EAT, eaten)


def eating_seconds(number: i64, plain: i64, with_anchovy: i64, supreme: i64) -> SliceMove:
    """The move that eats so many slices of a type before scoring (NYS 5.1)."""
    return SliceMove(EAT_SECONDS, number | (plain << 4) | (with_anchovy << 8) | (supreme << 12))


def seconds_text(value: int) -> str:
    """What Seconds eats: `8:2+1a+S` for two plain slices of type 8, one with an anchovy, and the Supreme."""
    plain, with_anchovy, supreme = (value >> 4) & 15, (value >> 8) & 15, value >> 12
    parts = [str(plain)] if plain else []
    if with_anchovy:
        parts.append(f"{with_anchovy}a")
    if supreme:
        parts.append("S")
    return f"seconds {value & 15}:{'+'.join(parts)}"


def eaten_texts(eaten: int) -> list[str]:
    """Each slice of an eaten set: its number, `m` for the Mystery slice, `c` before one collected earlier."""
    texts = [str(place + 1) for place in range(PIZZA_SIZE) if eaten >> place & 1]
    if eaten >> EAT_MYSTERY & 1:
        texts.append("m")
    texts += ["c3"] * (eaten >> EAT_VEGGIES & 7).bit_count()
    texts += ["c3a"] * (eaten >> EAT_ANCHOVY_VEGGIES & 7).bit_count()
    texts += [f"c{pair}" for index, pair in enumerate(PAIR_TEXTS) if eaten >> (EAT_COMBOS + index) & 1]
    return texts


def runs(starts: int, ends: int) -> list[tuple[int, int]]:
    """The portions of slices in a division as (first, last) numbers, from the one with the lowest number."""
    first = [place + 1 for place in range(PIZZA_SIZE) if starts >> place & 1]
    last = [place + 1 for place in range(PIZZA_SIZE) if ends >> place & 1]
    if last and last[0] < first[0]:
        # The portion that runs over the top of the circle holds the lowest number.
        first.insert(0, first.pop())
    return list(zip(first, last, strict=True))


def run_text(first: int, last: int) -> str:
    """A run of slices: `10-2`, or `5` alone."""
    return str(first) if first == last else f"{first}-{last}"


def portion_texts(value: int, special: int) -> list[str]:
    """The portions of a division, each as it is written."""
    texts = [
        run_text(first, last) + ("+" if first == special else "")
        for first, last in runs(value & 0x7FF, value >> PIZZA_SIZE)
    ]
    return [*texts, "+"] if special == ALONE else texts


def division_text(value: int, special: int) -> str:
    """A division as it is written."""
    return "divide " + ",".join(portion_texts(value, special))


class Eating(LegalMoves):
    """Eating any set of these slices, or nothing: listed by nobody, chosen slice by slice."""

    def __init__(self, edible: i64) -> None:
        """`edible` as in an eaten set."""
        self.edible = edible
        self.single: i64 = edible & ~VEGGIE_BITS
        self.veggies: i64 = count((edible >> EAT_VEGGIES) & 7)
        self.anchovy_veggies: i64 = count((edible >> EAT_ANCHOVY_VEGGIES) & 7)

    def __len__(self) -> int:
        return bit(count(self.single)) * (self.veggies + 1) * (self.anchovy_veggies + 1)

    def eaten(self, index: i64) -> i64:
        """The index-th set: interchangeable Veggies count as numbers, all else slice by slice."""
        eaten: i64 = (bit(index % (self.veggies + 1)) - 1) << EAT_VEGGIES
        index = index // (self.veggies + 1)
        eaten |= (bit(index % (self.anchovy_veggies + 1)) - 1) << EAT_ANCHOVY_VEGGIES
        index = index // (self.anchovy_veggies + 1)
        single = self.single
        while index != 0:
            if (index & 1) != 0:
                eaten |= single & -single
            single &= single - 1
            index >>= 1
        return eaten

    def __getitem__(self, index: int) -> Move:
        if index < 0 or index >= len(self):
            raise IndexError(index)
        return eating(self.eaten(index))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, SliceMove):
            return False
        if move.kind == PASS:
            return True
        return move.kind == EAT and (move.value & ~self.edible) == 0

    def __iter__(self) -> Iterator[Move]:
        for index in range(len(self)):
            yield self[index]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """The slices not picked yet, and `done`."""
        if DONE in picked:
            return []
        left = eaten_texts(self.edible)
        for part in picked:
            if part in left:
                left.remove(part)
        return [*dict.fromkeys(left), DONE]

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that eats what was picked, in any order."""
        from parlor.games.new_york_slice.rules.notation import parse_eaten

        slices = [part for part in picked if part != DONE]
        eaten = parse_eaten(slices)
        if DONE not in picked or eaten is None or (eaten & ~self.edible) != 0:
            raise IllegalMove("move.parts", picked=" ".join(picked))
        return eating(eaten)
