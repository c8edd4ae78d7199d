"""What a seat of New York Slice may expect to score with what lies before it, as its majorities stand in a position.

A majority that is still open is shared out by how many slices each seat has, the more evenly the more are to come.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.bits import bit, has, lowest
from parlor.core.native import i64
from parlor.games.new_york_slice.box import (
    ANCHOVY,
    FACES,
    FIRST_COMBO,
    LEFT_OVER,
    LOWEST_TYPE,
    SUPREME,
    TYPES,
    Special,
)
from parlor.games.new_york_slice.rules.layout import face_at
from parlor.games.new_york_slice.rules.scoring import count_halves, eaten_count, pepperoni_points, rank
from parlor.games.new_york_slice.rules.state import SliceState

# How many of the slices to come are thought to be collected, not eaten.
COLLECTED: Final = 0.8
# What a Special that serves later is thought to bring, in points.
LATER_DIBS: Final = 2.5
LATER_CUT: Final = 1.5
LATER_SNEAK: Final = 1.0
LATER_SECONDS: Final = 3.0
LATER_MYSTERY: Final = 1.5


class Majorities:
    """How one seat's majorities stand against its rivals in a position."""

    def __init__(self, state: SliceState, seat: i64) -> None:
        self.seat = seat
        self.seats: i64 = state.seats
        self.rounds_left: i64 = state.rounds - state.round
        # What a majority taken from the others is worth beside the points that it brings.
        self.weight: float = 1.0 + 0.5 / (state.seats - 1)
        self.steep: list[float] = []
        self.rivals: list[float] = []
        self.most: list[i64] = []
        self.halves: list[i64] = [0] * TYPES
        for to_come in slices_to_come(state):
            variance = to_come * COLLECTED * (1.0 - 1.0 / state.seats) / state.seats
            self.steep.append(0.0 if to_come < 0.5 else 0.64 / math.sqrt(variance + 0.15))
            self.rivals.append(0.0)
            self.most.append(0)
        for other in range(state.seats):
            if other != seat:
                self.add_rival(state, other)

    def add_rival(self, state: SliceState, rival: i64) -> None:
        """Count what another seat has of each type."""
        halves = self.halves
        held = state.held[rival]
        count_halves(state.components, state.collected, rival, held, state.supreme, halves)
        index: i64 = 0
        while index < TYPES:
            self.rivals[index] += math.exp(self.steep[index] * float(halves[index]))
            quarters = rank(halves[index], held)
            if quarters > self.most[index]:
                self.most[index] = quarters
            index += 1

    def worth(self, state: SliceState) -> float:
        """What the seat may expect to score with what lies before it."""
        seat = self.seat
        held = state.held[seat]
        points = 0.0
        different: i64 = 0
        halves = self.halves
        count_halves(state.components, state.collected, seat, held, state.supreme, halves)
        index: i64 = 0
        while index < TYPES:
            if halves[index] > 0:
                different += 1
            points += self.weight * float(LOWEST_TYPE + index) * self.chance(index, halves[index], held)
            index += 1
        if state.collected[seat * FACES + SUPREME] > 0 and state.supreme == 0:
            points += 1.0
        points += float(pepperoni_points(state.components, state.collected, state.eaten, held, seat))
        return points + self.special_worth(state, held, different)

    def chance(self, index: i64, halves: i64, held: i64) -> float:
        """How likely the seat gets a type with so many halves."""
        steep = self.steep[index]
        if steep == 0.0:
            return 1.0 if rank(halves, held) > self.most[index] else 0.0
        own = math.exp(steep * 0.5 * float(rank(halves, held)))
        return own / (own + self.rivals[index])

    def special_worth(self, state: SliceState, held: i64, different: i64) -> float:
        """What the seat's Specials, and another's Diet, are thought to bring it."""
        seat = self.seat
        base = seat * FACES
        left = float(self.rounds_left)
        seats = float(self.seats)
        points = 0.0
        if has(held, Special.BUFFET):
            points += min(9.0, float(different) + 0.9 * left) + float(state.collected[base + ANCHOVY])
        if has(held, Special.COMBO_CRAVING) or has(held, Special.SUPERSIZE_COMBOS):
            eaten: i64 = 0
            to_come: i64 = 0
            combo: i64 = FIRST_COMBO
            while combo < FACES:
                eaten += state.eaten[base + combo]
                to_come += state.bag[combo]
                combo += 1
            points += 2.0 * float(to_come) / seats
            if has(held, Special.COMBO_CRAVING):
                points += 3.0 * float(eaten)
        if has(held, Special.DAY_OLD_PIZZA):
            points -= 2.0
        if has(held, Special.STUFFED_CRUST):
            points += 5.0
        if has(held, Special.YOU_LOVE_VEGGIES):
            points += 3.0 * float(state.eaten[base] + state.eaten[base + 1])
            if veggies_later(state, held):
                points += 2.0 * float(state.bag[0] + state.bag[1]) / seats
        if has(held, Special.YOU_LIKE_ANCHOVIES):
            points += 3.0 * left / seats
        if self.rounds_left > 0:
            if has(held, Special.DIBS):
                points += LATER_DIBS
            if has(held, Special.CUT_IN_LINE):
                points += LATER_CUT
            if has(held, Special.SNEAK_A_SLICE):
                points += LATER_SNEAK
        if has(held, Special.SECONDS):
            points += LATER_SECONDS
        for other in range(self.seats):
            if other != seat and has(state.held[other], Special.EVERYONE_ELSE_DIET):
                points -= 0.5 * float(eaten_count(state.eaten, seat))
            elif other == seat and has(held, Special.EVERYONE_ELSE_DIET):
                points += 1.0 + 0.5 * left
        return points


def veggies_later(state: SliceState, held: i64) -> bool:
    """Whether a seat with these Specials may eat Veggies that it gains later, as version 1 of the rules allows."""
    return has(state.edible_faces(held, -1), 0)


def slices_to_come(state: SliceState) -> list[float]:
    """How many slices of each type will still be taken: those on the table, and those of the bag that will be dealt."""
    dealt = 0.0
    if state.undealt > LEFT_OVER:
        dealt = float(state.undealt - LEFT_OVER) / float(state.undealt)
    found: list[float] = []
    index: i64 = 0
    while index < TYPES:
        found.append(float(state.bag[2 * index] + state.bag[2 * index + 1]) * dealt)
        index += 1
    # While slices are dealt, none is present yet.
    left = state.present if state.present != 0 else bit(state.dealt) - 1
    while left != 0:
        index = face_at(state.pizza, lowest(left)) // 2
        left &= left - 1
        if index < TYPES:
            found[index] += 1.0
    return found
