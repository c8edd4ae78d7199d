"""How a round ends: cutters and slices on the pizza as it was, what changes in each and why, and the toppings after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin, sqrt

from parlor.core.view import View
from parlor.core.words import Event, Message, say
from parlor.games.pizza_theory.box import BITS, COLOURS, NAMES, spaces_of
from parlor.games.pizza_theory.drawing.board import STEP, Reveal, Slice, centre, station_angle, svg, turns
from parlor.games.pizza_theory.telling.events import slices
from parlor.games.pizza_theory.telling.position import board_text, load, parse_board

PARTING = 20.0
"""How wide the gap is that a cutter opens."""
FAR = 300.0
"""Farther from the middle than the crust."""
CHANGES = ("pizza-theory.replaced", "pizza-theory.removed")
BIT_OF = dict(zip(NAMES, BITS, strict=True))
Point = tuple[float, float]
Line = tuple[Point, float]
"""A cutter: the direction to its right, and how far it lies from the middle that way."""


def scenes(view: View, events: Sequence[Event], language: str) -> list[tuple[str, str]]:
    """The scenes of a round that has just ended; none while it goes on."""
    later = _end_of_round(events)
    if not later:
        return []
    before, after = _boards(view, later)
    reveal = _revealed(view, before, later)
    shown = [(say(later[0], language), svg(_unturned(view, before, later), (), language, reveal))]
    if changes := [event for event in later if event.id in CHANGES]:
        reveal.fates = {}
        reveal.flipped = _changed(before, after)
        words = " ".join(say(event, language) for event in changes)
        shown.append((words, svg(_unturned(view, after, later), (), language, reveal)))
    return shown


def explanation(view: View, events: Sequence[Event], language: str) -> tuple[list[str], str] | None:
    """The slices of a round that has just ended: what each holds and what that changes, and the pizza as it was."""
    later = _end_of_round(events)
    if not later:
        return None
    before, _ = _boards(view, later)
    reveal = _revealed(view, before, later)
    told = [say(_reason(slice, before, reveal.safe), language) for slice in reveal.slices]
    told += [say(event, language) for event in later if event.id == "pizza-theory.safe"]
    return told, svg(_unturned(view, before, later), (), language, reveal)


def _end_of_round(events: Sequence[Event]) -> Sequence[Event]:
    """What happened from the reveal on, if there was one."""
    start = next((number for number, event in enumerate(events) if event.id == "pizza-theory.reveal"), None)
    return [] if start is None else events[start:]


def _boards(view: View, events: Sequence[Event]) -> tuple[list[int], list[int]]:
    """The toppings before and after the cutters fell."""
    after = _without_additions(parse_board(view.data["board"]), events)
    return _before(after, events), after


def _without_additions(board: list[int], events: Sequence[Event]) -> list[int]:
    """The toppings before any that the next round has added already, where there was no choice."""
    added = [event.params["space"] for event in events if event.id in ("pizza-theory.add", "pizza-theory.put")]
    gone = sum(BIT_OF[space] for space in added)
    return [spaces & ~gone for spaces in board]


def _before(board: list[int], events: Sequence[Event]) -> list[int]:
    """The toppings before anything was replaced or removed (PT 4.2)."""
    found = list(board)
    for event in events:
        if event.id in CHANGES:
            lost = sum(BIT_OF[space] for space in event.params["lost"])
            own = COLOURS.index(event.params["colour"])
            found = [spaces | lost if colour == own else spaces & ~lost for colour, spaces in enumerate(found)]
    return found


def _changed(before: list[int], after: list[int]) -> list[str]:
    changed = 0
    for old, new in zip(before, after, strict=True):
        changed |= old ^ new
    return spaces_of(changed)


def _unturned(view: View, board: list[int], events: Sequence[Event]) -> View:
    """The view on a board as the pizza lay while it was cut, with nothing to choose."""
    data = dict(view.data)
    if any(event.id == "pizza-theory.turn" for event in events):
        data |= {"first": (data["first"] - 1) % 3, "round": data["round"] - 1}
    data |= {"board": board_text(*board), "phase": "over", "picks": {}, "turn": None}
    return View(view.game, view.seat, (), None, data)


def _revealed(view: View, board: list[int], events: Sequence[Event]) -> Reveal:
    """Cutters, slices, who leads in each, and what becomes of whom (PT 4)."""
    unturned = _unturned(view, [0, 0, 0], events)
    then = unturned.data | {"phase": "cut", "turn": None}
    if then["seats"] == 2:
        then["unselected_cut"] = events[0].params[COLOURS[then["unselected"]]]
    state = load(view.game, then)
    cuts = {colour: events[0].params[name] for colour, name in enumerate(COLOURS)}
    for colour, cut in cuts.items():
        state.set_pick(colour, cut)
    lines = tuple(_line(unturned, colour, cut) for colour, cut in cuts.items())
    safe: list[str] = next((event.params["colours"] for event in events if event.id == "pizza-theory.safe"), [])
    reveal = Reveal(cuts, [], safe, {}, [])
    for letter, spaces in zip("ABCDEFG", slices(state), strict=False):
        lead = _leader([(colour & spaces).bit_count() for colour in board])
        names = spaces_of(spaces)
        slice = Slice(letter, names, *_parted(tuple(names), lines), lead)
        reveal.slices.append(slice)
        reveal.fates |= _fates(slice, board, safe)
    return reveal


def _line(view: View, colour: int, cut: int) -> Line:
    """A colour's cutter as it lies on the pizza, which is drawn from station 1st."""
    angle = radians((station_angle(view, colour) - 120 * turns(view)) % 360)
    return (cos(angle), sin(angle)), (cut - 3.5) * STEP * sqrt(3) / 2


