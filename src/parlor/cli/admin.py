"""Asks a running server through its unix socket to keep house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
import typer

from parlor.cli.words import language, tell
from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.server.address import parse_database
from parlor.server.admin import admin_path

SECONDS = 600
"""How long a server may take: it writes a whole database anew to erase something."""


class AdminFailed(ParlorError):
    """The server cannot be reached, or refuses."""


def ask(database: str, socket: Path | None, what: str, body: Data | None = None) -> Data:
    """What the server on this database answers."""
    path = socket or admin_path(parse_database(database))
    try:
        return asyncio.run(_ask(path, what, body))
    except (aiohttp.ClientError, OSError) as error:
        raise AdminFailed("cli.admin.nobody", path=str(path)) from error


async def _ask(path: Path, what: str, body: Data | None) -> Data:
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    async with aiohttp.ClientSession(connector=aiohttp.UnixConnector(str(path)), timeout=timeout) as client:
        method, headers = "GET" if body is None else "POST", {"Accept-Language": language()}
        async with client.request(method, f"http://admin/{what}", json=body, headers=headers) as response:
            found: Data = await response.json()
            if response.status != 200:
                raise AdminFailed("cli.admin.refused", text=found["text"])
            return found


def show_tables(found: Data) -> None:
    """A row for each table, and what was put aside."""
    rows = [
        [
            one["table"],
            one["game"] or "?",
            "?" if one["people"] is None else f"{one['here']}/{one['people']}",
            _hours(one["hours"]),
            _hours(one["idle_hours"]),
            str(one["lines"]),
            str(one["bytes"]),
        ]
        for one in found["tables"]
    ]
    heads = [tell(f"cli.admin.head.{name}") for name in ("table", "game", "people", "age", "idle", "lines", "bytes")]
    _columns([heads, *rows])
    typer.echo(tell("cli.admin.tables", shown=len(rows), n=found["in_all"]))
    for table, why in found["aside"].items():
        typer.echo(tell("cli.admin.aside", table=table, why=why))


def show_removed(table: str, found: Data) -> None:
    """That a table is gone."""
    typer.echo(tell("cli.admin.removed", table=table, n=found["sent_away"]))


def show_erased(found: Data) -> None:
    """What was erased, and what could not be."""
    typer.echo(tell("cli.admin.erased", n=found.get("changed", 1)))
    for table in found.get("left", ()):
        typer.echo(tell("cli.admin.left", table=table))
    if not found["log_emptied"]:
        typer.echo(tell("cli.admin.log" if found["log_emptied"] is False else "cli.admin.log-of-postgresql"))
    for path in found["backups"]:
        typer.echo(tell("cli.admin.backup", path=path))


def show_bans(found: Data) -> None:
    """Who is kept out, and for how long."""
    _columns([[address, _hours(hours)] for address, hours in found["bans"].items()])
    typer.echo(tell("cli.admin.bans", n=len(found["bans"])))


def show_loads(found: Data) -> None:
    """How busy the server is."""
    told = {**found, "megabytes": found["memory_bytes"] // 10**6, "kept": found["bytes"] // 10**6}
    told |= {"age": _hours(found["hours"]), "share": round(100 * found["loop_share"])}
    typer.echo(tell("cli.admin.loads", **{name: value for name, value in told.items() if not isinstance(value, dict)}))
    if (backup := found["backup"]) is not None:
        state = "cli.admin.backup-good" if backup["ok"] else "cli.admin.backup-bad"
        typer.echo(tell(state, age=_hours(backup["seconds"] / 3600)))
    for lane, about in found["workers"].items():
        typer.echo(f"{lane}: {json.dumps(about)}")
    _columns([[address, str(count)] for address, count in found["sockets"].items()])


def _hours(hours: float | None) -> str:
    """A time as people say it."""
    if hours is None:
        return "?"
    for unit, name in ((24, "d"), (1, "h"), (1 / 60, "min")):
        if hours >= unit:
            return f"{hours / unit:.0f} {name}"
    return f"{hours * 3600:.0f} s"


def _columns(rows: Sequence[Sequence[Any]]) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
