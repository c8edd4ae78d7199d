"""People come and go: everybody else sees it, and a bot stands in for whoever stays away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial

from parlor.bots import STAND_IN
from parlor.core.errors import ParlorError
from parlor.core.words import Event
from parlor.server.breath import breathe
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.database import StorageFailed
from parlor.server.errors import kind
from parlor.server.frames import show
from parlor.server.hosted import Hosted, Reader
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

    async def came(self, hosted: Hosted, reader: Reader, commitment: str | None) -> None:
        """Somebody is here: the game may begin, and a bot that stood in for them gives the seat back."""
        try:
            await self._come(hosted, reader, commitment)
        except StorageFailed:
            self._tasks.start(self._come_later(hosted, reader, commitment))
            raise

    async def _come_later(self, hosted: Hosted, reader: Reader, commitment: str | None) -> None:
        """Note it as soon as there is room on the disk: a table must not wait for somebody who is here."""
        while reader in hosted.readers:
            await asyncio.sleep(RETRY_SECONDS)
            with contextlib.suppress(StorageFailed):
                await self._come(hosted, reader, commitment)
                return

    async def _come(self, hosted: Hosted, reader: Reader, commitment: str | None) -> None:
        seats = reader.seats
        commit = [] if commitment is None else _to_commit(hosted, reader, commitment)
        if commit or not all(hosted.table.seating.chairs[seat].came for seat in seats):

            def come(table: Table) -> list[Event]:
                for seat in commit:
                    if seat in table.deal.commitments:
                        table.recall(seat)
                    table.commit(seat, commitment or "")
                return table.come(seats, self.hosting.now())

            await self.hosting.act(hosted, come)
        for seat in seats:
            if seat in hosted.table.away and hosted.table.outcome is None:
                await self.hosting.act(hosted, partial(_given_back, seat, self.hosting.now()))
        self.see_who_is_here(hosted, came=seats)

    def see_who_is_here(self, hosted: Hosted, came: tuple[int, ...] = ()) -> None:
        """Show everybody else who has come or gone, and let a bot stand in for those who stay away."""
        self.watch(hosted)
        self._tasks.start(self._show(hosted, came))

    async def _show(self, hosted: Hosted, came: tuple[int, ...]) -> None:
        await breathe()
        await self.hosting.settle(hosted)
        show(hosted, [reader for reader in hosted.readers if reader.seats != came])

    def watch(self, hosted: Hosted) -> None:
        """See who is missing: a bot will stand in for them, unless the table is empty or waits for everybody."""
        table = hosted.table
        missing = set()
        if hosted.is_ours and hosted.here and table.outcome is None and not (hosted.is_full or table.seating.waiting):
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
            await self.hosting.act(hosted, lambda table: table.take_over(seat, STAND_IN, self.hosting.now()))
        except ParlorError as error:
            log.warning("no bot could stand in: %s", kind(error))
            await asyncio.sleep(RETRY_SECONDS)
            self.watch(hosted)

    def close(self) -> None:
        """Let the timers go."""
        for hosted in self.hosting.tables.values():
            for timer in hosted.leaving.values():
                timer.cancel()


def _to_commit(hosted: Hosted, reader: Reader, commitment: str) -> list[int]:
    """The seats of somebody who has come that are to commit now.

    The first commitment stands; but where whoever made it is here no more, its nonce may be lost, and another counts.
    """
    deal = hosted.table.deal
    if not hosted.table.seating.waiting or hosted.is_full:
        return []
    elsewhere = {seat for other in hosted.readers if other is not reader for seat in other.seats}
    elsewhere.update(*hosted.seats_elsewhere)
    made = deal.commitments
    free = [seat for seat in reader.seats if seat not in made and not deal.nonces]
    lost = [seat for seat in deal.unrevealed if seat in reader.seats and seat not in elsewhere]
    return free + [seat for seat in lost if made[seat] != commitment]


def _given_back(seat: int, now: float, table: Table) -> list[Event]:
    return table.give_back(seat, now) if seat in table.away else []
