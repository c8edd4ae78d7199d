"""What the seat in turn may sneak, eat, attach and have as Seconds: where there is nothing, it is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.bits import bit, has, lowest
from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.new_york_slice.box import FACES, FIRST_COMBO, LOWEST_TYPE, PIZZA_SIZE, SUPREME, TYPES, Special
from parlor.games.new_york_slice.rules.layout import (
    EAT_COMBOS,
    EAT_MYSTERY,
    anchovy_veggies_eaten,
    back_in,
    face_at,
    onward_in,
    sneaks_of,
    veggies_eaten,
)
from parlor.games.new_york_slice.rules.moves import SNEAK_MOVES, eating_seconds
from parlor.games.new_york_slice.rules.scoring import count_halves

if TYPE_CHECKING:
    from parlor.games.new_york_slice.rules.turn import Turn


def edible(turn: Turn) -> i64:
    """What the seat in turn may eat now, as an eaten set (NYS 3.8, 6)."""
    seat = turn.turn
    faces = turn.edible_faces(turn.held[seat], turn.received)
    found: i64 = 0
    left = turn.pending
    while left != 0:
        place = left & -left
        left ^= place
        if has(faces, face_at(turn.pizza, lowest(place))):
            found |= place
    if turn.received == Special.MYSTERY_SLICE and turn.mystery >= 0 and has(faces, turn.mystery):
        found |= bit(EAT_MYSTERY)
    base = seat * FACES
    if turn.received == Special.COMBO_CRAVING:
        face: i64 = FIRST_COMBO
        while face < FACES:
            if turn.collected[base + face] > 0:
                found |= bit(EAT_COMBOS + turn.components.ids[face] - FIRST_COMBO)
            face += 1
    elif turn.received == Special.YOU_LOVE_VEGGIES:
        found |= veggies_eaten(turn.collected[base])
        found |= anchovy_veggies_eaten(turn.collected[base + 1])
    return found


def types_to_attach(turn: Turn, seat: i64) -> list[int]:
    """The types among the slices that a seat has collected (NYS 4.3)."""
    halves: list[i64] = [0] * TYPES
    count_halves(turn.components, turn.collected, seat, 0, 0, halves)
    return [LOWEST_TYPE + index for index in range(TYPES) if halves[index] > 0]


def second_helpings(turn: Turn) -> list[Move]:
    """What the holder of Seconds may eat (NYS 5.1)."""
    moves: list[Move] = []
    base = turn.turn * FACES
    for number in range(LOWEST_TYPE, LOWEST_TYPE + TYPES):
        face = base + 2 * (number - LOWEST_TYPE)
        if turn.components.pepperoni[face - base] == 0:
            continue
        supremes = turn.collected[base + SUPREME] if turn.supreme == number else 0
        for plain in range(turn.collected[face] + 1):
            for with_anchovy in range(turn.collected[face + 1] + 1):
                for supreme in range(supremes + 1):
                    if plain + with_anchovy + supreme > 0:
                        moves.append(eating_seconds(number, plain, with_anchovy, supreme))
    return moves


def sneaks(turn: Turn) -> i64:
    """The places whose slice may move to the portion after it, and to the one before (NYS 3.7)."""
    there: i64 = 0
    portion: i64 = 0
    while portion < turn.seats:
        if has(turn.left, portion):
            there |= turn.portions[portion]
        portion += 1
    onward: i64 = 0
    back: i64 = 0
    if there == 0:
        return onward
    last = there
    while (last & (last - 1)) != 0:
        last &= last - 1
    left = there
    while left != 0:
        place = left & -left
        left ^= place
        here = portion_of(turn, place)
        before = portion_of(turn, last)
        if here != before:
            if may_lose(turn, here, place):
                back |= place
            if may_lose(turn, before, last):
                onward |= last
        last = place
    return sneaks_of(onward, back)


def portion_of(turn: Turn, place: i64) -> i64:
    """The portion left on the table that holds this place, given as a set of one; -1 if none does."""
    portion: i64 = 0
    while portion < turn.seats:
        if has(turn.left, portion) and (turn.portions[portion] & place) != 0:
            return portion
        portion += 1
    return -1


def may_lose(turn: Turn, portion: i64, place: i64) -> bool:
    """Whether a portion without this place is not empty."""
    return turn.portions[portion] != place or turn.special_portion == portion


def neighbour(turn: Turn, place: i64, step: i64) -> i64:
    """The portion of the next slice left on the table, clockwise for a step of 1, the other way for 10."""
    at = (lowest(place) + step) % PIZZA_SIZE
    while portion_of(turn, bit(at)) < 0:
        at = (at + step) % PIZZA_SIZE
    return portion_of(turn, bit(at))


def sneak_moves(turn: Turn) -> list[Move]:
    """Every sneak, by the slice and the portion it goes to."""
    found = sneaks(turn)
    moves: list[Move] = []
    for place in range(PIZZA_SIZE):
        targets: i64 = 0
        if has(onward_in(found), place):
            targets |= bit(neighbour(turn, bit(place), 1))
        if has(back_in(found), place):
            targets |= bit(neighbour(turn, bit(place), PIZZA_SIZE - 1))
        while targets != 0:
            moves.append(SNEAK_MOVES[place + 1][lowest(targets) + 1])
            targets &= targets - 1
    return moves
