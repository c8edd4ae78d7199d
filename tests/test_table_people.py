"""People at a table: who sits where, resigning, clocks, leaving and coming back, and what of it a record keeps."""

from __future__ import annotations

import pytest

import parlor
from parlor.bots import Limit, bot
from parlor.core.chance import Rng, Seed
from parlor.core.errors import IllegalMove, StaleMove
from parlor.core.outcome import Outcome
from parlor.core.record import parse_record, verify
from parlor.core.words import Message
from parlor.table import Clock, Table

GAME = parlor.game("pizza-theory")


def table(**options: object) -> Table:
    return Table(GAME, seed=Seed("a table"), **{"seats": 3, "first": 0, **options})  # type: ignore[arg-type]


def with_clock(seconds: float = 60, increment: float = 5, **options: object) -> Table:
    found = table(clock=Clock(seconds, increment), now=1000.0, **options)
    found.start_clocks(1000.0)
    return found


def restored(found: Table, now: float | None = None, stopped: float | None = None) -> Table:
    record = parse_record(found.record.dumps(), parlor.game)
    return Table(
        GAME,
        seed=found.seed,
        record=record,
        bots=found.bots,
        open=found.open,
        host=found.host,
        clock=found.clock,
        started=found.started,
        now=now,
        stopped=stopped,
    )


def play_out(found: Table) -> None:
    rng = Rng(1)
    while found.to_act:
        seat = found.to_act[0]
        found.play(seat, bot("random").choose(found.view(seat), Limit(), rng).move)


def test_a_seat_is_human_bot_or_open() -> None:
    new = table(bots=[1], open=[2])
    assert [new.kind(seat) for seat in range(3)] == ["human", "bot", "open"]
    assert new.stand_ins == {1}


def test_the_first_to_sit_at_a_table_without_a_host_is_the_host() -> None:
    new = table(open=[0, 1, 2])
    new.sit(2)
    new.sit(0)
    assert new.host == 2
    assert [new.kind(seat) for seat in range(3)] == ["human", "open", "human"]


def test_only_the_host_seats_bots_and_opens_their_seats() -> None:
    new = table(open=[1, 2], host=0)
    new.seat_bot(0, 1)
    assert new.kind(1) == "bot"
    with pytest.raises(IllegalMove, match="Only the host"):
        new.seat_bot(2, 2)
    with pytest.raises(IllegalMove, match="Only the host"):
        new.open_seat(1, 1)
    new.open_seat(0, 1)
    assert new.kind(1) == "open"


def test_only_open_seats_are_taken_and_only_bots_are_removed() -> None:
    new = table(bots=[1], open=[2], host=0)
    with pytest.raises(IllegalMove, match="is not open"):
        new.sit(0)
    with pytest.raises(IllegalMove, match="is not open"):
        new.seat_bot(0, 7)
    with pytest.raises(IllegalMove, match="not played by a bot"):
        new.open_seat(0, 2)
    new.resign(0)


def test_resigning_with_three_gives_the_seat_to_a_bot_without_a_share() -> None:
    for seed in range(30):
        new = Table(GAME, seed=Seed(f"resign {seed}"), seats=3)
        new.play(new.to_act[0], new.view(new.to_act[0]).legal_moves[0])
        events = new.resign(0)
        assert events[0].id == "table.resign"
        assert new.outcome is None
        assert 0 in new.stand_ins
        play_out(new)
        assert new.outcome is not None
        assert new.outcome.shares[0] == 0
        if new.state.outcome is not None and 0 in new.state.outcome.winners:
            assert 0 not in new.outcome.winners
            break
    else:
        pytest.fail("the seat that resigned never came first")


def test_resigning_with_two_ends_the_game_and_closes_the_record() -> None:
    new = table(seats=2)
    new.resign(1)
    assert new.outcome is not None
    assert new.outcome.shares == (1.0, 0.0)
    assert str(new.outcome.reason) == "seat 2 resigned."
    assert new.to_act == ()
    assert new.record.seed is not None
    assert verify(new.record) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        new.play(0, "add a1")
    with pytest.raises(IllegalMove, match="game is over"):
        new.resign(0)
    again = restored(new)
    assert again.outcome == new.outcome


def test_when_everybody_resigns_nobody_wins() -> None:
    new = table()
    new.resign(0)
    new.resign(2)
    assert new.outcome is None
    new.resign(1)
    assert new.outcome is not None
    assert new.outcome.shares == (0, 0, 0)


def test_nobody_resigns_twice_or_for_a_bot() -> None:
    new = table(bots=[2])
    new.resign(0)
    with pytest.raises(IllegalMove, match="has resigned"):
        new.resign(0)
    with pytest.raises(IllegalMove, match="Nobody sits"):
        new.resign(2)
    with pytest.raises(IllegalMove, match="has resigned"):
        new.undo(0)


def test_a_resignation_is_not_taken_back() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.resign(2)
    assert new.undo(1) == []
    assert new.resigned == {2}


