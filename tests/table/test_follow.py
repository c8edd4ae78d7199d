"""Tables that several processes share: each takes in what another has stored."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.errors import BadRecord, IllegalMove, StaleMove
from parlor.core.record import verify
from parlor.server.about import About, kept, parse_kept
from parlor.server.database import StorageFailed
from parlor.server.store import Append, New, SQLiteStore
from parlor.table import Clock, Table
from tests.table.counted import CountedPizza
from tests.table.tables import restored, seating, table
from tests.table.test_table import at_the_cut


def everything(found: Table, now: float | None = None) -> object:
    """All that can be told of a table."""
    seats = range(found.record.seats)
    return (
        found.state.dump(),
        found.record.dumps(),
        found.seating,
        found.steps.standing,
        (found.to_act, found.outcome, found.resigned, found.away),
        [found.opened(seat) for seat in seats],
        [None if now is None else found.time_left(seat, now) for seat in seats],
    )


@pytest.mark.parametrize("name", parlor.games.names())
def test_whoever_follows_knows_the_same_and_tells_the_same(name: str) -> None:
    game = parlor.game(name)
    rng = Rng(3)
    people = seating(game.seat_counts[-1], started=0.0)
    first, other = (Table(game, seating=people, seed=Seed("shared"), clock=Clock(600, 2), now=0.0) for _ in range(2))
    for step in range(60):
        if not first.to_act:
            break
        now, known = 1.0 + step, len(first.record.lines)
        seat = first.to_act[rng.below(len(first.to_act))]
        moves = first.view(seat).legal_moves
        events = first.play(seat, moves[rng.below(len(moves))], now=now)
        if step % 7 == 3 and first.outcome is None and seat not in first.resigned:
            events += first.undo(seat, now)
            while first.asked is not None:
                events += first.agree(first.asked[1][0], now)
        if step == 20:
            events += first.take_over(0, "random", now)
        if step == 30 and 0 in first.away:
            events += first.give_back(0, now)
        if step == 40:
            events += first.resign(1, now)
        assert other.follow(first.record.lines[known:], first.seating, now) == events
        assert everything(other, now + 0.5) == everything(first, now + 0.5)


def test_following_makes_each_move_once_and_builds_nothing_anew() -> None:
    game = CountedPizza()
    first, other = (Table(game, seats=3, seed=Seed("shared")) for _ in range(2))
    known = len(first.record.lines)
    for _ in range(6):
        seat = first.to_act[0]
        first.play(seat, first.state.legal_moves(seat)[0])
    moves = len(first.record.lines) - known
    game.counts.clear()
    other.follow(first.record.lines)
    assert game.counts == {"parse": moves, "check": moves, "apply": moves, "copy": moves}
    assert everything(other) == everything(first)


def test_who_lost_a_race_takes_in_the_others_line_and_is_checked_again() -> None:
    first, other = at_the_cut(), at_the_cut()
    opened = other.opened(1)
    first.play(0, "cut 1", line=opened)
    other.play(1, "cut 2", line=opened)
    other.follow(first.record.lines)
    assert everything(other) == everything(first)
    # Another's sealed choice does not make this one stale.
    other.play(1, "cut 2", line=opened)
    assert [line.get("play") for line in other.record.lines[-2:]] == ["cut 1", "cut 2"]


def test_who_lost_a_race_is_refused_if_the_table_has_moved_on() -> None:
    first, other = at_the_cut(), at_the_cut()
    for found in (first, other):
        found.play(0, "cut 1")
        found.play(1, "cut 2")
    opened = other.opened(2)
    first.resign(1)
    first.undo(0)
    other.play(2, "cut 3", line=opened)
    events = other.follow(first.record.lines)
    assert [event.id for event in events] == ["table.resign", "table.undo"]
    assert everything(other) == everything(first)
    with pytest.raises(StaleMove):
        other.play(2, "cut 3", line=opened)


def test_a_resignation_that_was_not_stored_did_not_happen() -> None:
    first, other = table(), table()
    first.play(0, "add a1")
    other.resign(2)
    other.follow(first.record.lines)
    assert other.resigned == set()
    assert everything(other) == everything(first)


def test_what_others_have_done_withdraws_a_question() -> None:
    first, other = table(), table()
    for found in (first, other):
        found.play(0, "add a1")
        found.play(1, "add a4")
    other.undo(0)
    other.follow(first.record.lines)
    assert other.asked == (0, [1, 2])
    first.play(2, "add d1")
    other.follow(first.record.lines)
    with pytest.raises(IllegalMove):
        other.agree(1)


def test_a_seating_is_taken_in_and_starts_clocks_and_games() -> None:
    first, other = (table(seats=2, open=[1], host=0, waiting=True, clock=Clock(60), first=None) for _ in range(2))
    first.sit(1, "Bo", "hash")
    first.come([0], 1000.0)
    other.follow([], first.seating)
    assert other.seating.names == {1: "Bo"}
    assert other.to_act == ()
    events = first.come([1], 1010.0)
    assert other.follow(first.record.lines, first.seating, 1012.0) == events
    first.play(first.to_act[0], first.state.legal_moves(first.to_act[0])[0], now=1020.0)
    other.follow(first.record.lines[1:], first.seating, 1021.0)
    assert everything(other, 1030.0) == everything(first, 1030.0)


def test_a_line_that_is_missing_is_refused() -> None:
    first, other = table(), table()
    first.play(0, "add a1")
    first.play(1, "add a4")
    with pytest.raises(BadRecord, match="Line 1 of the record"):
        other.follow(first.record.lines[1:])
    assert other.record.lines == []


def test_two_tables_share_a_game_over_one_database(tmp_path: Path) -> None:
    """Nobody tells anybody: whoever cannot store a line reads what is stored, and tries again."""
    rng = Rng(5)
    first = table(round_limit=3)
    tables = [first, restored(first)]

    async def play(store: SQLiteStore, found: Table, seat: int) -> bool:
        moves = found.state.legal_moves(seat)
        stored = len(found.record.lines)
        found.play(seat, moves[rng.below(len(moves))], line=found.opened(seat))
        lines = found.record.lines[stored:]
        try:
            await store.append(Append("shared", stored + 1, lines, found.outcome is not None))
        except StorageFailed:
            loaded = await store.load("shared")
            assert loaded is not None
            found.follow(loaded[1])
            return False
        return True

    async def test() -> tuple[int, int]:
        won = lost = 0
        store = SQLiteStore(tmp_path / "db")
        try:
            await store.create(New("shared", {}, first.record.lines, False, 0.0))
            while not all(found.outcome for found in tables):
                found = tables[rng.below(2)]
                if not found.to_act:
                    found = next(other for other in tables if other.to_act)
                if await play(store, found, found.to_act[rng.below(len(found.to_act))]):
                    won += 1
                else:
                    lost += 1
        finally:
            await store.close()
        return won, lost

    won, lost = asyncio.run(test())
    assert won > 10
    assert lost > 5
    assert everything(tables[0]) == everything(tables[1])
    assert verify(first.record) >= 0


def test_a_seating_is_stored_with_its_version() -> None:
    about = About("pizza-theory", 1, {}, "seed", 1.0)
    people = seating(2, open=[1], waiting=True).sit(1, "Bo", "hash").come([1])
    assert people.bots == set()
    plain = kept(about, people)
    assert parse_kept(plain) == (about, people)
    assert plain["version"] == 2
    # A server that knew no versions kept all else by the same names.
    assert set(plain) - {"version", "waiting", "asked"} == {
        "game", "rules", "options", "seed", "chairs", "created", "host", "clock", "started", "spectators", "listed",
        "hints", "rematch", "wants_rematch",
    }  # fmt: skip
