"""What lies around the table as SVG: the seats with all that is known of them, the piles, and the Bonus cards."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from parlor.games.wicked_pizza.box import BONUS_POINTS, LETTERS
from parlor.games.wicked_pizza.drawing.cards import BACK, EMPTY, hand_face, picture
from parlor.games.wicked_pizza.drawing.picks import words
from parlor.games.wicked_pizza.rules.scoring import points
from parlor.games.wicked_pizza.telling.names import ingredient_name

WIDTH = 600
EDGE = 6
INNER = WIDTH - 2 * EDGE
PLATE = 98
LETTER = 9.5
"""About how wide a letter of a name is."""
SHELF_TOP = 108
# Piles on the shelf, from left to right.
PILES = {"pile": 0, "discard": 138, "tokens": 276}


@lru_cache(2048)
def plate(
    seat: int,
    seats: int,
    name: str,
    turn: bool,
    hand: tuple[tuple[int, str | None], ...],
    tokens: int,
    owned: tuple[str, ...],
    language: str,
) -> str:
    """A seat: its name and points, its cards with their slots, as far as they are known, tokens and Bonus cards."""
    width = plate_width(seats)
    step = min(40.0, (width - 52) / max(1, len(hand) - 1))
    minis = "".join(
        f'<g id="slot-{seat}-{place}" transform="translate({8 + n * step:.4g} 32)scale(.6)">'
        f"{hand_face(card, language) if card else BACK}</g>"
        for n, (place, card) in enumerate(hand)
    )
    apart = min(28, (width - 118) / max(1, len(owned) - 1))
    bonus = "".join(picture(letter, 80 + apart * n, 84, 23) for n, letter in enumerate(owned))
    score = points(tokens, len(owned))
    flame = f'<use href="#wp-flame" x="{width - 12:g}" y="86"/>' if turn else ""
    kind = ' class="turn"' if turn else ""
    return (
        f'<g{kind}><rect class="plate" width="{width:g}" height="{PLATE}" rx="10"/></g>'
        f'<text class="who" id="name-{seat}" x="8" y="22">{escape(name)}</text>{flame}{minis}'
        f'<g class="points"><use class="star" href="#wp-star" x="{width - 42:g}" y="16"/>'
        f'<text class="count end" x="{width - 8:g}" y="23">{score}</text></g>'
        f'<use href="#wp-coin" x="19" y="84"/><text class="count" x="34" y="91">{tokens}</text>'
        f"{bonus}"
    )


def plate_rim(seats: int) -> str:
    """What a seat that may be chosen is touched by."""
    return f'<rect class="choose" width="{plate_width(seats):g}" height="{PLATE}" rx="10"/>'


def plate_width(seats: int) -> float:
    """How wide a seat is drawn."""
    return (INNER + EDGE) / seats - EDGE


def plate_letters(seats: int) -> int:
    """How many letters fit beside the points of a seat."""
    return int((plate_width(seats) - 56) / LETTER)


@lru_cache(1024)
def pile(name: str, face: str, count: int, language: str) -> str:
    """A pile on the shelf, with how many it holds."""
    return (
        f'<g id="{name}" transform="translate({EDGE + PILES[name]} {SHELF_TOP + 2})"><g transform="scale(.87)">{face}'
        f'</g><text class="count" x="60" y="24">{count}</text>'
        f'<text class="caption" x="60" y="44">{words(name, language)}</text></g>'
    )


def piles(pile_size: int, discard: list[str], tokens: int, language: str) -> str:
    """Draw pile, discard pile and tokens."""
    return (
        pile("pile", BACK if pile_size else EMPTY, pile_size, language)
        + pile("discard", hand_face(discard[-1], language) if discard else EMPTY, len(discard), language)
        + pile("tokens", '<use href="#wp-coin" transform="translate(30 30)scale(2)"/>', tokens, language)
    )


@lru_cache(1024)
def resolving(cards: tuple[str, ...], language: str) -> str:
    """Spells that are being resolved, at the end of the shelf."""
    return "".join(
        f'<g transform="translate({INNER + EDGE - 56 * (len(cards) - n)} {SHELF_TOP + 2})scale(.87)">'
        f"{hand_face(card, language)}</g>"
        for n, card in enumerate(cards)
    )


@lru_cache(64)
def bonus_cards(middle: tuple[bool, ...], language: str) -> str:
    """The Bonus cards, faint unless they are still to be had."""
    found = [
        f'<text class="caption end" x="{INNER + EDGE - 118}" y="{SHELF_TOP + 24}">{words("bonus", language)}</text>'
        f'<text class="count end" x="{INNER + EDGE - 118}" y="{SHELF_TOP + 46}">+{BONUS_POINTS}</text>'
    ]
    for n, (letter, there) in enumerate(zip(LETTERS, middle, strict=True)):
        mark = picture(letter, INNER + EDGE - 98 + 28 * n, SHELF_TOP + 29, 25)
        label = escape(ingredient_name(letter, language))
        found.append(f'<g{"" if there else GONE} role="img" aria-label="{label}">{mark}</g>')
    return "".join(found)


GONE = ' class="gone"'
