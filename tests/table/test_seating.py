"""Who sits where."""

from __future__ import annotations

import pytest

from parlor.core.errors import IllegalMove, NotYet
from parlor.table import Chair, Clock, Seating, seats_for
from tests.table.tables import seating, table


def test_every_change_is_a_new_seating_a_version_later() -> None:
    first = seating(3, bots=[1], open=[2], host=0)
    changed = [
        first.sit(2, "Ada", "hash"),
        first.seat_bot(2, "chef"),
        first.open_seat(1),
        first.come([0]),
        first.reached_by(0, "https://example.org/turn"),
    ]
    assert first == seating(3, bots=[1], open=[2], host=0)
    assert first.version == 0
    assert [after.version for after in changed] == [1] * 5
    assert changed[0].chairs[2] == Chair("human", "Ada", holder="hash")
    assert changed[1].chairs[2] == Chair("bot", bot="chef")
    assert changed[2].chairs[1] == Chair("open")
    assert [chair.came for chair in changed[3].chairs] == [True, False, False]
    assert changed[4].chairs[0].webhook == "https://example.org/turn"
    assert changed[0].open_seat(1).version == 2


def test_names_and_bots_follow_from_the_chairs() -> None:
    found = seats_for(3, {2: "chef"})
    assert (sorted(found.bots), found.names) == ([2], {})
    named = Seating((Chair(name="Ada"), Chair("open"), Chair("bot", bot="chef"))).sit(1, "Bo")
    assert named.names == {0: "Ada", 1: "Bo"}
    assert named.open_seat(2).bots == set()


def test_the_same_people_play_again_at_another_table() -> None:
    first = seating(2, host=1).come([0, 1]).changed(started=5.0, wants_rematch=(0, 1), rematch="next")
    assert first.again() == seating(2, host=1)


def test_a_table_may_wait_for_its_people_before_it_has_a_position() -> None:
    new = table(seats=3, open=[1, 2], host=0, first=None, waiting=True)
    assert (new.to_act, new.outcome, new.record.lines, new.opening) == ((), None, [], [])
    for look in (lambda: new.state, lambda: new.view(None), lambda: new.play(0, "add a1"), lambda: new.undo(0)):
        with pytest.raises(NotYet, match="has not begun"):
            look()
    with pytest.raises(IllegalMove, match="Nobody sits"):
        new.resign(0)
    new.sit(1)
    with pytest.raises(NotYet, match="until everybody has sat down"):
        new.begin()
    new.seat_bot(0, 2, "greedy")
    version = new.seating.version
    assert [event.id for event in new.begin()] == ["pizza-theory.start"]
    assert new.seating.version == version + 1
    assert len(new.to_act) == 1
    assert new.begin() == []
    assert len(new.record.lines) == 1


def test_the_clocks_of_a_table_that_waited_run_once_it_has_begun() -> None:
    new = table(seats=2, clock=Clock(60), waiting=True, now=900.0)
    new.come([0, 1], 1000.0)
    assert new.time_left(0, 1050.0) == 60
    new.begin(1100.0)
    assert new.time_left(0, 1110.0) == 50


def test_a_seat_is_human_bot_or_open() -> None:
    new = table(bots=[1], open=[2])
    assert [chair.kind for chair in new.seating.chairs] == ["human", "bot", "open"]
    assert new.stand_ins == {1}


def test_the_first_to_sit_at_a_table_without_a_host_is_the_host() -> None:
    new = table(open=[0, 1, 2])
    new.sit(2)
    new.sit(0)
    assert new.seating.host == 2
    assert [chair.kind for chair in new.seating.chairs] == ["human", "open", "human"]


def test_only_the_host_seats_bots_and_opens_their_seats() -> None:
    new = table(open=[1, 2], host=0)
    new.seat_bot(0, 1, "chef")
    assert new.seating.seats("bot") == [1]
    with pytest.raises(IllegalMove, match="Only the host"):
        new.seat_bot(2, 2, "chef")
    with pytest.raises(IllegalMove, match="Only the host"):
        new.open_seat(1, 1)
    new.open_seat(0, 1)
    assert new.seating.seats("open") == [1, 2]


def test_only_open_seats_are_taken_and_only_bots_are_removed() -> None:
    new = table(bots=[1], open=[2], host=0)
    with pytest.raises(IllegalMove, match="is not open"):
        new.sit(0)
    with pytest.raises(IllegalMove, match="is not open"):
        new.seat_bot(0, 7, "chef")
    with pytest.raises(IllegalMove, match="not played by a bot"):
        new.open_seat(0, 2)
    new.resign(0)
