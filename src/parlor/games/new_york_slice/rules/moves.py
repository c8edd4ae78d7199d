"""The moves of New York Slice and how they are written (NYS 8). All but divisions and eating exist once.

What is divided, eaten and had as Seconds is one number each: see layout.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit, has
from parlor.core.errors import IllegalMove
from parlor.core.moves import DONE, LegalMoves, Move
from parlor.core.native import count, i64
from parlor.games.new_york_slice.box import ID_TEXTS, PAIR_TEXTS, PIZZA_SIZE, SPECIALS
from parlor.games.new_york_slice.rules.layout import (
    EAT_ANCHOVY_VEGGIES,
    EAT_COMBOS,
    EAT_MYSTERY,
    EAT_VEGGIES,
    anchovy_veggies_eaten,
    anchovy_veggies_in,
    code_of,
    ends_of,
    helping_of,
    plain_in,
    starts_of,
    supreme_in,
    type_in,
    veggies_eaten,
    veggies_in,
    with_anchovy_in,
    without_veggies,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind:
    """What a move does, as a number."""

    SLICER: Final = 0
    SPECIAL: Final = 1
    SLICE: Final = 2
    MYSTERY: Final = 3
    DIBS: Final = 4
    DIVIDE: Final = 5
    CUT: Final = 6
    SNEAK: Final = 7
    TAKE: Final = 8
    EAT: Final = 9
    ATTACH: Final = 10
    SECONDS: Final = 11
    PASS: Final = 12


KINDS: Final = (
    *("slicer", "special", "slice", "mystery", "dibs", "divide", "cut"),
    *("sneak", "take", "eat", "attach", "seconds", "pass"),
)

# Where the Special lies in a division: the number of a portion's first slice, or one of these.
NO_SPECIAL: Final = 0
ALONE: Final = 12


class SliceMove(Move):
    """A kind with what it needs; see the functions below for each kind's value and detail."""

    def __init__(self, kind: i64, value: i64, detail: i64 = 0) -> None:
        super().__init__(code_of(kind, value, detail))
        self.kind = kind
        self.value = value
        self.detail = detail

    def __str__(self) -> str:
        kind = self.kind
        if kind == Kind.DIVIDE:
            return division_text(self.value, self.detail)
        if kind == Kind.EAT:
            return "eat " + ",".join(eaten_texts(self.value))
        if kind == Kind.SECONDS:
            return seconds_text(self.value)
        if kind == Kind.CUT or kind == Kind.PASS:
            return KINDS[kind]
        if kind == Kind.SLICE or kind == Kind.MYSTERY:
            return f"{KINDS[kind]} {ID_TEXTS[self.value]}"
        if kind == Kind.SPECIAL:
            return f"special {SPECIALS[self.value]}"
        if kind == Kind.SNEAK:
            return f"sneak {self.value} {self.detail}"
        return f"{KINDS[kind]} {self.value}"


# Chance: the first Slicer's seat, a Special, a slice by its id.
SLICER_MOVES: Final = [SliceMove(Kind.SLICER, seat) for seat in range(6)]
SPECIAL_MOVES: Final = [SliceMove(Kind.SPECIAL, special) for special in range(len(SPECIALS))]
SLICE_MOVES: Final = [SliceMove(Kind.SLICE, id) for id in range(len(ID_TEXTS))]
MYSTERY_MOVES: Final = [SliceMove(Kind.MYSTERY, id) for id in range(len(ID_TEXTS))]
# Seats: a slice's number, a portion's number, a type; at the number itself.
DIBS_MOVES: Final = [SliceMove(Kind.DIBS, number) for number in range(PIZZA_SIZE + 1)]
TAKE_MOVES: Final = [SliceMove(Kind.TAKE, number) for number in range(7)]
ATTACH_MOVES: Final = [SliceMove(Kind.ATTACH, number) for number in range(12)]
CUT_MOVE: Final = SliceMove(Kind.CUT, 0)
PASS_MOVE: Final = SliceMove(Kind.PASS, 0)
# A slice's number and a portion's number.
SNEAK_MOVES: Final = [[SliceMove(Kind.SNEAK, number, portion) for portion in range(7)] for number in range(12)]


