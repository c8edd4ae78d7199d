"""A real server on loopback, in this process or as one of its own, and visitors who talk to it through sockets."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from parlor.core.fields import Data
from parlor.server.address import Address, Database
from parlor.server.app import SERVER, Server, make_app
from parlor.server.door import Door
from parlor.server.settings import Settings

PATIENCE = 60.0
UNHURRIED: Data = {
    "messages_per_second": 1e6,
    "requests_per_second": 1e6,
    "tables_per_hour": 10**6,
    "sockets": 10**6,
}


class Visitor:
    """Somebody on a socket: frames and answers as they came."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.frame: Data = {}
        self._note = 0

    async def next(self) -> Data:
        """The next message, whatever it is."""
        message = await asyncio.wait_for(self.socket.receive(), PATIENCE)
        assert message.type == aiohttp.WSMsgType.TEXT, (message.type, message.data, message.extra)
        self.texts.append(message.data)
        data: Data = json.loads(message.data)
        if data["type"] == "frame":
            self.frame = data
        return data

    async def until(self, holds: Callable[[Data], object]) -> Data:
        """The first frame from now on, or the latest, of which something holds."""
        while not self.frame or not holds(self.frame):
            await self.next()
        return self.frame

    async def ask(self, do: str, **fields: Any) -> Data:
        """The answer to a wish."""
        self._note += 1
        await self.socket.send_str(json.dumps({"do": do, "note": self._note, **fields}))
        while True:
            answer = await self.next()
            if answer["type"] != "frame":
                assert answer["note"] == self._note, answer
                return answer

    async def play(self, seat: int, move: str) -> Data:
        """The answer to a move for the decision that is open."""
        await self.until(lambda frame: part(frame, seat).get("opened") is not None)
        return await self.ask("play", seat=seat, move=move, line=part(self.frame, seat)["opened"])

    async def closed(self) -> int:
        """The code with which the server closes the socket."""
        while True:
            message = await asyncio.wait_for(self.socket.receive(), PATIENCE)
            if message.type == aiohttp.WSMsgType.CLOSE:
                return int(message.data)
            if message.type == aiohttp.WSMsgType.CLOSED:
                return self.socket.close_code or 0
            if message.type == aiohttp.WSMsgType.TEXT:
                self.texts.append(message.data)


def has_begun(frame: Data) -> bool:
    """Whether the deal is made."""
    return frame["about"]["waiting"] is None


def others_are_missing(frame: Data) -> bool:
    """Whether the game has begun, or waits for others than those whom the frame is for."""
    if has_begun(frame):
        return True
    missing = {seat for kind in ("come", "commit", "reveal") for seat in frame["about"]["waiting"][kind]}
    return bool(missing - {part["seat"] for part in frame["parts"]})


def part(frame: Data, seat: int | None) -> Data:
    """What a frame shows to one of its seats."""
    found: Data = next(part for part in frame["parts"] if part["seat"] == seat)
    return found


