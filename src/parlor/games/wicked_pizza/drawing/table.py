"""The cards on the table as SVG, with its complete pizzas: built card by card, and kept from frame to frame."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parlor.games.wicked_pizza.box import LETTERS
from parlor.games.wicked_pizza.drawing.cards import CELL, Place, laid_face, tips_of

SECTIONS = 4
WORKING = 3


class Spread(NamedTuple):
    """What a table with these cards looks like, and the letters around each point where tips meet."""

    cards: str
    rings: str
    tips: dict[Place, str]
    corners: tuple[int, int, int, int]
    """The least x and y of a half-cell, and the greatest."""


class Lay(NamedTuple):
    """A card on the table, read from its text."""

    card: str
    x: int
    y: int
    turn: int


_NOTHING = Spread("", "", {}, (0, 0, 0, 0))


@lru_cache(4096)
def read(laid: str) -> Lay:
    """A placement as it is written, `NNST@2,0/1`."""
    card, _, place = laid.partition("@")
    spot, _, turn = place.partition("/")
    return Lay(card, *point(spot), int(turn))


def point(text: str) -> Place:
    """A point as it is written, `2,0`."""
    x, _, y = text.partition(",")
    return int(x), int(y)


@lru_cache(1024)
def spread(laid: tuple[str, ...]) -> Spread:
    """The table with these cards: that without the last one, and the last one."""
    if not laid:
        return _NOTHING
    before = spread(laid[:-1])
    x, y = read(laid[-1])[1:3]
    tips = before.tips | with_card(before, laid[-1])
    rings = "".join(ring(*tip) for tip in completed(before, laid[-1]))
    left, top, right, low = before.corners if before.cards else (x, y, x, y)
    corners = min(left, x), min(top, y), max(right, x + 1), max(low, y + 1)
    return Spread(before.cards + card(laid[-1]), before.rings + rings, tips, corners)


@lru_cache(4096)
def card(laid: str, more: str = "", inner: str = "") -> str:
    """A card where it lies, with more attributes and something drawn on it."""
    name, x, y, turn = read(laid)
    key = name.partition(":")[0]
    return f'<g id="card-{key}" transform="translate({x * CELL} {y * CELL})"{more}>{laid_face(name, turn)}{inner}</g>'


def ring(x: int, y: int) -> str:
    """The rim of a complete pizza."""
    return f'<circle class="ring" cx="{x * CELL}" cy="{y * CELL}" r="{CELL - 1}"/>'


def with_card(table: Spread, laid: str) -> dict[Place, str]:
    """The letters around each tip of one more card."""
    found: dict[Place, str] = {}
    for tip, letter in tips_of(laid):
        found[tip] = found.get(tip, table.tips.get(tip, "")) + letter
    return found


def completed(table: Spread, laid: str) -> dict[Place, str]:
    """The pizzas that one more card completes: their centres and letters."""
    return {tip: letters for tip, letters in with_card(table, laid).items() if len(letters) == SECTIONS}


def working(letters: str) -> str:
    """The ingredient of a pizza that does something, if one does."""
    return next((letter for letter in LETTERS if letters.count(letter) >= WORKING), "")
