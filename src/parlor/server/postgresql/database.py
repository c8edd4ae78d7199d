"""A database of PostgreSQL: how it is reached, brought up to date, and what is wrong with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import asyncpg

from parlor.core.words import Message
from parlor.server.address import Address
from parlor.server.database import Conflict, StorageFailed

T = TypeVar("T")
# It is generic for whoever checks types alone.
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
log = logging.getLogger("parlor.server")

LEAST = 14
"""The oldest PostgreSQL that will do."""
VERSION = 2
OLDEST = 2
"""The oldest version whose servers may run beside those of this one: migrations add, and take away a release later."""
MIGRATIONS = {
    # Plain characters sort by their bytes in every language: locks are taken in the order of ids.
    1: """
    CREATE TABLE parlor.tables (
        id text COLLATE "C" PRIMARY KEY, about json NOT NULL, version bigint NOT NULL, finished boolean NOT NULL,
        touched double precision NOT NULL, receipts bigint[] NOT NULL
    );
    CREATE INDEX tables_by_time ON parlor.tables (touched);
    CREATE TABLE parlor.lines (
        table_id text COLLATE "C", line integer, said json NOT NULL, receipt bigint NOT NULL,
        PRIMARY KEY (table_id, line)
    );
    CREATE TABLE parlor.alive (one boolean PRIMARY KEY CHECK (one), at double precision NOT NULL);
    CREATE TABLE parlor.bans (address text PRIMARY KEY, until double precision NOT NULL);
    CREATE TABLE parlor.backups (path text PRIMARY KEY, number serial);
    """,
    # What the processes on a database know of each other. All of it is written again after a crash: it needs no log.
    2: """
    ALTER TABLE parlor.schema ADD COLUMN oldest integer NOT NULL DEFAULT 1;
    CREATE UNLOGGED TABLE parlor.processes (
        name text PRIMARY KEY, beat timestamptz NOT NULL, house double precision NOT NULL, rules json NOT NULL,
        metrics json NOT NULL
    );
    CREATE UNLOGGED TABLE parlor.hosted (
        table_id text COLLATE "C", process text, seats integer[] NOT NULL, readers integer NOT NULL,
        PRIMARY KEY (table_id, process)
    );
    """,
}
MIGRATING, SERVING = 0x7061726C, 0x7061726D
"""What advisory locks are called: of whoever brings a database up to date, and of servers."""

VERSION_OF = "SELECT version, to_json(known) ->> 'oldest' FROM parlor.schema AS known"

MOST_CONNECTIONS = 8
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 10.0
MIGRATION_SECONDS = 3600.0
"""How long bringing a large database up to date may take, or waiting for another process that does."""
PATIENCE = 5.0
"""How long to try again when the database does not answer."""
PAUSE = 0.1

BROKEN = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    TimeoutError,
)
"""What says nothing about whether something was done: the connection broke, or there was none."""
AGAIN = (*BROKEN, asyncpg.TransactionRollbackError)
"""What may go well if it is done again."""

_FAILURES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    # What is wrong with what was to be sent is an InterfaceError, too.
    (ValueError, "server.database.failed"),
    (asyncpg.InvalidAuthorizationSpecificationError, "server.postgresql.password"),
    (asyncpg.InvalidCatalogNameError, "server.postgresql.missing"),
    ((asyncpg.ReadOnlySQLTransactionError, asyncpg.InsufficientPrivilegeError), "server.postgresql.readonly"),
    (asyncpg.DiskFullError, "server.database.full"),
    (asyncpg.UniqueViolationError, "server.database.conflict"),
    (BROKEN, "server.postgresql.away"),
)


def failure(error: Exception) -> StorageFailed:
    """What is wrong with a database, for everybody: where it is, and who uses it, is nobody's business."""
    if isinstance(error, StorageFailed):
        return error
    found = next((id for kinds, id in _FAILURES if isinstance(error, kinds)), "server.database.failed")
    return Conflict(found) if found == "server.database.conflict" else StorageFailed(found)


def failure_at(address: Address, error: Exception) -> StorageFailed:
    """What is wrong with a database, and what to do, for whoever runs the server; never with a password."""
    found = failure(error).message
    if found.id == "server.database.failed":
        return StorageFailed("server.database.unusable", path=str(address), problem=type(error).__name__)
    if found.params:
        return StorageFailed(found.id, **found.params)
    return StorageFailed("server.postgresql.at", path=str(address), problem=Message(found.id))


async def connect(address: Address, command_seconds: float = COMMAND_SECONDS, durable: bool = True) -> Connection:
    """A connection; what it commits is on disk, unless it need not be."""
    try:
        connection: Connection = await asyncpg.connect(
            address.url,
            timeout=CONNECT_SECONDS,
            command_timeout=command_seconds,
            server_settings={"application_name": "parlor"},
        )
    except (ValueError, FileNotFoundError, asyncpg.ClientConfigurationError) as error:
        # What is wrong might be the password. A certificate is checked, or looked for, only where that was asked for.
        if isinstance(error, ssl.SSLError) or "sslmode=verify" in address.url:
            raise StorageFailed("server.postgresql.certificate") from None
        if isinstance(error, FileNotFoundError):
            # Of a socket: nobody listens there.
            raise
        raise StorageFailed("server.database.address") from None
    try:
        # Not as it connects: pgbouncer would refuse that.
        await connection.execute(f"SET synchronous_commit = {'on' if durable else 'off'}")
    except BaseException:
        connection.terminate()
        raise
    return connection


