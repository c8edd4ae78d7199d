"""The server's end of one WebSocket: where frames and answers for a visitor go, and whether anybody is still there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from aiohttp.http import WS_CLOSED_MESSAGE

LARGEST_BACKLOG = 1 << 16
"""Bytes that may be on their way to a visitor before a connection counts as blocked."""
BLOCKED_SECONDS = 0.05
"""How long it takes until a blocked connection is tried again."""
GONE = (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING, WSMsgType.ERROR)
"""Messages after which there are no others."""
_TEXT, _BINARY, _PING, _PONG = b"\x81", b"\x82", b"\x89", b"\x8a"


class Connection:
    """A visitor's connection. While it is blocked, only the latest frame waits.

    `may_send` is asked at every message, whether one more is within the limits.
    """

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.WriteTransport, may_send: Callable[[], bool]
    ) -> None:
        self.socket = socket
        self.may_send = may_send
        self.seats: tuple[int, ...] = ()
        self.holder: str | None = None
        self.token: str = ""
        self.language: str | None = None
        self.is_served = False
        """Whether something is being done that was asked here."""
        self._transport = transport
        self._waiting: bytes | None = None
        self._heard = False
        self._pinged = False
        self._beat: asyncio.TimerHandle | None = None
        self._closing: asyncio.Future[None] | None = None

    @property
    def _is_gone(self) -> bool:
        return self.socket.closed or self._transport.is_closing()

    @property
    def _is_blocked(self) -> bool:
        return self._transport.get_write_buffer_size() > LARGEST_BACKLOG

    def push(self, frame: bytes, answer: bytes = b"") -> bool:
        """Send a frame and an answer in one go, or let the frame wait in the place of any other.

        Returns whether the answer was sent.
        """
        if self._is_gone:
            return False
        if self._waiting is not None:
            self._waiting = frame
            return False
        if self._is_blocked:
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
        if not self._is_gone and not self._is_blocked:
            self._transport.write(_header(_TEXT, len(text)) + text)

    async def answer(self, text: bytes) -> None:
        """Answer a message; whoever does not read answers is not read either."""
        if not self._is_gone:
            self._transport.write(_header(_TEXT, len(text)) + text)
        while self._is_blocked and not self._is_gone:
            await asyncio.sleep(BLOCKED_SECONDS)

    async def receive(self) -> WSMessage:
        """The next message that is no sign of life; one too many ends the connection."""
        while (message := await self.socket.receive()).type not in GONE:
            self._heard = True
            if not self.may_send():
                await self.close(WSCloseCode.POLICY_VIOLATION, b"too many messages")
                return WS_CLOSED_MESSAGE
            if message.type == WSMsgType.PING:
                if not self._is_gone and not self._is_blocked:
                    self._transport.write(_header(_PONG, len(message.data)) + message.data)
            elif message.type != WSMsgType.PONG:
                break
        return message

    def watch(self, seconds: float) -> None:
        """From now on, ping a visitor who was silent for so long, and hang up if that goes unanswered."""
        self._beat = asyncio.get_running_loop().call_later(seconds, self._look_in, seconds)

    def unwatch(self) -> None:
        """Stop watching."""
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _look_in(self, seconds: float) -> None:
        if self._heard:
            self._heard = self._pinged = False
        elif self._pinged:
            self._transport.abort()
            return
        else:
            self._pinged = True
            if not self._is_blocked:
                self._transport.write(_PING + b"\0")
        self.watch(seconds)

    def dismiss(self, text: bytes, why: bytes) -> None:
        """Send somebody away with a last text."""
        self.mention(text)
        self._closing = asyncio.ensure_future(self.close(WSCloseCode.POLICY_VIOLATION, why))

    async def close(self, code: WSCloseCode, why: bytes) -> None:
        """Say goodbye, and do not wait for somebody who does not read."""
        if self._is_blocked:
            self._transport.abort()
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code, message=why)


def _header(kind: bytes, length: int) -> bytes:
    """What precedes a message of so many bytes on a WebSocket."""
    if length < 126:
        return kind + bytes((length,))
    if length < 1 << 16:
        return kind + b"\x7e" + length.to_bytes(2, "big")
    return kind + b"\x7f" + length.to_bytes(8, "big")
