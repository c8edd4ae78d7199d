"""How moves of Wicked Pizza are read (WP 9); `str` of a move writes them."""

from __future__ import annotations

import re

from parlor.core.errors import BadMove
from parlor.games.wicked_pizza.box import CARD_OF, DRAW2, LETTERS, SECTION_LETTERS, TURNS, WILD, is_cast
from parlor.games.wicked_pizza.rules.layout import section_at, section_on
from parlor.games.wicked_pizza.rules.moves import (
    CASTS,
    DISCARDS,
    DRAWS,
    FIRSTS,
    PASS_MOVE,
    REMOVES,
    SEATS,
    SLOTS,
    Kind,
    WickedMove,
    lay_move,
)
from parlor.games.wicked_pizza.rules.places import LARGEST_TABLE, spot_at

EXAMPLES = ["NNST@2,0/1", "wild:N@2,0/1", "draw2", "discard NNST", "seat 2"]

_LAY = re.compile(r"([\w=.:-]+)@(-?\d{1,9}),(-?\d{1,9})/([0-3])", re.ASCII)
_POINT = re.compile(r"pizza (-?\d{1,9}),(-?\d{1,9})", re.ASCII)
_PLAIN = {
    str(move): move for move in (*DISCARDS, *REMOVES, *DRAWS, *SEATS, *FIRSTS, *SLOTS, PASS_MOVE, *CASTS[DRAW2:WILD])
}


def parse(text: str) -> WickedMove | None:
    """The move that is written so, a symmetric card in its first turn; None if there is none."""
    text = " ".join(text.split())
    if text in _PLAIN:
        return _PLAIN[text]
    if point := _POINT.fullmatch(text):
        return WickedMove(Kind.PIZZA, 0, 0, 0, _spot(*point.groups()))
    lay = _LAY.fullmatch(text)
    if lay is None:
        return None
    name, x, y, turn = lay.groups()
    card, ingredient = CARD_OF.get(name), 0
    if re.fullmatch(f"wild:[{LETTERS}]", name):
        card, ingredient = WILD, LETTERS.index(name[-1])
    elif card is None or card == WILD or is_cast(card):
        return None
    return lay_move(card, ingredient, int(turn) % TURNS[card], _spot(x, y))


def _spot(x: str, y: str) -> int:
    half = LARGEST_TABLE // 2
    if not (-half <= int(x) <= half and -half <= int(y) <= half):
        raise BadMove("wicked-pizza.no.far", x=x, y=y, least=-half, most=half)
    return spot_at(int(x), int(y))


def section_letters(sections: int) -> str:
    """The four letters of a pizza, clockwise from the north-west."""
    return "".join([SECTION_LETTERS[section_at(sections, side)] for side in range(4)])


def parse_sections(letters: str) -> int:
    """The sections that are written so."""
    return sum([section_on(side, SECTION_LETTERS.index(letter)) for side, letter in enumerate(letters)])
