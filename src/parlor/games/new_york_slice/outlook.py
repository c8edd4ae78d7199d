"""What a position of New York Slice promises each seat: the round is played on at a glance, then points tell."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.chance import Rng
from parlor.core.native import i64
from parlor.games.new_york_slice.choices import IN_DIVIDE, IN_MYSTERY, IN_SCORING
from parlor.games.new_york_slice.judge import Outlook
from parlor.games.new_york_slice.rules import SliceState

# What a point that a seat may expect promises: with two seats the rounds to come decide nearly everything, and most
# of it falls to whoever slices last. Fitted to games of bots.
POINT_OF_TWO: Final = 0.03
POINT_OF_MORE: Final = 0.12
LAST_SLICER_OF_TWO: Final = 0.9


def evaluate(state: SliceState, rng: Rng) -> list[float]:
    """The share of the win that each seat may expect."""
    if state.phase > IN_DIVIDE:
        state = state.copy()
        finish_round(state, rng)
    if state.phase == IN_SCORING:
        return state.shares()
    point = POINT_OF_TWO if state.seats == 2 else POINT_OF_MORE
    strengths = [point * Outlook(state, seat).worth(state) for seat in range(state.seats)]
    if state.seats == 2 and state.slicer >= 0:
        last = (state.slicer + state.rounds - state.round) % 2
        strengths[last] += LAST_SLICER_OF_TWO
    best = max(strengths)
    weights = [math.exp(strength - best) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


def finish_round(state: SliceState, rng: Rng) -> None:
    """Let everybody do what looks best until the pizza is gone."""
    while state.phase > IN_DIVIDE and state.phase != IN_SCORING:
        if state.phase == IN_MYSTERY:
            state.draw_mystery(state.drawn(rng))
            continue
        seat: i64 = state.turn
        legal = state.legal_moves(seat)
        best = legal[0]
        if len(legal) > 1:
            highest = -10000.0
            for move, value in state.judge(seat):
                if value > highest:
                    highest = value
                    best = move
        state.apply(seat, best)
