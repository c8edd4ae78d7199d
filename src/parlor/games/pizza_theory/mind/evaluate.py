"""What a position of Pizza Theory promises each seat: what its next cuts may leave, and what that is worth."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.bits import lowest
from parlor.core.chance import Rng
from parlor.core.mixing import expected, habits, softened
from parlor.core.moves import Move
from parlor.core.native import count, i64
from parlor.games.pizza_theory.box import LEFT, TOPPINGS
from parlor.games.pizza_theory.mind.weights import WEIGHTS
from parlor.games.pizza_theory.rules.moves import ADD, BY_CODE, CUT_MOVES, PASS_MOVE, PUT
from parlor.games.pizza_theory.rules.state import IN_ADD, IN_CUT, IN_PUT, PizzaState, neighbours, replace

# What each of the features weighs, for two seats and for three.
_of_two: Final[list[float]] = WEIGHTS[2][0]
_of_three: Final[list[float]] = WEIGHTS[3][0]
# So many outcomes of the cuts are looked at for every space, and, always others, for a position as a whole.
LOOKS: Final = 24
GLANCES: Final = 12
# By how much more of the win a space must promise to be thought e times as good.
CARE: Final = 0.03
# What every cut weighs beside its part of the mix.
SELDOM: Final = 0.02


def standing(state: PizzaState, red: i64, green: i64, white: i64) -> tuple[float, float, float]:
    """What each colour may expect once a round has left these toppings."""
    reds = count(red)
    greens = count(green)
    whites = count(white)
    if reds >= TOPPINGS or greens >= TOPPINGS or whites >= TOPPINGS or state.round == state.round_limit:
        return final(state, reds, greens, whites)
    unselected = state.unselected
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


def stage(state: PizzaState) -> int:
    """Which weights judge a position: the only ones, if a round is about to begin; else -1."""
    begins = state.phase == IN_ADD and state.turn == (state.first if state.unselected < 0 else state.leader)
    return 0 if begins else -1


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


def final(state: PizzaState, reds: i64, greens: i64, whites: i64) -> tuple[float, float, float]:
    """The shares of the win if the game ends with these toppings (PT 5, 6.3)."""
    unselected = state.unselected
    if unselected >= 0 and (reds if unselected == 0 else greens if unselected == 1 else whites) >= TOPPINGS:
        return 0.0, 0.0, 0.0
    least: i64 = TOPPINGS
    if state.edition != "fr":
        least = max(least, reds, greens, whites)
    a = 1.0 if reds >= least else 0.0
    b = 1.0 if greens >= least else 0.0
    c = 1.0 if whites >= least else 0.0
    winners = max(a + b + c, 1.0)
    return a / winners, b / winners, c / winners


def promised(state: PizzaState, x: i64, y: i64, z: i64) -> tuple[float, float, float]:
    """What each colour may expect once these cutters, given by the spaces to their left, have fallen."""
    red, green, white = replace(state.red, state.green, state.white, x, y, z)
    return standing(state, red, green, white)


def glance(state: PizzaState, start: i64, looks: i64) -> tuple[float, float, float]:
    """What each colour may expect of any cuts: of some of 36 outcomes, in six of which every cut comes once."""
    a = 0.0
    b = 0.0
    c = 0.0
    first = state.station_of(0) * 7
    second = state.station_of(1) * 7
    third = state.station_of(2) * 7
    number = start
    while number < start + looks:
        turn = number // 6
        x = state.red_pick if state.red_pick != 0 else number % 6 + 1
        y = state.green_pick if state.green_pick != 0 else (number + turn * 3) % 6 + 1
        z = state.white_pick if state.white_pick != 0 else (5 * number + 2 + turn) % 6 + 1
        one, two, three = promised(state, LEFT[first + x], LEFT[second + y], LEFT[third + z])
        a += one
        b += two
        c += three
        number += 1
    part = 1.0 / float(looks)
    return a * part, b * part, c * part


def of_colour(values: tuple[float, float, float], colour: i64) -> float:
    """What a colour has of three values."""
    if colour == 0:
        return values[0]
    return values[1] if colour == 1 else values[2]


class Cuts:
    """The cuts of a round that are about to be made: what each outcome promises the seats, and how they mix."""

    def __init__(self, state: PizzaState) -> None:
        # By seat, then by cell: the last seat's cut runs fastest.
        self.promises: list[list[float]] = [[] for _ in range(state.seats)]
        self.sizes: list[int] = [6] * state.seats
        colours = [state.colour_of(seat) for seat in range(state.seats)]
        lefts: list[list[i64]] = []
        for colour in range(3):
            station = state.station_of(colour) * 7
            rolled = state.pick(colour) if colour == state.unselected else 0
            cuts: list[i64] = [LEFT[station + cut] for cut in range(1, 7)]
            lefts.append(cuts if rolled == 0 else [cuts[rolled - 1]])
        for x in lefts[0]:
            for y in lefts[1]:
                for z in lefts[2]:
                    values = promised(state, x, y, z)
                    for seat in range(len(colours)):
                        self.promises[seat].append(of_colour(values, colours[seat]))
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


class Last:
    """The cuts that were weighed last: all seats' mixes are asked for one after the other."""

    def __init__(self) -> None:
        self.state: PizzaState | None = None
        self.cuts: Cuts | None = None

    def cuts_of(self, state: PizzaState) -> Cuts:
        """The cuts of a position."""
        last = self.state
        cuts = self.cuts
        if last is None or cuts is None or not alike(last, state):
            cuts = Cuts(state)
            self.state = state.copy()
            self.cuts = cuts
        return cuts


LAST: Final = Last()


def alike(one: PizzaState, other: PizzaState) -> bool:
    """Whether the cuts of two positions are the same."""
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


def evaluate(state: PizzaState, rng: Rng) -> list[float]:
    """The share of the win that each seat may expect: as it stands between rounds, later by what the cuts may do."""
    if state.phase == IN_CUT:
        return Cuts(state).values()
    if stage(state) == 0:
        values = standing(state, state.red, state.green, state.white)
    else:
        values = glance(state, rng.below(36), GLANCES)
    return [of_colour(values, state.colour_of(seat)) for seat in range(state.seats)]


def priors(state: PizzaState, seat: int) -> list[tuple[Move, float]]:
    """The moves of a seat, best first: cuts by their mix, spaces by what they promise."""
    weighed: list[tuple[Move, float]] = []
    if state.phase == IN_CUT:
        mix = LAST.cuts_of(state).mixes[seat]
        weighed = [(CUT_MOVES[cut], mix[cut] + SELDOM) for cut in range(6)]
    else:
        weighed = space_priors(state, state.colour_of(seat))
    weighed.sort(key=lambda own: -own[1])
    return weighed


def space_priors(state: PizzaState, colour: i64) -> list[tuple[Move, float]]:
    """Every space for the topping of this turn, by what it promises the colour whose turn it is."""
    spaces = state.open_to_turn()
    if spaces == 0:
        return [(PASS_MOVE, 1.0)]
    putting = state.phase == IN_PUT
    kind: i64 = PUT if putting else ADD
    placed = state.unselected if putting else state.turn
    looks: list[tuple[float, int]] = []
    best = 0.0
    while spaces != 0:
        space = spaces & -spaces
        spaces ^= space
        after = state.copy()
        after.place(placed, space)
        value = of_colour(glance(after, 0, LOOKS), colour)
        looks.append((value, lowest(space)))
        best = max(best, value)
    return [(BY_CODE[kind * 64 + space], math.exp((value - best) / CARE)) for value, space in looks]
