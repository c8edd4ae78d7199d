"""What happens in Pizza Theory, as messages."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import count
from parlor.core.native import i64
from parlor.core.seats import CHANCE
from parlor.core.words import Event
from parlor.games.pizza_theory.box import COLOURS, NAME_OF, spaces_of
from parlor.games.pizza_theory.rules.cutting import Slice, slices
from parlor.games.pizza_theory.rules.moves import Kind, PizzaMove
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.state import PizzaState

SLICE_NAMES = "ABCDEFG"


def narrate(before: PizzaState, after: PizzaState, seat: int, move: PizzaMove) -> list[Event]:
    """What happened between the two positions."""
    if seat == CHANCE:
        if before.phase == Phase.ROLL:
            return [Event("pizza-theory.roll", colour=COLOURS[before.unselected], cut=move.value)]
        return [Event("pizza-theory.start", seat=after.seat_of(after.first), colour=COLOURS[after.first])]
    putting = before.phase == Phase.PUT
    colour = COLOURS[before.unselected if putting else before.colour_of(seat)]
    if move.kind == Kind.PASS:
        return [Event("pizza-theory.pass", seat=seat, colour=colour)]
    if before.phase != Phase.CUT:
        space = NAME_OF[move.value]
        return [Event("pizza-theory.put" if putting else "pizza-theory.add", seat=seat, colour=colour, space=space)]
    sealed = Event("pizza-theory.sealed", seat=seat, colour=colour)
    picked = Event("pizza-theory.picked", seats=[seat], instead=sealed, seat=seat, colour=colour, cut=move.value)
    if after.phase == Phase.CUT:
        return [picked]
    return [picked, *_round_end(before, after, move)]


def _round_end(before: PizzaState, after: PizzaState, last: PizzaMove) -> list[Event]:
    """The reveal, the slices, what changed in each, and the end or the turn of the pizza."""
    cut = before.copy()
    cut.set_pick(cut.first_to_cut(), last.value)
    toppings: list[i64] = [cut.red, cut.green, cut.white]
    found = slices(toppings, cut.cut_left(0), cut.cut_left(1), cut.cut_left(2))
    cuts: dict[str, Any] = {COLOURS[colour]: cut.pick(colour) for colour in range(3)}
    events = [Event("pizza-theory.reveal", **cuts, slices=len(found))]
    # What is safe is so in every slice.
    safe = [COLOURS[colour] for colour in found[0].safe]
    if safe:
        events.append(Event("pizza-theory.safe", colours=safe))
    for name, slice in zip(SLICE_NAMES, found, strict=False):
        events += _changes(name, slice)
    outcome = after.outcome
    if outcome is None:
        events.append(Event("pizza-theory.turn", round=after.round, colour=COLOURS[after.turn]))
    else:
        events.append(Event("pizza-theory.over", winners=list(outcome.winners), reason=outcome.reason))
    return events


def _changes(name: str, slice: Slice) -> list[Event]:
    """What each colour loses in a slice, and to whom."""
    events: list[Event] = []
    if slice.losers:
        winner = slice.winner
        where: dict[str, Any] = {"slice": name, "spaces": spaces_of(slice.spaces)}
        for colour in slice.losers:
            lost = slice.held[colour]
            params: dict[str, Any] = {**where, "colour": COLOURS[colour], "lost": spaces_of(lost), "n": count(lost)}
            if winner is None:
                events.append(Event("pizza-theory.removed", **params))
            else:
                events.append(Event("pizza-theory.replaced", **params, by=COLOURS[winner]))
    return events