@lru_cache(4096)
def _parted(names: tuple[str, ...], lines: tuple[Line, ...]) -> tuple[list[Point], Point, str]:
    """The outline of a slice, its way from each cutter by half of the gap, and the space in its middle."""
    x, y = (sum(values) / len(names) for values in zip(*map(centre, names), strict=True))
    outline: list[Point] = [(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)]
    dx = dy = 0.0
    for normal, distance in lines:
        side = 1 if _beyond(centre(names[0]), (normal, distance)) > 0 else -1
        outline = _clipped(outline, ((side * normal[0], side * normal[1]), side * distance))
        dx += side * normal[0] * PARTING / 2
        dy += side * normal[1] * PARTING / 2
    nearest = min(names, key=lambda name: (hypot(centre(name)[0] - x, centre(name)[1] - y), name))
    return outline, (dx, dy), nearest


def _beyond(point: Point, line: Line) -> float:
    """How far a point lies to the right of a line."""
    (x, y), distance = line
    return point[0] * x + point[1] * y - distance


def _clipped(outline: list[Point], line: Line) -> list[Point]:
    """The part of an outline to the right of a line."""
    found: list[Point] = []
    for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
        here, there = _beyond(start, line), _beyond(end, line)
        if here >= 0:
            found.append(start)
        if (here >= 0) != (there >= 0):
            part = here / (here - there)
            found.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    return found


def _leader(counts: list[int]) -> str:
    """The colour with most toppings in a slice, `tie` for two of them, nothing otherwise (PT 4.3 to 4.5)."""
    leaders = _leaders(counts)
    return {1: leaders[0], 2: "tie"}.get(len(leaders), "") if leaders else ""


def _leaders(counts: list[int]) -> list[str]:
    most = max(counts)
    return [colour for colour, number in zip(COLOURS, counts, strict=True) if number == most and most]


def _held(slice: Slice, board: list[int]) -> dict[str, list[str]]:
    """Where each colour has toppings in a slice."""
    bits = sum(BIT_OF[name] for name in slice.spaces)
    return {colour: spaces_of(spaces & bits) for colour, spaces in zip(COLOURS, board, strict=True)}


def _fates(slice: Slice, board: list[int], safe: list[str]) -> dict[str, str]:
    """What becomes of each topping that does not lead in a slice where something is decided (PT 4.3 to 4.6)."""
    held = _held(slice, board)
    leaders = _leaders([len(spaces) for spaces in held.values()])
    if len(leaders) not in (1, 2):
        return {}
    lost = leaders[0] if len(leaders) == 1 else "gone"
    return {
        space: "safe" if colour in safe else lost
        for colour, spaces in held.items()
        if colour not in leaders
        for space in spaces
    }


def _reason(slice: Slice, board: list[int], safe: list[str]) -> Message:
    """What a slice holds, and what follows from it."""
    held = _held(slice, board)
    counts = [Message("pizza-theory.why.count", colour=colour, number=len(held[colour])) for colour in COLOURS]
    present = [count for count in counts if count.params["number"]]
    leaders = _leaders([len(spaces) for spaces in held.values()])
    if not leaders:
        return Message("pizza-theory.why.empty", slice=slice.letter)
    effects = [
        Message(f"pizza-theory.why.{_effect(colour, leaders, safe)}", colour=colour, spaces=spaces, by=leaders[0])
        for colour, spaces in held.items()
        if spaces and colour not in leaders
    ] or [Message("pizza-theory.why.nothing")]
    kind = {1: "majority", 2: "tie", 3: "all"}[len(leaders)]
    return Message(f"pizza-theory.why.{kind}", slice=slice.letter, counts=present, leaders=leaders, effects=effects)


def _effect(colour: str, leaders: list[str], safe: list[str]) -> str:
    return "safe" if colour in safe else "becomes" if len(leaders) == 1 else "goes"
