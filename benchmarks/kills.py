"""Kills a server under load at random moments, also after worse has befallen it: every acknowledged play must be there.

`make kills` writes docs/benchmarks/kills.md when all is done. Stopped, or after so many `--minutes`, it goes on where
it was, as long as the commit is the same. With fewer rounds than all it prints what it has.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress

from counted import Counts, kept
from report import publish
from tests.server import dates
from tests.server.crash import Crashes
from tests.server.trouble import FullDisk, Hang, Jump, Trouble, small_disk

TABLES = 12


@dataclass(frozen=True)
class Kind:
    """A kind of trouble, and how often it must be survived."""

    name: str
    what: str
    rounds: int
    make: Callable[[Path], Trouble]


KINDS = (
    Kind("kills", "killed", 200, Trouble),
    Kind("hangs", "all workers hang, then killed", 20, Hang),
    Kind("jumps", "the date jumps, then killed", 20, Jump),
    Kind("disks", "the disk is full, then killed, half the time while it still is", 20, FullDisk),
)


@dataclass
class Count:
    """What was seen of one kind so far."""

    rounds: int = 0
    acknowledged: int = 0
    refused: int = 0
    with_more_on_disk: int = 0
    seconds: float = 0.0


def go_on(counts: Counts[Count], kind: Kind, rounds: int, end: float, progress: Progress) -> None:
    """Kill, restart and look until there were so many rounds, or it is time to end; each that was survived is kept."""
    count = counts.kinds[kind.name]
    task = progress.add_task(kind.name.capitalize(), total=rounds, completed=count.rounds)
    if count.rounds >= rounds:
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if kind.make is FullDisk:
            folder = stack.enter_context(small_disk(folder / "disk"))
        crashes = Crashes(kind.make(folder), TABLES, seed=time.time_ns())
        while count.rounds < rounds and time.monotonic() < end:
            before, began = (crashes.acknowledged, crashes.refused, crashes.killed_with_more_on_disk), time.monotonic()
            # An assertion fails if a play is lost or a table broken.
            crashes.kill_once()
            count.rounds += 1
            count.acknowledged += crashes.acknowledged - before[0]
            count.refused += crashes.refused - before[1]
            count.with_more_on_disk += crashes.killed_with_more_on_disk - before[2]
            count.seconds += time.monotonic() - began
            counts.keep()
            progress.advance(task)


def report(counts: Counts[Count]) -> str:
    """The page."""
    rows = []
    for kind in KINDS:
        count = counts.kinds[kind.name]
        row = [count.rounds, count.acknowledged, 0, 0, count.refused, count.with_more_on_disk, round(count.seconds)]
        rows.append(f"| {kind.what} | {' | '.join(f'{figure:,}' for figure in row)} |\n")
    return f"""# What kills leave

While {TABLES} tables play, a server is killed with `SIGKILL` at random moments and started again each time, also after
its workers were stopped with `SIGSTOP` (play goes on where no bot sits, and with bots by new workers), after the date
of the machine was set ahead or back by an hour to 400 days, and after the disk was filled. Every table replays, its
times only ever go forward, and nobody ran out of thinking time. Made by `make kills`.

| what befell it | times | plays acknowledged | of them lost | tables broken | refused | more on disk | seconds |
|---|---:|---:|---:|---:|---:|---:|---:|
{"".join(rows)}"""


def main() -> None:
    """Kill, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=600.0, help="after how many minutes to stop, to go on later")
    for kind in KINDS:
        parser.add_argument(f"--{kind.name}", type=int, default=kind.rounds, help=f"{kind.what}: how often in all")
    arguments = vars(parser.parse_args())
    if dates.LIBRARY is None and arguments["jumps"]:
        sys.exit(dates.MISSING)
    counts = kept("kills", [kind.name for kind in KINDS], Count)
    end = time.monotonic() + 60 * arguments["minutes"]
    try:
        with Progress(transient=True) as progress:
            for kind in KINDS:
                go_on(counts, kind, arguments[kind.name], end, progress)
    except KeyboardInterrupt:
        pass
    except PermissionError as error:
        sys.exit(str(error))
    if all(counts.kinds[kind.name].rounds >= kind.rounds for kind in KINDS):
        publish("kills", report(counts))
        return
    print(report(counts))
    if any(counts.kinds[kind.name].rounds < arguments[kind.name] for kind in KINDS):
        print("Not done yet, and kept: run it again to go on.")


if __name__ == "__main__":
    main()
