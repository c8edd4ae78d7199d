"""How a round ends: cutters and slices on the pizza as it was, what changes in each and why, and the toppings after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin, sqrt

from parlor.core.bits import count
from parlor.core.view import View
from parlor.core.words import Event, Message, say
from parlor.games.pizza_theory.box import BIT_OF, COLOURS, spaces_of
from parlor.games.pizza_theory.drawing.board import STEP, DrawnSlice, Reveal, centre, station_angle, svg, turns
from parlor.games.pizza_theory.rules.cutting import Slice, left_of, slices
from parlor.games.pizza_theory.telling.events import SLICE_NAMES
from parlor.games.pizza_theory.telling.knowledge import station_of
from parlor.games.pizza_theory.telling.position import board_text, parse_board

PARTING = 20.0
"""How wide the gap is that a cutter opens."""
FAR = 300.0
"""Farther from the middle than the crust."""
CHANGES = ("pizza-theory.replaced", "pizza-theory.removed")
Point = tuple[float, float]
Edge = tuple[Point, float]
"""Where a cutter lies: the direction to its right, and how far it lies from the middle that way."""


def scenes(view: View, events: Sequence[Event], language: str) -> list[tuple[str, str]]:
    """The scenes of a round that has just ended; none while it goes on."""
    later = _end_of_round(events)
    if not later:
        return []
    before, after = _boards(view, later)
    reveal = _revealed(view, before, later)
    shown = [(say(later[0], language, view.names), svg(_unturned(view, before, later), (), language, reveal))]
    if changes := [event for event in later if event.id in CHANGES]:
        reveal.fates = {}
        reveal.flipped = _changed(before, after)
        words = " ".join(say(event, language, view.names) for event in changes)
        shown.append((words, svg(_unturned(view, after, later), (), language, reveal)))
    return shown


def explanation(view: View, events: Sequence[Event], language: str) -> tuple[list[str], str] | None:
    """The slices of a round that has just ended: what each holds and what that changes, and the pizza as it was."""
    later = _end_of_round(events)
    if not later:
        return None
    before, _ = _boards(view, later)
    reveal = _revealed(view, before, later)
    found = zip(SLICE_NAMES, _slices(view, before, later), strict=False)
    told = [say(_reason(name, slice), language, view.names) for name, slice in found]
    told += [say(event, language, view.names) for event in later if event.id == "pizza-theory.safe"]
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
    unturned = View(view.game, view.seat, (), None, data)
    unturned.names = view.names
    return unturned


def _slices(view: View, board: list[int], events: Sequence[Event]) -> list[Slice]:
    """The slices of the round, with what is decided in each."""
    data = _unturned(view, board, events).data
    x, y, z = (left_of(station_of(data, colour), events[0].params[name]) for colour, name in enumerate(COLOURS))
    return slices(board, x, y, z)


def _revealed(view: View, board: list[int], events: Sequence[Event]) -> Reveal:
    """Cutters, slices, who leads in each, and what becomes of whom (PT 4)."""
    unturned = _unturned(view, board, events)
    cuts = {colour: events[0].params[name] for colour, name in enumerate(COLOURS)}
    edges = tuple(_edge(unturned, colour, cut) for colour, cut in cuts.items())
    safe: list[str] = next((event.params["colours"] for event in events if event.id == "pizza-theory.safe"), [])
    reveal = Reveal(cuts, [], safe, {}, [])
    for name, slice in zip(SLICE_NAMES, _slices(view, board, events), strict=False):
        names = spaces_of(slice.spaces)
        lead = {1: COLOURS[slice.leaders[0]], 2: "tie"}.get(len(slice.leaders), "") if slice.leaders else ""
        reveal.slices.append(DrawnSlice(name, names, *_parted(tuple(names), edges), lead))
        reveal.fates |= _fates(slice)
    return reveal


def _edge(view: View, colour: int, cut: int) -> Edge:
    """A colour's cutter as it lies on the pizza, which is drawn from station 1st."""
    angle = radians((station_angle(view, colour) - 120 * turns(view)) % 360)
    return (cos(angle), sin(angle)), (cut - 3.5) * STEP * sqrt(3) / 2


@lru_cache(4096)
def _parted(names: tuple[str, ...], edges: tuple[Edge, ...]) -> tuple[list[Point], Point, str]:
    """The outline of a slice, its way from each cutter by half of the gap, and the space in its middle."""
    x, y = (sum(values) / len(names) for values in zip(*map(centre, names), strict=True))
    outline: list[Point] = [(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)]
    dx = dy = 0.0
    for normal, distance in edges:
        side = 1 if _beyond(centre(names[0]), (normal, distance)) > 0 else -1
        outline = _clipped(outline, ((side * normal[0], side * normal[1]), side * distance))
        dx += side * normal[0] * PARTING / 2
        dy += side * normal[1] * PARTING / 2
    nearest = min(names, key=lambda name: (hypot(centre(name)[0] - x, centre(name)[1] - y), name))
    return outline, (dx, dy), nearest


def _beyond(point: Point, edge: Edge) -> float:
    """How far a point lies to the right of an edge."""
    (x, y), distance = edge
    return point[0] * x + point[1] * y - distance


def _clipped(outline: list[Point], edge: Edge) -> list[Point]:
    """The part of an outline to the right of an edge."""
    found: list[Point] = []
    for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
        here, there = _beyond(start, edge), _beyond(end, edge)
        if here >= 0:
            found.append(start)
        if (here >= 0) != (there >= 0):
            part = here / (here - there)
            found.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    return found


def _fates(slice: Slice) -> dict[str, str]:
    """What becomes of each topping that does not lead in a slice where something is decided (PT 4.3 to 4.6)."""
    lost = "gone" if slice.winner is None else COLOURS[slice.winner]
    return {
        space: lost if colour in slice.losers else "safe"
        for colour, spaces in enumerate(slice.held)
        if colour not in slice.leaders
        for space in spaces_of(spaces)
    }


def _reason(name: str, slice: Slice) -> Message:
    """What a slice holds, and what follows from it."""
    if not slice.leaders:
        return Message("pizza-theory.why.empty", slice=name)
    counts = [
        Message("pizza-theory.why.count", colour=COLOURS[colour], number=count(spaces))
        for colour, spaces in enumerate(slice.held)
        if spaces
    ]
    effects = [
        _effect(slice, colour) for colour, spaces in enumerate(slice.held) if spaces and colour not in slice.leaders
    ] or [Message("pizza-theory.why.nothing")]
    leaders = [COLOURS[colour] for colour in slice.leaders]
    kind = {1: "majority", 2: "tie", 3: "all"}[len(leaders)]
    return Message(f"pizza-theory.why.{kind}", slice=name, counts=counts, leaders=leaders, effects=effects)


def _effect(slice: Slice, colour: int) -> Message:
    """What becomes of a colour that does not lead in a slice."""
    name, number = COLOURS[colour], count(slice.held[colour])
    if colour not in slice.losers:
        return Message("pizza-theory.why.safe", colour=name)
    if slice.winner is None:
        return Message("pizza-theory.why.goes", colour=name, number=number, n=number)
    return Message("pizza-theory.why.becomes", colour=name, number=number, n=number, by=COLOURS[slice.winner])
