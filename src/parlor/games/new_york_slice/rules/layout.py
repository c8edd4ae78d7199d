"""Numbers that hold several others: the only place that knows which bits are whose.

Sets of slices, seats or Specials are not meant: they are plain sets of bits.
"""

from __future__ import annotations

from typing import Final

from parlor.core.bits import bit
from parlor.core.native import count, i64
from parlor.games.new_york_slice.box import PIZZA_SIZE

# | number   | bits                                                                                                   |
# |----------|--------------------------------------------------------------------------------------------------------|
# | pizza    | 5 for each place: the face of its slice                                                                |
# | division | 0–10 the slices that start a portion, 11–21 those that end one                                         |
# | sneaks   | 0–10 the slices that may move to the portion after theirs, 11–21 to the one before                     |
# | eaten    | 0–10 slices of the pizza, 11 the Mystery slice, 12–14 and 15–17 Veggies collected before, without and  |
# |          | with an anchovy, as many bits as slices, from 18 on Combos collected before, by their pair             |
# | helping  | 0–3 a type, 4–7 how many plain slices of it, 8–11 how many with an anchovy, 12 whether the Supreme too |
# | code     | 0–3 the kind of a move, 4–7 its detail, from 8 on its value                                            |

ALL_PLACES: Final = 0x7FF
EAT_MYSTERY: Final = 11
EAT_VEGGIES: Final = 12
EAT_ANCHOVY_VEGGIES: Final = 15
EAT_COMBOS: Final = 18
_ALL_VEGGIES: Final = 0x3F000


def face_at(pizza: i64, place: i64) -> i64:
    """What the slice at this place of the pizza shows."""
    return (pizza >> (5 * place)) & 31


def with_face(pizza: i64, place: i64, face: i64) -> i64:
    """The pizza with a slice at a place that was empty."""
    return pizza | (face << (5 * place))


def division_of(starts: i64, ends: i64) -> i64:
    """The division with these first and last slices of portions."""
    return starts | (ends << PIZZA_SIZE)


def starts_of(division: i64) -> i64:
    """The slices that start a portion."""
    return division & ALL_PLACES


def ends_of(division: i64) -> i64:
    """The slices that end a portion."""
    return division >> PIZZA_SIZE


def sneaks_of(onward: i64, back: i64) -> i64:
    """Slices that may move to the portion after theirs, and to the one before."""
    return onward | (back << PIZZA_SIZE)


def onward_in(sneaks: i64) -> i64:
    """The slices that may move to the portion after theirs."""
    return sneaks & ALL_PLACES


def back_in(sneaks: i64) -> i64:
    """The slices that may move to the portion before theirs."""
    return sneaks >> PIZZA_SIZE


def veggies_eaten(number: i64) -> i64:
    """So many Veggies collected before, as an eaten set."""
    return (bit(number) - 1) << EAT_VEGGIES


def anchovy_veggies_eaten(number: i64) -> i64:
    """So many Veggies with an anchovy collected before, as an eaten set."""
    return (bit(number) - 1) << EAT_ANCHOVY_VEGGIES


def veggies_in(eaten: i64) -> i64:
    """How many Veggies collected before are in an eaten set."""
    return count((eaten >> EAT_VEGGIES) & 7)


def anchovy_veggies_in(eaten: i64) -> i64:
    """How many Veggies with an anchovy collected before are in an eaten set."""
    return count((eaten >> EAT_ANCHOVY_VEGGIES) & 7)


def without_veggies(eaten: i64) -> i64:
    """The slices of an eaten set that are none of the Veggies collected before."""
    return eaten & ~_ALL_VEGGIES


def collected_in(eaten: i64) -> i64:
    """The slices of an eaten set that were collected before."""
    return (eaten >> EAT_VEGGIES) << EAT_VEGGIES


def helping_of(number: i64, plain: i64, with_anchovy: i64, supreme: i64) -> i64:
    """So many slices of a type, eaten as Seconds."""
    return number | (plain << 4) | (with_anchovy << 8) | (supreme << 12)


def type_in(helping: i64) -> i64:
    """The type that a helping is of."""
    return helping & 15


def plain_in(helping: i64) -> i64:
    """How many slices without an anchovy a helping has."""
    return (helping >> 4) & 15


def with_anchovy_in(helping: i64) -> i64:
    """How many slices with an anchovy a helping has."""
    return (helping >> 8) & 15


def supreme_in(helping: i64) -> i64:
    """Whether a helping has the Supreme slice: 1 or 0."""
    return helping >> 12


def code_of(kind: i64, value: i64, detail: i64) -> i64:
    """The code of a move."""
    return (value << 8) | (detail << 4) | kind
