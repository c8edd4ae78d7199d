"""Components, set-up and division in New York Slice, clause by clause."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from parlor.core.errors import BadMove, BadOption, IllegalMove
from parlor.games.new_york_slice.box import SPECIALS
from parlor.games.new_york_slice.rules.divisions import Divisions, divisions
from parlor.games.new_york_slice.rules.state import SliceState
from tests.games.new_york_slice import slow
from tests.games.new_york_slice.table import GAME, PIZZA, moves, own, play, position, seat, taking


def bag(seats: int) -> Counter[str]:
    """All slices that a game is played with, by their text."""
    state = GAME.new(seats=seats, first=0, specials=[])
    return Counter({str(move).split()[1]: weight for move, weight in state.chance()})


def dealt(state: SliceState, pizza: list[str]) -> SliceState:
    play(state, *[f"slice {text}" for text in pizza])
    return state


def test_nys_1_1_type_n_has_n_slices() -> None:
    numbers = Counter[int]()
    for text, count in bag(4).items():
        if text[0].isdigit() and "/" not in text:
            numbers[int(text.rstrip("a"))] += count
    assert numbers == {number: number for number in range(3, 12)}
    assert [bag(4)[f"{number}a"] for number in range(3, 12)] == [0, 1, 1, 1, 2, 2, 2, 2, 2]


def test_nys_1_2_four_combos() -> None:
    assert sorted(text for text in bag(4) if "/" in text) == ["4/6", "5/9", "7/11", "8/10"]
    assert all(bag(4)[text] == 1 for text in ("4/6", "5/9", "7/11", "8/10"))


def test_nys_1_3_one_anchovy_slice_and_one_supreme() -> None:
    assert bag(4)["A"] == bag(4)["S"] == 1
    state = taking([[1, 2], [11, "+"], [3, 4, 5, 6, 7, 8, 9, 10]], seat(), seat("7"), seat(), special="buffet")
    play(state, "take 2")
    assert moves(state) == ["pass", "eat 11"]


def test_nys_1_4_69_slices_and_14_specials() -> None:
    assert sum(bag(6).values()) == 69
    assert len(SPECIALS) == 14
    assert len(GAME.new(seats=3, first=0).chance()) == 14


@pytest.mark.parametrize(("seats", "total"), [(2, 47), (3, 69), (4, 69), (5, 58), (6, 69)])
def test_nys_2_1_slices_by_seats(seats: int, total: int) -> None:
    found = bag(seats)
    assert sum(found.values()) == total
    without = {2: {"3", "8", "8a", "10", "10a", "8/10"}, 5: {"10", "10a", "8/10"}}.get(seats, set())
    assert set(bag(4)) - set(found) == without


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 6), (4, 6), (5, 5), (6, 6)])
def test_nys_2_2_rounds_leave_three_slices(seats: int, rounds: int) -> None:
    state = GAME.new(seats=seats, specials=[])
    assert isinstance(state, SliceState)
    assert state.rounds == rounds
    assert state.undealt == 11 * rounds + 3


def test_nys_2_2_each_draw_is_from_the_whole_bag() -> None:
    state = GAME.new(seats=4, first=0, specials=[])
    assert {str(move): weight for move, weight in state.chance()}["slice 11"] == 9
    play(state, "slice 11")
    assert {str(move): weight for move, weight in state.chance()}["slice 11"] == 8


def test_nys_2_3_the_first_slicer_is_drawn_or_given() -> None:
    state = GAME.new(seats=5)
    assert [(str(move), weight) for move, weight in state.chance()] == [(f"slicer {seat}", 1) for seat in range(5)]
    play(state, "slicer 3")
    assert state.dump()["slicer"] == 3
    assert GAME.new(seats=5, first=2).dump()["slicer"] == 2
    with pytest.raises(BadOption):
        GAME.new(seats=5, first=5)


def test_nys_2_4_two_to_six_seats_clockwise() -> None:
    for seats in (1, 7):
        with pytest.raises(BadOption):
            GAME.new(seats=seats)
    state = position("divide", seat(), seat(), seat(), slicer=2, turn=2, pizza=PIZZA)
    order = []
    play(state, "divide 1-4,5-8,9-11")
    while state.round == 1:
        if state.phase == 7:
            order.append(state.to_act[0])
        play(state, moves(state)[0])
    assert order == [0, 1, 2]


@pytest.mark.parametrize("special", ["cut-in-line", "sneak-a-slice"])
def test_nys_3_1_of_no_use_in_the_last_round(special: str) -> None:
    state = position("special", seat(), seat(), seat(), round=6)
    play(state, f"special {special}")
    assert state.dump()["phase"] == "special"
    assert special not in state.dump()["box"]
    play(state, "special buffet")
    assert (state.dump()["phase"], state.dump()["special"]) == ("deal", "buffet")
    earlier = position("special", seat(), seat(), seat(), round=5)
    play(earlier, f"special {special}")
    assert earlier.dump()["special"] == special


@pytest.mark.parametrize("special", ["cut-in-line", "dibs", "you-love-veggies"])
def test_nys_3_1_of_no_use_with_two(special: str) -> None:
    state = position("special", seat(), seat())
    events = play(state, f"special {special}")
    assert [event.id for event in events] == ["new-york-slice.special-out"]
    assert state.dump()["phase"] == "special"
    assert special not in state.dump()["box"]


def test_nys_3_1_a_round_without_a_special() -> None:
    state = GAME.new(seats=2, first=0, specials=["dibs"])
    assert state.dump()["phase"] == "deal"
    other = GAME.new(seats=3, first=0, specials=["cut-in-line"])
    play(other, "special cut-in-line")
    assert other.dump()["special"] == "cut-in-line"
    last = position("special", seat(), seat(), seat(), round=6, specials=["seconds", "cut-in-line"])
    play(last, "special cut-in-line", "special seconds")
    assert last.dump()["phase"] == "deal"
    divide = position("divide", seat(), seat(), seat(), turn=0, pizza=PIZZA)
    assert len(divide.legal_moves(0)) == comb(11, 3)
    assert "divide 1-4,5-8,9-11" in moves(divide)
    with pytest.raises(IllegalMove, match="no Special this round"):
        play(divide, "divide 1-6,7-11,+")


def test_nys_3_2_eleven_slices_in_their_order() -> None:
    state = GAME.new(seats=3, first=1, specials=[])
    assert isinstance(state, SliceState)
    dealt(state, PIZZA)
    assert state.dump()["pizza"] == PIZZA
    assert state.to_act == (1,)
    play(state, "divide 1-4,5-8,9-11")
    assert state.dump()["pizza"] == PIZZA


def test_nys_3_3_dibs_before_the_division() -> None:
    state = position("deal", seat("", "", "dibs"), seat(), seat(), special="buffet", round=2)
    dealt(state, PIZZA)
    assert state.dump()["phase"] == "dibs"
    assert state.to_act == (0,)
    assert moves(state) == [*[f"dibs {number}" for number in range(1, 12)], "pass"]
    play(state, "dibs 4")
    assert moves(state) == ["pass", "eat 4"]
    play(state, "eat 4")
    assert own(state, 0) == seat("", "8", "")
    assert state.dump()["phase"] == "divide"
    assert state.dump()["pizza"][3] is None
    assert "dibs" not in state.dump()["box"]


def test_nys_3_3_the_circle_closes_up() -> None:
    pizza = [*PIZZA[:3], None, *PIZZA[4:]]
    state = position("divide", seat("8"), seat(), seat(), turn=0, pizza=pizza, special="buffet")
    assert set(moves(state)) == slow.divisions([1, 2, 3, 5, 6, 7, 8, 9, 10, 11], 3, True)
    with pytest.raises(IllegalMove, match="Slice 4 is no longer on the pizza"):
        play(state, "divide 1-4,5-8+,9-11")
    play(state, "divide 1-3,5-8+,9-11")
    assert state.dump()["portions"] == [[1, 2, 3], [5, 6, 7, 8, "+"], [9, 10, 11]]


def test_nys_3_3_dibs_may_be_kept_and_attaches_a_supreme() -> None:
    state = position("deal", seat("", "", ""), seat("7", "", "dibs"), seat(), special="buffet", round=2)
    dealt(state, PIZZA)
    kept = state.copy()
    play(kept, "pass")
    assert kept.to_act == (0,)
    assert own(kept, 1)["specials"] == ["dibs"]
    play(state, "dibs 11", "pass")
    assert state.dump()["phase"] == "attach"
    assert moves(state) == ["attach 7"]
    play(state, "attach 7")
    assert own(state, 1)["collected"] == ["7", "S@7"]
    assert state.dump()["phase"] == "divide"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("size", [10, 11])
def test_nys_3_4_all_divisions(seats: int, size: int) -> None:
    present = 0x7FF if size == 11 else 0x7FF & ~(1 << 6)
    numbers = [number for number in range(1, 12) if present >> (number - 1) & 1]
    for special in (True, False):
        found = divisions(present, seats, special)
        texts = [str(move) for move in found]
        assert len(texts) == len(set(texts)) == len(found)
        assert set(texts) == slow.divisions(numbers, seats, special)
        assert all(GAME.parse_move(text) == move and move in found for text, move in zip(texts, found, strict=True))
    alone = 1 if seats == 2 else comb(size, seats - 1)
    assert len(divisions(present, seats, True)) == comb(size, seats) * seats + alone


def test_nys_3_4_the_special_alone_is_the_last_portion() -> None:
    state = position("divide", seat(), seat(), seat(), turn=0, pizza=PIZZA, special="stuffed-crust")
    play(state, "divide 10-2,3-9,+")
    assert state.dump()["portions"] == [[10, 11, 1, 2], [3, 4, 5, 6, 7, 8, 9], ["+"]]
    play(state, "take 3")
    assert own(state, 1) == seat("", "", "stuffed-crust")


def test_nys_3_4_a_division_is_checked_without_listing_all() -> None:
    legal = Divisions(0x7FF, 6, True)
    assert GAME.parse_move("divide 1,2,3,4,5,6-11+") in legal
    assert GAME.parse_move("divide 1,2,3,4,5-11+") not in legal
    assert len(legal) == 3234
    assert legal._moves is None


def test_nys_3_4_counts_of_the_rules() -> None:
    assert len(divisions(0x7FF, 6, True)) == 2772 + 462
    assert len(divisions(0x7FF, 2, True)) == 111


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("divide 1-4,5-8,9-11", "leaves out the Special"),
        ("divide 1-4,5-7+,9-11", "leaves out slice 8"),
        ("divide 1-4+,5-11", "There must be 3 portions, one for each seat; the division has 2"),
        ("divide 1-4+,5-8,9,10-11", "There must be 3 portions, one for each seat; the division has 4"),
        ("divide 1-4,5-8,9-11,+", "the division has 4"),
        ("take 1", "moment to divide"),
    ],
)
def test_nys_3_4_a_wrong_division_is_refused(text: str, reason: str) -> None:
    state = position("divide", seat(), seat(), seat(), turn=0, pizza=PIZZA, special="buffet")
    before = state.dump()
    with pytest.raises(IllegalMove, match=reason):
        play(state, text)
    assert state.dump() == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("divide 1-4,,5-11+", "Portion 2 of .* is empty"),
        ("divide 1-4+,4-8,9-11", "Slice 4 is in two portions"),
        ("divide 1-4+,5-8+,9-11", "the Special twice"),
        ("divide 1-4++,5-8,9-11", "the Special twice"),
        ("divide 1-4+,5-8,9-12", "“9-12” is no portion"),
        ("divide 0-4+,5-8,9-11", "is no portion"),
        ("divide a,b", "is no portion"),
        ("divide", "not a move"),
        ("take 7", "not a move"),
        ("eat 12", "not a move"),
        ("eat 3,3", "not a move"),
    ],
)
def test_nys_3_4_what_cannot_be_a_move_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadMove, match=reason):
        GAME.parse_move(text)


def test_nys_3_4_a_division_in_parts() -> None:
    legal = divisions(0x7FF, 3, True)
    assert legal.parts() == [*[f"{number}|{number + 1}" for number in range(1, 11)], "11|1"]
    assert legal.parts(["2|3"]) == [cut for cut in legal.parts() if cut != "2|3"]
    assert legal.parts(["2|3", "9|10"])[-1] == "+"
    assert legal.parts(["2|3", "9|10", "+"]) == []
    assert str(legal.whole(["2|3", "9|10", "+"])) == "divide 10-2,3-9,+"
    assert legal.parts(["2|3", "9|10", "6|7"]) == ["3-6+", "7-9+", "10-2+"]
    assert str(legal.whole(["2|3", "9|10", "6|7", "3-6+"])) == "divide 10-2,3-6+,7-9"
    for picked in ([], ["2|3"], ["2|3", "9|10"], ["2|3", "2|3", "+"], ["2|3", "9|10", "6|7", "1-4+"]):
        with pytest.raises(IllegalMove):
            legal.whole(picked)
    assert str(divisions(0x7FF, 2, True).whole(["+"])) == "divide 1-11,+"
    plain = divisions(0x7FF, 2, False)
    assert plain.parts(["1|2", "5|6"]) == []
    assert str(plain.whole(["1|2", "5|6"])) == "divide 6-1,2-5"


@pytest.mark.parametrize(("seats", "special"), [(2, True), (3, True), (3, False), (4, True)])
def test_nys_3_4_parts_reach_every_division_and_nothing_else(seats: int, special: bool) -> None:
    legal = Divisions(0x1F, seats, special)
    found = set()
    todo: list[list[str]] = [[]]
    while todo:
        picked = todo.pop()
        following = legal.parts(picked)
        if not following:
            found.add(str(legal.whole(picked)))
        todo += [[*picked, part] for part in following if "|" not in part or not picked or part > picked[-1]]
    assert found == {str(move) for move in legal}
