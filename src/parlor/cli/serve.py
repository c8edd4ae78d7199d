"""Serves the site, and opens it in the browser on request."""

from __future__ import annotations

from dataclasses import replace

import typer

from parlor.cli.words import tell
from parlor.server.run import CannotListen, run
from parlor.server.settings import Settings
from parlor.web.app import make_site


def serve(settings: Settings, open_browser: bool) -> None:
    """Serve until interrupted. Whoever only wants to play gets another port if theirs is taken."""

    def announce(address: str) -> None:
        typer.echo(tell("cli.serving", address=address, database=str(settings.database)))
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    try:
        run(settings, announce, make_site)
    except CannotListen as error:
        if not open_browser or error.message.id != "server.port":
            raise
        run(replace(settings, port=0), announce, make_site)
