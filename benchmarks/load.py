"""Tables of three that play over WebSockets, as fast as they are answered or so many moves a second.

One client serves both servers: it only frames, remembers lines and times, so that two cores suffice for both sides.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast

import msgspec

SEATS = 3
# So many connections are opened at a time: a listening socket has a short queue.
OPENED_AT_ONCE = 64
PATIENCE = 60.0


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
        """Hand on every text that is complete."""
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


class Table:
    """Three seats that take turns; a move is made when all three have been shown it."""

    def __init__(self, number: int, shown: Callable[[Table, float], None]) -> None:
        self.rng = random.Random(number)
        self.sockets: list[Socket] = []
        self.lines = [-1] * SEATS
        self.plays: list[bytes | None] = [None] * SEATS
        self.moves = 0
        self.over = False
        self.ready: Callable[[Table], None] = lambda table: None
        self._shown = shown
        self._mover = 0
        self._sent = 0.0
        self._awaited = 0

    def heard(self, seat: int, line: int, play: bytes | None, over: bool) -> None:
        """A seat has been shown the position after a line, and what it could play there."""
        if line <= self.lines[seat]:
            return
        before = min(self.lines)
        self.lines[seat] = line
        self.plays[seat] = play
        self.over = over
        if self._sent and seat != self._mover and line >= self._awaited:
            self._shown(self, time.perf_counter() - self._sent)
        if before < self._awaited <= min(self.lines):
            self.ready(self)

    @property
    def waits(self) -> bool:
        """Whether somebody has yet to be shown the last move."""
        return min(self.lines) < self._awaited

    def play(self) -> None:
        """Let one of those who may play do so."""
        able = [seat for seat in range(SEATS) if self.plays[seat] is not None]
        self._mover = self.rng.choice(able)
        play, self.plays[self._mover] = self.plays[self._mover], None
        assert play is not None
        self.moves += 1
        self._awaited = min(self.lines) + 1
        self._sent = time.perf_counter()
        self.sockets[self._mover].send(play)


class Talk(Protocol):
    """How a server is spoken to."""

    async def seat(self, table: Table, connect: Callable[..., Any]) -> None:
        """Set a table and take its three seats."""


class _Part(msgspec.Struct):
    opened: int | None = None
    legal: list[str] = []


class _About(msgspec.Struct):
    line: int
    outcome: dict[str, Any] | None = None


class _Frame(msgspec.Struct):
    type: str
    about: _About | None = None
    parts: list[_Part] = []


_read = msgspec.json.Decoder(_Frame).decode


class Parlor:
    """Our own server, with Pizza Theory."""

    def __init__(self, lasting: bool = False, **options: Any) -> None:
        """`lasting` games go on for long, since everybody keeps to a cut of their own."""
        self.lasting = lasting
        self.options = options

    async def seat(self, table: Table, connect: Callable[..., Any]) -> None:
        """Set a table and take its three seats."""
        wanted = {"game": "pizza-theory", "seats": [{"kind": "human"}] * SEATS, "options": self.options}
        made = await connect(None, None, json.dumps(wanted).encode())
        for seat in range(SEATS):
            socket = await connect(f"/api/tables/{made['table']}/socket", self._ear(table, seat), None)
            table.sockets.append(socket)
            socket.send(json.dumps({"do": "hello", "token": made["tokens"][seat]["token"]}).encode())

    def _ear(self, table: Table, seat: int) -> Hear:
        def hear(socket: Socket, text: bytes) -> None:
            frame = _read(text)
            if frame.type == "error":
                raise RuntimeError(text.decode())
            if frame.about is None:
                return
            part, play = frame.parts[0], None
            if part.opened is not None:
                move = self._choose(part.legal, seat, table.rng)
                play = b'{"do":"play","seat":%d,"line":%d,"move":"%s"}' % (seat, part.opened, move.encode())
            table.heard(seat, frame.about.line, play, frame.about.outcome is not None)

        return hear

    def _choose(self, legal: list[str], seat: int, rng: random.Random) -> str:
        if self.lasting and legal[0].startswith("cut"):
            return legal[seat]
        return rng.choice(legal)


class BoardGameIO:
    """boardgame.io, with the game of benchmarks/boardgameio, over socket.io."""

    number = 0

    async def seat(self, table: Table, connect: Callable[..., Any]) -> None:
        """Set a table and take its three seats."""
        BoardGameIO.number += 1
        match = f"match{BoardGameIO.number}"
        for seat in range(SEATS):
            here = asyncio.get_running_loop().create_future()
            ear = self._ear(table, seat, match, here)
            socket = await connect("/socket.io/?EIO=4&transport=websocket", ear, None)
            table.sockets.append(socket)
            # The first to come sets the match: the others wait until it is there.
            await asyncio.wait_for(here, PATIENCE)

    def _ear(self, table: Table, seat: int, match: str, here: asyncio.Future[None]) -> Hear:
        shown = (b'42/toppings,["update","%s",' % match.encode(), b'42/toppings,["sync",')
        find_line = re.compile(rb'"_stateID":(\d+)').search
        find_spaces = re.compile(rb'"spaces":(\[.*?\])').search

        def hear(socket: Socket, text: bytes) -> None:
            if text.startswith(shown):
                line, spaces = find_line(text), find_spaces(text)
                assert line is not None
                assert spaces is not None
                number = int(line[1])
                play = None
                if number % SEATS == seat:
                    play = _boardgameio_move(number, match, _boardgameio_choice(number, spaces[1], table.rng))
                table.heard(seat, number, play, False)
                if not here.done():
                    here.set_result(None)
            elif text.startswith(b"0"):
                socket.send(b"40/toppings,")
            elif text.startswith(b"40"):
                socket.send(f'42/toppings,["sync","{match}","{seat}",null,{SEATS}]'.encode())
            elif text == b"2":
                socket.send(b"3")

        return hear


def _boardgameio_choice(line: int, spaces: bytes, rng: random.Random) -> tuple[str, int]:
    """Three add a topping, then three cut."""
    if line % 6 >= SEATS:
        return "cut", rng.randint(1, 6)
    free = [space for space, topping in enumerate(json.loads(spaces)) if topping is None]
    return "add", rng.choice(free)


def _boardgameio_move(line: int, match: str, choice: tuple[str, int]) -> bytes:
    player = str(line % SEATS)
    payload = {"type": choice[0], "args": [choice[1]], "playerID": player, "credentials": None}
    arguments = ["update", {"type": "MAKE_MOVE", "payload": payload}, line, match, player]
    return b"42/toppings," + json.dumps(arguments).encode()


class Crowd:
    """Many tables at one server."""

    def __init__(self, port: int, talk: Talk) -> None:
        self.port = port
        self.talk = talk
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self._limit = asyncio.Semaphore(OPENED_AT_ONCE)

    async def _connect(self, path: str | None, hear: Any, body: bytes | None) -> Any:
        loop = asyncio.get_running_loop()
        if path is None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(
                b"POST /api/tables HTTP/1.0\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body or b"")
            )
            writer.write(body or b"")
            answer = await reader.read()
            writer.close()
            return json.loads(answer.partition(b"\r\n\r\n")[2])
        _, socket = await loop.create_connection(lambda: Socket(path, hear), "127.0.0.1", self.port)
        await asyncio.wait_for(socket.opened, PATIENCE)
        return socket

    async def seat(self, tables: int) -> None:
        """Set so many tables more."""
        new = [Table(len(self.tables) + number, self._shown) for number in range(tables)]
        self.tables += new

        async def seat(table: Table) -> None:
            async with self._limit:
                await self.talk.seat(table, self._connect)
                while min(table.lines) < 0:
                    await asyncio.sleep(0.001)

        await asyncio.wait_for(asyncio.gather(*map(seat, new)), 10 * PATIENCE)

    def _shown(self, table: Table, seconds: float) -> None:
        self.latencies.append(seconds)

    async def play(self, moves: int, tables: list[Table] | None = None) -> int:
        """Make so many moves at every table, each as soon as the last is shown; returns how many were made."""
        playing = [table for table in tables or self.tables if not table.over]
        goals = {table: table.moves + moves for table in playing}
        before = sum(table.moves for table in playing)
        done = asyncio.Event()
        left = len(playing)

        def go_on(table: Table) -> None:
            nonlocal left
            if table.over or table.moves == goals[table]:
                left -= 1
                if not left:
                    done.set()
            else:
                table.play()

        for table in playing:
            table.ready = go_on
            table.play()
        await asyncio.wait_for(done.wait(), PATIENCE)
        return sum(table.moves for table in playing) - before

    async def play_at_rate(self, rate: float, seconds: float) -> float:
        """Make so many moves a second, by all tables in turn; returns how many a second were made."""
        able = deque(table for table in self.tables if not table.over)
        for table in able:
            table.ready = lambda ready: None if ready.over else able.append(ready)
        start = time.perf_counter()
        made = 0
        while (spent := time.perf_counter() - start) < seconds:
            while able and made < spent * rate:
                able.popleft().play()
                made += 1
            await asyncio.sleep(0.0005)
        while any(table.waits for table in self.tables):
            await asyncio.sleep(0.01)
        return made / spent

    def leave(self) -> None:
        """Close every socket."""
        for table in self.tables:
            for socket in table.sockets:
                socket.close()
        self.tables = []
