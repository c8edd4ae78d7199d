"""What a card brings to the points that it touches: halves and quarters, by their tips (WP 1.1, 1.2)."""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import CARDS, RINGS, SHAPES, WILD, is_cast, is_half_spell
from parlor.games.wicked_pizza.rules.layout import (
    as_ingredient,
    card_of,
    ingredient_of,
    placed,
    section_on,
    spot_of,
    turn_of,
)
from parlor.games.wicked_pizza.rules.places import BESIDE, COMPLETING, LAST_TIP, SIDE, TIP


def shape_of(laid: i64) -> i64:
    """The shape that a card on the table shows."""
    return SHAPES[card_of(laid) * 4 + turn_of(laid)]


def question(card: i64, turn: i64, connects: bool) -> i64:
    """What to ask the table for the spots of a card so turned (WP 3.3, 6.4).

    It must connect crusts if it can in any turn, and a half spell must complete a pizza.
    """
    if is_half_spell(card):
        return COMPLETING + turn
    return SHAPES[card * 4 + turn] if connects else BESIDE


def section(laid: i64, cell: i64) -> i64:
    """What a half-cell of a card on the table carries, clockwise from its north-west one."""
    if card_of(laid) == WILD:
        return ingredient_of(laid)
    return RINGS[card_of(laid) * 4 + ((cell - turn_of(laid)) & 3)]


def _pieces(card: int, turn: int) -> list[tuple[int, int]]:
    """The tips of a card so turned, counted from its spot, each with the sections that it brings there."""
    found: dict[int, int] = {}
    laid = placed(card, 0, turn, 0)
    for cell in range(4):
        side = SIDE[shape_of(laid) * 4 + cell]
        if side >= 0 and not is_cast(card):
            tip = TIP[shape_of(laid) * 4 + cell]
            found[tip] = found.get(tip, 0) | section_on(side, section(laid, cell))
    return [*found.items(), *[(-1, 0)] * (4 - len(found))]


_PIECES: Final = [piece for card in range(CARDS) for turn in range(4) for piece in _pieces(card, turn)]
# Four numbers for each turn of a card, from `first_piece` on: its tips, and what it brings there; -1 after the last.
# A Wild Half is shown as the first ingredient.
PIECE_TIP: Final[list[i64]] = [tip for tip, _ in _PIECES]
PIECE: Final[list[i64]] = [sections for _, sections in _PIECES]


def first_piece(card: i64, turn: i64) -> i64:
    """Where the pieces of a card so turned begin."""
    return (card * 4 + turn) * 4


def sections_around(point: i64, table: list[i64]) -> i64:
    """What the cards on the table bring to a point."""
    sections: i64 = 0
    for laid in table:
        offset = point - spot_of(laid)
        # The tips of a card lie within a card's size from its spot.
        if offset >= 0 and offset <= LAST_TIP:
            piece = first_piece(card_of(laid), turn_of(laid))
            last = piece + 4
            while piece < last:
                if PIECE_TIP[piece] == offset:
                    sections |= as_ingredient(PIECE[piece], ingredient_of(laid))
                piece += 1
    return sections
