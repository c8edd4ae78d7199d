"""The server: HTTP to create, join and list tables, and a socket for everybody at one."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from prometheus_client import generate_latest

from parlor import bots, games
from parlor.core.errors import BadRecord, NotYet, ParlorError
from parlor.core.record import parse_record, verify
from parlor.core.words import seen_by
from parlor.server.care import Care
from parlor.server.hosting import About, Chair, Hosting, NoTable, Refused
from parlor.server.limits import Buckets
from parlor.server.messages import Join, NewTable, Webhook, encode
from parlor.server.metrics import REGISTRY
from parlor.server.openapi import DESCRIPTION
from parlor.server.settings import Settings
from parlor.server.sockets import Sockets, error_message
from parlor.server.store import SQLiteStore, StorageFailed
from parlor.server.thinking import Thinkers

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 1024 * 1024
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(body=encode(data), status=status, content_type="application/json")


def status_of(error: ParlorError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, NoTable):
        return 404
    if isinstance(error, NotYet | Refused):
        return 403
    return 503 if isinstance(error, StorageFailed) else 400


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Turn errors into documented answers, and say what a browser must not do."""
    try:
        response = await handler(request)
    except ParlorError as error:
        response = answer(error_message(error), status_of(error))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        response = answer(error_message(Refused("server.message", problem=str(error)[:200])), 400)
    except web.HTTPException as error:
        response = answer(error_message(Refused("server.http", status=error.status, reason=error.reason)), error.status)
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


