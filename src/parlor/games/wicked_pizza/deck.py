"""Which 55 pizza cards are in the box: ours by the rule of WP 1.3, or an owner's, checked (WP 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor.core.errors import BadOption
from parlor.games.wicked_pizza.components import FACES, NAMES, PIZZA_CARDS, parse_face

OUR_CARDS = NAMES[:PIZZA_CARDS]


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
