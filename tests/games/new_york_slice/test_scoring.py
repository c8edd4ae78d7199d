"""Slices, scoring and eating by Specials in New York Slice, clause by clause."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.core.errors import IllegalMove
from parlor.core.seats import ALL
from parlor.core.words import say, seen_by
from parlor.games.new_york_slice.box import SPECIALS
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.components import components_of
from tests.games.new_york_slice import slow
from tests.games.new_york_slice.table import PIZZA, moves, own, play, position, scored, seat, taking

SLICES = [
    components_of(None).slice_text(face) for face, count in enumerate(components_of(None).counts) for _ in range(count)
]


# Portions of PIZZA: a Combo with the Special, or a Veggie with the Special.
PORTIONS = [[10, "+"], [11, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
VEGGIE_PORTIONS = [[9, "+"], [10, 11, 1, 2, 3, 4], [5, 6, 7, 8]]


def mystery_drawn() -> SliceState:
    """Seat 1 has drawn a Mystery slice beside a Margarita and a Veggie, and chooses what to eat."""
    portions = [[8, 9, "+"], [4, 5, 6, 7], [10, 11, 1, 2, 3]]
    state = taking(portions, seat(), seat(), seat(), special="mystery-slice")
    play(state, "take 1", "mystery 11")
    return state


def test_nys_4_1_all_see_what_is_taken_and_collected() -> None:
    state = taking([[1, 2, 3], [4, 5, 6], [7, 8, 9, 10, 11]], seat(), seat(), seat())
    events = play(state, "take 1", "eat 1,3")
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).data["table"][1] == seat("10", "9 11")
        assert [str(event) for event in seen_by(events, viewer)] == [
            "Seat 2 takes portion 1: an 11, a 10 and a 9.",
            "Seat 2 eats an 11 and a 9.",
            "Seat 2 collects a 10.",
        ]


def test_nys_4_1_an_eaten_mystery_slice_is_unknown_to_others() -> None:
    state = mystery_drawn()
    assert state.view(1).data["mystery"]["slice"] == state.view(ALL).data["mystery"]["slice"] == "11"
    assert state.view(0).data["mystery"]["slice"] == state.view(None).data["mystery"]["slice"] == "?"
    events = play(state, "eat 8,m")
    assert state.view(1).data["table"][1]["eaten"] == ["4", "11"]
    for viewer in (0, 2, None):
        assert state.view(viewer).data["table"][1]["eaten"] == ["4", "?"]
        assert str(seen_by(events, viewer)[0]) == "Seat 2 eats a 4 and the Mystery slice, unseen by the others."
    assert str(seen_by(events, 1)[0]) == "Seat 2 eats a 4 and an 11."


def test_nys_4_1_a_collected_mystery_slice_is_seen_by_all() -> None:
    state = mystery_drawn()
    events = play(state, "eat 8")
    assert state.view(0).data["table"][1]["collected"] == ["3", "11"]
    assert state.dump()["mystery"] is None
    assert str(seen_by(events, None)[-1]) == "Seat 2 collects a 3 and an 11."


def test_nys_4_2_a_combo_is_half_a_slice_of_each_type() -> None:
    check = scored(seat("8/10"), seat("8"), seat())
    assert (check["8"], check["10"]) == ([0, 8, 0], [10, 0, 0])
    check = scored(seat("8 8/10"), seat("8"), seat("10"))
    assert (check["8"], check["10"]) == ([8, 0, 0], [0, 0, 10])


def test_nys_4_3_the_supreme_joins_a_collected_type() -> None:
    state = taking([[1, 2, 3], [4, 5, 6], [7, 8, 9, 10, 11]], seat(), seat("7 A"), seat())
    play(state, "take 3", "eat 7")
    assert moves(state) == ["attach 3", "attach 4", "attach 7", "attach 8", "attach 10"]
    with pytest.raises(IllegalMove, match="joins a type that you have collected"):
        play(state, "attach 5")
    play(state, "attach 10")
    assert own(state, 1)["collected"] == ["3", "4", "7", "A", "S@10", "8/10"]


def test_nys_4_3_it_waits_with_nothing_to_join() -> None:
    state = taking([[1, 2, 3, 4, 5, 6, 7, 8, 9], [10, "+"], [11]], seat(), seat(), seat(), special="buffet")
    play(state, "take 3", "pass")
    assert own(state, 1)["collected"] == ["S"]
    assert state.to_act == (2,)
    fields = {"pizza": ["A", *PIZZA[:10]], "portions": [[1], [2, 3, 4, 5, 6, 7, 8, 9, 10], [11]]}
    alone = position("take", seat(), seat("S"), seat(), turn=1, **fields)
    again = alone.copy()
    play(alone, "take 1")
    assert own(alone, 1)["collected"] == ["A", "S"]
    assert alone.to_act == (2,)
    play(again, "take 3")
    assert moves(again) == ["attach 8", "attach 10"]


def test_nys_4_3_it_counts_whole_and_keeps_its_type() -> None:
    check = scored(seat("S@8 8/10"), seat("8"), seat())
    assert check["8"] == [8, 0, 0]
    assert scored(seat("S@8"), seat("8/10"), seat())["8"] == [8, 0, 0]
    assert scored(seat("S"), seat("8/10"), seat())["8"] == [0, 8, 0]
    portions = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11], ["+"]]
    table = [seat(), seat("S@8 8/10"), seat()]
    fields = {"special": "combo-craving", "pizza": ["5/9", *PIZZA[:9], "7"], "portions": portions}
    state = position("take", *table, turn=1, **fields)
    play(state, "take 3", "eat c8/10")
    assert own(state, 1) == seat("S@8", "8/10", "combo-craving")


def test_nys_4_3_it_never_moves() -> None:
    pizza = [*PIZZA[:10], "7"]
    table = [seat(), seat("8 S@8"), seat()]
    state = position("take", *table, pizza=pizza, portions=[[1, 2, 3, 4], [5, 6, 7, 8, 9, 10], [11]], turn=1)
    play(state, "take 3", "pass")
    assert own(state, 1)["collected"] == ["7", "8", "S@8"]
    assert state.to_act == (2,)


def test_nys_4_4_the_anchovy_slice_is_no_type() -> None:
    check = scored(seat("A"), seat(), seat())
    assert all(check[str(number)] == [0, 0, 0] for number in range(3, 12))
    assert check["pepperoni"] == [-3, 0, 0]


def test_nys_5_1_any_number_of_one_type_with_pepperoni() -> None:
    state = position("seconds", seat("8 8 8a 3 8/10 A S", "", "seconds"), seat(), seat(), turn=0, round=6)
    assert moves(state) == ["seconds 8:1a", "seconds 8:1", "seconds 8:1+1a", "seconds 8:2", "seconds 8:2+1a", "pass"]
    play(state, "seconds 8:1+1a")
    assert own(state, 0) == seat("3 8 A S 8/10", "8 8a", "seconds")
    assert state.outcome is not None


def test_nys_5_1_the_supreme_counts_with_its_type() -> None:
    state = position("seconds", seat("8 S@8", "", "seconds"), seat(), seat(), turn=0, round=6)
    assert moves(state) == ["seconds 8:S", "seconds 8:1", "seconds 8:1+S", "pass"]
    play(state, "seconds 8:S")
    assert own(state, 0) == seat("8", "S", "seconds")
    assert state.outcome is not None
    assert state.outcome.scores == (8 + 2, 0, 0)
    only = position("seconds", seat("3 S@3 7", "", "seconds"), seat(), seat(), turn=0, round=6)
    assert moves(only) == ["seconds 7:1", "pass"]


def test_nys_5_1_refused_for_what_is_not_there() -> None:
    state = position("seconds", seat("3 7", "", "seconds"), seat(), seat(), turn=0, round=6)
    with pytest.raises(IllegalMove, match="Type 3 has no pepperoni"):
        play(state, "seconds 3:1")
    with pytest.raises(IllegalMove, match="don’t have that many of type 7: 1 plain, 0 with an anchovy, 0 Supreme"):
        play(state, "seconds 7:2")


def test_nys_5_1_no_window_without_anything_to_eat() -> None:
    table = [seat("3 8/10 A S@3", "", "seconds"), seat(), seat()]
    fields = {"portions": [None, None, [9]], "pizza": [None] * 8 + ["3", None, None], "chosen": [0, 1], "round": 6}
    state = position("take", *table, slicer=2, turn=2, **fields)
    play(state, "take 3")
    assert state.outcome is not None


def test_nys_5_2_most_slices_take_a_type() -> None:
    check = scored(seat("11 11 7"), seat("11 4 4a"), seat("5/9"))
    assert check["11"] == [11, 0, 0]
    assert check["4"] == [0, 4, 0]
    assert check["5"] == [0, 0, 5]
    assert check["6"] == [0, 0, 0]


def test_nys_5_2_a_tie_gives_nothing_but_to_the_tiebreaker() -> None:
    assert scored(seat("9"), seat("9"), seat())["9"] == [0, 0, 0]
    assert scored(seat("9", "", "tiebreaker"), seat("9"), seat())["9"] == [9, 0, 0]
    assert scored(seat("9"), seat("9"), seat("9", "", "tiebreaker"))["9"] == [0, 0, 9]
    assert scored(seat("9"), seat("9"), seat("5/9", "", "tiebreaker"))["9"] == [0, 0, 0]
    assert scored(seat("9 9"), seat("9"), seat("9", "", "tiebreaker"))["9"] == [9, 0, 0]
    assert scored(seat(), seat(), seat("", "", "tiebreaker"))["9"] == [0, 0, 0]


def test_nys_5_3_supersized_combos_count_two_of_each() -> None:
    check = scored(seat("8/10", "", "supersize-combos"), seat("8 10 10"), seat())
    assert (check["8"], check["10"]) == ([8, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(
    ("special", "collected", "eaten", "points"),
    [
        ("buffet", "8 8 8/10 7 S@7", "11", 3),
        ("buffet", "8/10 A S", "", 3),
        ("buffet", "3 4a 5 6 7 8 9 10 11 A", "", 10),
        ("combo-craving", "4/6", "8/10 5/9 8", 6),
        ("day-old-pizza", "", "", -2),
        ("everyone-else-diet", "", "8 8 8 8", 0),
        ("stuffed-crust", "", "", 5),
        ("you-love-veggies", "3", "3 3 4", 6),
        ("tiebreaker", "8", "11", 0),
    ],
)
def test_nys_5_4_starred_specials(special: str, collected: str, eaten: str, points: int) -> None:
    assert scored(seat(collected, eaten, special), seat(), seat())["special"] == [points, 0, 0]


def test_nys_5_4_everyone_else_loses_for_two_slices_eaten() -> None:
    check = scored(seat("", "4 4", "everyone-else-diet"), seat("", "5 5 5 5 6 6 6"), seat("", "7"))
    assert check["special"] == [0, -3, 0]


def test_nys_5_5_pepperoni_eaten_less_anchovies_collected() -> None:
    check = scored(seat("8 8a A", "11 11a S"), seat("", "4 10"), seat("11 11"))
    assert check["pepperoni"] == [8 - 4, 3, 0]


def test_nys_5_5_who_likes_anchovies_gains_by_them() -> None:
    assert scored(seat("8a A", "11a", "you-like-anchovies"), seat(), seat())["pepperoni"] == [4 + 3, 0, 0]


def test_nys_5_6_most_points_then_most_eaten_then_shared() -> None:
    clear = position("scoring", seat("11"), seat("10"), seat()).outcome
    eaten = position("scoring", seat("4"), seat("", "10 10"), seat("", "11a 4a")).outcome
    shared = position("scoring", seat("", "7 7"), seat("", "8 8"), seat("4")).outcome
    assert clear is not None
    assert eaten is not None
    assert shared is not None
    assert (clear.winners, clear.reason.id) == ((0,), "new-york-slice.outcome.points")
    assert (eaten.winners, eaten.reason.id, eaten.scores) == ((1, 2), "new-york-slice.outcome.shared", (4, 4, 4))
    assert (shared.winners, shared.shares) == ((0, 1), (0.5, 0.5, 0.0))
    most = position("scoring", seat("4"), seat("", "10 10"), seat("", "11a")).outcome
    assert most is not None
    assert (most.winners, most.reason.id, most.scores) == ((1,), "new-york-slice.outcome.eaten", (4, 4, 3))


@pytest.mark.parametrize(
    ("own", "english", "french"),
    [
        (seat("", "4"), "wins with 1 point.", "gagne avec 1 point."),
        (seat("4"), "wins with 4 points.", "gagne avec 4 points."),
        (seat(), "share the win: 0 points and 0 slices eaten each.", "0 point et 0 part mangée chacun."),
    ],
)
def test_nys_5_6_points_are_counted_in_words(own: dict[str, list[str]], english: str, french: str) -> None:
    outcome = position("scoring", own, seat(), seat()).outcome
    assert outcome is not None
    assert say(outcome.reason, "en").endswith(english)
    assert say(outcome.reason, "fr").endswith(french)


def test_nys_5_6_less_than_nothing_is_counted_too() -> None:
    lost = position("scoring", seat("A"), seat("", "", "day-old-pizza")).outcome
    assert lost is not None
    assert say(lost.reason, "en").endswith("wins with -2 points.")
    assert say(lost.reason, "fr").endswith("gagne avec -2 points.")


def test_nys_5_7_the_guest_check_has_every_line() -> None:
    check = scored(seat("11", "8"), seat("10"), seat("A"))
    assert list(check) == [*map(str, range(3, 12)), "special", "pepperoni", "total"]
    assert check["total"] == [13, 10, -3]
    outcome = position("scoring", seat("11", "8"), seat("10"), seat("A")).outcome
    assert outcome is not None
    assert outcome.details is not None
    assert outcome.details["eaten"] == [1, 0, 0]


def test_nys_6_1_combo_craving_eats_combos_old_and_new() -> None:
    state = taking(PORTIONS, seat(), seat("4/6 7"), seat(), special="combo-craving")
    play(state, "take 1")
    assert moves(state) == ["pass", "eat 10", "eat c4/6", "eat 10,c4/6"]
    play(state, "eat 10,c4/6")
    assert own(state, 1) == seat("7", "4/6 8/10", "combo-craving")


def test_nys_6_1_later_combos_only_when_gained() -> None:
    table = [seat(), seat("4/6", "", "combo-craving"), seat()]
    state = taking(PORTIONS, *table, special="buffet")
    play(state, "take 1")
    assert moves(state) == ["pass", "eat 10"]
    dibs = position("dibs", seat(), seat("", "", "dibs combo-craving"), seat(), turn=1, pizza=PIZZA)
    play(dibs, "dibs 10")
    assert moves(dibs) == ["pass", "eat 10"]
    drawn = taking(VEGGIE_PORTIONS, seat(), seat("", "", "combo-craving"), seat(), special="mystery-slice")
    play(drawn, "take 1", "mystery 5/9")
    assert moves(drawn) == ["pass", "eat m"]


def test_nys_6_1_alone_in_its_portion() -> None:
    portions = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], ["+"]]
    state = taking(portions, seat(), seat("4/6 5/9"), seat(), special="combo-craving")
    play(state, "take 3")
    assert moves(state) == ["pass", "eat c4/6", "eat c5/9", "eat c4/6,c5/9"]


@pytest.mark.parametrize("rules", [1, 2])
def test_nys_6_2_you_love_veggies_eats_veggies_when_it_is_received(rules: int) -> None:
    state = taking(VEGGIE_PORTIONS, seat(), seat("3 3 7"), seat(), special="you-love-veggies", rules=rules)
    play(state, "take 1")
    assert set(moves(state)) == {"pass", "eat c3", "eat c3,c3", "eat 9", "eat 9,c3", "eat 9,c3,c3"}
    assert state.legal_moves(1).parts() == ["9", "c3", "done"]
    assert state.legal_moves(1).parts(["c3"]) == ["9", "c3", "done"]
    assert state.legal_moves(1).parts(["c3", "c3"]) == ["9", "done"]
    play(state, "eat 9,c3")
    assert own(state, 1) == seat("3 7", "3 3", "you-love-veggies")


def later_veggies(rules: int) -> list[SliceState]:
    """A holder of You Love Veggies gains a Veggie: with its portion, with Dibs!, and as the Mystery slice."""
    held = seat("3", "", "you-love-veggies")
    portion = taking(
        [[9, 10], [11, 1, 2, 3, 4, "+"], [5, 6, 7, 8]], seat(), held, seat(), special="buffet", rules=rules
    )
    play(portion, "take 1")
    caller = seat("", "", "dibs you-love-veggies")
    dibs = position("dibs", seat(), caller, seat(), turn=1, pizza=PIZZA, rules=rules)
    play(dibs, "dibs 9")
    drawn = taking(PORTIONS, seat(), seat("3", "", "you-love-veggies"), seat(), special="mystery-slice", rules=rules)
    play(drawn, "take 1", "mystery 3")
    return [portion, dibs, drawn]


def test_nys_6_2_later_veggies_are_collected() -> None:
    portion, dibs, drawn = later_veggies(rules=2)
    for state in (portion, dibs, drawn):
        assert state.dump()["phase"] != "eat"
        assert own(state, 1)["eaten"] == []
    assert own(portion, 1)["collected"] == ["3", "3", "8/10"]
    assert own(dibs, 1)["collected"] == ["3"]
    assert own(drawn, 1)["collected"] == ["3", "3", "8/10"]
    assert drawn.dump()["mystery"] is None


def test_nys_6_2_under_version_1_later_veggies_might_be_eaten() -> None:
    assert [moves(state) for state in later_veggies(rules=1)] == [
        ["pass", "eat 9"],
        ["pass", "eat 9"],
        ["pass", "eat m"],
    ]


def test_nys_6_2_a_refusal_says_when_veggies_may_be_eaten() -> None:
    portions = [[8, 9], [10, 11, 1, 2, 3, 4, "+"], [5, 6, 7]]
    state = taking(portions, seat(), seat("", "", "you-love-veggies"), seat(), special="buffet")
    play(state, "take 1")
    with pytest.raises(IllegalMove, match="You Love Veggies serves only when you receive it. You may eat: 8."):
        play(state, "eat 9")
    without = taking(portions, seat(), seat(), seat(), special="buffet")
    play(without, "take 1")
    with pytest.raises(IllegalMove, match="it has no pepperoni. You may eat: 8."):
        play(without, "eat 9")


def test_nys_4_3_a_supreme_beside_nothing_but_the_anchovy_slice_waits() -> None:
    pizza = ["11", "10", "9", "8", "7", "6", "5", "4", "3", "A", "S"]
    portions = [[10, 11], [1, 2, 3, 4, "+"], [5, 6, 7, 8, 9]]
    state = position("take", seat(), seat(), seat(), pizza=pizza, portions=portions, turn=1, special="buffet")
    play(state, "take 1", "pass")
    assert state.dump()["phase"] == "take"
    assert own(state, 1)["collected"] == ["A", "S"]


def test_nys_6_3_some_specials_serve_from_a_future_round_on() -> None:
    for special in ("dibs", "cut-in-line", "sneak-a-slice"):
        state = taking(VEGGIE_PORTIONS, seat(), seat(), seat(), special=special)
        play(state, "take 1")
        while state.round == 1:
            assert state.dump()["phase"] in ("take", "eat", "attach")
            play(state, moves(state)[-1])
        assert own(state, 1)["specials"] == [special]


def test_nys_6_3_specials_are_public_and_any_number() -> None:
    state = position("scoring", seat("", "", "buffet tiebreaker seconds"), seat(), seat())
    assert state.view(2).data["table"][0]["specials"] == ["buffet", "seconds", "tiebreaker"]


def test_nys_6_3_dibs_in_the_last_round_is_worthless() -> None:
    state = position("special", seat(), seat(), seat(), round=6)
    play(state, "special dibs")
    assert state.dump()["special"] == "dibs"


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, list[str]]]:
    """What may lie before three to six seats when a game ends: slices and Specials dealt at will."""
    seats = draw(st.sampled_from([3, 4, 6]))
    table = [seat() for _ in range(seats)]
    for slice in draw(st.permutations(SLICES))[: draw(st.integers(0, 69))]:
        owner = table[draw(st.integers(0, seats - 1))]
        owner["collected" if draw(st.booleans()) else "eaten"].append(slice)
    for special in SPECIALS:
        holder = draw(st.integers(-1, seats - 1))
        if holder >= 0:
            table[holder]["specials"].append(special)
    for owner in table:
        if "S" in owner["collected"] and draw(st.booleans()):
            owner["collected"][owner["collected"].index("S")] = f"S@{draw(st.integers(3, 11))}"
    return table


@given(tables())
@settings(max_examples=150, deadline=None)
def test_nys_5_7_agrees_with_the_slow_guest_check(table: list[dict[str, list[str]]]) -> None:
    outcome = position("scoring", *table).outcome
    assert outcome is not None
    assert outcome.details is not None
    assert outcome.details["check"] == slow.guest_check(table)
    assert list(outcome.winners) == slow.winners(table)
