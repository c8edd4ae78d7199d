"""What the games show: sums, intervals and ratings."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from parlor.arena.plan import Plan, Result
from parlor.arena.ratings import rate
from parlor.arena.summary import confidence, share_of, summarize


def test_the_summary_adds_up() -> None:
    results = [
        Result(0, (0, 1), (1.0, 0.0), (16, 3), 40, "won"),
        Result(1, (1, 0), (0.0, 1.0), (5, 17), 50, "won"),
        Result(2, (0, 1), (0.5, 0.5), (16, 16), 60, "shared"),
        Result(3, (1, 0), (0.0, 0.0), (4, 4), 10, "limit"),
    ]
    summary = summarize(Plan("pizza-theory", ("greedy", "random"), 4, 1, {}), results)
    greedy, random = summary.bots
    assert (greedy.games, greedy.wins, greedy.share, greedy.score) == (4, 3, 2.5 / 4, (16 + 17 + 16 + 4) / 4)
    assert (random.wins, random.share) == (1, 0.5 / 4)
    assert [line.share for line in summary.seats] == [1.5 / 4, 1.5 / 4]
    assert (summary.games, summary.without_winner, summary.moves) == (4, 1, 40.0)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    # Wilson's interval as tables have it.
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.1, 50, 0.0435, 0.2136)],
)
def test_the_interval_is_wilsons(share: float, games: int, low: float, high: float) -> None:
    found = confidence(share, games)
    assert list(found) == pytest.approx([low, high], abs=1e-4)


def test_shared_wins_are_less_uncertain_and_seats_of_one_game_are_not_many_games() -> None:
    whole = share_of([(1.0, 1), (0.0, 1)] * 50)
    assert whole == pytest.approx((0.5, *confidence(0.5, 100)))
    shared = share_of([(0.5, 1)] * 90 + [(1.0, 1), (0.0, 1)] * 5)
    assert shared[0] == 0.5
    assert shared[2] - shared[1] < 0.5 * (whole[2] - whole[1])
    # Two of the same bot's seats at a table of three win together or not at all: that is one observation, not two.
    clustered = share_of([(2.0, 2), (0.0, 2)] * 50)
    assert clustered == pytest.approx((0.5, *confidence(0.5, 100)))


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = Random(4)
    held = 0
    for _ in range(400):
        games = [(rng.choice([1.0, 0.5, 0.0, 0.0]), 1) for _ in range(60)]
        _, low, high = share_of(games)
        held += low <= 0.375 <= high
    assert 0.91 < held / 400 < 0.98


def games_between(strengths: list[float], games: int, seats: int, seed: int) -> tuple[Plan, list[Result]]:
    """Games in which a seat wins in proportion to its strength."""
    names = tuple(f"bot{place}" for place in range(len(strengths)))
    plan = Plan("pizza-theory", names, games, seed, {}, "every", seats)
    rng = Random(seed)
    results = []
    for index in range(games):
        seating = plan.seating(index)
        winner = rng.choices(range(seats), [strengths[place] for place in seating])[0]
        shares = tuple(float(seat == winner) for seat in range(seats))
        results.append(Result(index, seating, shares, (0,) * seats, 1, "won"))
    return plan, results


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_find_the_strengths_that_the_games_were_drawn_from(seats: int) -> None:
    plan, results = games_between([10.0, 1.0, 0.1], 3000, seats, 5)
    ratings = rate(plan, results)
    for rating, truth in zip(ratings, [1900, 1500, 1100], strict=True):
        assert rating.low <= truth <= rating.high
        assert rating.rating == pytest.approx(truth, abs=30)
        assert rating.high - rating.low < 100


def test_ratings_are_the_likeliest_by_trying_all_others() -> None:
    """Against a slow version: the likelihood over a grid of differences."""
    from math import log

    plan, results = games_between([3.0, 1.0], 200, 2, 1)
    best = rate(plan, results)
    difference = best[0].rating - best[1].rating

    def likelihood(points: float) -> float:
        strength = 10 ** (points / 800)
        total = 0.5 * (log(strength / (strength + 1)) + log(1 / (strength + 1))) * 2
        for result in results:
            weights = [strength if place == 0 else 1 / strength for place in result.seating]
            total += log(weights[result.shares.index(1.0)] / sum(weights))
        return total

    assert max(range(-400, 401), key=likelihood) == pytest.approx(difference, abs=1.5)


def test_a_bot_that_always_wins_has_a_rating_and_a_wide_interval() -> None:
    plan = Plan("pizza-theory", ("always", "never"), 20, 1, {}, "every", 2)
    results = [
        Result(index, seating, tuple(float(place == 0) for place in seating), (1, 1), 1, "won")
        for index, seating in ((index, plan.seating(index)) for index in range(20))
    ]
    first, second = rate(plan, results)
    assert first.rating > 1700 > 1300 > second.rating
    assert first.high - first.low > 150


def test_ratings_are_the_same_every_time() -> None:
    plan, results = games_between([2.0, 1.0, 1.0], 90, 3, 2)
    assert rate(plan, results) == rate(plan, list(results))


def test_every_arrangement_comes_alike_and_every_turn_of_it_in_a_row() -> None:
    plan = Plan("pizza-theory", ("a", "b", "c"), 1, 7, {}, "every", 3)
    mixes = [mix for mix in product(range(3), repeat=3) if len(set(mix)) > 1]
    assert sorted(plan.seatings) == sorted(mixes)
    for first in range(0, len(mixes), 3):
        some = plan.seatings[first : first + 3]
        for seat in range(3):
            assert sorted(seating[seat] for seating in some) == sorted(some[0])
    assert plan.seating(len(mixes)) == plan.seating(0)


def test_one_seat_of_the_first_against_each_other_on_all_other_seats() -> None:
    plan = Plan("wicked-pizza", ("a", "b", "c"), 1, 7, {}, "lone", 4)
    assert len(plan.seatings) == 8
    assert {(seating.count(0), seating.count(1), seating.count(2)) for seating in plan.seatings} == {
        (1, 3, 0),
        (1, 0, 3),
    }
    for seat in range(4):
        assert sum(seating[seat] == 0 for seating in plan.seatings) == 2
