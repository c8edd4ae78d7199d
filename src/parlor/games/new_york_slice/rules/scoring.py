"""Scoring New York Slice (NYS 5): what each seat writes on each line of the Guest Check.

Seats' slices are lists of counts at seat * FACES + face. Halves are counted, so that a Combo is a whole number.
"""

from __future__ import annotations

from typing import Final

from parlor.core.native import i64
from parlor.games.new_york_slice.box import (
    ANCHOVY,
    BUFFET,
    COMBO_CRAVING,
    COMBOS,
    DAY_OLD_PIZZA,
    EVERYONE_ELSE_DIET,
    FACES,
    FIRST_COMBO,
    LOWEST_TYPE,
    STUFFED_CRUST,
    SUPERSIZE_COMBOS,
    SUPREME,
    TIEBREAKER,
    TYPES,
    YOU_LIKE_ANCHOVIES,
    YOU_LOVE_VEGGIES,
    Components,
)

TOTAL_LINE: Final = 11
LINE_NAMES: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "11", "special", "pepperoni", "total")


def holds(held: i64, special: i64) -> bool:
    """Whether a set of Specials has this one."""
    return ((held >> special) & 1) != 0


def halves_of(components: Components, collected: list[i64], seat: i64, held: i64, supreme: i64, number: i64) -> i64:
    """How many halves of type `number` a seat has collected; `supreme` is its Supreme's type (NYS 4.2, 4.3, 5.3)."""
    base = seat * FACES
    face = base + 2 * (number - LOWEST_TYPE)
    halves: i64 = 2 * (collected[face] + collected[face + 1])
    each: i64 = 4 if holds(held, SUPERSIZE_COMBOS) else 1
    combo: i64 = 0
    while combo < COMBOS:
        if components.low[combo] == number or components.high[combo] == number:
            halves += each * collected[base + FIRST_COMBO + combo]
        combo += 1
    if supreme == number and collected[base + SUPREME] > 0:
        halves += 2
    return halves


def winner_of_type(
    components: Components, seats: i64, collected: list[i64], held: list[i64], supreme: i64, number: i64
) -> i64:
    """The seat with the majority of a type, -1 if nobody gets it (NYS 5.2)."""
    best: i64 = 0
    winner: i64 = -1
    broken = False
    seat: i64 = 0
    while seat < seats:
        halves = halves_of(components, collected, seat, held[seat], supreme, number)
        if halves > best:
            best = halves
            winner = seat
            broken = holds(held[seat], TIEBREAKER)
        elif halves == best and best > 0:
            if holds(held[seat], TIEBREAKER):
                winner = seat
                broken = True
            elif not broken:
                winner = -1
        seat += 1
    return winner


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
    if holds(own, BUFFET):
        number: i64 = LOWEST_TYPE
        while number < LOWEST_TYPE + TYPES:
            if halves_of(components, collected, seat, own, supreme, number) > 0:
                points += 1
            number += 1
        points += collected[base + ANCHOVY]
    if holds(own, COMBO_CRAVING):
        combo: i64 = FIRST_COMBO
        while combo < FACES:
            points += 3 * eaten[base + combo]
            combo += 1
    if holds(own, DAY_OLD_PIZZA):
        points -= 2
    if holds(own, STUFFED_CRUST):
        points += 5
    if holds(own, YOU_LOVE_VEGGIES):
        points += 3 * (eaten[base] + eaten[base + 1])
    other: i64 = 0
    while other < seats:
        if other != seat and holds(held[other], EVERYONE_ELSE_DIET):
            points -= eaten_count(eaten, seat) >> 1
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
    return pepperoni + anchovies if holds(held, YOU_LIKE_ANCHOVIES) else pepperoni - anchovies


def guest_check(
    components: Components, seats: i64, collected: list[i64], eaten: list[i64], held: list[i64], supreme: i64
) -> list[list[int]]:
    """The Guest Check, a number per seat on each line: types 3 to 11, Specials, pepperoni, total (NYS 5.7)."""
    lines: list[list[int]] = []
    number: i64 = LOWEST_TYPE
    while number < LOWEST_TYPE + TYPES:
        points: list[int] = [0] * seats
        winner = winner_of_type(components, seats, collected, held, supreme, number)
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
