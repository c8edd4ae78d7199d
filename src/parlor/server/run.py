"""Runs a server until somebody stops it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable

from aiohttp import web

from parlor import build, games
from parlor.core.words import Message
from parlor.server.app import SERVER, make_app
from parlor.server.compiling import compile_behind
from parlor.server.door import Door
from parlor.server.listening import born_with
from parlor.server.settings import Settings

STOP_SECONDS = 0.5
# Mistakes leave garbage behind, which is new: looking for it often, among little, holds nobody up.
GARBAGE_THRESHOLDS = (1_000, 5, 10)
# Connections of uvloop leave none that only a look through everything would find: that is left to moments in which
# nobody is here (`care/sweeping.py`).
NEVER = 1_000_000_000
# How long the event loop may keep the interpreter while the store waits for it.
SWITCH_SECONDS = 0.002


def run(
    settings: Settings,
    announce: Callable[[str], None],
    make: Callable[[Settings], web.Application] = make_app,
    tell: Callable[[Message], None] = lambda message: None,
) -> None:
    """Serve until interrupted or terminated; `announce` is told the address once it answers, `tell` what goes on.

    Where `PARLOR_COMPILE` holds a command that compiles and nothing is compiled yet, that is done behind.
    """
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        # Optional: it is faster, and not on every system.
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(_serve(settings, announce, make, tell))
    else:
        gc.set_threshold(*GARBAGE_THRESHOLDS[:2], NEVER)
        uvloop.run(_serve(settings, announce, make, tell))


async def _serve(
    settings: Settings,
    announce: Callable[[str], None],
    make: Callable[[Settings], web.Application],
    tell: Callable[[Message], None],
) -> None:
    stop = asyncio.Event()
    behind: asyncio.Task[None] | None = None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    # Addresses and paths of visitors are nobody's business: no access log.
    app = make(settings)
    given = app[SERVER].born_with = born_with()
    runner = web.AppRunner(app, shutdown_timeout=STOP_SECONDS)
    try:
        await runner.setup()
        # Nobody has to wait while a game is loaded, either.
        for name in games.names():
            games.game(name)
        # What is here now stays: nobody has to wait while it is looked through.
        gc.collect()
        gc.freeze()
        door = Door(runner, settings, None if given is None else given.listening, access_log=None)
        await door.start()
        if given is None:
            announce(door.name)
        else:
            given.say_ready()
            asyncio.get_running_loop().add_reader(given.parent, stop.set)
        command = os.environ.get("PARLOR_COMPILE")
        if command and given is None and not build.PURE and not build.is_compiled():
            behind = asyncio.create_task(compile_behind(command, app[SERVER].workers, tell))
        await stop.wait()
    finally:
        if behind is not None:
            behind.cancel()
            await asyncio.wait([behind])
        await runner.cleanup()
