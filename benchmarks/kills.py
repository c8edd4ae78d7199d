"""Kills a server under load at random moments, 200 times or as asked: every acknowledged play must be there.

`make kills` writes docs/benchmarks/kills.md. Stopped, it goes on where it was, as long as the commit is the same.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.progress import Progress

from report import COMMIT, publish
from tests.server.crash import Crashes

TABLES = 12
KEPT = Path(__file__).parent / "build" / "kills.json"


@dataclass
class Count:
    """What was seen of this commit so far."""

    commit: str = COMMIT
    kills: int = 0
    acknowledged: int = 0
    with_more_on_disk: int = 0
    seconds: float = 0.0


def kept() -> Count:
    """What earlier runs have counted, if they killed this commit."""
    try:
        found = Count(**json.loads(KEPT.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Count()
    return found if found.commit == COMMIT else Count()


def kill_on(count: Count, kills: int, progress: Progress) -> None:
    """Kill, restart and look until there were so many kills; each one that was survived is kept."""
    KEPT.parent.mkdir(exist_ok=True)
    task = progress.add_task("Kills", total=kills, completed=count.kills)
    with tempfile.TemporaryDirectory() as folder:
        crashes = Crashes(Path(folder) / "db", TABLES, seed=time.time_ns())
        while count.kills < kills:
            acknowledged, more, began = crashes.acknowledged, crashes.killed_with_more_on_disk, time.monotonic()
            # An assertion fails if a play is lost or a table broken.
            crashes.kill_once()
            count.kills += 1
            count.acknowledged += crashes.acknowledged - acknowledged
            count.with_more_on_disk += crashes.killed_with_more_on_disk - more
            count.seconds += time.monotonic() - began
            KEPT.write_text(json.dumps(asdict(count)), encoding="utf-8")
            progress.advance(task)


def main() -> None:
    """Kill, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed in all")
    arguments = parser.parse_args()
    count = kept()
    try:
        with Progress(transient=True) as progress:
            kill_on(count, arguments.kills, progress)
    except KeyboardInterrupt:
        print(f"Stopped after {count.kills} kills, which are kept: run it again to go on.")
        return
    row = [count.kills, TABLES, count.acknowledged, 0, 0, count.with_more_on_disk, round(count.seconds)]
    text = f"""# What kills leave

Killed with `SIGKILL` at random moments while all tables play, and started again each time. Made by `make kills`.

| kills | tables | plays acknowledged | of them lost | tables broken | tables with more on disk | seconds |
|---:|---:|---:|---:|---:|---:|---:|
| {" | ".join(f"{figure:,}" for figure in row)} |
"""
    publish("kills", text)


if __name__ == "__main__":
    main()
