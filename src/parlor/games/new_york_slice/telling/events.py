"""What happens in New York Slice, as messages."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import bit, has
from parlor.core.seats import CHANCE
from parlor.core.words import Event
from parlor.games.new_york_slice.box import SPECIALS, Special
from parlor.games.new_york_slice.rules.layout import EAT_MYSTERY, collected_in, face_at
from parlor.games.new_york_slice.rules.moves import Kind, SliceMove, eaten_texts, portion_texts
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.position import UNKNOWN, in_circle, numbers_of

DECIDING = (Phase.TAKE, Phase.DIBS, Phase.MYSTERY, Phase.EAT)


def narrate(before: SliceState, after: SliceState, seat: int, move: SliceMove) -> list[Event]:
    """What happened between the two positions."""
    events = _drawn(before, after, move) if seat == CHANCE else _played(before, seat, move)
    passed_dibs = before.phase == Phase.DIBS and move.kind == Kind.PASS
    if before.phase in DECIDING and after.phase not in (Phase.EAT, Phase.MYSTERY) and not passed_dibs:
        events += _decided(before, move)
    if after.phase == Phase.SCORING:
        outcome = after.outcome
        assert outcome is not None
        told = {"winners": list(outcome.winners), "reason": outcome.reason, **(outcome.details or {})}
        return [*events, Event("new-york-slice.over", **told)]
    if before.slicer != after.slicer:
        events.append(Event("new-york-slice.round", round=after.round, rounds=after.rounds, seat=after.slicer))
    if after.phase == Phase.DEAL and before.phase != Phase.DEAL and after.special < 0:
        events.append(Event("new-york-slice.no-special"))
    return events


def _drawn(before: SliceState, after: SliceState, move: SliceMove) -> list[Event]:
    """What chance turned up."""
    if move.kind == Kind.SLICER:
        # The first round says who slices.
        return []
    if move.kind == Kind.SPECIAL:
        out = "" if after.special == move.value else "-out"
        return [Event(f"new-york-slice.special{out}", special=SPECIALS[move.value])]
    text = str(move).split()[1]
    if move.kind == Kind.SLICE:
        return [Event("new-york-slice.slice", number=before.dealt + 1, slice=text)]
    assert move.kind == Kind.MYSTERY
    hidden = Event("new-york-slice.mystery-hidden", seat=before.turn)
    return [Event("new-york-slice.mystery", seats=[before.turn], instead=hidden, seat=before.turn, slice=text)]


def _played(before: SliceState, seat: int, move: SliceMove) -> list[Event]:
    """What the seat did, without what it ate."""
    kind = move.kind
    if before.phase == Phase.EAT:
        return []
    if kind == Kind.PASS:
        window = {Phase.DIBS: "dibs", Phase.CUT: "cut", Phase.SNEAK: "sneak", Phase.SECONDS: "seconds"}[before.phase]
        return [Event(f"new-york-slice.pass-{window}", seat=seat)]
    if kind == Kind.DIBS:
        return [Event("new-york-slice.dibs", seat=seat, number=move.value, slice=_slice_at(before, move.value))]
    if kind == Kind.DIVIDE:
        return [Event("new-york-slice.divide", seat=seat, portions=portion_texts(move.value, move.detail))]
    if kind == Kind.CUT:
        return [Event("new-york-slice.cut", seat=seat)]
    if kind == Kind.SNEAK:
        slice = _slice_at(before, move.value)
        return [Event("new-york-slice.sneak", seat=seat, number=move.value, slice=slice, portion=move.detail)]
    if before.phase == Phase.TAKE:
        return [_taken(before, seat, move.value)]
    if kind == Kind.ATTACH:
        return [Event("new-york-slice.attach", seat=seat, number=move.value)]
    number, _, what = str(move).split()[1].partition(":")
    return [Event("new-york-slice.seconds", seat=seat, number=int(number), what=what)]


def _slice_at(state: SliceState, number: int) -> str:
    return state.components.slice_text(face_at(state.pizza, number - 1))


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
    mystery = before.mystery if before.received == Special.MYSTERY_SLICE else -1
    if before.phase == Phase.DIBS:
        pending = bit(move.value - 1)
    elif before.phase == Phase.TAKE:
        pending = before.portions[move.value - 1]
    elif before.phase == Phase.MYSTERY:
        mystery = before.components.face(move.value)
    eaten = move.value if before.phase == Phase.EAT else 0
    seat = before.turn
    ate = portion_slices(before, pending & eaten)
    ate += [text[1:] for text in eaten_texts(collected_in(eaten))]
    collected = portion_slices(before, pending & ~eaten)
    events = []
    if has(eaten, EAT_MYSTERY):
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
