"""Taking moves back."""

from __future__ import annotations

import pytest

from parlor.core.errors import IllegalMove
from parlor.core.words import Event
from parlor.table.undo import Steps
from tests.table.tables import table
from tests.table.test_table import at_the_cut

UNDONE = [Event("table.undo", seat=0)]


def test_who_must_agree_follows_from_the_steps_alone() -> None:
    steps = Steps()
    assert steps.undo(0, {1, 2}, (0,)) is None
    steps.add(0, 4, (0,), forced=False)
    free = steps.undo(0, {1, 2}, (1,))
    assert free is not None
    assert (free.at, free.alone, sorted(free.must_agree)) == (4, False, [])
    steps.add(1, 5, (1,), forced=True)
    assert steps.undo(0, {1, 2}, (2,)) == free
    steps.add(2, 6, (2,), forced=False)
    asks = steps.undo(0, {1, 2}, (0,))
    assert asks is not None
    assert asks.must_agree == (1, 2)
    assert asks.without([1]).must_agree == (2,)
    # Seat 2 is a bot.
    assert steps.undo(0, {1}, (0,)) == free
    steps.reveal()
    asks = steps.undo(0, {1}, (0,))
    assert asks is not None
    assert asks.must_agree == (1,)


def test_a_choice_is_sealed_until_all_have_chosen() -> None:
    steps = Steps()
    steps.add(1, 7, (0, 1, 2), forced=False)
    steps.add(0, 8, (0, 2), forced=False)
    undo = steps.undo(1, {0, 2}, (2,))
    assert undo is not None
    assert (undo.at, undo.alone, sorted(undo.must_agree)) == (7, True, [])
    steps.unseal()
    undo = steps.undo(1, {0, 2}, (2,))
    assert undo is not None
    assert (undo.alone, sorted(undo.must_agree)) == (False, [0, 2])


def test_undo_is_free_while_nobody_else_has_moved() -> None:
    new = table(seats=3, first=0)
    before = new.state.dump()
    new.play(0, "add a1")
    assert new.undo(0) == UNDONE
    assert new.asked is None
    assert new.state.dump() == before
    assert new.record.lines[-1] == {"line": 2, "seat": 0, "undo": [1, 1]}
    with pytest.raises(IllegalMove, match="no move to take back"):
        new.undo(0)


def test_others_must_agree_once_somebody_has_moved() -> None:
    new = table(seats=3, first=0)
    before = new.state.dump()
    new.play(0, "add a1")
    new.play(1, "add a4")
    assert new.undo(0) == []
    assert new.asked == (0, [1, 2])
    assert new.state.dump() != before
    assert new.agree(2) == []
    assert new.asked == (0, [1])
    assert new.agree(1) == UNDONE
    assert new.asked is None
    assert new.state.dump() == before
    assert new.record.lines[-1] == {"line": 3, "seat": 0, "undo": [1, 2]}


def test_a_play_withdraws_the_question() -> None:
    new = table(seats=3, first=0)
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.undo(0)
    new.play(2, "add d1")
    with pytest.raises(IllegalMove):
        new.agree(1)


def test_others_must_agree_once_chance_has_spoken() -> None:
    two = table(seats=2, first=0)
    two.play(0, "add a1")
    two.play(1, "add a4")
    assert two.undo(1) == []
    assert two.asked == (1, [0])
    assert two.agree(0) == [Event("table.undo", seat=1)]
    assert two.state.to_act == (1,)


def test_the_draw_after_an_undo_is_a_new_one() -> None:
    rolls = set()
    two = table(seats=2, first=0)
    two.play(0, "add a1")
    for _ in range(20):
        two.play(1, "add a4")
        rolls.add(two.state.dump()["unselected_cut"])
        two.undo(1)
        two.agree(0)
    assert len(rolls) > 2


def test_undo_is_free_against_bots() -> None:
    two = table(seats=2, first=0, bots=[1])
    two.play(0, "add a1")
    two.play(1, "add a4")
    assert two.undo(0) == UNDONE
    assert two.state.to_act == (0,)


def test_undo_of_a_sealed_choice_takes_back_that_choice_alone() -> None:
    new = at_the_cut()
    new.play(0, "cut 1")
    new.play(1, "cut 2")
    assert new.undo(0) == UNDONE
    assert new.state.dump()["picks"] == {"1": 2}
    assert new.state.to_act == (0, 2)
    new.play(0, "cut 6", line=new.opened(0))
    new.play(2, "cut 3", line=new.opened(2))
    assert new.state.dump()["round"] == 2


def test_revealed_cuts_come_back_only_if_all_agree() -> None:
    new = at_the_cut()
    for seat in range(3):
        new.play(seat, "cut 3")
    assert new.undo(2) == []
    assert new.asked == (2, [0, 1])
    new.agree(0)
    new.agree(1)
    assert new.state.dump()["picks"] == {"0": 3, "1": 3}


def test_undo_does_not_ask_those_who_are_away() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.take_over(2, "greedy")
    assert new.undo(0) == []
    assert new.asked == (0, [1])
    events = new.take_over(1, "greedy")
    assert [event.id for event in events] == ["table.takeover", "table.undo"]
    assert new.asked is None
    assert new.to_act == (0,)


def test_a_question_ends_with_whoever_asked_it() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.undo(0)
    new.take_over(0, "greedy")
    assert new.asked is None


def test_one_who_disagrees_lets_the_move_stand() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.undo(0)
    assert new.asked == (0, [1, 2])
    with pytest.raises(IllegalMove):
        new.disagree(0)
    assert new.disagree(2) == []
    assert new.asked is None
    with pytest.raises(IllegalMove):
        new.agree(1)
    assert len(new.record.lines) == 2


def test_what_is_asked_is_known_at_another_table_that_follows() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    other = table()
    other.follow(new.record.lines, new.seating)
    new.undo(0)
    other.follow([], new.seating)
    assert other.asked == new.asked == (0, [1, 2])
    new.agree(1)
    other.follow([], new.seating)
    assert other.agree(2) == UNDONE
    # Whoever plays before they hear of it does not agree.
    new.play(2, "add d1")
    assert new.asked is None
