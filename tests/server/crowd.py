"""Many tables at several processes, and what befalls those: killed, stopped, replaced, or without their database."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp

from parlor.core.fields import Data
from parlor.server.address import Address
from parlor.server.backups import check
from parlor.server.store import Room, open_store

from .house import Process
from .postgres import Cluster

LATE = ("move.stale", "move.closed")
"""What somebody may be told who asks again because an answer was lost."""
AWAY = ("server.postgresql.away", "server.database.failed", "server.database.conflict", "server.newer-rules")
PATIENCE = 120.0
CONNECT_SECONDS = 3.0
HEARTBEAT = 8.0
"""Somebody of whom nothing is heard for so long, and half as long again, is left; browsers do so by themselves."""
AGAIN_SECONDS = 0.1
THINKING_SECONDS = 0.02
STOPPED_SECONDS = 10.0


def children(parent: int) -> list[int]:
    """The processes that serve, in the order of their start."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return sorted(int(pid) for pid, ppid, command in rows if int(ppid) == parent and "serve" in command)


class Crowd:
    """People at many tables, each on a socket of their own, who come back whenever that breaks, anywhere."""

    def __init__(self, urls: list[str], tables: int, seed: int) -> None:
        self.urls = urls
        self.random = random.Random(seed)
        self.acknowledged = [0] * tables
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int | None] = Counter()
        self.longest = 0.0
        """The longest that anybody was without an answer or a frame while it was their turn."""
        self.known: dict[str, int] = {}
        """The line that was last shown, by table."""
        self._last = [0.0] * tables
        self._client: aiohttp.ClientSession

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """While they play."""
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, force_close=True)) as self._client:
            tasks = [asyncio.create_task(self._play(place)) for place in range(len(self.acknowledged))]
            try:
                await self.go_on(time.monotonic())
                yield
            finally:
                for task in tasks:
                    task.cancel()
                for ended in await asyncio.gather(*tasks, return_exceptions=True):
                    if isinstance(ended, Exception):
                        raise ended

    async def go_on(self, since: float) -> float:
        """Wait until a play was acknowledged at every table after this moment; returns how long that took."""
        end = time.monotonic() + PATIENCE
        while min(self._last) <= since:
            assert time.monotonic() < end, (self._last, since, self.refused, self.closed)
            await asyncio.sleep(0.02)
        return min(self._last) - since

    async def _play(self, place: int) -> None:
        while True:
            id, tokens = await self._new_table(place)
            await asyncio.gather(*[self._stay(id, place, seat, token) for seat, token in tokens.items()])

    async def _new_table(self, place: int) -> tuple[str, dict[int, str]]:
        # A bot sits at every third table.
        kinds: list[Data] = [{"kind": "human"}, {"kind": "human"}]
        kinds += [{"kind": "bot", "bot": "greedy"}] if place % 3 == 0 else [{"kind": "human"}]
        wanted = {"game": "pizza-theory", "seats": kinds, "options": {"round_limit": 9999}, "clock": {"seconds": 9000}}
        made = await self._post("/api/tables", wanted)
        tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        for one in made["invitations"]:
            sat = await self._post(f"/api/tables/{made['table']}/join", {"invitation": one["invitation"]})
            if "token" not in sat:
                # The answer was lost by which they sat down.
                return await self._new_table(place)
            tokens[one["seat"]] = sat["token"]
        return made["table"], tokens

    async def _post(self, path: str, body: Data) -> Data:
        while True:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                timeout = aiohttp.ClientTimeout(total=CONNECT_SECONDS)
                async with self._client.post(self.random.choice(self.urls) + path, json=body, timeout=timeout) as found:
                    answer: Data = await found.json()
                    if found.status != 503:
                        return answer
            await asyncio.sleep(AGAIN_SECONDS)

    async def _stay(self, id: str, place: int, seat: int, token: str) -> None:
        """Sit at a table until the game is over."""
        over = False
        while not over:
            url = f"{self.random.choice(self.urls)}/api/tables/{id}/socket"
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    socket = await self._client.ws_connect(url, heartbeat=HEARTBEAT)
            except (aiohttp.ClientError, OSError, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            try:
                await socket.send_json({"do": "hello", "token": token})
                over = await self._sit(id, place, seat, socket)
            except (aiohttp.ClientError, OSError):
                continue
            finally:
                self.closed[socket.close_code] += not over
                await socket.close()
            await asyncio.sleep(0)

    async def _sit(self, id: str, place: int, seat: int, socket: aiohttp.ClientWebSocketResponse) -> bool:
        """Play on one socket; whether the game is over."""
        own: Data = {}
        played: int | None = None
        async for message in socket:
            if message.type != aiohttp.WSMsgType.TEXT:
                return False
            data = message.json()
            if data["type"] == "ok":
                now = time.monotonic()
                self.longest = max(self.longest, now - (self._last[place] or now))
                self.acknowledged[place] += 1
                self._last[place] = now
                continue
            if data["type"] == "error":
                assert data["error"]["id"] in LATE + AWAY, data
                self.refused[data["error"]["id"]] += 1
                await asyncio.sleep(AGAIN_SECONDS)
                played = None
            elif data["type"] == "frame":
                # Whatever a frame shows is on disk.
                self.known[id] = max(self.known.get(id, 0), data["about"]["line"])
                if data["about"]["outcome"] is not None:
                    return True
                own = data["parts"][0]
            if own.get("opened") not in (None, played):
                await asyncio.sleep(THINKING_SECONDS * self.random.random())
                played = own["opened"]
                move = self.random.choice(own["legal"])
                await socket.send_json({"do": "play", "seat": seat, "line": played, "move": move})
        return False

    async def check(self, address: Address) -> None:
        """Every line that was shown is there, and every table replays with every draw."""
        store = await open_store(address, Room())
        try:
            for id, line in self.known.items():
                kept = await store.load(id)
                assert kept is not None
                assert len(kept[1]) >= line, (id, len(kept[1]), line)
        finally:
            await store.close()
        found = await asyncio.to_thread(check, address)
        assert not found["broken"], found


class Outages:
    """What befalls the processes of a parent, or their database; each returns the moment from which play must go on."""

    def __init__(self, server: Process, cluster: Cluster, random: random.Random) -> None:
        self.server = server
        self.cluster = cluster
        self.random = random

    async def kill(self) -> float:
        """A process is killed."""
        os.kill(self.random.choice(children(self.server.process.pid)), signal.SIGKILL)
        return time.monotonic()

    async def stop(self) -> float:
        """A process stands still for a while: its kernel takes visitors in all the same."""
        stopped = self.random.choice(children(self.server.process.pid))
        os.kill(stopped, signal.SIGSTOP)
        since = time.monotonic()
        try:
            await asyncio.sleep(STOPPED_SECONDS)
        finally:
            os.kill(stopped, signal.SIGCONT)
        return since

    async def database(self) -> float:
        """PostgreSQL is stopped as if it had crashed, and is back a moment later."""
        await asyncio.to_thread(self.cluster.stop, "immediate")
        await asyncio.sleep(self.random.random())
        await asyncio.to_thread(self.cluster.start)
        return time.monotonic()

    async def roll(self) -> float:
        """All processes are replaced."""
        before = set(children(self.server.process.pid))
        self.server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while before & (now := set(children(self.server.process.pid))) or len(now) != len(before):
            assert time.monotonic() < end, now
            await asyncio.sleep(0.05)
        return time.monotonic()
