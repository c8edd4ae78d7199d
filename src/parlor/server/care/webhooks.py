"""Whoever wishes it is told over HTTP that it is their turn."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from urllib.parse import urlsplit

import aiohttp

from parlor.core.fields import Data
from parlor.server.care.tasks import RETRY_SECONDS, Tasks
from parlor.server.errors import kind
from parlor.server.hosted import Hosted
from parlor.server.settings import Settings

LONGEST_PAUSE = 300.0
"""Seconds after which a turn that was not heard is told again: at first one, and each time twice as many."""
log = logging.getLogger("parlor.server")


class Webhooks:
    """Tells turns to the addresses that people have given."""

    def __init__(self, settings: Settings, tasks: Tasks) -> None:
        self.settings = settings
        self._tasks = tasks
        self._client: aiohttp.ClientSession | None = None

    def see_to(self, hosted: Hosted) -> None:
        """Tell everybody whose turn it is now, each turn once."""
        if not hosted.is_ours:
            return
        table = hosted.table
        stand_ins = table.stand_ins
        for seat in table.to_act:
            if seat not in stand_ins and (url := hosted.table.seating.chairs[seat].webhook) is not None:
                turn = (table.opened(seat), url)
                if hosted.told.get(seat) != turn:
                    hosted.told[seat] = turn
                    self._tasks.start(self._tell(url, hosted, seat))

    def may_tell(self, url: str) -> bool:
        """Whether the host of this server allows to tell this address."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.hostname in self.settings.webhook_hosts

    async def _tell(self, url: str, hosted: Hosted, seat: int) -> None:
        """Tell a turn, and as long as it is open again until that is heard: who hears it twice knows it by its id."""
        if not self.may_tell(url):
            return
        opened, pause = hosted.table.opened(seat), RETRY_SECONDS
        body = {"type": "turn", "id": f"{hosted.id}-{seat}-{opened}", "table": hosted.id, "seat": seat}
        while not await self._is_heard(url, body, quiet=pause > RETRY_SECONDS):
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
            if hosted.gone or hosted.table.opened(seat) != opened:
                return
            if not hosted.is_ours:
                hosted.told.pop(seat, None)
                return

    async def _is_heard(self, url: str, body: Data, quiet: bool) -> bool:
        """Whether somebody has taken what is told; that they have not is logged once."""
        if self._client is None:
            self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5))
        try:
            async with self._client.post(url, json=body, allow_redirects=False) as answer:
                problem = f"status {answer.status}"
                if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    return True
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            problem = kind(error)
        if not quiet:
            log.warning("a webhook did not answer: %s", problem)
        return False

    async def close(self) -> None:
        """Let go of the client."""
        if self._client is not None:
            await self._client.close()
