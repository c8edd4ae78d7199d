"""The date of the machine jumps while people play and between kills: nobody's time is taken, and no table is gone."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from parlor.core.fields import Data

from . import dates
from .dates import DAY, HOUR, Date
from .house import House, process, run

SECONDS = 600
JUMPS = (31 * DAY, HOUR, -DAY)
# Times left are told in tenths.
ROUNDING = 0.1


@pytest.fixture
def date(tmp_path: Path) -> Date:
    if dates.LIBRARY is None:
        pytest.fail(dates.MISSING)
    return Date(tmp_path / "date")


@asynccontextmanager
async def killed(database: Path, date: Date) -> AsyncIterator[House]:
    """A server that goes by a date, and is killed at the end."""
    with process(database, program=["tests.server.unhurried"], environment=date.environment) as server:
        assert server.url, server.end()
        async with aiohttp.ClientSession() as client:
            house = House(server.url, client)
            yield house
            server.process.kill()
            await house.leave()


def rows(database: Path, query: str, *values: Any) -> list[Any]:
    """What a query finds, or changes."""
    with closing(sqlite3.connect(database, timeout=10, isolation_level=None)) as connection:
        return connection.execute(query, values).fetchall()


async def swept(database: Path) -> None:
    """Wait until idle tables have been looked for from now on."""
    rows(database, "INSERT INTO tables VALUES ('idle', '{}', 0, 5.0)")
    while rows(database, "SELECT 1 FROM tables WHERE id = 'idle'"):
        await asyncio.sleep(0.02)


async def left(house: House, id: str) -> list[float]:
    """The time that each seat has."""
    return [seat["time_left"] for seat in (await house.get(f"/api/tables/{id}"))["seats"]]


@asynccontextmanager
async def spending(house: House, id: str) -> AsyncIterator[None]:
    """Whatever is done meanwhile, seat 0 spends the time that it takes and no more, and nobody else spends any."""
    began = time.monotonic()
    before = await left(house, id)
    yield
    after = await left(house, id)
    assert after[1] == before[1]
    assert -ROUNDING <= before[0] - after[0] <= time.monotonic() - began + ROUNDING, (before, after)


@pytest.mark.long
def test_no_jump_of_the_date_takes_time_or_tables(tmp_path: Path, date: Date) -> None:
    database = tmp_path / "db"
    turns: asyncio.Queue[Data] = asyncio.Queue()

    async def note(request: web.Request) -> web.Response:
        turns.put_nowait(await request.json())
        return web.Response()

    async def beat_after(at: float) -> float:
        """A beat that is later than this, which proves that time goes on to be noted."""
        while (last := rows(database, "SELECT ifnull(max(at), 0) FROM alive")[0][0]) <= at:
            await asyncio.sleep(0.02)
        assert isinstance(last, float)
        return last

    async def test() -> None:
        listener = web.Application()
        listener.router.add_post("/turn", note)
        runner = web.AppRunner(listener)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        told = f"http://127.0.0.1:{runner.addresses[0][1]}/turn"
        clock = {"seconds": SECONDS, "increment": 0}
        async with killed(database, date) as house:
            alone, _, _ = await house.table("human", "human")
            id, tokens, _ = await house.seated("human", "human", options={"first": 0}, clock=clock)
            await house.leave()
            watcher = await house.visit(id)
            watching = asyncio.create_task(watcher.until(lambda frame: frame["about"]["line"] >= 2))
            hook = {"seat": 1, "token": tokens[1], "url": told}
            await house.post(f"/api/tables/{id}/webhook", hook)
            for jump in JUMPS:
                async with spending(house, id):
                    date.jump(jump)
                    await date.reach(house.url)
                    await swept(database)
                    await beat_after(await beat_after(0.0))
            # The turn is told, and who was there before the jumps still is.
            for seat, move in enumerate(["add a1", "add a4"]):
                assert (await (await house.visit(id, tokens[seat])).play(seat, move))["type"] == "ok"
            assert (await asyncio.wait_for(turns.get(), 20))["seat"] == 1
            await watching
            alive = await beat_after(await beat_after(0.0))
        noted = "SELECT json_extract(said, '$.at'), json_extract(said, '$.left') FROM lines WHERE table_id = ?"
        (_, mine), (opened, other) = rows(database, f"{noted} AND line <= 2 ORDER BY line", id)
        for jump in JUMPS:
            date.jump(jump)
            alive = max(alive, *rows(database, "SELECT at FROM alive")[0])
            began = time.monotonic()
            async with killed(database, date) as house:
                await date.reach(house.url)
                await swept(database)
                after = await left(house, id)
                # All is gone that seat 0 had thought up to the last beat, and what this server has lived.
                most = mine - (alive - opened) + ROUNDING
                assert most - 2 * ROUNDING - (time.monotonic() - began) <= after[0] <= most
                assert after[1] == pytest.approx(other, abs=ROUNDING)
                assert (await house.get(f"/api/tables/{alone}"))["table"] == alone
                back = await house.visit(id, tokens[0])
                await beat_after(alive)
        await runner.cleanup()
        assert back.frame["about"]["line"] >= 2

    run(test)
