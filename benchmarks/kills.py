"""Kills a server under load at random moments, 200 times or as asked: every acknowledged play must be there.

Run as a module, by benchmarks/server.py too: prints a row of a Markdown table.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tests.server.crash import Crashes

KILLS = 200
TABLES = 12


def main() -> None:
    """Kill, restart and look, and say how it went."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Progress(console=Console(stderr=True), transient=True) as progress:
        crashes = Crashes(Path(folder) / "db", TABLES, seed=int(time.time()))
        for _ in progress.track(range(kills), description="Kills"):
            crashes.kill_once()
    seconds = time.monotonic() - began
    # An assertion would have failed if one had been lost or broken.
    row = [kills, TABLES, crashes.acknowledged, 0, 0, crashes.killed_with_more_on_disk, round(seconds)]
    print("| " + " | ".join(f"{figure:,}" for figure in row) + " |")


if __name__ == "__main__":
    main()
