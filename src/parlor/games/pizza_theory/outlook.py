"""What a position of Pizza Theory promises each seat: the cuts of its round as a game of their own.

Every outcome of the cuts promises each seat some share of the win, and the seats mix their cuts accordingly.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.bits import lowest
from parlor.core.game import Move
from parlor.core.mixing import equilibrium
from parlor.core.native import count, i64
from parlor.games.pizza_theory.components import LEFT, TOPPINGS
from parlor.games.pizza_theory.moves import ADD, BY_CODE, CUT_MOVES, PASS_MOVE, PUT
from parlor.games.pizza_theory.rules import IN_CUT, IN_PUT, PizzaState, neighbours, replace

# How strongly toppings promise the win, how much less each does for every topping that the leader has, and what those
# beside one of their own colour promise besides: fitted to games of bots, for two and for three seats.
TOPPING_OF_TWO: Final = 0.694
TOPPING_OF_THREE: Final = 0.394
LATE_OF_TWO: Final = 0.0334
LATE_OF_THREE: Final = 0.0168
BESIDE: Final = 0.13
# The unselected colour does not try to win.
UNSELECTED: Final = 1.49

ROUNDS: Final = 24
# So many outcomes, spread over all by how likely they are, say where a topping should go.
OUTCOMES: Final = 12
# By how much more of the win a space must promise to be thought e times as good.
CARE: Final = 0.03
# What every cut weighs beside its part of the mix.
SELDOM: Final = 0.02


class Cuts:
    """The cuts of a round: what each outcome promises the seats, and how they should mix."""

    def __init__(self, state: PizzaState) -> None:
        self.seats: i64 = state.seats
        self.unselected: i64 = state.unselected
        self.last: bool = state.round == state.round_limit
        self.english: bool = state.edition != "fr"
        self.red: i64 = state.red
        self.green: i64 = state.green
        self.white: i64 = state.white
        # The spaces left of each cut that a colour may make.
        self.lefts: list[list[i64]] = []
        for colour in range(3):
            station = state.station_of(colour) * 7
            picked = state.pick(colour)
            cuts: list[i64] = [LEFT[station + cut] for cut in range(1, 7)]
            self.lefts.append(cuts if picked == 0 else [cuts[picked - 1]])
        # By seat, then by cell: the last seat's cut runs fastest. The die of the unselected colour is averaged out.
        self.promises: list[list[float]] = [[] for _ in range(state.seats)]
        self.colours: list[int] = [state.colour_of(seat) for seat in range(state.seats)]
        self.sizes: list[int] = [len(self.lefts[colour]) for colour in self.colours]
        self.weigh()
        self.mixes: list[list[float]] = equilibrium(self.sizes, self.promises, ROUNDS)

    def weigh(self) -> None:
        """Find what every cell promises."""
        cut: list[i64] = [0, 0, 0]
        if self.unselected < 0:
            for x in self.lefts[0]:
                for y in self.lefts[1]:
                    for z in self.lefts[2]:
                        promised = self.promised(self.red, self.green, self.white, x, y, z)
                        for seat in range(3):
                            self.promises[seat].append(promised[seat])
            return
        dice = self.lefts[self.unselected]
        for own in self.lefts[self.colours[0]]:
            cut[self.colours[0]] = own
            for other in self.lefts[self.colours[1]]:
                cut[self.colours[1]] = other
                first = 0.0
                second = 0.0
                for die in dice:
                    cut[self.unselected] = die
                    promised = self.promised(self.red, self.green, self.white, cut[0], cut[1], cut[2])
                    first += promised[0]
                    second += promised[1]
                self.promises[0].append(first / len(dice))
                self.promises[1].append(second / len(dice))

    def promised(self, red: i64, green: i64, white: i64, x: i64, y: i64, z: i64) -> list[float]:
        """What each seat may expect of these toppings once these cutters have fallen."""
        red, green, white = replace(red, green, white, x, y, z)
        reds = count(red)
        greens = count(green)
        whites = count(white)
        most = max(reds, greens, whites)
        if most >= TOPPINGS or self.last:
            return self.final(reds, greens, whites)
        two = self.unselected >= 0
        topping = TOPPING_OF_TWO - LATE_OF_TWO * float(most) if two else TOPPING_OF_THREE - LATE_OF_THREE * float(most)
        less = float(most) * topping
        a = math.exp(topping * float(reds) + BESIDE * float(count(red & neighbours(red))) - less)
        b = math.exp(topping * float(greens) + BESIDE * float(count(green & neighbours(green))) - less)
        c = math.exp(topping * float(whites) + BESIDE * float(count(white & neighbours(white))) - less)
        if not two:
            total = a + b + c
            return [a / total, b / total, c / total]
        idle = math.exp(-UNSELECTED)
        if self.unselected == 0:
            total = a * idle + b + c
            return [b / total, c / total]
        if self.unselected == 1:
            total = a + b * idle + c
            return [a / total, c / total]
        total = a + b + c * idle
        return [a / total, b / total]

    def final(self, reds: i64, greens: i64, whites: i64) -> list[float]:
        """The shares of the win if the game ends with these toppings (PT 5, 6.3)."""
        counts: list[i64] = [reds, greens, whites]
        shares = [0.0] * self.seats
        if self.unselected >= 0 and counts[self.unselected] >= TOPPINGS:
            return shares
        least: i64 = TOPPINGS
        winners = 0.0
        if self.english:
            for colour in self.colours:
                least = max(least, counts[colour])
        for colour in self.colours:
            if counts[colour] >= least:
                winners += 1.0
        for seat in range(self.seats):
            if counts[self.colours[seat]] >= least:
                shares[seat] = 1.0 / winners
        return shares

    def values(self) -> list[float]:
        """What each seat may expect if all mix well."""
        values = [0.0] * self.seats
        cells = len(self.promises[0])
        for cell in range(cells):
            likely = 1.0
            rest = cell
            for seat in range(self.seats - 1, -1, -1):
                likely *= self.mixes[seat][rest % self.sizes[seat]]
                rest //= self.sizes[seat]
            if likely > 0.0:
                for seat in range(self.seats):
                    values[seat] += likely * self.promises[seat][cell]
        return values

    def typical(self) -> list[tuple[i64, i64, i64]]:
        """Outcomes that stand for all, as likely as each other."""
        found: list[tuple[i64, i64, i64]] = []
        mixes: list[list[float]] = [[], [], []]
        for seat in range(self.seats):
            mixes[self.colours[seat]] = self.mixes[seat]
        if self.unselected >= 0:
            die = len(self.lefts[self.unselected])
            mixes[self.unselected] = [1.0 / die] * die
        step = 1.0 / OUTCOMES
        point = step / 2
        for x in range(len(self.lefts[0])):
            for y in range(len(self.lefts[1])):
                both = mixes[0][x] * mixes[1][y]
                if both == 0.0:
                    continue
                for z in range(len(self.lefts[2])):
                    point -= both * mixes[2][z]
                    while point < 0.0:
                        found.append((self.lefts[0][x], self.lefts[1][y], self.lefts[2][z]))
                        point += step
        return found


class Last:
    """The cuts that were looked at last: all seats' mixes are asked for one after the other."""

    def __init__(self) -> None:
        self.key: tuple[i64, i64, i64, i64] = (0, 0, 0, 0)
        self.cuts: Cuts | None = None


