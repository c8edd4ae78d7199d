"""Who sits where."""

from __future__ import annotations

import pytest

import parlor
from parlor.core.chance import Seed
from parlor.core.errors import IllegalMove, NotYet
from parlor.table import Chair, Clock, Seating, Table, seats_for
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
    assert (sorted(found.bots), found.names) == ([2], {2: "Rosa"})
    named = Seating((Chair(name="Ada"), Chair("open"), Chair("bot", bot="chef"))).sit(1, "Bo")
    assert named.names == {0: "Ada", 1: "Bo", 2: "Rosa"}
    # Nobody is called as somebody else is, and a house that gives its bots names keeps them.
    rosas = Seating(
        (Chair(name="rosa"), Chair("bot", bot="chef"), Chair("bot", bot="cook"), Chair("bot", "Ida", "cook"))
    )
    assert rosas.names[0] == "rosa"
    assert rosas.names[3] == "Ida"
    assert len({name.casefold() for name in rosas.names.values()}) == 4
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
    with pytest.raises(NotYet, match="until everybody has come"):
        new.resign(0)
    new.sit(1)
    assert (new.begin(), new.missing) == ([], ([0, 1, 2], [], []))
    new.seat_bot(0, 2, "greedy")
    new.come([0], 1.0)
    assert new.missing == ([1], [], [])
    version = new.seating.version
    assert [event.id for event in new.come([1], 2.0)] == ["pizza-theory.start"]
    assert new.seating.version > version
    assert new.missing is None
    assert len(new.to_act) == 1
    assert new.begin() == []
    assert len(new.record.lines) == 1


def test_the_clocks_of_a_table_that_waited_run_once_it_has_begun() -> None:
    new = table(seats=2, clock=Clock(60), waiting=True, now=900.0)
    new.come([0], 1000.0)
    assert new.time_left(0, 1050.0) == 60
    new.come([1], 1100.0)
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
    with pytest.raises(IllegalMove, match="No bot plays there"):
        new.open_seat(0, 2)
    new.resign(0)


def test_an_invitation_is_spent_by_sitting_down_or_moves_whoever_sits_there() -> None:
    first = seating(3, open=[1, 2], host=0).invite(0, 1, "one").invite(0, 2, "two")
    assert (first.free, first.invited("one")) == ([], [1])
    sat = first.sit_by("one", "Bo", "token")
    assert sat.chairs[1] == Chair("human", "Bo", holder="token", spent="one")
    assert (sat.invited("one"), sat.taken_by("one")) == ([], [1])
    moved = sat.invite(1, 1, "new").sit_by("new", None, "other")
    assert moved.chairs[1] == Chair("human", "Bo", holder="other", spent="new")
    assert moved.taken_by("one") == []
    with pytest.raises(IllegalMove, match="Only the host"):
        sat.invite(1, 2, "three")
    with pytest.raises(IllegalMove, match="not open"):
        sat.invite(0, 1, "three")


def test_before_the_game_begins_the_host_removes_somebody_alone() -> None:
    new = table(seats=3, open=[1], host=0, waiting=True)
    new.sit(1, "Bo", "hash")
    new.come([1, 2], 1.0)
    new.commit(1, "0" * 64)
    for at, why in ((0, "yourself"), (7, "No person sits")):
        with pytest.raises(IllegalMove, match=why):
            new.remove(0, at, "greedy")
    with pytest.raises(IllegalMove, match="Only the host"):
        new.remove(2, 1, "greedy")
    new.remove(0, 1, "greedy")
    assert (new.seating.seats("open"), new.seating.free) == ([1], [])
    assert new.deal.commitments == {}
    assert new.missing is not None
    assert new.missing.come == [0, 1]


def at_a_game(bots: tuple[int, ...] = ()) -> Table:
    """Four at New York Slice, of whom the first has played."""
    found = Table(parlor.game("new-york-slice"), seating=seating(4, bots=bots, host=0), seed=Seed("a table"), first=0)
    found.come(range(4), 1.0)
    found.play(0, found.state.legal_moves(0)[0])
    return found


def test_later_the_others_must_agree_and_a_bot_plays_on() -> None:
    new = at_a_game()
    new.remove(0, 2, "greedy")
    assert new.asked == (0, [1, 3], "remove", 2)
    # Neither a move nor a question of theirs ends it.
    seat = new.to_act[0]
    new.play(seat, new.state.legal_moves(seat)[0])
    with pytest.raises(IllegalMove, match="comes first"):
        new.undo(0)
    new.disagree(3)
    assert new.asked is None
    new.remove(0, 2, "greedy")
    new.agree(1)
    assert new.asked == (0, [3], "remove", 2)
    assert [event.id for event in new.agree(3)] == ["table.takeover"]
    assert new.seating.chairs[2] == Chair("bot", bot="greedy")
    assert 2 in new.stand_ins
    assert new.asked is None


def test_whoever_leaves_has_not_agreed_to_remove_somebody() -> None:
    new = at_a_game(bots=(3,))
    new.remove(0, 2, "greedy")
    assert new.asked == (0, [1], "remove", 2)
    new.take_over(1, "greedy")
    assert new.asked is None
    assert new.seating.chairs[2].kind == "human"
    with pytest.raises(IllegalMove, match="Nobody else is here"):
        new.remove(0, 2, "greedy")


def test_a_bots_seat_is_opened_before_the_first_play_or_if_all_agree() -> None:
    new = table(bots=[1], host=0)
    new.come([0, 2], 1.0)
    new.open_seat(0, 1)
    assert new.seating.seats("open") == [1]
    new.seat_bot(0, 1, "greedy")
    new.play(0, "add a1")
    new.open_seat(0, 1)
    assert new.seating.seats("bot") == [1]
    assert new.asked == (0, [2], "open", 1)
    new.agree(2)
    assert new.seating.seats("open") == [1]


def test_whoever_is_away_has_not_agreed_to_open_a_bots_seat() -> None:
    new = at_a_game(bots=(3,))
    new.open_seat(0, 3)
    assert new.asked == (0, [1, 2], "open", 3)
    new.agree(1)
    new.take_over(2, "greedy")
    assert new.asked is None
    with pytest.raises(IllegalMove, match="Seat 3 has left and cannot agree"):
        new.open_seat(0, 3)
    new.give_back(2)
    new.open_seat(0, 3)
    new.agree(1)
    new.resign(2)
    assert new.seating.seats("open") == [3]
