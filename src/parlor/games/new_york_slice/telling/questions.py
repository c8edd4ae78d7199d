"""What a seat of New York Slice is asked to do; why a move is not legal, and what would be."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import bit, count, has, lowest
from parlor.core.moves import Move
from parlor.core.view import View
from parlor.core.words import Message
from parlor.games.new_york_slice.box import FACES, FIRST_COMBO, LOWEST_TYPE, PIZZA_SIZE, SUPREME, VEGGIE_FACES, Special
from parlor.games.new_york_slice.rules.layout import EAT_MYSTERY, EAT_VEGGIES, ends_of, face_at, starts_of, type_in
from parlor.games.new_york_slice.rules.moves import ALONE, NO_SPECIAL, Kind, SliceMove, eaten_texts, runs
from parlor.games.new_york_slice.rules.phases import PHASES, Phase
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.windows import edible, may_lose, portion_of, sneak_moves
from parlor.games.new_york_slice.telling.position import numbers_of


def ask(view: View) -> Message:
    """What a viewer with a choice is asked to do."""
    data = view.data
    phase = data["phase"]
    params: dict[str, Any] = {}
    if phase == "divide":
        kind = "divide" if data["special"] else "divide-plain"
        example = str(view.legal_moves[len(view.legal_moves) // 2])
        return Message(f"new-york-slice.prompt.{kind}", n=data["seats"], example=example)
    if phase == "take":
        params["portions"] = [index + 1 for index, portion in enumerate(data["portions"]) if portion is not None]
    elif phase == "eat":
        params["slices"] = view.legal_moves.parts()[:-1]
    elif phase == "attach":
        params["types"] = [str(move).split()[1] for move in view.legal_moves]
    elif phase in ("sneak", "seconds"):
        params["example"] = str(view.legal_moves[0])
    return Message(f"new-york-slice.prompt.{phase}", **params)


def refusal(state: SliceState, seat: int, move: Move) -> Message:
    """Why this move is not legal for a seat that is to act."""
    text = str(move)
    if not isinstance(move, SliceMove):
        return Message("new-york-slice.no.foreign", move=text)
    found = None
    if state.phase == Phase.DIVIDE and move.kind == Kind.DIVIDE:
        found = _division(state, move)
    elif state.phase == Phase.TAKE and move.kind == Kind.TAKE:
        found = Message("new-york-slice.no.portion", portion=move.value, portions=_left(state))
    elif state.phase == Phase.EAT and move.kind == Kind.EAT:
        found = _eating(state, move)
    elif state.phase == Phase.SNEAK and move.kind == Kind.SNEAK:
        found = _sneak(state, move)
    elif state.phase == Phase.SECONDS and move.kind == Kind.SECONDS:
        found = _seconds(state, move)
    if found is not None:
        return found
    examples = [str(legal) for _, legal in zip(range(3), state.legal_moves(seat), strict=False)]
    return Message(f"new-york-slice.no.{PHASES[state.phase]}", move=text, examples=examples)


def _left(state: SliceState) -> list[int]:
    return [portion + 1 for portion in range(state.seats) if has(state.left, portion)]


def _division(state: SliceState, move: SliceMove) -> Message:
    starts, ends = starts_of(move.value), ends_of(move.value)
    gone = numbers_of((starts | ends) & ~state.present)
    if gone:
        return Message("new-york-slice.no.gone", slice=gone[0])
    covered = 0
    for first, last in runs(starts, ends):
        for step in range((last - first) % PIZZA_SIZE + 1):
            covered |= bit((first - 1 + step) % PIZZA_SIZE)
    missing = numbers_of(state.present & ~covered)
    if missing:
        return Message("new-york-slice.no.missing", slices=missing, n=len(missing))
    if state.special < 0 and move.detail != NO_SPECIAL:
        return Message("new-york-slice.no.no-special")
    if state.special >= 0 and move.detail == NO_SPECIAL:
        return Message("new-york-slice.no.special")
    portions = count(starts) + (move.detail == ALONE)
    return Message("new-york-slice.no.portions", found=portions, n=state.seats)


def _eating(state: SliceState, move: SliceMove) -> Message:
    may = edible(state)
    wrong = move.value & ~may
    place = lowest(wrong)
    allowed = eaten_texts(may)
    if place >= EAT_VEGGIES:
        return Message("new-york-slice.no.eat-collected", slice=eaten_texts(wrong)[0], slices=allowed)
    if place == EAT_MYSTERY:
        if state.mystery < 0:
            return Message("new-york-slice.no.eat-mystery", slices=allowed)
        face, name = state.mystery, "m"
    else:
        face, name = face_at(state.pizza, place), str(place + 1)
        if not has(state.pending, place):
            return Message("new-york-slice.no.eat-other", number=name, slices=allowed)
    reason = "combo" if face >= FIRST_COMBO else "pepperoni"
    if has(VEGGIE_FACES, face) and has(state.held[state.turn], Special.YOU_LOVE_VEGGIES):
        reason = "veggie"
    text = state.components.slice_text(face)
    return Message(f"new-york-slice.no.eat-{reason}", number=name, slice=text, slices=allowed)


def _sneak(state: SliceState, move: SliceMove) -> Message:
    examples = [str(legal) for legal in sneak_moves(state)]
    place = bit(move.value - 1)
    source = portion_of(state, place)
    target = move.detail
    if source < 0:
        return Message("new-york-slice.no.sneak-gone", number=move.value, examples=examples)
    if target not in _left(state):
        return Message("new-york-slice.no.portion", portion=target, portions=_left(state))
    if not may_lose(state, source, place):
        return Message("new-york-slice.no.sneak-empties", number=move.value, portion=source + 1, examples=examples)
    return Message("new-york-slice.no.sneak-far", number=move.value, portion=target, examples=examples)


def _seconds(state: SliceState, move: SliceMove) -> Message:
    number = type_in(move.value)
    if state.components.pepperoni[2 * (number - LOWEST_TYPE)] == 0:
        return Message("new-york-slice.no.seconds-pepperoni", number=number)
    base = state.turn * FACES
    face = base + 2 * (number - LOWEST_TYPE)
    supreme = state.collected[base + SUPREME] if state.supreme == number else 0
    return Message(
        "new-york-slice.no.seconds-many",
        number=number,
        plain=state.collected[face],
        anchovy=state.collected[face + 1],
        supreme=supreme,
    )
