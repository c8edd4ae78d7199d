"""Packed numbers, alone: what lists hold as one integer each. No other module masks or shifts them."""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64

# Fields with their bits, from the lowest:
#
#   slot      card 8, knowers 5 (a set: four seats, and those who watch), place      a card in a hand
#   laid      card 8, ingredient 2, turn 2, spot 11                                   a card on the table
#   sections  four sides of 3, clockwise from the north-west                          what meets at a point
#   pizza     point 11, sections 12                                                   a pizza to be scored
#   tally     six counts of 10                                                        how many spots questions have
#   code      number 11, turn 2, ingredient 2, card 8, kind 4                         a move
#
# A side of `sections` is 0 where nothing is, otherwise one more than the ingredient, or than CHEESE_SECTION.
# An ingredient is 0 unless the card is a Wild Half. A count is below 1024, for each of the at most 72 cards on a table
# connects on twelve spots.

NONE: Final = -1
WATCHERS: Final = 16
"""Among those who know a card, beside the bit of each seat: whoever watches."""
ALL_SECTIONS: Final = 4096
"""How many numbers `sections` may be."""


def new_slot(card: i64, knowing: i64, place: i64) -> i64:
    """A card in this slot of a hand, with the set of those who know it."""
    return card | knowing << 8 | place << 13


def card_in(slot: i64) -> i64:
    """The card in a slot."""
    return slot & 255


def knowers(slot: i64) -> i64:
    """The set of seats, and perhaps WATCHERS, that know the card in a slot."""
    return slot >> 8 & 31


def place_of(slot: i64) -> i64:
    """Which slot of the hand it is, from 0: it stays the same while the card is there (WP 8)."""
    return slot >> 13


def shown(slot: i64, watching: i64) -> i64:
    """The slot once these know its card too."""
    return slot | watching << 8


def swapped(slot: i64, card: i64) -> i64:
    """The slot with another card in it."""
    return slot & ~255 | card


def placed(card: i64, ingredient: i64, turn: i64, spot: i64) -> i64:
    """A card on the table."""
    return card | ingredient << 8 | turn << 10 | spot << 12


def card_of(laid: i64) -> i64:
    """Which card lies there."""
    return laid & 255


def ingredient_of(laid: i64) -> i64:
    """What a Wild Half on the table stands for."""
    return laid >> 8 & 3


def turn_of(laid: i64) -> i64:
    """How many quarter turns it lies turned."""
    return laid >> 10 & 3


def spot_of(laid: i64) -> i64:
    """The half-cell of its north-west corner."""
    return laid >> 12


def section_on(side: i64, ingredient: i64) -> i64:
    """Sections with nothing but this one."""
    return (ingredient + 1) << 3 * side


def section_at(sections: i64, side: i64) -> i64:
    """The ingredient on a side of the point; NONE where nothing is."""
    return (sections >> 3 * side & 7) - 1


def without(sections: i64, others: i64) -> i64:
    """Sections once these others are taken away."""
    return sections & ~others


def as_ingredient(first: i64, ingredient: i64) -> i64:
    """Sections of the first ingredient as those of another."""
    return first * (ingredient + 1)


def filled(sections: i64, ingredient: i64) -> i64:
    """The sections with those that are missing, all of this ingredient."""
    shift: i64 = 0
    while shift < 12:
        if (sections >> shift & 7) == 0:
            sections |= (ingredient + 1) << shift
        shift += 3
    return sections


def new_pizza(point: i64, sections: i64) -> i64:
    """A pizza with its centre there."""
    return point | sections << 11


def point_of(pizza: i64) -> i64:
    """The centre of a pizza."""
    return pizza & 2047


def sections_of(pizza: i64) -> i64:
    """What a pizza is made of."""
    return pizza >> 11


def six_counts(first: i64, second: i64, third: i64, fourth: i64, fifth: i64, sixth: i64) -> i64:
    """A tally of so many."""
    return first | second << 10 | third << 20 | fourth << 30 | fifth << 40 | sixth << 50


def tallied(tally: i64, place: i64) -> i64:
    """What was counted in this place."""
    return tally >> 10 * place & 1023


def move_code(kind: i64, card: i64, ingredient: i64, turn: i64, number: i64) -> i64:
    """The number that names a move."""
    return kind << 23 | card << 15 | ingredient << 13 | turn << 11 | number
