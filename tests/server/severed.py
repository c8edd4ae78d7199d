"""A way to PostgreSQL that can be cut: between a commit and its answer, or altogether."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from parlor.server.address import Address

from .postgres import Cluster

SOCKET = ".s.PGSQL.5432"


class Way:
    """Passes on what is said; whoever holds it decides for how long."""

    def __init__(self, address: Address, cluster: Cluster, folder: Path) -> None:
        self.address = Address(address.url.replace(quote(str(cluster.folder)), str(folder)))
        self.folder = folder
        self._to = cluster.folder / SOCKET
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.swallow: bytes | None = None
        """Of a question that holds these bytes the answer is lost, and with it the connection, once."""
        self.swallowed = 0
        self.closed = False

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.closed:
            writer.close()
            return
        there, back = await asyncio.open_unix_connection(str(self._to))
        self._open |= {writer, back}
        lost = False

        async def pass_on() -> None:
            nonlocal lost
            while data := await reader.read(1 << 16):
                if self.swallow is not None and self.swallow in data:
                    self.swallow = None
                    lost = True
                back.write(data)
            back.close()

        asking = asyncio.create_task(pass_on())
        self._tasks.add(asking)
        with suppress(OSError):
            while data := await there.read(1 << 16):
                # It is ready for the next: what was asked is committed.
                if lost and data.endswith(b"Z\0\0\0\5I"):
                    self.swallowed += 1
                    break
                if not lost:
                    writer.write(data)
        asking.cancel()
        for end in (writer, back):
            end.close()
            self._open.discard(end)

    def cut(self) -> None:
        """Close all connections, and let no new one through."""
        self.closed = True
        for end in self._open:
            end.transport.abort()


@asynccontextmanager
async def severable(address: Address, cluster: Cluster, folder: Path) -> AsyncIterator[Way]:
    """The way to a database, through a socket in this folder."""
    way = Way(address, cluster, folder)
    server = await asyncio.start_unix_server(way.take, folder / SOCKET)
    try:
        yield way
    finally:
        server.close()
        way.cut()
        await asyncio.sleep(0)
