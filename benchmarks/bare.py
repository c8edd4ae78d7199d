"""aiohttp without Parlor, spoken to as Parlor is: at each play, the next step of a script is committed and sent."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from aiohttp import WSMsgType, web

from parlor.server.store import Append, New, SQLiteStore


class Step(msgspec.Struct):
    """A move: the lines that are committed, and then the frame for each seat."""

    lines: list[dict[str, Any]]
    frames: list[str]


class Script(msgspec.Struct):
    """A game as it was played once; the first step is what everybody finds who comes."""

    about: dict[str, Any]
    steps: list[Step]


class Table(msgspec.Struct):
    """Who sits at a table, and where it is in the script."""

    line: int
    step: int = 0
    sockets: dict[int, web.WebSocketResponse] = {}


async def serve(port: int, path: Path, script: Script) -> None:
    """Serve until stopped."""
    store, tables = SQLiteStore(path), dict[str, Table]()

    async def create(request: web.Request) -> web.Response:
        id, first = secrets.token_urlsafe(9), script.steps[0]
        await store.create(New(id, script.about, first.lines, False, 0.0))
        tables[id] = Table(len(first.lines))
        return web.json_response({"table": id, "tokens": [{"seat": seat, "token": seat} for seat in range(3)]})

    async def socket(request: web.Request) -> web.WebSocketResponse:
        found = web.WebSocketResponse(compress=False)
        await found.prepare(request)
        table = tables[id := request.match_info["table"]]
        while (message := await found.receive()).type == WSMsgType.TEXT:
            wish = msgspec.json.decode(message.data)
            if wish["do"] == "hello":
                table.sockets[seat := wish["token"]] = found
                await found.send_str(script.steps[0].frames[seat])
                continue
            table.step += 1
            step, first = script.steps[table.step], table.line + 1
            table.line += len(step.lines)
            await store.append(Append(id, first, step.lines))
            for seat, frame in enumerate(step.frames):
                await table.sockets[seat].send_str(frame)
        return found

    app = web.Application()
    app.add_routes([web.post("/api/tables", create), web.get("/api/tables/{table}/socket", socket)])
    await (runner := web.AppRunner(app, access_log=None)).setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    told = msgspec.json.decode(Path(sys.argv[3]).read_bytes(), type=Script)
    uvloop.run(serve(int(sys.argv[1]), Path(sys.argv[2]), told))
