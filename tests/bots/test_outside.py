"""Bots from outside: what they are told, what they may ask, and what happens when they fail."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import parlor
from parlor.arena.plan import Plan
from parlor.arena.play import play_game
from parlor.arena.summary import summarize
from parlor.bots import Bot, Limit, bot, outside
from parlor.core.chance import Rng
from parlor.core.errors import BadOption
from parlor.core.fields import Data
from parlor.core.seats import CHANCE
from parlor.core.state import State

GAME = parlor.game("pizza-theory")
EXAMPLE = Path(__file__).parents[2] / "examples" / "mybot.py"
READ = "import json, sys, time\nasked = json.loads(sys.stdin.readline())\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0.5)
    monkeypatch.setattr(outside, "GOODBYE", 0.1)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Programs]:
    programs = Programs(tmp_path)
    yield programs
    for made in programs.made:
        made.close()


class Programs:
    """Programs that are written for one test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[Bot] = []

    def spec(self, code: str) -> str:
        path = self.folder / f"bot{len(list(self.folder.iterdir()))}.py"
        path.write_text(dedent(code))
        return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    def bot(self, code: str) -> Bot:
        self.made.append(bot(self.spec(code)))
        return self.made[-1]


def opening(seats: int = 3) -> State:
    return GAME.new(seats=seats, first=0)


def division() -> State:
    """A position of New York Slice with far more divisions than are listed."""
    rng = Rng(1)
    state = parlor.game("new-york-slice").new(seats=4)
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.draw_chance(rng))
    return state


