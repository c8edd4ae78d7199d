"""A whole database as rows, to be copied into another: that of a file here."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from parlor.server.address import Database
from parlor.server.database import LOCK_SECONDS, Lock, StorageFailed, connect, failure_at, version_of


class Whole(NamedTuple):
    """All that is kept of a table, as it is written there, be it whole or not."""

    id: str
    about: str
    finished: bool
    touched: float
    lines: list[tuple[int, str]]


class Rest(NamedTuple):
    """What is kept beside tables: the time of the house, whom it keeps out, and where copies lie."""

    alive: float | None
    bans: dict[str, float]
    backups: list[str]


class Side(Protocol):
    """A database that is read, all of it at one moment, or written, all of it or nothing."""

    def tables(self) -> AsyncIterator[Whole]:
        """All tables in the order of their ids."""

    async def rest(self) -> Rest:
        """What is beside them."""

    async def put(self, table: Whole) -> None:
        """Add a table."""

    async def put_rest(self, rest: Rest) -> None:
        """Add what is beside them."""


def reading(database: Database, alone: bool = False) -> AbstractAsyncContextManager[Side]:
    """A database that is read, with the lock of a server where no server may run meanwhile."""
    if isinstance(database, Path):
        return read_file(database, alone)
    # Optional: only whoever has outgrown a file needs it.
    from parlor.server.postgresql.side import read_database

    return read_database(database, alone)


def writing(database: Database) -> AbstractAsyncContextManager[Side]:
    """A database that is written and must be empty: what is put there stays if nothing goes wrong."""
    if isinstance(database, Path):
        return write_file(database)
    # Optional, as above.
    from parlor.server.postgresql.side import write_database

    return write_database(database)


@dataclass
class FileSide:
    """The database in a file."""

    connection: sqlite3.Connection

    async def tables(self) -> AsyncIterator[Whole]:
        """All tables in the order of their ids."""
        rows = self.connection.execute(
            "SELECT CAST(id AS BLOB), CAST(about AS BLOB), finished, CAST(touched AS REAL) FROM tables ORDER BY id"
        )
        for id, about, finished, touched in rows:
            query = "SELECT line, CAST(said AS BLOB) FROM lines WHERE table_id = CAST(? AS TEXT) ORDER BY line"
            found = self.connection.execute(query, (id,)).fetchall()
            try:
                lines = [(line, said.decode()) for line, said in found]
                table = Whole(id.decode(), about.decode(), bool(finished), touched, lines)
            except UnicodeDecodeError:
                raise unreadable(id.decode(errors="replace")) from None
            yield table

    async def rest(self) -> Rest:
        """What is beside them."""
        ask = self.connection.execute
        alive = ask("SELECT at FROM alive").fetchone()
        backups = [path for (path,) in ask("SELECT path FROM backups ORDER BY rowid")]
        bans = dict(ask("SELECT address, until FROM bans").fetchall())
        return Rest(None if alive is None else alive[0], bans, backups)

    async def put(self, table: Whole) -> None:
        """Add a table."""
        id, about, finished, touched, lines = table
        self.connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (id, about, finished, touched))
        self.connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", [(id, *line) for line in lines])

    async def put_rest(self, rest: Rest) -> None:
        """Add what is beside them."""
        if rest.alive is not None:
            self.connection.execute("INSERT INTO alive VALUES (1, ?)", (rest.alive,))
        self.connection.executemany("INSERT INTO bans VALUES (?, ?)", rest.bans.items())
        self.connection.executemany("INSERT INTO backups VALUES (?)", [(path,) for path in rest.backups])


def unreadable(table: str) -> StorageFailed:
    """What is said of a table that cannot be copied as it is."""
    return StorageFailed("server.move.broken", table=table[:40])


@asynccontextmanager
async def read_file(path: Path, alone: bool) -> AsyncIterator[Side]:
    """A file that is read."""
    if not path.is_file():
        raise StorageFailed("server.database.missing", path=str(path))
    lock = Lock(path) if alone else None
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=LOCK_SECONDS)) as connection:
            if version_of(connection, path) == 0:
                raise StorageFailed("server.database.other", path=str(path))
            if lock is not None:
                # An older one is brought up to date.
                connect(path).close()
            connection.execute("BEGIN")
            yield FileSide(connection)
    except sqlite3.Error as error:
        raise failure_at(path, error) from error
    finally:
        if lock is not None:
            lock.release()


@asynccontextmanager
async def write_file(path: Path) -> AsyncIterator[Side]:
    """A new file, which has its name once it is whole."""
    if path.exists():
        raise StorageFailed("server.database.exists", path=str(path))
    draft = path.with_name(path.name + ".new")
    _remove(draft)
    try:
        with closing(connect(draft)) as connection:
            # What is broken is copied as it is.
            connection.execute("DROP TRIGGER no_gaps")
            connection.execute("BEGIN IMMEDIATE")
            yield FileSide(connection)
            connection.execute("COMMIT")
        draft.replace(path)
    except sqlite3.Error as error:
        raise failure_at(path, error) from error
    except OSError as error:
        raise StorageFailed("server.database.unusable", path=str(path), problem=str(error.strerror)) from error
    finally:
        _remove(draft)


def _remove(path: Path) -> None:
    for beside in ("", "-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
