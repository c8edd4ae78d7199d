"""`parlor render`: positions and whole games as pictures, through any eyes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import parlor as engine
from parlor.core.record import load_record

from .conftest import Parlor
from .test_bad_input import refused


def plies(path: Path) -> int:
    return sum("play" in line for line in load_record(path, engine.game).standing())


def test_a_position_as_a_file_of_its_own(parlor: Parlor, finished_game: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.svg"
    assert parlor("render", finished_game, "--ply", 4, "-o", board).status == 0
    drawing = board.read_text(encoding="utf-8")
    root = ET.fromstring(drawing)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<style>" in drawing
    assert "<defs>" in drawing
    record = load_record(finished_game, engine.game)
    played = [line["line"] for line in record.lines if "play" in line]
    state = record.replay(played[4] - 1)
    assert drawing == record.game.draw(state.view(None)) + "\n"
    assert list(tmp_path.glob("*.new")) == []


def test_without_a_ply_the_last_position_and_without_a_file_standard_output(
    parlor: Parlor, finished_game: Path
) -> None:
    record = load_record(finished_game, engine.game)
    last = record.game.draw(record.replay().view(None), (), "fr")
    assert parlor("render", finished_game, "--language", "fr").out == last + "\n"
    assert parlor("render", finished_game, "--ply", plies(finished_game), "--language", "fr").out == last + "\n"
    assert parlor("render", finished_game, "--ply", 0).out != parlor("render", finished_game, "--ply", 1).out


def test_moves_that_were_taken_back_are_no_plies(parlor: Parlor, saved_game: Path) -> None:
    before = parlor("render", saved_game).out
    parlor("play", "--resume", saved_game, typed="undo\nd3\nquit\n")
    assert "undo" in saved_game.read_text()
    assert plies(saved_game) < sum("play" in line for line in load_record(saved_game, engine.game).lines)
    after = parlor("render", saved_game).out
    assert after != before


def test_every_seat_sees_what_it_may(parlor: Parlor, saved_game: Path) -> None:
    parlor("play", "--resume", saved_game, "--move", "cut 5")
    record = load_record(saved_game, engine.game)
    cut = 1 + [line.get("play", "").startswith("cut") for line in record.lines if "play" in line].index(True)
    own, other, spectator = (
        parlor("render", saved_game, "--ply", cut, "--seat", seat).out for seat in (0, 1, "spectator")
    )
    assert 'class="cut picked"' in own
    assert 'class="cut picked"' not in other + spectator
    refused(parlor("render", saved_game, "--seat", "all"), "only when the game is over")


def test_the_whole_game_moves(parlor: Parlor, finished_game: Path, tmp_path: Path) -> None:
    film = tmp_path / "replay.svg"
    assert parlor("render", finished_game, "--seat", "all", "--animate", "-o", film).status == 0
    drawing = film.read_text(encoding="utf-8")
    ET.fromstring(drawing)
    assert drawing.count("@keyframes") > plies(finished_game)
    assert "<script" not in drawing
    short = parlor("render", finished_game, "--ply", 3, "--animate").out
    assert 0 < short.count("@keyframes") < drawing.count("@keyframes")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--ply", "9999", "-o", "board.svg"], "“ply” cannot be 9999. Allowed: 0–"),
        (["--ply", "-1", "-o", "board.svg"], "“ply” cannot be -1"),
        (["-o", "board.png"], "let it end in .svg"),
        (["-o", "nowhere/board.svg"], "cannot be written"),
        (["--seat", "7", "-o", "board.svg"], "0, 1, spectator, all"),
        (["--language", "de", "-o", "board.svg"], "en, fr"),
    ],
)
def test_wrong_input_writes_nothing(
    parlor: Parlor,
    finished_game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    refused(parlor("render", finished_game, *more), sentence)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_record_that_is_not_there_or_none(parlor: Parlor, tmp_path: Path) -> None:
    refused(parlor("render", tmp_path / "nothing.parlor"), "nothing.parlor")
    (tmp_path / "wrong.parlor").write_text("pizza\n")
    refused(parlor("render", tmp_path / "wrong.parlor", "-o", tmp_path / "board.svg"))
    assert not (tmp_path / "board.svg").exists()
