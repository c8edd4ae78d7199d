"""The server: HTTP to create, join and list tables, and a socket for everybody at one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Callable

import msgspec
from aiohttp import web
from prometheus_client import generate_latest

from parlor import games
from parlor.core.errors import NotYet, ParlorError
from parlor.core.fields import Data
from parlor.core.words import Event
from parlor.server.about import About
from parlor.server.admin import Admin, admin_path, listen_for_admin
from parlor.server.care import Care
from parlor.server.errors import Refused
from parlor.server.frames import listed, public
from parlor.server.guard import Gate, answer, guard
from parlor.server.health import Health
from parlor.server.hints import Hints
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.house_time import HouseTime
from parlor.server.keeping import Keeping
from parlor.server.listening import BornWith
from parlor.server.messages import Invitation, Join, NewTable, Webhook
from parlor.server.metrics import REGISTRY, gathered
from parlor.server.openapi import DESCRIPTION
from parlor.server.past import Past
from parlor.server.pulse import Pulse
from parlor.server.seats import invited, join, knock
from parlor.server.settings import Settings
from parlor.server.sockets import Sockets
from parlor.server.store import Room, open_store
from parlor.server.workers import Workers
from parlor.table import Table, seats_for

MOST_LISTED = 100
RECORD_TYPE = "application/jsonl"


class Server:
    """Everything that one process needs, and its HTTP handlers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.gate = Gate(settings)
        self.workers = Workers(settings.workers, settings.bot_seconds)
        self.pulse = None if settings.debug_loop is None else Pulse(settings.debug_loop / 1000)
        self.past = Past(self.workers)
        self.born_with: BornWith | None = None
        """What it has from its parent, where it is one of several processes on this machine."""
        self.hosting: Hosting
        self.care: Care
        self.sockets: Sockets
        self._health: Health

    async def run(self, app: web.Application) -> AsyncIterator[None]:
        """Open the store and bring back running tables; at the end, let go of everything."""
        store = await open_store(self.settings.database, Room(self.settings.most_tables, self.settings.most_bytes))
        house_time = HouseTime(await store.last_alive())
        peers = store.peers(house_time)
        if peers is not None:
            await peers.open()
        self.hosting = Hosting(store, house_time, self.settings.offered_bots)
        self.care = Care(self.hosting, self.workers, self.settings)
        hints = Hints(self.hosting, self.workers, self.settings.hints_per_minute)
        self.sockets = Sockets(self.hosting, self.care.leavers, hints, self.past, self.gate)
        self._health = Health(self.hosting, self.workers)
        keeping = Keeping(self.hosting, store, self.gate, self.sockets, self.care, self.workers.about)
        await keeping.open()
        if peers is None:
            await self.hosting.bring_back()
        else:
            await peers.begin(keeping)
        path = self.settings.admin or admin_path(self.settings.database)
        own = listen_for_admin(path) if self.born_with is None else None
        admin = Admin(keeping, own if self.born_with is None else self.born_with.admin)
        await admin.start()
        self.care.start()
        if self.pulse is not None:
            self.pulse.start()
        yield
        await admin.stop()
        if own is not None:
            path.unlink(missing_ok=True)
        if self.pulse is not None:
            self.pulse.stop()
        await self.care.close()
        if peers is not None:
            await peers.close()
        with contextlib.suppress(ParlorError):
            await store.beat(self.hosting.now())
        await store.close()

    async def stop(self, app: web.Application) -> None:
        """Say goodbye to everybody, and to the workers first: whoever waits for them is answered."""
        self.workers.close()
        await self.sockets.close()

    def _check_offered(self, game: str | None = None, options: Data | None = None, *, listed: bool = False) -> None:
        """Refuse what whoever runs the server has switched off."""
        if listed and not self.settings.lists:
            raise Refused("server.lists-off")
        if game is not None and options and not self.settings.components:
            for option in games.game(game).options:
                if option.file and options.get(option.name, option.default) != option.default:
                    raise Refused("server.components-off")

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
        self._check_offered(listed=True)
        return answer([listed(hosted) for hosted in await self.hosting.listed(MOST_LISTED)])

    async def create(self, request: web.Request) -> web.Response:
        """Set a table; the answer holds the host's token and the invitations, once and never again."""
        address = self.gate.enter_with_table(request)
        wanted = msgspec.json.decode(await self.gate.body(request), type=NewTable)
        self._check_offered(wanted.game, wanted.options, listed=wanted.listed)
        hosted, tokens, invitations = await self.hosting.create(wanted, address)
        told = {
            "tokens": [{"seat": seat, "token": token} for seat, token in tokens.items()],
            "invitations": [{"seat": seat, "invitation": invitation} for seat, invitation in invitations.items()],
        }
        return answer({**public(hosted), **told}, 201)

    async def table(self, request: web.Request) -> web.Response:
        """What anybody may know of a table."""
        self.gate.enter(request)
        return answer(public(await self._table(request)))

    async def join(self, request: web.Request) -> web.Response:
        """Sit down by an invitation, or on an open seat."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await self.gate.body(request), type=Join)
        seat, token = await join(self.hosting, await self._table(request), wish)
        return answer({"seat": seat, "token": token})

    async def invitation(self, request: web.Request) -> web.Response:
        """The seats that an invitation is for, and whether it is spent; looking spends nothing."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await self.gate.body(request), type=Invitation)
        seats, spent = invited(await self._table(request), wish.invitation)
        return answer({"seats": seats, "spent": spent})

    async def knock(self, request: web.Request) -> web.Response:
        """Say to whoever has sat down by an invitation that it is you."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await self.gate.body(request), type=Invitation)
        seat, told = knock(self.hosting, await self._table(request), wish.invitation)
        return answer({"seat": seat, "told": told})

    async def webhook(self, request: web.Request) -> web.Response:
        """Where to tell a seat that it is its turn."""
        self.gate.enter(request)
        wish = msgspec.json.decode(await self.gate.body(request), type=Webhook)
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
        address = self.gate.enter(request)
        hosted = await self._table(request)
        if hosted.table.outcome is not None:
            name = f"{hosted.about.game}-{hosted.id}.parlor"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            body = await self.past.file(hosted, address)
            return web.Response(body=body, content_type=RECORD_TYPE, charset="utf-8", headers=headers)
        seat = next(iter(seats_asking(request, hosted.held_by)), None)
        if seat is None and not hosted.about.spectators:
            raise NotYet("server.record-early")
        lines = msgspec.Raw(await self.past.events(hosted, address, seat))
        commitment = hosted.table.record.commitment
        return answer({"game": hosted.about.game, "commitment": commitment, "seat": seat, "lines": lines})

    async def import_record(self, request: web.Request) -> web.Response:
        """Keep a finished record as a table that can be looked at."""
        address = self.gate.enter_with_table(request)
        if not self.settings.imports:
            raise Refused("server.imports-off")
        found = await self.workers.read(address, await self.gate.record(request, address))
        self._check_offered(found["game"], found["options"])
        seats, lines = found.pop("seats"), found.pop("lines")
        about = About(**found, created=time.time())
        return answer(public(await self.hosting.take_in(about, seats_for(seats), lines, address)), 201)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A socket for a seat or a spectator."""
        with self.gate.enter_with_socket(request) as address:
            return await self.sockets.serve(request, address)

    async def health(self, request: web.Request) -> web.Response:
        """Whether the store can be written, and how the workers and the last backup are."""
        backup = self.care.copying.last
        more = {} if backup is None else {"backup": backup["ok"]}
        return answer({**await self._health.tell(), **more})

    async def metrics(self, request: web.Request) -> web.Response:
        """What is counted, here or at every process that lives."""
        peers = self.hosting.peers
        registry = REGISTRY if peers is None else gathered(await peers.samples())
        return web.Response(body=generate_latest(registry), content_type="text/plain")

    async def description(self, request: web.Request) -> web.Response:
        """The OpenAPI description."""
        return answer(DESCRIPTION)


def seats_asking(request: web.Request, held_by: Callable[[str], tuple[int, ...]]) -> tuple[int, ...]:
    """The seats of the token in the Authorization header, none without one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        return ()
    seats = held_by(token)
    if not seats:
        raise Refused("server.token")
    return seats


SERVER = web.AppKey("server", Server)


def make_app(settings: Settings) -> web.Application:
    """The application."""
    server = Server(settings)
    watching = [guard, server.gate.keep_out]
    if server.pulse is not None:
        watching.insert(0, server.pulse.watch)
    app = web.Application(middlewares=watching)
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
            web.post("/api/tables/{table}/invitation", server.invitation),
            web.post("/api/tables/{table}/knock", server.knock),
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
