"""Whoever lays siege: each at an address of its own, sending one message after the other and noting what comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from . import frames, requests
from .kinds import CLOSE, KINDS, PONG, TEXT, Aim, Kind, Way, framed, request

__all__ = ["Attacker", "Counts", "frames", "requests"]

PATIENCE = 10.0
CAPPED = (
    "server.too-much",
    "server.too-many-tables",
    "server.too-many-sockets",
    "server.too-many-hints",
    "server.busy",
)
LONGEST_ANSWER = 1 << 24
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Counts:
    """What was sent of each kind, and what came of it."""

    sent: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    """Answered by whoever handles it, not by a limit."""
    failed: list[str] = field(default_factory=list)
    """Kinds that were answered with a mistake of the server."""
    answers: Counter[str] = field(default_factory=Counter)

    def note(self, kind: Kind, answer: str) -> None:
        """What came back: a status, the id of an error, or how the connection ended."""
        self.sent[kind.name] += 1
        self.answers[answer] += 1
        if answer in ("500", "server.failed", "led elsewhere"):
            self.failed.append(kind.name)
        if answer not in ("429", "503", "gone", "closed 1013", *CAPPED) and not answer.startswith("limit"):
            self.reached[kind.name] += 1

    def add(self, other: Counts) -> None:
        """Take in what another has counted."""
        self.sent += other.sent
        self.reached += other.reached
        self.answers += other.answers
        self.failed += other.failed


class Attacker:
    """Somebody who means harm, at one address."""

    def __init__(self, port: int, address: str, aim: Aim, seed: int, counts: Counts) -> None:
        self.port = port
        self.address = address
        self.aim = aim
        self.rng = Random(seed)
        self.counts = counts
        self._kept: Streams | None = None
        self._socket: Streams | None = None
        ways: dict[Way, Callable[[bytes], Awaitable[str]]]
        ways = {"http": self._ask, "abort": self._abort, "hello": self._greet, "frame": self._say}
        self._ways = ways

    async def send(self, name: str) -> None:
        """Send one message of a kind, and note what comes of it."""
        kind = KINDS[name]
        raw = kind.make(self.rng, self.aim)
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._ways[kind.way](raw)
        except (ConnectionError, asyncio.IncompleteReadError):
            self._drop()
            answer = "hung up"
        except TimeoutError:
            self._drop()
            answer = "gone"
        self.counts.note(kind, answer)

    async def _connect(self) -> Streams:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0), limit=LONGEST_ANSWER)

    def _drop(self) -> None:
        for pair in (self._kept, self._socket):
            if pair is not None:
                pair[1].transport.abort()
        self._kept = self._socket = None

    def move_to(self, address: str) -> None:
        """Go on from another address."""
        self._drop()
        self.address = address

    def leave(self) -> None:
        """Hang up."""
        self._drop()

    async def _abort(self, raw: bytes) -> str:
        _, writer = await self._connect()
        writer.write(raw)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        writer.transport.abort()
        return "aborted"

    async def _ask(self, raw: bytes) -> str:
        if self._kept is None:
            self._kept = await self._connect()
        reader, writer = self._kept
        writer.write(raw)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = head.split(" ", 2)[1]
        length = next((line for line in head.split("\r\n") if line.startswith("content-length:")), None)
        body = b""
        if status == "101":
            length = None
        if length is not None and not raw.startswith(b"HEAD"):
            body = await reader.readexactly(int(length.partition(":")[2]))
        if length is None or "connection: close" in head or status in ("400", "413", "431"):
            writer.transport.abort()
            self._kept = None
        location = next((line for line in head.split("\r\n") if line.startswith("location:")), "location: /")
        if not re.fullmatch(r"location: /(?![/\\]).*", location):
            return "led elsewhere"
        # At a cap the store is never the reason.
        return "500" if b'"id":"server.database' in body else status

    async def _open(self, token: str | None) -> Streams:
        """A socket of a table: the own one with a token, any other without."""
        table = self.aim.own if token else self.rng.choice(self.aim.others)
        reader, writer = await self._connect()
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        writer.write(request("GET", f"/api/tables/{table}/socket", b"", *upgrade, key))
        head = await reader.readuntil(b"\r\n\r\n")
        status = head.split(b" ", 2)[1].decode()
        if status != "101":
            writer.transport.abort()
            raise _Refused(status)
        return reader, writer

    async def _greet(self, raw: bytes) -> str:
        try:
            reader, writer = await self._open(None)
        except _Refused as refused:
            return refused.status
        try:
            writer.write(raw)
            return await _answer(reader)
        finally:
            writer.transport.abort()

    async def _say(self, raw: bytes) -> str:
        if self._socket is None or self._socket[1].transport.is_closing():
            # Half of them hold a seat of their own table, the others look on at others'.
            token = self.aim.token if self.rng.random() < 0.5 else None
            try:
                self._socket = await self._open(token)
            except _Refused as refused:
                return refused.status
            hello = {"do": "hello", "token": token} if token else {"do": "hello"}
            self._socket[1].write(framed(TEXT, json.dumps(hello).encode()))
        reader, writer = self._socket
        writer.write(raw)
        if raw[0] & 15 == PONG and len(raw) < 134:
            await writer.drain()
            return "pong"
        answer = await _answer(reader)
        if answer.startswith(("closed", "limit")):
            writer.transport.abort()
            self._socket = None
        return answer


class _Refused(Exception):
    def __init__(self, status: str) -> None:
        self.status = status


async def _answer(reader: asyncio.StreamReader) -> str:
    """The next thing that is no frame of the table: an error's id, an acknowledgement, a pong, or a goodbye."""
    while True:
        opcode, payload = await _read_frame(reader)
        if opcode == CLOSE:
            code, why = int.from_bytes(payload[:2], "big"), payload[2:].decode(errors="replace")
            return f"limit: {why}" if "too many" in why else f"closed {code}"
        if opcode == PONG:
            return "pong"
        if opcode == TEXT:
            data = json.loads(payload)
            if data["type"] == "error":
                return str(data["error"]["id"])
            if data["type"] == "ok":
                return "ok"


async def _read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, size = await reader.readexactly(2)
    if size > 125:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return first & 15, await reader.readexactly(size)
