"""`parlor simulate`: a progress bar while the games run, tables of what they show, and files for further use."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlor.arena.simulate import Line, Plan, Result, Summary, play_games, summarize
from parlor.cli.saved import CannotWrite
from parlor.cli.words import explain, tell
from parlor.core.errors import BadOption
from parlor.games import game as find_game


def simulate(plan: Plan, jobs: int, json_path: Path | None, csv_path: Path | None) -> None:
    """Play the games, stop politely if interrupted, and report what was finished."""
    plan.check()
    if jobs == 0:
        raise BadOption("option.value", option="jobs", value="0", allowed="≥ 1, -1")
    # Find out before hours of work whether the results can be written.
    for path in (json_path, csv_path):
        if path is not None:
            _check_writable(path)
    results = _play(plan, jobs)
    if not results:
        print(tell("cli.nothing-finished"))
        return
    summary = summarize(plan, results)
    _print(plan, summary)
    if json_path is not None:
        _write_json(plan, summary, results, json_path)
    if csv_path is not None:
        _write_csv(plan, results, csv_path)


def _play(plan: Plan, jobs: int) -> list[Result]:
    results: list[Result] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(plan.game, total=plan.games)
        try:
            for result in play_games(plan, jobs):
                results.append(result)
                progress.advance(task)
        except KeyboardInterrupt:
            progress.stop()
            print(tell("cli.interrupted", done=len(results), games=plan.games))
    return sorted(results, key=lambda result: result.index)


def _print(plan: Plan, summary: Summary) -> None:
    console = Console(highlight=False)
    console.print(_table("bot", summary.bots))
    game = find_game(plan.game)
    view = game.new(seats=len(plan.bots), **plan.options).view(None)
    seats = [replace(line, name=explain(game.seat_name(view, seat))) for seat, line in enumerate(summary.seats)]
    console.print(_table("seat", seats))
    parts = {"games": summary.games, "moves": f"{summary.moves:.1f}", "none": summary.without_winner}
    console.print(tell("cli.simulated", **parts, seed=plan.seed))


def _table(first: str, lines: Sequence[Line]) -> Table:
    table = Table()
    table.add_column(tell(f"cli.column.{first}"))
    for column in ("games", "wins", "share", "interval", "score"):
        table.add_column(tell(f"cli.column.{column}"), justify="right")
    for line in lines:
        interval = f"{line.low:.1%} – {line.high:.1%}"
        table.add_row(line.name, str(line.games), str(line.wins), f"{line.share:.1%}", interval, f"{line.score:.2f}")
    return table


def _check_writable(path: Path) -> None:
    existed = path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise CannotWrite("cli.unwritable", path=str(path), problem=error.strerror or str(error)) from error


def _write_json(plan: Plan, summary: Summary, results: Sequence[Result], path: Path) -> None:
    data = {"plan": asdict(plan), "summary": asdict(summary), "results": [asdict(result) for result in results]}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_csv(plan: Plan, results: Sequence[Result], path: Path) -> None:
    """A row for every seat of every game."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["game", "seat", "bot", "share", "score", "moves", "reason"])
        for result in results:
            for seat, place in enumerate(result.seating):
                shown = plan.labels[place], result.shares[seat], result.scores[seat], result.moves, result.reason
                writer.writerow([result.index, seat, *shown])
