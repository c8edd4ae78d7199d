"""Help that teaches, completion, what there is to play, and a sentence where something is not installed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import parlor.cli
from parlor.cli.session import COMMANDS
from parlor.cli.words import tell
from parlor.core.words import LANGUAGES
from parlor.games import game as find_game
from parlor.games import names

from .conftest import Parlor, environment, real

FOLDER = Path(parlor.cli.__file__).parent
SHOWN = (
    "play",
    "arena",
    "simulate",
    "hint",
    "replay",
    "render",
    "verify",
    "perft",
    "serve",
    "backup",
    "check",
    "move",
    "admin",
    "games",
)


def test_help_names_every_command_with_examples(parlor: Parlor) -> None:
    run = parlor("--help")
    assert run.status == 0
    assert all(f"\n  {command} " in run.out for command in SHOWN)
    assert "parlor play" in run.out
    assert "..." not in run.out.split("Commands:")[1]


@pytest.mark.parametrize("command", SHOWN)
def test_every_command_teaches_by_example(parlor: Parlor, command: str) -> None:
    run = parlor(command, "--help")
    assert run.status == 0
    assert re.search(rf"Examples?:\n +parlor {command}", run.out)
    assert "cli." not in run.out


def test_help_in_french() -> None:
    run = real("play", "--help", LANG="fr_FR.UTF-8")
    assert "Jouer dans le terminal." in run.out
    assert "Exemples\u00a0:" in run.out


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("parlor play pi", "pizza-theory"),
        ("parlor play --bot gr", "greedy"),
        ("parlor simulate pizza-theory --bots greedy,ra", "greedy,random"),
        ("parlor play --language f", "fr"),
        ("parlor sim", "simulate"),
    ],
)
def test_completion(typed: str, expected: str) -> None:
    completed = real(_PARLOR_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert expected in completed.out.split()


def test_games_lists_what_there_is(parlor: Parlor) -> None:
    run = parlor("games")
    assert run.status == 0
    for name in names():
        assert name in run.out


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_games_describes_one(parlor: Parlor, name: str, language: str) -> None:
    run = parlor("games", name, "--language", language)
    assert run.status == 0
    for option in find_game(name).options:
        assert option.name in run.out
    assert f"{name}." not in run.out


def test_games_tells_options_and_credits(parlor: Parlor) -> None:
    run = parlor("games", "pizza-theory")
    assert "Seats: 2, 3." in run.out
    assert re.search(r"edition +en, fr +en +which rulebook decides the end", run.out)
    assert "Brian and Greg Powers" in run.out
    assert "Parlor is not theirs" in run.out


def test_perft_counts_the_tree(parlor: Parlor) -> None:
    run = parlor("perft", "pizza-theory", "--seats", 3, "--option", "first=0", "--depth", 2)
    rows = re.findall(r"│ +(\d) │ +([\d,]+) │ +([\d,]+) │ +([\d,]+) │", run.out)
    assert rows == [("0", "0", "1", "0"), ("1", "0", "21", "0"), ("2", "0", "428", "0")]
    position = '{"seats": 3, "board": "4/5/6/7/6/5/4", "first": 0, "phase": "cut", "picks": {"0": 1}}'
    run = parlor("perft", "pizza-theory", "--position", position, "--depth", 1)
    assert re.search(r"│ +1 │ +0 │ +6 │ +0 │", run.out)


@pytest.mark.parametrize("missing", ["typer", "rich", "joblib"])
def test_what_is_not_installed_is_named(missing: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{missing!r}] = None\n")
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "parlor.cli",
            "simulate",
            "pizza-theory",
            "--bots",
            "random,random",
            "--games",
            "2",
            "--jobs",
            "2",
        ],
        capture_output=True,
        text=True,
        check=False,
        env=environment(PYTHONPATH=str(tmp_path)),
    )
    assert run.returncode == 2
    assert run.stderr == (
        f"The command line needs {missing}, which is not installed. Install it from a checkout of Parlor with: "
        "pip install '.[cli]', or from its wheel with: pip install 'WHEEL[cli]'\n"
    )


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom parlor.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'rich', 'joblib', 'numpy', 'hypothesis', 'parlor.table'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert run.stdout.splitlines()[-1] == "[]"


def catalogue(language: str) -> set[str]:
    with (FOLDER / "words" / f"{language}.po").open("rb") as file:
        ids = [message.id for message in read_po(file, locale=language) if message.id]
    return {id if isinstance(id, str) else id[0] for id in ids}


def test_everything_that_the_command_line_says_is_in_every_catalogue() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    said = set(re.findall(r'"(cli\.[a-z.-]*[a-z])"', source))
    for language in LANGUAGES:
        assert said <= catalogue(language)
    for command in COMMANDS:
        assert tell(f"cli.command.{command}") == command
        assert not tell(f"cli.help-{command}").startswith("cli.")
