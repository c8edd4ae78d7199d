"""Several processes that serve the same tables on one machine: their parent starts them, and others in their place.

It opens the sockets and serves nobody itself.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from parlor.server.admin import admin_path, listen_for_admin
from parlor.server.database import StorageFailed
from parlor.server.listening import VARIABLE, BornWith, listen, where
from parlor.server.settings import Settings

FAILED = 2
START_SECONDS = 60.0
END_SECONDS = 10.0
"""How long a process may take to say goodbye."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
"""Seconds until a process that died is followed by another: longer, the more often that was in vain."""
log = logging.getLogger("parlor.server")


class Child:
    """One process, and the line to it."""

    def __init__(self, process: Process, line: socket.socket) -> None:
        self.process = process
        self.leaving = False
        self._line = line

    async def is_ready(self) -> bool:
        """Whether it serves, once that is known; it does not if it has ended, or takes too long."""
        try:
            async with asyncio.timeout(START_SECONDS):
                return await asyncio.get_running_loop().sock_recv(self._line, 1) == b"1"
        except (TimeoutError, OSError):
            return False

    async def end(self) -> None:
        """Let it finish what it does, and go."""
        self.leaving = True
        if self.process.returncode is None:
            self.process.terminate()
            try:
                async with asyncio.timeout(END_SECONDS):
                    await self.process.wait()
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        self._line.close()


class Parent:
    """Keeps so many processes alive."""

    def __init__(self, settings: Settings, command: Sequence[str], announce: Callable[[str], None]) -> None:
        self.settings = settings
        self._command = command
        self._announce = announce
        self._children: dict[int, Child] = {}
        self._alive: set[Child] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._rolling: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._failed = 0
        first = listen(settings)
        self._listening = [first]
        for number in range(1, settings.processes):
            self._listening.append(listen(settings, number) if settings.apart or settings.unix else first)
        self._admin_path = settings.admin or admin_path(settings.database)
        self._admin = listen_for_admin(self._admin_path)

    async def run(self) -> int:
        """Serve until somebody ends it; what it returns is how it ended."""
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(ending, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._roll_on)
        try:
            for number in range(self.settings.processes):
                # Whatever keeps the first from serving is said once.
                if not await self._start(number):
                    return FAILED
            for address in dict.fromkeys(where(listening) for listening in self._listening):
                self._announce(address)
            await self._stop.wait()
            return 0
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*[child.end() for child in self._alive])
            self._close()

    def _close(self) -> None:
        for listening in {*self._listening, *([] if self._admin is None else [self._admin])}:
            if listening.family == socket.AF_UNIX:
                Path(listening.getsockname()).unlink(missing_ok=True)
            listening.close()

    async def _start(self, number: int) -> bool:
        """Start a process in the place of this number; whether it serves."""
        line, theirs = socket.socketpair()
        line.setblocking(False)
        given = BornWith(self._listening[number], self._admin, theirs)
        pass_on = [one.fileno() for one in (given.listening, given.admin, theirs) if one is not None]
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *self._command, pass_fds=pass_on, env={**os.environ, VARIABLE: given.as_text()}
            )
        child = Child(process, line)
        self._alive.add(child)
        if not await child.is_ready():
            await child.end()
            self._alive.discard(child)
            return False
        before = self._children.get(number)
        self._children[number] = child
        self._begin(self._watch(number, child))
        if before is not None:
            await before.end()
            self._alive.discard(before)
        return True

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _watch(self, number: int, child: Child) -> None:
        """Let another process follow one that dies."""
        await child.process.wait()
        pause = SHORTEST_PAUSE
        while self._children[number] is child and not child.leaving:
            log.error("process %d has died (%s): another takes its place", number, child.process.returncode)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
            if self._rolling is None or self._rolling.done():
                await self._start(number)

    def _roll_on(self) -> None:
        if self._rolling is None or self._rolling.done():
            self._rolling = self._begin(self._roll())

    async def _roll(self) -> None:
        """Put a new process in the place of each, one after the other: there are never fewer."""
        for number in range(self.settings.processes):
            if not await self._start(number):
                log.error("a new process did not start, and the others stay as they are")
                return


def run_several(settings: Settings, announce: Callable[[str], None]) -> int:
    """Serve by several processes until interrupted or terminated; each is this command anew."""
    if isinstance(settings.database, Path):
        raise StorageFailed("server.processes", path=str(settings.database))
    return asyncio.run(_run(settings, announce))


async def _run(settings: Settings, announce: Callable[[str], None]) -> int:
    return await Parent(settings, [sys.executable, *sys.orig_argv[1:]], announce).run()
