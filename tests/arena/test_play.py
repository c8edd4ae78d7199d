"""Games between bots: the same whatever the jobs, with every bot on every seat, and honest intervals."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from parlor.arena.plan import Plan, Result
from parlor.arena.play import _deaf_to_interrupts, play_game, play_games, record_game
from parlor.arena.summary import summarize
from parlor.core.record import load_record, verify
from parlor.games import game as find_game
from parlor.games import names

PLAN = Plan("pizza-theory", ("greedy", "random", "random"), games=24, seed=5, options={})


def in_order(plan: Plan, jobs: int) -> list[Result]:
    return sorted(play_games(plan, jobs), key=lambda result: result.index)


def test_the_results_do_not_depend_on_the_jobs() -> None:
    plan = replace(PLAN, games=6, options={"round_limit": 2})
    assert in_order(plan, 1) == in_order(plan, 2)


def test_every_game_has_its_own_seed() -> None:
    plan = Plan("pizza-theory", ("random", "random", "random"), games=1000, seed=5, options={})
    assert play_game(plan, 3) == play_game(plan, 3)
    few, more = [play_game(plan, index) for index in range(5)], [play_game(plan, index) for index in range(10)]
    assert more[:5] == few
    other = Plan("pizza-theory", ("random", "random", "random"), games=1000, seed=6, options={})
    assert [play_game(other, index) for index in range(5)] != few
    assert len({(result.scores, result.moves) for result in more}) > 5


@pytest.mark.parametrize("name", names())
def test_a_game_can_be_kept_and_replays_to_its_result(name: str, tmp_path: Path) -> None:
    plan = Plan(name, ("greedy", "random"), games=3, seed=5, options={})
    results = {result.index: result for result in play_games(plan, 2, keep=tmp_path)}
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}-{index}.parlor" for index in range(3)]
    for index, result in results.items():
        record = load_record(tmp_path / f"{name}-{index}.parlor", find_game)
        assert verify(record) > 0
        outcome = record.replay().outcome
        assert outcome is not None
        assert (outcome.shares, outcome.scores, outcome.reason.id) == (result.shares, result.scores, result.reason)
        assert sum("play" in line for line in record.lines) == result.moves
        again, kept = record_game(plan, index)
        assert (again, kept.dumps()) == (result, record.dumps())


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


def test_an_interrupt_while_processes_start_is_heard_once_they_did() -> None:
    heard: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted_while_deaf(heard)
    assert heard == ["nothing"]


def interrupted_while_deaf(heard: list[str]) -> None:
    with _deaf_to_interrupts():
        signal.raise_signal(signal.SIGINT)
        heard.append("nothing")
