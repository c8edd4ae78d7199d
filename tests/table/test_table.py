from __future__ import annotations

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.errors import BadMove, BadOption, IllegalMove, NotYet, StaleMove
from parlor.core.record import parse_record
from parlor.core.seats import ALL
from parlor.table import Table
from tests.table.tables import GAME, table


def at_the_cut() -> Table:
    found = table(seats=3, first=0)
    for seat, text in enumerate(["add a1", "add a4", "add d1"]):
        found.play(seat, text)
    return found


def test_chance_is_played_up_to_the_first_decision() -> None:
    new = table(seats=3, first=None)
    assert [event.id for event in new.opening] == ["pizza-theory.start"]
    assert len(new.state.to_act) == 1
    assert [line["line"] for line in new.record.lines] == [1]


def test_the_commitment_is_there_before_the_first_draw() -> None:
    new = table()
    assert new.record.commitment == Seed("a table").commitment
    assert new.record.seed is None
    assert "a table" not in new.record.dumps()


def test_a_play_and_the_chance_after_it_are_one_step() -> None:
    two = table(seats=2, first=0)
    two.play(0, "add a1")
    events = two.play(1, "add a4")
    assert [event.id for event in events] == ["pizza-theory.add", "pizza-theory.roll"]
    assert two.state.to_act == (0,)


def test_forced_moves_are_played_and_told_and_ask_nobody() -> None:
    # Red has nowhere to add: its pass is played by the table, between the moves of white and green.
    state = GAME.load({"board": "RRRR/RRRRR/RRRRRR/R6/6/5/4", "first": 2, "phase": "add", "turn": 2, "round": 3})
    assert len(state.legal_moves(2)) > 1
    forced = table(seats=3, first=2)
    forced._state = state
    forced._opened = {2: 0}
    events = forced.play(2, "add g1")
    assert [(event.id, event.params["seat"]) for event in events] == [("pizza-theory.add", 2), ("pizza-theory.pass", 0)]
    assert forced.state.to_act == (1,)
    assert [line["play"] for line in forced.record.lines] == ["add g1", "pass"]


def test_a_finished_table_reveals_seed_and_truth() -> None:
    new = table(seats=3, round_limit=1, first=0)
    for seat, text in enumerate(["add a1", "add a4", "add d1"]):
        new.play(seat, text)
    with pytest.raises(NotYet, match="only when the game is over"):
        new.view(ALL)
    for seat in range(3):
        new.play(seat, "cut 3")
    assert new.state.outcome is not None
    assert new.view(ALL).outcome == new.state.outcome
    assert new.record.lines[-1] == {"line": 7, "seed": "a table"}
    with pytest.raises(IllegalMove, match="the game is over"):
        new.play(0, "add a1")
    with pytest.raises(IllegalMove, match="The game is over"):
        new.undo(0)


def test_wrong_moves_change_nothing() -> None:
    new = table(seats=3, first=0)
    before = (new.state.dump(), new.record.dumps())
    for seat, text, error in [
        (0, "dance", BadMove),
        (0, "add c3", IllegalMove),
        (1, "add a1", IllegalMove),
        (9, "add a1", IllegalMove),
    ]:
        with pytest.raises(error):
            new.play(seat, text)
    with pytest.raises(StaleMove):
        new.play(0, "add a1", line=5)
    with pytest.raises(StaleMove, match="no decision open"):
        new.play(1, "add a1", line=0)
    assert (new.state.dump(), new.record.dumps()) == before


def test_another_seats_sealed_choice_does_not_make_yours_stale() -> None:
    new = at_the_cut()
    opened = new.opened(0)
    assert opened == 3
    new.play(1, "cut 4", line=opened)
    new.play(2, "cut 2", line=opened)
    assert new.opened(0) == opened
    assert new.opened(1) is None
    new.play(0, "cut 1", line=opened)


def test_a_move_for_an_earlier_decision_is_stale() -> None:
    new = table(seats=3, first=0)
    opened = new.opened(0)
    new.play(0, "add a1", line=opened)
    with pytest.raises(StaleMove):
        new.play(1, "add a4", line=opened)
    new.play(1, "add a4", line=new.opened(1))


def test_an_undo_makes_a_move_stale() -> None:
    new = table(seats=3, first=0)
    opened = new.opened(0)
    new.play(0, "add a1", line=opened)
    new.undo(0)
    with pytest.raises(StaleMove, match="your move was for line 0, but your decision opened at line 2"):
        new.play(0, "add a4", line=opened)
    new.play(0, "add a4", line=new.opened(0))


def test_a_table_goes_on_from_its_record_and_seed() -> None:
    new = table(seats=2, first=0)
    new.play(0, "add a1")
    new.play(1, "add a4")
    new.undo(1)
    new.agree(0)
    again = Table(GAME, seed=Seed("a table"), record=parse_record(new.record.dumps(), parlor.game))
    assert again.state.dump() == new.state.dump()
    assert again.opened(1) == new.opened(1) == 4
    new.play(1, "add a4")
    again.play(1, "add a4")
    assert again.record.dumps() == new.record.dumps()


def test_options_are_checked_before_anything_is_made() -> None:
    with pytest.raises(BadOption):
        table(seats=5)
    with pytest.raises(BadOption):
        table(colour="blue")


def test_an_only_move_from_a_hidden_hand_waits_for_its_seat() -> None:
    new = Table(parlor.game("wicked-pizza"), seats=3, seed=Seed("0"))
    rng = Rng(0)
    while len(moves := new.state.legal_moves(new.to_act[0])) > 1:
        new.play(new.to_act[0], moves[rng.below(len(moves))])
    (seat,) = new.to_act
    # If the table played it, all would learn that nothing else in the hand can be played.
    assert new.opened(seat) == len(new.record.lines)
    new.play(seat, moves[0])
    assert next(step for step in reversed(new.steps.standing) if step.seat == seat).forced is False
