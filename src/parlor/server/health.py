"""Whether a server is well: found out once in a while, however many ask."""

from __future__ import annotations

import asyncio

from parlor.core.fields import Data
from parlor.server.hosting import Hosting
from parlor.server.workers import Workers

CHECK_SECONDS = 2.0
"""How long it is remembered whether the store can be written: each time costs a write that is synced."""


class Health:
    """Looks at the store and the workers."""

    def __init__(self, hosting: Hosting, workers: Workers) -> None:
        self.hosting = hosting
        self.workers = workers
        self._check: asyncio.Future[None] | None = None
        self._checked = 0.0

    async def tell(self) -> Data:
        """What somebody who hosts may want to know; raises what is wrong with the store."""
        now = asyncio.get_running_loop().time()
        if self._check is None or (self._check.done() and now - self._checked > CHECK_SECONDS):
            self._check, self._checked = asyncio.ensure_future(self.hosting.store.beat(self.hosting.now())), now
        await asyncio.shield(self._check)
        return {"ok": True, "tables": len(self.hosting.tables), "workers": self.workers.about()}
