"""The door: how many connections there are, whose they are, and how long they may let the server wait."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from aiohttp import web

from parlor.core.errors import ParlorError
from parlor.core.words import LANGUAGES
from parlor.server.errors import RETRY_AFTER, Busy, ErrorAnswer, TooMuch, error_message, log_failure, status_of
from parlor.server.limits import Bucket, household
from parlor.server.listening import listen, where
from parlor.server.messages import encode
from parlor.server.settings import Settings

BESIDES = 100
"""Connections that one address may have beside its sockets."""
MOST_CONNECTIONS = 20_000
MOST_HEADERS = 64
LARGEST_HEAD = 32 * 1024
LARGEST_READ = 64 * 1024
"""Bytes that the system keeps of what was sent, and the loop reads in one step."""
LARGEST_UNREAD = 16 * 1024
"""Bytes of a body that are read before anybody asks for them."""
KEEP_SECONDS = 60.0
"""How long a connection is kept for the next request."""
LINGER_SECONDS = 2.0
"""How long the rest of what was refused may come, so that the answer arrives."""
LOOK_SECONDS = 1.0
QUIET = ("aiohttp.server", "aiohttp.web", "aiohttp.websocket")
"""What logs addresses, and repeats what visitors sent."""
log = logging.getLogger("parlor.server")


class Visit(web.RequestHandler):
    """One connection: it is served, or the server waits for it, and then it may have to make room for another."""

    def __init__(self, door: Door, server: web.Server, **more: Any) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            # Nothing that comes compressed is inflated.
            auto_decompress=False,
            lingering_time=LINGER_SECONDS,
            max_headers=MOST_HEADERS,
            read_bufsize=LARGEST_UNREAD,
            **more,
        )
        self.door = door
        self.address = ""
        self.line: asyncio.Transport
        self.pace: Bucket | None = None
        """How many bytes a WebSocket may send."""
        self._until = 0.0
        self._head: int | None = None
        """Bytes of a request that is not yet understood, None while none is awaited."""
        self._refused = False
        self._unread = 0
        self._unread_since = self._loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, if there is room."""
        # Both asyncio's transports and uvloop's are, though not by inheritance.
        self.line = transport  # type: ignore[assignment]
        peer = transport.get_extra_info("peername")
        self.address = household(peer[0] if peer else "")
        try:
            self.door.let_in(self)
        except ParlorError as error:
            self._refuse(error)
        else:
            self.wait_for_request(self.door.settings.head_seconds)
            super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Go."""
        self.door.let_out(self)
        super().connection_lost(exc)
        # They hold each other.
        del self.line

    def data_received(self, data: bytes) -> None:
        """Take in what was sent, unless it is too much."""
        if self._refused:
            return
        if self.pace is not None and not self.pace.take(len(data)):
            self.line.abort()
            return
        requests = self._request_count
        super().data_received(data)
        if self._request_count > requests:
            self._head = None
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.line.abort()

    def serve(self) -> None:
        """From now on the visitor waits for the server."""
        self.door.serve(self)

    def wait(self) -> None:
        """From now on the server waits for the visitor."""
        self._until = float("inf")
        self.door.wait(self)

    def wait_for_request(self, seconds: float) -> None:
        """From now on the server waits for the next request, and no longer than so many seconds."""
        self.wait()
        self._head = 0
        self._until = self._loop.time() + seconds

    def look(self, now: float, longest_unread: float) -> None:
        """Hang up on somebody who asks for nothing, or who reads nothing of what was sent."""
        unread = self.line.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._unread_since = now
        self._unread = unread
        is_silent = not unread and now > self._until and self.door.waits_for(self)
        if is_silent or now - self._unread_since > longest_unread:
            self.line.abort()

    def _refuse(self, error: ParlorError) -> None:
        """Say why there is no room. What the visitor meant to ask may still be on its way, and would break the line."""
        self._refused = True
        status = HTTPStatus(status_of(error))
        body = encode(error_message(error))
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        head += f"Retry-After: {RETRY_AFTER}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.line.write(head.encode() + body)
        if self.door.may_linger(self):
            self.line.write_eof()
            self._loop.call_later(LINGER_SECONDS, self.line.abort)
        else:
            self.line.close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what is no HTTP, or to what nobody foresaw: aiohttp's own repeats and logs what was sent."""
        if status == HTTPStatus.INTERNAL_SERVER_ERROR and isinstance(exc, Exception):
            problem = exc
        else:
            problem = web.HTTPBadRequest()
        response = ErrorAnswer(problem, LANGUAGES[0])
        response.force_close()
        return response

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log what nobody foresaw, without what it says."""
        if isinstance(error := kw.get("exc_info"), BaseException):
            log_failure("a connection failed", error)


class Door(web.BaseSite):
    """Lets visitors in as long as there is room, in all and for each address; behind a proxy, that is one address."""

    def __init__(
        self, runner: web.AppRunner, settings: Settings, listening: socket.socket | None = None, **more: Any
    ) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        # The database and the workers need some, and whoever is refused takes one until that is said.
        reserve = min(256, files // 4) if files != resource.RLIM_INFINITY else 256
        super().__init__(runner, backlog=reserve // 2)
        self.settings = settings
        self._listening = listening
        self.most = min(MOST_CONNECTIONS, files - reserve) if files != resource.RLIM_INFINITY else MOST_CONNECTIONS
        self.most_lingering = reserve // 4
        self._more = more
        self._visits: set[Visit] = set()
        self._lingering: set[Visit] = set()
        self._addresses: Counter[str] = Counter()
        self._waiting: dict[str, dict[Visit, None]] = {}
        """Those for whom the server waits, by address, the longest waiting first."""
        self._next_look: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        """Where it is."""
        return "" if self._listening is None else where(self._listening)

    async def start(self) -> None:
        """Open it."""
        await super().start()
        loop = asyncio.get_running_loop()
        server = self._runner.server
        assert server is not None
        listening = self._listening = self._listening or listen(self.settings)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGEST_READ)
        self._server = await loop.create_server(
            lambda: Visit(self, server, **self._more), sock=listening, backlog=self._backlog
        )
        for logger in QUIET:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        loop.set_exception_handler(_note)
        self._look()

    async def stop(self) -> None:
        """Close it."""
        if self._next_look is not None:
            self._next_look.cancel()
        await super().stop()

    def let_in(self, visit: Visit) -> None:
        """Count somebody who comes; if there is no room, whoever has let the server wait longest has to go."""
        most = self.settings.sockets + BESIDES
        if not self.settings.behind_proxy and self._addresses[visit.address] >= most:
            self._make_room(visit.address, TooMuch("server.too-many-connections", most=most))
        if len(self._visits) >= self.most:
            # Of the address that has most of them.
            crowd = max(self._waiting, key=lambda address: len(self._waiting[address]), default="")
            self._make_room(crowd, Busy("server.full-house"))
        self._visits.add(visit)
        self._addresses[visit.address] += 1

    def _make_room(self, address: str, otherwise: ParlorError) -> None:
        longest = next(iter(self._waiting.get(address, ())), None)
        if longest is None:
            raise otherwise
        longest.line.abort()
        self.let_out(longest)

    def may_linger(self, visit: Visit) -> bool:
        """Whether somebody for whom there is no room may stay for a moment."""
        if len(self._lingering) >= self.most_lingering:
            return False
        self._lingering.add(visit)
        return True

    def let_out(self, visit: Visit) -> None:
        """Count somebody out."""
        self._lingering.discard(visit)
        if visit in self._visits:
            self.serve(visit)
            self._visits.remove(visit)
            self._addresses[visit.address] -= 1
            if not self._addresses[visit.address]:
                del self._addresses[visit.address]

    def wait(self, visit: Visit) -> None:
        """Note that the server waits for somebody."""
        if visit in self._visits:
            self._waiting.setdefault(visit.address, {})[visit] = None

    def serve(self, visit: Visit) -> None:
        """Note that it does not, any more."""
        waiting = self._waiting.get(visit.address, {})
        waiting.pop(visit, None)
        if not waiting:
            self._waiting.pop(visit.address, None)

    def waits_for(self, visit: Visit) -> bool:
        """Whether the server waits for somebody."""
        return visit in self._waiting.get(visit.address, ())

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for visit in list(self._visits):
            visit.look(now, self.settings.unread_seconds)
        self._next_look = loop.call_later(LOOK_SECONDS, self._look)


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what went wrong in the loop itself, without what it says."""
    if isinstance(error := context.get("exception"), BaseException):
        log_failure(context["message"], error)
    else:
        log.error("%s", context["message"])


@contextmanager
def served(request: web.BaseRequest) -> Iterator[None]:
    """While the visitor waits for the server."""
    visit = request.protocol
    if not isinstance(visit, Visit):
        yield
        return
    visit.serve()
    try:
        yield
    finally:
        visit.wait_for_request(KEEP_SECONDS)


@contextmanager
def awaited(request: web.BaseRequest) -> Iterator[None]:
    """While the server waits for the visitor, for as long as whoever waits sees fit."""
    visit = request.protocol
    if not isinstance(visit, Visit):
        yield
        return
    visit.wait()
    try:
        yield
    finally:
        visit.serve()
