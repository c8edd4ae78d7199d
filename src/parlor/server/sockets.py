"""A socket: one visitor at one table, for the seats that their token holds or to look on."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from parlor.core.errors import IllegalMove, ParlorError
from parlor.core.game import Data
from parlor.core.record import told
from parlor.core.words import Event
from parlor.server.care import Care
from parlor.server.hosting import Hosted, Hosting, Refused
from parlor.server.limits import Bucket, Buckets
from parlor.server.messages import Agree, Hello, Parts, Play, Rematch, Resign, Undo, encode, parse_wish
from parlor.server.metrics import LATENCY, REFUSED, SOCKETS

HELLO_SECONDS = 10
LARGEST_MESSAGE = 8192
# A visitor with more bytes than this on the way to them reads slowly, and is looked after again so much later.
LARGEST_BACKLOG = 1 << 16
SLOW_READER_SECONDS = 0.05


class Connection:
    """Where frames for one visitor go. While they read slowly only the latest frame waits."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.WriteTransport, seats: tuple[int, ...]
    ) -> None:
        self.socket = socket
        self.seats = seats
        self._transport = transport
        self._waiting: bytes | None = None

    def push(self, frame: bytes) -> None:
        """Send a frame, or let it wait in the place of any other."""
        if self._waiting is not None:
            self._waiting = frame
        elif self._transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self._waiting = frame
            self._try_again()
        else:
            self._transport.write(text_header(len(frame)) + frame)

    def _try_again(self) -> None:
        frame = self._waiting
        if self._transport.is_closing() or frame is None:
            return
        if self._transport.get_write_buffer_size() > LARGEST_BACKLOG:
            asyncio.get_running_loop().call_later(SLOW_READER_SECONDS, self._try_again)
        else:
            self._waiting = None
            self.push(frame)


def text_header(length: int) -> bytes:
    """What precedes a text of this many bytes on a WebSocket."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def error_message(error: ParlorError, note: int | None = None) -> Data:
    """What somebody is told whose wish was refused."""
    REFUSED.labels(error.message.id).inc()
    return {"type": "error", "note": note, "error": error.message.dump(), "text": str(error)}


class Sockets:
    """Takes visitors in and does what they wish."""

    def __init__(self, hosting: Hosting, care: Care, rate: float) -> None:
        self.hosting = hosting
        self.care = care
        self.rate = rate
        self._addresses = Buckets(5 * rate, 10 * rate)

    async def serve(self, request: web.Request, address: str) -> web.WebSocketResponse:
        """One visitor from hello to goodbye."""
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=LARGEST_MESSAGE, compress=False)
        await socket.prepare(request)
        SOCKETS.inc()
        try:
            transport = request.transport
            if transport is not None:
                await self._visit(request.match_info["table"], socket, transport, address)
        finally:
            SOCKETS.dec()
        return socket

    async def _visit(
        self, id: str, socket: web.WebSocketResponse, transport: asyncio.WriteTransport, address: str
    ) -> None:
        try:
            message = await asyncio.wait_for(socket.receive(), HELLO_SECONDS)
            hosted = await self.hosting.find(id)
            seats = _greet(hosted, message.data if message.type == WSMsgType.TEXT else None)
        except TimeoutError:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"say hello first")
            return
        except ParlorError as error:
            await _refuse(socket, error)
            return
        connection = Connection(socket, transport, seats)
        await self.hosting.store.settle()
        hosted.readers.add(connection)
        try:
            await self.care.came(hosted, seats)
            for reader, frame in hosted.frames([], [connection]):
                reader.push(frame)
            await self._listen(hosted, connection, address)
        finally:
            hosted.readers.discard(connection)
            self.care.left(hosted, seats)

    async def _listen(self, hosted: Hosted, connection: Connection, address: str) -> None:
        bucket = Bucket(self.rate, 2 * self.rate)
        async for message in connection.socket:
            if message.type != WSMsgType.TEXT:
                await connection.socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"only text is understood")
                return
            if not bucket.take() or not self._addresses.take(address):
                await connection.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many messages")
                return
            answer = await self._answer(hosted, connection, message.data)
            await connection.socket.send_frame(encode(answer), WSMsgType.TEXT)

    async def _answer(self, hosted: Hosted, connection: Connection, text: str) -> Data:
        """Do what a message wishes, and say that it was done or why not."""
        note = None
        try:
            try:
                wish = parse_wish(text)
            except (msgspec.DecodeError, RecursionError) as error:
                raise Refused("server.message", problem=str(error)[:200]) from error
            note = wish.note
            if isinstance(wish, Hello):
                raise Refused("server.hello-again")
            if wish.seat not in connection.seats:
                raise Refused("server.seat", seat=wish.seat)
            return {"type": "ok", "note": note, **await self._do(hosted, wish)}
        except ParlorError as error:
            return error_message(error, note)

    async def _do(self, hosted: Hosted, wish: Any) -> Data:
        table = hosted.table
        now = time.time()
        if isinstance(wish, Play):
            if wish.seat in table.resigned:
                raise IllegalMove("table.gone", seat=wish.seat)
            with LATENCY.time():
                await self.hosting.act(hosted, lambda: table.play(wish.seat, wish.move, wish.line, now))
        elif isinstance(wish, Undo | Agree):
            before = len(table.record.lines)
            ask = table.undo if isinstance(wish, Undo) else table.agree

            def take_back() -> list[Event]:
                ask(wish.seat, now)
                return [event for line in table.record.lines[before:] for event in told(line)]

            await self.hosting.act(hosted, take_back)
        elif isinstance(wish, Resign):
            await self.hosting.act(hosted, lambda: table.resign(wish.seat, now))
        elif isinstance(wish, Rematch):
            await self.hosting.rematch(hosted, [wish.seat])
        elif isinstance(wish, Parts):
            moves = table.state.legal_moves(wish.seat)
            parts = moves.parts(wish.picked)
            return {"parts": parts} if parts else {"parts": [], "move": str(moves.whole(wish.picked))}
        return {}


def _greet(hosted: Hosted, text: str | None) -> tuple[int, ...]:
    """The seats that a first message opens."""
    try:
        wish = parse_wish(text or "")
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("server.message", problem=str(error)[:200]) from error
    if not isinstance(wish, Hello):
        raise Refused("server.hello-first")
    if wish.token is None:
        if not hosted.about.spectators and hosted.table.outcome is None:
            raise Refused("server.no-spectators")
        return ()
    seats = hosted.seats_of(wish.token)
    if not seats:
        raise Refused("server.token")
    return seats


async def _refuse(socket: web.WebSocketResponse, error: ParlorError) -> None:
    await socket.send_str(encode(error_message(error)).decode())
    await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=error.message.id.encode())
