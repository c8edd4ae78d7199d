"""Our server for the benchmark, with the limits per address lifted: PORT DATABASE."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvloop
from aiohttp import web

from parlor.server.app import make_app
from parlor.server.settings import Settings

sys.setswitchinterval(0.0005)
MANY = 10**9


async def main() -> None:
    """Serve for ever."""
    port, database = int(sys.argv[1]), Path(sys.argv[2])
    settings = Settings(
        port=port,
        database=database,
        tables_per_hour=MANY,
        sockets=MANY,
        messages_per_second=MANY,
        requests_per_second=MANY,
    )
    runner = web.AppRunner(make_app(settings))
    await runner.setup()
    await web.TCPSite(runner, settings.host, settings.port, backlog=1024).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
