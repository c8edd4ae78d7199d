"""What a position of New York Slice promises each seat: the round is played on at a glance, then weights tell.

A seat is as strong as its features weigh; what each weighs was learned (`benchmarks/learn.py`).
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.bits import bit, lowest
from parlor.core.chance import Rng
from parlor.core.native import count, i64
from parlor.games.new_york_slice.box import FACES, FIRST_COMBO, LOWEST_TYPE, SPECIALS, SUPREME, TYPES, Special
from parlor.games.new_york_slice.mind.judge import judge, portion_gain
from parlor.games.new_york_slice.mind.majorities import COLLECTED, Majorities, slices_to_come, veggies_later
from parlor.games.new_york_slice.mind.weights import WEIGHTS
from parlor.games.new_york_slice.rules.layout import EAT_ANCHOVY_VEGGIES, EAT_COMBOS, EAT_MYSTERY, face_at
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.scoring import count_halves, pepperoni_points, rank, special_points
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.windows import edible

# Where each kind of feature begins.
MAJORITIES: Final = 0
PEPPERONI: Final = 1
SPECIAL_POINTS: Final = 2
WAITING: Final = 3
HELD: Final = 4
FROM_SLICER: Final = HELD + len(SPECIALS)
FEATURES: Final = FROM_SLICER + 5
# How much a quarter of a slice more than the others weighs for a majority, the less the more slices are to come.
STEEP: Final = 0.2

# The strengths' weights, by seats and rounds left.
_weights: Final[list[list[list[float]]]] = [[], [], *[WEIGHTS[seats] for seats in range(2, 7)]]


def evaluate(state: SliceState, rng: Rng) -> list[float]:
    """The share of the win that each seat may expect."""
    return promise(state.copy() if state.phase > Phase.DIVIDE else state, rng)


def promise(state: SliceState, rng: Rng) -> list[float]:
    """The same for a position that may be played on."""
    while state.phase > Phase.DIVIDE and state.phase != Phase.SCORING:
        if state.phase == Phase.TAKE:
            if count(state.left) == 2:
                return better_half(state, rng)
            state.take(best_portion(state))
        elif state.phase == Phase.EAT:
            state.eat(best_eating(state))
        elif state.phase == Phase.MYSTERY:
            state.draw_mystery(state.drawn(rng))
        else:
            play_at_a_glance(state)
    if state.phase == Phase.SCORING:
        return state.shares()
    weights = _weights[state.seats][state.rounds - state.round]
    strengths = [strength(own, weights) for own in features(state)]
    best = max(strengths)
    exponents = [math.exp(one - best) for one in strengths]
    total = sum(exponents)
    return [exponent / total for exponent in exponents]


def strength(own: list[float], weights: list[float]) -> float:
    """The weighted sum of a seat's features."""
    total = 0.0
    index: i64 = 0
    while index < FEATURES:
        total += own[index] * weights[index]
        index += 1
    return total


def better_half(state: SliceState, rng: Rng) -> list[float]:
    """What follows when the seat in turn takes the better of the last two portions."""
    seat = state.turn
    other = state.copy()
    first = state.left & -state.left
    state.take(lowest(first))
    other.take(lowest(other.left ^ first))
    one = promise(state, rng)
    two = promise(other, rng)
    return one if one[seat] >= two[seat] else two


def best_portion(state: SliceState) -> i64:
    """The portion that is worth most to the seat in turn."""
    if (state.left & (state.left - 1)) == 0:
        return lowest(state.left)
    majorities = Majorities(state, state.turn)
    highest = -10000.0
    best: i64 = 0
    left = state.left
    while left != 0:
        portion = lowest(left)
        left &= left - 1
        worth = portion_gain(state, majorities, portion)
        if worth > highest:
            highest = worth
            best = portion
    return best


