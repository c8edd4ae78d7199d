"""Cards on the table as drawings read them: from their text to half-cells and tips."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parlor.games.wicked_pizza.box import BLANK, SECTION_LETTERS
from parlor.games.wicked_pizza.rules.layout import as_ingredient, placed
from parlor.games.wicked_pizza.rules.notation import parse
from parlor.games.wicked_pizza.rules.pieces import PIECE, PIECE_TIP, first_piece, section, shape_of
from parlor.games.wicked_pizza.rules.places import SIDE, x_of, y_of

Place = tuple[int, int]


class Cell(NamedTuple):
    """What a half-cell shows: a letter and the side of its tip; blank without letter."""

    letter: str
    side: int


class Placement(NamedTuple):
    """A card on the table, read from its text."""

    card: str
    x: int
    y: int
    turn: int


@lru_cache(4096)
def read(laid: str) -> Placement:
    """A placement as it is written, `NNST@2,0/1`."""
    card, _, place = laid.partition("@")
    spot, _, turn = place.partition("/")
    return Placement(card, *point(spot), int(turn))


def point(text: str) -> Place:
    """A point as it is written, `2,0`."""
    x, _, y = text.partition(",")
    return int(x), int(y)


@lru_cache(4096)
def cells_of(laid: str) -> dict[Place, Cell]:
    """The half-cells of a card on the table."""
    move = parse(laid)
    assert move is not None
    number = placed(move.card, move.ingredient, move.turn, move.number)
    x, y = x_of(move.number), y_of(move.number)
    cells = {}
    for cell, (dx, dy) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        side = SIDE[shape_of(number) * 4 + cell]
        letter = "" if side == BLANK else SECTION_LETTERS[section(number, cell)]
        cells[x + dx, y + dy] = Cell(letter, side)
    return cells


@lru_cache(4096)
def pieces_of(laid: str) -> tuple[tuple[Place, int], ...]:
    """The halves and quarters of a card on the table: their tips, and the sections that they bring there."""
    move = parse(laid)
    assert move is not None
    first = first_piece(move.card, move.turn)
    found = []
    for tip, sections in zip(PIECE_TIP[first : first + 4], PIECE[first : first + 4], strict=True):
        if tip >= 0:
            point = move.number + tip
            found.append(((x_of(point), y_of(point)), as_ingredient(sections, move.ingredient)))
    return tuple(found)
