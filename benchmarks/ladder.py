"""The ladder: one seat of each rung against the rung below on all other seats, and the top against greedy.

`make ladder` writes docs/ladder.md and its plot; stopped, it goes on where it was. `--short` only prints a few games.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parlor.arena.plan import Plan, Result
from parlor.arena.play import play_games
from parlor.arena.plots import Bar, draw_bars, figure_of, save
from parlor.arena.results import ResultsFile
from parlor.arena.summary import Line, summarize

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
KEPT = HERE / "build" / "ladder"
# Simulation counts in the place of seconds, so that the ladder comes out the same on every machine; the lowest first.
RUNGS = (
    ("random", "random"),
    ("greedy", "greedy"),
    ("search, 100", "search:sims=100"),
    ("search, 400", "search:sims=400"),
)
BASE = ("greedy", "greedy")
TABLES = (
    ("pizza-theory", "Pizza Theory", (2, 3)),
    ("new-york-slice", "New York Slice", (2, 4)),
    ("wicked-pizza", "Wicked Pizza", (2, 4)),
)
SEED = 2026


@dataclass(frozen=True)
class Step:
    """One seat of a rung against another on all other seats."""

    title: str
    upper: str
    lower: str
    plan: Plan

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.plan.seat_count

    @property
    def path(self) -> Path:
        """Where its results are kept."""
        key = hashlib.sha256(repr(replace(self.plan, games=0)).encode()).hexdigest()[:12]
        return KEPT / f"{self.plan.game}-{self.seats}-{key}.jsonl"


def steps(games: int) -> Iterator[Step]:
    """All steps of the ladder, game by game."""
    pairs = list(zip(RUNGS[1:], RUNGS[:-1], strict=True))
    if RUNGS[-2] != BASE:
        pairs.append((RUNGS[-1], BASE))
    for game, title, counts in TABLES:
        for seats in counts:
            for (upper, spec), (lower, other) in pairs:
                # Whole rounds of the seats, so that nobody sits better.
                plan = Plan(game, (spec, other), -(-games // seats) * seats, SEED, {}, "lone", seats)
                yield Step(title, upper, lower, plan)


def climb(step: Step, jobs: int, progress: Progress) -> Line:
    """Play what is missing of a step; how the upper rung did."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = ResultsFile(step.path, step.plan, resume=step.path.exists())
    results: list[Result] = list(file.results)
    name = f"{step.title}, {step.seats}: {step.upper} – {step.lower}"
    task = progress.add_task(name, total=step.plan.games, completed=len(results))
    try:
        for result in play_games(step.plan, jobs, {result.index for result in results}):
            file.append(result)
            results.append(result)
            progress.advance(task)
    finally:
        file.close()
    progress.remove_task(task)
    return summarize(step.plan, results, rated=False).bots[0]


def row(step: Step, line: Line) -> str:
    """A row of the table."""
    times = line.share * step.seats
    interval = f"{line.low * step.seats:.2f} – {line.high * step.seats:.2f}"
    return (
        f"| {step.title} | {step.seats} | {step.upper} | {step.lower} | {line.games} | {line.share:.1%} "
        f"| {times:.2f} | {interval} |"
    )


HEADER = """| game | seats | one seat of | against | games | share | × fair share | 95 % interval |
|---|---|---|---|---|---|---|---|"""


def _bar(step: Step, line: Line) -> Bar:
    name = f"{step.upper} – {step.lower}, {step.seats}"
    return name, line.share * step.seats, line.low * step.seats, line.high * step.seats


def write(found: list[tuple[Step, Line]]) -> None:
    """The page and its plot."""
    figure, panels = figure_of(len(TABLES), len(found) // len(TABLES))
    for axes, (game, title, _) in zip(panels, TABLES, strict=True):
        bars = [_bar(step, line) for step, line in found if step.plan.game == game]
        draw_bars(axes, bars, "times the fair share", 1.0)
        axes.set_title(title)
    save(figure, DOCS / "ladder.svg")
    rungs = "\n".join(f"{number}. {name} (`{spec}`)" for number, (name, spec) in enumerate(RUNGS, 1))
    rows = "\n".join(row(step, line) for step, line in found)
    text = f"""# The ladder

One seat of each rung sits against the rung below on all other seats, in every seat alike, and the top rung against
`greedy`. Simulation counts stand in the place of seconds, so that `make ladder` gives the same figures on every
machine. A share of the wins is that of the one seat; 1.00 times the fair share is an even match. Intervals are
Wilson's, over games. The rungs, the lowest first:

{rungs}

{HEADER}
{rows}

![The ladder](ladder.svg)
"""
    (DOCS / "ladder.md").write_text(text, encoding="utf-8")


def main() -> None:
    """Climb the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games for each step")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--short", action="store_true", help="a few games, printed and not written")
    arguments = parser.parse_args()
    found: list[tuple[Step, Line]] = []
    print(HEADER)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    try:
        with Progress(*columns, transient=True) as progress:
            for step in steps(24 if arguments.short else arguments.games):
                line = climb(step, arguments.jobs, progress)
                found.append((step, line))
                progress.console.print(row(step, line), markup=False, soft_wrap=True)
    except KeyboardInterrupt:
        print("Stopped. What was played is kept: run it again to go on.")
        return
    if not arguments.short:
        write(found)
        print(f"Written to {(DOCS / 'ladder.md').relative_to(HERE.parent)}.")


if __name__ == "__main__":
    main()
