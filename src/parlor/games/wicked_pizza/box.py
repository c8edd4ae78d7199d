"""The cards of Wicked Pizza (WP 1).

No picture of a card survives: faces are reconstructed by a rule, and `pizza_cards` takes the true ones from an owner.
A face is a ring of four ingredients, clockwise from the north-west half-cell, with a set of edges that carry halves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from parlor.core.errors import BadOption
from parlor.core.native import i64

# KNOWN: the rulebook says so.
INGREDIENTS: Final = ("newt", "spiders", "toads", "rats")
LETTERS: Final = "NSTR"
CAST_NAMES: Final = ("draw2", "top")
HALF_SPELL_NAMES: Final = ("wild", "cheese")
SPELL_NAMES: Final = CAST_NAMES + HALF_SPELL_NAMES
SPELL_COPIES: Final = 3
TOKENS: Final = 20
HAND: Final = 3
BONUS_POINTS: Final = 3

NEWT: Final = 0
SPIDERS: Final = 1
TOADS: Final = 2
RATS: Final = 3
CHEESE_SECTION: Final = 4
SECTION_LETTERS: Final = "NSTRC"
BLANK: Final = -1

# RECONSTRUCTED: the Start card's ring (WP 1.4).
START_RING: Final = (NEWT, RATS, TOADS, SPIDERS)

# A half alone on its edge, beside two blank half-cells (WP 1.6).
HALF_ONLY: Final = 16

Face = tuple[tuple[int, ...], int]


def turned(face: Face, turns: int) -> Face:
    """The face after so many clockwise quarter turns."""
    ring, halves = face
    return ring[4 - turns :] + ring[: 4 - turns], (halves << turns | halves >> (4 - turns)) & 15


def upright(face: Face) -> Face:
    """The least of the four turns of a face: how a card lies at turn 0."""
    return min(turned(face, turns) for turns in range(4))


def fused(ring: tuple[int, ...]) -> int:
    """The edges that carry halves: the first with equal ingredients, and its opposite if equal too (WP 1.3)."""
    for edge in range(4):
        if ring[edge] == ring[(edge + 1) % 4]:
            opposite = (edge + 2) % 4
            both = ring[opposite] == ring[(opposite + 1) % 4]
            return 1 << edge | (1 << opposite if both else 0)
    return 0


def bracelets() -> list[Face]:
    """The 55 pizza cards: every ring of ingredients up to rotation and reflection (WP 1.3)."""
    faces = []
    for ring in product(range(4), repeat=4):
        alike = [turned((way, 0), turns)[0] for way in (ring, ring[::-1]) for turns in range(4)]
        if ring == min(alike):
            faces.append((ring, fused(ring)))
    return faces


def every_face() -> list[Face]:
    """All faces that a card could show, ours first."""
    ours = bracelets()
    found = set()
    for ring in product(range(4), repeat=4):
        for halves in (0, 1, 2, 4, 8, 5, 10):
            if all(ring[edge] == ring[(edge + 1) % 4] for edge in range(4) if halves >> edge & 1):
                found.add(upright((ring, halves)))
    return ours + sorted(found - set(ours))


def face_name(face: Face) -> str:
    """The ring's letters; halves are marked by `=`, equal neighbours apart by `.`, where the rule says otherwise."""
    ring, halves = face
    if halves == fused(ring):
        return "".join([LETTERS[ingredient] for ingredient in ring])
    text = LETTERS[ring[0]]
    for edge in range(3):
        equal = ring[edge] == ring[edge + 1]
        text += ("=" if halves >> edge & 1 else "." if equal else "") + LETTERS[ring[edge + 1]]
    return text


def parse_face(text: str) -> Face | None:
    """The face that is written so, laid at turn 0; None if there is none."""
    match = re.fullmatch(r"([NSTR])([=.]?)([NSTR])([=.]?)([NSTR])([=.]?)([NSTR])(=?)", text)
    if match is None:
        return None
    ring = tuple([LETTERS.index(letter) for letter in match.group(1, 3, 5, 7)])
    marks = match.group(2, 4, 6, 8)
    if not any(marks):
        ring = upright((ring, 0))[0]
        return upright((ring, fused(ring)))
    halves = sum([1 << edge for edge in range(4) if marks[edge] == "="])
    face = upright((ring, halves))
    return face if face in FACES else None


