"""What people call the cards and pizzas of Wicked Pizza: by their toppings, in words."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from parlor.core.words import Message, say
from parlor.games.wicked_pizza.box import (
    CARD_OF,
    FACES,
    INGREDIENTS,
    LETTERS,
    SECTION_LETTERS,
    is_spell,
)

TOPPINGS = (*INGREDIENTS, "cheese")


@lru_cache(512)
def card_name(card: str, language: str) -> str:
    """What people call a card: a spell by its name, a pizza card by its halves and quarters clockwise."""
    name, _, letter = card.partition(":")
    if card.startswith("bonus-"):
        return say(Message("wicked-pizza.drawing.bonus-card", ingredient=ingredient_name(card[-1], language)), language)
    if name == "start":
        return say(Message("wicked-pizza.drawing.start"), language)
    if name in CARD_OF and not is_spell(CARD_OF[name]):
        return _by_toppings(name, language)
    said = say(Message("wicked-pizza.spell-card", name=spell_word(name, language)), language)
    if not letter:
        return said
    return say(
        Message("wicked-pizza.drawing.wild-as", wild=said, ingredient=ingredient_name(letter, language)), language
    )


def spell_word(spell: str, language: str) -> str:
    """What is written on a spell."""
    return say(Message(f"wicked-pizza.word.{spell}"), language)


def part_name(part: str, language: str) -> str | None:
    """What people call a part of a move that is a card; None for other parts."""
    name, _, letter = part.partition(":")
    return card_name(part, language) if name in CARD_OF and letter in ("", *LETTERS) else None


def lays(card: str, language: str) -> str:
    """What somebody does who lays a card: a spell is cast."""
    return _laying("lays", card, language)


def you_lay(card: str, language: str) -> str:
    """The same of whoever reads it."""
    return _laying("you-lay", card, language)


def _laying(verb: str, card: str, language: str) -> str:
    kind = "spell" if card in CARD_OF and is_spell(CARD_OF[card]) else "pizza"
    return say(Message(f"wicked-pizza.{verb}.{kind}", card=card_name(card, language)), language)


@lru_cache(1024)
def pizza_name(sections: str, language: str) -> str:
    """What people call a complete pizza: what there is most of first."""
    counted = Counter(TOPPINGS[SECTION_LETTERS.index(letter)] for letter in sections)
    return " + ".join(_pieces(f"quarter.{topping}", n, language) for topping, n in counted.most_common())


def bonus_cards(number: str, language: str) -> str | None:
    """So many Bonus cards."""
    return say(Message("wicked-pizza.bonus-count", n=int(number)), language) if number in "01234" else None


@lru_cache(16)
def ingredient_name(letter: str, language: str) -> str:
    """What an ingredient is called."""
    return say(Message(f"wicked-pizza.ingredient.{INGREDIENTS[LETTERS.index(letter)]}"), language)


def _by_toppings(card: str, language: str) -> str:
    ring, halves = FACES[CARD_OF[card]]
    pieces = []
    for edge, ingredient in enumerate(ring):
        if halves >> edge & 1:
            pieces.append(f"half.{TOPPINGS[ingredient]}")
        elif not halves >> (edge - 1) % 4 & 1:
            pieces.append(f"quarter.{TOPPINGS[ingredient]}")
    alike = len(set(pieces)) == 1
    said = [_pieces(piece, len(pieces) if alike else 1, language) for piece in pieces]
    return say(Message("wicked-pizza.pizza-card", toppings=said[0] if alike else " + ".join(said)), language)


def _pieces(piece: str, n: int, language: str) -> str:
    return say(Message(f"wicked-pizza.{piece}", n=n), language)
