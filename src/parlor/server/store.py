"""Where tables live: rows of tables, and lines that are only ever appended, in SQLite.

One thread owns the database. It takes all jobs that wait, runs them in one transaction, and answers when that is on
disk: so many tables share a sync, and nothing is acknowledged that could be lost.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from parlor.core.errors import ParlorError
from parlor.core.game import Data

VERSION = 1
MIGRATIONS = {
    1: """
    CREATE TABLE tables (id TEXT PRIMARY KEY, about TEXT NOT NULL, finished INTEGER NOT NULL, touched REAL NOT NULL);
    CREATE INDEX tables_by_time ON tables (touched);
    CREATE TABLE lines (
        table_id TEXT NOT NULL, line INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, line)
    ) WITHOUT ROWID;
    """
}

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]


class StorageFailed(ParlorError):
    """The database cannot be used, or could not be written."""


class Store(Protocol):
    """What a server needs of its database. Lines are unique by (table, line)."""

    async def create(self, id: str, about: Data, lines: list[Data], now: float) -> None:
        """Keep a new table."""

    async def append(self, id: str, first: int, lines: list[Data], finished: bool, now: float) -> None:
        """Keep further lines of a table, the first of which has this number."""

    async def describe(self, id: str, about: Data, now: float) -> None:
        """Keep what has changed about a table."""

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table."""

    async def running(self) -> list[tuple[str, Data, list[Data]]]:
        """All tables that are not finished, as `load` gives them."""

    async def expire(self, before: float) -> int:
        """Forget tables that nobody has touched since; returns how many."""

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""

    async def close(self) -> None:
        """Finish what waits and let go."""


class SQLiteStore:
    """One file, in write-ahead mode, synced before anything is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, args=(opened,), name="store", daemon=True)
        self._thread.start()
        problem = opened.get()
        if problem is not None:
            raise problem

    def _work(self, opened: queue.SimpleQueue[Exception | None]) -> None:
        try:
            connection = connect(self.path)
        except Exception as error:  # handed to whoever opens the store
            opened.put(error)
            return
        opened.put(None)
        waiting = self._jobs
        while (first := waiting.get()) is not None:
            batch = [first]
            # Whatever has come while the last transaction was on its way to the disk shares the next one.
            while not waiting.empty():
                job = waiting.get()
                if job is None:
                    waiting.put(None)
                    break
                batch.append(job)
            answers = _commit(connection, [job for job, _ in batch])
            futures = [future for _, future in batch]
            self._loop.call_soon_threadsafe(_answer, futures, answers)
        connection.close()

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, future))
        return await future

    async def create(self, id: str, about: Data, lines: list[Data], now: float) -> None:
        """Keep a new table."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?, ?, 0, ?)", (id, _json(about), now))
            _insert(connection, id, 1, lines)

        await self._do(job)

    async def append(self, id: str, first: int, lines: list[Data], finished: bool, now: float) -> None:
        """Keep further lines of a table, the first of which has this number."""

        def job(connection: sqlite3.Connection) -> None:
            _insert(connection, id, first, lines)
            connection.execute("UPDATE tables SET finished = ?, touched = ? WHERE id = ?", (finished, now, id))

        await self._do(job)

    async def describe(self, id: str, about: Data, now: float) -> None:
        """Keep what has changed about a table."""
        await self._do(
            lambda connection: connection.execute(
                "UPDATE tables SET about = ?, touched = ? WHERE id = ?", (_json(about), now, id)
            )
        )

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table."""

        def job(connection: sqlite3.Connection) -> tuple[Data, list[Data]] | None:
            row = connection.execute("SELECT about FROM tables WHERE id = ?", (id,)).fetchone()
            if row is None:
                return None
            lines = connection.execute("SELECT said FROM lines WHERE table_id = ? ORDER BY line", (id,))
            return msgspec.json.decode(row[0]), [msgspec.json.decode(said) for (said,) in lines]

        return await self._do(job)

    async def running(self) -> list[tuple[str, Data, list[Data]]]:
        """All tables that are not finished, as `load` gives them."""

        def job(connection: sqlite3.Connection) -> list[tuple[str, Data, list[Data]]]:
            lines: dict[str, list[Data]] = {}
            kept = connection.execute(
                "SELECT id, said FROM lines JOIN tables ON id = table_id WHERE NOT finished ORDER BY id, line"
            )
            for id, said in kept:
                lines.setdefault(id, []).append(msgspec.json.decode(said))
            rows = connection.execute("SELECT id, about FROM tables WHERE NOT finished").fetchall()
            return [(id, msgspec.json.decode(about), lines.get(id, [])) for id, about in rows]

        return await self._do(job)

    async def expire(self, before: float) -> int:
        """Forget tables that nobody has touched since; returns how many."""

        def job(connection: sqlite3.Connection) -> int:
            connection.execute(
                "DELETE FROM lines WHERE table_id IN (SELECT id FROM tables WHERE touched < ?)", (before,)
            )
            return connection.execute("DELETE FROM tables WHERE touched < ?", (before,)).rowcount

        return await self._do(job)

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""
        await self._do(lambda connection: None)

    async def close(self) -> None:
        """Finish what waits and let go."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database file, made or migrated if need be; an error says what to do."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=5)
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if found > VERSION:
            raise StorageFailed("server.database.newer", path=str(path), found=found, known=VERSION)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        for version in range(found + 1, VERSION + 1):
            connection.executescript(f"BEGIN; {MIGRATIONS[version]} PRAGMA user_version = {version}; COMMIT;")
        # A write that fails now would fail for every move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _failure(path, error) from error
    return connection


def backup(path: Path, to: Path) -> None:
    """Copy a database while a server uses it."""
    if not path.exists():
        raise StorageFailed("server.database.missing", path=str(path))
    try:
        with sqlite3.connect(path) as source, sqlite3.connect(to) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise _failure(path, error) from error


def _failure(path: Path, error: sqlite3.Error) -> StorageFailed:
    text = str(error)
    if "locked" in text:
        return StorageFailed("server.database.locked", path=str(path))
    if "readonly" in text:
        return StorageFailed("server.database.readonly", path=str(path))
    if "full" in text:
        return StorageFailed("server.database.full", path=str(path))
    return StorageFailed("server.database.failed", path=str(path), problem=text)


def _json(data: Data) -> str:
    return msgspec.json.encode(data).decode()


def _insert(connection: sqlite3.Connection, id: str, first: int, lines: list[Data]) -> None:
    # After a write that failed, a later one of the same table must fail too: a table has no gaps.
    before = connection.execute("SELECT 1 FROM lines WHERE table_id = ? AND line = ?", (id, first - 1)).fetchone()
    if first > 1 and before is None:
        raise sqlite3.IntegrityError(f"line {first - 1} is missing")
    rows = [(id, first + index, _json(line)) for index, line in enumerate(lines)]
    connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)


def _commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """Run jobs in one transaction; if one fails, each in its own, so that it fails alone."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [job(connection) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(jobs) == 1:
            return [_failure(Path(), error)]
        return [answer for job in jobs for answer in _commit(connection, [job])]
    return answers


def _answer(futures: list[asyncio.Future[Any]], answers: list[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
