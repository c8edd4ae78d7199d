"""Whether what a loaded position says fits together: each phase needs its own things on the table."""

from __future__ import annotations

from parlor.core.bits import count
from parlor.core.errors import BadPosition
from parlor.games.new_york_slice.box import (
    CUT_IN_LINE,
    DIBS,
    FACES,
    MYSTERY_SLICE,
    PIZZA_SIZE,
    SECONDS,
    SNEAK_A_SLICE,
    SUPREME,
)
from parlor.games.new_york_slice.rules.divisions import FULL
from parlor.games.new_york_slice.rules.state import (
    IN_ATTACH,
    IN_CUT,
    IN_DEAL,
    IN_DIBS,
    IN_DIVIDE,
    IN_EAT,
    IN_MYSTERY,
    IN_SCORING,
    IN_SECONDS,
    IN_SNEAK,
    IN_SPECIAL,
    IN_START,
    IN_TAKE,
    PHASES,
)
from parlor.games.new_york_slice.rules.turn import SliceState

DEALING = (IN_START, IN_SPECIAL, IN_DEAL)
AFTER_DIVISION = (IN_CUT, IN_SNEAK, IN_TAKE, IN_MYSTERY)


def check_position(state: SliceState) -> None:
    """Refuse a position that the rules cannot reach for a reason that can be said."""
    phase = state.phase
    if phase == IN_START or phase == IN_SCORING:
        return
    needed = PIZZA_SIZE * (state.rounds - state.round) + (PIZZA_SIZE - state.dealt if phase in DEALING else 0)
    if state.undealt < needed:
        _refuse(state, "undealt", n=state.undealt, needed=needed)
    if phase in DEALING:
        if state.portions or state.chosen or state.pending or state.turn >= 0 or state.dealt == PIZZA_SIZE:
            _refuse(state, "dealing")
        if phase == IN_SPECIAL and (state.dealt or state.special >= 0 or not state.box & state.usable()):
            _refuse(state, "dealing")
        return
    if state.turn < 0:
        _refuse(state, "turn")
    if phase == IN_SECONDS:
        if not state.held[state.turn] >> SECONDS & 1 or not state.second_helpings():
            _refuse(state, "window")
        return
    if state.dealt != PIZZA_SIZE:
        _refuse(state, "eleven")
    if state.portions:
        _check_portions(state)
    elif phase in AFTER_DIVISION:
        _refuse(state, "divided")
    elif count(FULL & ~(state.present & ~state.pending)) > (phase != IN_DIBS):
        _refuse(state, "eleven")
    _check_turn(state)


def _refuse(state: SliceState, problem: str, **params: object) -> None:
    raise BadPosition(f"new-york-slice.position.{problem}", phase=PHASES[state.phase], **params)


def _check_portions(state: SliceState) -> None:
    """The portions left share out what is on the table, each a run, and as many as seats are yet to choose."""
    there = state.present & ~state.pending
    shared = 0
    for portion in range(state.seats):
        if not state.left >> portion & 1:
            continue
        if shared & state.portions[portion] or (not state.portions[portion] and state.special_portion != portion):
            _refuse(state, "shares")
        shared |= state.portions[portion]
    circle = [state.portion_of(1 << place) for place in range(PIZZA_SIZE) if there >> place & 1]
    changes = sum(circle[index] != circle[index - 1] for index in range(len(circle)))
    if shared != there or changes > len(set(circle)):
        _refuse(state, "shares")
    if (state.special >= 0) != (state.special_portion >= 0 and bool(state.left >> state.special_portion & 1)):
        _refuse(state, "special-place")
    deciding = state.phase in (IN_MYSTERY, IN_EAT, IN_ATTACH)
    if count(state.left) + count(state.chosen) + deciding != state.seats:
        _refuse(state, "chosen", n=count(state.left))


def _check_turn(state: SliceState) -> None:
    """The seat in turn may do what the phase says."""
    phase, seat = state.phase, state.turn
    held = state.held[seat]
    fits = not state.chosen >> seat & 1
    if phase == IN_DIBS:
        fits &= bool(held >> DIBS & 1) and not state.portions
    elif phase == IN_DIVIDE:
        fits &= seat == state.slicer and not state.portions
    elif phase == IN_CUT:
        fits &= bool(held >> CUT_IN_LINE & 1) and seat != state.slicer and state.chosen == 0
    elif phase == IN_SNEAK:
        fits &= bool(held >> SNEAK_A_SLICE & 1) and seat != state.slicer and state.sneaks() != 0
    elif phase == IN_MYSTERY:
        fits &= state.received == MYSTERY_SLICE and state.mystery < 0
    elif phase == IN_EAT:
        fits &= state.edible() != 0
    elif phase == IN_ATTACH:
        waiting = state.collected[seat * FACES + SUPREME] > 0 and state.supreme == 0
        fits &= waiting and bool(state.types_to_attach()) and not state.pending
    if phase in (IN_SNEAK, IN_TAKE):
        clockwise = [(state.slicer + step) % state.seats for step in range(1, state.seats + 1)]
        following = next(other for other in clockwise if not state.chosen >> other & 1)
        # Before anybody has chosen, any seat but the Slicer may have cut in line.
        fits &= seat == following or (state.chosen == 0 and seat != state.slicer)
    if phase not in (IN_MYSTERY, IN_EAT) and (state.pending or state.received >= 0):
        fits = False
    if not fits:
        _refuse(state, "window")
