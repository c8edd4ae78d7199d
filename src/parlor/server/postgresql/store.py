"""Tables in PostgreSQL: all appends that wait are one statement with arrays, and so share a commit.

Each append has a receipt, which is kept with what it wrote: if the connection breaks before the answer, it is sent
again, and finds what it wrote itself.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import asyncpg

from parlor.core.fields import Data
from parlor.server.address import Address
from parlor.server.database import Conflict, StorageFailed
from parlor.server.house_time import HouseTime
from parlor.server.postgresql import statements
from parlor.server.postgresql.database import (
    BROKEN,
    Connection,
    Connections,
    Guard,
    connect,
    end,
    failure_at,
    prepare,
)
from parlor.server.postgresql.housekeeping import PostgreSQLHousekeeping
from parlor.server.postgresql.peers import Peers
from parlor.server.store import Append, New, Room, as_text, read

COUNT_SECONDS = 10.0
"""How often tables and bytes are counted."""
MOST_TRIES = 20


@dataclass(slots=True, eq=False)
class Job:
    """An append that waits for its answer."""

    append: Append
    receipt: int
    answer: asyncio.Future[None]
    rows: list[tuple[str, int, str]]
    """The lines that it adds, each with its table and number."""

    def done(self) -> None:
        """It is on disk."""
        if not self.answer.done():
            self.answer.set_result(None)


class PostgreSQLStore(PostgreSQLHousekeeping):
    """One database, which other processes may write, too."""

    def __init__(self, connections: Connections, guard: Guard, room: Room) -> None:
        super().__init__(connections)
        self.tables = self.bytes = 0
        self._room = room
        self._guard = guard
        self._receipt = secrets.randbits(62)
        self._loop = asyncio.get_running_loop()
        self._touched: dict[str, float] = {}
        """When tables were played at since that was last written down: it must not cost every move a write."""
        self._queue: list[Job] = []
        self._flying: list[Job] = []
        """Jobs that are on their way to the database."""
        self._writing: asyncio.Task[None] | None = None
        self._failed: dict[str, StorageFailed] = {}
        """Tables of which an append has failed: those on top of it fail, too, until the table is loaded."""
        self._counting: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: Address, room: Room = Room()) -> PostgreSQLStore:  # noqa: B008
        """The store of a server."""
        guard = Guard(address)
        first: Connection | None = None
        try:
            first = await connect(address)
            await prepare(first, address)
            await guard.take()
            store = cls(Connections(address, first), guard, room)
            await store._count()
        except (asyncpg.PostgresError, *BROKEN, StorageFailed) as error:
            await guard.release()
            if first is not None:
                await end(first)
            raise failure_at(address, error) from (None if isinstance(error, StorageFailed) else error)
        store._counting = asyncio.create_task(store._count_on())
        return store

    async def _count_on(self) -> None:
        while True:
            await asyncio.sleep(COUNT_SECONDS)
            # What fails now is tried again, and a move that cannot be written says so itself.
            with suppress(StorageFailed, asyncpg.PostgresError):
                await self._count()

    async def _count(self) -> None:
        row = await self.fetch(statements.COUNT)
        self.tables, self.bytes = row[0]

    def _next_receipt(self) -> int:
        self._receipt += 1
        return self._receipt

    async def create(self, new: New) -> None:
        """Keep a new table."""
        self._room.take(self)
        receipt = self._next_receipt()
        row = (*_row(new), receipt)
        columns = _columns(_rows(new.id, 1, new.lines))

        async def job(connection: Connection) -> None:
            try:
                await connection.execute(statements.CREATE, *row, *columns)
            except asyncpg.UniqueViolationError:
                if not await _has(connection, new.id, receipt):
                    raise

        await self.do(job)

    async def append(self, append: Append) -> None:
        """Keep all that an append holds, or nothing."""
        if (error := self._failed.get(append.id)) is not None:
            raise _another(error)
        if append.again is not None:
            self._room.take(self)
        self._touched[append.id] = append.now
        rows = _rows(append.id, append.first, append.lines)
        job = Job(append, self._next_receipt(), self._loop.create_future(), rows)
        self._queue.append(job)
        if self._writing is None:
            self._writing = self._loop.create_task(self._write())
        await job.answer

    async def _write(self) -> None:
        """Write all that waits, and what comes meanwhile."""
        try:
            while self._queue:
                plain: list[Job] = []
                others: dict[str, Job] = {}
                later: list[Job] = []
                for job in self._queue:
                    append = job.append
                    if append.id in others:
                        later.append(job)
                    elif append.is_plain:
                        plain.append(job)
                    else:
                        others[append.id] = job
                self._flying, self._queue = [*plain, *others.values()], later
                if plain:
                    await self._insert(plain)
                if others:
                    await asyncio.gather(*[self._change(job) for job in others.values()])
        finally:
            self._writing = None
            for job in self._flying:
                if not job.answer.done():
                    self._fail(job, StorageFailed("server.database.failed"))
            self._flying = []

    def _fail(self, job: Job, error: StorageFailed) -> None:
        self._failed.setdefault(job.append.id, _another(error))
        if not job.answer.done():
            job.answer.set_exception(_another(error))

    def _standing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs below which nothing has failed, or is missing."""
        found = []
        ends: dict[str, int] = {}
        for job in jobs:
            id, first = job.append.id, job.append.first
            if id not in self._failed and ends.get(id, first) != first:
                self._fail(job, Conflict("server.database.conflict"))
            elif (error := self._failed.get(id)) is not None:
                self._fail(job, error)
            else:
                ends[id] = first + len(job.rows)
                found.append(job)
        return found

    async def _insert(self, jobs: list[Job]) -> None:
        """Insert the lines of all in one statement: those whose place is taken fail alone."""
        # In the order of tables, so that nobody waits for somebody who waits for them; a table's own order stays.
        jobs.sort(key=_by_table)
        for _ in range(MOST_TRIES):
            jobs = self._standing(jobs)
            if not jobs:
                return
            try:
                tried = await self.do(partial(_try_to_insert, jobs))
            except StorageFailed as error:
                # One of them may be at fault for all.
                if len(jobs) > 1 and error.message.id == "server.database.failed":
                    for job in jobs:
                        await self._insert([job])
                    return
                for job in jobs:
                    self._fail(job, error)
                return
            for job in tried.lost:
                self._fail(job, Conflict("server.database.conflict"))
            for job in tried.done:
                job.done()
            jobs = tried.open
        for job in jobs:
            self._fail(job, Conflict("server.database.conflict"))

    async def _change(self, job: Job) -> None:
        """Do what is more than lines: each is a statement of its own."""
        if not self._standing([job]):
            return
        append, again = job.append, job.append.again
        rows = job.rows
        about = version = None
        if append.about is not None:
            about, version = as_text(append.about), append.about.get("version", 0)
        made: tuple[object, ...] = (None, None, None, None, None)
        if again is not None:
            rows = rows + _rows(again.id, 1, again.lines)
            made = _row(again)
        first = append.first if append.lines else 0
        values = (
            append.id, about, append.version, version, append.finished, append.now, job.receipt, first,
            *_columns(rows), *made,
        )  # fmt: skip

        async def work(connection: Connection) -> bool:
            try:
                return bool(await connection.fetchval(statements.CHANGE, *values)) or await _has(
                    connection, append.id, job.receipt
                )
            except asyncpg.UniqueViolationError:
                return await _has(connection, append.id, job.receipt)

        try:
            if await self.do(work):
                job.done()
            else:
                self._fail(job, Conflict("server.database.conflict"))
        except StorageFailed as error:
            self._fail(job, error)

    async def load(self, id: str) -> tuple[Data, list[Data]] | None:
        """What is kept of a table; an error if that cannot be read."""
        await self._settle([job for job in (*self._flying, *self._queue) if job.append.id == id])
        self._failed.pop(id, None)
        rows = await self.fetch(statements.LOAD, id)
        if not rows:
            return None
        about, finished, numbers, said = rows[0]
        return read(about, finished, zip(numbers, said, strict=True))

    async def running(self) -> list[str]:
        """All tables that are not finished."""
        return [id for (id,) in await self.fetch("SELECT id FROM parlor.tables WHERE NOT finished")]

    async def expire(self, before: float, keep: list[str]) -> list[str]:
        """Forget tables that nobody has touched since, but for those to keep; returns which."""
        touched = self._touched
        self._touched = {}
        times = list(touched), list(touched.values())

        async def job(connection: Connection) -> list[str]:
            async with connection.transaction():
                if touched:
                    await connection.execute(statements.TOUCH, *times)
                return [id for (id,) in await connection.fetch(statements.EXPIRE, before, keep)]

        return await self.do(job)

    async def beat(self, now: float) -> None:
        """Note that a server is alive at this time of the house, which proves that the store can be written."""
        await self.fetch(statements.BEAT, now)

    async def last_alive(self) -> float | None:
        """The time of the house when a server was last alive, None in a new one."""
        found: float | None = (await self.fetch(statements.LAST_ALIVE))[0][0]
        return found

    def peers(self, house_time: HouseTime) -> Peers:
        """The other processes on the same database."""
        return Peers(self, house_time)

    async def settle(self) -> None:
        """Wait until everything that was asked for before is on disk."""
        await self._settle([*self._flying, *self._queue])

    async def _settle(self, jobs: Sequence[Job]) -> None:
        if jobs:
            await asyncio.wait([job.answer for job in jobs])

    async def close(self) -> None:
        """Finish what waits and let go."""
        await self.settle()
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.wait([self._counting])
        await self.connections.close()
        await self._guard.release()


