"""Where tables live: rows of tables, and lines that are only ever appended; and that in SQLite.

One thread writes. It takes all jobs that wait, runs them in one transaction, and answers when that is on disk: so many
tables share a sync, and nothing is acknowledged that could be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from parlor.core.errors import BadRecord
from parlor.core.fields import Data
from parlor.server.address import Database
from parlor.server.database import LINE_TIME, Conflict, Lock, StorageFailed, connect, failure
from parlor.server.house_time import HouseTime
from parlor.server.housekeeping import Row, Scrubbed, SQLiteHousekeeping

if TYPE_CHECKING:
    # Optional, as its store is.
    from parlor.server.postgresql.peers import Peers

TIDY_SECONDS = 2.0
"""How often what is in the write-ahead log is taken into the tables."""
IDLE_BEAT_SECONDS = 60.0
"""How often a server that lives says so, at least."""
MOST_PAGES = 8_000
"""How long the log may grow before the thread that writes does it itself, which begins the log anew."""

# Lines may be later than the last beat; what is no time at all is none of any row.
LAST_ALIVE = f"""
    SELECT max(at) FROM (
        SELECT at FROM alive UNION ALL SELECT touched FROM tables
        UNION ALL SELECT {LINE_TIME} FROM tables JOIN lines ON table_id = id WHERE NOT finished
    ) WHERE at BETWEEN 0 AND 1e11
"""

# A kill, or a full disk, may have come before it was written down when a table was last played at.
IDLE = f"""
    SELECT id FROM tables WHERE touched < ?
    AND (finished OR NOT EXISTS (SELECT 1 FROM lines WHERE table_id = id AND {LINE_TIME} >= ?))
"""

# Tables of before had no version.
CHANGE = """
    UPDATE tables SET about = ?, touched = ? WHERE id = ? AND coalesce(json_extract(about, '$.version'), 0) = ?
"""

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]


@dataclass(slots=True)
class New:
    """A new table, with the lines that it has already."""

    id: str
    about: Data
    lines: list[Data]
    finished: bool
    now: float


@dataclass(slots=True)
class Append:
    """Further lines of a table, the first of which has this number; they may finish it.

    With it goes what has changed about the table, made from this version of it, and the table of a rematch.
    """

    id: str
    first: int
    lines: list[Data]
    finished: bool = False
    now: float = 0.0
    about: Data | None = None
    version: int = 0
    again: New | None = None

    @property
    def is_plain(self) -> bool:
        """Whether there are only lines."""
        return not self.finished and self.about is None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not self.lines and self.is_plain

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Do it within a transaction."""
        _insert(connection, [self])
        if self.finished:
            connection.execute("UPDATE tables SET finished = 1, touched = ? WHERE id = ?", (self.now, self.id))
        if self.about is not None:
            row = (as_text(self.about), self.now, self.id, self.version)
            if not connection.execute(CHANGE, row).rowcount:
                raise Conflict("server.database.conflict")
        if self.again is not None:
            create(connection, self.again)


@dataclass(frozen=True)
class Room:
    """How many tables a store takes, and how many bytes in all."""

    tables: int = 2**63
    bytes: int = 2**63

    def take(self, store: Store) -> None:
        """Let a store have one more table, if there is room."""
        if store.tables >= self.tables:
            raise StorageFailed("server.most-tables", most=self.tables)
        if store.bytes >= self.bytes:
            raise StorageFailed("server.most-bytes")
        store.tables += 1


