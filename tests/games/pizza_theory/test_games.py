"""Whole games of Pizza Theory, step by step beside the slow version, and what is remarkable about moves and events."""

from __future__ import annotations

from typing import Any

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.errors import BadMove, IllegalMove
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import say, seen_by
from parlor.games.pizza_theory.box import BIT_OF
from parlor.games.pizza_theory.telling.position import board_text
from tests.games.pizza_theory import slow

GAME = parlor.game("pizza-theory")


@pytest.mark.parametrize("unselected", [None, 0, 1, 2])
def test_whole_games_agree_with_the_slow_version(unselected: int | None) -> None:
    for seed in range(60 if parlor.build.is_compiled() else 15):
        play_beside_the_slow_version(Rng(seed), unselected)


def play_beside_the_slow_version(rng: Rng, unselected: int | None) -> None:
    state = GAME.new(seats=3) if unselected is None else GAME.new(seats=2, unselected=unselected)
    players = [colour for colour in range(3) if colour != unselected]
    board: slow.Board = {}
    first, leader, added, picks = -1, -1, 0, dict[int, int]()
    while state.to_act:
        seat = state.to_act[rng.below(len(state.to_act))]
        if seat == CHANCE:
            move = rng.weighted(state.chance())
        else:
            legal = state.legal_moves(seat)
            move = legal[rng.below(len(legal))]
        kind, _, value = str(move).partition(" ")
        if kind in ("add", "put", "pass"):
            putting = unselected is not None and added == 2
            colour = unselected if putting else players[seat]
            assert colour is not None
            station = (colour - first) % 3
            may = slow.may_put(board, station, picks[colour]) if putting else slow.may_add(board, colour)
            assert {str(other) for other in state.legal_moves(seat)} == (
                {f"{'put' if putting else 'add'} {name}" for name in may} or {"pass"}
            )
            assert (
                putting
                or players[seat] == (first + added if unselected is None else first_two(leader, players)[added]) % 3
            )
            if kind != "pass":
                board[slow.BY_NAME[value]] = colour
            added += 1
        elif kind == "start":
            first = leader = int(value)
            for station, names in enumerate((("c2", "e2"), ("b3", "c5"), ("e5", "f3"))):
                board |= {slow.BY_NAME[name]: (first + station) % 3 for name in names}
        else:
            colour = unselected if kind == "roll" else players[seat]
            assert colour is not None
            picks[colour] = int(value)
            if len(picks) == 3:
                board = slow.replaced(board, tuple(picks[(first + station) % 3] for station in range(3)))  # type: ignore[arg-type]
                counts = [list(board.values()).count(colour) for colour in range(3)]
                picks, added = {}, 0
                if max(counts) < 16:
                    first = (first + 1) % 3
                    leader = next((colour for colour in players if colour != leader), leader)
        state.play(seat, move)
        assert slow.parse(state.dump()["board"]) == board
    counts = [list(board.values()).count(colour) for colour in range(3)]
    assert state.outcome is not None
    assert state.outcome.scores == tuple(counts[colour] for colour in players)
    if unselected is not None and counts[unselected] >= 16:
        assert state.outcome.winners == ()
    else:
        best = max(state.outcome.scores)
        assert best >= 16
        assert state.outcome.winners == tuple(s for s in range(state.seats) if state.outcome.scores[s] == best)


def first_two(leader: int, players: list[int]) -> list[int]:
    return [leader, *(colour for colour in players if colour != leader)]


@pytest.mark.parametrize(
    "text", ["", "add", "add h1", "add a5", "cut 7", "cut 0", "ADD a1", "roll", "pass now", "put z9", "🍕"]
)
def test_a_text_that_is_no_move_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move of pizza-theory. Moves look like: add c4"):
        GAME.parse_move(text)


