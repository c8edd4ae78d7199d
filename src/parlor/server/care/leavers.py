"""People come and go: everybody else sees it, and a bot stands in for whoever stays away."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from parlor.bots import STAND_IN
from parlor.core.errors import ParlorError
from parlor.core.words import Event
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.errors import kind
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings
from parlor.table import Table

log = logging.getLogger("parlor.server")


class Leavers:
    """Sees who is here at all tables."""

    def __init__(self, hosting: Hosting, settings: Settings, tasks: Tasks) -> None:
        self.hosting = hosting
        self.settings = settings
        self._tasks = tasks

    async def came(self, hosted: Hosted, seats: tuple[int, ...]) -> None:
        """Somebody is here: clocks may start, and a bot that stood in for them gives the seat back."""
        if not all(hosted.table.seating.chairs[seat].came for seat in seats):
            await self.hosting.act(hosted, lambda table: table.come(seats, time.time()))
        for seat in seats:
            if seat in hosted.table.away and hosted.table.outcome is None:
                await self.hosting.act(hosted, partial(_given_back, seat))
        self.see_who_is_here(hosted, came=seats)

    def see_who_is_here(self, hosted: Hosted, came: tuple[int, ...] = ()) -> None:
        """Show everybody else who has come or gone, and let a bot stand in for those who stay away."""
        self._watch(hosted)
        self._tasks.start(self._show(hosted, came))

    async def _show(self, hosted: Hosted, came: tuple[int, ...]) -> None:
        await self.hosting.settle(hosted)
        hosted.show([reader for reader in hosted.readers if reader.seats != came])

    def _watch(self, hosted: Hosted) -> None:
        """See who is missing: a bot will stand in for them, unless the table is empty and waits for everybody."""
        table = hosted.table
        missing = set()
        if hosted.here and table.outcome is None:
            for seat, chair in enumerate(hosted.table.seating.chairs):
                if chair.kind == "human" and chair.came and seat not in table.stand_ins and seat not in hosted.here:
                    missing.add(seat)
        for seat in hosted.leaving.keys() - missing:
            hosted.leaving.pop(seat).cancel()
        for seat in missing - hosted.leaving.keys():
            stand_in = partial(self._take_over, hosted, seat)
            hosted.leaving[seat] = asyncio.get_running_loop().call_later(self.settings.grace, stand_in)

    def _take_over(self, hosted: Hosted, seat: int) -> None:
        hosted.leaving.pop(seat, None)
        self._tasks.start(self._stand_in(hosted, seat))

    async def _stand_in(self, hosted: Hosted, seat: int) -> None:
        if seat in hosted.here or hosted.table.outcome is not None or seat in hosted.table.stand_ins:
            return
        try:
            await self.hosting.act(hosted, lambda table: table.take_over(seat, STAND_IN, time.time()))
        except ParlorError as error:
            log.warning("no bot could stand in: %s", kind(error))
            await asyncio.sleep(RETRY_SECONDS)
            self._watch(hosted)

    def close(self) -> None:
        """Let the timers go."""
        for hosted in self.hosting.tables.values():
            for timer in hosted.leaving.values():
                timer.cancel()


def _given_back(seat: int, table: Table) -> list[Event]:
    return table.give_back(seat, time.time()) if seat in table.away else []
