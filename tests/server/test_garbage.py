"""Nothing that comes and goes at a server needs a look through everything to be freed: that would hold everybody up."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import uvloop

from .house import Home, serving

TIMES = 30


async def _come_and_go(house: Home) -> None:
    """Tables are set, played at, left and forgotten, by a way that ends well and by one that is refused."""
    for _ in range(TIMES):
        id, tokens, _ = await house.table("human", "random")
        visit = await house.visit(id, tokens[0])
        await visit.socket.close()
        await house.get("/api/tables")
    for hosted in list(house.server.hosting.tables.values()):
        house.server.hosting.forget(hosted)


async def _garbage(house: Home) -> int:
    gc.collect()
    await _come_and_go(house)
    return gc.collect()


def test_tables_and_connections_leave_no_garbage(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            await _come_and_go(house)
            gc.disable()
            try:
                # What leaves garbage leaves it every time; a slow machine's time-outs do so once.
                assert min([await _garbage(house) for _ in range(3)]) < TIMES
            finally:
                gc.enable()

    uvloop.run(asyncio.wait_for(test(), 60))
