"""Our server as it is, but for the limits per address, which are lifted: PORT, and FILE or PARLOR_DATABASE."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from parlor.server.run import run
from parlor.server.settings import Settings

MANY = 10**9


def main() -> None:
    """Serve until stopped."""
    database: Any = Path(sys.argv[2]) if sys.argv[2:] else None
    if database is None:
        # Optional: servers of earlier commits have only files.
        from parlor.server.address import parse_database

        database = parse_database(os.environ["PARLOR_DATABASE"])
    settings = Settings(
        port=int(sys.argv[1]),
        database=database,
        tables_per_hour=MANY,
        requests_per_second=MANY,
        sockets=MANY,
        messages_per_second=MANY,
    )
    run(settings, print)


if __name__ == "__main__":
    main()
