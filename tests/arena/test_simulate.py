"""Games between bots: the same whatever the jobs, with every bot on every seat, and honest intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlor.arena.simulate import Plan, Result, confidence, play_game, play_games, summarize

PLAN = Plan("pizza-theory", ("greedy", "random", "random"), games=24, seed=5, options={})


def in_order(plan: Plan, jobs: int) -> list[Result]:
    return sorted(play_games(plan, jobs), key=lambda result: result.index)


def test_the_results_do_not_depend_on_the_jobs() -> None:
    plan = replace(PLAN, games=6)
    assert in_order(plan, 1) == in_order(plan, 2)


def test_every_game_has_its_own_seed() -> None:
    plan = Plan("pizza-theory", ("random", "random", "random"), games=1000, seed=5, options={})
    assert play_game(plan, 3) == play_game(plan, 3)
    few, more = [play_game(plan, index) for index in range(5)], [play_game(plan, index) for index in range(10)]
    assert more[:5] == few
    other = Plan("pizza-theory", ("random", "random", "random"), games=1000, seed=6, options={})
    assert [play_game(other, index) for index in range(5)] != few
    assert len({(result.scores, result.moves) for result in more}) > 5


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    seatings = [PLAN.seating(index) for index in range(PLAN.games)]
    for seat in range(3):
        assert [sum(seating[seat] == place for seating in seatings) for place in range(3)] == [8, 8, 8]
    # Who follows whom stays the same.
    assert {(seating[1] - seating[0]) % 3 for seating in seatings} == {1}


def test_bots_of_one_name_are_told_apart() -> None:
    assert PLAN.labels == ("greedy", "random #2", "random #3")


def test_options_reach_the_game() -> None:
    plan = Plan("pizza-theory", ("random", "random"), games=4, seed=1, options={"round_limit": 1})
    results = in_order(plan, 1)
    assert {result.reason for result in results} == {"pizza-theory.outcome.round-limit"}
    assert {result.moves for result in results} == {5}
    assert summarize(plan, results).without_winner == 4


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
