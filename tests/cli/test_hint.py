"""`parlor hint`: what a bot thinks, from what the asking seat knows."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from parlor import bots
from parlor.bots import Bot, Estimate, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.view import View

from .conftest import Parlor
from .test_arena import refused


class Counting(Bot):
    """Answers with an estimate per move as a search does, and keeps what it was shown."""

    seen: View | None = None
    limit: Limit | None = None

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        type(self).seen, type(self).limit = view, limit
        moves = list(view.legal_moves)
        estimates = [Estimate(move, 0.5, 0.031, 20, 1 / len(moves)) for move in moves]
        return Thought(moves[0], tuple(estimates))


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    monkeypatch.setitem(bots._BOTS, "counting", Counting)
    return Counting


def test_a_table_of_chance_visits_and_share(parlor: Parlor, saved_game: Path, counting: type[Counting]) -> None:
    run = parlor("hint", saved_game, "--seat", 0, "--bot", "counting", "--sims", 70)
    assert run.status == 0, run.err
    assert re.search(r"│ cut \d +│ +50\.0% ± 3\.1% │ +20 │ +\d+% │", run.out)
    assert counting.limit == Limit(simulations=70)


def test_the_bot_is_shown_what_the_seat_knows_and_nothing_else(
    parlor: Parlor, saved_game: Path, counting: type[Counting]
) -> None:
    from parlor.core.record import load_record
    from parlor.games import game

    assert parlor("hint", saved_game, "--seat", 0, "--bot", "counting").status == 0
    assert counting.seen == load_record(saved_game, game).replay().view(0)


def test_the_thought_as_data(parlor: Parlor, saved_game: Path, counting: type[Counting]) -> None:
    run = parlor("hint", saved_game, "--seat", 0, "--bot", "counting", "--json")
    thought = json.loads(run.out)
    assert thought["bot"] == "counting"
    assert thought["seat"] == 0
    assert thought["move"] == thought["estimates"][0]["move"]
    assert set(thought["estimates"][0]) == {"move", "value", "error", "visits", "share"}


def test_the_usual_adviser_answers_the_same_again(parlor: Parlor, saved_game: Path) -> None:
    first, second = (parlor("hint", saved_game, "--seat", 0, "--sims", 40, "--json").out for _ in range(2))
    assert first == second
    assert json.loads(first)["estimates"]


def test_a_program_from_outside_says_what_it_thinks(parlor: Parlor, saved_game: Path, tmp_path: Path) -> None:
    answer = {"do": "play", "move": "cut 5", "estimates": [{"move": "cut 5", "value": 0.75, "visits": 9, "share": 1}]}
    program = tmp_path / "thinker.py"
    program.write_text(f"input(); print({json.dumps(answer)!r}, flush=True); input()\n")
    run = parlor("hint", saved_game, "--seat", 0, "--bot", f"exec:{sys.executable} {program}")
    assert run.status == 0, run.err
    assert re.search(r"│ cut 5 +│ +75\.0% ± 0\.0% │ +9 │ +100% │", run.out), run.out


def test_an_earlier_position_of_a_finished_game(parlor: Parlor, finished_game: Path) -> None:
    seat = json.loads(finished_game.read_text().splitlines()[2])["seat"]
    run = parlor("hint", finished_game, "--seat", seat, "--line", 1, "--bot", "greedy")
    assert run.status == 0, run.err
    refused(parlor("hint", finished_game, "--seat", 0), "is over", "--line")


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        (["--seat", "7"], ["“seat” cannot be 7", "0–2"]),
        (["--seat", "-1"], ["“seat” cannot be -1", "0–2"]),
        (["--seat", "0", "--bot", "deep"], ["no bot called “deep”"]),
        (["--seat", "0", "--sims", "0"], ["“sims” cannot be 0", "≥ 1"]),
        (["--seat", "0", "--line", "999"], ["“line” cannot be 999"]),
        (["--seat", "2", "--line", "1"], ["has nothing to choose in this position", "--line"]),
        (["--seat", "0", "--bot", "exec:/bin/true"], ["ended without an answer"]),
    ],
)
def test_impossible_wishes(parlor: Parlor, saved_game: Path, arguments: list[str], sentences: list[str]) -> None:
    refused(parlor("hint", saved_game, *arguments), *sentences)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('"rules":1', '"rules":99'), "version 99 of the rules"),
        (('"parlor":1', '"parler":1'), "not a record of Parlor"),
    ],
)
def test_records_that_are_not_understood(
    parlor: Parlor, saved_game: Path, change: tuple[str, str], sentence: str
) -> None:
    saved_game.write_text(saved_game.read_text().replace(*change, 1))
    refused(parlor("hint", saved_game, "--seat", 0), sentence)
    refused(parlor("hint", saved_game.with_name("nowhere"), "--seat", 0), "no readable file")
