"""What each line of the Guest Check comes from, in words (NYS 5)."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import bit
from parlor.core.chance import Rng
from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.games.new_york_slice.box import FACES, LOWEST_TYPE, SPECIALS, Special
from parlor.games.new_york_slice.rules.scoring import pepperoni_points, special_points
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.names import halves_text, type_name


def explained(view: View, language: str) -> dict[str, str]:
    """A sentence or two for each line of the Guest Check of a game that is over."""
    # Whatever the viewer does not know of it made no difference to any line.
    state = view.game.sample(view, Rng(0), reopen=False)
    assert isinstance(state, SliceState)
    assert view.outcome is not None
    names = [view.game.heading(view, seat, language) for seat in range(state.seats)]
    if view.seat is not None and 0 <= view.seat < state.seats:
        names[view.seat] = say(Message("new-york-slice.draw.you"), language)
    lines = {str(LOWEST_TYPE + index): _type(view, state, index, names, language) for index in range(9)}
    lines["special"] = _specials(state, names, language)
    lines["pepperoni"] = _pepperoni(state, names, language)
    lines["total"] = _said("total", language, reason=say(view.outcome.reason, language, view.names))
    return lines


def _said(kind: str, language: str, **params: Any) -> str:
    return say(Message(f"new-york-slice.tell.{kind}", **params), language)


def _type(view: View, state: SliceState, index: int, names: list[str], language: str) -> str:
    number = LOWEST_TYPE + index
    type = f"{number} {type_name(state.components, number, language)}"
    halves = [state.halves(seat)[index] for seat in range(state.seats)]
    counts = [
        _said("count", language, who=name, count=halves_text(own))
        for name, own in zip(names, halves, strict=True)
        if own > 0
    ]
    if not counts:
        return _said("none", language, type=type)
    winner = state.leaders()[index]
    if winner < 0:
        return _said("tied", language, type=type, counts=counts)
    kind = "won-you" if winner == view.seat else "won"
    return _said(kind, language, type=type, counts=counts, who=names[winner], points=number)


def _specials(state: SliceState, names: list[str], language: str) -> str:
    """What each Special gave or took, as if it were the only one."""
    found = []
    for seat, name in enumerate(names):
        for special in range(len(SPECIALS)):
            alone = [held & bit(special) for held in state.held]
            points = special_points(
                state.components, state.seats, state.collected, state.eaten, alone, state.supreme, seat
            )
            if points:
                found.append(_said("by-special", language, who=name, points=f"{points:+d}", special=SPECIALS[special]))
    return _said("specials", language, points=found) if found else _said("no-specials", language)


def _pepperoni(state: SliceState, names: list[str], language: str) -> str:
    found = []
    nothing = [0] * (FACES * state.seats)
    for seat, name in enumerate(names):
        pepperoni = pepperoni_points(state.components, nothing, state.eaten, 0, seat)
        anchovies = -pepperoni_points(state.components, state.collected, nothing, 0, seat)
        kind = "more" if state.held[seat] & bit(Special.YOU_LIKE_ANCHOVIES) else "less"
        found.append(_said(kind, language, who=name, pepperoni=pepperoni, anchovies=anchovies))
    return _said("pepperoni", language, points=found)
