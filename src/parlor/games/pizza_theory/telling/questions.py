"""What a seat of Pizza Theory is asked to do, and why a move is refused."""

from __future__ import annotations

from parlor.core.bits import count
from parlor.core.moves import Move
from parlor.core.view import View
from parlor.core.words import Message
from parlor.games.pizza_theory.box import COLOURS, LETTERS, NAME_OF, TOPPINGS, spaces_of
from parlor.games.pizza_theory.rules.cutting import neighbours
from parlor.games.pizza_theory.rules.moves import Kind, PizzaMove
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.state import PizzaState


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


def refusal(state: PizzaState, seat: int, move: Move) -> Message:
    """Why this move is not legal for a seat that is to act."""
    text = str(move)
    if not isinstance(move, PizzaMove):
        return Message("pizza-theory.no.foreign", move=text)
    if state.phase == Phase.CUT:
        return Message("pizza-theory.no.cut", move=text)
    putting = state.phase == Phase.PUT
    if move.kind not in (Kind.PUT if putting else Kind.ADD, Kind.PASS):
        return Message("pizza-theory.no.put" if putting else "pizza-theory.no.add", move=text)
    spaces = state.open_to_turn()
    if spaces == 0:
        return Message("pizza-theory.no.pass-only", move=text)
    example = spaces_of(spaces)[0]
    if move.kind == Kind.PASS:
        return Message("pizza-theory.no.pass", n=count(spaces), example=example, kind="put" if putting else "add")
    space = NAME_OF[move.value]
    for colour in range(3):
        if move.value & state.toppings(colour):
            return Message("pizza-theory.no.taken", space=space, colour=COLOURS[colour])
    if putting:
        return Message("pizza-theory.no.touching", space=space, spaces=spaces_of(spaces))
    beside = spaces_of(neighbours(move.value) & state.toppings(state.turn))
    return Message("pizza-theory.no.next-to", space=space, own=beside[0], n=count(spaces), example=example)
