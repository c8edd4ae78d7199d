"""Bots move when it is their turn, or that of somebody whom they stand in for."""

from __future__ import annotations

import asyncio
import logging
import random
import time

from parlor.bots import STAND_IN
from parlor.core.errors import StaleMove
from parlor.core.words import Event
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.errors import kind
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings
from parlor.server.thinking import Thinkers
from parlor.table import Table

log = logging.getLogger("parlor.server")


class Bots:
    """Plays for all bots of a server."""

    def __init__(self, hosting: Hosting, thinkers: Thinkers, settings: Settings, tasks: Tasks) -> None:
        self.hosting = hosting
        self.thinkers = thinkers
        self.settings = settings
        self._tasks = tasks

    def see_to(self, hosted: Hosted) -> None:
        """Let every bot think whose turn it is."""
        stand_ins = hosted.table.stand_ins
        for seat in hosted.table.to_act:
            if seat in stand_ins and seat not in hosted.thinking:
                hosted.thinking.add(seat)
                self._tasks.start(self._move(hosted, seat))

    async def _move(self, hosted: Hosted, seat: int) -> None:
        """Play for a bot as long as it is its turn; if the store or the bot fails, again after a while."""
        try:
            while seat in hosted.table.to_act and seat in hosted.table.stand_ins:
                try:
                    await self._move_once(hosted, seat)
                except StaleMove:
                    continue
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


def natural_pause(pause: float, hardness: float, luck: float) -> float:
    """How long somebody takes for a move: longer if it is hard, and never twice the same."""
    return pause * (0.6 + 1.2 * hardness) * (0.7 + 0.6 * luck)