class House:
    """A server and the way to it."""

    def __init__(self, url: str, client: aiohttp.ClientSession) -> None:
        self.url = url
        self.client = client
        self.bodies: list[str] = []
        self._visitors: list[Visitor] = []

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return await self._request("GET", path, status, **more)

    async def post(self, path: str, body: object, status: int = 200, **more: Any) -> Any:
        return await self._request("POST", path, status, data=json.dumps(body), **more)

    async def _request(self, method: str, path: str, status: int, **more: Any) -> Any:
        async with self.client.request(method, self.url + path, **more) as response:
            text = await response.text()
            self.bodies.append(text)
            assert response.status == status, (response.status, text)
            return json.loads(text) if response.content_type == "application/json" else text

    async def table(self, *kinds: str, game: str = "pizza-theory", **more: Any) -> tuple[str, dict[int, str], Data]:
        """A new table with its tokens by seat; kinds are human, open, or the name of a bot."""
        seats = [{"kind": kind} if kind in ("human", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
        made = await self.post("/api/tables", {"game": game, "seats": seats, **more}, 201)
        return made["table"], await self.seat_all(made), made

    async def seat_all(self, made: Data) -> dict[int, str]:
        """The tokens of a new table by seat, once everybody has sat down who is invited."""
        tokens: dict[str, str] = {}
        by_seat = {one["seat"]: one["token"] for one in made["tokens"]}
        for one in made["invitations"]:
            invitation = one["invitation"]
            if invitation not in tokens:
                sat = await self.post(f"/api/tables/{made['table']}/join", {"invitation": invitation})
                tokens[invitation] = sat["token"]
            by_seat[one["seat"]] = tokens[invitation]
        return dict(sorted(by_seat.items()))

    async def socket(self, table: str, **more: Any) -> Visitor:
        """A socket that has said nothing yet."""
        visitor = Visitor(await self.client.ws_connect(f"{self.url}/api/tables/{table}/socket", **more))
        self._visitors.append(visitor)
        return visitor

    async def visit(self, table: str, token: str | None = None) -> Visitor:
        """A visitor who has been shown the table."""
        visitor = await self.socket(table)
        await visitor.socket.send_str(json.dumps({"do": "hello", "token": token}))
        await visitor.until(others_are_missing)
        return visitor

    async def seated(self, *kinds: str, **more: Any) -> tuple[str, dict[int, str], dict[int, Visitor]]:
        """A new table with its tokens and the people who have come, by seat."""
        id, tokens, _ = await self.table(*kinds, **more)
        return id, tokens, await self.come(id, tokens)

    async def come(self, table: str, tokens: dict[int, str]) -> dict[int, Visitor]:
        """Everybody of whom there is a token: the game begins, unless seats are open."""
        at = {seat: await self.visit(table, token) for seat, token in tokens.items()}
        if any(has_begun(visitor.frame) for visitor in at.values()):
            for visitor in at.values():
                await visitor.until(has_begun)
        return at

    async def before_the_cut(self) -> tuple[str, dict[int, str], dict[int, Visitor]]:
        """A table of three people at Pizza Theory who are about to choose their cuts in secret."""
        id, tokens, at = await self.seated("human", "human", "human", options={"first": 0})
        for seat, move in enumerate(["add a1", "add a4", "add d1"]):
            await at[seat].play(seat, move)
        return id, tokens, at

    async def leave(self) -> None:
        """Close all sockets."""
        for visitor in self._visitors:
            await visitor.socket.close()


def _socket_for(database: Database | None) -> Path | None:
    """Where a server is reached that has no file to be reached beside: not in the folder where the tests run."""
    if isinstance(database, Path):
        return None
    return Path(tempfile.gettempdir()) / f"parlor-{secrets.token_hex(6)}.admin"


class Home(House):
    """A server in this process."""

    server: Server


@asynccontextmanager
async def serving(
    database: Database,
    make: Callable[[Settings], web.Application] = make_app,
    *,
    access_log: bool = False,
    **settings: Any,
) -> AsyncIterator[Home]:
    """A server in this process, patient with floods unless told otherwise."""
    chosen = Settings(database=database, port=0, **{**UNHURRIED, "admin": _socket_for(database), **settings})
    app = make(chosen)
    more: Data = {} if access_log else {"access_log": None}
    runner = web.AppRunner(app, shutdown_timeout=2)
    await runner.setup()
    try:
        await Door(runner, chosen, **more).start()
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as client:
            home = Home(f"http://127.0.0.1:{runner.addresses[0][1]}", client)
            home.server = app[SERVER]
            try:
                yield home
            finally:
                await home.leave()
    finally:
        await runner.cleanup()


def run(test: Callable[[], Awaitable[None]], seconds: float = 240) -> None:
    """Run a test that waits, but not for ever: for longer than a busy machine makes it wait."""

    async def bounded() -> None:
        await asyncio.wait_for(test(), seconds)

    asyncio.run(bounded())


class Process:
    """A server as a process of its own."""

    def __init__(
        self,
        database: Database | None,
        *arguments: object,
        program: Sequence[str] = ("parlor.cli", "serve"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        command = [sys.executable, "-m", *program, "--port", "0"]
        if database is not None:
            command += ["--database", database.url if isinstance(database, Address) else str(database)]
        if (socket := _socket_for(database)) is not None:
            command += ["--admin", str(socket)]
        limits = ["--messages-per-second", "1000000", "--sockets", "1000000", "--tables-per-hour", "1000000"]
        self.process = subprocess.Popen(
            [*command, *limits, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
        assert self.process.stdout is not None
        self.announced = self.process.stdout.readline()
        words = [word for word in self.announced.split() if word.startswith("http://")]
        self.url = words[0] if words else ""

    def kill(self) -> None:
        self.process.kill()
        self.end()

    def stop(self) -> None:
        self.process.terminate()
        self.end()

    def end(self) -> tuple[int, str]:
        """How it ended and what it said on standard error."""
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def process(database: Database | None, *arguments: object, **more: Any) -> Iterator[Process]:
    """A server as a process of its own, that is gone at the end."""
    found = Process(database, *arguments, **more)
    try:
        yield found
    finally:
        if found.process.stdout is not None and not found.process.stdout.closed:
            found.kill()
