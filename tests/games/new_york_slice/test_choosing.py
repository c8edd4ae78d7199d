"""Choosing, sneaking and eating in New York Slice, clause by clause."""

from __future__ import annotations

import pytest

from parlor.core.errors import IllegalMove
from parlor.core.seats import CHANCE
from tests.games.new_york_slice import slow
from tests.games.new_york_slice.table import GAME, PIZZA, moves, own, play, position, seat, taking


def test_nys_3_5_cut_in_line_chooses_first_and_is_skipped_later() -> None:
    table = [seat(), seat(), seat("", "", "cut-in-line"), seat()]
    state = position("divide", *table, turn=0, pizza=PIZZA, special="buffet", round=2)
    play(state, "divide 1-3,4-6,7-8+,9-11")
    assert state.to_act == (2,)
    assert moves(state) == ["cut", "pass"]
    kept = state.copy()
    play(kept, "pass")
    assert kept.to_act == (1,)
    assert own(kept, 2)["specials"] == ["cut-in-line"]
    play(state, "cut")
    assert own(state, 2)["specials"] == []
    order = []
    while state.round == 2:
        if state.dump()["phase"] == "take":
            order.append(state.to_act[0])
        play(state, moves(state)[0])
    assert order == [2, 1, 3, 0]


def test_nys_3_5_not_for_the_slicer() -> None:
    state = position("divide", seat("", "", "cut-in-line"), seat(), seat(), turn=0, pizza=PIZZA, round=2)
    play(state, "divide 1-3,4-6,7-11")
    assert (state.dump()["phase"], state.to_act) == ("take", (1,))


def test_nys_3_5_the_sneak_window_comes_after_cutting_in() -> None:
    table = [seat(), seat(), seat("", "", "cut-in-line sneak-a-slice")]
    state = position("divide", *table, turn=0, pizza=PIZZA, round=2)
    play(state, "divide 1-3,4-6,7-11", "cut")
    assert (state.dump()["phase"], state.to_act) == ("sneak", (2,))


def test_nys_3_6_clockwise_and_the_slicer_last() -> None:
    state = position("divide", seat(), seat(), seat(), slicer=1, turn=1, pizza=PIZZA, special="buffet")
    play(state, "divide 1-3,4-6+,7-11")
    assert state.to_act == (2,)
    assert moves(state) == ["take 1", "take 2", "take 3"]
    play(state, "take 3")
    # The seat decides before the next one chooses.
    assert (state.dump()["phase"], state.to_act) == ("eat", (2,))
    play(state, "pass", "attach 5")
    assert state.to_act == (0,)
    assert moves(state) == ["take 1", "take 2"]
    play(state, "take 2", "pass")
    assert moves(state) == ["take 1"]
    assert state.to_act == (1,)


def test_nys_3_6_out_of_turn_is_refused() -> None:
    state = taking([[1, 2, 3], [4, 5, 6], [7, 8, 9, 10, 11]], seat(), seat(), seat())
    before = state.dump()
    with pytest.raises(IllegalMove, match="Seat 3 cannot play “take 1” now"):
        state.play(2, GAME.parse_move("take 1"))
    with pytest.raises(IllegalMove, match="no portion 4 .* left: 1, 2, 3"):
        play(state, "take 4")
    assert state.dump() == before


SNEAKER = [seat(), seat("", "", "sneak-a-slice"), seat(), seat()]


def test_nys_3_7_one_end_slice_to_the_neighbour() -> None:
    state = position("divide", *SNEAKER, turn=0, pizza=PIZZA, special="buffet", round=2)
    play(state, "divide 10-1,2-4,5-8,9+")
    assert state.dump()["phase"] == "sneak"
    expected = {"sneak 1 2", "sneak 2 1", "sneak 4 3", "sneak 5 2", "sneak 8 4", "sneak 9 3", "sneak 9 1", "sneak 10 4"}
    assert set(moves(state)) == expected | {"pass"}
    assert expected == slow.sneaks(state.dump()["portions"])
    events = play(state, "sneak 8 4")
    assert state.dump()["portions"] == [[10, 11, 1], [2, 3, 4], [5, 6, 7], [8, 9, "+"]]
    assert own(state, 1)["specials"] == []
    assert state.dump()["phase"] == "take"
    assert events[0].params["slice"] == "4"


