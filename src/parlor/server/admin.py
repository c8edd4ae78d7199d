"""The way in for whoever runs the server: HTTP over a unix socket that nobody else may open."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import Annotated

import msgspec
from aiohttp import web

from parlor.server.address import Database
from parlor.server.errors import Refused
from parlor.server.guard import answer, guard
from parlor.server.keeping import Keeping
from parlor.server.listening import unix_socket

LONGEST_BAN = 24 * 365 * 100
log = logging.getLogger("parlor.server")


class Which(msgspec.Struct, forbid_unknown_fields=True):
    """A table or a name."""

    table: str | None = None
    name: str | None = None


class Whom(msgspec.Struct, forbid_unknown_fields=True):
    """An address, and for how many hours."""

    address: str
    hours: Annotated[float, msgspec.Meta(gt=0, le=LONGEST_BAN)] = 24.0


def admin_path(database: Database) -> Path:
    """Where the socket of the server on this database is, unless it was started with another."""
    if not isinstance(database, Path):
        return Path("parlor.admin")
    real = database.resolve()
    return real.with_name(real.name + ".admin")


class Admin:
    """Answers on the socket."""

    def __init__(self, keeping: Keeping, listening: socket.socket | None) -> None:
        self.keeping = keeping
        self._listening = listening
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to listen."""
        if self._listening is None:
            return
        app = web.Application(middlewares=[guard])
        app.add_routes(
            [
                web.get("/tables", self._tables),
                web.post("/remove", self._remove),
                web.post("/erase", self._erase),
                web.get("/bans", self._bans),
                web.post("/ban", self._ban),
                web.post("/unban", self._unban),
                web.get("/loads", self._loads),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.SockSite(self._runner, self._listening).start()

    async def stop(self) -> None:
        """Stop."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tables(self, request: web.Request) -> web.Response:
        return answer(await self.keeping.tables())

    async def _remove(self, request: web.Request) -> web.Response:
        which = msgspec.json.decode(await request.read(), type=Which)
        return answer(await self.keeping.remove(which.table or ""))

    async def _erase(self, request: web.Request) -> web.Response:
        which = msgspec.json.decode(await request.read(), type=Which)
        if (which.table is None) == (which.name is None):
            raise Refused("server.erase-what")
        if which.table is not None:
            return answer(await self.keeping.erase_table(which.table))
        return answer(await self.keeping.erase_name(which.name or ""))

    async def _bans(self, request: web.Request) -> web.Response:
        return answer(await self.keeping.bans())

    async def _ban(self, request: web.Request) -> web.Response:
        whom = msgspec.json.decode(await request.read(), type=Whom)
        return answer(await self.keeping.ban(whom.address, whom.hours))

    async def _unban(self, request: web.Request) -> web.Response:
        whom = msgspec.json.decode(await request.read(), type=Whom)
        return answer(await self.keeping.unban(whom.address))

    async def _loads(self, request: web.Request) -> web.Response:
        return answer(await self.keeping.loads())


def listen_for_admin(path: Path) -> socket.socket | None:
    """A socket that is this user's alone; a server whose socket cannot be there works all the same."""
    try:
        return unix_socket(path, 0o600)
    except OSError as error:
        log.warning("no admin socket: %s; choose another with --admin", error.strerror or error)
        return None
