"""Whoever wishes it is told over HTTP that it is their turn."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

import aiohttp

from parlor.server.care.tasks import Tasks
from parlor.server.errors import kind
from parlor.server.hosted import Hosted
from parlor.server.settings import Settings

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
                    self._tasks.start(self._tell(url, hosted.id, seat))

    def may_tell(self, url: str) -> bool:
        """Whether the host of this server allows to tell this address."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.hostname in self.settings.webhook_hosts

    async def _tell(self, url: str, id: str, seat: int) -> None:
        if not self.may_tell(url):
            return
        if self._client is None:
            self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5))
        try:
            body = {"type": "turn", "table": id, "seat": seat}
            async with self._client.post(url, json=body, allow_redirects=False):
                pass
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            log.warning("a webhook did not answer: %s", kind(error))

    async def close(self) -> None:
        """Let go of the client."""
        if self._client is not None:
            await self._client.close()
