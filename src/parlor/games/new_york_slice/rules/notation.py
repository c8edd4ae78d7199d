"""Reading moves of New York Slice (NYS 8): a text that cannot be a move is refused with the reason."""

from __future__ import annotations

import re

from parlor.core.bits import bit, has
from parlor.core.errors import BadMove
from parlor.games.new_york_slice.box import PIZZA_SIZE
from parlor.games.new_york_slice.rules.layout import division_of
from parlor.games.new_york_slice.rules.moves import (
    ALONE,
    ATTACH_MOVES,
    CUT_MOVE,
    DIBS_MOVES,
    MYSTERY_MOVES,
    NO_SPECIAL,
    PASS_MOVE,
    SLICE_MOVES,
    SLICER_MOVES,
    SNEAK_MOVES,
    SPECIAL_MOVES,
    TAKE_MOVES,
    Kind,
    SliceMove,
    eating,
    eating_seconds,
    parse_eaten,
)

EXAMPLES = (
    "divide 10-2,3-6+,7-9",
    "take 2",
    "eat 3,5",
    "pass",
    "attach 7",
    "dibs 4",
    "cut",
    "sneak 6 2",
    "seconds 8:2",
)

_LISTED = [
    *SLICER_MOVES,
    *SPECIAL_MOVES,
    *SLICE_MOVES,
    *MYSTERY_MOVES,
    *DIBS_MOVES[1:],
    *TAKE_MOVES[1:],
    *ATTACH_MOVES[3:],
    *[SNEAK_MOVES[number][portion] for number in range(1, PIZZA_SIZE + 1) for portion in range(1, 7)],
    CUT_MOVE,
    PASS_MOVE,
]
BY_TEXT = {str(move): move for move in _LISTED}


def parse_move(text: str) -> SliceMove | None:
    """The move that is written so; None for what does not look like one."""
    words = text.split()
    text = " ".join(words)
    if text in BY_TEXT:
        return BY_TEXT[text]
    if len(words) < 2:
        return None
    kind, rest = words[0], "".join(words[1:])
    if kind == "divide":
        return parse_division(rest)
    if kind == "eat":
        eaten = parse_eaten(rest.split(","))
        return None if not eaten else eating(eaten)
    if kind == "seconds":
        return parse_seconds(rest)
    return None


def parse_seconds(text: str) -> SliceMove | None:
    """What Seconds eats: `8:2+1a+S`."""
    found = re.fullmatch(r"([3-9]|1[01]):(?:([1-9]|1[01])(?!a))?(?:\+?([1-9]|1[01])a)?(\+?S)?", text)
    if found is None or text.endswith(":") or ":+" in text:
        return None
    number, plain, with_anchovy, supreme = found.groups()
    move = eating_seconds(int(number), int(plain or 0), int(with_anchovy or 0), int(bool(supreme)))
    return move if str(move) == f"seconds {text}" else None


def parse_division(text: str) -> SliceMove:
    """A division: runs of slices, one of them with `+` or a `+` alone."""
    starts = ends = covered = 0
    special = NO_SPECIAL
    portions = text.split(",")
    for number, portion in enumerate(portions, 1):
        run = portion.rstrip("+")
        marks = len(portion) - len(run)
        if not portion:
            raise BadMove("new-york-slice.division.empty", portion=number, text=text[:60])
        if marks > 1 or (marks and special != NO_SPECIAL):
            raise BadMove("new-york-slice.division.special-twice", text=text[:60])
        if not run:
            special = ALONE
            continue
        first, last = _parse_run(run, portion)
        if marks:
            special = first
        places = [(first - 1 + step) % PIZZA_SIZE for step in range((last - first) % PIZZA_SIZE + 1)]
        for place in places:
            if has(covered, place):
                raise BadMove("new-york-slice.division.overlap", slice=place + 1, text=text[:60])
            covered |= bit(place)
        if len(places) == PIZZA_SIZE:
            # The uncut circle has no first slice: it is written from 1.
            first, last, special = 1, PIZZA_SIZE, 1 if marks else special
        starts |= bit(first - 1)
        ends |= bit(last - 1)
    return SliceMove(Kind.DIVIDE, division_of(starts, ends), special)


def _parse_run(run: str, portion: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", run)
    numbers = [] if found is None else [int(found[1]), int(found[2] or found[1])]
    if not numbers or not all(1 <= number <= PIZZA_SIZE for number in numbers):
        raise BadMove("new-york-slice.division.run", portion=portion[:20])
    return numbers[0], numbers[1]
