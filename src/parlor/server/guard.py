"""Who may ask for what: headers for browsers, the visitor's language, origins, addresses and their limits."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from aiohttp import web

from parlor.core.words import LANGUAGES
from parlor.server.breath import breathe
from parlor.server.door import awaited, served
from parlor.server.errors import GONE, HEADERS, Busy, ErrorAnswer, Refused, TooMuch
from parlor.server.limits import Bucket, Buckets, household
from parlor.server.messages import encode
from parlor.server.settings import Settings

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 1024 * 1024
RECORDS_OF_ONE = 2
"""Records that one address may send at once."""
MOST_RECORDS = 16
"""Records that all may send at once."""
log = logging.getLogger("parlor.server")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def language_of(request: web.Request) -> str:
    """The language that a visitor has chosen, or that their browser asks for first."""
    wishes = [request.cookies.get("language", ""), *request.headers.get("Accept-Language", "").split(",")]
    for wish in wishes:
        code = wish.strip().partition(";")[0].partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(body=encode(data), status=status, content_type="application/json")


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn errors into documented answers, and say what a browser must not do."""
    try:
        with served(request):
            _check_body(request)
            await breathe()
            response = await handler(request)
    except Exception as error:
        if isinstance(error, web.HTTPException) and error.status < 400:
            raise
        response = ErrorAnswer(error, language_of(request))
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response


def _check_body(request: web.Request) -> None:
    """Refuse a body that nobody will read, and one that would grow by being read."""
    if any(coding.lower() != "identity" for coding in request.headers.getall("Content-Encoding", [])):
        raise web.HTTPUnsupportedMediaType
    if request.method in ("GET", "HEAD") and request.body_exists and request.content_length != 0:
        raise web.HTTPRequestEntityTooLarge(0)


async def body_of(request: web.Request, most: int, seconds: float) -> bytes:
    """The body of a request, if it has no more than so many bytes and comes within so many seconds."""
    if (request.content_length or 0) > most:
        raise web.HTTPRequestEntityTooLarge(most)
    body = bytearray()
    try:
        with awaited(request):
            async with asyncio.timeout(seconds):
                while chunk := await request.content.readany():
                    body += chunk
                    if len(body) > most:
                        raise web.HTTPRequestEntityTooLarge(most)
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    return bytes(body)


class Gate:
    """Keeps every address within its limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._new_tables = Buckets(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self._requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second)
        self._sockets: Counter[str] = Counter()
        self._records: Counter[str] = Counter()
        self._broken_off = Bucket(1 / 60, 10)
        self.keeps_out: Callable[[str], bool] = lambda address: False
        """Whether an address is banned."""

    @web.middleware
    async def keep_out(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse whoever is banned, whatever they ask for."""
        if self.keeps_out(self._address(request)):
            raise Refused("server.banned")
        return await handler(request)

    @property
    def sockets(self) -> dict[str, int]:
        """How many sockets each address holds, the most first."""
        return dict(self._sockets.most_common())

    def enter(self, request: web.Request) -> str:
        """The address of a request that is within its limits and comes from a page that may ask."""
        address = self._address(request)
        if not self._requests.take(address):
            raise TooMuch("server.too-much")
        origin = request.headers.get("Origin")
        if origin is not None and not self._is_allowed(origin, request.host):
            raise Refused("server.origin", origin=origin[:100].encode(errors="replace").decode())
        return address

    def enter_with_table(self, request: web.Request) -> str:
        """The same for a request that sets a table."""
        address = self.enter(request)
        self.count_table(address)
        return address

    def count_table(self, address: str) -> None:
        """Refuse an address another table once it has set too many."""
        if not self._new_tables.take(address):
            raise TooMuch("server.too-many-tables", most=self.settings.tables_per_hour)

    @contextmanager
    def enter_with_socket(self, request: web.Request) -> Iterator[str]:
        """The same for a socket, counted as long as it is open."""
        address = self.enter(request)
        if self._sockets[address] >= self.settings.sockets:
            raise TooMuch("server.too-many-sockets", most=self.settings.sockets)
        with _counted(self._sockets, address):
            yield address

    async def body(self, request: web.Request, most: int = LARGEST_BODY) -> bytes:
        """The body of a request."""
        try:
            return await body_of(request, most, self.settings.body_seconds)
        except GONE:
            # Whoever breaks off many does not fill the log.
            if self._broken_off.take():
                log.warning("an upload broke off")
            raise

    async def record(self, request: web.Request, address: str) -> str:
        """The record in a request of an address: since records are large, only so many are read at once."""
        if self._records[address] >= RECORDS_OF_ONE:
            raise TooMuch("server.too-much")
        if self._records.total() >= MOST_RECORDS:
            raise Busy("server.full-house")
        with _counted(self._records, address):
            return (await self.body(request, LARGEST_RECORD)).decode()

    def _is_allowed(self, origin: str, host: str) -> bool:
        try:
            return urlsplit(origin).netloc == host or origin in self.settings.origins
        except ValueError:
            return False

    def _address(self, request: web.Request) -> str:
        address = request.remote or ""
        if self.settings.behind_proxy:
            # The proxy's own is the last: what stands before it, a visitor may have made up.
            address = request.headers.getall("X-Forwarded-For", [address])[-1].rpartition(",")[2].strip()
        return household(address)


@contextmanager
def _counted(counts: Counter[str], address: str) -> Iterator[None]:
    """Count an address for a while."""
    counts[address] += 1
    try:
        yield
    finally:
        counts[address] -= 1
        if not counts[address]:
            del counts[address]
