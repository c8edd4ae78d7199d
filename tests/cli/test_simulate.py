"""`parlor simulate`: the table, the files, and a polite end when it is interrupted."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from .conftest import Parlor
from .terminal import Terminal


def test_the_tables_show_bots_and_seats(parlor: Parlor) -> None:
    run = parlor("simulate", "pizza-theory", "--bots", "greedy,random,random", "--games", 3, "--seed", 3)
    assert run.status == 0
    assert re.search(r"greedy +│ +3 │ +\d │ +\d+\.\d% │ +\d+\.\d% – \d+\.\d% │", run.out)
    for name in ("random #2", "random #3", "Red", "Green", "White"):
        assert name in run.out
    assert re.search(r"3 games, \d+\.\d moves a game, 0 without a winner; seed 3\.", run.out)


def test_files_hold_every_game(parlor: Parlor, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    table = tmp_path / "games.csv"
    command = ("simulate", "pizza-theory", "--bots", "random,random", "--games", 6, "--option", "edition=fr")
    assert parlor(*command, "--json", one, "--csv", table).status == 0
    assert parlor(*command, "--json", two, "--jobs", 2).status == 0
    assert one.read_bytes() == two.read_bytes()
    data = json.loads(one.read_text())
    assert data["plan"]["options"] == {"edition": "fr"}
    assert [result["index"] for result in data["results"]] == list(range(6))
    assert data["summary"]["games"] == 6
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    assert {row["bot"] for row in rows} == {"random #1", "random #2"}
    assert [row["game"] for row in rows[:3]] == ["0", "0", "1"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_reports_what_was_finished(jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    arguments = ["--bots", "random,random,random", "--games", 10**7, "--jobs", jobs, "--json", path]
    with Terminal("simulate", "pizza-theory", *arguments) as terminal:
        # The table is shown with the first game, and again with more, when all workers have begun.
        for _ in range(2):
            terminal.read_until("random #3")
        said = terminal.interrupt()
        assert terminal.status() == 0, said
    assert "Traceback" not in said
    done = re.search(r"Interrupted: (\d+) of 10000000 games were finished\.", said)
    assert done, said
    assert len(json.loads(path.read_text())["results"]) == int(done.group(1)) > 0
