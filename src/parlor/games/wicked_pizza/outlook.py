"""What a position of Wicked Pizza promises each seat: by points, spells in hand, and what lies open to the next."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.components import CHEESE, WILD
from parlor.games.wicked_pizza.judge import exposure, standing
from parlor.games.wicked_pizza.rules import WickedState
from parlor.games.wicked_pizza.turn import IN_DRAW, card_in

# What promises the win, fitted to games of bots. A point does so the more, the fewer tokens are left.
POINT: Final = 1.75
OPEN: Final = 0.5
SPELL: Final = 0.15
LATE_SPELL: Final = 0.9


def evaluate(state: WickedState) -> list[float]:
    """The share of the win that each seat may expect."""
    left = float(max(state.token_pile, 1))
    strengths: list[float] = []
    seat: i64 = 0
    while seat < state.seats:
        strength = POINT * float(standing(state, seat)) / left
        for slot in state.hands[seat]:
            card = card_in(slot)
            if card == WILD or card == CHEESE:
                strength += SPELL + LATE_SPELL / left
        strengths.append(strength)
        seat += 1
    following = state.turn
    if state.phase == IN_DRAW and state.draws == 0:
        following = (state.turn + 1) % state.seats
    strengths[following] += OPEN * exposure(state.lattice)
    best = max(strengths)
    weights = [math.exp(strength - best) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]
