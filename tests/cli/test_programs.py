"""Programs that play: at the keyboard's table, in saved games, and in a house of one's own."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from .conftest import Parlor
from .test_arena import refused

EXAMPLE = Path(__file__).parents[2] / "examples" / "mybot.py"
SPEC = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"


def test_a_program_sits_at_the_table(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "game"
    begin = ("play", "--seats", 2, "--bot", SPEC, "--option", "first=0", "--save", path)
    run = parlor(*begin, typed="a1\nc4\nquit\n")
    assert run.status == 0, run.err
    assert "exec:" in run.out
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert {line["seat"] for line in lines if "play" in line} == {0, 1}
    assert not any("takeover" in line for line in lines)


def test_a_program_that_fails_is_stood_in_for_and_the_record_says_so(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "game"
    begin = ("play", "--seats", 2, "--bot", "exec:/bin/true", "--option", "first=0", "--save", path)
    run = parlor(*begin, typed="a1\nc4\nquit\n")
    assert run.status == 0, run.err
    assert "The bot exec:/bin/true has ended without an answer. From now on greedy plays in its place." in run.out
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert [line["takeover"] for line in lines if "takeover" in line] == ["greedy"]
    again = parlor("play", "--resume", path, "--bot", "exec:/bin/true", typed="quit\n")
    assert again.status == 0, again.err
    assert path.read_text().count("takeover") == 1


def test_a_file_alone_makes_no_program_run(parlor: Parlor, tmp_path: Path) -> None:
    path, trace = tmp_path / "game", tmp_path / "trace"
    assert (
        parlor("play", "--seats", 2, "--option", "first=1", "--bot", "greedy", "--save", path, typed="quit\n").status
        == 0
    )
    secret = tmp_path / "game.seed"
    evil = f"exec:touch {trace}"
    secret.write_text(json.dumps(json.loads(secret.read_text()) | {"bots": [None, evil]}))
    before = path.read_bytes()
    refused(parlor("play", "--resume", path), "The saved game seats a program", "--bot")
    refused(parlor("play", "--resume", path, "--bot", SPEC), "The saved game seats a program")
    assert not trace.exists()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (["mine"], "“mine” is no bot of this house"),
        (["=random"], "is no bot of this house"),
        (["mine="], "is no bot of this house"),
        (["mine=deep"], "no bot called “deep”"),
        (["mine=exec:/no/such"], "names no program"),
        (["greedy=random"], "“greedy” is taken"),
        (["mine=random", "mine=greedy"], "“mine” is taken"),
    ],
)
def test_bots_of_a_house_that_cannot_be(parlor: Parlor, bots: list[str], sentence: str, tmp_path: Path) -> None:
    given = [word for bot in bots for word in ("--bot", bot)]
    refused(parlor("serve", "--port", 0, "--database", tmp_path / "db", *given), sentence)
    assert list(tmp_path.iterdir()) == []
