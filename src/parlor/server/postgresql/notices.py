"""What the processes on one database tell each other at once: hints, on fixed channels, each of which may be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from zlib import crc32

import asyncpg
import msgspec

from parlor.server.address import Address
from parlor.server.database import StorageFailed
from parlor.server.postgresql.database import BROKEN, PAUSE, Connection, connect

CHANNELS = 64
"""A table's is found by its id: who has few tables hears of few others."""
LONGEST = 7_500
"""Bytes that are told at once; PostgreSQL takes a few more."""
MOST_WAITING = 10_000
"""Hints that wait while there is no connection: whoever comes back reads everything anew."""
Notice = list[Any]
"""Its kind, the table that it is about, and more."""


class Notices:
    """Tells and hears on a connection of its own, which waits for no disk and is made anew when it breaks.

    Told within the transaction of a move, each would wait for all others: PostgreSQL has one lock for those.
    """

    def __init__(
        self, address: Address, name: str, heard: Callable[[Notice], None], missed: Callable[[int | None], None]
    ) -> None:
        self.address = address
        self.name = name
        self._heard = heard
        self._missed = missed
        """Told of a channel, or of all, where something may have been missed."""
        self._channels: dict[int, bool] = {}
        """Those that are wanted, and whether they are listened to."""
        self._waiting: dict[int, dict[object, Notice]] = {}
        self._awake = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def listen(self, id: str) -> None:
        """From now on, hear of a table."""
        if (channel := channel_of(id)) not in self._channels:
            self._channels[channel] = False
            self._awake.set()

    def tell(self, kind: str, id: str, *more: object, key: object = None) -> None:
        """Tell the others soon; what has the same key is told once, as it is then."""
        waiting = self._waiting.setdefault(channel_of(id), {})
        if len(waiting) < MOST_WAITING:
            waiting[key or object()] = [kind, id, *more]
            self._awake.set()

    async def _run(self) -> None:
        while True:
            connection: Connection | None = None
            try:
                connection = await connect(self.address, durable=False)
                connection.add_termination_listener(self._wake)
                self._channels = dict.fromkeys(self._channels, False)
                await self._listen(connection)
                self._missed(None)
                while not connection.is_closed():
                    await self._awake.wait()
                    self._awake.clear()
                    await self._listen(connection)
                    await self._send(connection)
            except (asyncpg.PostgresError, StorageFailed, *BROKEN):
                await asyncio.sleep(PAUSE)
            finally:
                if connection is not None:
                    connection.terminate()

    def _wake(self, connection: object) -> None:
        self._awake.set()

    async def _listen(self, connection: Connection) -> None:
        for channel in [channel for channel, listened in self._channels.items() if not listened]:
            await connection.add_listener(f"parlor_{channel}", self._hear)
            self._channels[channel] = True
            self._missed(channel)

    async def _send(self, connection: Connection) -> None:
        waiting, self._waiting = self._waiting, {}
        texts = [
            (f"parlor_{channel}", text) for channel, told in waiting.items() for text in self._packed([*told.values()])
        ]
        if texts:
            channels, payloads = zip(*texts, strict=True)
            tell = "SELECT pg_notify(channel, said) FROM unnest($1::text[], $2::text[]) AS told (channel, said)"
            await connection.execute(tell, channels, payloads)

    def _packed(self, notices: list[Notice]) -> list[str]:
        """Notices as texts that are short enough."""
        text = msgspec.json.encode([self.name, notices]).decode()
        if len(text.encode()) <= LONGEST:
            return [text]
        half = len(notices) // 2
        return self._packed(notices[:half]) + self._packed(notices[half:]) if half else []

    def _hear(self, connection: object, pid: int, channel: str, text: object) -> None:
        try:
            name, notices = msgspec.json.decode(str(text), type=tuple[str, list[Notice]])
        except msgspec.DecodeError:
            return
        if name != self.name:
            for notice in notices:
                self._heard(notice)

    async def close(self) -> None:
        """Say no more."""
        self._task.cancel()
        await asyncio.wait([self._task])


def channel_of(id: str) -> int:
    """Where a table is spoken of."""
    return crc32(id.encode()) % CHANNELS
