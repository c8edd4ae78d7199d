"""What happens at tables while nobody acts: bots move, clocks run out, leavers are stood in for, turns are told."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import time
import traceback
from collections.abc import Coroutine
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from parlor.bots import STAND_IN
from parlor.core.errors import ParlorError, StaleMove
from parlor.core.words import Event
from parlor.server.about import About
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings
from parlor.server.thinking import Thinkers
from parlor.table import Table

RETRY_SECONDS = 1.0
"""How long to wait before trying again what the store, or a bot, has failed to do."""
MEMORY_SECONDS = 600.0
"""How long a table that nobody looks at stays in memory."""
BEAT_SECONDS = 1.0
"""How often to note the time while clocks run: a crash costs nobody more thinking time than this."""
log = logging.getLogger("parlor.server")


class Care:
    """Looks after all tables of a server."""

    def __init__(self, hosting: Hosting, thinkers: Thinkers, settings: Settings) -> None:
        self.hosting = hosting
        self.thinkers = thinkers
        self.settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._client: aiohttp.ClientSession | None = None
        hosting.changed = self.look_after

    def look_after(self, hosted: Hosted) -> None:
        """See to whatever a table needs now."""
        table = hosted.table
        stand_ins = table.stand_ins
        for seat in table.to_act:
            if seat in stand_ins:
                if seat not in hosted.thinking:
                    hosted.thinking.add(seat)
                    self._start(self._move(hosted, seat))
            elif (url := hosted.about.chairs[seat].webhook) is not None:
                turn = (table.opened(seat), url)
                if hosted.told.get(seat) != turn:
                    hosted.told[seat] = turn
                    self._start(self._tell(url, hosted.id, seat))
        if table.clock is not None:
            self._watch_clocks(hosted)

    async def came(self, hosted: Hosted, seats: tuple[int, ...]) -> None:
        """Somebody is here: clocks may start, and a bot that stood in for them gives the seat back."""
        if not all(hosted.about.chairs[seat].came for seat in seats):

            def note(about: About) -> None:
                for seat in seats:
                    about.chairs[seat].came = True
                about.start_if_all_came(time.time())

            await self.hosting.revise(hosted, note)
        for seat in seats:
            if seat in hosted.table.away and hosted.table.outcome is None:
                await self.hosting.act(hosted, partial(_give_back, seat))
        self.see_who_is_here(hosted, came=seats)

    def see_who_is_here(self, hosted: Hosted, came: tuple[int, ...] = ()) -> None:
        """Show everybody else who has come or gone, and let a bot stand in for those who stay away."""
        self.watch_leavers(hosted)
        self._start(self._show(hosted, came))

    async def _show(self, hosted: Hosted, came: tuple[int, ...]) -> None:
        await self.hosting.settle(hosted)
        hosted.show([reader for reader in hosted.readers if reader.seats != came])

    def watch_leavers(self, hosted: Hosted) -> None:
        """See who is missing: a bot will stand in for them, unless the table is empty and waits for everybody."""
        table = hosted.table
        missing = set()
        if hosted.here and table.outcome is None:
            for seat, chair in enumerate(hosted.about.chairs):
                if chair.kind == "human" and chair.came and seat not in table.stand_ins and seat not in hosted.here:
                    missing.add(seat)
        for seat in hosted.leaving.keys() - missing:
            hosted.leaving.pop(seat).cancel()
        for seat in missing - hosted.leaving.keys():
            stand_in = partial(self._start_standing_in, hosted, seat)
            hosted.leaving[seat] = asyncio.get_running_loop().call_later(self.settings.grace, stand_in)

    def _start_standing_in(self, hosted: Hosted, seat: int) -> None:
        hosted.leaving.pop(seat, None)
        self._start(self._stand_in(hosted, seat))

    async def _stand_in(self, hosted: Hosted, seat: int) -> None:
        if seat in hosted.here or hosted.table.outcome is not None or seat in hosted.table.stand_ins:
            return
        try:
            await self.hosting.act(hosted, lambda table: table.take_over(seat, STAND_IN, time.time()))
        except ParlorError as error:
            log.warning("no bot could stand in: %s", error.message.id)
            await asyncio.sleep(RETRY_SECONDS)
            self.watch_leavers(hosted)

    async def _move(self, hosted: Hosted, seat: int) -> None:
        """Play for a bot as long as it is its turn; if the store or the bot fails, again after a while."""
        try:
            while seat in hosted.table.to_act and seat in hosted.table.stand_ins:
                try:
                    await self._move_once(hosted, seat)
                except StaleMove:
                    continue
                except Exception as error:  # a bot of any kind may fail in any way
                    log.warning("a bot could not move: %s", _kind(error))
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            hosted.thinking.discard(seat)

    async def _move_once(self, hosted: Hosted, seat: int) -> None:
        await self.hosting.settle(hosted)
        table = hosted.table
        opened = table.opened(seat)
        name = table.away.get(seat) or hosted.about.chairs[seat].bot or STAND_IN
        spec = self.settings.offered_bots.get(name, STAND_IN)
        began = time.monotonic()
        choice = await self.thinkers.choose(hosted.about.game, table.view(seat).dump(), spec)
        pause = natural_pause(self.settings.bot_pause, choice.hardness, random.random())
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))

        def play(table: Table) -> list[Event]:
            # The seat may have been given back while the bot was thinking.
            if seat not in table.stand_ins:
                raise StaleMove("move.closed", seat=seat)
            failed = choice.failed and table.opened(seat) == opened and seat not in table.away
            events = table.take_over(seat, STAND_IN, time.time()) if failed else []
            return events + table.play(seat, choice.move, opened, time.time())

        await self.hosting.act(hosted, play)

    def _watch_clocks(self, hosted: Hosted) -> None:
        """Set a timer for the first clock that will run out."""
        if hosted.flagging is not None:
            hosted.flagging.cancel()
            hosted.flagging = None
        table = hosted.table
        now = time.time()
        people = [seat for seat in table.to_act if seat >= 0 and seat not in table.stand_ins]
        lefts = [left for seat in people if (left := table.time_left(seat, now)) is not None]
        if lefts and table.started is not None:
            hosted.flagging = asyncio.get_running_loop().call_later(
                max(0.0, min(lefts)) + 0.01, lambda: self._start(self._flag(hosted))
            )

    async def _flag(self, hosted: Hosted) -> None:
        for seat in hosted.table.to_act:
            left = hosted.table.time_left(seat, time.time())
            if seat in hosted.table.stand_ins or left is None or left > 0:
                continue
            try:
                await self.hosting.act(hosted, partial(_flag, seat))
            except ParlorError as error:
                log.warning("a clock could not be stopped: %s", error.message.id)
                await asyncio.sleep(RETRY_SECONDS)
        self._watch_clocks(hosted)

    def may_tell(self, url: str) -> bool:
        """Whether the host of this server allows to tell this address."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.hostname in self.settings.webhook_hosts

    async def _tell(self, url: str, id: str, seat: int) -> None:
        if not self.may_tell(url):
            return
        if self._client is None:
            self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5))
        try:
            body = {"type": "turn", "table": id, "seat": seat}
            async with self._client.post(url, json=body, allow_redirects=False):
                pass
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            log.warning("a webhook did not answer: %s", _kind(error))

    async def sweep(self) -> None:
        """For ever: forget tables that nobody looks at, in memory soon and on disk after long."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            now = time.time()
            tables = list(self.hosting.tables.values())
            for hosted in tables:
                busy = hosted.readers or hosted.thinking or hosted.pending or hosted.flagging
                if not busy and now - hosted.touched > MEMORY_SECONDS:
                    self.hosting.forget(hosted)
            if len(self.hosting.tables) < len(tables):
                gc.collect()
            looked_at = [hosted.id for hosted in self.hosting.tables.values() if hosted.readers]
            try:
                for id in await self.hosting.store.expire(now - self.settings.idle_days * 86_400, looked_at):
                    if (forgotten := self.hosting.tables.get(id)) is not None:
                        self.hosting.forget(forgotten)
            except ParlorError as error:
                log.warning("old tables could not be forgotten: %s", error.message.id)

    async def beat(self) -> None:
        """For ever: note the time while clocks run."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if any(hosted.flagging is not None for hosted in self.hosting.tables.values()):
                try:
                    await self.hosting.store.beat(time.time())
                except ParlorError as error:
                    log.warning("the time could not be noted: %s", error.message.id)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error(
                "caring for a table failed: %s\n%s", _kind(error), "".join(traceback.format_tb(error.__traceback__))
            )

    async def close(self) -> None:
        """Stop caring."""
        for hosted in self.hosting.tables.values():
            for timer in [*hosted.leaving.values(), hosted.flagging]:
                if timer is not None:
                    timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.close()


def natural_pause(pause: float, hardness: float, luck: float) -> float:
    """How long somebody takes for a move: longer if it is hard, and never twice the same."""
    return pause * (0.6 + 1.2 * hardness) * (0.7 + 0.6 * luck)


def _give_back(seat: int, table: Table) -> list[Event]:
    return table.give_back(seat, time.time()) if seat in table.away else []


def _flag(seat: int, table: Table) -> list[Event]:
    return table.flag(seat, time.time())


def _kind(error: BaseException) -> str:
    """What kind of error it is: what it says might hold what must not be in a log."""
    return error.message.id if isinstance(error, ParlorError) else type(error).__name__
