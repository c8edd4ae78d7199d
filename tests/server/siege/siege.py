"""A siege: many attackers from many addresses, the tables that they must not change, and what is counted."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import time
from collections import deque
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

import parlor
from parlor.core.chance import Seed
from parlor.table import Table

from .attackers import Attacker, Counts
from .kinds import KINDS, Aim

STILL_TABLES = 12
SENT_FROM_AN_ADDRESS = 150
TICK = 0.002


def planned(messages: int, least: int, seed: int) -> list[str]:
    """The kinds of so many messages in random order, at least so many of each."""
    rng = Random(seed)
    names = list(KINDS)
    rest = messages - least * len(names)
    assert rest >= 0, "more kinds than messages"
    plan = names * least + rng.choices(names, [KINDS[name].weight for name in names], k=rest)
    rng.shuffle(plan)
    return plan


def finished_record() -> str:
    """A game that is over and verifies."""
    table = Table(parlor.game("pizza-theory"), seats=2, seed=Seed("siege"), first=0)
    while table.to_act:
        seat = table.to_act[0]
        table.play(seat, table.view(seat).legal_moves[0])
    return table.record.dumps()


class Siege:
    """All of one siege of a server at a port of this machine."""

    def __init__(self, port: int, database: Path, attackers: int, seed: int = 0) -> None:
        self.port = port
        self.database = database
        self.counts = Counts()
        self._count = attackers
        self._seed = seed
        self._addresses = (
            f"127.{64 + seed % 64}.{number >> 8 & 255}.{number & 255}" for number in itertools.cycle(range(1, 65_000))
        )
        self._still: dict[str, object] = {}
        self._aims: list[Aim] = []

    async def prepare(self) -> None:
        """Set the tables that nobody may change, one of the attackers' own for each, and one that is over."""
        record = finished_record()
        over = (await self._post("/api/records", record))["table"]
        others = [await self._still_table() for _ in range(STILL_TABLES)]
        for _ in range(self._count):
            seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
            own = await self._post("/api/tables", {"game": "pizza-theory", "seats": seats})
            self._aims.append(Aim(tuple(others), own["table"], own["tokens"][0]["token"], over, record))
        self._still = {id: self._kept(id) for id in others}

    async def _post(self, path: str, body: object) -> Any:
        connector = aiohttp.TCPConnector(local_addr=(next(self._addresses), 0))
        async with aiohttp.ClientSession(f"http://127.0.0.1:{self.port}", connector=connector) as client:
            more: Any = {"data": body} if isinstance(body, str) else {"json": body}
            async with client.post(path, **more) as response:
                assert response.status < 300, await response.text()
                return await response.json()

    async def _still_table(self) -> str:
        """A table of two who have come, begun, and gone for a while."""
        made = await self._post("/api/tables", {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2})
        id = made["table"]
        tokens = [one["token"] for one in made["tokens"]]
        for one in made.get("invitations", []):
            tokens.append((await self._post(f"/api/tables/{id}/join", {"invitation": one["invitation"]}))["token"])
        connector = aiohttp.TCPConnector(local_addr=(next(self._addresses), 0))
        async with aiohttp.ClientSession(f"http://127.0.0.1:{self.port}", connector=connector) as client:
            sockets = []
            for token in tokens:
                sockets.append(await client.ws_connect(f"/api/tables/{id}/socket"))
                await sockets[-1].send_json({"do": "hello", "token": token})
            while not (await sockets[0].receive_json(timeout=20))["about"]["to_act"]:
                pass
            for socket in sockets:
                await socket.close()
        return str(id)

    def _kept(self, id: str) -> object:
        """All that is on disk of a table, but for when it was last touched."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            about = connection.execute("SELECT about FROM tables WHERE id = ?", (id,)).fetchall()
            lines = connection.execute(
                "SELECT line, said FROM lines WHERE table_id = ? ORDER BY line", (id,)
            ).fetchall()
            return about, lines

    def changed(self) -> list[str]:
        """The tables of others that are no longer what they were."""
        return [id for id, kept in self._still.items() if self._kept(id) != kept]

    async def lay(self, plan: list[str], rate: float | None = None) -> Counts:
        """Send all of a plan, so many messages a second if asked."""
        counts = Counts()
        waiting = deque(plan)
        began = time.monotonic()

        async def attack(number: int, aim: Aim) -> None:
            attacker = Attacker(self.port, next(self._addresses), aim, self._seed * 100_003 + number, counts)
            for sent in itertools.count(1):
                while rate is not None and waiting and len(plan) - len(waiting) > (time.monotonic() - began) * rate:
                    await asyncio.sleep(TICK * self._count)
                if not waiting:
                    break
                await attacker.send(waiting.popleft())
                if sent % SENT_FROM_AN_ADDRESS == 0:
                    attacker.move_to(next(self._addresses))
            attacker.leave()

        await asyncio.gather(*[attack(number, aim) for number, aim in enumerate(self._aims)])
        self.counts.add(counts)
        return counts
