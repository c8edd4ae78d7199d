"""Work that nobody waits for: it goes on beside everything else, and what fails of it is logged."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from parlor.server.errors import log_failure

RETRY_SECONDS = 1.0
"""How long to wait before trying again what the store, or a bot, has failed to do."""


class Tasks:
    """All such work of one server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure("caring for a table failed", error)

    async def close(self) -> None:
        """Stop all of it."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
