"""Scoring New York Slice (NYS 5): what each seat writes on each line of the Guest Check.

Seats' slices are lists of counts at seat * FACES + face. Halves are counted, so that a Combo is a whole number.
"""

from __future__ import annotations

from typing import Final

from parlor.core.bits import has
from parlor.core.native import i64
from parlor.games.new_york_slice.box import (
    ANCHOVY,
    COMBOS,
    FACES,
    FIRST_COMBO,
    LOWEST_TYPE,
    SUPREME,
    TYPES,
    Components,
    Special,
)

TOTAL_LINE: Final = 11
LINE_NAMES: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "11", "special", "pepperoni", "total")


def count_halves(
    components: Components, collected: list[i64], seat: i64, held: i64, supreme: i64, halves: list[i64]
) -> None:
    """Write how many halves of each type a seat has collected; `supreme` is its Supreme's type (NYS 4.2, 4.3, 5.3)."""
    base = seat * FACES
    index: i64 = 0
    while index < TYPES:
        halves[index] = 2 * (collected[base + 2 * index] + collected[base + 2 * index + 1])
        index += 1
    combo: i64 = 0
    while combo < COMBOS:
        number = collected[base + FIRST_COMBO + combo]
        if number > 0:
            if has(held, Special.SUPERSIZE_COMBOS):
                number *= 4
            halves[components.low[combo] - LOWEST_TYPE] += number
            halves[components.high[combo] - LOWEST_TYPE] += number
        combo += 1
    if supreme > 0 and collected[base + SUPREME] > 0:
        halves[supreme - LOWEST_TYPE] += 2


def rank(halves: i64, held: i64) -> i64:
    """What decides a majority: quarters of slices, one more for the Tiebreaker's holder (NYS 5.2)."""
    return 2 * halves + 1 if halves > 0 and has(held, Special.TIEBREAKER) else 2 * halves


def winners_of_types(
    components: Components, seats: i64, collected: list[i64], held: list[i64], supreme: i64
) -> list[i64]:
    """The seat with the majority of each type, -1 where nobody gets it (NYS 5.2)."""
    winners: list[i64] = [-1] * TYPES
    most: list[i64] = [0] * TYPES
    halves: list[i64] = [0] * TYPES
    seat: i64 = 0
    while seat < seats:
        count_halves(components, collected, seat, held[seat], supreme, halves)
        index: i64 = 0
        while index < TYPES:
            own = rank(halves[index], held[seat])
            if own > most[index]:
                most[index] = own
                winners[index] = seat
            elif own == most[index]:
                winners[index] = -1
            index += 1
        seat += 1
    return winners


def eaten_count(eaten: list[i64], seat: i64) -> i64:
    """How many slices a seat has eaten."""
    total: i64 = 0
    index = seat * FACES
    end = index + FACES
    while index < end:
        total += eaten[index]
        index += 1
    return total


def special_points(
    components: Components,
    seats: i64,
    collected: list[i64],
    eaten: list[i64],
    held: list[i64],
    supreme: i64,
    seat: i64,
) -> i64:
    """What a seat gains and loses by the starred Specials (NYS 5.4)."""
    points: i64 = 0
    own = held[seat]
    base = seat * FACES
    if has(own, Special.BUFFET):
        halves: list[i64] = [0] * TYPES
        count_halves(components, collected, seat, own, supreme, halves)
        for number in halves:
            if number > 0:
                points += 1
        points += collected[base + ANCHOVY]
    if has(own, Special.COMBO_CRAVING):
        combo: i64 = FIRST_COMBO
        while combo < FACES:
            points += 3 * eaten[base + combo]
            combo += 1
    if has(own, Special.DAY_OLD_PIZZA):
        points -= 2
    if has(own, Special.STUFFED_CRUST):
        points += 5
    if has(own, Special.YOU_LOVE_VEGGIES):
        points += 3 * (eaten[base] + eaten[base + 1])
    other: i64 = 0
    while other < seats:
        if other != seat and has(held[other], Special.EVERYONE_ELSE_DIET):
            points -= eaten_count(eaten, seat) // 2
        other += 1
    return points


def pepperoni_points(components: Components, collected: list[i64], eaten: list[i64], held: i64, seat: i64) -> i64:
    """Pepperoni eaten, less the anchovies collected, or with them (NYS 5.5)."""
    pepperoni: i64 = 0
    anchovies: i64 = 0
    base = seat * FACES
    face: i64 = 0
    while face < FACES:
        pepperoni += components.pepperoni[face] * eaten[base + face]
        anchovies += components.anchovies[face] * collected[base + face]
        face += 1
    return pepperoni + anchovies if has(held, Special.YOU_LIKE_ANCHOVIES) else pepperoni - anchovies


def guest_check(
    components: Components, seats: i64, collected: list[i64], eaten: list[i64], held: list[i64], supreme: i64
) -> list[list[int]]:
    """The Guest Check, a number per seat on each line: types 3 to 11, Specials, pepperoni, total (NYS 5.7)."""
    lines: list[list[int]] = []
    number = LOWEST_TYPE
    for winner in winners_of_types(components, seats, collected, held, supreme):
        points: list[int] = [0] * seats
        if winner >= 0:
            points[winner] = number
        lines.append(points)
        number += 1
    lines.append([special_points(components, seats, collected, eaten, held, supreme, seat) for seat in range(seats)])
    lines.append([pepperoni_points(components, collected, eaten, held[seat], seat) for seat in range(seats)])
    totals: list[int] = [0] * seats
    for line in lines:
        for seat in range(seats):
            totals[seat] += line[seat]
    lines.append(totals)
    return lines
