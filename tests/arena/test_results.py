"""The file of results: it grows line by line, and a run that goes on ends as one in a single go."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from parlor.arena.plan import Plan, Result
from parlor.arena.play import play_games
from parlor.arena.results import ResultsFile
from parlor.core.errors import BadRecord

PLAN = Plan("pizza-theory", ("random", "random"), 12, 3, {"round_limit": 2}, "every", 2)


def run(path: Path, plan: Plan, resume: bool, most: int = 1000) -> list[Result]:
    """Play at most so many games into a file; all that is there afterwards."""
    file = ResultsFile(path, plan, resume=resume)
    results = list(file.results)
    for number, result in enumerate(play_games(plan, done=[result.index for result in results])):
        if number == most:
            break
        file.append(result)
        results.append(result)
    file.close()
    return sorted(results, key=lambda result: result.index)


@pytest.fixture
def whole(tmp_path: Path) -> list[Result]:
    return run(tmp_path / "whole", PLAN, resume=False)


def test_a_run_that_goes_on_has_the_results_of_one_in_a_single_go(tmp_path: Path, whole: list[Result]) -> None:
    path = tmp_path / "parts"
    assert run(path, PLAN, resume=False, most=5) == whole[:5]
    assert run(path, PLAN, resume=True, most=3) == whole[:8]
    assert run(path, PLAN, resume=True) == whole
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert run(path, PLAN, resume=True) == whole


def test_more_games_may_be_asked_for_later(tmp_path: Path, whole: list[Result]) -> None:
    path = tmp_path / "few"
    run(path, replace(PLAN, games=4), resume=False)
    assert run(path, PLAN, resume=True) == whole
    fewer = ResultsFile(path, replace(PLAN, games=4), resume=True)
    fewer.close()
    assert fewer.results == whole[:4]


def test_a_line_that_broke_off_is_played_again(tmp_path: Path, whole: list[Result]) -> None:
    path = tmp_path / "whole"
    text = path.read_bytes()
    path.write_bytes(text[:-9])
    assert run(path, PLAN, resume=True) == whole
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seed": 4}, "seed"),
        ({"bots": ("random", "greedy")}, "bots"),
        ({"arrangement": "lone"}, "arrangement"),
        ({"options": {}}, "options"),
        ({"game": "wicked-pizza", "options": {}}, "game"),
    ],
)
def test_results_of_another_run_are_refused(
    tmp_path: Path, whole: list[Result], change: dict[str, object], field: str
) -> None:
    before = (tmp_path / "whole").read_bytes()
    with pytest.raises(BadRecord, match=f"another run: its “{field}”"):
        ResultsFile(tmp_path / "whole", replace(PLAN, **change), resume=True)  # type: ignore[arg-type]
    assert (tmp_path / "whole").read_bytes() == before


def test_results_under_other_rules_are_refused(tmp_path: Path, whole: list[Result]) -> None:
    path = tmp_path / "whole"
    path.write_text(path.read_text().replace('"rules":1', '"rules":9', 1))
    with pytest.raises(BadRecord, match="its “rules” is 9, and not 1"):
        ResultsFile(path, PLAN, resume=True)


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"index":1}', '{"index":1,"seating":[0,0]}'])
def test_a_broken_line_within_is_refused(tmp_path: Path, whole: list[Result], line: str) -> None:
    path = tmp_path / "whole"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], line, *lines[3:]]) + "\n")
    with pytest.raises(BadRecord, match="Line 4 of"):
        ResultsFile(path, PLAN, resume=True)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("precious\n")
    with pytest.raises(BadRecord, match="is there already"):
        ResultsFile(path, PLAN, resume=False)
    with pytest.raises(BadRecord, match="holds no results"):
        ResultsFile(path, PLAN, resume=True)
    with pytest.raises(BadRecord, match="no readable file"):
        ResultsFile(tmp_path / "nowhere", PLAN, resume=True)
    assert path.read_text() == "precious\n"


def test_two_runs_do_not_write_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "one"
    results = list(play_games(PLAN))
    first = ResultsFile(path, PLAN, resume=False)
    first.append(results[0])
    with pytest.raises(BadRecord, match="Another run is writing to"):
        ResultsFile(path, PLAN, resume=True)
    first.append(results[1])
    first.close()
    second = ResultsFile(path, PLAN, resume=True)
    assert second.results == results[:2]
    with pytest.raises(BadRecord, match="Another run is writing to"):
        ResultsFile(path, PLAN, resume=True)
    second.close()
    ResultsFile(path, PLAN, resume=True).close()


def test_nothing_is_written_before_a_game_is_finished(tmp_path: Path) -> None:
    ResultsFile(tmp_path / "new", PLAN, resume=False).close()
    assert list(tmp_path.iterdir()) == []


def test_every_line_is_json(tmp_path: Path, whole: list[Result]) -> None:
    header, *games = map(json.loads, (tmp_path / "whole").read_text().splitlines())
    assert (header["arena"], header["game"], header["seats"]) == (1, "pizza-theory", 2)
    assert [game["index"] for game in games] == list(range(12))