def best_eating(state: SliceState) -> i64:
    """What the seat in turn should eat of what it may: all of a face, one, or none, whichever is worth most."""
    groups = edible_groups(state)
    seat = state.turn
    base = seat * FACES
    collected: list[i64] = state.collected.copy()
    eaten: list[i64] = state.eaten.copy()
    left = state.pending
    while left != 0:
        state.collected[base + face_at(state.pizza, lowest(left))] += 1
        left &= left - 1
    if state.received == Special.MYSTERY_SLICE and state.mystery >= 0:
        state.collected[base + state.mystery] += 1
    majorities = Majorities(state, seat)
    best = majorities.worth(state)
    chosen: i64 = 0
    for face in range(FACES):
        group = groups[face]
        number: i64 = count(group)
        while number > 0:
            state.collected[base + face] -= number
            state.eaten[base + face] += number
            found = majorities.worth(state)
            if found > best:
                best = found
                chosen |= group
                break
            state.collected[base + face] += number
            state.eaten[base + face] -= number
            group &= -group
            number = 1 if number > 1 else 0
    state.collected = collected
    state.eaten = eaten
    return chosen


def edible_groups(state: SliceState) -> list[i64]:
    """What the seat in turn may eat, by face."""
    groups: list[i64] = [0] * FACES
    left = edible(state)
    while left != 0:
        one = left & -left
        place = lowest(one)
        left ^= one
        if place < EAT_MYSTERY:
            face = face_at(state.pizza, place)
        elif place == EAT_MYSTERY:
            face = state.mystery
        elif place < EAT_COMBOS:
            face = 0 if place < EAT_ANCHOVY_VEGGIES else 1
        else:
            face = state.components.face(place - EAT_COMBOS + FIRST_COMBO)
        groups[face] |= one
    return groups


def play_at_a_glance(state: SliceState) -> None:
    """Let the seat in turn do what looks best."""
    seat: i64 = state.turn
    legal = state.legal_moves(seat)
    best = legal[0]
    if len(legal) > 1:
        highest = -10000.0
        for move, value in judge(state, seat):
            if value > highest:
                highest = value
                best = move
    state.apply(seat, best)


def stage(state: SliceState) -> int:
    """Which weights judge a position: the rounds after this one, if it is about to begin; else -1."""
    if state.slicer < 0 or state.phase > Phase.DEAL or state.dealt > 0:
        return -1
    return state.rounds - state.round


def features(state: SliceState) -> list[list[float]]:
    """What tells who will win, for each seat."""
    points = majority_points(state)
    found: list[list[float]] = []
    for seat in range(state.seats):
        held = state.held[seat]
        own = [0.0] * FEATURES
        own[MAJORITIES] = 0.1 * points[seat]
        own[PEPPERONI] = 0.1 * float(pepperoni_points(state.components, state.collected, state.eaten, held, seat))
        own[SPECIAL_POINTS] = 0.1 * float(
            special_points(state.components, state.seats, state.collected, state.eaten, state.held, state.supreme, seat)
        )
        if state.supreme == 0 and state.collected[seat * FACES + SUPREME] > 0:
            own[WAITING] = 1.0
        if not veggies_later(state, held):
            held &= ~bit(Special.YOU_LOVE_VEGGIES)
        while held != 0:
            own[HELD + lowest(held)] = 1.0
            held &= held - 1
        from_slicer = (seat - state.slicer + state.seats) % state.seats
        if from_slicer > 0 and state.slicer >= 0:
            own[FROM_SLICER + from_slicer - 1] = 1.0
        found.append(own)
    return found


def majority_points(state: SliceState) -> list[float]:
    """What each seat may expect to score with its majorities."""
    seats: i64 = state.seats
    variance = COLLECTED * (1.0 - 1.0 / state.seats) / state.seats
    steep = [STEEP / math.sqrt(to_come * variance + 0.05) for to_come in slices_to_come(state)]
    halves: list[i64] = [0] * TYPES
    chances: list[float] = [0.0] * (seats * TYPES)
    totals: list[float] = [0.0] * TYPES
    seat: i64 = 0
    while seat < seats:
        held = state.held[seat]
        count_halves(state.components, state.collected, seat, held, state.supreme, halves)
        index: i64 = 0
        while index < TYPES:
            chance = math.exp(steep[index] * float(rank(halves[index], held)))
            chances[seat * TYPES + index] = chance
            totals[index] += chance
            index += 1
        seat += 1
    points: list[float] = []
    seat = 0
    while seat < seats:
        found = 0.0
        index = 0
        while index < TYPES:
            found += float(LOWEST_TYPE + index) * chances[seat * TYPES + index] / totals[index]
            index += 1
        points.append(found)
        seat += 1
    return points
