"""The guide to adding a game, followed literally: its blocks are a package, which is installed, checked and played."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.testing.guide import GUIDE, blocks, install, write_package

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package, beside where it is installed."""
    folder = tmp_path_factory.mktemp("guide") / "secret-recipe"
    write_package(folder)
    install(folder)
    return folder


def run(folder: Path, *command: str) -> str:
    """What a command says where the package is installed."""
    found = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder.parent / "installed"), "COLUMNS": "100"}


def test_the_guide_shows_the_whole_toy() -> None:
    shown = blocks("python", GUIDE.split("## Check it")[0])
    assert "".join(shown).split() == (HERE / "secret_recipe.py").read_text(encoding="utf-8").split()
    for text, language in zip(blocks("po"), ("en", "fr"), strict=True):
        assert text == (HERE / "words" / f"{language}.po").read_text(encoding="utf-8")


def test_the_checks_of_the_guide_pass(folder: Path) -> None:
    # The same few examples as everywhere; the rest is what the guide says.
    conftest = folder / "tests" / "conftest.py"
    ours = (HERE.parent / "conftest.py").read_text(encoding="utf-8").partition("def pytest_addoption")[0]
    conftest.write_text(ours + blocks("python", GUIDE.split("## Check it")[1])[0], encoding="utf-8")
    first, again = blocks("sh", GUIDE.split("## Check it")[1])[0].splitlines()
    for line in (first, again):
        command = [sys.executable, "-m", *shlex.split(line), "-p", "no:cacheprovider", "--rootdir", str(folder)]
        assert "14 passed" in run(folder, *command)


def test_another_game_is_listed_and_played_like_ours(folder: Path) -> None:
    parlor = [sys.executable, "-m", "parlor.cli"]
    listed = run(folder, *parlor, "games")
    assert re.search(r"secret-recipe +2, 3 +Bake one card", listed)
    assert "Secret Recipe" in run(folder, *parlor, "games", "secret-recipe")
    bots = ["--bots", "search:sims=20,greedy", "--games", "4"]
    assert "search:sims=20" in run(folder, *parlor, "simulate", "secret-recipe", *bots)
    arena = ["arena", "secret-recipe", "greedy", "random", "--games", "4"]
    assert "greedy" in run(folder, *parlor, *arena)


def test_another_game_is_played_at_a_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", environment(folder)["PYTHONPATH"])
    with Terminal("play", "secret-recipe", "--seats", "2", "--bots", "greedy", "--language", "en", "--seed", "5") as at:
        at.read_until("Press Enter")
        at.type("")
        at.read_until("Seat 1\x1b[0m> ")
        at.type("heat 1")
        asked = at.read_until("Seat 1\x1b[0m> ")
        at.type(re.findall(r"bake \w+ left", asked)[0])
        at.read_until("The game is over.")
