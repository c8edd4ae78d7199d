"""Clocks run out while people think, and the time of the house is noted: a crash costs nobody any."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from parlor.core.errors import ParlorError
from parlor.core.words import Event
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.errors import kind
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.store import IDLE_BEAT_SECONDS
from parlor.table import Table

BEAT_SECONDS = 1.0
"""How often to note the time while clocks run: a crash gives back no more thinking time than this."""
log = logging.getLogger("parlor.server")


class Clocks:
    """Watches the clocks of all tables."""

    def __init__(self, hosting: Hosting, tasks: Tasks) -> None:
        self.hosting = hosting
        self._tasks = tasks

    def see_to(self, hosted: Hosted) -> None:
        """Set a timer for the first clock that will run out."""
        table = hosted.table
        if table.clock is None or hosted.gone:
            return
        if hosted.flagging is not None:
            hosted.flagging.cancel()
            hosted.flagging = None
        if not hosted.is_ours:
            return
        now = self.hosting.now()
        people = [seat for seat in table.to_act if seat >= 0 and seat not in table.stand_ins]
        lefts = [left for seat in people if (left := table.time_left(seat, now)) is not None]
        if lefts and table.seating.started is not None:
            hosted.flagging = asyncio.get_running_loop().call_later(
                max(0.0, min(lefts)) + 0.01, lambda: self._tasks.start(self._flag(hosted))
            )

    async def _flag(self, hosted: Hosted) -> None:
        for seat in hosted.table.to_act:
            left = hosted.table.time_left(seat, self.hosting.now())
            if seat in hosted.table.stand_ins or left is None or left > 0 or not hosted.is_ours:
                continue
            try:
                await self.hosting.act(hosted, partial(_flagged, seat, self.hosting.now()))
            except ParlorError as error:
                log.warning("a clock could not be stopped: %s", kind(error))
                await asyncio.sleep(RETRY_SECONDS)
        self.see_to(hosted)

    async def beat(self) -> None:
        """For ever: note the time, more often while clocks run."""
        noted = 0.0
        while True:
            now = self.hosting.now()
            clocks_run = any(hosted.flagging is not None for hosted in self.hosting.tables.values())
            if clocks_run or now - noted >= IDLE_BEAT_SECONDS:
                try:
                    await self.hosting.store.beat(now)
                    noted = now
                except ParlorError as error:
                    log.warning("the time could not be noted: %s", kind(error))
            await asyncio.sleep(BEAT_SECONDS)

    def close(self) -> None:
        """Let the timers go."""
        for hosted in self.hosting.tables.values():
            if hosted.flagging is not None:
                hosted.flagging.cancel()


def _flagged(seat: int, now: float, table: Table) -> list[Event]:
    return table.flag(seat, now)
