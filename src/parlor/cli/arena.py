"""`parlor arena` and `parlor simulate`: a live table while the games run, what they show, and files for further use."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlor.arena.export import write_csv, write_json, write_parquet
from parlor.arena.plan import Plan, Result
from parlor.arena.play import check_cluster, play_games
from parlor.arena.plots import SUFFIXES, plot
from parlor.arena.results import ResultsFile
from parlor.arena.summary import Row, Summary, summarize
from parlor.bots import STAND_IN
from parlor.cli.saved import CannotWrite
from parlor.cli.words import explain, tell, tell_if_known
from parlor.core.errors import BadOption
from parlor.games import game as find_game

CHART_WIDTH = 50
REFRESH_SECONDS = 0.5


@dataclass(frozen=True)
class Files:
    """Where the results go, and whence a run goes on."""

    save: Path | None = None
    resume: Path | None = None
    keep: Path | None = None
    """A folder for the records of the games."""
    json: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    plots: Sequence[Path] = ()

    def check(self) -> None:
        """Find out before hours of work whether the results can be written."""
        if self.save is not None and self.resume is not None:
            raise BadOption("arena.save-or-resume")
        for path in self.plots:
            if path.suffix not in SUFFIXES:
                raise BadOption("option.value", option="plot", value=path.name[:40], allowed=", ".join(SUFFIXES))
        for needed, wanted in (("pyarrow", self.parquet), ("matplotlib", self.plots)):
            if wanted:
                importlib.import_module(needed)
        for written in (self.save, self.resume, self.json, self.csv, self.parquet, *self.plots):
            if written is not None and (written != self.resume or written.exists()):
                _check_writable(written)
        if self.keep is not None:
            self._check_folder(self.keep)

    def _check_folder(self, folder: Path) -> None:
        """Make the folder for records, which no record of another run may lie in."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite("cli.unwritable", path=str(folder), problem=error.strerror or str(error)) from error
        if self.resume is None and any(folder.glob("*.parlor")):
            raise CannotWrite("cli.keeps-others", path=str(folder))
        _check_writable(folder / "record.new")


def arena(plan: Plan, jobs: int, cluster: str | None, files: Files) -> None:
    """Play the games, stop politely if interrupted, and report what was finished."""
    plan.check()
    if jobs == 0:
        raise BadOption("option.value", option="jobs", value="0", allowed="≥ 1, -1")
    if cluster is not None:
        check_cluster(cluster)
        importlib.import_module("ray")
    files.check()
    kept = files.save or files.resume
    file = None if kept is None else ResultsFile(kept, plan, resume=files.resume is not None)
    try:
        results = _play(plan, jobs, cluster, file, files.keep)
    finally:
        if file is not None:
            file.close()
    if not results:
        print(tell("cli.nothing-finished"))
        return
    summary = summarize(plan, results)
    _print(plan, summary)
    _write(plan, summary, results, files)


def _play(plan: Plan, jobs: int, cluster: str | None, file: ResultsFile | None, keep: Path | None) -> list[Result]:
    results = [] if file is None else list(file.results)
    done = {result.index for result in results}
    if done:
        print(tell("cli.arena-resumed", done=len(done), games=plan.games))
    with _watching(plan, results) as look:
        try:
            for result in play_games(plan, jobs, done, cluster, keep):
                if file is not None:
                    file.append(result)
                results.append(result)
                look.on()
        except KeyboardInterrupt:
            look.away()
            print(tell("cli.interrupted", done=len(results), games=plan.games))
            if file is not None:
                print(tell("cli.arena-go-on", path=str(file.path)))
    return sorted(results, key=lambda result: result.index)


class _Progress:
    """The table and the bar that are shown while games run."""

    def __init__(self, plan: Plan, results: list[Result], progress: Progress, live: Live | None) -> None:
        self._plan = plan
        self._results = results
        self._progress = progress
        self._live = live
        self._task = progress.add_task(plan.game, total=plan.games, completed=len(results))
        self._next = 0.0

    def on(self) -> None:
        """Show that another game is finished, but not more often than eyes and the machine can follow."""
        if self._live is None or time.monotonic() < self._next:
            return
        began = time.monotonic()
        self._progress.update(self._task, completed=len(self._results))
        lines = summarize(self._plan, self._results, rated=False).bots
        self._live.update(Group(_table("bot", lines, self._plan), self._progress), refresh=True)
        now = time.monotonic()
        self._next = now + max(REFRESH_SECONDS, 10 * (now - began))

    def away(self) -> None:
        """Show it no more."""
        if self._live is not None:
            self._live.stop()


