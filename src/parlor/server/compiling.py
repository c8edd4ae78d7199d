"""A server that began as plain Python has Parlor compiled behind it, and then its bots think compiled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Callable

from parlor import build
from parlor.core.words import Message
from parlor.server.workers import Workers


async def compile_behind(command: str, workers: Workers, tell: Callable[[Message], None]) -> None:
    """Run the command that compiles, and start the workers anew if binaries have come of it."""
    environment = {name: value for name, value in os.environ.items() if name != "PARLOR_COMPILE"}
    # Whatever appears meanwhile, the workers of a plain server are plain until they are told otherwise.
    os.environ["PARLOR_PURE"] = "1"
    tell(Message("server.compiling"))
    process = await asyncio.create_subprocess_shell(
        command, env=environment, stdout=PIPE, stderr=STDOUT, start_new_session=True
    )
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
    folder = build.find()
    if folder is not None and await workers.renew(str(folder)):
        tell(Message("server.compiled"))
    else:
        tell(Message("server.not-compiled", output=output.decode(errors="replace").strip()))
