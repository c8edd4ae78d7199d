"""What a position of Pizza Theory promises each seat: by its toppings between rounds, later by what the cuts may do."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.chance import Rng
from parlor.core.mixing import expected, habits, softened
from parlor.core.native import count, i64
from parlor.games.pizza_theory.box import CUTS
from parlor.games.pizza_theory.mind.weights import WEIGHTS
from parlor.games.pizza_theory.rules.cutting import left_of, neighbours, replace
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.scoring import ends, share, winners
from parlor.games.pizza_theory.rules.state import PizzaState

# What each of the features weighs, for two seats and for three.
_of_two: Final[list[float]] = WEIGHTS[2][0]
_of_three: Final[list[float]] = WEIGHTS[3][0]
# So many outcomes of the cuts stand for all, always others.
SAMPLED_CUTS: Final = 12

Chances = tuple[float, float, float]
"""The share of the win that each colour may expect."""


def of_colour(chances: Chances, colour: i64) -> float:
    """What a colour may expect."""
    if colour == 0:
        return chances[0]
    return chances[1] if colour == 1 else chances[2]


def chances_between_rounds(state: PizzaState, red: i64, green: i64, white: i64) -> Chances:
    """What each colour may expect once the cuts have left these toppings."""
    reds = count(red)
    greens = count(green)
    whites = count(white)
    unselected = state.unselected
    if ends(reds, greens, whites, state.round, state.round_limit):
        won = winners(reds, greens, whites, unselected, state.edition)
        return share(won, 0), share(won, 1), share(won, 2)
    weights = _of_three if unselected < 0 else _of_two
    a = strength(red, reds, weights)
    b = strength(green, greens, weights)
    c = strength(white, whites, weights)
    if unselected == 0:
        a += weights[3]
    elif unselected == 1:
        b += weights[3]
    elif unselected == 2:
        c += weights[3]
    a = math.exp(a)
    b = math.exp(b)
    c = math.exp(c)
    total = a + b + c
    return a / total, b / total, c / total


def strength(toppings: i64, number: i64, weights: list[float]) -> float:
    """How strongly a colour with so many toppings promises to win, on a logarithmic scale."""
    size = float(number)
    return (weights[0] + weights[1] * size) * size + weights[2] * float(count(toppings & neighbours(toppings)))


def begins_round(state: PizzaState) -> bool:
    """Whether a round is about to begin: then the toppings alone tell who will win."""
    return state.phase == Phase.ADD and state.turn == (state.first if state.unselected < 0 else state.leader)


def features(state: PizzaState) -> list[list[float]]:
    """What tells who will win, for each seat and then for the unselected colour, which wins where no seat does."""
    colours = [state.colour_of(seat) for seat in range(state.seats)]
    if state.unselected >= 0:
        colours.append(state.unselected)
    found: list[list[float]] = []
    for colour in colours:
        toppings = state.toppings(colour)
        number = float(count(toppings))
        beside = float(count(toppings & neighbours(toppings)))
        found.append([number, number * number, beside, 1.0 if colour == state.unselected else 0.0])
    return found


def chances_after_cuts(state: PizzaState, x: i64, y: i64, z: i64) -> Chances:
    """What each colour may expect once these cutters, given by the spaces to their left, have fallen."""
    red, green, white = replace(state.red, state.green, state.white, x, y, z)
    return chances_between_rounds(state, red, green, white)


def chances_by_sample(state: PizzaState, start: i64, number: i64) -> Chances:
    """What each colour may expect of any cuts: of so many of 36 outcomes, in six of which every cut comes once."""
    a = 0.0
    b = 0.0
    c = 0.0
    first = state.station_of(0)
    second = state.station_of(1)
    third = state.station_of(2)
    index = start
    while index < start + number:
        six = index // CUTS
        x = state.red_pick if state.red_pick != 0 else index % CUTS + 1
        y = state.green_pick if state.green_pick != 0 else (index + six * 3) % CUTS + 1
        z = state.white_pick if state.white_pick != 0 else (5 * index + 2 + six) % CUTS + 1
        one, two, three = chances_after_cuts(state, left_of(first, x), left_of(second, y), left_of(third, z))
        a += one
        b += two
        c += three
        index += 1
    part = 1.0 / float(number)
    return a * part, b * part, c * part


class CutTable:
    """The cuts of a round that are about to be made: what each outcome promises the seats, and how they mix."""

    def __init__(self, state: PizzaState) -> None:
        # By seat, then by cell: the last seat's cut runs fastest.
        self.promises: list[list[float]] = [[] for _ in range(state.seats)]
        self.sizes: list[int] = [CUTS] * state.seats
        colours = [state.colour_of(seat) for seat in range(state.seats)]
        lefts: list[list[i64]] = []
        for colour in range(3):
            station = state.station_of(colour)
            rolled = state.pick(colour) if colour == state.unselected else 0
            cuts: list[i64] = [left_of(station, cut) for cut in range(1, CUTS + 1)]
            lefts.append(cuts if rolled == 0 else [cuts[rolled - 1]])
        for x in lefts[0]:
            for y in lefts[1]:
                for z in lefts[2]:
                    chances = chances_after_cuts(state, x, y, z)
                    for seat in range(len(colours)):
                        self.promises[seat].append(of_colour(chances, colours[seat]))
        self.mixes: list[list[float]] = self.answers()

    def answers(self) -> list[list[float]]:
        """The mixes of seats that think of the others' habits: the better a cut is against them, the likelier."""
        habit = habits(self.sizes, self.promises)
        return [softened(expected(self.sizes, self.promises[seat], habit, seat)) for seat in range(len(self.sizes))]

    def values(self) -> list[float]:
        """What each seat may expect if all mix so."""
        values: list[float] = []
        for seat in range(len(self.sizes)):
            gains = expected(self.sizes, self.promises[seat], self.mixes, seat)
            value = 0.0
            for gain, part in zip(gains, self.mixes[seat], strict=True):
                value += gain * part
            values.append(value)
        return values


def evaluate(state: PizzaState, rng: Rng) -> list[float]:
    """The share of the win that each seat may expect."""
    if state.phase == Phase.CUT:
        return CutTable(state).values()
    if begins_round(state):
        chances = chances_between_rounds(state, state.red, state.green, state.white)
    else:
        chances = chances_by_sample(state, rng.below(36), SAMPLED_CUTS)
    return [of_colour(chances, state.colour_of(seat)) for seat in range(state.seats)]