def test_nys_3_7_removed_portions_are_skipped() -> None:
    table = [seat(), seat(), seat("", "", "sneak-a-slice"), seat()]
    pizza = [*PIZZA[:3], None, None, None, *PIZZA[6:]]
    portions = [[1, 2, 3], None, [7, 8, "+"], [9, 10, 11]]
    fields = {"pizza": pizza, "portions": portions, "chosen": [1], "special": "buffet"}
    state = position("sneak", *table, turn=2, round=2, **fields)
    assert "sneak 3 3" in moves(state)
    assert "sneak 7 1" in moves(state)
    play(state, "sneak 7 1")
    assert state.dump()["portions"] == [[1, 2, 3, 7], None, [8, "+"], [9, 10, 11]]


def test_nys_3_7_never_leaves_a_portion_empty() -> None:
    state = position("divide", *SNEAKER, turn=0, pizza=PIZZA, special="buffet", round=2)
    play(state, "divide 1,2-6,7+,8-11")
    assert not [text for text in moves(state) if text.startswith("sneak 1 ")]
    # A portion may shrink to the Special alone.
    assert "sneak 7 2" in moves(state)
    before = state.dump()
    with pytest.raises(IllegalMove, match="Without slice 1, portion 1 would be empty"):
        play(state, "sneak 1 2")
    with pytest.raises(IllegalMove, match="Slice 3 does not lie next to portion 1"):
        play(state, "sneak 3 1")
    assert state.dump() == before


def test_nys_3_7_the_special_alone_is_no_neighbour() -> None:
    state = position("divide", *SNEAKER, turn=0, pizza=PIZZA, special="buffet", round=2)
    play(state, "divide 1-4,5-8,9-11,+")
    assert not [text for text in moves(state) if text.endswith(" 4")]
    with pytest.raises(IllegalMove):
        play(state, "sneak 4 4")


def test_nys_3_7_two_portions_touch_at_both_ends() -> None:
    table = [seat(), seat(), seat("", "", "sneak-a-slice"), seat()]
    pizza = [*PIZZA[:3], None, None, None, *PIZZA[6:9], None, None]
    fields = {"pizza": pizza, "portions": [[1, 2, 3], None, [7, 8, 9], None], "chosen": [0, 1]}
    state = position("sneak", *table, slicer=3, turn=2, round=2, **fields)
    assert set(moves(state)) == {"sneak 1 3", "sneak 3 3", "sneak 7 1", "sneak 9 1", "pass"}


def test_nys_3_7_no_window_where_no_move_is_possible() -> None:
    table = [seat(), seat(), seat("", "", "sneak-a-slice")]
    state = position("divide", *table, turn=0, pizza=PIZZA, special="buffet", round=2)
    play(state, "divide 1-3,4-11,+", "take 2", "pass", "attach 7")
    assert (state.dump()["phase"], state.to_act) == ("take", (2,))
    assert own(state, 2)["specials"] == ["sneak-a-slice"]


def test_nys_3_7_not_as_the_slicer() -> None:
    state = position("divide", seat("", "", "sneak-a-slice"), seat(), seat(), turn=0, pizza=PIZZA, round=2)
    play(state, "divide 1-3,4-6,7-11")
    while state.round == 2:
        assert state.dump()["phase"] != "sneak"
        play(state, moves(state)[0])


