"""A server under load that is killed at a random moment, and what must be there afterwards."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import aiohttp

import parlor
from parlor.core.fields import Data
from parlor.core.record import Record
from parlor.server.store import SQLiteStore

from .house import Process

SEATS = 3


class Crashes:
    """Tables of three over many crashes, and the line that each was last told is on disk."""

    def __init__(self, database: Path, tables: int, seed: int) -> None:
        self.database = database
        self.tables = tables
        self.random = random.Random(seed)
        self.acknowledged = 0
        self.killed_exactly = 0
        self.killed_with_more_on_disk = 0
        self._known: dict[str, int] = {}
        self._tokens: dict[str, dict[int, str]] = {}

    def kill_once(self) -> None:
        """Start the server, play, kill it, and look at what is left."""
        server = Process(self.database)
        assert server.url, server.end()
        try:
            asyncio.run(self._load(server))
        finally:
            server.kill()
        asyncio.run(self._check())

    async def _load(self, server: Process) -> None:
        async with aiohttp.ClientSession() as client:
            while len(self._tokens) < self.tables:
                await self._new_table(client, server.url)
            tables = [asyncio.create_task(self._play(client, server.url, id)) for id in self._tokens]
            done, _ = await asyncio.wait(tables, timeout=0.1 + 0.4 * self.random.random())
            for table in done:
                table.result()
            server.process.kill()
            for table in tables:
                table.cancel()
            await asyncio.gather(*tables, return_exceptions=True)

    async def _new_table(self, client: aiohttp.ClientSession, url: str) -> None:
        # Whoever starts is drawn, and the round limit is far away: a game seldom ends within the test.
        wanted = {"game": "pizza-theory", "seats": [{"kind": "human"}] * SEATS, "options": {"round_limit": 9999}}
        async with client.post(f"{url}/api/tables", json=wanted) as response:
            made = await response.json()
        self._tokens[made["table"]] = {one["seat"]: one["token"] for one in made["tokens"]}
        self._known[made["table"]] = made["line"]

    async def _play(self, client: aiohttp.ClientSession, url: str, id: str) -> None:
        """Play at a table for all seats, and note every line that the server says is there."""
        sockets = []
        for token in self._tokens[id].values():
            socket = await client.ws_connect(f"{url}/api/tables/{id}/socket")
            await socket.send_json({"do": "hello", "token": token})
            sockets.append(socket)
        await asyncio.gather(*(self._sit(id, seat, socket) for seat, socket in enumerate(sockets)))

    async def _sit(self, id: str, seat: int, socket: aiohttp.ClientWebSocketResponse) -> None:
        played = None
        async for message in socket:
            if message.type != aiohttp.WSMsgType.TEXT:
                return
            data = json.loads(message.data)
            if data["type"] == "ok":
                self.acknowledged += 1
                continue
            assert data["type"] == "frame", data
            line = data["about"]["line"]
            # What a frame shows is on disk, so no later frame, and no restart, shows less.
            assert line >= self._known[id] or line >= data["parts"][0].get("opened", 0)
            self._known[id] = max(self._known[id], line)
            own = data["parts"][0]
            if own.get("opened") is not None and own["opened"] != played:
                played = own["opened"]
                move = self.random.choice(own["legal"])
                await socket.send_json({"do": "play", "seat": seat, "line": played, "move": move})

    async def _check(self) -> None:
        """Every line that was shown or acknowledged is there, and every table replays."""
        store = SQLiteStore(self.database)
        try:
            for id in list(self._tokens):
                kept = await store.load(id)
                assert kept is not None
                self._check_table(id, *kept)
                if "seed" in kept[1][-1]:
                    # The game is over: a new one takes its place.
                    del self._tokens[id]
        finally:
            await store.close()

    def _check_table(self, id: str, about: Data, lines: list[Data]) -> None:
        assert [line["line"] for line in lines] == list(range(1, len(lines) + 1))
        assert len(lines) >= self._known[id], (len(lines), self._known[id])
        if len(lines) > self._known[id]:
            self.killed_with_more_on_disk += 1
        else:
            self.killed_exactly += 1
        record = Record(parlor.game(about["game"]), SEATS, about["options"], "")
        record.lines = lines
        assert -1 not in record.replay().to_act
        self._known[id] = len(lines)
