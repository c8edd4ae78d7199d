"""The worked example of the rulebook: three cuts, five slices, and what becomes of each."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.view import View
from parlor.core.words import Event
from parlor.games.pizza_theory.drawing.reveal import explanation, scenes

# The rulebook's figure is lost; these toppings give its five outcomes for its cuts 5, 6 and 4 (PT 1.1).
EXAMPLE = {
    "seats": 3,
    "edition": "en",
    "round_limit": 200,
    "first": 0,
    "round": 4,
    "phase": "cut",
    "turn": None,
    "board": "GR2/W2G1/1RG2R/W2R1G1/RW2W1/2R1R/G2W",
    "picks": {"0": 5, "1": 6},
}
"""The position before the last seat cuts."""


def before(view: View, events: Sequence[Event], language: str) -> str:
    """The slices as the cutters have made them, with what becomes of each topping."""
    told = explanation(view, events, language)
    assert told is not None
    return told[1]


def after(view: View, events: Sequence[Event], language: str) -> str:
    """The same slices once everything is replaced."""
    return scenes(view, events, language)[-1][1]