def test_nys_3_8_only_pepperoni_is_eaten() -> None:
    state = taking([[8, 9, 10, "+"], [11, 1, 2, 3], [4, 5, 6, 7]], seat(), seat(), seat(), special="buffet")
    play(state, "take 1")
    assert moves(state) == ["pass", "eat 8"]
    before = state.dump()
    with pytest.raises(IllegalMove, match="cannot eat slice 9, a 3: it has no pepperoni. You may eat: 8"):
        play(state, "eat 8,9")
    with pytest.raises(IllegalMove, match="slice 10, a Combo of 8 and 10: Combos can only be eaten with Combo Craving"):
        play(state, "eat 10")
    with pytest.raises(IllegalMove, match="Slice 1 is not among those that you took"):
        play(state, "eat 1")
    with pytest.raises(IllegalMove, match="no Mystery slice"):
        play(state, "eat m")
    with pytest.raises(IllegalMove, match="c3 from your collection"):
        play(state, "eat c3")
    assert state.dump() == before
    play(state, "eat 8")
    assert own(state, 1) == seat("3 8/10", "4", "buffet")


def test_nys_3_8_nothing_to_eat_asks_nobody() -> None:
    state = taking([[9, 10, "+"], [11, 1, 2, 3], [4, 5, 6, 7, 8]], seat(), seat(), seat(), special="buffet")
    events = play(state, "take 1")
    assert [event.id for event in events] == ["new-york-slice.take-special", "new-york-slice.collect"]
    assert state.to_act == (2,)
    assert own(state, 1) == seat("3 8/10", "", "buffet")


def test_nys_3_8_the_mystery_slice_is_drawn_first() -> None:
    portions = [[9, "+"], [10, 11, 1, 2, 3], [4, 5, 6, 7, 8]]
    state = taking(portions, seat(), seat(), seat(), special="mystery-slice")
    play(state, "take 1")
    assert state.to_act == (CHANCE,)
    assert len(state.chance()) == len([1 for count in state.bag if count])
    for drawn, legal in (("mystery 11", ["pass", "eat m"]), ("mystery 3", None)):
        world = state.copy()
        play(world, drawn)
        if legal is None:
            assert own(world, 1)["collected"] == ["3", "3"]
            assert world.to_act == (2,)
        else:
            assert moves(world) == legal
    play(state, "mystery 11", "eat m")
    assert own(state, 1) == seat("3", "11", "mystery-slice")


def test_nys_3_8_ten_edible_slices_make_no_long_list() -> None:
    pizza = ["11"] * 5 + ["9"] * 5 + ["A"]
    state = position("take", seat(), seat(), pizza=pizza, portions=[[*range(1, 11)], [11]], turn=1)
    play(state, "take 1")
    legal = state.legal_moves(1)
    assert len(legal) == 1024
    assert legal.parts() == [*map(str, range(1, 11)), "done"]
    assert legal.parts(["3", "1"]) == [*map(str, [2, *range(4, 11)]), "done"]
    assert legal.parts(["3", "done"]) == []
    assert str(legal.whole(["3", "1", "done"])) == "eat 1,3"
    assert str(legal.whole(["done"])) == "pass"
    for picked in (["3"], ["11", "done"], ["3", "3", "done"], ["fork", "done"]):
        with pytest.raises(IllegalMove):
            legal.whole(picked)
    assert GAME.parse_move("eat 1,2,3,4,5,6,7,8,9,10") in legal
    assert GAME.parse_move("eat 11") not in legal
    assert len({str(move) for move in legal}) == 1024


def test_nys_3_9_the_next_slicer_sits_to_the_left() -> None:
    fields = {"portions": [None, None, [9]], "pizza": [None] * 8 + ["3", None, None], "chosen": [0, 1], "round": 3}
    state = position("take", seat(), seat(), seat(), slicer=2, turn=2, **fields)
    events = play(state, "take 3")
    assert state.dump()["slicer"] == 0
    assert state.dump()["round"] == 4
    assert "new-york-slice.round" in [event.id for event in events]


def test_nys_3_9_after_the_last_round_seconds_then_scoring() -> None:
    table = [seat("8 8", "", "seconds"), seat(), seat()]
    fields = {"portions": [None, None, [9]], "pizza": [None] * 8 + ["3", None, None], "chosen": [0, 1], "round": 6}
    state = position("take", *table, slicer=2, turn=2, **fields)
    play(state, "take 3")
    assert (state.dump()["phase"], state.to_act) == ("seconds", (0,))
    play(state, "pass")
    assert state.to_act == ()
    assert state.outcome is not None
