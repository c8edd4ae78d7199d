"""What keeping house asks of a database, in PostgreSQL: lists, removing, erasing, and whom the house keeps out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import asyncpg
import msgspec

from parlor.server.housekeeping import UNREADABLE, Row, Scrubbed, without_name
from parlor.server.postgresql.database import Connection, Connections, failure

T = TypeVar("T")
ERASE_SECONDS = 600.0

LATEST = """
    SELECT id, about, finished, touched, (SELECT count(*) FROM parlor.lines WHERE table_id = id),
        octet_length(about::text)
        + coalesce((SELECT sum(octet_length(said::text)) FROM parlor.lines WHERE table_id = id), 0)
    FROM parlor.tables ORDER BY touched DESC LIMIT $1
"""
REMOVE = """
    WITH said AS (DELETE FROM parlor.lines WHERE table_id = $1) DELETE FROM parlor.tables WHERE id = $1 RETURNING id
"""

LEFT_BEHIND = "DELETE FROM parlor.lines WHERE NOT EXISTS (SELECT FROM parlor.tables WHERE id = table_id)"


class PostgreSQLHousekeeping:
    """Keeps house in a database."""

    def __init__(self, connections: Connections) -> None:
        self.connections = connections

    async def do(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What some work finds, which comes to the same if it is done twice; an error that may be told."""
        try:
            return await self.connections.do(work)
        except asyncpg.PostgresError as error:
            raise failure(error) from error

    async def fetch(self, statement: str, *values: Any) -> list[Any]:
        """The rows of a statement."""
        return await self.do(lambda connection: connection.fetch(statement, *values))

    async def remove(self, id: str) -> bool:
        """Take a table away; whether there was one."""
        return bool(await self.fetch(REMOVE, id))

    async def latest(self, most: int) -> list[Row]:
        """The tables that were touched last."""
        rows = await self.fetch(LATEST, most)
        return [Row(id, about, done, touched, lines, int(size)) for id, about, done, touched, lines, size in rows]

    async def take_off(self, name: str) -> tuple[int, list[str]]:
        """Take a name off all seats; returns how many tables that changed, and which could not be read."""
        written = msgspec.json.encode(name).decode()
        search = "SELECT id, about FROM parlor.tables WHERE strpos(about::text, $1) > 0 ORDER BY id FOR UPDATE"

        async def job(connection: Connection) -> tuple[int, list[str]]:
            changed, left = 0, []
            async with connection.transaction():
                for id, about in await connection.fetch(search, written):
                    try:
                        new = without_name(about, name)
                    except UNREADABLE:
                        left.append(id)
                        continue
                    if new is not None:
                        change = "UPDATE parlor.tables SET about = $2, version = version + 1 WHERE id = $1"
                        await connection.execute(change, id, new)
                        changed += 1
            return changed, left

        return await self.do(job)

    async def scrub(self) -> Scrubbed:
        """Write all tables anew, without what was deleted; the log is PostgreSQL's own."""

        async def job(connection: Connection) -> None:
            async with connection.transaction():
                # A line that was on its way when its table went.
                await connection.execute("LOCK TABLE parlor.lines IN SHARE ROW EXCLUSIVE MODE")
                await connection.execute(LEFT_BEHIND, timeout=ERASE_SECONDS)
            await connection.execute("VACUUM (FULL) parlor.tables, parlor.lines", timeout=ERASE_SECONDS)

        await self.do(job)
        return Scrubbed(None, [path for (path,) in await self.fetch("SELECT path FROM parlor.backups")])

    async def bans(self, now: float) -> dict[str, float]:
        """Whom the house keeps out, and until when; bans that have ended are forgotten."""
        await self.fetch("DELETE FROM parlor.bans WHERE until <= $1", now)
        return dict(await self.fetch("SELECT address, until FROM parlor.bans"))

    async def ban(self, address: str, until: float | None) -> None:
        """Keep an address out until then, or no longer."""
        if until is None:
            await self.fetch("DELETE FROM parlor.bans WHERE address = $1", address)
        else:
            replace = "ON CONFLICT (address) DO UPDATE SET until = $2"
            await self.fetch(f"INSERT INTO parlor.bans VALUES ($1, $2) {replace}", address, until)
