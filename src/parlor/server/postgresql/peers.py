"""The processes on one database: who of them lives, who looks after which table, and what one has missed of the others.

What they tell each other is a hint to look into the database, which they do again and again in any case.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import secrets
from collections.abc import Collection, Coroutine
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from parlor import games
from parlor.core.errors import ParlorError
from parlor.server.database import StorageFailed
from parlor.server.errors import Busy, NoTable, kind, log_failure
from parlor.server.hosted import Hosted
from parlor.server.house_time import HouseTime
from parlor.server.metrics import Samples, samples
from parlor.server.postgresql import statements
from parlor.server.postgresql.housekeeping import PostgreSQLHousekeeping
from parlor.server.postgresql.notices import Notice, Notices

if TYPE_CHECKING:
    # They are made of what is made of these.
    from parlor.server.hosting import Hosting
    from parlor.server.keeping import Keeping

HOUSE = ""
"""What is told of no table."""
LIST_SECONDS = 2.0
BEAT_SECONDS = 1.0
"""How often a process says that it lives."""
LOOK_SECONDS = 5.0
"""How often to look for what was missed."""
MOST_LOOKS = 5
"""How often to look at a table at which something is being written all the time."""
PAUSE = 0.2
SHORT_PAUSE = 0.001
Rules = dict[str, list[int]]
log = logging.getLogger("parlor.server")


class Peers:
    """The other processes, as this one knows them."""

    def __init__(self, store: PostgreSQLHousekeeping, house_time: HouseTime) -> None:
        self.store = store
        self.house_time = house_time
        self.name = f"{platform.node()}-{os.getpid()}-{secrets.token_hex(2)}"
        self.rules: Rules = {name: list(games.game(name).versions) for name in games.names()}
        self.living: dict[str, Rules] = {self.name: self.rules}
        """Who lives, and which rules of which games they know."""
        self.hosting: Hosting
        self._keeping: Keeping
        self._notices: Notices
        self._tasks: set[asyncio.Task[None]] = set()
        self._listed: list[str] = []
        self._listed_at = -LIST_SECONDS
        self._changed: set[str] = set()
        """Tables that this process has otherwise than the others know."""
        self._stale: set[str] = set()
        """Tables that may have changed elsewhere."""
        self._looking: asyncio.Task[None] | None = None
        self._looked: asyncio.Future[None] | None = None

    async def open(self) -> None:
        """Live, and go on from the time of those who do."""
        await self._beat()

    async def begin(self, keeping: Keeping) -> None:
        """Look after tables from now on."""
        self._keeping = keeping
        self.hosting = keeping.hosting
        self.hosting.peers = self
        self._notices = Notices(self.store.connections.address, self.name, self._hear, self._miss)
        self._notices.listen(HOUSE)
        await self._adopt()
        for work in (self._live(), self._look_again()):
            self._begin(work)

    async def close(self) -> None:
        """Leave all tables to the others."""
        self.hosting.peers = None
        for task in (*self._tasks, *([self._looking] if self._looking is not None else [])):
            task.cancel()
            await asyncio.wait([task])
        await self._notices.close()
        with suppress(StorageFailed):
            await self.store.fetch(statements.DIE, self.name)

    # Who lives

    async def _live(self) -> None:
        failed = False
        loop = asyncio.get_running_loop()
        while True:
            last = loop.time()
            await asyncio.sleep(BEAT_SECONDS)
            try:
                before = self.living.keys()
                await self._beat()
                # Whoever stood still for long was taken for dead, and what they have is not written any more.
                if before != self.living.keys() or loop.time() - last > statements.LIVE_SECONDS:
                    self._miss(None)
                    await self._adopt()
                failed = False
            except StorageFailed as error:
                if not failed:
                    log.warning("this process could not say that it lives: %s", kind(error))
                failed = True

    async def _beat(self) -> None:
        about = msgspec.json.encode(self.rules).decode(), msgspec.json.encode(samples()).decode()
        rows = await self.store.fetch(statements.LIVE, self.name, self.house_time.now(), *about)
        self.living = {name: msgspec.json.decode(rules, type=Rules) for name, rules, _ in rows}
        self.living[self.name] = self.rules
        for _, _, now in rows:
            self.house_time.reach(now)
        if self.leads:
            await self.store.fetch(statements.BURY)

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for the whole house."""
        return self.name == _first("", self.living)

    def looks_after(self, hosted: Hosted) -> bool:
        """Whether this process does what is done once at a table: one of those at which people look at it, if any do.

        For a moment two may think so, or none: what they would write is written once all the same.
        """
        if hosted.elsewhere is None:
            return False
        visited = [name for name, (_, readers) in hosted.elsewhere.items() if readers]
        if hosted.readers:
            visited.append(self.name)
        return self.name == _first(hosted.id, visited or [self.name, *hosted.elsewhere])

    async def _adopt(self) -> None:
        """Bring tables into memory at which something comes to pass and which nobody has."""
        for id, game, rules in await self.store.fetch(statements.ORPHANS):
            able = [name for name, known in self.living.items() if rules in known.get(game, ())]
            if able and _first(id, able) == self.name and id not in self.hosting.tables:
                with suppress(NoTable, Busy):
                    await self.hosting.find(id)

    async def listed(self, most: int) -> list[str]:
        """The tables in the list for everybody, the latest first, as they were a moment ago."""
        now = asyncio.get_running_loop().time()
        if now - self._listed_at > LIST_SECONDS:
            self._listed_at = now
            self._listed = [id for (id,) in await self.store.fetch(statements.LISTED, most)]
        return self._listed

    async def present(self) -> dict[str, int]:
        """How many seats are here at each table, at any process."""
        return dict(await self.store.fetch(statements.PRESENT))

    async def samples(self) -> dict[str, Samples]:
        """What is counted at all that live, by their names."""
        rows = await self.store.fetch(statements.METRICS)
        return {name: msgspec.json.decode(counted, type=Samples) for name, counted in rows}

    # What is told and heard

    def wrote(self, hosted: Hosted) -> None:
        """A table has changed on disk."""
        self._tell("lines", hosted.id, hosted.stored, hosted.seated, key=("lines", hosted.id))

    def has(self, id: str) -> None:
        """This process has a table, or has it no more, or others look at it than before."""
        self._notices.listen(id)
        self._changed.add(id)
        self._look()

    def say(self, hosted: Hosted, text: bytes, seats: Collection[int] | None = None) -> None:
        """Tell everybody at a table, or those at some seats, something that is kept nowhere."""
        self._tell("said", hosted.id, text.decode(), None if seats is None else list(seats))

    def _tell(self, kind: str, id: str, *more: object, key: object = None) -> None:
        # Whoever comes looks at everything, and so do all others when they hear of them.
        if len(self.living) > 1:
            self._notices.tell(kind, id, *more, key=key)

    def keep_out(self, whose: str) -> None:
        """Whom the house keeps out has changed, and whoever this is has to go."""
        self._tell("bans", HOUSE, whose)

    def _hear(self, notice: Notice) -> None:
        match notice:
            case ["bans", _, str(whose)]:
                self._begin(self._keeping.learn_bans(whose))
            case ["lines", str(id), int(stored), int(seated)]:
                hosted = self.hosting.tables.get(id)
                if hosted is not None and (hosted.stored < stored or hosted.seated < seated):
                    self._miss_at(id)
            case ["has", str(id)]:
                self._miss_at(id)
            case ["said", str(id), str(text), seats] if (hosted := self.hosting.tables.get(id)) is not None:
                hosted.mention(text.encode(), seats)

    def _miss(self, channel: int | None) -> None:
        """Nothing that was told meanwhile was heard, and nothing that was told before may have been."""
        for id in self.hosting.tables:
            if channel is None:
                self._changed.add(id)
            self._miss_at(id)
        if channel is None:
            self._begin(self._keeping.learn_bans())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _miss_at(self, id: str) -> None:
        if id in self.hosting.tables:
            self._stale.add(id)
            self._look()

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for id in self.hosting.tables:
                self._miss_at(id)

    async def catch_up(self, hosted: Hosted) -> None:
        """Take in whatever others have written at a table up to now."""
        for _ in range(MOST_LOOKS):
            if self.hosting.tables.get(hosted.id) is not hosted:
                return
            if self._looked is None:
                self._looked = asyncio.get_running_loop().create_future()
            looked = self._looked
            self._miss_at(hosted.id)
            self._look()
            await asyncio.shield(looked)
            if hosted.id not in self._stale:
                return

    # What is read

    def _look(self) -> None:
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())

    async def _look_on(self) -> None:
        """Write down what this process has and read what is stale, all of it at once, as long as there is any."""
        try:
            while self._changed or self._stale:
                changed, self._changed = self._changed, set()
                stale, self._stale = self._stale | changed, set()
                looked, self._looked = self._looked, None
                problem: Exception | None = None
                try:
                    await self._write(changed)
                    await self._read([hosted for id in stale if (hosted := self.hosting.tables.get(id)) is not None])
                except Exception as error:  # whoever waits must hear of it, whatever it is
                    if not isinstance(error, ParlorError):
                        log_failure("looking at other processes failed", error)
                    self._changed |= changed
                    self._stale |= stale
                    problem = error
                if looked is not None and not looked.done():
                    if problem is None:
                        looked.set_result(None)
                    else:
                        looked.set_exception(problem)
                        # Whoever waited may have gone.
                        looked.exception()
                if problem is not None:
                    await asyncio.sleep(PAUSE)
        finally:
            self._looking = None

    async def _write(self, changed: set[str]) -> None:
        if not changed:
            return
        had = [hosted for id in changed if (hosted := self.hosting.tables.get(id)) is not None]
        rows = [(one.id, f"{{{','.join(map(str, one.seats_here))}}}", len(one.readers)) for one in had]
        if rows:
            await self.store.fetch(statements.HOST, self.name, *zip(*rows, strict=True))
        if gone := [id for id in changed if id not in self.hosting.tables]:
            await self.store.fetch(statements.FORGET, self.name, gone)
        for id in changed:
            self._tell("has", id, key=("has", id))

    async def _read(self, tables: list[Hosted]) -> None:
        # What is on its way to the disk is read when it has arrived.
        asked = {
            one.id: (one, one.stored, one.seated, one.mended) for one in tables if not one.pending and not one.broken
        }
        self._stale |= {one.id for one in tables if one.id not in asked}
        if not asked:
            await asyncio.sleep(0.001)
            return
        ids, lines, versions = zip(*[(id, stored, seated) for id, (_, stored, seated, _) in asked.items()], strict=True)
        for id, *row in await self.store.fetch(statements.SINCE, ids, lines, versions, self.name):
            hosted, *known = asked[id]
            if hosted.gone or self.hosting.tables.get(id) is not hosted:
                continue
            if hosted.pending or hosted.broken or known != [hosted.stored, hosted.seated, hosted.mended]:
                self._stale.add(id)
                continue
            try:
                await self._take_in(hosted, *row)
            except Exception as error:  # whatever stands in a row that somebody has broken
                hosted.broken = True
                log.error("what another process has written could not be taken in: %s", kind(error))

    async def _take_in(
        self,
        hosted: Hosted,
        version: int | None,
        about: str | None,
        said: list[str],
        receipts: list[int],
        has: str | None,
    ) -> None:
        if version is None:
            self.hosting.drop(hosted.id)
            await self._keeping.sockets.send_away(hosted.id, "server.no-table")
            return
        elsewhere = {} if has is None else msgspec.json.decode(has, type=dict[str, tuple[list[int], int]])
        moved = elsewhere != hosted.elsewhere
        if moved:
            hosted.elsewhere = elsewhere
            hosted.recount()
        if said or about is not None:
            lines = [msgspec.json.decode(line) for line in said]
            await self.hosting.follow(hosted, about, _by_append(lines, receipts))
        if moved and not hosted.gone:
            self._keeping.care.look_after(hosted)
            self._keeping.care.leavers.see_who_is_here(hosted)


def _by_append(lines: list[Any], receipts: list[int]) -> list[list[Any]]:
    """Lines, those together that were written together."""
    found: list[list[Any]] = []
    last: int | None = None
    for line, receipt in zip(lines, receipts, strict=True):
        if receipt != last:
            found.append([])
        found[-1].append(line)
        last = receipt
    return found


def _first(id: str, names: Collection[str]) -> str:
    """Who of these it is that looks after a table: each goes to another when its own dies, and no other one moves."""
    return max(names, key=lambda name: blake2b(f"{id} {name}".encode(), digest_size=8).digest())
