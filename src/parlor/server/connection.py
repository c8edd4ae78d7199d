"""The server's end of one WebSocket: where frames and answers for a visitor go, and whether anybody is still there."""

from __future__ import annotations

import asyncio
import contextlib

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

LARGEST_BACKLOG = 1 << 16
"""Bytes that may be on their way to a visitor before a connection counts as blocked."""
BLOCKED_SECONDS = 0.05
"""How long it takes until a blocked connection is tried again."""
_TEXT, _BINARY, _PING = b"\x81", b"\x82", b"\x89"


class Connection:
    """A visitor's connection. While it is blocked, only the latest frame waits."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.WriteTransport) -> None:
        self.socket = socket
        self.seats: tuple[int, ...] = ()
        self.language: str | None = None
        self._transport = transport
        self._waiting: bytes | None = None
        self._heard = False
        self._pinged = False
        self._beat: asyncio.TimerHandle | None = None

    def push(self, frame: bytes, answer: bytes = b"") -> bool:
        """Send a frame and an answer in one go, or let the frame wait in the place of any other.

        Returns whether the answer was sent.
        """
        if self.socket.closed or self._transport.is_closing():
            return False
        if self._waiting is not None:
            self._waiting = frame
            return False
        if self._transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self._waiting = frame
            asyncio.get_running_loop().call_later(BLOCKED_SECONDS, self._push_waiting)
            return False
        # What the socket offers is a coroutine and a write for each message: that costs more than all the rest of it.
        message = _header(_TEXT if self.language is None else _BINARY, len(frame)) + frame
        self._transport.write(message + _header(_TEXT, len(answer)) + answer if answer else message)
        return True

    def _push_waiting(self) -> None:
        frame, self._waiting = self._waiting, None
        if frame is not None:
            self.push(frame)

    def mention(self, text: bytes) -> None:
        """Send a text that may be missed: not at all while the connection is blocked."""
        if not self.socket.closed and not self._transport.is_closing() and self._waiting is None:
            self._transport.write(_header(_TEXT, len(text)) + text)

    async def answer(self, text: bytes) -> None:
        """Answer a message; whoever does not read answers is not read either."""
        with contextlib.suppress(ConnectionError):
            await self.socket.send_frame(text, WSMsgType.TEXT)

    async def receive(self) -> WSMessage:
        """The next message that is no sign of life."""
        while True:
            message = await self.socket.receive()
            self._heard = True
            if message.type == WSMsgType.PING:
                with contextlib.suppress(ConnectionError):
                    await self.socket.pong(message.data)
            elif message.type != WSMsgType.PONG:
                return message

    def watch(self, seconds: float) -> None:
        """From now on, ping a visitor who was silent for so long, and hang up if that goes unanswered."""
        self._beat = asyncio.get_running_loop().call_later(seconds, self._look_in, seconds)

    def unwatch(self) -> None:
        """Stop watching."""
        if self._beat is not None:
            self._beat.cancel()

    def _look_in(self, seconds: float) -> None:
        if self._heard:
            self._heard = self._pinged = False
        elif self._pinged:
            self._transport.abort()
            return
        else:
            self._pinged = True
            self._transport.write(_PING + b"\0")
        self.watch(seconds)

    async def close(self, code: WSCloseCode, why: bytes) -> None:
        """Say goodbye, and do not wait for somebody who does not read."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code, message=why)


def _header(kind: bytes, length: int) -> bytes:
    """What precedes a message of so many bytes on a WebSocket."""
    if length < 126:
        return kind + bytes((length,))
    if length < 1 << 16:
        return kind + b"\x7e" + length.to_bytes(2, "big")
    return kind + b"\x7f" + length.to_bytes(8, "big")
