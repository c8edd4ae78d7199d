"""What pizzas and Bonus cards are worth (WP 5, 6.5, 7.2): each rule once, for rules, bots and drawings.

A pizza is judged by its sections alone, so the answers stand in tables by their packed number.
"""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import BONUS_POINTS, CHEESE_SECTION, INGREDIENTS
from parlor.games.wicked_pizza.rules.layout import ALL_SECTIONS, NONE, section_at

MIDDLE: Final = -1
PLAYED: Final = 4
"""Where a Bonus card is if not in front of a seat: still to be had, or laid once and nobody's for ever."""
WORKING: Final = 3
"""So many sections of one ingredient trigger its ability."""


def _ring(sections: int) -> list[int]:
    return [section_at(sections, side) for side in range(4)]


def _is_complete(sections: int) -> bool:
    return min(_ring(sections)) >= 0


def _one_ingredient(sections: int) -> int:
    ring = _ring(sections)
    return ring[0] if min(ring) == max(ring) and ring[0] in range(len(INGREDIENTS)) else NONE


def _tokens(sections: int) -> int:
    if not _is_complete(sections):
        return 0
    return 2 if CHEESE_SECTION in _ring(sections) or _one_ingredient(sections) != NONE else 1


def _ability(sections: int) -> int:
    ring = _ring(sections)
    worked = [one for one in range(len(INGREDIENTS)) if ring.count(one) >= WORKING]
    return worked[0] if worked and _is_complete(sections) else NONE


_COMPLETE: Final[list[bool]] = [_is_complete(sections) for sections in range(ALL_SECTIONS)]
_TOKENS: Final[list[i64]] = [_tokens(sections) for sections in range(ALL_SECTIONS)]
_ABILITY: Final[list[i64]] = [_ability(sections) for sections in range(ALL_SECTIONS)]
_ONE_INGREDIENT: Final[list[i64]] = [_one_ingredient(sections) for sections in range(ALL_SECTIONS)]


def is_complete(sections: i64) -> bool:
    """Whether four sections meet: a pizza (WP 3.4)."""
    return _COMPLETE[sections]


def tokens_for(sections: i64) -> i64:
    """The tokens of a pizza: one, two if it is of one ingredient or has cheese (WP 5.1, 6.5)."""
    return _TOKENS[sections]


def ability_of(sections: i64) -> i64:
    """The ingredient whose ability a pizza triggers, or NONE (WP 5.3)."""
    return _ABILITY[sections]


def one_ingredient(sections: i64) -> i64:
    """The ingredient of a pizza that has no other, or NONE: it takes the Bonus card (WP 5.4)."""
    return _ONE_INGREDIENT[sections]


def is_claimed(holder: i64, seat: i64) -> bool:
    """Whether a seat with a pizza of one ingredient takes the Bonus card from where it is (WP 5.4)."""
    return holder != PLAYED and holder != seat


def points(tokens: i64, bonuses: i64) -> i64:
    """What tokens and Bonus cards in front of a seat score (WP 7.2)."""
    return tokens + BONUS_POINTS * bonuses
