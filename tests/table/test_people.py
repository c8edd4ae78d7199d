"""People at a table: who sits where, resigning, clocks, leaving and coming back, and what of it a record keeps."""

from __future__ import annotations

import json

import pytest

import parlor
from parlor.bots import Limit, bot
from parlor.core.chance import Rng, Seed
from parlor.core.errors import BadRecord, IllegalMove, StaleMove
from parlor.core.outcome import Outcome
from parlor.core.record import parse_record, verify
from parlor.core.words import Message, say
from parlor.table import Clock, Table
from tests.table.tables import GAME, restored, seating, table, with_clock


def play_out(found: Table) -> None:
    rng = Rng(1)
    while found.to_act:
        seat = found.to_act[0]
        found.play(seat, bot("random").choose(found.view(seat), Limit(), rng).move)


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
            # Who gives up wins nothing: the best of those who stayed does.
            best = max(new.outcome.scores[seat] for seat in (1, 2))
            assert new.outcome.winners == tuple(seat for seat in (1, 2) if new.outcome.scores[seat] == best)
            assert say(new.outcome.reason, "en", new.names(0)).endswith(": you gave up.")
            break
    else:
        pytest.fail("the seat that resigned never came first")


@pytest.mark.parametrize("name", parlor.games.names())
def test_anybody_ends_a_game_in_which_no_person_has_moved(name: str) -> None:
    new = Table(parlor.game(name), seats=2, seed=Seed("end"))
    assert new.may_end
    assert [event.id for event in new.end(1)] == ["table.end"]
    assert new.outcome is not None
    assert new.outcome.winners == new.to_act == ()
    assert new.names(1).you == 1
    assert say(new.outcome.reason, "en", new.names(1)) == "You ended the game before anybody had moved: nobody wins."
    assert not new.may_end
    with pytest.raises(IllegalMove, match="game is over"):
        new.end(0)
    assert restored(new).outcome == new.outcome
    read = parse_record(new.record.dumps(), parlor.game)
    assert read.format == 3
    verify(read)


def test_moves_of_bots_do_not_count_and_those_taken_back_no_longer() -> None:
    new = Table(GAME, seating=seating(bots=[0]), seed=Seed("end"), first=0)
    new.play(0, "add a1")
    assert new.may_end
    new.play(1, "add a4")
    with pytest.raises(IllegalMove, match="moved already"):
        new.end(2)
    new.undo(1)
    assert new.may_end


def test_a_table_that_waits_can_be_ended_and_its_record_is_whole() -> None:
    new = Table(GAME, seating=seating(2, waiting=True), seed=Seed("end"))
    new.come([0], 1.0)
    new.commit(0, Seed("nonce").commitment)
    new.end(0, 2.0)
    assert new.outcome is not None
    assert new.missing is None
    assert new.view(1).outcome is None
    verify(parse_record(new.record.dumps(), parlor.game))
    lines = [{"parlor": 3, "game": "pizza-theory", "rules": GAME.rules, "seats": 2, "options": {}, "commitment": ""}]
    lines += [{"line": 1, "seat": 0, "end": True}, {"line": 2, "seat": 0, "play": "add a1"}]
    with pytest.raises(BadRecord, match="Line 2"):
        parse_record("\n".join(map(json.dumps, lines)), parlor.game)


def test_resigning_with_two_ends_the_game_and_closes_the_record() -> None:
    new = table(seats=2)
    new.resign(1)
    assert new.outcome is not None
    assert new.outcome.shares == (1.0, 0.0)
    assert str(new.outcome.reason) == "Seat 1 wins: seat 2 gave up."
    assert say(new.outcome.reason, "en", new.names(0)) == "You won: Green gave up."
    assert say(new.outcome.reason, "fr", new.names(1)) == "Rouge gagne\u00a0: vous avez abandonné."
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
    with pytest.raises(IllegalMove, match="No person sits"):
        new.resign(2)
    with pytest.raises(IllegalMove, match="has resigned"):
        new.undo(0)


def test_a_resignation_is_not_taken_back() -> None:
    new = table()
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.resign(2)
    assert new.undo(1) != []
    assert new.resigned == {2}


def test_a_bot_stands_in_and_gives_the_seat_back() -> None:
    new = with_clock()
    events = new.take_over(0, "greedy", now=1020.0)
    assert [event.dump() for event in events] == [{"id": "table.takeover", "seat": 0, "bot": "greedy"}]
    assert new.stand_ins == {0}
    assert new.time_left(0, 1050.0) == 40
    again = restored(new, 1050.0)
    assert again.away == {0: "greedy"}
    assert again.time_left(0, 1050.0) == 40
    with pytest.raises(IllegalMove):
        new.take_over(0, "greedy")
    assert [event.id for event in new.give_back(0, now=1050.0)] == ["table.return"]
    assert new.stand_ins == frozenset()
    assert new.time_left(0, 1055.0) == 35
    assert restored(new, 1055.0).time_left(0, 1055.0) == 35
    with pytest.raises(IllegalMove, match="Nobody else plays"):
        new.give_back(0)


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
    found = Table(
        game, seating=seating(game.seat_counts[-1], started=0.0), seed=Seed("restore"), clock=Clock(600, 2), now=0.0
    )
    for step in range(60):
        if not found.to_act:
            break
        now = 1.0 + step
        seat = found.to_act[rng.below(len(found.to_act))]
        moves = found.view(seat).legal_moves
        found.play(seat, moves[rng.below(len(moves))], line=found.opened(seat), now=now)
        if step % 7 == 3 and found.outcome is None:
            found.undo(seat, now)
            while found.asked is not None:
                found.agree(found.asked[1][0], now)
        if step == 20:
            found.take_over(0, "random", now)
        if step == 30 and 0 in found.away:
            found.give_back(0, now)
        again = restored(found, now)
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
    shared = Outcome([1, 2], [5, 9, 9], Message("table.outcome.resigned", seats=[], n=0))
    drawn = [game.rematch({"first": 0}, shared, Seed(str(seed)).rng("rematch"))["first"] for seed in range(40)]
    assert set(drawn) == {1, 2}
    assert drawn[0] == game.rematch({"first": 0}, shared, Seed("0").rng("rematch"))["first"]
    nobody = Outcome([], [0, 0], Message("table.outcome.resigned", seats=[], n=0))
    assert game.rematch({"first": 0}, nobody, Rng(1)) == {"first": None}