LAST: Final = Last()


def cuts_of(state: PizzaState) -> Cuts:
    """The cuts of a position that may have been looked at just before."""
    picks = (state.red_pick * 7 + state.green_pick) * 7 + state.white_pick
    rest = ((state.round * 4 + state.first) * 343 + picks) * 8 + (state.unselected + 1) * 2
    key = (state.red, state.green, state.white, rest + (1 if state.edition == "fr" else 0))
    cuts = LAST.cuts
    if cuts is None or LAST.key != key or cuts.last != (state.round == state.round_limit):
        cuts = Cuts(state)
        LAST.key = key
        LAST.cuts = cuts
    return cuts


def evaluate(state: PizzaState) -> list[float]:
    """The share of the win that each seat may expect, as if the cuts came now."""
    return cuts_of(state).values()


def priors(state: PizzaState, seat: int) -> list[tuple[Move, float]]:
    """The moves of a seat, best first: cuts by their mix, spaces by what they promise if the cuts come as expected."""
    cuts = cuts_of(state)
    weighed: list[tuple[Move, float]] = []
    if state.phase == IN_CUT:
        mix = cuts.mixes[seat]
        weighed = [(CUT_MOVES[cut], mix[cut] + SELDOM) for cut in range(6)]
    else:
        weighed = space_priors(state, seat, cuts)
    weighed.sort(key=lambda own: -own[1])
    return weighed


def space_priors(state: PizzaState, seat: int, cuts: Cuts) -> list[tuple[Move, float]]:
    """Every space for the topping of this turn, by what it promises the seat."""
    spaces = state.open_to_turn()
    if spaces == 0:
        return [(PASS_MOVE, 1.0)]
    putting = state.phase == IN_PUT
    kind: i64 = PUT if putting else ADD
    colour = state.unselected if putting else state.turn
    outcomes = cuts.typical()
    moves: list[Move] = []
    values: list[float] = []
    while spaces != 0:
        space = spaces & -spaces
        spaces ^= space
        red = state.red | space if colour == 0 else state.red
        green = state.green | space if colour == 1 else state.green
        white = state.white | space if colour == 2 else state.white
        value = 0.0
        for x, y, z in outcomes:
            value += cuts.promised(red, green, white, x, y, z)[seat]
        moves.append(BY_CODE[kind * 64 + lowest(space)])
        values.append(value / len(outcomes))
    best = max(values)
    return [(move, math.exp((value - best) / CARE)) for move, value in zip(moves, values, strict=True)]
