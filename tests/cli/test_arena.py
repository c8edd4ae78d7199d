"""`parlor arena`: tables and files, a polite end, going on, and the same results on a cluster."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest

from .conftest import Parlor, Run, real
from .terminal import Terminal

QUICK = ("--option", "round_limit=2")


def test_the_report_shows_shares_seats_ratings_and_a_plot(parlor: Parlor) -> None:
    run = parlor("arena", "pizza-theory", "greedy", "random", "--seats", 3, "--games", 6, "--seed", 3)
    assert run.status == 0, run.err
    assert re.search(r"greedy +│ +6 │ +\d+ │ +\d+\.\d% │ +\d+\.\d% – +\d+\.\d% │ +\d\.\d\d │", run.out)
    assert re.search(r"│ greedy +│( +\d+\.\d% │){3}", run.out)
    assert re.search(r"│ greedy +│ +\d{4} │ +\d+ – \d+ │", run.out)
    assert re.search(r"greedy │[ ┊]*├─*●─*┤", run.out)
    assert "6 games, " in run.out


def test_one_seat_against_all_others(parlor: Parlor, tmp_path: Path) -> None:
    path = tmp_path / "lone.json"
    run = parlor(
        "arena", "pizza-theory", "greedy", "random", "--seats", 3, "--lone", "--games", 6, *QUICK, "--json", path
    )
    assert run.status == 0, run.err
    results = json.loads(path.read_text())["results"]
    assert sorted(result["seating"] for result in results) == sorted(2 * [[0, 1, 1], [1, 0, 1], [1, 1, 0]])


def test_files_hold_every_seat_of_every_game(parlor: Parlor, tmp_path: Path) -> None:
    import pyarrow.parquet

    paths = {name: tmp_path / f"run.{name}" for name in ("json", "csv", "parquet", "png", "svg")}
    files = [f"--{name}" if name in ("json", "csv", "parquet") else "--plot" for name in paths]
    arguments = [word for pair in zip(files, paths.values(), strict=True) for word in pair]
    run = parlor("arena", "pizza-theory", "greedy", "random", "--games", 6, *QUICK, *arguments)
    assert run.status == 0, run.err
    data = json.loads(paths["json"].read_text())
    assert data["summary"]["games"] == 6
    assert {rating["name"] for rating in data["summary"]["ratings"]} == {"greedy", "random"}
    with paths["csv"].open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table(paths["parquet"]).to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in table] == rows
    assert len(rows) == 12
    assert paths["png"].read_bytes().startswith(b"\x89PNG")
    drawn = paths["svg"].read_text()
    assert "Pizza Theory, 2 seats" in drawn
    assert "greedy" in drawn
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in paths.values())


def test_kept_games_are_replayed_and_verified(parlor: Parlor, tmp_path: Path) -> None:
    games, results = tmp_path / "some" / "games", tmp_path / "run.jsonl"
    command = ("arena", "pizza-theory", "greedy", "random", *QUICK, "--keep", games)
    run = parlor(*command, "--games", 2, "--save", results)
    assert run.status == 0, run.err
    assert sorted(path.name for path in games.iterdir()) == ["pizza-theory-0.parlor", "pizza-theory-1.parlor"]
    assert "draws follow from it" in parlor("verify", games / "pizza-theory-0.parlor").out
    lines = len((games / "pizza-theory-0.parlor").read_text().splitlines()) - 1
    assert f"Line {lines} of {lines}" in parlor("replay", games / "pizza-theory-0.parlor", "--seat", "all").out
    refused(parlor(*command, "--games", 3), "holds records already", "--resume")
    run = parlor(*command, "--games", 3, "--resume", results)
    assert run.status == 0, run.err
    assert len(list(games.iterdir())) == 3


def test_a_folder_that_cannot_be_made_is_refused_before_the_first_game(parlor: Parlor, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(parlor("arena", "pizza-theory", "greedy", "random", "--keep", tmp_path / "file"), "cannot be written")


def test_a_plot_is_the_same_for_the_same_games(parlor: Parlor, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        parlor("arena", "pizza-theory", "greedy", "random", "--games", 4, *QUICK, "--plot", tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_run_that_was_stopped_goes_on_to_the_same_results(tmp_path: Path) -> None:
    kept, whole, parts = tmp_path / "kept", tmp_path / "whole.json", tmp_path / "parts.json"
    command = ("arena", "pizza-theory", "random", "greedy", "--seats", 3, *QUICK)
    with Terminal(*command, "--games", 100000, "--save", kept, "--jobs", 2) as terminal:
        terminal.read_until("greedy")
        while kept.read_bytes().count(b"\n") < 4:
            terminal.read_until("greedy")
        said = terminal.interrupt()
        assert terminal.status() == 0, said
    assert "Traceback" not in said
    assert re.search(r"Interrupted: \d+ of 100000 games were finished\.", said)
    assert f"--resume {kept} in the place of --save" in said
    # As if fewer had been finished, and one while the machine stopped.
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:4]) + '{"index":7')
    done = sum(json.loads(line)["index"] < 6 for line in kept.read_text().splitlines()[1:4])
    again = real(*command, "--games", 6, "--resume", kept, "--json", parts)
    assert again.status == 0, again.err
    assert not done or f"{done} of 6 games are done already." in again.out
    assert real(*command, "--games", 6, "--json", whole).status == 0
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.long
def test_a_local_ray_with_two_workers_has_the_same_results(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install '.[ray]'")
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    command = ("arena", "pizza-theory", "greedy", "random", "--games", 10, "--seed", 5, *QUICK)
    assert real(*command, "--json", here).status == 0
    run = real(*command, "--json", there, "--cluster", "ray", "--jobs", 2, patience=240, RAY_ADDRESS="")
    assert run.status == 0, run.err
    assert here.read_bytes() == there.read_bytes()


def refused(run: Run, *sentences: str) -> None:
    assert run.status == 2, (run.out, run.err)
    assert run.out == ""
    for sentence in sentences:
        assert sentence in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("arguments", "sentences"),
    [
        (["chess", "greedy", "random"], ["no game called “chess”"]),
        (["pizza-theory", "greedy", "deep"], ["no bot called “deep”", "random, greedy"]),
        (["pizza-theory", "greedy", "grandmaster:sims=5"], ["no bot called “grandmaster”"]),
        (["pizza-theory", "greedy", "random:speed=9"], ["no setting “speed”"]),
        (["pizza-theory", "greedy", "exec:/no/such"], ["“exec:/no/such” names no program"]),
        (["pizza-theory", "greedy", "random", "--seats", "5"], ["cannot be played with 5 seats", "2, 3"]),
        (["pizza-theory", "greedy", "random", "--games", "0"], ["“games” cannot be 0", "≥ 1"]),
        (["pizza-theory", "greedy", "random", "--jobs", "0"], ["“jobs” cannot be 0"]),
        (["pizza-theory", "greedy", "--lone"], ["at least two bots"]),
        (["new-york-slice", *["greedy"] * 9, "--seats", "6"], ["more arrangements than can be played"]),
        (["pizza-theory", "greedy", "random", "--cluster", "slurm"], ["“cluster” cannot be slurm", "ray"]),
        (
            ["pizza-theory", "greedy", "random", "--cluster", "ray:127.0.0.1:9", "--save", "x"],
            ["No Ray cluster answers"],
        ),
        (["pizza-theory", "greedy", "random", "--cluster", "ray://127.0.0.1:9"], ["No Ray cluster answers at ray://"]),
        (["pizza-theory", "greedy", "random", "--resume", "nowhere"], ["no readable file “nowhere”"]),
        (["pizza-theory", "greedy", "random", "--save", "a", "--resume", "b"], ["either --save FILE"]),
        (["pizza-theory", "greedy", "random", "--save", "no/x"], ["“no/x” cannot be written"]),
        (["pizza-theory", "greedy", "random", "--plot", "x.pdf"], ["“plot” cannot be x.pdf", ".png, .svg"]),
        (["pizza-theory", "greedy", "random", "--plot", "no/x.svg"], ["“no/x.svg” cannot be written"]),
    ],
)
def test_impossible_wishes(
    parlor: Parlor, arguments: list[str], sentences: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(parlor("arena", *arguments), *sentences)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("missing", "extra", "option"),
    [
        ("ray", "ray", ["--cluster", "ray"]),
        ("pyarrow", "arena", ["--parquet", "x.parquet"]),
        ("matplotlib", "arena", ["--plot", "x.svg"]),
    ],
)
def test_what_is_not_installed_is_named(
    parlor: Parlor, missing: str, extra: str, option: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.chdir(tmp_path)
    refused(parlor("arena", "pizza-theory", "greedy", "random", *option), missing, f"pip install '.[{extra}]'")
    assert list(tmp_path.iterdir()) == []
