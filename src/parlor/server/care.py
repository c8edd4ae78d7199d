"""What happens at tables while nobody acts: bots move, clocks run out, leavers are stood in for, turns are told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from parlor.core.errors import IllegalMove, ParlorError, StaleMove
from parlor.server.hosting import Hosted, Hosting
from parlor.server.settings import Settings
from parlor.server.thinking import Thinkers

STAND_IN = "greedy"
log = logging.getLogger("parlor.server")


class Care:
    """Looks after all tables of a server."""

    def __init__(self, hosting: Hosting, thinkers: Thinkers, settings: Settings) -> None:
        self.hosting = hosting
        self.thinkers = thinkers
        self.settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: dict[tuple[str, int], int | None] = {}
        self._client: aiohttp.ClientSession | None = None
        hosting.changed = self.look_after

    def look_after(self, hosted: Hosted) -> None:
        """See to whatever a table needs now."""
        table = hosted.table
        for seat in table.to_act:
            opened = table.opened(seat)
            if seat in table.stand_ins:
                if hosted.thinking.get(seat) != opened:
                    hosted.thinking[seat] = opened
                    self._start(self._move(hosted, seat, opened))
                continue
            if (left := table.time_left(seat, time.time())) is not None:
                self._start(self._flag(hosted, seat, opened, left))
            chair = hosted.about.chairs[seat]
            if chair.webhook is not None and self._told.get((hosted.id, seat)) != opened:
                self._told[hosted.id, seat] = opened
                self._start(self._tell(chair.webhook, hosted.id, seat))

    def left(self, hosted: Hosted, seats: tuple[int, ...]) -> None:
        """Somebody has closed a socket: if they stay away, a bot stands in for them."""
        for seat in seats:
            self._start(self._stand_in(hosted, seat))

    async def came(self, hosted: Hosted, seats: tuple[int, ...]) -> None:
        """Somebody is here again: a bot that stood in for them gives the seat back."""
        for seat in seats:
            if seat in hosted.table.away:
                await self.hosting.act(hosted, partial(hosted.table.give_back, seat, time.time()))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("caring for a table failed: %s", type(error).__name__)

    async def _move(self, hosted: Hosted, seat: int, opened: int | None) -> None:
        table = hosted.table
        name = table.away.get(seat) or hosted.about.chairs[seat].bot or STAND_IN
        await asyncio.sleep(self.settings.bot_pause)
        move = await self.thinkers.choose(hosted.about.game, table.view(seat).dump(), name)
        # The seat may have been given back, or the move before it taken back, while the bot was thinking.
        if seat in hosted.table.stand_ins and hosted.table.opened(seat) == opened:
            with contextlib.suppress(StaleMove, IllegalMove):
                await self.hosting.act(hosted, lambda: hosted.table.play(seat, move, opened, time.time()))
        hosted.thinking.pop(seat, None)
        self.look_after(hosted)

    async def _flag(self, hosted: Hosted, seat: int, opened: int | None, left: float) -> None:
        await asyncio.sleep(max(0.0, left) + 0.05)
        if hosted.table.opened(seat) == opened and seat in hosted.table.to_act and seat not in hosted.table.stand_ins:
            await self.hosting.act(hosted, lambda: hosted.table.flag(seat, time.time()))

    async def _stand_in(self, hosted: Hosted, seat: int) -> None:
        await asyncio.sleep(self.settings.grace)
        table = hosted.table
        if hosted.connected(seat) or table.outcome is not None or seat in table.stand_ins:
            return
        # A table that everybody has left waits for them.
        if any(hosted.connected(other) for other in range(table.record.seats)):
            await self.hosting.act(hosted, lambda: table.take_over(seat, STAND_IN, time.time()))

    def may_tell(self, url: str) -> bool:
        """Whether the host of this server allows to tell this address."""
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and parts.hostname in self.settings.webhook_hosts

    async def _tell(self, url: str, id: str, seat: int) -> None:
        if not self.may_tell(url):
            return
        if self._client is None:
            self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5))
        try:
            async with self._client.post(url, json={"table": id, "seat": seat}, allow_redirects=False):
                pass
        except (aiohttp.ClientError, TimeoutError):
            log.warning("a webhook did not answer")

    async def sweep(self) -> None:
        """For ever: forget tables that nobody looks at, in memory soon and on disk after long."""
        while True:
            await asyncio.sleep(60)
            now = time.time()
            for hosted in list(self.hosting.tables.values()):
                idle = not hosted.readers and not hosted.thinking and now - hosted.touched > 600
                if idle and (hosted.table.clock is None or hosted.table.outcome is not None):
                    self.hosting.forget(hosted)
            try:
                await self.hosting.store.expire(now - self.settings.idle_days * 86_400)
            except ParlorError as error:
                log.warning("old tables could not be forgotten: %s", error)

    async def close(self) -> None:
        """Stop caring."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.close()
