"""Positions of Pizza Theory as plain data and as text (PT 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from parlor.core.bits import count
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, is_one_of, one_of, shown
from parlor.core.game import Game
from parlor.core.native import i64
from parlor.games.pizza_theory.box import BITS, COLOURS, CUTS, LETTERS, NAMES, TOPPINGS
from parlor.games.pizza_theory.rules.phases import PHASES, Phase
from parlor.games.pizza_theory.rules.scoring import ends
from parlor.games.pizza_theory.rules.state import PizzaState

FIELDS = ["seats", "edition", "round_limit", "board", "first", "round", "phase", "turn", "picks"]
FIELDS_OF_TWO = ["unselected", "leader", "unselected_cut"]
COLUMNS = [[index for index, name in enumerate(NAMES) if name[0] == letter] for letter in "abcdefg"]


_texts: dict[int, str] = {}
"""Columns as text, by their number and the bytes of the three colours there."""
_last: tuple[i64, i64, i64, str] = (0, 0, 0, "4/5/6/7/6/5/4")
"""The last board and its text: all seats are shown the same."""


def board_text(red: i64, green: i64, white: i64) -> str:
    """The toppings as text: columns from a to g, each from 1 upwards, digits for runs of empty spaces."""
    global _last
    if _last[0] == red and _last[1] == green and _last[2] == white:
        return _last[3]
    texts: list[str] = []
    for column in range(7):
        # Each column is a byte of the set.
        shift: i64 = 8 * column
        key = int(column << 24 | (red >> shift & 255) << 16 | (green >> shift & 255) << 8 | white >> shift & 255)
        text = _texts.get(key)
        if text is None:
            text = _texts[key] = _column_text(column, *key.to_bytes(4, "big")[1:])
        texts.append(text)
    _last = (red, green, white, "/".join(texts))
    return _last[3]


def _column_text(column: int, *spaces_by_colour: int) -> str:
    bits = [BITS[index] >> 8 * column for index in COLUMNS[column]]
    letters = "".join(
        next((letter for letter, spaces in zip(LETTERS, spaces_by_colour, strict=True) if spaces & bit), ".")
        for bit in bits
    )
    return re.sub(r"\.+", lambda run: str(len(run.group())), letters)


def parse_board(text: object) -> list[int]:
    """The three colours' spaces that a board text shows."""
    if not isinstance(text, str) or text.count("/") != 6:
        raise BadPosition("pizza-theory.position.columns", board=shown(text, 80))
    spaces = [0, 0, 0]
    for letter, column, part in zip("abcdefg", COLUMNS, text.split("/"), strict=True):
        place = 0
        for found in part[: len(column) + 1]:
            if found in "1234567":
                place += int(found)
            elif found in LETTERS and place < len(column):
                spaces[LETTERS.index(found)] |= BITS[column[place]]
                place += 1
            else:
                place += 1 if found == "." else 8
        if place != len(column) or len(part) > place:
            raise BadPosition("pizza-theory.position.column", column=letter, text=part[:20], spaces=len(column))
    return spaces


def dump(state: PizzaState) -> Data:
    """The position as plain data."""
    data: Data = {"seats": state.seats, "edition": state.edition, "round_limit": state.round_limit}
    if state.seats == 2:
        data["unselected"] = state.unselected
    data["board"] = board_text(state.red, state.green, state.white)
    data["first"] = None if state.first < 0 else state.first
    data["round"] = state.round
    data["phase"] = PHASES[state.phase]
    data["turn"] = None if state.turn < 0 else state.turn
    picks: Data = {}
    if state.phase == Phase.CUT:
        for colour in range(3):
            if colour != state.unselected and state.pick(colour) != 0:
                picks[str(colour)] = state.pick(colour)
    data["picks"] = picks
    if state.seats == 2:
        cut = state.pick(state.unselected)
        data["leader"] = None if state.leader < 0 else state.leader
        data["unselected_cut"] = None if cut == 0 else cut
    return data


def load(game: Game, data: Data) -> PizzaState:
    """The position that `dump` wrote; an error if there is no such position."""
    seats = data.get("seats", 3)
    fields = [*FIELDS, *FIELDS_OF_TWO] if seats == 2 else FIELDS
    unknown = [str(key) for key in data if key not in fields]
    if unknown:
        raise BadPosition("position.unknown", fields=unknown)
    options: Data = {key: data[key] for key in ("edition", "round_limit", "unselected") if key in data}
    checked = game.checked_options(seats, options)
    state = PizzaState(game, seats, checked["edition"], checked["round_limit"], checked.get("unselected", -1))
    players = [state.colour_of(seat) for seat in range(seats)]

    phases = [phase for phase in PHASES if seats == 2 or phase not in ("roll", "put")]
    state.phase = PHASES.index(one_of(data, "phase", phases))
    state.red, state.green, state.white = parse_board(data.get("board"))
    state.round = one_of(data, "round", range(1, 10**9), 1)
    for colour in range(3):
        on_pizza = count(state.toppings(colour))
        if on_pizza > TOPPINGS and state.phase != Phase.OVER:
            raise BadPosition("pizza-theory.position.toppings", colour=COLOURS[colour], n=on_pizza, most=TOPPINGS)
    if state.phase == Phase.START:
        return _before_the_start(state, data)

    state.first = one_of(data, "first", range(3))
    if seats == 2:
        state.leader = one_of(data, "leader", players)
        _load_roll(state, data)
    _load_picks(state, data, players)
    if state.phase == Phase.ADD:
        state.turn = one_of(data, "turn", players, state.first if seats == 3 else state.leader)
    elif state.phase == Phase.PUT:
        state.turn = one_of(data, "turn", [state.leader], state.leader)
    elif data.get("turn") is not None:
        raise BadPosition("position.field", field="turn", value=shown(data["turn"]), allowed="null")
    if state.phase == Phase.OVER and not ends(
        count(state.red), count(state.green), count(state.white), state.round, state.round_limit
    ):
        raise BadPosition("pizza-theory.position.over", most=TOPPINGS)
    return state


def _before_the_start(state: PizzaState, data: Data) -> PizzaState:
    if state.red | state.green | state.white or data.get("picks") or state.round != 1:
        raise BadPosition("pizza-theory.position.start")
    return state


def _load_roll(state: PizzaState, data: Data) -> None:
    """The unselected cutter lies on the pizza from the roll until the round is over."""
    rolled = state.phase in (Phase.PUT, Phase.CUT)
    allowed: Sequence[Any] = range(1, CUTS + 1) if rolled else [None]
    state.set_pick(state.unselected, one_of(data, "unselected_cut", allowed) or 0)


def _load_picks(state: PizzaState, data: Data, players: list[int]) -> None:
    picks = data.get("picks", {})
    if not isinstance(picks, dict):
        raise BadPosition("position.field", field="picks", value=shown(picks), allowed='{"0": 5}')
    allowed = [str(colour) for colour in players] if state.phase == Phase.CUT else []
    for key, cut in picks.items():
        if str(key) not in allowed or not is_one_of(cut, range(1, CUTS + 1)):
            raise BadPosition("pizza-theory.position.pick", colour=shown(key), cut=shown(cut), cuts=CUTS)
        state.set_pick(int(key), cut)
    if len(picks) == len(players):
        raise BadPosition("pizza-theory.position.picks")
