"""Tables that nobody looks at are forgotten: in memory soon, on disk after long."""

from __future__ import annotations

import asyncio
import gc
import logging
import time

from parlor.core.errors import ParlorError
from parlor.server.errors import kind
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings

MEMORY_SECONDS = 600.0
"""How long a table that nobody looks at stays in memory."""
log = logging.getLogger("parlor.server")


class Sweeping:
    """Looks for idle tables."""

    def __init__(self, hosting: Hosting, settings: Settings) -> None:
        self.hosting = hosting
        self.settings = settings

    async def sweep(self) -> None:
        """For ever: forget idle tables."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            now = time.time()
            self._sweep_memory(now)
            await self._sweep_disk(now)

    def _sweep_memory(self, now: float) -> None:
        tables = list(self.hosting.tables.values())
        for hosted in tables:
            busy = hosted.readers or hosted.thinking or hosted.pending or hosted.flagging
            if not busy and now - hosted.touched > MEMORY_SECONDS:
                self.hosting.forget(hosted)
        if len(self.hosting.tables) < len(tables):
            gc.collect()

    async def _sweep_disk(self, now: float) -> None:
        looked_at = [hosted.id for hosted in self.hosting.tables.values() if hosted.readers]
        try:
            for id in await self.hosting.store.expire(now - self.settings.idle_days * 86_400, looked_at):
                if (forgotten := self.hosting.tables.get(id)) is not None:
                    self.hosting.forget(forgotten)
        except ParlorError as error:
            log.warning("old tables could not be forgotten: %s", kind(error))
