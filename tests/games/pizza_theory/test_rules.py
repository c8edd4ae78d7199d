"""Every clause of the rules of Pizza Theory, by its number."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core.chance import Rng
from parlor.core.errors import BadOption, BadPosition, IllegalMove
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.games.pizza_theory import box
from parlor.games.pizza_theory.rules.cutting import left_of, neighbours, open_spaces, replace, slices
from parlor.games.pizza_theory.rules.state import PizzaState
from parlor.games.pizza_theory.telling.position import board_text, parse_board
from tests.games.pizza_theory import slow

GAME = parlor.game("pizza-theory")
START = "4/2G2/1R2G1/7/1R2W1/2W2/4"
EMPTY = "4/5/6/7/6/5/4"


def position(board: str, **fields: Any) -> State:
    return GAME.load({"seats": 3, "board": board, "first": 0, "round": 1, "phase": "cut", **fields})


def board_of(**colours: str) -> str:
    spaces = [sum(box.BIT_OF[name] for name in colours.get(colour, "").split()) for colour in box.COLOURS]
    return board_text(*spaces)


def cut(state: State, *cuts: int) -> State:
    for seat, number in zip(state.to_act, cuts, strict=True):
        state.play(seat, GAME.parse_move(f"cut {number}"))
    return state


def after(board: str, *cuts: int, **fields: Any) -> dict[str, set[str]]:
    """What lies where, by colour, after the three seats have cut."""
    data = cut(position(board, **fields), *cuts).dump()
    return on_pizza(data["board"])


def on_pizza(board: str) -> dict[str, set[str]]:
    spaces = zip(box.COLOURS, parse_board(board), strict=True)
    return {colour: set(box.spaces_of(bits)) for colour, bits in spaces}


def moves(state: State, seat: int) -> list[str]:
    return [str(move) for move in state.legal_moves(seat)]


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.play(state.to_act[0], GAME.parse_move(text))
    return state


def crowd(number: int) -> str:
    """The first so many spaces, column by column."""
    return " ".join(box.NAMES[:number])


def test_pt_1_1_thirty_seven_spaces_in_rows_of_four_to_seven() -> None:
    columns = Counter(name[0] for name in box.NAMES)
    assert len(box.NAMES) == box.SPACES == 37
    assert [columns[letter] for letter in "abcdefg"] == [4, 5, 6, 7, 6, 5, 4]


def test_pt_1_1_the_worked_example_has_five_slices() -> None:
    state = position(START, picks={"0": 5, "1": 6})
    events = state.play(2, GAME.parse_move("cut 4"))
    reveal = next(event for event in events if event.id == "pizza-theory.reveal")
    assert reveal.params == {"red": 5, "green": 6, "white": 4, "slices": 5}


def test_pt_1_2_neighbours_differ_by_one_in_two_coordinates() -> None:
    for one, bit in box.BIT_OF.items():
        expected = {other for other in box.NAMES if slow.are_neighbours(box.COORDINATES[one], box.COORDINATES[other])}
        assert set(box.spaces_of(neighbours(bit))) == expected


@pytest.mark.parametrize(
    ("name", "place"),
    [("d1", (0, 3, -3)), ("d4", (0, 0, 0)), ("a1", (-3, 3, 0)), ("g4", (3, -3, 0)), ("d7", (0, -3, 3))],
)
def test_pt_1_3_names_of_spaces(name: str, place: tuple[int, int, int]) -> None:
    assert box.COORDINATES[name] == place


def test_pt_1_3_every_name_is_the_independent_one() -> None:
    assert box.COORDINATES == slow.BY_NAME


@pytest.mark.parametrize("cut", range(1, 7))
@pytest.mark.parametrize("station", range(3))
def test_pt_1_4_a_cut_has_as_many_rows_on_its_left_as_its_number(station: int, cut: int) -> None:
    left = box.spaces_of(left_of(station, cut))
    rows = {box.COORDINATES[name][station] for name in left}
    assert rows == set(range(-3, cut - 3))
    assert all((box.COORDINATES[name][station] in rows) == (name in left) for name in box.NAMES)


def test_pt_1_4_stations_face_the_pizza_from_d1_a4_and_g4() -> None:
    # Station 1st cuts along constant x and faces d1, where y is greatest; the others are that board turned.
    for station, facing in enumerate(["d1", "a4", "g4"]):
        place = box.COORDINATES[facing]
        assert place[station] == 0
        assert place[(station + 1) % 3] == 3
        assert place[(station + 2) % 3] == -3


def test_pt_1_5_start_spaces_of_the_stations() -> None:
    assert [box.spaces_of(start) for start in box.START] == [["c2", "e2"], ["b3", "c5"], ["e5", "f3"]]


def test_pt_2_1_chance_draws_who_starts() -> None:
    state = GAME.new(seats=3)
    assert state.to_act == (CHANCE,)
    assert [(str(move), weight) for move, weight in state.chance()] == [("start 0", 1), ("start 1", 1), ("start 2", 1)]


@pytest.mark.parametrize("first", range(3))
def test_pt_2_1_the_option_first_fixes_who_starts(first: int) -> None:
    fixed = GAME.new(seats=3, first=first)
    drawn = play(GAME.new(seats=3), f"start {first}")
    assert fixed.dump() == drawn.dump()
    assert fixed.to_act == (first,)


@pytest.mark.parametrize(
    ("first", "board"),
    [(0, START), (1, "4/2W2/1G2W1/7/1G2R1/2R2/4"), (2, "4/2R2/1W2R1/7/1W2G1/2G2/4")],
)
def test_pt_2_2_two_toppings_on_the_start_spaces_of_the_station_each_faces(first: int, board: str) -> None:
    assert GAME.new(seats=3, first=first).dump()["board"] == board


def test_pt_3_1_seats_add_in_station_order() -> None:
    state = GAME.new(seats=3, first=1)
    order = []
    while state.dump()["phase"] == "add":
        order.append(state.to_act)
        state.apply(state.to_act[0], state.legal_moves(state.to_act[0])[0])
    assert order == [(1,), (2,), (0,)]


def test_pt_3_1_not_next_to_a_topping_of_its_own() -> None:
    state = GAME.new(seats=3, first=0)
    legal = moves(state, 0)
    assert {"add c1", "add c3", "add b1", "add b2", "add d2", "add d3", "add c2"}.isdisjoint(legal)
    # Next to another colour's topping is no obstacle.
    assert "add b4" in legal
    assert "add a1" in legal


@given(st.lists(st.sampled_from([0, 1, 2, None]), min_size=37, max_size=37))
def test_pt_3_1_open_spaces_are_the_independent_ones(colours: list[int | None]) -> None:
    board = {space: colour for space, colour in zip(slow.SPACES, colours, strict=True) if colour is not None}
    spaces = bits_of(board)
    for colour in range(3):
        found = open_spaces(spaces[colour], spaces[0] | spaces[1] | spaces[2])
        assert set(box.spaces_of(found)) == slow.may_add(board, colour)


def test_pt_3_1_a_seat_with_no_such_space_has_pass_as_its_only_move() -> None:
    # Red on every third diagonal leaves nothing that is not next to it.
    red = "a2 b4 c1 c6 d3 d7 e5 f2 g4 g1 a4 b1 e2"
    state = position(board_of(red=red), phase="add", turn=0)
    left = slow.may_add(slow.parse(state.dump()["board"]), 0)
    filled = position(board_of(red=red, green=" ".join(sorted(left))), phase="add", turn=0)
    assert moves(filled, 0) == ["pass"]
    with pytest.raises(IllegalMove, match="pass"):
        filled.play(0, GAME.parse_move("add d4"))
    before = filled.dump()["board"]
    play(filled, "pass")
    assert filled.dump()["board"] == before
    assert filled.to_act == (1,)


def test_pt_3_1_adding_is_obligatory_where_possible() -> None:
    state = GAME.new(seats=3, first=0)
    with pytest.raises(IllegalMove, match="cannot pass while 21 spaces are open"):
        state.play(0, GAME.parse_move("pass"))


def test_pt_3_2_all_seats_pick_at_once_and_any_order_gives_the_same() -> None:
    start = position(START)
    assert start.to_act == (0, 1, 2)
    assert moves(start, 1) == [f"cut {number}" for number in range(1, 7)]
    results = []
    for order in itertools.permutations(range(3)):
        state = start.copy()
        for seat in order:
            state.play(seat, GAME.parse_move(f"cut {seat + 3}"))
        results.append(state.dump())
    assert all(result == results[0] for result in results)


def test_pt_3_2_that_a_seat_has_picked_is_seen_and_nothing_more() -> None:
    views = []
    for number in range(1, 7):
        state = position(START)
        events = state.play(0, GAME.parse_move(f"cut {number}"))
        assert [event.seen_by(1).id for event in events] == ["pizza-theory.sealed"]  # type: ignore[union-attr]
        views.append((state.view(1).dump(), state.view(None).dump()))
        assert state.view(0).data["picks"] == {"0": number}
        assert state.view(ALL).data["picks"] == {"0": number}
        assert state.view(1).data["picks"] == {"0": None}
        assert state.to_act == (1, 2)
    assert all(view == views[0] for view in views)


def test_pt_3_3_toppings_are_replaced_when_the_last_has_picked() -> None:
    state = position(board_of(red="b2 b3 c2", green="b4 c3"), picks={"0": 6, "1": 6})
    play(state, "cut 6")
    assert on_pizza(state.dump()["board"])["red"] == {"b2", "b3", "b4", "c2", "c3"}


def test_pt_3_4_the_board_turns_so_that_2nd_is_1st() -> None:
    state = position(START)
    assert [state.dump()["first"], state.dump()["round"]] == [0, 1]
    cut(state, 1, 1, 1)
    assert [state.dump()["first"], state.dump()["round"], state.dump()["turn"]] == [1, 2, 1]
    assert state.dump()["picks"] == {}


@pytest.mark.parametrize(("first", "slice"), [(0, {"a2", "a3"}), (1, {"e1", "f1"}), (2, {"e6", "f5"})])
def test_pt_3_4_a_seat_cuts_along_another_axis_after_the_turn(first: int, slice: set[str]) -> None:
    # Red's cut 1 parts column a from station 1st, the row z = -3 from 3rd and y = -3 from 2nd; cuts 6 trim its ends.
    assert slice in slices_with(position(EMPTY, first=first, picks={"1": 6, "2": 6}), red=1)


def slices_with(state: State, red: int) -> list[set[str]]:
    assert isinstance(state, PizzaState)
    ready = state.copy()
    ready.set_pick(0, red)
    lefts = [ready.cut_left(colour) for colour in range(3)]
    return [set(box.spaces_of(slice.spaces)) for slice in slices([0, 0, 0], *lefts)]


def test_pt_3_4_the_board_does_not_turn_when_the_game_ends() -> None:
    board = board_of(red=crowd(16))
    state = cut(position(board, first=1, round=7), 1, 1, 1)
    assert state.dump()["phase"] == "over"
    assert [state.dump()["first"], state.dump()["round"]] == [1, 7]


def test_pt_4_1_of_216_cuts_22_give_4_slices_36_give_5_132_give_6_and_26_give_7() -> None:
    found: Counter[int] = Counter()
    for cuts in itertools.product(range(1, 7), repeat=3):
        found[len(slices([0, 0, 0], *(left_of(station, cuts[station]) for station in range(3))))] += 1
    assert found == {4: 22, 5: 36, 6: 132, 7: 26}


def bits_of(board: slow.Board) -> list[int]:
    spaces = [0, 0, 0]
    for space, colour in board.items():
        spaces[colour] |= box.BIT_OF[slow.name(space)]
    return spaces


@given(
    st.lists(st.sampled_from([0, 1, 2, None, None]), min_size=37, max_size=37),
    st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)),
    st.integers(0, 2),
)
def test_pt_4_replacing_is_the_independent_one(
    colours: list[int | None], picks: tuple[int, int, int], first: int
) -> None:
    board = {space: colour for space, colour in zip(slow.SPACES, colours, strict=True) if colour is not None}
    stations = [(colour - first) % 3 for colour in range(3)]
    lefts = [left_of(stations[colour], picks[colour]) for colour in range(3)]
    by_station = tuple(picks[stations.index(station)] for station in range(3))
    expected = bits_of(slow.replaced(board, by_station))  # type: ignore[arg-type]
    assert list(replace(*bits_of(board), *lefts)) == expected


def test_pt_4_1_replacing_agrees_on_ten_thousand_random_boards() -> None:
    rng = Rng(41)
    for _ in range(10_000 if parlor.build.is_compiled() else 1_000):
        board = {space: rng.below(3) for space in slow.SPACES if rng.below(3)}
        by_station = (rng.below(6) + 1, rng.below(6) + 1, rng.below(6) + 1)
        lefts = [left_of(station, by_station[station]) for station in range(3)]
        assert list(replace(*bits_of(board), *lefts)) == bits_of(slow.replaced(board, by_station))


def test_pt_4_2_all_slices_are_judged_before_anything_is_replaced() -> None:
    # Red wins the first slice and there takes green's pair away; green is still judged exposed elsewhere.
    board = board_of(red="a2 a3 b2 g1 g2", green="b3 b4 g3")
    result = after(board, 2, 6, 6)
    assert result["red"] == {"a2", "a3", "b2", "b3", "b4", "g1", "g2", "g3"}
    assert result["green"] == set()


def test_pt_4_3_the_strict_majority_replaces_every_other_topping_of_the_slice() -> None:
    # Slice D of the worked example: red has the most and replaces green and white.
    board = board_of(red="b2 b3 b4", green="c3 c4", white="c2 c5")
    result = after(board, 6, 6, 6)
    assert result == {"red": {"b2", "b3", "b4", "c3", "c4", "c2", "c5"}, "green": set(), "white": set()}


def test_pt_4_4_two_tied_remove_the_third_without_replacing() -> None:
    # Slice A of the worked example; white is exposed by a pair in another slice.
    board = board_of(red="b2 b3", green="b4 c3", white="c2 g1 g2")
    result = after(board, 3, 6, 6)
    assert result == {"red": {"b2", "b3"}, "green": {"b4", "c3"}, "white": {"g1", "g2"}}


def test_pt_4_4_one_topping_each_of_two_colours_is_a_tie_too() -> None:
    board = board_of(red="a2 g1 g2", green="a3 f1 f2", white="d3 d4")
    result = after(board, 1, 6, 6)
    assert "a2" in result["red"]
    assert "a3" in result["green"]


def test_pt_4_5_three_tied_change_nothing() -> None:
    board = board_of(red="b2 b3", green="b4 c3", white="c2 c5")
    assert after(board, 6, 6, 6) == on_pizza(board)


def test_pt_4_5_nothing_there_changes_nothing() -> None:
    board = board_of(red="a1")
    assert after(board, 3, 3, 3) == on_pizza(board)


def test_pt_4_6_a_colour_with_at_most_one_in_every_slice_is_safe_everywhere() -> None:
    board = board_of(red="b2 b3", green="b4 g1", white="g2 g3")
    result = after(board, 3, 6, 6)
    assert result["green"] == {"b4", "g1"}


def test_pt_4_6_one_slice_with_two_exposes_all_of_them() -> None:
    board = board_of(red="b2 b3", green="b4 g1 g4", white="")
    result = after(board, 3, 6, 6)
    assert result["green"] == {"g1", "g4"}
    assert result["red"] == {"b2", "b3", "b4"}


def test_pt_4_6_a_safe_topping_is_not_removed_by_a_tie() -> None:
    board = board_of(red="b2 b3", green="b4 c3", white="c2 g1")
    assert after(board, 3, 6, 6)["white"] == {"c2", "g1"}


def test_pt_4_7_removed_toppings_return_to_the_supply() -> None:
    state = position(board_of(red="b2 b3", green="b4 c3", white="c2 g1 g2"), first=1)
    cut(state, 6, 3, 6)
    assert on_pizza(state.dump()["board"])["white"] == {"g1", "g2"}
    assert state.to_act == (2,)
    assert GAME.prompt(state.view(2)).params["left"] == 14


def test_pt_4_7_a_colour_may_be_owed_more_than_its_sixteen() -> None:
    red = crowd(16)
    green = " ".join(name for name in box.NAMES[16:20])
    state = cut(position(board_of(red=red, green=green)), 6, 6, 6)
    assert state.outcome is not None
    assert state.outcome.scores == (20, 0, 0)


def test_pt_5_1_all_sixteen_on_the_pizza_at_the_end_of_a_round_win() -> None:
    state = cut(position(board_of(red=crowd(16))), 3, 3, 3)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.outcome.shares == (1, 0, 0)
    assert state.to_act == ()


def test_pt_5_1_fifteen_do_not_win_and_sixteen_before_the_cut_do_not_yet() -> None:
    fifteen = cut(position(board_of(red=crowd(15))), 3, 3, 3)
    assert fifteen.outcome is None
    assert position(board_of(red=crowd(16))).outcome is None


def sixteen_each(edition: str, taken: str = "") -> State:
    """Cuts 4, 1, 6 leave red sixteen and what it takes from green, and green sixteen with two taken from white."""
    red = [name for name in box.NAMES if name[0] in "abcd" and name not in ("d1", "d7")][:16]
    green = [name for name in box.NAMES if name[0] in "efg" and name not in ("e1", "e2")]
    board = board_of(red=" ".join(red), green=" ".join([*green, "d7", taken]), white="e1 e2")
    return cut(position(board, edition=edition), 4, 1, 6)


@pytest.mark.parametrize(("edition", "winners"), [("en", (0,)), ("fr", (0, 1))])
def test_pt_5_2_the_most_virtual_toppings_win_in_the_english_edition(edition: str, winners: tuple[int, ...]) -> None:
    state = sixteen_each(edition, taken="d1")
    assert state.outcome is not None
    assert state.outcome.scores == (17, 16, 0)
    assert state.outcome.winners == winners


@pytest.mark.parametrize("edition", ["en", "fr"])
def test_pt_5_2_still_equal_they_share(edition: str) -> None:
    state = sixteen_each(edition)
    assert state.outcome is not None
    assert state.outcome.scores == (16, 16, 0)
    assert state.outcome.shares == (0.5, 0.5, 0)


def over(edition: str, red: int, green: int) -> State:
    names = box.NAMES
    board = board_of(red=" ".join(names[:red]), green=" ".join(names[red : red + green]))
    return position(board, phase="over", edition=edition)


def test_pt_5_3_french_edition_all_such_seats_win_together() -> None:
    state = over("fr", red=18, green=16)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)
    assert state.outcome.shares == (0.5, 0.5, 0)


def test_pt_5_3_the_editions_differ_in_nothing_but_the_ending() -> None:
    for seed in range(50):
        english, french = GAME.new(edition="en"), GAME.new(edition="fr")
        english.playout(Rng(seed))
        french.playout(Rng(seed))
        assert english.dump() == {**french.dump(), "edition": "en"}


def test_pt_5_4_a_round_limit_ends_the_game_without_winner() -> None:
    state = cut(position(START, round=3, round_limit=3), 1, 1, 1)
    assert state.outcome is not None
    assert state.outcome.winners == ()
    assert state.outcome.shares == (0, 0, 0)
    assert state.outcome.reason.id == "pizza-theory.outcome.round-limit"
    assert [state.dump()["first"], state.dump()["round"]] == [0, 3]


def test_pt_5_4_the_limit_is_200_rounds_by_default_and_none_for_0() -> None:
    assert GAME.new().dump()["round_limit"] == 200
    assert cut(position(START, round=200), 1, 1, 1).outcome is not None
    assert cut(position(START, round=200, round_limit=0), 1, 1, 1).outcome is None


def test_pt_5_4_sixteen_in_the_last_round_win_all_the_same() -> None:
    state = cut(position(board_of(red=crowd(16)), round=3, round_limit=3), 1, 1, 1)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_pt_5_4_random_games_last_about_six_rounds() -> None:
    rounds = []
    for seed in range(300):
        state = GAME.new()
        state.playout(Rng(seed))
        rounds.append(state.dump()["round"])
    assert 5 < sum(rounds) / len(rounds) < 7


def two(board: str = START, **fields: Any) -> State:
    data = {"seats": 2, "board": board, "first": 0, "leader": 0, "round": 1, "phase": "cut", "unselected_cut": 3}
    return GAME.load({**data, **fields})


@pytest.mark.parametrize(("unselected", "colours"), [(2, (0, 1)), (1, (0, 2)), (0, (1, 2))])
def test_pt_6_1_two_seats_take_the_selected_colours_clockwise(unselected: int, colours: tuple[int, int]) -> None:
    state = GAME.new(seats=2, unselected=unselected)
    assert [str(move) for move, _ in state.chance()] == [f"start {colour}" for colour in colours]
    for seat, colour in enumerate(colours):
        begun = GAME.new(seats=2, unselected=unselected, first=seat)
        assert begun.dump()["first"] == begun.dump()["leader"] == begun.dump()["turn"] == colour
        assert begun.to_act == (seat,)


def test_pt_6_1_all_three_colours_are_set_up() -> None:
    assert GAME.new(seats=2, first=0).dump()["board"] == START


def test_pt_6_1_the_first_player_alternates_and_the_board_turns_for_all_three() -> None:
    state = two(unselected_cut=3)
    seen = []
    for _ in range(4):
        seen.append((state.dump()["first"], state.dump()["leader"]))
        cut(state, 1, 1)
        assert state.dump()["unselected_cut"] is None
        if state.outcome is None:
            play(state, *[moves(state, state.to_act[0])[0]])
            play(state, *[moves(state, state.to_act[0])[0]])
            play(state, "roll 3")
            play(state, *[moves(state, state.to_act[0])[0]])
    assert seen == [(0, 0), (1, 1), (2, 0), (0, 1)]


def test_pt_6_1_station_labels_do_not_order_play() -> None:
    # White, unselected, stands at station 1st; green leads and adds first.
    state = two(phase="add", first=2, leader=1, unselected_cut=None, turn=1)
    assert state.to_act == (1,)
    play(state, "add a1")
    assert state.to_act == (0,)


def test_pt_6_2_both_add_then_the_roll_then_the_first_player_puts_then_both_cut() -> None:
    state = GAME.new(seats=2, first=1)
    phases: list[tuple[str, tuple[int, ...]]] = []
    while len(phases) < 6:
        phases.append((state.dump()["phase"], state.to_act))
        if state.to_act == (CHANCE,):
            assert [(str(move), weight) for move, weight in state.chance()] == [(f"roll {n}", 1) for n in range(1, 7)]
            play(state, "roll 4")
        else:
            play(state, moves(state, state.to_act[0])[0])
    assert phases == [
        ("add", (1,)),
        ("add", (0,)),
        ("roll", (CHANCE,)),
        ("put", (1,)),
        ("cut", (0, 1)),
        ("cut", (1,)),
    ]


@pytest.mark.parametrize(("line", "spaces"), [(1, 9), (2, 11), (3, 13), (4, 13), (5, 11), (6, 9)])
@pytest.mark.parametrize("station", range(3))
def test_pt_6_2_spaces_that_touch_the_unselected_cutter(station: int, line: int, spaces: int) -> None:
    first = (2 - station) % 3
    state = two(EMPTY, phase="put", first=first, unselected_cut=line)
    expected = slow.may_put({}, station, line)
    assert {move.split()[1] for move in moves(state, 0)} == expected
    assert len(expected) == spaces


def test_pt_6_2_the_unselected_topping_goes_there_whatever_its_neighbours() -> None:
    state = two(board_of(white="d4"), phase="put", unselected_cut=4)
    # White is at station 3rd, its line 4 has the rows z = 0 and z = 1 beside it.
    assert "put d5" in moves(state, 0)
    play(state, "put d5")
    assert on_pizza(state.dump()["board"])["white"] == {"d4", "d5"}


def test_pt_6_2_nowhere_to_put_it_is_a_pass() -> None:
    touching = [name for name in box.NAMES if name in slow.may_put({}, 2, 1)]
    state = two(board_of(red=" ".join(touching)), phase="put", unselected_cut=1)
    assert moves(state, 0) == ["pass"]
    play(state, "pass")
    assert state.dump()["phase"] == "cut"


def test_pt_6_2_both_cut_seeing_the_unselected_cutter() -> None:
    state = two(unselected_cut=5)
    for viewer in (0, 1, None):
        assert state.view(viewer).data["unselected_cut"] == 5


def test_pt_6_2_the_unselected_colour_is_replaced_and_safe_like_any_other() -> None:
    exposed = cut(two(board_of(red="b2 b3 b4", white="c3 c4 g1"), unselected_cut=6), 6, 6)
    assert on_pizza(exposed.dump()["board"])["white"] == {"g1"}
    safe = cut(two(board_of(red="b2 b3 b4", white="c3"), unselected_cut=6), 6, 6)
    assert on_pizza(safe.dump()["board"])["white"] == {"c3"}


def test_pt_6_2_the_unselected_colour_takes_over_too() -> None:
    state = cut(two(board_of(red="b2 b3", white="b4 c3 c4"), unselected_cut=6), 6, 6)
    assert on_pizza(state.dump()["board"])["white"] == {"b2", "b3", "b4", "c3", "c4"}


def test_pt_6_3_a_player_with_sixteen_wins() -> None:
    state = cut(two(board_of(green=crowd(16))), 3, 3)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)
    assert state.outcome.scores == (0, 16)


@pytest.mark.parametrize("edition", ["en", "fr"])
def test_pt_6_3_both_lose_if_the_unselected_colour_has_sixteen(edition: str) -> None:
    names = box.NAMES
    board = board_of(white=" ".join(names[:16]), red=" ".join(names[16:33]))
    state = two(board, phase="over", unselected_cut=None, edition=edition)
    assert state.outcome is not None
    assert state.outcome.winners == ()
    assert state.outcome.shares == (0, 0)
    assert state.outcome.reason.id == "pizza-theory.outcome.unselected"


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"seats": 4}, "4 seats. Choose one of: 2, 3"),
        ({"seats": 1}, "1 seats"),
        ({"seats": True}, "seats. Choose one of: 2, 3"),
        ({"edition": "de"}, "Allowed: en, fr"),
        ({"first": 3}, "Allowed: 0–2"),
        ({"seats": 2, "first": 2}, "Allowed: 0–1"),
        ({"first": True}, "cannot be True"),
        ({"round_limit": -1}, "cannot be -1"),
        ({"seats": 2, "unselected": "blue"}, "red, green, white"),
        ({"seats": 3, "unselected": 1}, "no option “unselected”. It has: edition, first, round_limit"),
        ({"colour": "red"}, "no option “colour”"),
    ],
)
def test_pt_7_options_are_checked(options: dict[str, Any], match: str) -> None:
    with pytest.raises(BadOption, match=match):
        GAME.new(**options)


def test_pt_7_options_are_in_the_dump() -> None:
    data = GAME.new(seats=2, edition="fr", round_limit=9, unselected="green", first=1).dump()
    assert [data[key] for key in ("seats", "edition", "round_limit", "unselected", "first")] == [2, "fr", 9, 1, 2]


def test_pt_8_the_position_text_of_the_start() -> None:
    assert GAME.new(seats=3, first=0).dump()["board"] == "4/2G2/1R2G1/7/1R2W1/2W2/4"


@given(st.integers(0, 2**30), st.sampled_from([2, 3]), st.integers(0, 60))
def test_pt_8_any_moment_is_written_and_read_back(seed: int, seats: int, plies: int) -> None:
    rng = Rng(seed)
    state = GAME.new(seats=seats)
    for _ in range(plies):
        if not state.to_act:
            break
        seat = state.to_act[rng.below(len(state.to_act))]
        if seat == CHANCE:
            state.apply(seat, rng.weighted(state.chance()))
        else:
            legal = state.legal_moves(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    again = GAME.load(state.dump())
    assert again.dump() == state.dump()
    assert again.to_act == state.to_act
    assert again.outcome == state.outcome


@pytest.mark.parametrize("text", ["add c4", "pass", "cut 5", "put c4", "roll 3", "start 2"])
def test_pt_8_move_text(text: str) -> None:
    assert str(GAME.parse_move(text)) == text
    assert str(GAME.parse_move(f"  {text.replace(' ', '   ')} ")) == text


SEVENTEEN = board_of(red=crowd(17))


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"board": SEVENTEEN}, "Red has 17 toppings on the pizza, but there are only 16"),
        ({"board": SEVENTEEN, "phase": "add", "turn": 0}, "17 toppings"),
        ({"board": "4/5/6"}, "seven columns"),
        ({"board": "5/5/6/7/6/5/4"}, "Column a"),
        ({"board": "4/5/6/7/6/5/3X"}, "Column g"),
        ({"board": None}, "seven columns"),
        ({"first": 3}, "“first” cannot be 3"),
        ({"first": None}, "“first”"),
        ({"round": 0}, "“round”"),
        ({"phase": "bake"}, "Allowed: start, add, cut, over"),
        ({"phase": "roll"}, "“phase”"),
        ({"picks": {"0": 7}}, "cannot have picked 7"),
        ({"picks": {"3": 1}}, "Colour 3"),
        ({"picks": {"0": 1, "1": 1, "2": 1}}, "one pick must be missing"),
        ({"picks": [1]}, "“picks”"),
        ({"phase": "add", "turn": 0, "picks": {"0": 1}}, "Colour 0"),
        ({"phase": "add", "turn": 5}, "“turn”"),
        ({"turn": 1}, "“turn” cannot be 1"),
        ({"phase": "over"}, "cannot be over"),
        ({"phase": "start"}, "the pizza is empty"),
        ({"sauce": 1}, "no such field: sauce"),
        ({"unselected_cut": 3}, "no such field: unselected_cut"),
        ({"leader": 0}, "no such field: leader"),
    ],
)
def test_pt_8_bad_positions_are_refused_with_a_reason(fields: dict[str, Any], match: str) -> None:
    with pytest.raises(BadPosition, match=match):
        position(**{"board": START, **fields})


def test_pt_8_more_than_sixteen_are_right_when_the_game_is_over() -> None:
    assert position(SEVENTEEN, phase="over").outcome is not None


def test_pt_8_no_topping_is_left_to_add_after_the_sixteenth() -> None:
    state = position(board_of(red=crowd(16)), phase="add", turn=0)
    assert moves(state, 0) == ["pass"]
