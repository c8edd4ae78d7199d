"""What happens in Pizza Theory, as messages, and why a move is refused."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import count
from parlor.core.moves import Move
from parlor.core.seats import CHANCE
from parlor.core.view import View
from parlor.core.words import Event, Message
from parlor.games.pizza_theory.box import COLOURS, LETTERS, NAME_OF, PIZZA, TOPPINGS, spaces_of
from parlor.games.pizza_theory.rules.moves import ADD, PASS, PUT, PizzaMove
from parlor.games.pizza_theory.rules.state import IN_CUT, IN_PUT, PizzaState, crowded, neighbours


def narrate(before: PizzaState, after: PizzaState, seat: int, move: PizzaMove) -> list[Event]:
    """What happened between the two positions."""
    if seat == CHANCE:
        if before.phase == IN_PUT or after.phase == IN_PUT:
            return [Event("pizza-theory.roll", colour=COLOURS[before.unselected], cut=move.value)]
        return [Event("pizza-theory.start", seat=after.seat_of(after.first), colour=COLOURS[after.first])]
    colour = COLOURS[before.colour_of(seat)]
    if before.phase != IN_CUT:
        if move.kind == PASS:
            return [Event("pizza-theory.pass", seat=seat, colour=colour)]
        space = NAME_OF[move.value]
        if before.phase == IN_PUT:
            return [Event("pizza-theory.put", seat=seat, colour=COLOURS[before.unselected], space=space)]
        return [Event("pizza-theory.add", seat=seat, colour=colour, space=space)]
    sealed = Event("pizza-theory.sealed", seat=seat, colour=colour)
    picked = Event("pizza-theory.picked", seats=[seat], instead=sealed, seat=seat, colour=colour, cut=move.value)
    if after.phase == IN_CUT:
        return [picked]
    return [picked, *_round_end(before, after, move)]


def slices(state: PizzaState) -> list[int]:
    """The slices that the three cutters make, as sets of spaces; the picks must all be made (PT 4.1)."""
    found = [PIZZA]
    for colour in range(3):
        left = state.cut_left(colour)
        found = [part for slice in found for part in (slice & left, slice & ~left) if part]
    return sorted(found, key=lambda slice: slice & -slice)


def _round_end(before: PizzaState, after: PizzaState, last: PizzaMove) -> list[Event]:
    """The reveal, the slices, what changed in each, and the end or the turn of the pizza."""
    cut = before.copy()
    for colour in range(3):
        if cut.pick(colour) == 0:
            cut.set_pick(colour, last.value)
    found = slices(cut)
    cuts: dict[str, Any] = {COLOURS[colour]: cut.pick(colour) for colour in range(3)}
    events = [Event("pizza-theory.reveal", **cuts, slices=len(found))]
    lefts = [cut.cut_left(colour) for colour in range(3)]
    safe = [
        COLOURS[colour]
        for colour in range(3)
        if cut.toppings(colour) and not crowded(cut.toppings(colour), lefts[0], lefts[1], lefts[2])
    ]
    if safe:
        events.append(Event("pizza-theory.safe", colours=safe))
    for number, slice in enumerate(found):
        changed = _changes(before, after, slice)
        if changed:
            params: dict[str, Any] = {"slice": "ABCDEFG"[number], "spaces": spaces_of(slice)}
            events += [Event(id, **params, **more) for id, more in changed]
    outcome = after.outcome
    if outcome is None:
        events.append(Event("pizza-theory.turn", round=after.round, colour=COLOURS[after.first]))
    else:
        events.append(Event("pizza-theory.over", winners=list(outcome.winners), reason=outcome.reason))
    return events


def _changes(before: PizzaState, after: PizzaState, slice: int) -> list[tuple[str, dict[str, Any]]]:
    """What each colour lost in a slice, and to whom."""
    changes: list[tuple[str, dict[str, Any]]] = []
    for colour in range(3):
        lost = before.toppings(colour) & ~after.toppings(colour) & slice
        if lost:
            params = {"colour": COLOURS[colour], "lost": spaces_of(lost), "n": count(lost)}
            winner = next((other for other in range(3) if after.toppings(other) & lost), None)
            if winner is None:
                changes.append(("pizza-theory.removed", params))
            else:
                changes.append(("pizza-theory.replaced", {**params, "by": COLOURS[winner]}))
    return changes


def refusal(state: PizzaState, seat: int, move: Move) -> Message:
    """Why this move is not legal for a seat that is to act."""
    text = str(move)
    if not isinstance(move, PizzaMove):
        return Message("pizza-theory.no.foreign", move=text)
    if state.phase == IN_CUT:
        return Message("pizza-theory.no.cut", move=text)
    wanted = "put" if state.phase == IN_PUT else "add"
    spaces = state.open_to_turn()
    if move.kind not in (ADD, PUT, PASS) or (move.kind == PUT) != (state.phase == IN_PUT and move.kind != PASS):
        return Message("pizza-theory.no.put" if state.phase == IN_PUT else "pizza-theory.no.add", move=text)
    if spaces == 0:
        return Message("pizza-theory.no.pass-only", move=text)
    if move.kind == PASS:
        return Message("pizza-theory.no.pass", n=count(spaces), example=spaces_of(spaces)[0], kind=wanted)
    space = NAME_OF[move.value]
    for colour in range(3):
        if move.value & state.toppings(colour):
            return Message("pizza-theory.no.taken", space=space, colour=COLOURS[colour])
    if state.phase == IN_PUT:
        return Message("pizza-theory.no.touching", space=space, spaces=spaces_of(spaces))
    beside = spaces_of(neighbours(move.value) & state.toppings(state.turn))
    return Message("pizza-theory.no.next-to", space=space, own=beside[0], n=count(spaces), example=spaces_of(spaces)[0])


def ask(view: View) -> Message:
    """What a viewer with a choice is asked to do."""
    data = view.data
    if data["phase"] == "cut":
        return Message("pizza-theory.prompt.cut")
    example = str(view.legal_moves[0]).split()[1]
    if data["phase"] == "add":
        on_pizza = data["board"].count(LETTERS[data["turn"]])
        return Message("pizza-theory.prompt.add", left=TOPPINGS - on_pizza, example=example)
    return Message("pizza-theory.prompt.put", colour=COLOURS[data["unselected"]], example=example)
