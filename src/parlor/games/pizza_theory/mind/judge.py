"""What a move in Pizza Theory is worth at a glance: one round ahead, over all outcomes of the cuts.

The scale is toppings: one's own on the pizza less the others', with a win or a loss worth far more.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.moves import Move
from parlor.core.native import count, i64
from parlor.games.pizza_theory.rules.cutting import left_of, replace
from parlor.games.pizza_theory.rules.moves import CUT_MOVES, PizzaMove
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.scoring import all_out, has_won, winners
from parlor.games.pizza_theory.rules.state import PizzaState

WIN: Final = 40.0
# How sharply the others are thought to prefer their better cuts, in toppings.
CARE: Final = 1.5


def judge(state: PizzaState, seat: int) -> list[tuple[Move, float]]:
    """What each legal move is worth to a seat that is to act; sealed cuts are unmade."""
    colour = state.colour_of(seat)
    if state.phase == Phase.CUT:
        return [(CUT_MOVES[index], value) for index, value in enumerate(cut_values(state, colour))]
    estimates: list[tuple[Move, float]] = []
    placed = state.unselected if state.phase == Phase.PUT else colour
    for move in state.legal_moves(seat):
        assert isinstance(move, PizzaMove)
        after = state.copy()
        after.place(placed, move.value)
        estimates.append((move, max(cut_values(after, colour))))
    return estimates


def cut_values(state: PizzaState, colour: i64) -> list[float]:
    """What each cut is worth to a colour against a plausible mix of the others' cuts."""
    table = outcomes(state)
    second = (colour + 1) % 3
    third = (colour + 2) % 3
    second_mix = mix(table, second, state.unselected)
    third_mix = mix(table, third, state.unselected)
    values = [0.0] * 6
    for index in range(216):
        likely = second_mix[cut_in(index, second)] * third_mix[cut_in(index, third)]
        values[cut_in(index, colour)] += likely * table[index * 3 + colour]
    return values


def mix(table: list[float], colour: i64, unselected: i64) -> list[float]:
    """How likely each cut of a colour is: a die for the unselected one; the others care for what they would get."""
    if colour == unselected:
        return [1 / 6] * 6
    means = [0.0] * 6
    for index in range(216):
        means[cut_in(index, colour)] += table[index * 3 + colour] / 36
    best = max(means)
    weights = [math.exp((mean - best) / CARE) for mean in means]
    total = sum(weights)
    return [weight / total for weight in weights]


def cut_in(index: i64, colour: i64) -> i64:
    """The cut, from 0, of a colour in the index-th of the 216 outcomes."""
    if colour == 0:
        return index // 36
    return (index // 6) % 6 if colour == 1 else index % 6


def outcomes(state: PizzaState) -> list[float]:
    """What each of the 216 outcomes is worth to each colour, at outcome * 3 + colour.

    Where the unselected cutter lies already, its roll stands in every outcome.
    """
    table: list[float] = []
    rolled: i64 = 0 if state.unselected < 0 else state.pick(state.unselected)
    stations = [state.station_of(colour) for colour in range(3)]
    for index in range(216):
        cuts: list[i64] = [cut_in(index, colour) + 1 for colour in range(3)]
        if rolled != 0:
            cuts[state.unselected] = rolled
        red, green, white = replace(
            state.red,
            state.green,
            state.white,
            left_of(stations[0], cuts[0]),
            left_of(stations[1], cuts[1]),
            left_of(stations[2], cuts[2]),
        )
        for_red, for_green, for_white = worths(state, count(red), count(green), count(white))
        table.append(for_red)
        table.append(for_green)
        table.append(for_white)
    return table


def worths(state: PizzaState, reds: i64, greens: i64, whites: i64) -> tuple[float, float, float]:
    """What a round that leaves so many toppings is worth to each colour."""
    red = float(reds)
    green = float(greens)
    white = float(whites)
    against_red = weight(0, state.unselected) * red
    against_green = weight(1, state.unselected) * green
    against_white = weight(2, state.unselected) * white
    red -= against_green + against_white
    green -= against_red + against_white
    white -= against_red + against_green
    if all_out(reds, greens, whites):
        won = winners(reds, greens, whites, state.unselected, state.edition)
        red += WIN if has_won(won, 0) else -WIN
        green += WIN if has_won(won, 1) else -WIN
        white += WIN if has_won(won, 2) else -WIN
    return red, green, white


def weight(colour: i64, unselected: i64) -> float:
    """What a topping of a colour takes from another: a single rival's weighs full, the unselected one's half."""
    return 1.0 if unselected >= 0 and colour != unselected else 0.5
