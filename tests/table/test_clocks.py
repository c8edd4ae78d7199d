"""Thinking time."""

from __future__ import annotations

import pytest

from parlor.core.errors import IllegalMove
from parlor.table import Clock, Clocks
from tests.table.tables import restored, table, with_clock


def test_clocks_are_values_that_know_no_table() -> None:
    new = Clocks(Clock(60, 5), {}, {})
    thinking = new.running([0, 2], 100.0)
    assert [thinking.left_to(seat, 110.0) for seat in range(3)] == [50, 60, 50]
    assert [thinking.left_to(seat, None) for seat in range(3)] == [60, 60, 60]
    assert new == Clocks(Clock(60, 5), {}, {})
    moved = thinking.stopped({0: 55.0}).running([1], 110.0)
    assert [moved.left_to(seat, 130.0) for seat in range(3)] == [55, 40, 60]
    # Without a time, no clock runs.
    assert moved.running([0], None).left_to(0, 999.0) == 55
    # A seat that does not think has nothing to go on with.
    assert moved.running_since({0: 0.0, 1: 120.0}).since == {1: 120.0}


def test_an_undo_takes_what_moves_had_earned() -> None:
    lines = [
        {"line": 1, "seat": 1, "play": "add a1", "left": 50.0},
        {"line": 2, "chance": "roll 3"},
        {"line": 3, "seat": 0, "play": "add a4"},
    ]
    assert Clocks(Clock(60, 5), {}, {}).after_undo([40.0, 50.0], lines) == [40.0, 45.0]


def test_clocks_wait_until_they_are_started() -> None:
    new = table(clock=Clock(60), now=1000.0)
    assert new.time_left(0, 5000.0) == 60
    new.come(range(3), 5000.0)
    assert new.time_left(0, 5010.0) == 50
    assert new.time_left(1, 5010.0) == 60


def test_a_move_takes_its_time_and_earns_the_increment() -> None:
    new = with_clock()
    new.play(0, "add a1", now=1010.0)
    assert new.record.lines[-1] == {"line": 1, "seat": 0, "play": "add a1", "at": 1010.0, "left": 55.0}
    assert new.time_left(0, 1020.0) == 55
    assert new.time_left(1, 1020.0) == 50


def test_all_who_choose_at_once_spend_their_own_time() -> None:
    new = with_clock()
    for seat, text in enumerate(["add a1", "add a4", "add d1"]):
        new.play(seat, text, now=1000.0)
    new.play(1, "cut 2", now=1030.0)
    assert [new.time_left(seat, 1040.0) for seat in range(3)] == [25, 40, 25]


def test_a_flag_resigns_for_whoever_has_no_time_left() -> None:
    new = with_clock()
    assert new.flag(0, 1059.0) == []
    assert new.flag(1, 1061.0) == []
    with pytest.raises(IllegalMove, match="Time has run out"):
        new.play(0, "add a1", now=1060.5)
    assert [event.id for event in new.flag(0, 1060.5)] == ["table.clock"]
    assert new.resigned == {0}
    two = with_clock(seats=2)
    two.flag(0, 1061.0)
    assert two.outcome is not None
    assert two.outcome.winners == (1,)


def test_undo_gives_no_time_back_and_takes_what_was_earned() -> None:
    new = with_clock()
    for turn in range(5):
        new.play(0, "add a1", now=1010.0 + turn)
        new.undo(0, now=1010.5 + turn)
    # Fifty seconds are left after the first ten, and half of each of the last four passed on the clock of seat 0.
    assert new.time_left(0, 1014.5) == 60 - 10 - 4 * 0.5
    assert new.time_left(1, 1014.5) == 60 - 5 * 0.5
    assert restored(new, 1014.5).time_left(0, 1014.5) == new.time_left(0, 1014.5)


def test_a_restart_goes_on_with_the_clocks_where_they_were() -> None:
    new = with_clock()
    new.play(0, "add a1", now=1010.0)
    again = restored(new, now=1015.0)
    assert [again.time_left(seat, 1017.0) for seat in range(3)] == [55, 53, 60]
    assert [new.time_left(seat, 1017.0) for seat in range(3)] == [55, 53, 60]
    # Whatever time the last line tells, nobody has more than it left.
    early = restored(new, now=5.0)
    assert [early.time_left(seat, 5.0) for seat in range(3)] == [55, 60, 60]


def test_a_bot_spends_no_time_of_the_person_it_stands_in_for() -> None:
    new = with_clock()
    new.take_over(0, "greedy", now=1001.0)
    new.play(0, "add a1", now=1300.0)
    assert new.time_left(0, 1300.0) == 59