async def end(connection: Connection) -> None:
    """Say goodbye, if anybody is there."""
    with contextlib.suppress(*BROKEN):
        await connection.close(timeout=CONNECT_SECONDS)


async def prepare(connection: Connection, address: Address) -> None:
    """Make or migrate the tables of a database, one process at a time; an error says what to do."""
    found = connection.get_server_version().major
    if found < LEAST:
        raise StorageFailed("server.postgresql.old", path=str(address), found=found, least=LEAST)
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING, timeout=MIGRATION_SECONDS)
        version = await version_of(connection, address)
        if version == 0:
            # Whoever may not make it may have been given it.
            if await connection.fetchval("SELECT to_regnamespace('parlor')") is None:
                await connection.execute("CREATE SCHEMA parlor")
            await connection.execute(
                "CREATE TABLE parlor.schema (one boolean PRIMARY KEY CHECK (one), version integer NOT NULL)"
            )
            await connection.execute("INSERT INTO parlor.schema VALUES (true, 0)")
        for number in range(version + 1, VERSION + 1):
            await connection.execute(MIGRATIONS[number], timeout=MIGRATION_SECONDS)
        # A write that fails now would fail for every move.
        written = "UPDATE parlor.schema SET version = greatest(version, $1), oldest = greatest(oldest, $2)"
        await connection.execute(written, VERSION, OLDEST)


async def version_of(connection: Connection, address: Address) -> int:
    """The version of a database, 0 where there is none of Parlor yet; an error if it is too new for this Parlor."""
    if await connection.fetchval("SELECT to_regclass('parlor.schema')") is None:
        return 0
    found, oldest = (await connection.fetchrow(VERSION_OF) or (0, "0"))[:2]
    # The first had no oldest.
    if int(oldest or found) > VERSION:
        raise StorageFailed("server.database.newer", path=str(address), found=found, known=VERSION)
    return int(found)


class Connections:
    """A few connections to one database, made when they are needed and anew when they break."""

    def __init__(self, address: Address, first: Connection) -> None:
        self.address = address
        self._idle = [first]
        self._free = asyncio.Semaphore(MOST_CONNECTIONS)

    async def do(self, work: Callable[[Connection], Awaitable[T]], patience: float | None = None) -> T:
        """What some work finds. It is done again while the database does not answer, but not for ever.

        So it must come to the same if it is done twice.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + (PATIENCE if patience is None else patience)
        async with self._free:
            while True:
                connection: Connection | None = None
                try:
                    connection = self._idle.pop() if self._idle else await connect(self.address)
                    found = await work(connection)
                except ValueError as error:
                    if connection is not None:
                        self._idle.append(connection)
                    raise failure(error) from error
                except AGAIN as error:
                    if connection is not None:
                        connection.terminate()
                    # Those that idled have broken, too.
                    self._let_go()
                    if loop.time() > until:
                        raise failure(error) from error
                    await asyncio.sleep(PAUSE)
                except asyncpg.PostgresError:
                    assert connection is not None
                    self._idle.append(connection)
                    raise
                except BaseException:
                    # Somebody stopped waiting: what comes on this connection is not for the next.
                    if connection is not None:
                        connection.terminate()
                    raise
                else:
                    self._idle.append(connection)
                    return found

    def _let_go(self) -> None:
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        """Let go of all."""
        while self._idle:
            await end(self._idle.pop())


class Guard:
    """An advisory lock on a connection of its own, which goes with the process: servers share it.

    Whoever moves a whole database has it `alone`. If a server's connection breaks, it is taken again.
    """

    def __init__(self, address: Address, alone: bool = False) -> None:
        self.address = address
        self._lock = "SELECT pg_try_advisory_lock($1)" if alone else "SELECT pg_try_advisory_lock_shared($1)"
        self._problem = "server.postgresql.serving" if alone else "server.postgresql.moving"
        self._connection: Connection | None = None
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self) -> None:
        """Take it, or say that somebody else has it: after a moment, in which one that was killed may be missed."""
        connection = await connect(self.address)
        try:
            for _ in range(10):
                if await connection.fetchval(self._lock, SERVING):
                    self._connection = connection
                    connection.add_termination_listener(self._lost)
                    return
                await asyncio.sleep(PAUSE)
            raise StorageFailed(self._problem, path=str(self.address))
        except BaseException:
            connection.terminate()
            raise

    def _lost(self, connection: object) -> None:
        if not self._closed:
            task = asyncio.get_running_loop().create_task(self._take_again())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take_again(self) -> None:
        while not self._closed:
            await asyncio.sleep(PAUSE)
            try:
                await self.take()
                return
            except (asyncpg.PostgresError, *BROKEN):
                continue
            except StorageFailed:
                log.warning("somebody moves the database")
                await asyncio.sleep(PATIENCE)

    async def release(self) -> None:
        """Let another server have it."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
            await asyncio.wait([task])
        if self._connection is not None:
            await end(self._connection)
