"""Our server as it is, but for the limits per address, which are lifted: PORT DATABASE."""

from __future__ import annotations

import sys
from pathlib import Path

from parlor.server.run import run
from parlor.server.settings import Settings

MANY = 10**9


def main() -> None:
    """Serve until stopped."""
    settings = Settings(
        port=int(sys.argv[1]),
        database=Path(sys.argv[2]),
        tables_per_hour=MANY,
        requests_per_second=MANY,
        sockets=MANY,
        messages_per_second=MANY,
    )
    run(settings, print)


if __name__ == "__main__":
    main()