def eating(eaten: i64) -> SliceMove:
    """The move that eats this set; eating nothing is a pass."""
    return PASS_MOVE if eaten == 0 else SliceMove(Kind.EAT, eaten)


def eating_seconds(number: i64, plain: i64, with_anchovy: i64, supreme: i64) -> SliceMove:
    """The move that eats so many slices of a type before scoring (NYS 5.1)."""
    return SliceMove(Kind.SECONDS, helping_of(number, plain, with_anchovy, supreme))


def seconds_text(helping: int) -> str:
    """What Seconds eats: `8:2+1a+S` for two plain slices of type 8, one with an anchovy, and the Supreme."""
    parts = [str(plain_in(helping))] if plain_in(helping) else []
    if with_anchovy_in(helping):
        parts.append(f"{with_anchovy_in(helping)}a")
    if supreme_in(helping):
        parts.append("S")
    return f"seconds {type_in(helping)}:{'+'.join(parts)}"


def eaten_texts(eaten: int) -> list[str]:
    """Each slice of an eaten set: its number, `m` for the Mystery slice, `c` before one collected earlier."""
    texts = [str(place + 1) for place in range(PIZZA_SIZE) if has(eaten, place)]
    if has(eaten, EAT_MYSTERY):
        texts.append("m")
    texts += ["c3"] * veggies_in(eaten)
    texts += ["c3a"] * anchovy_veggies_in(eaten)
    texts += [f"c{pair}" for index, pair in enumerate(PAIR_TEXTS) if has(eaten, EAT_COMBOS + index)]
    return texts


def parse_eaten(texts: Sequence[str]) -> int | None:
    """The eaten set that these slices make; None if one of them is no such slice or comes twice."""
    eaten = 0
    for text in texts:
        if text in ("c3", "c3a"):
            place = EAT_VEGGIES if text == "c3" else EAT_ANCHOVY_VEGGIES
            last = place + 3
            while place < last and has(eaten, place):
                place += 1
            if place == last:
                return None
        elif text == "m":
            place = EAT_MYSTERY
        elif re.fullmatch(r"[1-9]|1[01]", text):
            place = int(text) - 1
        elif text[:1] == "c" and text[1:] in PAIR_TEXTS:
            place = EAT_COMBOS + PAIR_TEXTS.index(text[1:])
        else:
            return None
        if has(eaten, place):
            return None
        eaten |= bit(place)
    return eaten


def runs(starts: int, ends: int) -> list[tuple[int, int]]:
    """The portions of slices in a division as (first, last) numbers, from the one with the lowest number."""
    first = [place + 1 for place in range(PIZZA_SIZE) if has(starts, place)]
    last = [place + 1 for place in range(PIZZA_SIZE) if has(ends, place)]
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
        for first, last in runs(starts_of(value), ends_of(value))
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
        self.single: i64 = without_veggies(edible)
        self.veggies: i64 = veggies_in(edible)
        self.anchovy_veggies: i64 = anchovy_veggies_in(edible)

    def __len__(self) -> int:
        return bit(count(self.single)) * (self.veggies + 1) * (self.anchovy_veggies + 1)

    def eaten(self, index: i64) -> i64:
        """The index-th set: interchangeable Veggies count as numbers, all else slice by slice."""
        eaten = veggies_eaten(index % (self.veggies + 1))
        index = index // (self.veggies + 1)
        eaten |= anchovy_veggies_eaten(index % (self.anchovy_veggies + 1))
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
        if move.kind == Kind.PASS:
            return True
        return move.kind == Kind.EAT and (move.value & ~self.edible) == 0

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
        slices = [part for part in picked if part != DONE]
        eaten = parse_eaten(slices)
        if DONE not in picked or eaten is None or (eaten & ~self.edible) != 0:
            raise IllegalMove("move.parts", picked=" ".join(picked))
        return eating(eaten)
