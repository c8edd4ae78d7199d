"""The cards on the table as SVG, with its complete pizzas: built card by card, and kept from frame to frame."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parlor.games.wicked_pizza.drawing.cards import CELL, laid_face
from parlor.games.wicked_pizza.drawing.placements import Place, pieces_of, read
from parlor.games.wicked_pizza.rules.scoring import is_complete


class DrawnTable(NamedTuple):
    """What a table with these cards looks like, and the sections around each point where tips meet."""

    cards: str
    rings: str
    around: dict[Place, int]
    corners: tuple[int, int, int, int]
    """The least x and y of a half-cell, and the greatest."""


_NOTHING = DrawnTable("", "", {}, (0, 0, 0, 0))


@lru_cache(1024)
def drawn(laid: tuple[str, ...]) -> DrawnTable:
    """The table with these cards: that without the last one, and the last one."""
    if not laid:
        return _NOTHING
    before = drawn(laid[:-1])
    x, y = read(laid[-1])[1:3]
    around = before.around | with_card(before, laid[-1])
    rings = "".join(ring(*tip) for tip in completed(before, laid[-1]))
    left, top, right, low = before.corners if before.cards else (x, y, x, y)
    corners = min(left, x), min(top, y), max(right, x + 1), max(low, y + 1)
    return DrawnTable(before.cards + card(laid[-1]), before.rings + rings, around, corners)


@lru_cache(4096)
def card(laid: str, more: str = "", inner: str = "") -> str:
    """A card where it lies, with more attributes and something drawn on it."""
    name, x, y, turn = read(laid)
    key = name.partition(":")[0]
    return f'<g id="card-{key}" transform="translate({x * CELL} {y * CELL})"{more}>{laid_face(name, turn)}{inner}</g>'


def ring(x: int, y: int) -> str:
    """The rim of a complete pizza."""
    return f'<circle class="ring" cx="{x * CELL}" cy="{y * CELL}" r="{CELL - 1}"/>'


def with_card(table: DrawnTable, laid: str) -> dict[Place, int]:
    """The sections around each tip of one more card."""
    return {tip: table.around.get(tip, 0) | sections for tip, sections in pieces_of(laid)}


def completed(table: DrawnTable, laid: str) -> dict[Place, int]:
    """The pizzas that one more card completes: their centres and sections."""
    return {tip: sections for tip, sections in with_card(table, laid).items() if is_complete(sections)}
