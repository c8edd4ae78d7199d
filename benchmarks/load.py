"""Tables of three that play over WebSockets, as fast as they are answered or so many moves a second.

One client serves all servers: it only frames, remembers lines and times, so that two cores suffice for both sides.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, repeat
from typing import Any

from talks import PATIENCE, SEATS, Talk
from wire import Socket

# So many connections are opened at a time: a listening socket has a short queue.
OPENED_AT_ONCE = 64
# Shorter sleeps are none at all under uvloop, and would take a core.
TICK = 0.001


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
    def id(self) -> str:
        """What the server calls it."""
        return self.sockets[0].path.split("/")[3]

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

    def leave(self) -> None:
        """Close the sockets of its seats."""
        for socket in self.sockets:
            socket.close()


class Crowd:
    """Many tables at one server."""

    def __init__(self, port: int, talk: Talk, addresses: Iterator[str] | None = None) -> None:
        """Each table comes from an address of its own, if there are several."""
        self.port = port
        self.talk = talk
        self._addresses = addresses or repeat("127.0.0.1")
        self.tables: list[Table] = []
        self._numbers = count()
        self.latencies: list[float] = []
        self._limit = asyncio.Semaphore(OPENED_AT_ONCE)

    async def _connect(self, address: str, path: str, hear: Any, body: bytes | None) -> Any:
        loop = asyncio.get_running_loop()
        if body is not None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
            head = b"POST %b HTTP/1.0\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (path.encode(), len(body))
            writer.write(head + body)
            answer = await reader.read()
            writer.close()
            return json.loads(answer.partition(b"\r\n\r\n")[2])
        _, socket = await loop.create_connection(
            lambda: Socket(path, hear), "127.0.0.1", self.port, local_addr=(address, 0)
        )
        await asyncio.wait_for(socket.opened, PATIENCE)
        return socket

    async def seat(self, tables: int) -> None:
        """Set so many tables more."""
        new = [self._new_table() for _ in range(tables)]
        self.tables += new
        await self._seat(new)

    async def begin_anew(self, moves: int) -> None:
        """Set another table in the place of each whose game is over or has so many moves, so that all go on playing."""
        done = [at for at, table in enumerate(self.tables) if table.over or table.moves >= moves]
        for at in done:
            self.tables[at].leave()
            self.tables[at] = self._new_table()
        await self._seat([self.tables[at] for at in done])

    def _new_table(self) -> Table:
        return Table(next(self._numbers), self._shown)

    async def _seat(self, new: list[Table]) -> None:
        async def seat(table: Table) -> None:
            async with self._limit:
                await self.talk.seat(table, partial(self._connect, next(self._addresses)))
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
            await asyncio.sleep(TICK)
        async with asyncio.timeout(PATIENCE):
            while any(table.waits for table in self.tables):
                await asyncio.sleep(0.01)
        return made / spent

    def leave(self) -> None:
        """Close every socket."""
        for table in self.tables:
            table.leave()
        self.tables = []
