"""The ladder: one seat of each rung against the rung below on all other seats, and the top against greedy and flat.

`make ladder` writes docs/ladder.md and its plot; stopped, it goes on. `--short` prints a few games for two.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import parlor
from parlor.arena.plan import Plan, Result
from parlor.arena.play import play_games
from parlor.arena.plots import Bar, draw_bars, figure_of, save
from parlor.arena.results import ResultsFile
from parlor.arena.summary import Row, summarize
from parlor.bots.levels import LEVELS, fixed
from report import dated

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
KEPT = HERE / "build" / "ladder"
BASE = "greedy"
# Flat Monte Carlo with random playouts thinks as long as the top rung does.
FLAT = "flat"
EQUAL_TIME = "seconds=0.1"
# Times the fair share that the upper rung must win: by both, by the upper, or else.
WANTED = {("pizzaiolo", "chef"): 1.1, ("pizzaiolo", BASE): 1.6, ("pizzaiolo", FLAT): 1.2}
WANTED_OF_A_RUNG = 1.3
GAMES = {"pizza-theory": "Pizza Theory", "new-york-slice": "New York Slice", "wicked-pizza": "Wicked Pizza"}
TABLES = (
    ("pizza-theory", 2),
    ("pizza-theory", 3),
    ("new-york-slice", 2),
    ("new-york-slice", 4),
    ("wicked-pizza", 2),
    ("wicked-pizza", 4),
)
# A small lead takes more games to be told from chance: how many times as many, by game, seats and lower rung.
TIMES = {
    ("pizza-theory", 2, "chef"): 2,
    ("pizza-theory", 3, "chef"): 2,
    ("new-york-slice", 2, "chef"): 6,
    ("new-york-slice", 4, "chef"): 6,
    ("wicked-pizza", 2, "chef"): 3,
    ("wicked-pizza", 4, "waiter"): 6,
    ("wicked-pizza", 4, "cook"): 6,
    ("wicked-pizza", 4, "chef"): 6,
    ("wicked-pizza", 4, "greedy"): 3,
}
SEED = 2026


@dataclass(frozen=True)
class Step:
    """One seat of a rung against another on all other seats."""

    upper: str
    lower: str
    plan: Plan

    @property
    def title(self) -> str:
        """The name of the game."""
        return GAMES[self.plan.game]

    @property
    def wanted(self) -> float:
        """How many times its fair share the upper rung must win."""
        return WANTED.get((self.upper, self.lower), WANTED_OF_A_RUNG)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.plan.seat_count

    @property
    def path(self) -> Path:
        """Where its results are kept."""
        key = hashlib.sha256(repr(replace(self.plan, games=0)).encode()).hexdigest()[:12]
        return KEPT / f"{self.plan.game}-{self.seats}-{key}.jsonl"


def steps(games: int, most_seats: int) -> Iterator[Step]:
    """All steps of the ladder, game by game, at tables of up to so many seats."""
    rungs = [level.name for level in LEVELS]
    top = rungs[-1]
    for game, seats in TABLES:
        if seats > most_seats:
            continue
        pairs = [*zip(rungs[1:], rungs[:-1], strict=True), (top, BASE)]
        if seats == 2:
            pairs.append((top, FLAT))
        for upper, lower in pairs:
            specs = fixed(upper, parlor.game(game)), fixed(lower, parlor.game(game))
            if lower == FLAT:
                specs = f"{upper}:{EQUAL_TIME}", f"{lower}:{EQUAL_TIME}"
            number = games * TIMES.get((game, seats, lower), 1)
            # Whole rounds of the seats, so that nobody sits better.
            plan = Plan(game, specs, -(-number // seats) * seats, SEED, {}, "lone", seats)
            yield Step(upper, lower, plan)


def climb(step: Step, jobs: int, progress: Progress) -> Row:
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


def row(step: Step, line: Row) -> str:
    """A row of the table."""
    times = line.share * step.seats
    interval = f"{line.low * step.seats:.2f} – {line.high * step.seats:.2f}"
    return (
        f"| {step.title} | {step.seats} | {step.upper} | {step.lower} | {line.games} | {line.share:.1%} "
        f"| {times:.2f} | {interval} | {step.wanted:.1f} |"
    )


HEADER = """| game | seats | one seat of | against | games | share | × fair share | 95 % interval | wanted |
|---|---|---|---|---|---|---|---|---|"""


def _bar(step: Step, line: Row) -> Bar:
    name = f"{step.upper} – {step.lower}, {step.seats}"
    return name, line.share * step.seats, line.low * step.seats, line.high * step.seats


def write(found: list[tuple[Step, Row]]) -> None:
    """The page and its plot."""
    bars = {title: [_bar(step, line) for step, line in found if step.title == title] for title in GAMES.values()}
    figure, panels = figure_of(len(bars), max(len(rows) for rows in bars.values()))
    for axes, (title, rows) in zip(panels, bars.items(), strict=True):
        draw_bars(axes, rows, "times the fair share", 1.0)
        axes.set_title(title)
    save(figure, DOCS / "ladder.svg")
    rungs = "\n".join(
        f"{number}. {level.name}: " + ", ".join(f"`{fixed(level.name, parlor.game(game))}`" for game in GAMES)
        for number, level in enumerate(LEVELS, 1)
    )
    table = "\n".join(row(step, line) for step, line in found)
    text = f"""# The ladder

One seat of each rung sits against the rung below on all other seats, in every seat alike, and the top rung against
`greedy`. Simulation counts stand in the place of seconds, so that `make ladder` gives the same figures on every
machine; only against `flat`, flat Monte Carlo with random playouts, both sides think for a tenth of a second. A share
of the wins is that of the one seat; 1.00 times the fair share is an even match. Intervals are Wilson's, over games.
The rungs, the lowest first, with what stands for each in the three games:

{rungs}

{HEADER}
{table}

![The ladder](ladder.svg)
"""
    (DOCS / "ladder.md").write_text(dated(text), encoding="utf-8")


def main() -> None:
    """Climb the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each step, and more for close ones")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--short", action="store_true", help="a few games for two, printed and not written")
    arguments = parser.parse_args()
    found: list[tuple[Step, Row]] = []
    print(HEADER)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    try:
        with Progress(*columns, transient=True) as progress:
            for step in steps(24, 2) if arguments.short else steps(arguments.games, 6):
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
