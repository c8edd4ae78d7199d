"""How a round ends, as drawings: cutters and slices on the pizza as it was, then the toppings that changed."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from parlor.core.game import View
from parlor.core.words import Event, say
from parlor.games.pizza_theory.components import BITS, COLOURS, NAMES, spaces_of
from parlor.games.pizza_theory.events import slices
from parlor.games.pizza_theory.position import board_text, load, parse_board
from parlor.games.pizza_theory.svg import Reveal, centre, svg

PARTING = 9.0
CHANGES = ("pizza-theory.replaced", "pizza-theory.removed")
BIT_OF = dict(zip(NAMES, BITS, strict=True))


def scenes(view: View, events: Sequence[Event], language: str) -> list[tuple[str, str]]:
    """The scenes of a round that has just ended; none while it goes on."""
    start = next((number for number, event in enumerate(events) if event.id == "pizza-theory.reveal"), None)
    if start is None:
        return []
    later = events[start:]
    after = _without_additions(parse_board(view.data["board"]), later)
    before = _before(after, later)
    reveal = _revealed(view, before, later)
    changes = [event for event in later if event.id in CHANGES]
    boards = [(later[:1], before)] + ([(changes, after)] if changes else [])
    shown = []
    for told, board in boards:
        reveal.flipped = _changed(before, board)
        words = " ".join(say(event, language) for event in told)
        shown.append((words, svg(_unturned(view, board, later), (), language, reveal)))
    return shown


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
    """Cutters, slices and who leads in each (PT 4)."""
    then = dict(_unturned(view, [0, 0, 0], events).data)
    then |= {"phase": "cut", "turn": None}
    if then["seats"] == 2:
        then["unselected_cut"] = events[0].params[COLOURS[then["unselected"]]]
    state = load(view.game, then)
    cuts = {colour: events[0].params[name] for colour, name in enumerate(COLOURS)}
    for colour, cut in cuts.items():
        state.set_pick(colour, cut)
    reveal = Reveal(cuts, {}, {}, [], [], [])
    reveal.safe = next((event.params["colours"] for event in events if event.id == "pizza-theory.safe"), [])
    for letter, slice in zip("ABCDEFG", slices(state), strict=False):
        names = spaces_of(slice)
        x, y = [sum(values) / len(names) for values in zip(*map(centre, names), strict=True)]
        length = hypot(x, y) or 1.0
        lead = _leader([(spaces & slice).bit_count() for spaces in board])
        for name in names:
            reveal.shifts[name] = (PARTING * x / length, PARTING * y / length)
            if lead:
                reveal.led[name] = lead
        nearest = min(names, key=lambda name: (hypot(centre(name)[0] - x, centre(name)[1] - y), name))
        reveal.slices.append((letter, nearest))
    return reveal


def _leader(counts: list[int]) -> str:
    """The colour with most toppings in a slice, `tie` for two of them, nothing otherwise (PT 4.3 to 4.5)."""
    most = max(counts)
    leaders = [colour for colour, number in zip(COLOURS, counts, strict=True) if number == most and most]
    return {1: leaders[0], 2: "tie"}.get(len(leaders), "") if leaders else ""
