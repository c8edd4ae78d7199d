"""`parlor serve --processes`: processes that are killed, stopped and replaced, and people who play on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from parlor.cli import main
from parlor.server.address import Address

from . import house as house_module
from .crowd import LATE, Crowd, Outages, children
from .house import House, Process, part, process, run
from .postgres import Cluster, cluster

PATIENCE = 60.0


@asynccontextmanager
async def several(address: Address, count: int = 2, *arguments: object) -> AsyncIterator[tuple[Process, House]]:
    """Several processes, and the way to them."""
    with process(address, "--processes", count, "--bot-pause", 0, *arguments) as server:
        assert server.url, server.end()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, force_close=True)) as client:
            house = House(server.url, client)
            yield server, house
            await house.leave()
        server.stop()


async def until_there_are(server: Process, count: int, gone: int | None = None) -> list[int]:
    """The processes that serve, once there are so many, without one that has gone."""
    end = time.monotonic() + PATIENCE
    while len(found := children(server.process.pid)) != count or gone in found:
        assert time.monotonic() < end, found
        await asyncio.sleep(0.05)
    return found


def test_several_processes_need_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--language", "en", "--processes", "2", "--database", str(tmp_path / "db")])
    assert "Several processes need PostgreSQL" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_keeps_them_from_serving_is_said_once(postgres: Cluster) -> None:
    with process(postgres.address("nowhere"), "--processes", 3) as server:
        status, said = server.end()
    assert (status, said.count("\n")) == (2, 1), said
    assert "There is no such database" in said


def test_one_that_is_killed_is_replaced_and_bots_play_on(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    # Bots think at a low priority, and begin where a machine has time for them.
    monkeypatch.setattr(house_module, "PATIENCE", 100.0)

    async def test() -> None:
        async with several(address, 2) as (server, house):
            games = [await house.seated("human", "greedy", options={"first": 0}) for _ in range(6)]
            killed = children(server.process.pid)[0]
            os.kill(killed, signal.SIGKILL)
            for id, tokens, _ in games:
                back = await house.visit(id, tokens[0])
                while back.frame["about"]["to_act"] != [0]:
                    await back.next()
                answer = await back.play(0, part(back.frame, 0)["legal"][0])
                assert answer["type"] == "ok"
                # The bot, too, moves soon, whoever was to think for it.
                line = back.frame["about"]["line"]
                while back.frame["about"]["line"] <= line and back.frame["about"]["to_act"] != [0]:
                    await back.next()
            await until_there_are(server, 2, gone=killed)

    run(test, 250)


def urls(server: Process) -> list[str]:
    """Where each process listens."""
    assert server.process.stdout is not None
    lines = [server.announced, *[server.process.stdout.readline() for _ in range(1)]]
    return [word for line in lines for word in line.split() if word.startswith("http://")]


def test_people_play_on_whatever_befalls_the_processes() -> None:
    """All are replaced, one is killed, one stands still, the database is gone: a short siege, and nothing is lost."""

    async def test(own: Cluster, address: Address) -> None:
        with process(address, "--processes", 2, "--apart", "--bot-pause", 0) as server:
            assert server.url, server.end()
            crowd = Crowd(urls(server), 6, seed=1)
            assert len(crowd.urls) == 2
            outages = Outages(server, own, crowd.random)
            async with crowd.playing():
                await crowd.go_on(await outages.roll())
                assert not set(crowd.refused) - set(LATE), crowd.refused
                # Whoever was about to speak as the goodbye came may not have heard it.
                assert 1001 in crowd.closed, crowd.closed
                for outage in (outages.kill, outages.stop, outages.database):
                    await crowd.go_on(await outage())
            server.stop()
        await crowd.check(address)

    with cluster() as own:
        address = own.make()
        run(lambda: test(own, address), 280)


def test_a_parent_that_is_killed_takes_its_processes_along(address: Address) -> None:
    async def test() -> None:
        with process(address, "--processes", 2) as server:
            found = await until_there_are(server, 2)
            server.kill()
            end = time.monotonic() + PATIENCE
            while any(Path(f"/proc/{pid}").exists() for pid in found):
                assert time.monotonic() < end
                await asyncio.sleep(0.05)

    run(test)