@dataclass(slots=True)
class Tried:
    """What came of jobs that were tried together: they are on disk, or cannot be, or are to be tried again."""

    done: list[Job] = field(default_factory=list)
    lost: list[Job] = field(default_factory=list)
    open: list[Job] = field(default_factory=list)


async def _try_to_insert(jobs: list[Job], connection: Connection) -> Tried:
    """Insert the lines of all, or of none; then say which of them are on disk, and which cannot be."""
    rows = [row for job in jobs for row in job.rows]
    if not rows:
        return Tried(done=jobs)
    receipts = [job.receipt for job in jobs for _ in job.rows]
    begins: dict[str, int] = {}
    for id, line, _ in rows:
        begins.setdefault(id, line)
    firsts = [begins[id] for id, _, _ in rows]
    inserted = False
    try:
        done = await connection.execute(statements.INSERT, *_columns(rows), receipts, firsts)
        if done == f"INSERT 0 {len(rows)}":
            return Tried(done=jobs)
        inserted = True
    except asyncpg.UniqueViolationError:
        pass
    places = [job.append.id for job in jobs], [job.append.first for job in jobs]
    found = {(id, line): receipt for id, line, receipt in await connection.fetch(statements.RECEIPTS, *places)}
    tried = Tried()
    for job in jobs:
        receipt = found.get((job.append.id, job.append.first))
        if receipt == job.receipt:
            tried.done.append(job)
        elif not job.rows or (receipt is None and not inserted):
            # One without lines waits for those below it.
            tried.open.append(job)
        else:
            tried.lost.append(job)
    return tried


async def _has(connection: Connection, id: str, receipt: int) -> bool:
    """Whether a change of a table was written already, before an answer that was lost."""
    return bool(await connection.fetchval("SELECT $2 = ANY (receipts) FROM parlor.tables WHERE id = $1", id, receipt))


def _another(error: StorageFailed) -> StorageFailed:
    """The same error for somebody else: one that was raised holds on to where it went."""
    return type(error)(error.message.id, **error.message.params)


def _by_table(job: Job) -> str:
    return job.append.id


def _row(new: New) -> tuple[object, ...]:
    return new.id, as_text(new.about), new.about.get("version", 0), new.finished, new.now


def _rows(id: str, first: int, lines: list[Data]) -> list[tuple[str, int, str]]:
    return [(id, number, as_text(line)) for number, line in enumerate(lines, first)]


def _columns(rows: list[tuple[str, int, str]]) -> tuple[Sequence[object], ...]:
    """Rows as arrays."""
    return tuple(zip(*rows, strict=True)) if rows else ((), (), ())