class Store(Protocol):
    """What a server needs of its database.

    Lines are unique by (table, line), and what a table is has a version: whoever comes second gets a `Conflict`. After
    an append that failed, the table is loaded before the next: what was made on top of it fails, too.
    """

    tables: int
    bytes: int
    """How many tables there are and what all of them take, counted now and then."""

    async def create(self, new: New) -> None:
        """Keep a new table."""

    async def append(self, append: Append) -> None:
        """Keep all that an append holds, or nothing."""

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table; an error if that cannot be read."""

    async def running(self) -> list[str]:
        """All tables that are not finished."""

    async def expire(self, before: float, keep: list[str]) -> list[str]:
        """Forget tables that nobody has touched since, but for those to keep; returns which."""

    async def beat(self, now: float) -> None:
        """Note that a server is alive at this time of the house, which proves that the store can be written."""

    async def last_alive(self) -> float | None:
        """The time of the house when a server was last alive, None in a new one."""

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""

    async def close(self) -> None:
        """Finish what waits and let go."""

    def peers(self, house_time: HouseTime) -> Peers | None:
        """The other processes on the same database, where there may be any."""

    async def remove(self, id: str) -> bool:
        """Take a table away; whether there was one."""

    async def latest(self, most: int) -> list[Row]:
        """The tables that were touched last."""

    async def take_off(self, name: str) -> tuple[int, list[str]]:
        """Take a name off all seats; returns how many tables that changed, and which could not be read."""

    async def scrub(self) -> Scrubbed:
        """Overwrite what was deleted."""

    async def bans(self, now: float) -> dict[str, float]:
        """Whom the house keeps out, and until when; bans that have ended are forgotten."""

    async def ban(self, address: str, until: float | None) -> None:
        """Keep an address out until then, or no longer."""


@dataclass(slots=True)
class Alone:
    """A job that no transaction may hold."""

    job: Job

    def __call__(self, connection: sqlite3.Connection) -> Any:
        """Do it, and nothing else meanwhile."""
        return self.job(connection)


class SQLiteStore(SQLiteHousekeeping):
    """One file, in write-ahead mode, synced before anything is acknowledged."""

    def __init__(self, path: Path, room: Room = Room()) -> None:
        self.path = path
        self._room = room
        self.tables = self.bytes = 0
        self._touched: dict[str, float] = {}
        """When tables were played at since that was last written down: it must not cost every move a write."""
        self._new: list[tuple[Job, asyncio.Future[Any]]] = []
        self._jobs: queue.SimpleQueue[list[tuple[Job, asyncio.Future[Any]]] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._lock = Lock(path)
        opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, args=(opened,), name="store", daemon=True)
        self._thread.start()
        problem = opened.get()
        if problem is not None:
            self._lock.release()
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
        self._count(connection)
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
            answers = _commit(connection, [job for job, _ in batch])
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
                    self._count(connection)

    def _count(self, connection: sqlite3.Connection) -> None:
        self.tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        size, pages, free = (
            connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_size", "page_count", "freelist_count")
        )
        self.bytes = size * (pages - free)

    async def do_alone(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job returns that no transaction may hold."""
        return await self.do(Alone(job))

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job returns, once what it wrote is on disk."""
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

    async def create(self, new: New) -> None:
        """Keep a new table."""
        self._room.take(self)
        await self.do(lambda connection: create(connection, new))

    async def append(self, append: Append) -> None:
        """Keep all that an append holds, or nothing."""
        if append.again is not None:
            self._room.take(self)
        self._touched[append.id] = append.now
        await self.do(append)

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table; an error if that cannot be read."""
        return await self.do(lambda connection: load(connection, id))

    async def running(self) -> list[str]:
        """All tables that are not finished."""

        def job(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute("SELECT CAST(id AS BLOB) FROM tables WHERE NOT finished").fetchall()
            return [(id or b"").decode(errors="replace") for (id,) in rows]

        return await self.do(job)

    async def expire(self, before: float, keep: list[str]) -> list[str]:
        """Forget tables that nobody has touched since, but for those to keep; returns which."""
        touched = [(now, id) for id, now in self._touched.items()]
        self._touched.clear()

        def job(connection: sqlite3.Connection) -> list[str]:
            kept = set(keep)
            connection.executemany("UPDATE tables SET touched = ? WHERE id = ?", touched)
            rows = connection.execute(IDLE, (before, before)).fetchall()
            old = [row for row in rows if row[0] not in kept]
            connection.executemany("DELETE FROM lines WHERE table_id = ?", old)
            connection.executemany("DELETE FROM tables WHERE id = ?", old)
            return [id for (id,) in old]

        return await self.do(job)

    async def beat(self, now: float) -> None:
        """Note that a server is alive at this time of the house, which proves that the store can be written."""
        await self.do(lambda connection: connection.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (now,)))

    async def last_alive(self) -> float | None:
        """The time of the house when a server was last alive, None in a new one."""
        found: tuple[float | None] = await self.do(lambda connection: connection.execute(LAST_ALIVE).fetchone())
        return found[0]

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""
        await self.do(lambda connection: None)

    def peers(self, house_time: HouseTime) -> None:
        """A file is one process's alone."""

    async def close(self) -> None:
        """Finish what waits and let go."""
        self._closing.set()
        await asyncio.to_thread(self._tidier.join)
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._lock.release()


async def open_store(database: Database, room: Room) -> Store:
    """The store in a database, made or migrated if need be; an error says what to do."""
    if isinstance(database, Path):
        return SQLiteStore(database, room)
    # Optional: only whoever has outgrown a file needs it.
    from parlor.server.postgresql.store import PostgreSQLStore

    return await PostgreSQLStore.open(database, room)


def create(connection: sqlite3.Connection, new: New) -> None:
    """Insert a new table."""
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (new.id, as_text(new.about), new.finished, new.now))
    _insert(connection, [Append(new.id, 1, new.lines)])


def load(connection: sqlite3.Connection, id: str) -> tuple[Data, list[Data]] | None:
    """What a database keeps of a table, read as if anybody could have changed it."""
    row = connection.execute("SELECT CAST(about AS BLOB), finished FROM tables WHERE id = ?", (id,)).fetchone()
    if row is None:
        return None
    query = "SELECT line, CAST(said AS BLOB) FROM lines WHERE table_id = ? ORDER BY line"
    return read(row[0], bool(row[1]), connection.execute(query, (id,)))


def read(kept: bytes | str, finished: bool, rows: Iterable[tuple[int, bytes | str]]) -> tuple[Data, list[Data]]:
    """What the rows of a table say, if they are whole."""
    lines = []
    for number, (line, said) in enumerate(rows, 1):
        data = msgspec.json.decode(said)
        if line != number or not isinstance(data, dict) or data.get("line") != number:
            raise BadRecord("record.number", found=str(line)[:20], line=number)
        lines.append(data)
    if finished and (not lines or "seed" not in lines[-1]):
        raise BadRecord("verify.no-seed")
    if not isinstance(about := msgspec.json.decode(kept), dict):
        raise BadRecord("record.empty")
    return about, lines


def as_text(data: Data) -> str:
    """Data as it is kept."""
    return msgspec.json.encode(data).decode()


def _insert(connection: sqlite3.Connection, appends: list[Append]) -> None:
    """Insert all lines in one statement: each is a chance for the thread to lose the interpreter to the event loop."""
    rows = [(job.id, number, line) for job in appends for number, line in enumerate(job.lines, job.first)]
    connection.execute(
        "INSERT INTO lines SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')"
        " FROM json_each(?)",
        (msgspec.json.encode(rows).decode(),),
    )


def _commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """Run jobs in one transaction; if one fails, each in its own, so that it fails alone."""
    if len(jobs) > 1 and any(isinstance(job, Alone) for job in jobs):
        return [answer for job in jobs for answer in _commit(connection, [job])]
    try:
        return _transact(connection, jobs)
    except Exception as error:  # whatever it is, the thread goes on and whoever asked is told
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        # Whoever has locked the database would make each of them wait.
        locked = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        if len(jobs) == 1 or locked:
            return [failure(error) if isinstance(error, sqlite3.Error) else error for _ in jobs]
        return [answer for job in jobs for answer in _commit(connection, [job])]


def _transact(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    appends = [job for job in jobs if isinstance(job, Append) and job.is_plain]
    if len(appends) == len(jobs):
        # One statement is a transaction of its own.
        _insert(connection, appends)
        return [None for _ in jobs]
    if isinstance(jobs[0], Alone):
        return [jobs[0](connection)]
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
