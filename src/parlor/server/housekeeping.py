"""What keeping house asks of a database, in SQLite: lists, removing, erasing, and whom the house keeps out."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Row(NamedTuple):
    """A table in a list."""

    id: str
    about: bytes | str
    finished: bool
    touched: float | None
    lines: int
    bytes: int


class Scrubbed(NamedTuple):
    """What was overwritten, and which copies are known that were not."""

    log_emptied: bool | None
    """None where the log is not Parlor's to empty."""
    backups: list[str]


class SQLiteHousekeeping(ABC):
    """Keeps house in one file."""

    path: Path

    @abstractmethod
    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job returns, once what it wrote is on disk."""

    @abstractmethod
    async def do_alone(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job returns that no transaction may hold."""

    async def remove(self, id: str) -> bool:
        """Take a table away; whether there was one."""

        def job(connection: sqlite3.Connection) -> bool:
            connection.execute("DELETE FROM lines WHERE table_id = ?", (id,))
            return connection.execute("DELETE FROM tables WHERE id = ?", (id,)).rowcount > 0

        return await self.do(job)

    async def latest(self, most: int) -> list[Row]:
        """The tables that were touched last."""
        return await asyncio.to_thread(_latest, self.path, most)

    async def take_off(self, name: str) -> tuple[int, list[str]]:
        """Take a name off all seats; returns how many tables that changed, and which could not be read."""
        return await self.do(lambda connection: _take_off(connection, name))

    async def scrub(self) -> Scrubbed:
        """Overwrite what was deleted, wherever it lay."""
        emptied = await self.do_alone(_scrub)
        rows = await self.do(lambda connection: connection.execute("SELECT path FROM backups").fetchall())
        return Scrubbed(emptied, [path for (path,) in rows])

    async def bans(self, now: float) -> dict[str, float]:
        """Whom the house keeps out, and until when; bans that have ended are forgotten."""

        def job(connection: sqlite3.Connection) -> list[tuple[str, float]]:
            connection.execute("DELETE FROM bans WHERE until <= ?", (now,))
            return connection.execute("SELECT address, until FROM bans").fetchall()

        return {str(address): until for address, until in await self.do(job) if isinstance(until, float)}

    async def ban(self, address: str, until: float | None) -> None:
        """Keep an address out until then, or no longer."""
        if until is None:
            await self.do(lambda connection: connection.execute("DELETE FROM bans WHERE address = ?", (address,)))
        else:
            row = (address, until)
            await self.do(lambda connection: connection.execute("REPLACE INTO bans VALUES (?, ?)", row))


def _latest(path: Path, most: int) -> list[Row]:
    """The latest tables, read beside the thread that writes."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA query_only = ON")
        rows = connection.execute(
            "SELECT CAST(id AS BLOB), CAST(about AS BLOB), finished, touched,"
            " (SELECT count(*) FROM lines WHERE table_id = id),"
            " length(about) + coalesce((SELECT sum(length(said)) FROM lines WHERE table_id = id), 0)"
            " FROM tables ORDER BY touched DESC LIMIT ?",
            (most,),
        )
        return [
            Row((id or b"").decode(errors="replace"), about, bool(finished), _number(touched), lines, size)
            for id, about, finished, touched, lines, size in rows
        ]


def _number(found: object) -> float | None:
    return found if isinstance(found, float) else None


def without_name(about: bytes | str, name: str) -> str | None:
    """What is kept of a table, a version later, with a name off its seats; None if nobody there is called so."""
    data: Any = msgspec.json.decode(about)
    mine = [chair for chair in data["chairs"] if chair["name"] == name]
    for chair in mine:
        chair["name"] = chair["webhook"] = None
    data["version"] = data.get("version", 0) + 1
    return msgspec.json.encode(data).decode() if mine else None


UNREADABLE = (msgspec.DecodeError, TypeError, LookupError, AttributeError)


def _take_off(connection: sqlite3.Connection, name: str) -> tuple[int, list[str]]:
    changed, left = 0, []
    written = msgspec.json.encode(name).decode()
    rows = connection.execute("SELECT id, about FROM tables WHERE instr(about, ?)", (written,)).fetchall()
    for id, about in rows:
        try:
            new = without_name(about, name)
        except UNREADABLE:
            left.append(str(id))
            continue
        if new is not None:
            connection.execute("UPDATE tables SET about = ? WHERE id = ?", (new, id))
            changed += 1
    return changed, left


def _scrub(connection: sqlite3.Connection) -> bool:
    """Write the database anew, without what was deleted, and empty its log, unless somebody reads in that."""
    connection.execute("VACUUM")
    busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy
