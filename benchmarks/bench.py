"""Everything that `make bench` measures, one after the other: one that misses what it wants does not stop the others.

Meant to end within 40 minutes on two cores. What takes longer has commands that go on where they were stopped:
`make kills`, `make siege` and `make ladder`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

PROGRAMS = (
    "engine",
    "new_york_slice",
    "wicked_pizza",
    "server",
    "hosting",
    "pages",
    "lighthouse",
    "cuts",
    "search",
    "first_minute",
)
MOST_MINUTES = 40


def main() -> int:
    """Run them all; say how long each took and which failed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    began = time.monotonic()
    rows, failed = [], False
    for program in PROGRAMS:
        start = time.monotonic()
        print(f"== benchmarks/{program}.py", flush=True)
        path = Path(__file__).with_name(f"{program}.py")
        status = subprocess.run([sys.executable, str(path)], check=False).returncode
        failed = failed or status != 0
        rows.append(f"{program:15} {(time.monotonic() - start) / 60:5.1f} minutes{'' if status == 0 else '  FAILED'}")
    minutes = (time.monotonic() - began) / 60
    print("\n".join(["", *rows, f"{'all':15} {minutes:5.1f} minutes, wanted at most {MOST_MINUTES}"]))
    return int(failed or minutes > MOST_MINUTES)


if __name__ == "__main__":
    sys.exit(main())
