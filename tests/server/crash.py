"""A server under load that is killed at a random moment, and what must be there afterwards."""

from __future__ import annotations

import asyncio
import json
import random

import aiohttp

import parlor
from parlor.core.fields import Data
from parlor.core.record import Record
from parlor.server.store import Room, open_store

from .house import Process
from .trouble import Trouble

SEATS = 3
# Less than any jump of a date, and more than all rounds take.
CLOCK = {"seconds": 3000}
FULL = ("server.database.full", "server.database.failed", "server.postgresql.away")
# Whoever asks again may be late.
LATE = ("move.stale", "move.closed")
PATIENCE = 120.0
"""How long to wait for what must come."""


class Crashes:
    """Tables of three over many crashes, and the line that each was last told is on disk."""

    def __init__(self, trouble: Trouble, tables: int, seed: int) -> None:
        self.trouble = trouble
        self.random = random.Random(seed)
        self.refused = 0
        self.killed_exactly = 0
        self.killed_with_more_on_disk = 0
        self._acknowledged = [0] * tables
        self._going: list[str | None] = [None] * tables
        self._tokens: dict[str, dict[int, str]] = {}
        self._known: dict[str, int] = {}
        self._killed = False

    @property
    def acknowledged(self) -> int:
        """How many plays have been, at all tables."""
        return sum(self._acknowledged)

    def kill_once(self) -> None:
        """Start the server, play, let the trouble befall it, kill it, and look at what is left."""
        trouble = self.trouble
        server = Process(trouble.database, program=["tests.server.unhurried"], environment=trouble.environment)
        assert server.url, server.end()
        try:
            asyncio.run(self._load(server))
        finally:
            server.kill()
            self.trouble.end()
        asyncio.run(self._check())

    async def _load(self, server: Process) -> None:
        self._killed = False
        async with aiohttp.ClientSession() as client:
            tables = [asyncio.create_task(self._play(client, server.url, place)) for place in range(len(self._going))]
            try:
                async with asyncio.timeout(PATIENCE):
                    while not all(self._going):
                        await asyncio.sleep(0.01)
                    await asyncio.sleep(0.1 + 0.4 * self.random.random())
                    await self.trouble.befall(self, server)
            finally:
                self._killed = True
                server.process.kill()
                for table in tables:
                    table.cancel()
                for ended in await asyncio.gather(*tables, return_exceptions=True):
                    if isinstance(ended, Exception) and not isinstance(ended, aiohttp.ClientError):
                        raise ended

    async def play_on(self, bots: bool = False) -> None:
        """Wait until many more plays have been acknowledged at each table where a bot sits, or where none does."""
        wanted = {place: count + 10 for place, count in enumerate(self._acknowledged) if self._has_bot(place) == bots}
        while any(self._acknowledged[place] < count for place, count in wanted.items()):
            await asyncio.sleep(0.01)

    async def be_refused(self) -> None:
        """Wait until more plays have been refused for want of room."""
        wanted = self.refused + len(self._going)
        while self.refused < wanted:
            await asyncio.sleep(0.01)

    def _has_bot(self, place: int) -> bool:
        return self.trouble.with_bots and place % 4 == 0

    async def _play(self, client: aiohttp.ClientSession, url: str, place: int) -> None:
        """Play at a table for all people, and when the game is over at another in its place."""
        while True:
            id = self._going[place] or await self._new_table(client, url, place)
            sockets = []
            for token in self._tokens[id].values():
                socket = await client.ws_connect(f"{url}/api/tables/{id}/socket")
                await socket.send_json({"do": "hello", "token": token})
                sockets.append(socket)
            await asyncio.gather(*(self._sit(id, place, seat, socket) for seat, socket in enumerate(sockets)))
            for socket in sockets:
                await socket.close()
            assert self._killed or self._going[place] is None, "a socket was closed"

    async def _new_table(self, client: aiohttp.ClientSession, url: str, place: int) -> str:
        seats = [{"kind": "human"}] * SEATS
        if self._has_bot(place):
            seats[-1] = {"kind": "bot", "bot": "greedy"}
        wanted = {"game": "pizza-theory", "seats": seats, "options": {"round_limit": 9999}, "clock": CLOCK}
        made = await self._post(client, f"{url}/api/tables", wanted)
        id = str(made["table"])
        tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        for one in made["invitations"]:
            sat = await self._post(client, f"{url}/api/tables/{id}/join", {"invitation": one["invitation"]})
            tokens[one["seat"]] = sat["token"]
        self._going[place] = id
        self._tokens[id] = dict(sorted(tokens.items()))
        self._known[id] = made["line"]
        return id

    async def _post(self, client: aiohttp.ClientSession, url: str, body: Data) -> Data:
        """The answer, as soon as there is room for what is asked."""
        while True:
            async with client.post(url, json=body) as response:
                answer: Data = await response.json()
                if response.status < 300:
                    return answer
            self._refuse(answer)
            await asyncio.sleep(0.05)

    def _refuse(self, data: Data) -> None:
        assert data["error"]["id"] in FULL + LATE, data
        self.refused += data["error"]["id"] in FULL

    async def _sit(self, id: str, place: int, seat: int, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Play for a seat to the end of the game, and note every line that the server says is there."""
        frame: Data = {}
        played = None
        async for message in socket:
            if message.type != aiohttp.WSMsgType.TEXT:
                return
            data = json.loads(message.data)
            if data["type"] == "ok":
                self._acknowledged[place] += 1
                continue
            if data["type"] == "error":
                self._refuse(data)
                await asyncio.sleep(0.05)
                played = None
            else:
                assert data["type"] == "frame", data
                frame = data
                line = frame["about"]["line"]
                # What a frame shows is on disk, so no later frame, and no restart, shows less.
                assert line >= self._known[id] or line >= frame["parts"][0].get("opened", 0)
                self._known[id] = max(self._known[id], line)
            if frame["about"]["outcome"] is not None:
                self._going[place] = None
                return
            own = frame["parts"][0]
            if own.get("opened") is not None and own["opened"] != played:
                played = own["opened"]
                move = self.random.choice(own["legal"])
                await socket.send_json({"do": "play", "seat": seat, "line": played, "move": move})

    async def _check(self) -> None:
        """Every line that was shown or acknowledged is there, and every table replays."""
        store = await open_store(self.trouble.database, Room())
        try:
            for id in list(self._tokens):
                kept = await store.load(id)
                assert kept is not None
                self._check_table(id, *kept)
                if kept[1] and "seed" in kept[1][-1]:
                    del self._tokens[id]
            self._going = [id if id in self._tokens else None for id in self._going]
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
        assert about["waiting"] or -1 not in record.replay().to_act
        # Time only ever goes forward, and nobody has run out of it.
        times = [line["at"] for line in lines if "at" in line]
        assert times == sorted(times)
        assert not any("clock" in line for line in lines)
        self._known[id] = len(lines)
