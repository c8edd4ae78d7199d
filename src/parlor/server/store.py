"""Where tables live: rows of tables, and lines that are only ever appended, in SQLite.

One thread writes. It takes all jobs that wait, runs them in one transaction, and answers when that is on disk: so many
tables share a sync, and nothing is acknowledged that could be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from parlor.core.errors import ParlorError
from parlor.core.fields import Data

VERSION = 2
MIGRATIONS = {
    1: """
    CREATE TABLE tables (id TEXT PRIMARY KEY, about TEXT NOT NULL, finished INTEGER NOT NULL, touched REAL NOT NULL);
    CREATE INDEX tables_by_time ON tables (touched);
    CREATE TABLE lines (
        table_id TEXT NOT NULL, line INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, line)
    ) WITHOUT ROWID;
    """,
    # When a server last lived: time that passes while none does is on nobody's clock.
    2: """
    CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), at REAL NOT NULL);
    """,
}

LOCK_SECONDS = 5
"""How long to wait for another program that is writing."""
TIDY_SECONDS = 2.0
"""How often what is in the write-ahead log is taken into the tables."""
MOST_PAGES = 8_000
"""How long the log may grow before the thread that writes does it itself, which begins the log anew."""

_FAILURES = {
    sqlite3.SQLITE_BUSY: "server.database.locked",
    sqlite3.SQLITE_LOCKED: "server.database.locked",
    sqlite3.SQLITE_READONLY: "server.database.readonly",
    sqlite3.SQLITE_CANTOPEN: "server.database.cannot-open",
    sqlite3.SQLITE_FULL: "server.database.full",
    sqlite3.SQLITE_NOTADB: "server.database.other",
}

# After a write that failed, a later one of the same table must fail too.
NO_GAPS = """
    CREATE TEMP TRIGGER no_gaps BEFORE INSERT ON lines
    WHEN NEW.line > 1 AND NOT EXISTS (SELECT 1 FROM lines WHERE table_id = NEW.table_id AND line = NEW.line - 1)
    BEGIN SELECT RAISE(ABORT, 'the line before is missing'); END
"""

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]


class StorageFailed(ParlorError):
    """The database cannot be used, or could not be written."""


class Store(Protocol):
    """What a server needs of its database. Lines are unique by (table, line)."""

    async def create(self, id: str, about: Data, lines: list[Data], finished: bool, now: float) -> None:
        """Keep a new table."""

    async def append(
        self, id: str, first: int, lines: list[Data], finished: bool, now: float, about: Data | None = None
    ) -> None:
        """Keep further lines of a table, the first of which has this number, with what has changed about it."""

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table."""

    async def running(self) -> list[tuple[str, Data, list[Data]]]:
        """All tables that are not finished, as `load` gives them."""

    async def expire(self, before: float, keep: list[str]) -> list[str]:
        """Forget tables that nobody has touched since, but for those to keep; returns which."""

    async def beat(self, now: float) -> None:
        """Note that a server is alive, which proves that the store can be written."""

    async def last_alive(self) -> float | None:
        """When a server was last alive."""

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""

    async def close(self) -> None:
        """Finish what waits and let go."""


