"""Runs the command `parlor` in this process, or as a real one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlor.cli import main, words


@dataclass(frozen=True)
class Run:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


Parlor = Callable[..., Run]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "100")
    before = words.language()
    words.use("en")
    yield
    words.use(before)


@pytest.fixture
def parlor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parlor:
    def run(*arguments: object, typed: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Run(int(exit.value.code or 0), said.out, said.err)

    return run


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", **more}


def real(*arguments: object, typed: str = "", patience: float = 60, **more: str) -> Run:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "parlor.cli", *map(str, arguments)]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=patience, check=False, env=environment(**more)
    )
    return Run(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def saved_game(parlor: Parlor, tmp_path: Path) -> Path:
    """A game broken off at the first cut: six lines or so, with its secret beside it."""
    path = tmp_path / "evening.parlor"
    run = parlor("play", "--seed", "s", "--option", "first=0", "--save", path, typed="d4\nquit\n")
    assert run.status == 0, run.err
    return path


@pytest.fixture
def finished_game(tmp_path: Path) -> Path:
    from parlor.core.chance import Seed
    from parlor.games import game
    from parlor.table import Table

    path = tmp_path / "finished.parlor"
    table = Table(game("pizza-theory"), seats=2, seed=Seed("over"))
    table.record.keep(path)
    while seats := table.state.to_act:
        table.play(seats[0], table.view(seats[0]).legal_moves[0])
    return path
