"""The server: HTTP to create, join and list tables, and a socket for everybody at one."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable

import msgspec
from aiohttp import web
from prometheus_client import generate_latest

from parlor import games
from parlor.core.errors import NotYet, ParlorError
from parlor.core.record import parse_record
from parlor.core.words import Event, seen_by
from parlor.server.about import About
from parlor.server.care import Care
from parlor.server.errors import Refused, kind
from parlor.server.guard import Gate, answer, guard
from parlor.server.hints import Hints
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.messages import Join, NewTable, Webhook
from parlor.server.metrics import REGISTRY
from parlor.server.openapi import DESCRIPTION
from parlor.server.settings import Settings
from parlor.server.sockets import Sockets
from parlor.server.store import SQLiteStore
from parlor.server.thinking import Thinkers
from parlor.table import Table, seats_for

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 1024 * 1024
MOST_LISTED = 100
RECORD_TYPE = "application/jsonl"
log = logging.getLogger("parlor.server")


class Server:
    """Everything that one process needs, and its HTTP handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.gate = Gate(settings)
        self.thinkers = Thinkers(settings.workers, settings.bot_seconds)
        self.hosting: Hosting
        self.care: Care
        self.sockets: Sockets

    async def run(self, app: web.Application) -> AsyncIterator[None]:
        """Open the store and bring back running tables; at the end, let go of everything."""
        store = SQLiteStore(self.settings.database)
        self.hosting = Hosting(store, self.settings.offered_bots)
        self.care = Care(self.hosting, self.thinkers, self.settings)
        hints = Hints(self.hosting, self.thinkers, self.settings.hints_per_minute)
        self.sockets = Sockets(self.hosting, self.care.leavers, hints, self.settings)
        stopped = await store.last_alive()
        for id, about, lines in await store.running():
            try:
                self.hosting.restore(id, about, lines, stopped)
            except (ParlorError, msgspec.ValidationError) as error:
                log.error("a table could not be brought back: %s", kind(error))
        self.care.start()
        yield
        await self.care.close()
        self.thinkers.close()
        with contextlib.suppress(ParlorError):
            await store.beat(time.time())
        await store.close()

    async def stop(self, app: web.Application) -> None:
        """Say goodbye to everybody."""
        await self.sockets.close()

    async def _table(self, request: web.Request) -> Hosted:
        return await self.hosting.find(request.match_info["table"])

    async def games(self, request: web.Request) -> web.Response:
        """Every game with its seat counts and options."""
        self.gate.enter(request)
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
        """The names of all bots that a visitor may choose."""
        self.gate.enter(request)
        return answer(self.hosting.bots)

    async def tables(self, request: web.Request) -> web.Response:
        """Tables that anybody may see in the list, the latest first."""
        self.gate.enter(request)
        listed = [hosted for hosted in self.hosting.tables.values() if hosted.about.listed]
        latest = sorted(listed, key=lambda hosted: -hosted.touched)
        going = [hosted for hosted in latest if not hosted.pending and hosted.table.outcome is None]
        return answer([hosted.public() for hosted in going[:MOST_LISTED]])

    async def create(self, request: web.Request) -> web.Response:
        """Set a table; the answer holds the tokens of the seats, once and never again."""
        self.gate.enter_with_table(request)
        hosted, tokens = await self.hosting.create(msgspec.json.decode(await _body(request), type=NewTable))
        seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
        return answer({**hosted.public(), "tokens": seats}, 201)

    async def table(self, request: web.Request) -> web.Response:
        """What anybody may know of a table."""
        self.gate.enter(request)
        return answer((await self._table(request)).public())

    async def join(self, request: web.Request) -> web.Response:
        """Sit down on an open seat."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await _body(request), type=Join)
        seat, token = await self.hosting.sit(await self._table(request), wish.seat, wish.name)
        return answer({"seat": seat, "token": token})

    async def webhook(self, request: web.Request) -> web.Response:
        """Where to tell a seat that it is its turn."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await _body(request), type=Webhook)
        hosted = await self._table(request)
        if wish.seat not in hosted.held_by(wish.token):
            raise Refused("server.token")
        if wish.url is not None and not self.care.webhooks.may_tell(wish.url):
            raise Refused("server.webhook", allowed=list(self.settings.webhook_hosts))

        def note(table: Table) -> list[Event]:
            return table.arrange(table.seating.reached_by(wish.seat, wish.url))

        await self.hosting.act(hosted, note)
        return answer({})

    async def record(self, request: web.Request) -> web.Response:
        """The record of a finished game; before that, what the seat of the token, or a spectator, has seen."""
        self.gate.enter(request)
        hosted = await self._table(request)
        record = hosted.table.record
        if hosted.table.outcome is not None:
            name = f"{hosted.about.game}-{hosted.id}.parlor"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return web.Response(text=record.dumps(), content_type=RECORD_TYPE, headers=headers)
        seat = _seat_asking(request, hosted.held_by)
        if seat is None and not hosted.about.spectators:
            raise NotYet("server.record-early")
        seen = [
            {"line": line["line"], "events": [event.dump() for event in seen_by(events, seat)]}
            for line, _, events in record.steps()
        ]
        return answer({"game": hosted.about.game, "commitment": record.commitment, "seat": seat, "lines": seen})

    async def import_record(self, request: web.Request) -> web.Response:
        """Keep a finished record as a table that can be looked at."""
        self.gate.enter_with_table(request)
        text = (await request.read()).decode()
        await self.thinkers.check(text)
        record = parse_record(text, games.game)
        assert record.seed is not None
        about = About(
            game=record.game.name,
            rules=record.game.rules,
            options=record.options,
            seed=record.seed.secret,
            created=time.time(),
        )
        return answer((await self.hosting.take_in(about, seats_for(record.seats), record.lines)).public(), 201)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A socket for a seat or a spectator."""
        with self.gate.enter_with_socket(request) as address:
            return await self.sockets.serve(request, address)

    async def health(self, request: web.Request) -> web.Response:
        """Whether the store can be written."""
        await self.hosting.store.beat(time.time())
        return answer({"ok": True, "tables": len(self.hosting.tables)})

    async def metrics(self, request: web.Request) -> web.Response:
        """What is counted."""
        return web.Response(body=generate_latest(REGISTRY), content_type="text/plain")

    async def description(self, request: web.Request) -> web.Response:
        """The OpenAPI description."""
        return answer(DESCRIPTION)


async def _body(request: web.Request) -> bytes:
    body = await request.read()
    if len(body) > LARGEST_BODY:
        raise web.HTTPRequestEntityTooLarge(LARGEST_BODY, len(body))
    return body


def _seat_asking(request: web.Request, held_by: Callable[[str], tuple[int, ...]]) -> int | None:
    """The first seat of the token in the Authorization header, None without one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        return None
    seats = held_by(token)
    if not seats:
        raise Refused("server.token")
    return seats[0]


SERVER = web.AppKey("server", Server)


def make_app(settings: Settings) -> web.Application:
    """The application."""
    server = Server(settings)
    app = web.Application(middlewares=[guard], client_max_size=LARGEST_RECORD)
    app[SERVER] = server
    app.cleanup_ctx.append(server.run)
    app.on_shutdown.append(server.stop)
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
