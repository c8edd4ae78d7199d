"""Tables that nobody looks at are forgotten: in memory soon, on disk after long."""

from __future__ import annotations

import asyncio
import gc
import logging

from parlor.core.errors import ParlorError
from parlor.server.errors import kind
from parlor.server.hosting import Hosting
from parlor.server.settings import Settings

MEMORY_SECONDS = 60.0
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
            now = self.hosting.now()
            await self._sweep_memory(now)
            await self._sweep_disk(now)
            if not any(hosted.readers for hosted in self.hosting.tables.values()):
                # It takes long, and nobody is here whom it could keep waiting.
                gc.collect()

    async def _sweep_memory(self, now: float) -> None:
        for hosted in list(self.hosting.tables.values()):
            if now - hosted.touched > MEMORY_SECONDS and hosted.is_idle:
                self.hosting.forget(hosted)
                # Many tables at once would take a while to be freed.
                await asyncio.sleep(0)

    async def _sweep_disk(self, now: float) -> None:
        looked_at = [hosted.id for hosted in self.hosting.tables.values() if hosted.readers]
        # What was put aside is for whoever runs the server to look at.
        looked_at += self.hosting.aside
        # Those of whom it is not the turn only write down when their tables were played at.
        before = now - self.settings.idle_days * 86_400 if self.hosting.leads else 0.0
        try:
            for id in await self.hosting.store.expire(before, looked_at):
                self.hosting.drop(id)
        except ParlorError as error:
            log.warning("old tables could not be forgotten: %s", kind(error))
