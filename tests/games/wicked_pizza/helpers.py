"""Positions of Wicked Pizza for tests: a few cards, and everything else as it is in a young game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import parlor
from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.state import State
from parlor.games.wicked_pizza.box import FACES, NAMES, PIZZA_CARDS
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.state import WickedState

GAME = parlor.game("wicked-pizza")
QUARTERS = [NAMES[card] for card in range(PIZZA_CARDS) if FACES[card][1] == 0]
# Where the card lies whose cell (clockwise from the north-west) is the section on this side of a point.
SIDES = {"NW": (-2, -2, 2), "NE": (0, -2, 3), "SE": (0, 0, 0), "SW": (-2, 0, 1)}


def position(**data: Any) -> WickedState:
    """A position from what matters in it; `hands` are lists of cards, the first seat is to play."""
    hands = data.pop("hands", [[], []])
    slots = [[slot if slot is None or isinstance(slot, dict) else {"card": slot} for slot in hand] for hand in hands]
    state = GAME.load({"seats": len(hands), "turn": 0, "laid": ["start@0,0/0"], "hands": slots, **data})
    assert isinstance(state, WickedState)
    return state


def lying(wanted: dict[int, str], x: int, y: int, used: Sequence[str] = ()) -> str:
    """A card of four quarters, laid with these letters in these cells."""
    for name, turn in product(QUARTERS, range(4)):
        ring = name[4 - turn :] + name[: 4 - turn]
        if all(ring[cell] == letter for cell, letter in wanted.items()) and name not in [u.split("@")[0] for u in used]:
            turns = next(t for t in (1, 2, 4) if name[t:] + name[:t] == name)
            return f"{name}@{x},{y}/{turn % turns}"
    raise LookupError(wanted)


def nearly(letters: str, x: int = 6, y: int = 6) -> tuple[list[str], str]:
    """Three cards around a point and the placement that completes their pizza: sections NW, NE, SE, SW."""
    placements: list[str] = []
    for letter, (dx, dy, cell) in zip(letters, SIDES.values(), strict=True):
        placements.append(lying({cell: letter}, x + dx, y + dy, placements))
    return placements[:3], placements[3]


def about_to_complete(letters: str, others: Sequence[Sequence[Any]] = ((),), **data: Any) -> tuple[WickedState, str]:
    """A position whose first seat can complete this pizza, and the move that does it."""
    laid, last = nearly(letters)
    hands = [[card_of(last)], *others]
    return position(laid=["start@0,0/0", *laid], hands=hands, **data), last


def card_of(text: str) -> str:
    """The name of the card in a placement."""
    return text.split("@")[0]


def play(state: State, *moves: str) -> list[str]:
    """Play moves of whoever is to act, and give all that everybody is told."""
    told = []
    for text in moves:
        told += [event.id.removeprefix("wicked-pizza.") for event in state.play(state.to_act[0], GAME.parse_move(text))]
    return told


def legal(state: State) -> list[str]:
    """What the seat to act may do."""
    return [str(move) for move in state.legal_moves(state.to_act[0])]


def hand(state: WickedState, seat: int) -> list[str]:
    """The cards of a seat, slot by slot, without empty ones."""
    return [slot["card"] for slot in state.dump()["hands"][seat] if slot is not None]


def turns(games: int) -> Iterator[WickedState]:
    """Positions of random games in which a card is to be played, some of each game."""
    for seed in range(games):
        rng = Rng(seed)
        state = GAME.new(seats=2 + seed % 3)
        assert isinstance(state, WickedState)
        for _ in plays(state, at_random(rng), rng):
            if state.phase == Phase.PLAY and rng.random() < 0.25:
                yield state
