"""Kills a server under load at random moments, 200 times or as asked: every acknowledged play must be there."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.server.crash import Crashes

KILLS = 200
TABLES = 12


def main() -> None:
    """Kill, restart and look, and say how it went."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        crashes = Crashes(Path(folder) / "db", TABLES, seed=int(time.time()))
        for number in range(1, kills + 1):
            crashes.kill_once()
            if number % 20 == 0:
                print(f"{number} kills, {crashes.acknowledged} acknowledged plays, none lost")
    seconds = time.monotonic() - began
    print(f"{kills} kills at {TABLES} tables in {seconds:.0f} s:")
    print(f"all {crashes.acknowledged} acknowledged plays were there,")
    print(f"and every table replayed; {crashes.killed_with_more_on_disk} times one held more than it had acknowledged.")


if __name__ == "__main__":
    main()
