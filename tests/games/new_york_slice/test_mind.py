"""What bots think of New York Slice: clear positions, in which there is a right answer."""

from __future__ import annotations

from parlor.bots import Limit, bot
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.games.new_york_slice.mind.evaluate import best_eating, features, stage
from tests.games.new_york_slice.table import GAME, play, position, seat

MIND = GAME.mind


def test_shares_sum_to_one_and_majorities_promise_more() -> None:
    ahead, behind = MIND.evaluate(position("deal", seat("11 11 11 9 9"), seat("4"), round=4), Rng(1))
    assert abs(ahead + behind - 1) < 1e-9
    assert ahead > 0.8


def test_who_slices_last_is_better_off() -> None:
    assert MIND.evaluate(position("deal", seat(), seat(), round=4, slicer=1), Rng(1))[1] > 0.7


def test_a_special_that_scores_promises_more() -> None:
    for seats in range(2, 7):
        table = [seat(specials="stuffed-crust"), *[seat()] * (seats - 1)]
        without = MIND.evaluate(position("deal", *[seat()] * seats, round=3), Rng(1))
        assert MIND.evaluate(position("deal", *table, round=3), Rng(1))[0] > without[0]


def test_later_veggies_promise_something_under_version_1_alone() -> None:
    table = [seat(specials="you-love-veggies"), seat(), seat()]
    nobody = [seat(), seat(), seat()]
    without = [MIND.evaluate(position("deal", *nobody, round=3, rules=rules), Rng(1)) for rules in (1, 2)]
    held = [MIND.evaluate(position("deal", *table, round=3, rules=rules), Rng(1)) for rules in (1, 2)]
    assert held[0][0] > without[0][0]
    assert held[1] == without[1] == without[0]


def test_a_portion_of_veggies_is_worth_more_where_they_may_be_eaten() -> None:
    pizza = ["3", "3", "3", "8", "8", "8", "9", "9", "9", "11", "11"]
    portions = [[1, 2, 3], [4, 5, 6, "+"], [7, 8, 9, 10, 11]]
    worths = []
    for rules in (1, 2):
        fields = {"pizza": pizza, "portions": portions, "special": "buffet", "turn": 1, "rules": rules, "round": 6}
        judged = MIND.judge(position("take", seat(), seat(specials="you-love-veggies"), seat(), **fields), 1)
        assert judged is not None
        worths.append({str(move): worth for move, worth in judged})
    assert worths[0]["take 1"] > worths[1]["take 1"]
    assert worths[0]["take 3"] == worths[1]["take 3"]


def test_weights_are_for_the_beginning_of_a_round() -> None:
    assert stage(position("deal", seat(), seat(), round=3)) == 1
    assert stage(position("deal", seat(), seat(), round=3, pizza=["11"])) == -1
    assert stage(GAME.new(seats=2)) == -1  # type: ignore[arg-type]
    assert len({len(own) for own in features(position("deal", seat(), seat(), seat()))}) == 1


def test_evaluating_a_round_in_progress_leaves_it_as_it_is() -> None:
    rng = Rng(5)
    state = GAME.new(seats=3, first=0)
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.draw_chance(rng))
    state.apply(0, state.legal_moves(0)[0])
    before = state.dump()
    assert abs(sum(MIND.evaluate(state, rng)) - 1) < 1e-9
    assert state.dump() == before


def test_what_has_no_hope_of_a_majority_is_eaten() -> None:
    pizza = ["11", "9", "9", "9", "9", "9", "6", "6", "5", "5", "4"]
    portions = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]]
    state = position("take", seat("11 11 11 11 11"), seat(), round=4, pizza=pizza, portions=portions, turn=1)
    play(state, "take 1")
    assert best_eating(state) & 1 == 1


def test_search_tries_every_answer_of_the_others() -> None:
    rng = Rng(5)
    state = GAME.new(seats=2, first=0)
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.draw_chance(rng))
    state.apply(0, state.legal_moves(0)[0])
    weights = [weight for _, weight in MIND.priors(state, 1)]
    assert weights[-1] > 0.2 * sum(weights)


def test_the_slicer_finds_the_division_that_wins_whatever_is_taken() -> None:
    pizza = ["11", "11", "9", "9", "6", "6", "5", "5", "4", "4", "7"]
    state = position("divide", seat("11 11 9 9 7 7"), seat("11 9 6"), round=4, pizza=pizza, turn=0)
    found = bot("search:sims=200").choose(state.view(0), Limit(), Rng(1))
    state.apply(0, found.move)
    answers = []
    for move in state.legal_moves(1):
        answer = state.copy()
        answer.apply(1, move)
        answers.append(MIND.evaluate(answer, Rng(1))[0])
    assert min(answers) == 1
