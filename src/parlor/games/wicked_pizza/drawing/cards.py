"""The faces of Wicked Pizza's cards as SVG: sections as wedges around their tips, spells by a picture and a name."""

from __future__ import annotations

import textwrap
from functools import lru_cache
from html import escape
from pathlib import Path

from parlor.drawing.assets import Assets
from parlor.games.wicked_pizza.box import BONUS_POINTS, CARD_OF, SECTION_LETTERS, is_cast
from parlor.games.wicked_pizza.drawing.placements import cells_of
from parlor.games.wicked_pizza.telling.names import TOPPINGS, spell_word

CELL = 30
CARD = 2 * CELL
LETTER_SIZE = 8.5
LETTER_WIDTH = 0.67
"""How large letters on a card are, and how wide for their size."""
COLOURS = (
    "#f4d35e",
    "#b892e8",
    "#9ccb62",
    "#74c7c4",
    "#fff1c9",
)  # Where the tip lies in the half-cell of a section, by the side of the tip that the section lies on.
TIPS = ((1, 1), (0, 1), (0, 0), (1, 0))


@lru_cache(1024)
def laid_face(card: str, turn: int) -> str:
    """A card as it lies on the table."""
    ground = "bonus" if card.startswith("bonus-") else "card"
    found = [f'<use href="#wp-{ground}"/>']
    blank = []
    for (x, y), cell in cells_of(f"{card}@0,0/{turn}").items():
        if cell.letter:
            found.append(_use(f"{cell.letter}{cell.side}", x * CELL, y * CELL))
        else:
            blank.append((x, y))
    if ground == "bonus":
        (left, up), (right, down) = blank
        found.append(_use("moon", (left + right + 1) * CELL / 2, (up + down + 1) * CELL / 2))
    return "".join([*found, '<use href="#wp-rim"/>'])


@lru_cache(256)
def hand_face(card: str, language: str) -> str:
    """A card as it is held, upright: spells with their names, Bonus cards with what they score."""
    if card == "wild":
        corners = "".join(
            _use(ingredient, 16 + 28 * (n in (1, 2)), 15 + 22 * (n > 1)) for n, ingredient in enumerate(TOPPINGS[:4])
        )
        return f'<use href="#wp-card"/>{corners}{_named(card, language)}'
    if is_cast(CARD_OF[card]):
        return f'<use href="#wp-card"/><use href="#wp-{card}"/>{_named(card, language)}'
    if card == "cheese":
        return laid_face(card, 0) + _named(card, language)
    if card.startswith("bonus-"):
        return f'{laid_face(card, 0)}<text class="spell" x="46" y="48">+{BONUS_POINTS}</text>'
    return laid_face(card, 0)


@lru_cache(256)
def picture(letter: str, x: float, y: float, size: float) -> str:
    """An ingredient on its own colour."""
    index = SECTION_LETTERS.index(letter)
    return (
        f'<g transform="translate({x:g} {y:g})scale({size / 20:g})"><rect x="-10" y="-10" width="20" height="20" '
        f'rx="4" fill="{COLOURS[index]}"/><use href="#wp-{TOPPINGS[index]}" transform="scale(.85)"/></g>'
    )


BACK = '<use href="#wp-back"/>'
EMPTY = '<use class="gone" href="#wp-card"/>'


def _use(name: str, x: float, y: float) -> str:
    return f'<use href="#wp-{name}"{_at(x, y)}/>'


def _at(x: float, y: float) -> str:
    return (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")


def _named(card: str, language: str) -> str:
    return spell_name(spell_word(card, language))


def spell_name(name: str) -> str:
    """The name of a spell along the lower edge of its card, on two lines if it is long."""
    lines = textwrap.wrap(name, 13 if len(name) < 14 else len(name) // 2 + 4)
    size = min(LETTER_SIZE, 56 / (LETTER_WIDTH * max(map(len, lines))))
    # With a space after each line: it is one name for whoever hears it.
    spans = "".join(
        f'<tspan x="30" y="{55 - (size + 0.5) * (len(lines) - 1 - index):.3g}">{escape(line)} </tspan>'
        for index, line in enumerate(lines)
    )
    return f'<text class="spell" style="font-size:{size:.3g}px">{spans}</text>'


def _section(index: int, side: int) -> str:
    """A wedge in its half-cell with its picture upright; attributes only, because styles stop at `use`."""
    right, down = TIPS[side]
    x, y = right * CELL, down * CELL
    to_right, to_bottom = 1 - 2 * right, 1 - 2 * down
    return (
        f'<g id="wp-{SECTION_LETTERS[index]}{side}" color="{COLOURS[index]}">'
        f'<use href="#wp-wedge" transform="translate({x} {y})rotate({(side - 2) * 90})"/>'
        f'<use href="#wp-{TOPPINGS[index]}" x="{x + 11 * to_right:g}" y="{y + 12 * to_bottom:g}"/></g>'
    )


ASSETS = Assets(Path(__file__).parent, more="".join([_section(index, side) for index in range(5) for side in range(4)]))
