"""Bots move when it is their turn, or that of somebody whom they stand in for, as long as somebody waits for them."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from functools import partial

from parlor.bots import STAND_IN
from parlor.core.errors import StaleMove
from parlor.core.fields import Data
from parlor.core.words import Event
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.errors import Busy, Unfinished, kind
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.jobs import Answer
from parlor.server.settings import Settings
from parlor.server.workers import Workers
from parlor.table import Table

DAY = 86_400.0
"""With so many seconds on the clock, or a webhook, people play for days: nobody needs to be here meanwhile."""
log = logging.getLogger("parlor.server")


class Bots:
    """Plays for all bots of a server."""

    def __init__(self, hosting: Hosting, workers: Workers, settings: Settings, tasks: Tasks) -> None:
        self.hosting = hosting
        self.workers = workers
        self.settings = settings
        self._tasks = tasks

    def see_to(self, hosted: Hosted) -> None:
        """Let every bot think whose turn it is, if anybody waits for it."""
        if not is_awaited(hosted):
            return
        stand_ins = hosted.table.stand_ins
        for seat in hosted.table.to_act:
            if seat in stand_ins and seat not in hosted.thinking:
                hosted.thinking.add(seat)
                self._tasks.start(self._move(hosted, seat))

    async def _move(self, hosted: Hosted, seat: int) -> None:
        """Play for a bot as long as it is its turn; if the store or the bot fails, again after a while."""
        try:
            while seat in hosted.table.to_act and seat in hosted.table.stand_ins and is_awaited(hosted):
                try:
                    await self._move_once(hosted, seat)
                except StaleMove:
                    continue
                except Busy:
                    await asyncio.sleep(RETRY_SECONDS)
                except Exception as error:  # a bot of any kind may fail in any way
                    log.warning("a bot could not move: %s", kind(error))
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            hosted.thinking.discard(seat)

    async def _move_once(self, hosted: Hosted, seat: int) -> None:
        await self.hosting.settle(hosted)
        table = hosted.table
        opened = table.opened(seat)
        name = table.away.get(seat) or hosted.table.seating.chairs[seat].bot or STAND_IN
        spec = self.settings.offered_bots.get(name, STAND_IN)
        began = time.monotonic()
        choice = await self._choose(hosted, table.view(seat).dump(), spec)
        pause = natural_pause(self.settings.bot_pause, choice.hardness, random.random())
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))

        def play(table: Table) -> list[Event]:
            # While the bot was thinking, the seat may have been given back, or the game ended.
            if seat not in table.stand_ins or table.outcome is not None:
                raise StaleMove("move.closed", seat=seat)
            failed = choice.failed and table.opened(seat) == opened and seat not in table.away
            events = table.take_over(seat, STAND_IN, self.hosting.now()) if failed else []
            return events + table.play(seat, choice.move, opened, self.hosting.now())

        await self.hosting.act(hosted, play)

    async def _choose(self, hosted: Hosted, view: Data, spec: str) -> Answer:
        """What a bot chooses, or another in its place if a worker was ended over it."""
        choose = partial(self.workers.choose, hosted.address, hosted.about.game, view)
        awaited = partial(is_awaited, hosted)
        for attempt in range(2):
            try:
                return await choose(spec, awaited)
            except Unfinished as error:
                log.warning("a bot was ended: %s", kind(error))
                # A worker may have been killed for what others did, but whoever hangs will hang again.
                if attempt or error.message.id == "server.deadline":
                    break
        choice = await choose(STAND_IN, awaited)
        return choice._replace(failed=True)


def is_awaited(hosted: Hosted) -> bool:
    """Whether bots play on: somebody who has a seat is here, or looks at a table of bots alone, or plays for days."""
    if hosted.is_full or hosted.gone or not hosted.is_ours:
        return False
    if hosted.here:
        return True
    table = hosted.table
    chairs = table.seating.chairs
    if all(chair.kind == "bot" for chair in chairs):
        return bool(hosted.readers)
    people = [chair for seat, chair in enumerate(chairs) if chair.kind == "human" and seat not in table.stand_ins]
    for_days = table.clock is not None and table.clock.seconds >= DAY
    return any(for_days or chair.webhook is not None for chair in people)


def natural_pause(pause: float, hardness: float, luck: float) -> float:
    """How long somebody takes for a move: longer if it is hard, and never twice the same."""
    return pause * (0.6 + 1.2 * hardness) * (0.7 + 0.6 * luck)