@contextmanager
def _watching(plan: Plan, results: list[Result]) -> Iterator[_Progress]:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    progress = Progress(*columns, console=console)
    if not console.is_terminal:
        yield _Progress(plan, results, progress, None)
        return
    with Live(progress, console=console, transient=True, auto_refresh=False) as live:
        yield _Progress(plan, results, progress, live)


def _print(plan: Plan, summary: Summary) -> None:
    console = Console(highlight=False)
    game = find_game(plan.game)
    view = game.new(seats=plan.seat_count, **plan.options).view(None)
    seats = [explain(game.seat_name(view, seat)) for seat in range(plan.seat_count)]
    console.print(_table("bot", summary.bots, plan))
    named = [replace(line, name=name) for line, name in zip(summary.seats, seats, strict=True)]
    console.print(_table("seat", named, plan))
    if len(plan.bots) > 1:
        console.print(_balance_table(summary, seats))
        console.print(_rating_table(summary))
    for line in _chart(summary, console.width):
        console.print(line, markup=False)
    for failure in summary.failures:
        why = tell(f"bot.problem.{failure.problem.removeprefix('bot.')}")
        print(tell("cli.failed", bot=failure.name, n=failure.games, problem=why, stand_in=STAND_IN))
    parts = {"games": summary.games, "moves": f"{summary.moves:.1f}", "none": summary.without_winner}
    print(tell("cli.simulated", **parts, seed=plan.seed))


def _table(first: str, lines: Sequence[Row], plan: Plan) -> Table:
    table = Table()
    table.add_column(tell(f"cli.column.{first}"))
    for column in ("games", "wins", "share", "interval", "times-fair", "score"):
        table.add_column(tell(f"cli.column.{column}"), justify="right")
    for line in lines:
        interval = f"{line.low:.1%} – {line.high:.1%}"
        times = f"{line.share * plan.seat_count:.2f}"
        shown = str(line.games), str(line.wins), f"{line.share:.1%}", interval, times, f"{line.score:.2f}"
        table.add_row(line.name, *shown)
    return table


def _balance_table(summary: Summary, seats: Sequence[str]) -> Table:
    """Each bot's share on each seat."""
    table = Table()
    table.add_column(tell("cli.column.by-seat"))
    for name in seats:
        table.add_column(name, justify="right")
    for line, shares in zip(summary.bots, summary.balance, strict=True):
        table.add_row(line.name, *["–" if share is None else f"{share:.1%}" for share in shares])
    return table


def _rating_table(summary: Summary) -> Table:
    table = Table()
    table.add_column(tell("cli.column.bot"))
    table.add_column(tell("cli.column.rating"), justify="right")
    table.add_column(tell("cli.column.interval"), justify="right")
    for rating in sorted(summary.ratings, key=lambda rating: -rating.rating):
        table.add_row(rating.name, f"{rating.rating:.0f}", f"{rating.low:.0f} – {rating.high:.0f}")
    return table


def _chart(summary: Summary, room: int) -> list[str]:
    """The shares as a plot for the terminal: a dot on its interval, and a line where all would be equal."""
    names = max(len(line.name) for line in summary.bots)
    width = max(10, min(CHART_WIDTH, room - names - len(" ││ 100.0%") - 1))
    rows = []
    for line in summary.bots:
        marks = [" "] * (width + 1)
        marks[round(summary.fair * width)] = "┊"
        low, at, high = (round(value * width) for value in (line.low, line.share, line.high))
        marks[low : high + 1] = "─" * (high + 1 - low)
        marks[low], marks[high], marks[at] = "├", "┤", "●"
        rows.append(f"{line.name:{names}} │{''.join(marks)}│ {line.share:.1%}")
    return [*rows, f"{'':{names}} 0 %{'100 %':>{width}}"]


def _write(plan: Plan, summary: Summary, results: Sequence[Result], files: Files) -> None:
    for path, write in ((files.json, write_json), (files.csv, write_csv), (files.parquet, write_parquet)):
        if path is not None:
            write(plan, summary, results, path)
    title = tell("cli.plot-title", title=tell_if_known(f"{plan.game}.title") or plan.game, seats=plan.seat_count)
    for path in files.plots:
        plot(summary, title, lambda name: tell(f"cli.column.{name}"), path)


def _check_writable(path: Path) -> None:
    existed = path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise CannotWrite("cli.unwritable", path=str(path), problem=error.strerror or str(error)) from error
