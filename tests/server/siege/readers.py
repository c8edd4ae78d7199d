"""Readers that send signs of life, never read, and come back when they are dropped."""

from __future__ import annotations

import asyncio
import json
import socket

from .kinds import PING, PONG, TEXT, framed, request

BEAT_SECONDS = 4.0
BACK_SECONDS = 1.0


class DeafReader:
    """Somebody at a table who never reads."""

    def __init__(self, port: int, address: str, table: str, language: str | None) -> None:
        self.port = port
        self.address = address
        self.table = table
        """Where to be: when it becomes another, the reader goes there."""
        self.hello = {"do": "hello"} if language is None else {"do": "hello", "language": language}
        self.came = 0
        """How often it has come."""

    async def stay(self) -> None:
        """For ever: come, send signs of life, and come back when dropped."""
        while True:
            try:
                await self._visit()
            except OSError:
                await asyncio.sleep(BACK_SECONDS)

    async def _visit(self) -> None:
        loop = asyncio.get_running_loop()
        table = self.table
        with socket.socket() as raw:
            raw.setblocking(False)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.bind((self.address, 0))
            await loop.sock_connect(raw, ("127.0.0.1", self.port))
            upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
            key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
            await loop.sock_sendall(raw, request("GET", f"/api/tables/{table}/socket", b"", *upgrade, key))
            await loop.sock_sendall(raw, framed(TEXT, json.dumps(self.hello).encode()))
            self.came += 1
            while self.table == table:
                await asyncio.sleep(BEAT_SECONDS)
                await loop.sock_sendall(raw, framed(PING, b"") + framed(PONG, b""))
