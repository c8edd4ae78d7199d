"""What happens in New York Slice, as messages."""

from __future__ import annotations

from typing import Any

from parlor.core.seats import CHANCE
from parlor.core.words import Event
from parlor.games.new_york_slice.box import MYSTERY_SLICE, SPECIALS
from parlor.games.new_york_slice.rules.moves import (
    ATTACH,
    CUT,
    DIBS_ON,
    DIVIDE,
    EAT_MYSTERY,
    EAT_VEGGIES,
    MYSTERY,
    PASS,
    SLICE,
    SLICER,
    SNEAK,
    SPECIAL,
    SliceMove,
    eaten_texts,
    portion_texts,
)
from parlor.games.new_york_slice.rules.state import (
    IN_CUT,
    IN_DEAL,
    IN_DIBS,
    IN_EAT,
    IN_MYSTERY,
    IN_SCORING,
    IN_SECONDS,
    IN_SNEAK,
    IN_TAKE,
)
from parlor.games.new_york_slice.rules.turn import SliceState
from parlor.games.new_york_slice.telling.position import UNKNOWN, in_circle, numbers_of

DECIDING = (IN_TAKE, IN_DIBS, IN_MYSTERY, IN_EAT)


def narrate(before: SliceState, after: SliceState, seat: int, move: SliceMove) -> list[Event]:
    """What happened between the two positions."""
    events = _drawn(before, after, move) if seat == CHANCE else _played(before, seat, move)
    passed_dibs = before.phase == IN_DIBS and move.kind == PASS
    if before.phase in DECIDING and after.phase not in (IN_EAT, IN_MYSTERY) and not passed_dibs:
        events += _decided(before, move)
    if after.phase == IN_SCORING:
        outcome = after.outcome
        assert outcome is not None
        told = {"winners": list(outcome.winners), "reason": outcome.reason, **(outcome.details or {})}
        return [*events, Event("new-york-slice.over", **told)]
    if before.slicer != after.slicer:
        events.append(Event("new-york-slice.round", round=after.round, rounds=after.rounds, seat=after.slicer))
    if after.phase == IN_DEAL and before.phase != IN_DEAL and after.special < 0:
        events.append(Event("new-york-slice.no-special"))
    return events


def _drawn(before: SliceState, after: SliceState, move: SliceMove) -> list[Event]:
    """What chance turned up."""
    if move.kind == SLICER:
        # The first round says who slices.
        return []
    if move.kind == SPECIAL:
        out = "" if after.special == move.value else "-out"
        return [Event(f"new-york-slice.special{out}", special=SPECIALS[move.value])]
    text = str(move).split()[1]
    if move.kind == SLICE:
        return [Event("new-york-slice.slice", number=before.dealt + 1, slice=text)]
    assert move.kind == MYSTERY
    hidden = Event("new-york-slice.mystery-hidden", seat=before.turn)
    return [Event("new-york-slice.mystery", seats=[before.turn], instead=hidden, seat=before.turn, slice=text)]


def _played(before: SliceState, seat: int, move: SliceMove) -> list[Event]:
    """What the seat did, without what it ate."""
    kind = move.kind
    if before.phase == IN_EAT:
        return []
    if kind == PASS:
        window = {IN_DIBS: "dibs", IN_CUT: "cut", IN_SNEAK: "sneak", IN_SECONDS: "seconds"}[before.phase]
        return [Event(f"new-york-slice.pass-{window}", seat=seat)]
    if kind == DIBS_ON:
        return [Event("new-york-slice.dibs", seat=seat, number=move.value, slice=_slice_at(before, move.value))]
    if kind == DIVIDE:
        return [Event("new-york-slice.divide", seat=seat, portions=portion_texts(move.value, move.detail))]
    if kind == CUT:
        return [Event("new-york-slice.cut", seat=seat)]
    if kind == SNEAK:
        slice = _slice_at(before, move.value)
        return [Event("new-york-slice.sneak", seat=seat, number=move.value, slice=slice, portion=move.detail)]
    if before.phase == IN_TAKE:
        return [_taken(before, seat, move.value)]
    if kind == ATTACH:
        return [Event("new-york-slice.attach", seat=seat, number=move.value)]
    number, _, what = str(move).split()[1].partition(":")
    return [Event("new-york-slice.seconds", seat=seat, number=int(number), what=what)]


def _slice_at(state: SliceState, number: int) -> str:
    return state.components.slice_text(state.face_at(number - 1))


def portion_slices(state: SliceState, places: int) -> list[str]:
    """The slices at these places, in circle order."""
    return [_slice_at(state, number) for number in in_circle(numbers_of(places), numbers_of(state.present))]


def _taken(before: SliceState, seat: int, portion: int) -> Event:
    slices = portion_slices(before, before.portions[portion - 1])
    params: dict[str, Any] = {"seat": seat, "portion": portion, "slices": slices}
    if before.special_portion != portion - 1:
        return Event("new-york-slice.take", **params)
    params["special"] = SPECIALS[before.special]
    return Event("new-york-slice.take-special" if slices else "new-york-slice.take-alone", **params)


def _decided(before: SliceState, move: SliceMove) -> list[Event]:
    """What the seat in turn ate and collected."""
    pending = before.pending
    mystery = before.mystery if before.received == MYSTERY_SLICE else -1
    if before.phase == IN_DIBS:
        pending = 1 << (move.value - 1)
    elif before.phase == IN_TAKE:
        pending = before.portions[move.value - 1]
    elif before.phase == IN_MYSTERY:
        mystery = before.components.face(move.value)
    eaten = move.value if before.phase == IN_EAT else 0
    seat = before.turn
    ate = portion_slices(before, pending & eaten)
    ate += [text[1:] for text in eaten_texts(eaten >> EAT_VEGGIES << EAT_VEGGIES)]
    collected = portion_slices(before, pending & ~eaten)
    events = []
    if eaten >> EAT_MYSTERY & 1:
        hidden = Event("new-york-slice.eat", seat=seat, slices=[*ate, UNKNOWN])
        full = [*ate, before.components.slice_text(mystery)]
        events.append(Event("new-york-slice.eat", seats=[seat], instead=hidden, seat=seat, slices=full))
    else:
        if mystery >= 0:
            collected.append(before.components.slice_text(mystery))
        if ate:
            events.append(Event("new-york-slice.eat", seat=seat, slices=ate))
    if collected:
        events.append(Event("new-york-slice.collect", seat=seat, slices=collected))
    return events
