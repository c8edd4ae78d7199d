"""A whole database of PostgreSQL as rows, to be copied into another, or from one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import asyncpg

from parlor.server.address import Address
from parlor.server.database import StorageFailed
from parlor.server.postgresql.database import (
    BROKEN,
    VERSION,
    Connection,
    Guard,
    connect,
    end,
    failure_at,
    prepare,
    version_of,
)
from parlor.server.sides import Rest, Side, Whole, unreadable

AT_ONCE = 50
"""Tables that are read together."""
LONG_SECONDS = 3600.0
TABLES = """
    SELECT id, about, finished, touched, ARRAY(SELECT line FROM parlor.lines WHERE table_id = id ORDER BY line),
        ARRAY(SELECT said FROM parlor.lines WHERE table_id = id ORDER BY line)
    FROM parlor.tables ORDER BY id
"""
PUT_TABLE = """
    INSERT INTO parlor.tables (id, about, version, finished, touched, receipts)
    VALUES ($1, $2::json, coalesce(($2::json ->> 'version')::bigint, 0), $3, $4, '{}')
"""


@dataclass
class DatabaseSide:
    """A database of PostgreSQL, within a transaction."""

    connection: Connection

    async def tables(self) -> AsyncIterator[Whole]:
        """All tables in the order of their ids."""
        async for row in self.connection.cursor(TABLES, prefetch=AT_ONCE):
            id, about, finished, touched, numbers, said = row
            yield Whole(id, about, finished, touched, list(zip(numbers, said, strict=True)))

    async def rest(self) -> Rest:
        """What is beside them."""
        ask = self.connection.fetch
        alive = [at for (at,) in await ask("SELECT at FROM parlor.alive")]
        bans = {str(row[0]): float(row[1]) for row in await ask("SELECT address, until FROM parlor.bans")}
        backups = [path for (path,) in await ask("SELECT path FROM parlor.backups ORDER BY number")]
        return Rest(alive[0] if alive else None, bans, backups)

    async def put(self, table: Whole) -> None:
        """Add a table."""
        id, about, finished, touched, lines = table
        # No append is looked for by a receipt of before.
        rows = [(id, number, said, 0) for number, said in lines]
        try:
            await self.connection.execute(PUT_TABLE, id, about, finished, touched)
            await self.connection.copy_records_to_table("lines", schema_name="parlor", records=rows)
        except (asyncpg.DataError, ValueError, OverflowError):
            raise unreadable(id) from None

    async def put_rest(self, rest: Rest) -> None:
        """Add what is beside them."""
        if rest.alive is not None:
            await self.connection.execute("INSERT INTO parlor.alive VALUES (true, $1)", rest.alive)
        await self.connection.executemany("INSERT INTO parlor.bans VALUES ($1, $2)", list(rest.bans.items()))
        await self.connection.executemany(
            "INSERT INTO parlor.backups (path) VALUES ($1)", [(path,) for path in rest.backups]
        )


@asynccontextmanager
async def _connected(address: Address) -> AsyncIterator[Connection]:
    """A connection for something long; an error says what to do."""
    connection: Connection | None = None
    try:
        connection = await connect(address, LONG_SECONDS)
        yield connection
    except (asyncpg.PostgresError, *BROKEN, StorageFailed) as error:
        raise failure_at(address, error) from (None if isinstance(error, StorageFailed) else error)
    finally:
        if connection is not None:
            await end(connection)


@asynccontextmanager
async def _alone(address: Address, alone: bool) -> AsyncIterator[None]:
    """The lock that no server shares, where none may run meanwhile."""
    guard = Guard(address, alone=True)
    try:
        if alone:
            await guard.take()
        yield
    finally:
        await guard.release()


@asynccontextmanager
async def read_database(address: Address, alone: bool) -> AsyncIterator[Side]:
    """A database that is read."""
    async with _connected(address) as connection, _alone(address, alone):
        found = await version_of(connection, address)
        if found == 0:
            raise StorageFailed("server.postgresql.other", path=str(address))
        if found < VERSION:
            await prepare(connection, address)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield DatabaseSide(connection)


@asynccontextmanager
async def write_database(address: Address) -> AsyncIterator[Side]:
    """A database without tables that is written."""
    async with _connected(address) as connection, _alone(address, True):
        await prepare(connection, address)
        async with connection.transaction():
            for table in ("tables", "lines", "alive", "bans"):
                if await connection.fetchval(f"SELECT EXISTS (SELECT FROM parlor.{table})"):
                    raise StorageFailed("server.move.not-empty", path=str(address))
            await connection.execute("DELETE FROM parlor.backups")
            yield DatabaseSide(connection)


async def note_backup(address: Address, path: str, most: int) -> None:
    """Remember where a copy lies; a database that cannot be written has a copy all the same."""
    with suppress(StorageFailed):
        async with _connected(address) as connection, connection.transaction():
            await connection.execute("DELETE FROM parlor.backups WHERE path = $1", path)
            await connection.execute("INSERT INTO parlor.backups (path) VALUES ($1)", path)
            latest = "SELECT number FROM parlor.backups ORDER BY number DESC LIMIT $1"
            await connection.execute(f"DELETE FROM parlor.backups WHERE number NOT IN ({latest})", most)
