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

ROUNDS: Final = 12
# How far the others are thought to follow their habits.
HABIT: Final = 0.5
# So many of the best spaces at a first look are worth a second one.
SECOND_LOOKS: Final = 6
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
        self.promises: list[list[float]] = []
        self.mixes: list[list[float]] = []
        self.colours: list[int] = [state.colour_of(seat) for seat in range(state.seats)]
        self.sizes: list[int] = [len(self.lefts[colour]) for colour in self.colours]

    def place(self, colour: i64, space: i64) -> None:
        """Put a topping there, before the cuts."""
        if colour == 0:
            self.red |= space
        elif colour == 1:
            self.green |= space
        else:
            self.white |= space

    def remove(self, colour: i64, space: i64) -> None:
        """Take a topping back."""
        if colour == 0:
            self.red &= ~space
        elif colour == 1:
            self.green &= ~space
        else:
            self.white &= ~space

    def weigh(self) -> None:
        """Find what every cell promises, and how the seats should mix."""
        self.promises = [[] for _ in range(self.seats)]
        self.find_promises()
        self.mixes = equilibrium(self.sizes, self.promises, ROUNDS, HABIT)

    def find_promises(self) -> None:
        """Find what every cell promises."""
        cut: list[i64] = [0, 0, 0]
        if self.unselected < 0:
            for x in self.lefts[0]:
                for y in self.lefts[1]:
                    for z in self.lefts[2]:
                        promised = self.promised(x, y, z)
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
                    promised = self.promised(cut[0], cut[1], cut[2])
                    first += promised[0]
                    second += promised[1]
                self.promises[0].append(first / len(dice))
                self.promises[1].append(second / len(dice))

    def promised(self, x: i64, y: i64, z: i64) -> list[float]:
        """What each seat may expect once these cutters, given by the spaces to their left, have fallen."""
        red, green, white = replace(self.red, self.green, self.white, x, y, z)
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

    def glance(self) -> list[float]:
        """What each seat may expect of any cuts: of twelve outcomes in which every cut of every colour comes twice."""
        values = [0.0] * self.seats
        for number in range(12):
            x = self.lefts[0][number % 6 % len(self.lefts[0])]
            y = self.lefts[1][(number + number // 6 * 3) % 6 % len(self.lefts[1])]
            z = self.lefts[2][(5 * number + 2 + number // 6) % 6 % len(self.lefts[2])]
            promised = self.promised(x, y, z)
            for seat in range(self.seats):
                values[seat] += promised[seat] / 12.0
        return values


def evaluate(state: PizzaState) -> list[float]:
    """The share of the win that each seat may expect: as the cuts are mixed when they come next, else at a glance."""
    cuts = Cuts(state)
    if state.phase != IN_CUT:
        return cuts.glance()
    cuts.weigh()
    return cuts.values()


def priors(state: PizzaState, seat: int) -> list[tuple[Move, float]]:
    """The moves of a seat, best first: cuts by their mix, spaces by what they promise."""
    weighed: list[tuple[Move, float]] = []
    if state.phase == IN_CUT:
        mix = weighed_cuts(state).mixes[seat]
        weighed = [(CUT_MOVES[cut], mix[cut] + SELDOM) for cut in range(6)]
    else:
        weighed = space_priors(state, seat)
    weighed.sort(key=lambda own: -own[1])
    return weighed


class Last:
    """The cuts that were weighed last: all seats' mixes are asked for one after the other."""

    def __init__(self) -> None:
        self.state: PizzaState | None = None
        self.cuts: Cuts | None = None


LAST: Final = Last()


def weighed_cuts(state: PizzaState) -> Cuts:
    """The cuts of a position that may have been weighed just before; nobody has picked yet."""
    last = LAST.state
    cuts = LAST.cuts
    if last is None or cuts is None or not alike(last, state):
        cuts = Cuts(state)
        cuts.weigh()
        LAST.state = state.copy()
        LAST.cuts = cuts
    return cuts


def alike(one: PizzaState, other: PizzaState) -> bool:
    """Whether the cuts of two positions are the same."""
    return (
        one.red == other.red
        and one.green == other.green
        and one.white == other.white
        and one.red_pick == other.red_pick
        and one.green_pick == other.green_pick
        and one.white_pick == other.white_pick
        and one.first == other.first
        and one.unselected == other.unselected
        and one.edition == other.edition
        and (one.round == one.round_limit) == (other.round == other.round_limit)
    )


def space_priors(state: PizzaState, seat: int) -> list[tuple[Move, float]]:
    """Every space for the topping of this turn, by what it promises the seat; the best ones by a second look."""
    spaces = state.open_to_turn()
    if spaces == 0:
        return [(PASS_MOVE, 1.0)]
    putting = state.phase == IN_PUT
    kind: i64 = PUT if putting else ADD
    colour = state.unselected if putting else state.turn
    cuts = Cuts(state)
    looks: list[tuple[float, int]] = []
    while spaces != 0:
        space = spaces & -spaces
        spaces ^= space
        cuts.place(colour, space)
        looks.append((cuts.glance()[seat], space))
        cuts.remove(colour, space)
    looks.sort(key=lambda look: -look[0])
    values: list[tuple[float, int]] = []
    for _, space in looks[:SECOND_LOOKS]:
        cuts.place(colour, space)
        cuts.weigh()
        values.append((cuts.values()[seat], space))
        cuts.remove(colour, space)
    best = max([value for value, _ in values])
    # What was not looked at twice is thought to fall short of the second looks as it does of the first.
    drop = best - looks[0][0]
    values += [(min(value + drop, best), space) for value, space in looks[SECOND_LOOKS:]]
    return [(BY_CODE[kind * 64 + lowest(space)], math.exp((value - best) / CARE)) for value, space in values]
