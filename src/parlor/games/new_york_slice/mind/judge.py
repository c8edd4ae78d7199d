"""What a move in New York Slice is worth at a glance, in expected points of the seat.

The Slicer foresees that every other seat takes the portion that is worth most to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.bits import bit, has, lowest
from parlor.core.chance import Rng
from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.core.view import View
from parlor.games.new_york_slice.box import FACES, SUPREME, Special
from parlor.games.new_york_slice.mind.majorities import LATER_CUT, LATER_DIBS, LATER_MYSTERY, Majorities
from parlor.games.new_york_slice.rules.divisions import portions_cut, with_special
from parlor.games.new_york_slice.rules.layout import face_at, starts_of
from parlor.games.new_york_slice.rules.moves import Kind, SliceMove
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.windows import types_to_attach


def gain(state: SliceState, majorities: Majorities, places: i64, special: i64) -> float:
    """What these slices and this Special (-1 for none) add to the seat's worth, eaten and collected at best."""
    seat = majorities.seat
    base = seat * FACES
    before = majorities.worth(state)
    held = state.held[seat]
    supreme = state.supreme
    bonus = 0.0
    if special >= 0:
        state.held[seat] = held | bit(special)
        bonus = LATER_MYSTERY if special == Special.MYSTERY_SLICE else 0.0
    edible = state.edible_faces(state.held[seat], special)
    taken: list[i64] = [0] * FACES
    left = places
    while left != 0:
        place = left & -left
        left ^= place
        taken[face_at(state.pizza, lowest(place))] += 1
    collected: list[i64] = state.collected[base : base + FACES]
    eaten: list[i64] = state.eaten[base : base + FACES]
    for face in range(FACES):
        state.collected[base + face] += taken[face]
    if special == Special.COMBO_CRAVING or special == Special.YOU_LOVE_VEGGIES:
        taken = state.collected[base : base + FACES]
    best = majorities.worth(state)
    for face in range(FACES):
        number = taken[face]
        if number > 0 and has(edible, face):
            best = eat_if_better(state, majorities, base + face, number, best)
    if taken[SUPREME] > 0 and state.collected[base + SUPREME] > 0:
        best = max(best, best_attachment(state, majorities))
    best += bonus
    for face in range(FACES):
        state.collected[base + face] = collected[face]
        state.eaten[base + face] = eaten[face]
    state.held[seat] = held
    state.supreme = supreme
    return best - before


def eat_if_better(state: SliceState, majorities: Majorities, at: i64, number: i64, best: float) -> float:
    """Eat all slices of a face if that is worth more; returns what it is worth then."""
    state.collected[at] -= number
    state.eaten[at] += number
    found = majorities.worth(state)
    if found > best:
        return found
    state.collected[at] += number
    state.eaten[at] -= number
    return best


def best_attachment(state: SliceState, majorities: Majorities) -> float:
    """What the seat is worth with its Supreme attached where it serves best."""
    best = majorities.worth(state)
    found = state.supreme
    for number in types_to_attach(state, majorities.seat):
        state.supreme = number
        best = max(best, majorities.worth(state))
    state.supreme = found
    return best


def judge(state: SliceState, seat: int) -> list[tuple[Move, float]]:
    """What each legal move is worth to a seat that is to act."""
    phase = state.phase
    if phase == Phase.DIVIDE:
        return judge_divisions(state)
    majorities = Majorities(state, seat)
    if phase == Phase.TAKE:
        return [(move, portion_gain(state, majorities, number_of(move) - 1)) for move in state.legal_moves(seat)]
    if phase == Phase.CUT:
        waiting = (LATER_CUT if majorities.rounds_left > 0 else 0.0) + foreseen(state, seat)
        return [
            (move, best_portion(state, majorities) if kind_of(move) == Kind.CUT else waiting)
            for move in state.legal_moves(seat)
        ]
    if phase == Phase.DIBS:
        later = LATER_DIBS if majorities.rounds_left > 0 else 0.0
        return [
            (move, later if kind_of(move) == Kind.PASS else gain(state, majorities, bit(number_of(move) - 1), -1))
            for move in state.legal_moves(seat)
        ]
    estimates: list[tuple[Move, float]] = []
    for move in state.legal_moves(seat):
        after = state.copy()
        after.apply(seat, move)
        if phase == Phase.SNEAK:
            estimates.append((move, best_portion(after, majorities) + majorities.worth(after)))
        elif phase == Phase.EAT and after.phase == Phase.ATTACH and after.turn == seat:
            estimates.append((move, best_attachment(after, majorities)))
        else:
            estimates.append((move, majorities.worth(after)))
    return estimates


def priors(state: SliceState, seat: int) -> list[tuple[Move, float]]:
    """The moves, best at a glance first: the n-th weighs an n-th of the first, so that search tries others soon."""
    judged = judge(state, seat)
    judged.sort(key=lambda judged_move: -judged_move[1])
    return [(judged[index][0], 1.0 / (index + 1)) for index in range(len(judged))]


def number_of(move: Move) -> i64:
    """The number in a move."""
    assert isinstance(move, SliceMove)
    return move.value