class Server:
    """Everything that one process needs, and its HTTP handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._new_tables = Buckets(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self._requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second)
        self._sockets_of: Counter[str] = Counter()
        self.hosting: Hosting
        self.care: Care
        self.sockets: Sockets

    async def run(self, app: web.Application) -> AsyncIterator[None]:
        """Open the store and bring back running tables; at the end, let go of everything."""
        store = SQLiteStore(self.settings.database)
        thinkers = Thinkers(self.settings.workers, self.settings.bot_seconds)
        self.hosting = Hosting(store)
        self.care = Care(self.hosting, thinkers, self.settings)
        self.sockets = Sockets(self.hosting, self.care, self.settings.messages_per_second)
        for id, about, lines in await store.running():
            self.hosting.restore(id, about, lines)
        sweeping = asyncio.create_task(self.care.sweep())
        yield
        sweeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sweeping
        await self.care.close()
        thinkers.close()
        await store.close()

    def _address(self, request: web.Request) -> str:
        address = request.remote or "unknown"
        if not self._requests.take(address):
            raise web.HTTPTooManyRequests
        return address

    async def games(self, request: web.Request) -> web.Response:
        """Every game with its seat counts and options."""
        self._address(request)
        found = [games.game(name) for name in games.names()]
        return answer(
            [
                {
                    "game": game.name,
                    "rules": game.rules,
                    "seats": list(game.seat_counts),
                    "options": [
                        {"name": option.name, "default": option.default, "allowed": option.allowed}
                        for option in game.options
                    ],
                }
                for game in found
            ]
        )

    async def bots(self, request: web.Request) -> web.Response:
        """The names of all bots."""
        self._address(request)
        return answer(bots.names())

    async def tables(self, request: web.Request) -> web.Response:
        """Tables that anybody may see in the list."""
        self._address(request)
        hosted = [table for table in self.hosting.tables.values() if table.about.listed]
        latest = sorted(hosted, key=lambda table: -table.touched)[:100]
        return answer([table.public() for table in latest if table.table.outcome is None])

    async def create(self, request: web.Request) -> web.Response:
        """Set a table; the answer holds the tokens of the seats, once and never again."""
        address = self._address(request)
        wanted = msgspec.json.decode(await request.read(), type=NewTable)
        if not self._new_tables.take(address):
            raise web.HTTPTooManyRequests
        hosted, tokens = await self.hosting.create(wanted)
        seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
        return answer({**hosted.public(), "tokens": seats}, 201)

    async def table(self, request: web.Request) -> web.Response:
        """What anybody may know of a table."""
        self._address(request)
        return answer((await self.hosting.find(request.match_info["table"])).public())

    async def join(self, request: web.Request) -> web.Response:
        """Sit down on an open seat."""
        self._address(request)
        hosted = await self.hosting.find(request.match_info["table"])
        wish = msgspec.json.decode(await request.read() or b"{}", type=Join)
        seat, token = await self.hosting.sit(hosted, wish.seat, wish.name)
        return answer({"seat": seat, "token": token})

    async def webhook(self, request: web.Request) -> web.Response:
        """Where to tell a seat that it is its turn."""
        self._address(request)
        hosted = await self.hosting.find(request.match_info["table"])
        wish = msgspec.json.decode(await request.read(), type=Webhook)
        if wish.seat not in hosted.seats_of(wish.token):
            raise Refused("server.token")
        if wish.url is not None and not self.care.may_tell(wish.url):
            raise Refused("server.webhook", allowed=list(self.settings.webhook_hosts))
        hosted.about.chairs[wish.seat].webhook = wish.url
        await self.hosting.describe(hosted)
        return answer({})

    async def record(self, request: web.Request) -> web.Response:
        """The record of a finished game; before that, what the seat of the token, or a spectator, has seen."""
        self._address(request)
        hosted = await self.hosting.find(request.match_info["table"])
        record = hosted.table.record
        if hosted.table.outcome is not None:
            name = f"{hosted.about.game}-{hosted.id}.parlor"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return web.Response(text=record.dumps(), content_type="application/jsonl", headers=headers)
        seat = _seat_asking(request, hosted.seats_of)
        if seat is None and not hosted.about.spectators:
            raise NotYet("server.record-early")
        seen = [
            {"line": line["line"], "events": [event.dump() for event in seen_by(events, seat)]}
            for line, _, events in record.steps()
        ]
        return answer({"game": hosted.about.game, "commitment": record.commitment, "seat": seat, "lines": seen})

    async def import_record(self, request: web.Request) -> web.Response:
        """Keep a finished record as a table that can be looked at."""
        address = self._address(request)
        if not self._new_tables.take(address):
            raise web.HTTPTooManyRequests
        record = parse_record((await request.read()).decode(), games.game)
        verify(record)
        seed = record.seed
        if seed is None:
            raise BadRecord("verify.no-seed")
        about = About(
            game=record.game.name,
            rules=record.game.rules,
            options=record.options,
            seed=seed.secret,
            chairs=[Chair("open") for _ in range(record.seats)],
            created=0,
        )
        hosted = await self.hosting.take_in(about, record.lines)
        return answer(hosted.public(), 201)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A socket for a seat or a spectator."""
        address = self._address(request)
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host and origin not in self.settings.origins:
            raise web.HTTPForbidden(reason="this page may not use this server")
        if self._sockets_of[address] >= self.settings.sockets:
            raise web.HTTPTooManyRequests
        self._sockets_of[address] += 1
        try:
            return await self.sockets.serve(request, address)
        finally:
            self._sockets_of[address] -= 1
            if not self._sockets_of[address]:
                del self._sockets_of[address]

    async def health(self, request: web.Request) -> web.Response:
        """Whether the store answers."""
        await self.hosting.store.settle()
        return answer({"ok": True, "tables": len(self.hosting.tables)})

    async def metrics(self, request: web.Request) -> web.Response:
        """What is counted."""
        return web.Response(body=generate_latest(REGISTRY), content_type="text/plain")

    async def description(self, request: web.Request) -> web.Response:
        """The OpenAPI description."""
        return answer(DESCRIPTION)


def _seat_asking(request: web.Request, seats_of: Callable[[str], tuple[int, ...]]) -> int | None:
    """The first seat of the token in the Authorization header, None without one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        return None
    seats = seats_of(token)
    if not seats:
        raise Refused("server.token")
    return seats[0]


def make_app(settings: Settings) -> web.Application:
    """The application."""
    server = Server(settings)
    app = web.Application(middlewares=[guard], client_max_size=LARGEST_RECORD)
    app.cleanup_ctx.append(server.run)
    app.add_routes(
        [
            web.get("/api/games", server.games),
            web.get("/api/bots", server.bots),
            web.get("/api/tables", server.tables),
            web.post("/api/tables", server.create),
            web.get("/api/tables/{table}", server.table),
            web.post("/api/tables/{table}/join", server.join),
            web.post("/api/tables/{table}/webhook", server.webhook),
            web.get("/api/tables/{table}/record", server.record),
            web.get("/api/tables/{table}/socket", server.socket),
            web.post("/api/records", server.import_record),
            web.get("/api/openapi.json", server.description),
            web.get("/health", server.health),
        ]
    )
    if settings.metrics:
        app.router.add_get("/metrics", server.metrics)
    return app