def test_a_program_gets_the_view_and_the_legal_moves_and_nothing_else(program: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    spy = program.bot(
        f"""
        import json, sys
        for line in sys.stdin:
            open({str(log)!r}, "a").write(line)
            print(json.dumps({{"do": "play", "move": json.loads(line)["legal"][0]}}), flush=True)
        """
    )
    state = opening()
    state.play(0, spy.choose(state.view(0), Limit(seconds=2.0, simulations=9), Rng(1)).move)
    asked: Data = json.loads(log.read_text())
    assert asked.pop("seed") in range(2**28)
    view = opening().view(0)
    assert asked == {
        "type": "choose",
        "game": "pizza-theory",
        "rules": GAME.rules,
        "seat": 0,
        "view": view.dump(),
        "moves": len(view.legal_moves),
        "legal": [str(move) for move in view.legal_moves],
        "limit": {"seconds": 2.0, "simulations": 9},
    }
    assert spy.failure is None


def test_many_moves_are_asked_for_by_parts_or_some_at_a_time(program: Programs) -> None:
    state = division()
    seat = state.to_act[0]
    legal = state.legal_moves(seat)
    assert len(legal) > 1000
    by_parts = program.bot(
        READ
        + """
assert "legal" not in asked and asked["moves"] > 1000
picked = []
while True:
    print(json.dumps({"do": "parts", "picked": picked}), flush=True)
    answer = json.loads(sys.stdin.readline())
    if not answer["parts"]:
        print(json.dumps({"do": "play", "move": answer["move"]}), flush=True)
        break
    picked.append(answer["parts"][-1])
"""
    )
    assert by_parts.choose(state.view(seat), Limit(), Rng(1)).move in legal
    assert by_parts.failure is None
    by_number = program.bot(
        READ
        + """
found = []
while True:
    print(json.dumps({"do": "moves", "first": len(found)}), flush=True)
    some = json.loads(sys.stdin.readline())["moves"]
    if not some:
        break
    found += some
assert len(found) == asked["moves"] == len(set(found))
print(json.dumps({"do": "play", "move": found[-1]}), flush=True)
"""
    )
    assert by_number.choose(state.view(seat), Limit(), Rng(1)).move == legal[len(legal) - 1]
    assert by_number.failure is None


def thinking(*estimates: object) -> str:
    """A program that answers with these estimates, written as JSON or as they are."""
    said = ", ".join(one if isinstance(one, str) else json.dumps(one) for one in estimates)
    line = f'{{"do": "play", "move": "add d4", "estimates": [{said}]}}'
    return READ + f"print({line!r}, flush=True)"


def test_a_program_says_what_it_thinks_of_its_moves(program: Programs) -> None:
    worse = {"move": "add a1", "value": 0.25, "error": 0.125, "visits": 8, "share": 0.5}
    better = {"move": "add d4", "value": 1, "visits": 8}
    thought = program.bot(thinking(worse, better)).choose(opening().view(0), Limit(), Rng(1))
    assert thought.dump() == {
        "move": "add d4",
        "estimates": [{"move": "add d4", "value": 1.0, "error": 0.0, "visits": 8, "share": 0.0}, worse],
    }
    glance = program.bot(thinking({"move": "add d4", "value": -17.5})).choose(opening().view(0), Limit(), Rng(1))
    assert [estimate.value for estimate in glance.estimates] == [-17.5]


@pytest.mark.parametrize(
    "estimate",
    [
        "7",
        {"move": "add d4"},
        {"move": "add d4", "value": "high"},
        {"move": "add d4", "value": True},
        '{"move": "add d4", "value": NaN}',
        '{"move": "add d4", "value": 1e999}',
        {"move": "add d4", "value": 10**400},
        {"move": "cut 3", "value": 0.5},
        {"move": "castle", "value": 0.5},
        {"move": "add d4", "value": 0.5, "share": 1.5},
        {"move": "add d4", "value": 0.5, "share": None},
        {"move": "add d4", "value": 0.5, "error": -1},
        {"move": "add d4", "value": 0.5, "visits": 2.5},
        {"move": "add d4", "value": 0.5, "visits": -2},
        {"move": "add d4", "value": 1.5, "visits": 2},
        '{"move": "add d4", "value": 0.5}, {"move": "add d4", "value": 0.5}',
    ],
)
def test_estimates_that_are_none_are_nonsense(program: Programs, estimate: object) -> None:
    broken = program.bot(thinking(estimate))
    assert broken.choose(opening().view(0), Limit(), Rng(1)).move in opening().legal_moves(0)
    assert broken.failure is not None
    assert broken.failure.id == "bot.nonsense"


FAILURES = {
    "no list of estimates": (
        READ + 'print(\'{"do": "play", "move": "add d4", "estimates": 3}\', flush=True)',
        "bot.nonsense",
    ),
    "crashes": ("import sys; sys.stdin.readline(); sys.exit(3)", "bot.crashed"),
    "never reads": ("import sys; sys.stdin.close(); sys.stdout.close()", "bot.crashed"),
    "hangs": ("import time; time.sleep(60)", "bot.hangs"),
    "no JSON": (READ + "print('add d4', flush=True)", "bot.nonsense"),
    "no wish": (READ + "print('[1]', flush=True)", "bot.nonsense"),
    "unknown wish": (READ + 'print(\'{"do": "view", "seat": 1}\', flush=True)', "bot.nonsense"),
    "no move": (READ + 'print(\'{"do": "play", "move": "castle"}\', flush=True)', "bot.nonsense"),
    "an illegal move": (READ + 'print(\'{"do": "play", "move": "cut 3"}\', flush=True)', "bot.nonsense"),
    "wrong parts": (READ + 'print(\'{"do": "parts", "picked": ["x"]}\', flush=True)', "bot.nonsense"),
    "a line without end": (READ + "sys.stdout.write('9' * 10**6); sys.stdout.flush(); time.sleep(60)", "bot.nonsense"),
    "deep JSON": (READ + "print('[' * 60000, flush=True)", "bot.nonsense"),
    "no text": (READ + "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n'); sys.stdout.flush()", "bot.nonsense"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_program_that_fails_is_stood_in_for_from_then_on(
    program: Programs, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 1.0 if kind == "hangs" else 30.0)
    code, problem = FAILURES[kind]
    broken = program.bot(code)
    view = opening().view(0)
    move = broken.choose(view, Limit(), Rng(4)).move
    assert move in view.legal_moves
    assert broken.failure is not None
    assert broken.failure.id == problem
    assert broken.choose(view, Limit(), Rng(4)).move in view.legal_moves
    assert broken._process is None  # type: ignore[attr-defined]


def test_a_program_that_hangs_is_ended_with_all_it_has_started(
    program: Programs, impatient: None, tmp_path: Path
) -> None:
    note = tmp_path / "child"
    broken = program.bot(
        f"""
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open({str(note)!r}, "w").write(str(child.pid))
        time.sleep(60)
        """
    )
    outside.PATIENCE = 2.0
    broken.choose(opening().view(0), Limit(), Rng(1))
    child = int(note.read_text())
    for _ in range(200):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child lives on")


def test_the_match_goes_on_and_the_report_says_who_stood_in(program: Programs) -> None:
    spec = program.spec("import sys; [print(sys.stdin.readline()) for _ in range(1)]")
    plan = Plan("pizza-theory", ("random", spec), 4, 1, {"round_limit": 2}, "every", 2)
    results = [play_game(plan, index) for index in range(4)]
    assert [result.failures for result in results] == [
        ((result.seating.index(1), "bot.nonsense"),) for result in results
    ]
    failure = summarize(plan, results).failures[0]
    assert (failure.name, failure.problem, failure.games) == (spec, "bot.nonsense", 4)


@pytest.mark.parametrize(("game", "seats"), [("pizza-theory", 3), ("new-york-slice", 2), ("wicked-pizza", 2)])
def test_the_example_plays_every_game_and_the_same_again(game: str, seats: int) -> None:
    spec = f"exec:{shlex.quote(sys.executable)} {EXAMPLE}"
    plan = Plan(game, ("random", spec), 1, 2, {"round_limit": 2} if game == "pizza-theory" else {}, "every", seats)
    first, second = play_game(plan, 0), play_game(plan, 0)
    assert first == second
    assert first.failures == ()


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 60
    assert os.access(EXAMPLE, os.X_OK)


@pytest.mark.parametrize("spec", ["exec:", "exec:/no/such/program", "exec:'"])
def test_a_command_that_names_no_program_is_refused(spec: str) -> None:
    with pytest.raises(BadOption, match="names no program"):
        bot(spec)
