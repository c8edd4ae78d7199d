"""Ways to set a table for the tests of New York Slice."""

from __future__ import annotations

from typing import Any

import parlor
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import Event
from parlor.games.new_york_slice.rules.state import SliceState

GAME = parlor.game("new-york-slice")
PIZZA = ["11", "10", "9", "8", "7", "6", "5", "4", "3", "8/10", "S"]


def seat(collected: str = "", eaten: str = "", specials: str = "") -> dict[str, list[str]]:
    """What lies before a seat."""
    return {"collected": collected.split(), "eaten": eaten.split(), "specials": specials.split()}


def position(phase: str, *table: dict[str, list[str]], **fields: Any) -> SliceState:
    """A position in the first of its rounds, seat 0 slicing by the newest rules, unless the fields say otherwise."""
    seats = len(table)
    data: dict[str, Any] = {"seats": seats, "round": 1, "slicer": 0, "phase": phase, "table": list(table), **fields}
    state = GAME.load(data)
    assert isinstance(state, SliceState)
    return state


def scored(*table: dict[str, list[str]]) -> dict[str, list[int]]:
    """The Guest Check of a game that ends so."""
    outcome = position("scoring", *table).outcome
    assert outcome is not None
    assert outcome.details is not None
    check: dict[str, list[int]] = outcome.details["check"]
    return check


def taking(portions: list[Any], *table: dict[str, list[str]], **fields: Any) -> SliceState:
    """Seat 1 is to take one of these portions of PIZZA."""
    return position("take", *table, pizza=PIZZA, portions=portions, turn=1, **fields)


def play(state: State, *texts: str) -> list[Event]:
    """Play these moves, each by whoever is to act."""
    events = []
    for text in texts:
        events += state.play(state.to_act[0], GAME.parse_move(text))
    return events


def moves(state: State) -> list[str]:
    """The legal moves of the seat that is to act."""
    return [str(move) for move in state.legal_moves(state.to_act[0])]


def own(state: State, seat: int) -> dict[str, list[str]]:
    """What lies before a seat now."""
    found: dict[str, list[str]] = state.dump()["table"][seat]
    return found


def random_move(state: State, rng: Rng) -> Any:
    """Any move of whoever is to act."""
    if state.to_act[0] == CHANCE:
        return state.draw_chance(rng)
    legal = state.legal_moves(state.to_act[0])
    return legal[rng.below(len(legal))]