def kind_of(move: Move) -> i64:
    """The kind of a move."""
    assert isinstance(move, SliceMove)
    return move.kind


def portion_gain(state: SliceState, majorities: Majorities, portion: i64) -> float:
    """What a portion on the table adds for the seat of the majorities."""
    special = state.special if portion == state.special_portion else -1
    return gain(state, majorities, state.portions[portion], special)


def best_portion(state: SliceState, majorities: Majorities) -> float:
    """What the best portion left adds for the seat of the majorities."""
    gains = [portion_gain(state, majorities, portion) for portion in range(state.seats) if has(state.left, portion)]
    return max(gains)


def choosing_order(state: SliceState) -> list[int]:
    """The seats in the order in which they choose, the Slicer last."""
    return [(state.slicer + step) % state.seats for step in range(1, state.seats + 1)]


def foreseen(state: SliceState, seat: int) -> float:
    """What a seat gets if all choose in the usual order, each the best for itself."""
    left = state.left
    for chooser in choosing_order(state):
        majorities = Majorities(state, chooser)
        best = -1000.0
        choice: i64 = -1
        for portion in range(state.seats):
            if has(left, portion):
                found = portion_gain(state, majorities, portion)
                if found > best:
                    best = found
                    choice = portion
        if chooser == seat:
            return best
        left &= ~bit(choice)
    return 0.0


class Gains:
    """What every run of slices, with or without the Special, adds for every seat: found once, asked often."""

    def __init__(self, state: SliceState) -> None:
        self.order = choosing_order(state)
        self.places: list[i64] = []
        left = state.present
        while left != 0:
            self.places.append(lowest(left))
            left &= left - 1
        self.size: i64 = len(self.places)
        # At (seat * size + first) * (size + 1) + length.
        self.plain: list[float] = []
        self.special: list[float] = []
        self.alone: list[float] = []
        for seat in range(state.seats):
            majorities = Majorities(state, seat)
            self.alone.append(gain(state, majorities, 0, state.special))
            for first in range(self.size):
                run: i64 = 0
                self.plain.append(0.0)
                self.special.append(0.0)
                for step in range(self.size):
                    run |= bit(self.places[(first + step) % self.size])
                    self.plain.append(gain(state, majorities, run, -1))
                    self.special.append(gain(state, majorities, run, state.special) if state.special >= 0 else 0.0)

    def of(self, seat: i64, first: i64, length: i64, special: bool) -> float:
        """What the run from the first-th slice adds for a seat."""
        at = (seat * self.size + first) * (self.size + 1) + length
        return self.special[at] if special else self.plain[at]


def judge_divisions(state: SliceState) -> list[tuple[Move, float]]:
    """What each division leaves to the Slicer, less what it gives to the others on average."""
    gains = Gains(state)
    estimates: list[tuple[Move, float]] = []
    for move in state.divisions().moves:
        estimates.append((move, division_worth(gains, state.seats, move)))
    return estimates


def division_worth(gains: Gains, seats: i64, division: SliceMove) -> float:
    """What a division is worth to the Slicer when each seat takes the best for itself."""
    firsts: list[i64] = []
    with_special: i64 = -1
    starts = starts_of(division.value)
    index: i64 = 0
    while index < gains.size:
        place = gains.places[index]
        if has(starts, place):
            if division.detail == place + 1:
                with_special = len(firsts)
            firsts.append(index)
        index += 1
    portions: i64 = len(firsts)
    left = bit(seats) - 1
    others = 0.0
    best = 0.0
    for chooser in gains.order:
        best = -1000.0
        choice: i64 = 0
        portion: i64 = 0
        while portion < seats:
            if has(left, portion):
                found = portion_worth(gains, chooser, firsts, portion, portions, with_special)
                if found > best:
                    best = found
                    choice = portion
            portion += 1
        left &= ~bit(choice)
        others += best
    return best - (others - best) / float(seats - 1)


def portion_worth(gains: Gains, seat: i64, firsts: list[i64], portion: i64, portions: i64, with_special: i64) -> float:
    """What the portion-th portion of a division adds for a seat; the one after the last is the Special alone."""
    if portion == portions:
        return gains.alone[seat]
    first = firsts[portion]
    following = firsts[(portion + 1) % portions]
    length = (following - first + gains.size - 1) % gains.size + 1
    return gains.of(seat, first, length, portion == with_special)


def portion_worths(view: View, picked: Sequence[str]) -> list[list[float]]:
    """What each portion that the Slicer has cut so far may add to each seat's points, as the Slicer guesses."""
    runs = portions_cut(view.data, picked)
    if not runs:
        return []
    state = view.game.sample(view, Rng(0))
    assert isinstance(state, SliceState)
    portions = [
        (sum([bit(number - 1) for number in run]), state.special if with_special(run) in picked else -1) for run in runs
    ]
    if "+" in picked:
        portions.append((0, state.special))
    found: list[list[float]] = []
    for seat in range(state.seats):
        majorities = Majorities(state, seat)
        found.append([gain(state, majorities, places, special) for places, special in portions])
    return found
