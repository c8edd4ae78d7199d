"""`parlor simulate`: the table, the files, and a polite end when it is interrupted."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import Parlor, environment


def test_the_tables_show_bots_and_seats(parlor: Parlor) -> None:
    run = parlor("simulate", "pizza-theory", "--bots", "greedy,random,random", "--games", 9, "--seed", 3)
    assert run.status == 0
    assert re.search(r"greedy +│ +9 │ +\d │ +\d+\.\d% │ +\d+\.\d% – \d+\.\d% │", run.out)
    for name in ("random #2", "random #3", "Red", "Green", "White"):
        assert name in run.out
    assert re.search(r"9 games, \d+\.\d moves a game, 0 without a winner; seed 3\.", run.out)


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
    arguments = ["--bots", "random,random,random", "--games", "10000000", "--jobs", str(jobs), "--json", str(path)]
    with subprocess.Popen(
        [sys.executable, "-m", "parlor.cli", "simulate", "pizza-theory", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    ) as process:
        time.sleep(4)
        # As the keyboard does it: to the command and to all its workers.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    done = re.search(r"Interrupted: (\d+) of 10000000 games were finished\.", out)
    assert done, out
    if int(done.group(1)):
        assert len(json.loads(path.read_text())["results"]) == int(done.group(1))
