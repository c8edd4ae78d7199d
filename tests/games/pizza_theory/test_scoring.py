"""Who wins, and who leads in a slice: each rule against its sentence in the rulebook, for all numbers of toppings."""

from __future__ import annotations

import itertools

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.games.pizza_theory import box
from parlor.games.pizza_theory.mind.judge import WIN, judge, worths
from parlor.games.pizza_theory.rules.cutting import COLOURS_IN, leaders, left_of, replace, safe_colours, slices
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.scoring import ends, has_won, share, winners
from parlor.games.pizza_theory.rules.state import PizzaState
from parlor.games.pizza_theory.telling.position import board_text

GAME = parlor.game("pizza-theory")
NUMBERS = [0, 1, 7, 14, 15, 16, 17, 18, 22]
ALL_COUNTS = [(reds, greens, whites) for reds in NUMBERS for greens in NUMBERS for whites in NUMBERS]


@pytest.mark.parametrize("edition", ["en", "fr"])
@pytest.mark.parametrize("unselected", [-1, 0, 1, 2])
def test_pt_5_and_6_3_the_winners_are_those_of_the_rulebook(unselected: int, edition: str) -> None:
    for counts in ALL_COUNTS:
        players = [colour for colour in range(3) if colour != unselected]
        expected = [colour for colour in players if counts[colour] >= 16]
        if edition == "en" and expected:
            most = max(counts[colour] for colour in expected)
            expected = [colour for colour in expected if counts[colour] == most]
        if unselected >= 0 and counts[unselected] >= 16:
            expected = []
        won = winners(*counts, unselected, edition)
        assert COLOURS_IN[won] == expected
        assert [has_won(won, colour) for colour in range(3)] == [colour in expected for colour in range(3)]
        assert sum(share(won, colour) for colour in range(3)) == pytest.approx(1 if expected else 0)
        assert ends(*counts, 3, 4) == (max(counts) >= 16)
        assert ends(*counts, 4, 4)


def test_pt_4_3_to_4_5_the_leaders_are_those_with_most_toppings() -> None:
    for reds, greens, whites in itertools.product(range(17), repeat=3):
        counts = (reds, greens, whites)
        expected = [colour for colour in range(3) if counts[colour] == max(counts) > 0]
        assert COLOURS_IN[leaders(reds, greens, whites)] == expected


def test_what_is_told_of_slices_is_what_replacing_does() -> None:
    rng = Rng(4)
    for _ in range(2_000):
        toppings = [0, 0, 0]
        for bit in box.BITS:
            if rng.below(2 + rng.below(3)):
                toppings[rng.below(3)] |= bit
        x, y, z = (left_of(station, rng.below(6) + 1) for station in range(3))
        expected = list(toppings)
        for slice in slices(toppings, x, y, z):
            assert slice.safe == COLOURS_IN[safe_colours(toppings, x, y, z)]
            for colour in slice.losers:
                expected[colour] &= ~slice.held[colour]
                if slice.winner is not None:
                    expected[slice.winner] |= slice.held[colour]
        assert list(replace(toppings[0], toppings[1], toppings[2], x, y, z)) == expected


def new(seats: int, edition: str) -> PizzaState:
    state = GAME.new(seats=seats, edition=edition, first=0)
    assert isinstance(state, PizzaState)
    return state


@pytest.mark.parametrize("edition", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3])
def test_at_a_glance_a_win_is_one_by_the_rules_of_the_edition(seats: int, edition: str) -> None:
    state = new(seats, edition)
    for counts in ALL_COUNTS:
        won = winners(*counts, state.unselected, edition)
        for colour in (0, 1):
            toppings = counts[colour] - counts[1 - colour] * (1 if seats == 2 else 0.5) - counts[2] * 0.5
            wins = WIN if has_won(won, colour) else -WIN if max(counts) >= 16 else 0
            assert worths(state, *counts)[colour] == toppings + wins


def test_pt_5_3_in_the_french_edition_fewer_toppings_than_another_look_like_a_win_too() -> None:
    red, green = (sum(box.BIT_OF[name] for name in names) for names in (box.NAMES[:17], box.NAMES[21:]))
    data = {"board": board_text(red, green, 0), "first": 0, "phase": "over"}
    values = {}
    for edition in ("en", "fr"):
        state = GAME.load({**data, "edition": edition})
        assert isinstance(state, PizzaState)
        state.phase = Phase.CUT
        values[edition] = max(value for _, value in judge(state, 1))
    assert values["fr"] > values["en"] + WIN / 2
