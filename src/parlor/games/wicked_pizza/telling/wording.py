"""A seat's moves of Wicked Pizza, and parts of them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parlor.core.view import View
from parlor.core.words import Message
from parlor.games.wicked_pizza.box import is_spell
from parlor.games.wicked_pizza.rules.layout import placed
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove, label
from parlor.games.wicked_pizza.rules.notation import parse
from parlor.games.wicked_pizza.rules.places import x_of, y_of
from parlor.games.wicked_pizza.telling.events import neighbour

STRUCK = ("newt", "toads", "rats")
"""The phases in which an opponent is chosen."""


def wording(view: View, text: str, picked: Sequence[str] = ()) -> Message | None:
    """A move of the viewer, or a part of one, as the log would say it; None where the catalogue says it."""
    phase = view.data["phase"]
    if text.startswith("/"):
        return Message(f"wicked-pizza.part.turn-{text[1:]}")
    if text.startswith("@") and len(picked) > 1:
        move = parse(f"{picked[0]}{text}{picked[1]}")
        return None if move is None else _laid(view, "spot", move)
    move = parse(text)
    if move is None:
        return None
    if move.kind == Kind.LAY:
        laid = _laid(view, "lay", move)
        # As it is held is how anybody would take it.
        return Message("wicked-pizza.drawing.turned", spot=laid, turn=move.turn) if move.turn else laid
    if move.kind == Kind.SEAT and phase in STRUCK:
        return Message(f"wicked-pizza.part.{phase}", victim=move.number)
    if move.kind == Kind.PIZZA:
        at = [x_of(move.number), y_of(move.number)]
        found = [pizza["sections"] for pizza in view.data["pizzas"] if list(pizza["at"]) == at]
        return Message("wicked-pizza.part.pizza-of", sections=found[0]) if found else None
    return None


def _laid(view: View, what: str, move: WickedMove) -> Message:
    side, beside = neighbour(_cards(tuple(view.data["laid"])), move.number)
    card = label(move.card, move.ingredient)
    if not side:
        return Message(f"wicked-pizza.part.{what}-alone", card=card)
    if what == "lay" and is_spell(move.card):
        what = "cast"
    return Message(f"wicked-pizza.part.{what}", card=card, side=side, beside=beside)


@lru_cache(64)
def _cards(laid: tuple[str, ...]) -> list[int]:
    """The cards on the table, as numbers."""
    moves = [parse(text) for text in laid]
    return [placed(move.card, move.ingredient, move.turn, move.number) for move in moves if move is not None]
