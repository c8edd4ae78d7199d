"""Who may ask for what: headers for browsers, the visitor's language, origins, addresses and their limits."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from aiohttp import web

from parlor.core.words import LANGUAGES
from parlor.server.errors import ErrorAnswer, Refused, TooMuch
from parlor.server.limits import Buckets
from parlor.server.messages import encode
from parlor.server.settings import Settings

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
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
        response = await handler(request)
    except Exception as error:
        if isinstance(error, web.HTTPException) and error.status < 400:
            raise
        response = ErrorAnswer(error, language_of(request))
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response


class Gate:
    """Keeps every address within its limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._new_tables = Buckets(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self._requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second)
        self._sockets: Counter[str] = Counter()

    def enter(self, request: web.Request) -> str:
        """The address of a request that is within its limits and comes from a page that may ask."""
        address = self._address(request)
        if not self._requests.take(address):
            raise TooMuch("server.too-much")
        origin = request.headers.get("Origin")
        if origin is not None and not self._is_allowed(origin, request.host):
            raise Refused("server.origin", origin=origin[:100])
        return address

    def enter_with_table(self, request: web.Request) -> None:
        """The same for a request that sets a table."""
        if not self._new_tables.take(self.enter(request)):
            raise TooMuch("server.too-many-tables", most=self.settings.tables_per_hour)

    @contextmanager
    def enter_with_socket(self, request: web.Request) -> Iterator[str]:
        """The same for a socket, counted as long as it is open."""
        address = self.enter(request)
        if self._sockets[address] >= self.settings.sockets:
            raise TooMuch("server.too-many-sockets", most=self.settings.sockets)
        self._sockets[address] += 1
        try:
            yield address
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _is_allowed(self, origin: str, host: str) -> bool:
        try:
            return urlsplit(origin).netloc == host or origin in self.settings.origins
        except ValueError:
            return False

    def _address(self, request: web.Request) -> str:
        address = request.remote or ""
        if self.settings.behind_proxy:
            address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return "unknown"
        # One household has as many IPv6 addresses as it likes, all in one network.
        return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address