FACES: Final = every_face()
PIZZA_CARDS: Final = 55

# Cards by number: all faces, the spells that are cast, those that are laid as a half, the Start card, and the Bonus
# cards in the order of ingredients.
DRAW2: Final[i64] = len(FACES)
TOP: Final[i64] = DRAW2 + 1
WILD: Final[i64] = DRAW2 + len(CAST_NAMES)
CHEESE: Final[i64] = WILD + 1
START: Final[i64] = DRAW2 + len(SPELL_NAMES)
BONUS: Final[i64] = START + 1
CARDS: Final[i64] = BONUS + len(INGREDIENTS)

NAMES: Final = [
    *[face_name(face) for face in FACES],
    *SPELL_NAMES,
    "start",
    *[f"bonus-{letter}" for letter in LETTERS],
]
CARD_OF: Final = {name: card for card, name in enumerate(NAMES)}


def is_spell(card: i64) -> bool:
    """Whether the card is one of the twelve spells."""
    return card >= DRAW2 and card < START


def is_cast(card: i64) -> bool:
    """Whether the card is a spell that is not laid on the table."""
    return card >= DRAW2 and card < WILD


def is_half_spell(card: i64) -> bool:
    """Whether the card is a spell that is laid as a half, and leaves the table again."""
    return card >= WILD and card < START


def ingredient_choices(card: i64) -> i64:
    """How many ingredients a card may stand for where it is laid: all four for a Wild Half."""
    return 4 if card == WILD else 1


def _ring(card: int) -> tuple[int, ...]:
    if card < DRAW2:
        return FACES[card][0]
    if card == START:
        return START_RING
    if card == CHEESE or card >= BONUS:
        ingredient = CHEESE_SECTION if card == CHEESE else card - BONUS
        return ingredient, ingredient, BLANK, BLANK
    return (BLANK,) * 4


def _shape(card: int, turns: int) -> int:
    if is_half_spell(card) or card >= BONUS:
        return HALF_ONLY | 1 << turns
    return turned(FACES[card], turns)[1] if card < DRAW2 else 0


def _turns(card: int) -> int:
    if card < DRAW2:
        return next(turns for turns in (1, 2, 4) if turned(FACES[card], turns) == FACES[card])
    return 1 if is_cast(card) else 4


# The ingredient in each half-cell at turn 0, at card * 4 + cell. A Wild Half takes its ingredient from the move.
RINGS: Final[list[i64]] = [ingredient for card in range(CARDS) for ingredient in _ring(card)]
# Which edges carry halves, at card * 4 + turn, with HALF_ONLY if the other half-cells are blank.
SHAPES: Final[list[i64]] = [_shape(card, turns) for card in range(CARDS) for turns in range(4)]
# How many turns of a card differ.
TURNS: Final[list[i64]] = [_turns(card) for card in range(CARDS)]


def full_deck(faces: list[i64]) -> list[i64]:
    """The pizza cards with the twelve spells."""
    spells = [DRAW2 + spell for spell in range(len(SPELL_NAMES)) for _ in range(SPELL_COPIES)]
    return faces + spells


# RECONSTRUCTED: which cards are in the box (WP 1.3).
OUR_CARDS: Final = NAMES[:PIZZA_CARDS]


def pizza_cards(names: Any) -> list[int]:
    """The numbers of the pizza cards with these names, a list or one text with commas; None stands for ours."""
    if names is None:
        return list(range(PIZZA_CARDS))
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if not isinstance(names, Sequence) or len(names) != PIZZA_CARDS:
        found = len(names) if isinstance(names, list | tuple) else type(names).__name__
        raise BadOption("wicked-pizza.cards.number", found=str(found), n=PIZZA_CARDS)
    cards: list[int] = []
    for name in names:
        face = parse_face(name) if isinstance(name, str) else None
        if face is None:
            raise BadOption("wicked-pizza.cards.face", card=str(name)[:20])
        card = FACES.index(face)
        if card in cards:
            raise BadOption("wicked-pizza.cards.twice", card=name, same=NAMES[card])
        cards.append(card)
    return cards


def card_names(cards: Sequence[int]) -> list[str] | None:
    """The names to keep in a dump; None for our own cards."""
    names = [NAMES[card] for card in cards]
    return None if names == OUR_CARDS else names