def test_clocks_wait_until_they_are_started() -> None:
    new = table(clock=Clock(60), now=1000.0)
    assert new.time_left(0, 5000.0) == 60
    new.start_clocks(5000.0)
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
    with pytest.raises(IllegalMove, match="Your time has run out"):
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
    assert restored(new, 1014.5, 1014.5).time_left(0, 1014.5) == new.time_left(0, 1014.5)


def test_a_restart_goes_on_with_the_clocks_where_they_were() -> None:
    new = with_clock()
    new.play(0, "add a1", now=1010.0)
    again = restored(new, now=9000.0, stopped=1015.0)
    assert [again.time_left(seat, 9002.0) for seat in range(3)] == [55, 53, 60]
    assert [new.time_left(seat, 1017.0) for seat in range(3)] == [55, 53, 60]


def test_a_bot_stands_in_and_gives_the_seat_back() -> None:
    new = with_clock()
    events = new.take_over(0, "greedy", now=1020.0)
    assert [event.dump() for event in events] == [{"id": "table.takeover", "seat": 0, "bot": "greedy"}]
    assert new.stand_ins == {0}
    assert new.time_left(0, 1050.0) == 40
    again = restored(new, 1050.0, 1050.0)
    assert again.away == {0: "greedy"}
    assert again.time_left(0, 1050.0) == 40
    with pytest.raises(IllegalMove):
        new.take_over(0, "greedy")
    assert [event.id for event in new.give_back(0, now=1050.0)] == ["table.return"]
    assert new.stand_ins == frozenset()
    assert new.time_left(0, 1055.0) == 35
    assert restored(new, 1055.0, 1055.0).time_left(0, 1055.0) == 35
    with pytest.raises(IllegalMove, match="played by nobody else"):
        new.give_back(0)


def test_a_bot_spends_no_time_of_the_person_it_stands_in_for() -> None:
    new = with_clock()
    new.take_over(0, "greedy", now=1001.0)
    new.play(0, "add a1", now=1300.0)
    assert new.time_left(0, 1300.0) == 59


def test_undo_does_not_ask_those_who_are_away() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.take_over(2, "greedy")
    assert new.undo(0) == [1]
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
    new.disagree(2)
    assert new.asked is None
    with pytest.raises(IllegalMove):
        new.agree(1)
    assert len(new.record.lines) == 2


def test_a_stand_in_plays_no_stale_move() -> None:
    new = table()
    new.take_over(0, "greedy")
    opened = new.opened(0)
    new.play(0, "add a1", line=opened)
    with pytest.raises(StaleMove):
        new.play(0, "add a1", line=opened)


@pytest.mark.parametrize("name", parlor.games.names())
def test_restoring_from_lines_gives_the_same_table(name: str) -> None:
    game = parlor.game(name)
    rng = Rng(7)
    found = Table(game, seed=Seed("restore"), clock=Clock(600, 2), now=0.0, started=0.0)
    for step in range(60):
        if not found.to_act:
            break
        now = 1.0 + step
        seat = found.to_act[rng.below(len(found.to_act))]
        moves = found.view(seat).legal_moves
        found.play(seat, moves[rng.below(len(moves))], line=found.opened(seat), now=now)
        if step % 7 == 3 and found.outcome is None:
            for other in found.undo(seat, now):
                found.agree(other, now)
        if step == 20:
            found.take_over(0, "random", now)
        if step == 30 and 0 in found.away:
            found.give_back(0, now)
        again = Table(
            game, seed=found.seed, record=parse_record(found.record.dumps(), parlor.game), clock=found.clock,
            started=0.0, now=now, stopped=now,
        )  # fmt: skip
        assert again.state.dump() == found.state.dump()
        assert again.record.dumps() == found.record.dumps()
        assert (again.away, again.resigned, again.to_act) == (found.away, found.resigned, found.to_act)
        seats = range(found.record.seats)
        assert [again.opened(seat) for seat in seats] == [found.opened(seat) for seat in seats]
        assert [again.time_left(seat, now) for seat in seats] == pytest.approx(
            [found.time_left(seat, now) for seat in seats]
        )


def test_a_rematch_keeps_the_options_once_the_game_is_over() -> None:
    new = table(seats=2, edition="fr")
    with pytest.raises(IllegalMove, match="when the game is over"):
        new.rematch()
    new.resign(1)
    assert new.rematch() == new.record.options


def test_new_york_slice_2_3_the_winner_slices_first_in_a_rematch() -> None:
    game = parlor.game("new-york-slice")
    for winner in (0, 1):
        new = Table(game, seats=2, seed=Seed("again"))
        new.resign(1 - winner)
        assert new.rematch() == {**new.record.options, "first": winner}
    # After a shared win one of the winners is drawn, the same for everybody who knows the seed.
    shared = Outcome([1, 2], [5, 9, 9], Message("table.outcome.resigned", seats=[]))
    drawn = [game.rematch({"first": 0}, shared, Seed(str(seed)).rng("rematch"))["first"] for seed in range(40)]
    assert set(drawn) == {1, 2}
    assert drawn[0] == game.rematch({"first": 0}, shared, Seed("0").rng("rematch"))["first"]
    nobody = Outcome([], [0, 0], Message("table.outcome.resigned", seats=[]))
    assert game.rematch({"first": 0}, nobody, Rng(1)) == {"first": None}
