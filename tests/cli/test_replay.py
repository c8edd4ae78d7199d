"""`parlor replay` and `parlor verify`: a record through any eyes, and the proof that it was fair."""

from __future__ import annotations

from pathlib import Path

import parlor as engine
from parlor.core.record import load_record

from .conftest import Parlor
from .terminal import Terminal


def test_away_from_a_terminal_everything_is_printed(parlor: Parlor, finished_game: Path) -> None:
    lines = len(load_record(finished_game, engine.game).lines)
    run = parlor("replay", finished_game)
    assert run.status == 0
    assert [f"Line {line} of {lines}\n" in run.out for line in range(lines + 1)] == [True] * (lines + 1)
    assert "The game is over." in run.out


def test_one_line_alone(parlor: Parlor, finished_game: Path) -> None:
    run = parlor("replay", finished_game, "--line", 2)
    assert run.out.startswith("Line 2 of ")
    assert "adds a topping " in run.out
    assert run.out.count("Line ") == 1
    assert "station 1st" not in run.out
    assert "0–" in parlor("replay", finished_game, "--line", 999).err


def test_every_seat_sees_what_it_may(parlor: Parlor, saved_game: Path) -> None:
    parlor("play", "--resume", saved_game, "--move", "cut 5")
    cut = next(
        line["line"] for line in load_record(saved_game, engine.game).lines if line.get("play", "").startswith("cut")
    )
    own, other = (parlor("replay", saved_game, "--line", cut, "--seat", seat).out for seat in (0, 1))
    assert "Red seals line 5." in own
    assert "cut 5 sealed" in own
    assert "Red has chosen a cut." in other
    assert "cut 5" not in other
    spectator = parlor("replay", saved_game, "--line", cut).out
    assert "has chosen" in spectator
    assert "cut 5" not in spectator
    # Its own station is at the bottom for each of them.
    assert own.rstrip().endswith("1st Red")
    assert other.rstrip().endswith("2nd Green")


def test_the_full_truth_only_when_the_game_is_over(parlor: Parlor, saved_game: Path, finished_game: Path) -> None:
    run = parlor("replay", saved_game, "--seat", "all")
    assert run.status == 2
    assert "only when the game is over" in run.err
    assert parlor("replay", finished_game, "--seat", "all").status == 0
    for wrong in ("7", "-1", "red"):
        run = parlor("replay", finished_game, "--seat", wrong)
        assert run.status == 2
        assert "0, 1, spectator, all" in run.err


def test_stepping_at_a_terminal(finished_game: Path) -> None:
    lines = len(load_record(finished_game, engine.game).lines)
    with Terminal("replay", finished_game) as terminal:
        terminal.read_until("q: leave")
        for typed, line in [("", 1), ("n", 2), ("p", 1), ("p", 0), ("p", 0), ("4", 4), ("999", lines)]:
            terminal.type(typed)
            assert f"Line {line} of {lines}" in terminal.read_until("q: leave")
        terminal.type("what")
        terminal.read_until("q: leave")
        terminal.type("q")
        assert terminal.status() == 0


def test_a_finished_game_is_proved_fair(parlor: Parlor, finished_game: Path) -> None:
    run = parlor("verify", finished_game)
    assert run.status == 0
    draws = sum("chance" in line for line in load_record(finished_game, engine.game).lines)
    assert f"all {draws} draws follow from it" in run.out
    assert "tirages en découlent" in parlor("verify", finished_game, "--language", "fr").out


def test_a_game_to_whose_seed_people_added_shows_every_commitment_and_nonce(parlor: Parlor) -> None:
    records = Path(__file__).parents[1] / "core" / "records"
    deal = load_record(records / "format-2.parlor", engine.game).deal
    run = parlor("verify", records / "format-2.parlor")
    assert deal.nonces
    for seat, nonce in deal.nonces.items():
        assert f"Seat {seat + 1}: commitment {deal.commitments[seat]}, nonce {nonce}." in run.out
    assert "nonce" not in parlor("verify", records / "format-1.parlor").out
