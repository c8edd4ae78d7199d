"""Wrong input: a sentence on standard error that says what would be right, exit status 2, and nothing changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Parlor, Run, real

SEVENTEEN = '{"seats": 3, "board": "RRRR/RRRRR/RRRRRR/RR5/6/5/4", "first": 0, "phase": "add"}'


def refused(run: Run, *parts: str) -> None:
    assert run.status == 2
    assert "Traceback" not in run.err
    assert len(run.err.strip().splitlines()) == 1
    for part in parts:
        assert part in run.err


def test_a_bad_an_illegal_and_a_stale_move(parlor: Parlor, saved_game: Path) -> None:
    before = saved_game.read_bytes()
    lines = before.count(b"\n") - 1
    resume = ("play", "--resume", saved_game, "--move")
    refused(parlor(*resume, "eat pizza"), "“eat pizza” is not a move of pizza-theory", "add c4")
    refused(parlor(*resume, "add a1"), "“add a1” does not fit: this is the moment to cut, “cut 1” to “cut 6”")
    refused(parlor(*resume, "cut 3", "--at", "1"), "your move was for line 1", f"opened at line {lines}")
    assert saved_game.read_bytes() == before
    played = parlor(*resume, "cut 3", "--at", lines)
    assert played.status == 0
    assert "Red seals line 3." in played.out
    assert saved_game.read_bytes().startswith(before)
    assert saved_game.read_bytes() != before


def test_a_new_game_in_which_nothing_was_played_leaves_nothing(parlor: Parlor, tmp_path: Path) -> None:
    new = ("play", "--option", "first=1", "--save", tmp_path / "new.parlor", "--move")
    refused(parlor(*new, "eat pizza"), "“eat pizza” is not a move of pizza-theory")
    refused(parlor(*new, "cut 3"), "this is the moment to add")
    refused(parlor(*new, "add d4", "--at", "99"), "your move was for line 99")
    assert list(tmp_path.iterdir()) == []
    assert parlor(*new, "add d4").status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.parlor", "new.parlor.seed"]


def test_a_position_with_seventeen_toppings(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(SEVENTEEN)
    for given in (SEVENTEEN, path):
        run = parlor("perft", "pizza-theory", "--position", given)
        refused(run, "Red has 17 toppings on the pizza", "only 16 of a colour")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("{", "The position is no JSON"),
        ("nowhere.json", "There is no readable file “nowhere.json”"),
        ('{"board": "4/5/6", "phase": "add"}', "should have seven columns"),
        ('{"board": "4/5/6/7/6/5/4", "colour": 1}', "A position has no such field: colour"),
        ('{"board": "4/5/6/7/6/5/4", "phase": "add", "round": "1"}', "“round” cannot be 1. Allowed: 1–999999999"),
        ('{"board": "4/5/6/7/6/5/4", "phase": "add", "round": 1.5}', "“round” cannot be 1.5. Allowed: 1–999999999"),
        ('{"board": "4/5/6/7/6/5/4", "phase": "add", "round": NaN}', "This is no plain data"),
        ('{"seats": 3.0}', "cannot be played with 3.0 seats"),
    ],
)
def test_other_bad_positions(parlor: Parlor, position: str, sentence: str) -> None:
    refused(parlor("perft", "pizza-theory", "--position", position), sentence)


def test_a_position_must_have_named_fields(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("[1, 2]")
    refused(parlor("perft", "pizza-theory", "--position", path), "not list")


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        (["play", "chess"], ["no game called “chess”", "pizza-theory"]),
        (["games", "chess"], ["no game called “chess”", "pizza-theory"]),
        (["play", "--seats", "5"], ["cannot be played with 5 seats", "2, 3"]),
        (["play", "--seats", "-1"], ["cannot be played with -1 seats", "2, 3"]),
        (["play", "--option", "size=9"], ["no option “size”", "edition, first, round_limit"]),
        (["play", "--option", "edition=de"], ["“edition” cannot be de", "en, fr"]),
        (["play", "--option", "first=true"], ["“first” cannot be True", "0–2"]),
        (["play", "--option", "first"], ["“first” is not an option", "name=value"]),
        (["play", "--seats", "2", "--option", "first=2"], ["“first” cannot be 2", "0–1"]),
        (["play", "--bot", "deep"], ["no bot called “deep”", "random, greedy"]),
        (["play", "--bots", "greedy,deep"], ["no bot called “deep”", "random, greedy"]),
        (["play", "--seats", "3", "--bots", "greedy"], ["--bots names 1", "2 seats are free"]),
        (["play", "--seat", "3"], ["“seat” cannot be 3", "0–2"]),
        (["play", "--seat", "0", "--people", "2"], ["--people says 2, but --seat takes 1"]),
        (["play", "--people", "0"], ["“people” cannot be 0", "1–3"]),
        (["play", "--people", "4"], ["“people” cannot be 4", "1–3"]),
        (["play", "--language", "de"], ["“language” cannot be de", "en, fr"]),
        (["play", "--save", "a", "--resume", "b"], ["either --save FILE", "--resume FILE"]),
        (["play", "--resume", "nowhere"], ["no readable file “nowhere”"]),
        (["replay", "nowhere"], ["no readable file “nowhere”"]),
        (["verify", "nowhere"], ["no readable file “nowhere”"]),
        (["simulate", "pizza-theory", "--bots", "greedy"], ["cannot be played with 1 seats", "2, 3"]),
        (["simulate", "pizza-theory", "--bots", "greedy,deep"], ["no bot called “deep”"]),
        (["simulate", "pizza-theory", "--bots", "random,random", "--games", "0"], ["“games” cannot be 0", "≥ 1"]),
        (["simulate", "pizza-theory", "--bots", "random,random", "--jobs", "0"], ["“jobs” cannot be 0", "≥ 1"]),
        (["simulate", "pizza-theory", "--bots", "random,random", "--json", "no/x"], ["“no/x” cannot be written"]),
        (["perft", "pizza-theory", "--depth", "-1"], ["“depth” cannot be -1"]),
    ],
)
def test_unknown_or_impossible_wishes(
    parlor: Parlor, arguments: list[str], sentences: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(parlor(*arguments), *sentences)
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_written(parlor: Parlor, tmp_path: Path) -> None:
    refused(parlor("play", "--save", tmp_path / "missing" / "game"), "cannot be written", "a folder that you may write")
    refused(parlor("play", "--save", tmp_path), "is there already")
    there = tmp_path / "there"
    there.write_text("precious")
    refused(parlor("play", "--save", there), "is there already", "--resume")
    assert there.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["verify"]])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty"),
        ("hello\n", "This is not a record of Parlor"),
        ('{"parlor": 1}\n', "field “game” is missing"),
        ("\x00\xff\n", "This is not a record of Parlor"),
    ],
)
def test_files_that_are_no_records(
    parlor: Parlor, tmp_path: Path, command: list[str], text: str, sentence: str
) -> None:
    path = tmp_path / "broken.parlor"
    path.write_text(text)
    refused(parlor(*command, path), sentence)
    assert path.read_text() == text


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["verify"]])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("add d4", "add c3"), "does not replay: c3 is next to your own topping"),
        (('"line":2', '"line":7'), "it is numbered 7 where 2 should come"),
        (('"line":2', '"line'), "Line 2 of the record is broken: it is no JSON object"),
        (('"game":"pizza-theory"', '"game":"chess"'), "There is no game called “chess”"),
        (('"rules":1', '"rules":99'), "version 99 of the rules"),
        (('"seats":3', '"seats":9'), "cannot be played with 9 seats"),
        (('"seats":3', '"seats":3.0'), "field “seats” is missing or of the wrong kind"),
        (('"seats":3', '"seats":true'), "field “seats” is missing or of the wrong kind"),
        (('"rules":1', '"rules":' + "9" * 400), "it may hold only texts"),
        (('"round_limit":200', '"round_limit":"x"'), "“round_limit” cannot be x. Allowed: 0–999999"),
        (('"round_limit":200', '"round_limit":1.5'), "“round_limit” cannot be 1.5. Allowed: 0–999999"),
        (('"seat":0', '"seat":0.0'), "its field “seat” is missing or of the wrong kind"),
        (('"seat":0', '"seat":false'), "its field “seat” is missing or of the wrong kind"),
        (('"seat":0', '"seat":"\\ud800"'), "it may hold only texts"),
        (('"line":2', '"line":2.0'), "it is numbered 2.0 where 2 should come"),
        (('"line":2', '"line":' + "[" * 2000), "it is no JSON object"),
    ],
)
def test_records_that_are_broken_inside(
    parlor: Parlor, saved_game: Path, command: list[str], change: tuple[str, str], sentence: str
) -> None:
    text = saved_game.read_text()
    assert change[0] in text
    saved_game.write_text(text.replace(*change, 1))
    before = saved_game.read_bytes()
    refused(parlor(*command, saved_game), sentence)
    assert saved_game.read_bytes() == before


def test_a_game_that_cannot_go_on(parlor: Parlor, saved_game: Path, finished_game: Path) -> None:
    refused(parlor("play", "--resume", finished_game), "is over", "parlor replay")
    secret = Path(f"{saved_game}.seed")
    kept = secret.read_text()
    secret.write_text(json.dumps(json.loads(kept) | {"seed": "another"}))
    refused(parlor("play", "--resume", saved_game), "does not match the commitment")
    secret.write_text("[]")
    refused(parlor("play", "--resume", saved_game), "missing or broken", "parlor replay")
    secret.unlink()
    refused(parlor("play", "--resume", saved_game), "missing or broken", "parlor replay")


def test_what_is_not_proved_is_not_fair(parlor: Parlor, saved_game: Path, finished_game: Path) -> None:
    refused(parlor("verify", saved_game), "holds no seed yet")
    text = finished_game.read_text()
    finished_game.write_text(text.replace('"seed":"over"', '"seed":"under"'))
    refused(parlor("verify", finished_game), "does not match the commitment")
    other = "start 1" if '"start 0"' in text else "start 0"
    start = "start 0" if '"start 0"' in text else "start 1"
    finished_game.write_text(text.replace(start, other))
    assert parlor("verify", finished_game).status == 2


def test_errors_are_said_in_french_too(parlor: Parlor) -> None:
    refused(parlor("play", "--language", "fr", "--seats", "5"), "ne se joue pas à 5 places")


def test_a_real_process_says_the_same() -> None:
    run = real("play", "--seats", "5")
    refused(run, "pizza-theory cannot be played with 5 seats")
    assert run.out == ""
    run = real("verify", "/nowhere/at/all")
    refused(run, "no readable file “/nowhere/at/all”")