@pytest.mark.parametrize(
    ("seat", "text", "match"),
    [
        (1, "add a1", "Seat 2 cannot play “add a1” now: it is the turn of seat 1"),
        (0, "add c2", "c2 is not empty: a red topping lies there"),
        (0, "add c3", "c3 is next to your own topping on c2"),
        (0, "cut 3", "this is the moment to add a topping"),
        (0, "put a1", "this is the moment to add a topping"),
        (0, "roll 3", "this is the moment to add a topping"),
        (CHANCE, "roll 3", "Chance cannot play"),
        (7, "add a1", "it is the turn of seat 1"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_and_changes_nothing(seat: int, text: str, match: str) -> None:
    state = GAME.new(seats=3, first=0)
    before = state.dump()
    with pytest.raises(IllegalMove, match=match):
        state.play(seat, GAME.parse_move(text))
    assert state.dump() == before


def test_putting_away_from_the_cutter_is_refused_with_the_spaces_that_touch_it() -> None:
    data = {"seats": 2, "board": "4/5/6/7/6/5/4", "first": 0, "leader": 0, "phase": "put", "unselected_cut": 1}
    state = GAME.load({**data, "turn": 0})
    with pytest.raises(IllegalMove, match="a4 does not touch the unselected cutter. These empty spaces do: c1"):
        state.play(0, GAME.parse_move("put a4"))


def test_cutting_twice_is_refused() -> None:
    state = GAME.load({"board": "4/5/6/7/6/5/4", "first": 0, "phase": "cut", "picks": {"0": 3}})
    with pytest.raises(IllegalMove, match="it is the turn of seat 2 and seat 3"):
        state.play(0, GAME.parse_move("cut 3"))


def test_the_reveal_tells_cuts_slices_safety_and_every_change() -> None:
    board = "4/1RRG1/2GW2/7/6/5/4"
    state = GAME.load({"board": board, "first": 0, "phase": "cut", "picks": {"0": 6, "1": 6}})
    events = state.play(2, GAME.parse_move("cut 6"))
    assert [str(event) for event in seen_by(events, None)] == [
        "White has chosen a cut.",
        "Cuts: Red 6, Green 6, White 6: 4 slices.",
        "Safe this round: White.",
        "The pizza turns: round 2, Green goes first.",
    ]
    board = "4/1RRG1/1RGW2/7/6/5/4"
    state = GAME.load({"board": board, "first": 0, "phase": "cut", "picks": {"0": 6, "1": 6}})
    events = state.play(2, GAME.parse_move("cut 6"))
    assert "Slice B: Red replaces 2 toppings of Green." in [str(event) for event in events]


def two(board: str, **fields: Any) -> State:
    data = {"seats": 2, "board": board, "first": 0, "leader": 0, "round": 3, "phase": "cut", "unselected_cut": 3}
    return GAME.load({**data, **fields})


def told(state: State, seat: int, text: str, language: str = "en") -> list[str]:
    return [say(event, language) for event in seen_by(state.play(seat, GAME.parse_move(text)), None)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The pizza turns: round 4, Green goes first."), ("fr", "La pizza tourne\u00a0: tour 4, Vert commence.")],
)
def test_pt_6_1_with_two_the_log_says_who_goes_first_and_not_who_is_at_station_1st(
    language: str, sentence: str
) -> None:
    # White, whom nobody plays, comes to station 1st.
    state = two("4/5/2RGW1/7/6/5/4", first=1, picks={"0": 3})
    assert told(state, 1, "cut 3", language)[-1] == sentence
    assert state.dump()["first"] == 2
    assert state.to_act == (1,)


def test_pt_6_2_a_pass_of_the_unselected_topping_names_its_colour() -> None:
    full = two("RRRR/RRRRR/6/7/6/5/4", phase="put", first=2, unselected_cut=1)
    assert [str(move) for move in full.legal_moves(0)] == ["pass"]
    assert told(full, 0, "pass") == ["White has nowhere to go and passes."]


def over(edition: str, red: int, green: int) -> str:
    names = list(BIT_OF)
    spaces = [sum(BIT_OF[name] for name in names[:red]), sum(BIT_OF[name] for name in names[red : red + green]), 0]
    state = GAME.load({"board": board_text(*spaces), "first": 0, "phase": "over", "edition": edition})
    assert state.outcome is not None
    return str(state.outcome.reason)


def test_pt_5_the_reason_says_who_won_and_with_how_many_where_another_had_sixteen_too() -> None:
    assert over("en", 16, 3) == "Red won: all 16 toppings are on the pizza."
    assert over("en", 17, 16) == "Red won with 17 toppings; Green had 16."
    assert over("en", 16, 16) == "Red and Green won: all 16 toppings are on the pizza."
    assert over("fr", 17, 16) == "Red and Green won: all 16 toppings are on the pizza."
