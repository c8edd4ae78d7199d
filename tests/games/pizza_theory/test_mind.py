from __future__ import annotations

import pytest

import parlor
from parlor.bots import Limit, bot
from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.games.pizza_theory.mind.evaluate import CutTable, chances_between_rounds, evaluate
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.state import PizzaState

GAME = parlor.game("pizza-theory")


def cut_position(seats: int, seed: int, edition: str = "en") -> PizzaState:
    """The last cut of a random game."""
    rng = Rng(seed)
    state = GAME.new(seats=seats, edition=edition)
    assert isinstance(state, PizzaState)
    last = state
    for _ in plays(state, at_random(rng), rng):
        if state.phase == Phase.CUT and len(state.to_act) == seats:
            last = state.copy()
    return last


@pytest.mark.parametrize("edition", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_cuts_of_the_last_round_promise_what_they_bring(seats: int, edition: str) -> None:
    for seed in range(6):
        state = cut_position(seats, seed, edition)
        state.round_limit = state.round
        promises = CutTable(state).promises
        for cell in range(6**seats):
            after = state.copy()
            for seat in range(seats):
                after.apply(seat, state.legal_moves(seat)[cell // 6 ** (seats - 1 - seat) % 6])
            assert [promises[seat][cell] for seat in range(seats)] == pytest.approx(after.shares())


@pytest.mark.parametrize("seats", [2, 3])
def test_more_toppings_promise_more(seats: int) -> None:
    state = cut_position(seats, 1)
    before = chances_between_rounds(state, 0b111, 0b111 << 8, 0b111 << 16)
    after = chances_between_rounds(state, 0b1111, 0b111 << 8, 0b111 << 16)
    assert sum(before) == pytest.approx(1)
    assert after[0] > before[0]
    assert after[1] < before[1]


def test_the_unselected_colour_hardly_wins() -> None:
    red, green, white = chances_between_rounds(cut_position(2, 1), 0b111, 0b111 << 8, 0b111 << 16)
    assert red == pytest.approx(green)
    assert white < red / 5


@pytest.mark.parametrize("seats", [2, 3])
def test_seats_mix_their_cuts_and_promise_no_more_than_a_win(seats: int) -> None:
    for seed in range(6):
        state = cut_position(seats, seed)
        for mix in CutTable(state).mixes:
            assert sum(mix) == pytest.approx(1)
            assert min(mix) > 0
        assert 0 <= sum(evaluate(state, Rng(1))) <= 1 + 1e-9


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_has_a_weight_and_the_best_comes_first(seats: int) -> None:
    rng = Rng(3)
    state = GAME.new(seats=seats)
    assert isinstance(state, PizzaState)
    for seat, move in plays(state, GAME.mind.first_prior, rng):
        if state.round == 4:
            break
        if seat == CHANCE:
            continue
        weighed = GAME.mind.priors(state, seat)
        assert {str(move) for move, _ in weighed} == {str(move) for move in state.legal_moves(seat)}
        weights = [weight for _, weight in weighed]
        assert weights == sorted(weights, reverse=True)
        assert move == weighed[0][0]


def test_a_short_search_mixes_its_cut_without_having_tried_all() -> None:
    thought = bot("search:sims=30").choose(cut_position(3, 2).view(0), Limit(), Rng(1))
    assert sum(estimate.share for estimate in thought.estimates) <= 1 + 1e-9
    assert str(thought.move).startswith("cut")