@dataclass(slots=True)
class Append:
    """A job: further lines of a table, which may finish it, and what has changed about it."""

    id: str
    first: int
    lines: list[Data]
    finished: bool = False
    now: float = 0.0
    about: Data | None = None

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Do it within a transaction."""
        _insert(connection, [self])
        if self.finished:
            connection.execute("UPDATE tables SET finished = 1 WHERE id = ?", (self.id,))
        if self.about is not None:
            row = (_json(self.about), self.now, self.id)
            connection.execute("UPDATE tables SET about = ?, touched = ? WHERE id = ?", row)


class SQLiteStore:
    """One file, in write-ahead mode, synced before anything is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._touched: dict[str, float] = {}
        """When tables were played at since that was last written down: it must not cost every move a write."""
        self._new: list[tuple[Job, asyncio.Future[Any]]] = []
        self._jobs: queue.SimpleQueue[list[tuple[Job, asyncio.Future[Any]]] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, args=(opened,), name="store", daemon=True)
        self._thread.start()
        problem = opened.get()
        if problem is not None:
            raise problem
        self._closing = threading.Event()
        self._tidier = threading.Thread(target=self._tidy, name="tidier", daemon=True)
        self._tidier.start()

    def _work(self, opened: queue.SimpleQueue[Exception | None]) -> None:
        try:
            connection = connect(self.path)
        except Exception as error:  # handed to whoever opens the store
            opened.put(error)
            return
        connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        opened.put(None)
        waiting = self._jobs
        while (first := waiting.get()) is not None:
            batch = first
            # Whatever has come while the last transaction was on its way to the disk shares the next one.
            while not waiting.empty():
                more = waiting.get()
                if more is None:
                    waiting.put(None)
                    break
                batch += more
            answers = _commit(connection, [job for job, _ in batch], self.path)
            futures = [future for _, future in batch]
            self._loop.call_soon_threadsafe(_answer, futures, answers)
        connection.close()

    def _tidy(self) -> None:
        """Take the write-ahead log into the tables, beside the thread that writes: every move would wait for that."""
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            while not self._closing.wait(TIDY_SECONDS):
                # What fails now is tried again, and a move that cannot be written says so itself.
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        # Waking the thread costs more than a job: what comes in one turn of the loop is handed over together.
        if not self._new:
            self._loop.call_soon(self._hand_over)
        self._new.append((job, future))
        return await future

    def _hand_over(self) -> None:
        if self._new:
            self._jobs.put(self._new)
            self._new = []

    async def create(self, id: str, about: Data, lines: list[Data], finished: bool, now: float) -> None:
        """Keep a new table."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (id, _json(about), finished, now))
            _insert(connection, [Append(id, 1, lines)])

        await self._do(job)

    async def append(
        self, id: str, first: int, lines: list[Data], finished: bool, now: float, about: Data | None = None
    ) -> None:
        """Keep further lines of a table, the first of which has this number, with what has changed about it."""
        self._touched[id] = now
        await self._do(Append(id, first, lines, finished, now, about))

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

    async def expire(self, before: float, keep: list[str]) -> list[str]:
        """Forget tables that nobody has touched since, but for those to keep; returns which."""
        touched = [(now, id) for id, now in self._touched.items()]
        self._touched.clear()

        def job(connection: sqlite3.Connection) -> list[str]:
            kept = set(keep)
            connection.executemany("UPDATE tables SET touched = ? WHERE id = ?", touched)
            rows = connection.execute("SELECT id FROM tables WHERE touched < ?", (before,)).fetchall()
            old = [row for row in rows if row[0] not in kept]
            connection.executemany("DELETE FROM lines WHERE table_id = ?", old)
            connection.executemany("DELETE FROM tables WHERE id = ?", old)
            return [id for (id,) in old]

        return await self._do(job)

    async def beat(self, now: float) -> None:
        """Note that a server is alive, which proves that the store can be written."""
        await self._do(lambda connection: connection.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (now,)))

    async def last_alive(self) -> float | None:
        """When a server was last alive."""
        query = "SELECT max(at) FROM (SELECT at FROM alive UNION ALL SELECT max(touched) FROM tables)"
        found: tuple[float | None] = await self._do(lambda connection: connection.execute(query).fetchone())
        return found[0]

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""
        await self._do(lambda connection: None)

    async def close(self) -> None:
        """Finish what waits and let go."""
        self._closing.set()
        await asyncio.to_thread(self._tidier.join)
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database file, made or migrated if need be; an error says what to do."""
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=LOCK_SECONDS)
        found = _version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A write that fails now would fail for every move.
        connection.execute("BEGIN IMMEDIATE")
        for version in range(found + 1, VERSION + 1):
            for statement in MIGRATIONS[version].split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
        connection.execute(NO_GAPS)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise failure(path, error) from error
        raise
    return connection


def _version(connection: sqlite3.Connection, path: Path) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > VERSION:
        raise StorageFailed("server.database.newer", path=str(path), found=found, known=VERSION)
    if found == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StorageFailed("server.database.other", path=str(path))
    return found


def backup(path: Path, to: Path) -> None:
    """Copy a database while a server uses it, whole or not at all."""
    if not path.is_file():
        raise StorageFailed("server.database.missing", path=str(path))
    if to.exists():
        raise StorageFailed("server.database.exists", path=str(to))
    draft = to.with_name(to.name + ".new")
    draft.unlink(missing_ok=True)
    written = path
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as source:
            _version(source, path)
            written = to
            with contextlib.closing(sqlite3.connect(draft)) as target:
                source.backup(target)
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(to)
    except sqlite3.Error as error:
        raise failure(written, error) from error
    finally:
        draft.unlink(missing_ok=True)


def failure(path: Path, error: sqlite3.Error) -> StorageFailed:
    """What is wrong with a database, and what to do."""
    # The lower byte names the kind of an error, the rest its cause.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind in _FAILURES:
        return StorageFailed(_FAILURES[kind], path=str(path))
    return StorageFailed("server.database.failed", path=str(path), problem=str(error))


def _json(data: Data) -> str:
    return msgspec.json.encode(data).decode()


def _insert(connection: sqlite3.Connection, appends: list[Append]) -> None:
    """Insert all lines in one statement: each is a chance for the thread to lose the interpreter to the event loop."""
    rows = [(job.id, number, line) for job in appends for number, line in enumerate(job.lines, job.first)]
    connection.execute(
        "INSERT INTO lines SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')"
        " FROM json_each(?)",
        (msgspec.json.encode(rows).decode(),),
    )


def _commit(connection: sqlite3.Connection, jobs: list[Job], path: Path) -> list[Any]:
    """Run jobs in one transaction; if one fails, each in its own, so that it fails alone."""
    try:
        return _transact(connection, jobs)
    except Exception as error:  # whatever it is, the thread goes on and whoever asked is told
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        # Whoever has locked the database would make each of them wait.
        locked = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        if len(jobs) == 1 or locked:
            return [failure(path, error) if isinstance(error, sqlite3.Error) else error for _ in jobs]
        return [answer for job in jobs for answer in _commit(connection, [job], path)]


def _transact(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    appends = [job for job in jobs if isinstance(job, Append) and not job.finished and job.about is None]
    if len(appends) == len(jobs):
        # One statement is a transaction of its own.
        _insert(connection, appends)
        return [None for _ in jobs]
    connection.execute("BEGIN IMMEDIATE")
    answers = [job(connection) for job in jobs]
    connection.execute("COMMIT")
    return answers


def _answer(futures: list[asyncio.Future[Any]], answers: list[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
