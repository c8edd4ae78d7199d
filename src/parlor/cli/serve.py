"""Serves the site, and opens it in the browser on request."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import replace

import typer

from parlor import bots
from parlor.cli.words import explain, tell
from parlor.core.errors import BadOption
from parlor.core.words import Message
from parlor.server.listening import VARIABLE, CannotListen
from parlor.server.processes import run_several
from parlor.server.run import run
from parlor.server.settings import Settings
from parlor.web.app import make_site

LONGEST_NAME = 40


def house_bots(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Bots of this house from `NAME=SPEC`: only whoever runs the server says what a name stands for."""
    found: dict[str, str] = {}
    for text in texts:
        name, _, spec = (part.strip() for part in text.partition("="))
        if not name or not spec or len(name) > LONGEST_NAME:
            raise BadOption("server.bot-name", text=text[:40])
        if name in found or name in bots.names():
            raise BadOption("server.bot-twice", name=name)
        bots.bot(spec)
        found[name] = spec
    return tuple(found.items())


def serve(settings: Settings, open_browser: bool) -> None:
    """Serve until interrupted. Whoever only wants to play gets another port if theirs is taken."""

    if settings.processes > 1 and VARIABLE not in os.environ:
        serve_by_several(settings)
        return

    def announce(address: str) -> None:
        typer.echo(tell("cli.serving", address=address, database=str(settings.database)))
        if open_browser:
            webbrowser.open(address)

    def say(message: Message) -> None:
        typer.echo(explain(message))

    try:
        run(settings, announce, make_site, say)
    except CannotListen as error:
        if not open_browser or error.message.id != "server.port":
            raise
        run(replace(settings, port=0), announce, make_site, say)


def serve_by_several(settings: Settings) -> None:
    """Let several processes serve."""

    def announce(address: str) -> None:
        typer.echo(tell("cli.serving", address=address, database=str(settings.database)))

    if status := run_several(settings, announce):
        sys.exit(status)
