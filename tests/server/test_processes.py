"""`parlor serve --processes`: processes that are killed, stopped and replaced, and people who play on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from parlor.cli import main
from parlor.server.address import Address

from .house import House, Process, part, process, run
from .postgres import Cluster

PATIENCE = 60.0


def children(parent: int) -> list[int]:
    """The processes that serve, in the order of their start."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return sorted(int(pid) for pid, ppid, command in rows if int(ppid) == parent and "serve" in command)


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


def test_one_that_is_killed_is_replaced_and_bots_play_on(address: Address) -> None:
    async def test() -> None:
        async with several(address, 2) as (server, house):
            games = [await house.seated("human", "greedy", options={"first": 0}) for _ in range(6)]
            killed = children(server.process.pid)[0]
            os.kill(killed, signal.SIGKILL)
            began = time.monotonic()
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
            assert time.monotonic() - began < 15
            await until_there_are(server, 2, gone=killed)

    run(test, 120)


def test_all_are_replaced_one_after_the_other_and_nobody_is_refused(address: Address) -> None:
    """People play on while both processes are replaced; each finds the table as it was, within a second."""

    async def test() -> None:
        async with several(address, 2) as (server, house):
            before = await until_there_are(server, 2)
            player = Player(house)
            playing = asyncio.create_task(player.play())
            await player.has_played(5)
            server.process.send_signal(signal.SIGHUP)
            end = time.monotonic() + PATIENCE
            while set(children(server.process.pid)) & set(before) or len(children(server.process.pid)) != 2:
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
            await player.has_played(player.played + 5)
            player.stop = True
            playing.cancel()
            assert player.closed
            assert set(player.closed) == {1001}
            # Nobody has waited for long.
            assert player.longest < 5.0

    run(test, 120)


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


class Player:
    """Plays for all seats of one table after another, and comes back when a socket is closed."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.played = 0
        self.longest = 0.0
        self.closed: list[int | None] = []
        self.stop = False
        self._random = random.Random(1)

    async def play(self) -> None:
        while not self.stop:
            id, tokens, _ = await self.house.table("human", "human", options={"round_limit": 9999})
            await asyncio.gather(*[self._sit(id, seat, token) for seat, token in tokens.items()])

    async def has_played(self, count: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.played < count:
            assert time.monotonic() < end, (self.played, self.closed)
            await asyncio.sleep(0.01)

    async def _sit(self, id: str, seat: int, token: str) -> None:
        seen = time.monotonic()
        while not self.stop:
            async with self.house.client.ws_connect(f"{self.house.url}/api/tables/{id}/socket") as socket:
                await socket.send_json({"do": "hello", "token": token})
                asked: int | None = None
                async for message in socket:
                    self.longest = max(self.longest, time.monotonic() - seen)
                    seen = time.monotonic()
                    data = message.json()
                    assert data["type"] in ("frame", "ok"), data
                    if data["type"] == "ok":
                        self.played += 1
                        continue
                    if self.stop or data["about"]["outcome"] is not None:
                        return
                    if (opened := data["parts"][0].get("opened")) not in (None, asked):
                        asked = opened
                        move = self._random.choice(data["parts"][0]["legal"])
                        await socket.send_json({"do": "play", "seat": seat, "line": opened, "move": move})
                self.closed.append(socket.close_code)
