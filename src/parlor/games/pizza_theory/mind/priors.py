"""Which moves of Pizza Theory are worth a thought: cuts by how seats mix them, spaces by what they promise."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.pizza_theory.box import CUTS
from parlor.games.pizza_theory.mind.evaluate import CutTable, chances_by_sample, of_colour
from parlor.games.pizza_theory.rules.moves import CUT_MOVES, PASS_MOVE, Kind, placing
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.state import PizzaState

# So many outcomes of the cuts are looked at for every space.
SAMPLED_CUTS: Final = 24
# By how much more of the win a space must promise to be thought e times as good.
CARE: Final = 0.03
# What every cut weighs beside its part of the mix.
SELDOM: Final = 0.02


class Priors:
    """Weighs moves. The table of the last cuts is kept: all seats' mixes are asked for one after the other."""

    def __init__(self) -> None:
        self.state: PizzaState | None = None
        self.table: CutTable | None = None

    def priors(self, state: PizzaState, seat: int) -> list[tuple[Move, float]]:
        """The moves of a seat, best first."""
        if state.phase == Phase.CUT:
            mix = self.table_of(state).mixes[seat]
            weighed: list[tuple[Move, float]] = [(CUT_MOVES[cut], mix[cut] + SELDOM) for cut in range(CUTS)]
        else:
            weighed = space_priors(state, state.colour_of(seat))
        weighed.sort(key=lambda own: -own[1])
        return weighed

    def table_of(self, state: PizzaState) -> CutTable:
        """What the cuts of a position promise."""
        last = self.state
        table = self.table
        if last is None or table is None or not same_cuts(last, state):
            table = CutTable(state)
            self.state = state.copy()
            self.table = table
        return table


def same_cuts(one: PizzaState, other: PizzaState) -> bool:
    """Whether the cuts of two positions lead to the same."""
    return (
        one.red == other.red
        and one.green == other.green
        and one.white == other.white
        and one.first == other.first
        and one.unselected == other.unselected
        and (one.unselected < 0 or one.pick(one.unselected) == other.pick(other.unselected))
        and one.edition == other.edition
        and (one.round == one.round_limit) == (other.round == other.round_limit)
    )


def space_priors(state: PizzaState, colour: i64) -> list[tuple[Move, float]]:
    """Every space for the topping of this turn, by what it promises the colour whose turn it is."""
    spaces = state.open_to_turn()
    if spaces == 0:
        return [(PASS_MOVE, 1.0)]
    putting = state.phase == Phase.PUT
    kind: i64 = Kind.PUT if putting else Kind.ADD
    placed = state.unselected if putting else state.turn
    promises: list[tuple[float, Move]] = []
    best = 0.0
    while spaces != 0:
        space = spaces & -spaces
        spaces ^= space
        after = state.copy()
        after.place(placed, space)
        value = of_colour(chances_by_sample(after, 0, SAMPLED_CUTS), colour)
        promises.append((value, placing(kind, space)))
        best = max(best, value)
    return [(move, math.exp((value - best) / CARE)) for value, move in promises]
