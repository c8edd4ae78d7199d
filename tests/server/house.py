"""A real server on loopback, in this process or as one of its own, and visitors who talk to it through sockets."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from parlor.core.fields import Data
from parlor.server.app import SERVER, Server, make_app
from parlor.server.settings import Settings

PATIENCE = 20.0
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
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.socket.close_code or 0
            if message.type == aiohttp.WSMsgType.TEXT:
                self.texts.append(message.data)


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
        return made["table"], {one["seat"]: one["token"] for one in made["tokens"]}, made

    async def socket(self, table: str, **more: Any) -> Visitor:
        """A socket that has said nothing yet."""
        visitor = Visitor(await self.client.ws_connect(f"{self.url}/api/tables/{table}/socket", **more))
        self._visitors.append(visitor)
        return visitor

    async def visit(self, table: str, token: str | None = None) -> Visitor:
        """A visitor who has been shown the table."""
        visitor = await self.socket(table)
        await visitor.socket.send_str(json.dumps({"do": "hello", "token": token}))
        await visitor.until(lambda frame: True)
        return visitor

    async def seated(self, *kinds: str, **more: Any) -> tuple[str, dict[int, str], dict[int, Visitor]]:
        """A new table with its tokens and the people who have come, by seat."""
        id, tokens, _ = await self.table(*kinds, **more)
        return id, tokens, {seat: await self.visit(id, token) for seat, token in tokens.items()}

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


class Home(House):
    """A server in this process."""

    server: Server


@asynccontextmanager
async def serving(
    database: Path,
    make: Callable[[Settings], web.Application] = make_app,
    *,
    access_log: bool = False,
    **settings: Any,
) -> AsyncIterator[Home]:
    """A server in this process, patient with floods unless told otherwise."""
    app = make(Settings(database=database, port=0, **{**UNHURRIED, **settings}))
    more: Data = {} if access_log else {"access_log": None}
    runner = web.AppRunner(app, shutdown_timeout=2, **more)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
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


def run(test: Callable[[], Awaitable[None]], seconds: float = 60) -> None:
    """Run a test that waits, but not for ever."""

    async def bounded() -> None:
        await asyncio.wait_for(test(), seconds)

    asyncio.run(bounded())


class Process:
    """A server as a process of its own."""

    def __init__(self, database: Path, *arguments: object) -> None:
        command = [sys.executable, "-m", "parlor.cli", "serve", "--port", "0", "--database", str(database)]
        limits = ["--messages-per-second", "1000000", "--sockets", "1000000", "--tables-per-hour", "1000000"]
        environment = {**os.environ, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*command, *limits, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
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
def process(database: Path, *arguments: object) -> Iterator[Process]:
    """A server as a process of its own, that is gone at the end."""
    found = Process(database, *arguments)
    try:
        yield found
    finally:
        if found.process.stdout is not None and not found.process.stdout.closed:
            found.kill()
