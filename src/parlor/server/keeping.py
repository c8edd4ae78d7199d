"""Keeping house, for whoever runs the server: what there is, taking it away, erasing it, and keeping people out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

from parlor.core.errors import BadOption
from parlor.core.fields import Data
from parlor.server.care import Care
from parlor.server.database import StorageFailed
from parlor.server.errors import NoTable
from parlor.server.guard import Gate
from parlor.server.hosting import Hosting
from parlor.server.housekeeping import Row
from parlor.server.limits import household
from parlor.server.names import clean_name
from parlor.server.sockets import Sockets
from parlor.server.store import Store

MOST_SHOWN = 1000
"""Tables that a list shows, the latest first."""
SAMPLE_SECONDS = 0.5
"""How long the loop's share of a processor is measured."""


class Keeping:
    """What `parlor admin` asks of a running server."""

    def __init__(
        self,
        hosting: Hosting,
        store: Store,
        gate: Gate,
        sockets: Sockets,
        care: Care,
        workers: Callable[[], Data],
    ) -> None:
        self.hosting = hosting
        self.store = store
        self.gate = gate
        self.sockets = sockets
        self.care = care
        self._workers = workers
        self._began = time.monotonic()
        self._bans: dict[str, float] = {}
        gate.keeps_out = self._is_banned

    async def open(self) -> None:
        """Keep out whoever was banned before the server stopped."""
        self._bans = await self.store.bans(self.hosting.now())

    async def learn_bans(self, whose: str = "") -> None:
        """Keep out whom another process has banned, as this one, who has to go."""
        with contextlib.suppress(StorageFailed):
            await self.open()
        if whose in self._bans:
            await self.sockets.send_away(whose, "server.banned")

    def _is_banned(self, address: str) -> bool:
        return address in self._bans and self.hosting.now() < self._bans[address]

    async def tables(self) -> Data:
        """The latest tables, without anything secret, and those that were put aside."""
        now = self.hosting.now()
        found = [_listed(row, now) for row in await self.store.latest(MOST_SHOWN)]
        if self.hosting.peers is None:
            present = {id: len(hosted.here) for id, hosted in self.hosting.tables.items()}
        else:
            present = await self.hosting.peers.present()
        for one in found:
            one["here"] = present.get(one["table"], 0)
        return {"tables": found, "in_all": self.store.tables, "aside": self.hosting.aside}

    async def remove(self, id: str) -> Data:
        """Take a table away, and send away everybody at it."""
        self.hosting.drop(id)
        removed = await self.store.remove(id)
        # Somebody may have come while it went.
        self.hosting.drop(id)
        sent_away = await self.sockets.send_away(id, "server.no-table")
        if not removed:
            raise NoTable("server.no-table", table=id[:20])
        return {"sent_away": sent_away}

    async def erase_table(self, id: str) -> Data:
        """Take a table away, and leave nothing of it in the database or its log."""
        return {**await self.remove(id), **await self._scrub()}

    async def erase_name(self, name: str) -> Data:
        """Take a name off every seat, with where its holder is reached, and leave nothing of it on disk."""
        cleaned = clean_name(name)
        if cleaned is None:
            raise BadOption("server.no-name")
        changed = 0
        for hosted in list(self.hosting.tables.values()):
            if cleaned in hosted.table.seating.names.values():
                await self.hosting.act(hosted, lambda table: table.arrange(table.seating.without(cleaned)))
                changed += 1
        more, left = await self.store.take_off(cleaned)
        return {"changed": changed + more, "left": left, **await self._scrub()}

    async def _scrub(self) -> Data:
        """Overwrite what was deleted, wherever it lay; says which copies there are, and if the log could be emptied."""
        emptied, backups = await self.store.scrub()
        return {"log_emptied": emptied, "backups": sorted(path for path in backups if Path(path).exists())}

    async def ban(self, address: str, hours: float) -> Data:
        """Keep an address out for so many hours in which a server runs, and close its sockets."""
        whose = _checked(address)
        until = self.hosting.now() + 3600 * hours
        await self.store.ban(whose, until)
        self._bans[whose] = until
        if self.hosting.peers is not None:
            self.hosting.peers.keep_out(whose)
        return {"address": whose, "sent_away": await self.sockets.send_away(whose, "server.banned")}

    async def unban(self, address: str) -> Data:
        """Let an address in again."""
        whose = _checked(address)
        await self.store.ban(whose, None)
        if self.hosting.peers is not None:
            self.hosting.peers.keep_out("")
        return {"address": whose, "was_banned": self._bans.pop(whose, None) is not None}

    async def bans(self) -> Data:
        """Who is kept out, and for how many hours more; what has ended is forgotten."""
        now = self.hosting.now()
        self._bans = await self.store.bans(now)
        return {"bans": {address: (until - now) / 3600 for address, until in sorted(self._bans.items())}}

    async def loads(self) -> Data:
        """How busy the server is."""
        began, spent = time.monotonic(), thread_time()
        await asyncio.sleep(SAMPLE_SECONDS)
        share = (thread_time() - spent) / (time.monotonic() - began)
        return {
            "hours": (time.monotonic() - self._began) / 3600,
            "loop_share": share,
            "memory_bytes": _memory(),
            "tables": self.store.tables,
            "tables_in_memory": len(self.hosting.tables),
            "tables_aside": len(self.hosting.aside),
            "bytes": self.store.bytes,
            "sockets": self.gate.sockets,
            "workers": self._workers(),
            "backup": self.care.copying.about(),
        }


def _checked(address: str) -> str:
    """Who is behind an address, as the gate knows them."""
    if (whose := household(address.partition("/")[0].strip())) == "unknown":
        raise BadOption("server.address", address=address[:50])
    return whose


def _memory() -> int:
    """Bytes that this process holds now, or held at most where the system does not say."""
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _listed(row: Row, now: float) -> Data:
    """A table in the list."""
    return {
        "table": row.id,
        **_game_and_people(row.about),
        "finished": row.finished,
        "idle_hours": None if row.touched is None else max(0.0, now - row.touched) / 3600,
        "lines": row.lines,
        "bytes": row.bytes,
    }


def _game_and_people(about: bytes | str) -> Data:
    """The game, how many people sit there, and the age: nothing else of what is kept of a table leaves the database."""
    try:
        data: Any = json.loads(about)
        people = sum(chair["kind"] == "human" for chair in data["chairs"])
        return {"game": str(data["game"]), "people": people, "hours": (time.time() - data["created"]) / 3600}
    except (ValueError, TypeError, LookupError, RecursionError):
        return {"game": None, "people": None, "hours": None}
