"""A server as a program, patient with floods, that looks for idle tables all the time.

`python -m tests.server.unhurried --database FILE`
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from parlor.server.address import parse_database
from parlor.server.run import run
from parlor.server.settings import Settings

from .house import UNHURRIED


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", type=parse_database, required=True)
    parser.add_argument("--admin", type=Path)
    chosen = parser.parse_known_args()[0]
    settings = Settings(
        database=chosen.database,
        admin=chosen.admin,
        port=0,
        sweep_seconds=0.1,
        heartbeat=4.0,
        webhook_hosts=("127.0.0.1",),
        **UNHURRIED,
    )
    # If this one goes by another date, what it starts need not.
    os.environ.pop("LD_PRELOAD", None)
    run(settings, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
