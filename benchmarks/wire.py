"""The client's end of a WebSocket, as cheap as it can be: it only frames."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import cast

Hear = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """The client's end of a WebSocket: text out, text in."""

    def __init__(self, path: str, hear: Hear) -> None:
        self.path = path
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.WriteTransport, transport)
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]
        self._transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        """Hand on every text that is complete, unpacked if it came packed."""
        data = self._buffer + data if self._buffer else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.opened.set_result(None)
        start = 0
        while (found := _frame(data, start)) is not None:
            kind, payload, start = found
            if kind == 1:
                self.hear(self, payload)
            elif kind == 2:
                self.hear(self, zlib.decompress(payload, wbits=-zlib.MAX_WBITS))
            elif kind == 9:
                self._write(0x8A, payload)
        self._buffer = data[start:]

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(0x81, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        length = len(payload)
        # Clients must mask; a mask of zeros leaves the text as it is.
        size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(bytes((kind,)) + size + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


def _frame(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """The kind and payload of the frame that starts here, and where it ends; None if it is not all there."""
    if len(data) < start + 2:
        return None
    length = data[start + 1]
    body = start + 2
    if length > 125:
        body += 2 if length == 126 else 8
        length = int.from_bytes(data[start + 2 : body], "big")
    end = body + length
    return None if len(data) < end or len(data) < body else (data[start] & 15, data[body:end], end)
