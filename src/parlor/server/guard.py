"""Who may ask for what: errors as documented answers, headers for browsers, origins, addresses and their limits."""

from __future__ import annotations

import ipaddress
import logging
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from parlor.core.errors import NotYet, ParlorError
from parlor.server.about import NoTable, Refused
from parlor.server.limits import Buckets
from parlor.server.messages import encode
from parlor.server.settings import Settings
from parlor.server.sockets import error_message
from parlor.server.store import StorageFailed

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger("parlor.server")


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(body=encode(data), status=status, content_type="application/json")


class TooMuch(ParlorError):
    """More than one address may ask for."""


def status_of(error: ParlorError) -> int:
    """The HTTP status that fits an error."""
    for kind, status in ((NoTable, 404), (TooMuch, 429), (StorageFailed, 503), (NotYet, 403), (Refused, 403)):
        if isinstance(error, kind):
            return status
    return 400


async def _handled(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What a handler answers; errors are answers too."""
    try:
        return await handler(request)
    except ParlorError as error:
        return answer(error_message(error), status_of(error))
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return answer(error_message(Refused("server.message", problem=str(error)[:200])), 400)
    except web.HTTPException as error:
        refused = Refused("server.http", status=error.status, reason=error.reason)
        response = answer(error_message(refused), error.status)
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
        return response
    except Exception as error:  # what an unforeseen error says might hold what must not be told
        log.error("a request failed: %s\n%s", type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
        return answer(error_message(Refused("server.failed")), 500)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn errors into documented answers, and say what a browser must not do."""
    response = await _handled(request, handler)
    if not response.prepared:
        response.headers.update(HEADERS)
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
