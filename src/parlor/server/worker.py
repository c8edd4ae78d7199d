"""One process that does one job after the other. If a job takes too long, both are ended."""

from __future__ import annotations

import asyncio
import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.core.words import Message
from parlor.server.errors import Unfinished, log_failure

START_SECONDS = 60.0
"""How long a process may take to begin."""
LARGEST_ANSWER = 1 << 26
NICENESS = 10
"""Workers take what the loop leaves, so that nobody's move waits for a bot's."""
LATER_SECONDS = 5
"""How long after its deadline a worker ends by itself, whatever holds it: its server may be gone."""
_SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """A process that is started when there is something to do, and anew after it was ended."""

    def __init__(self) -> None:
        self.replaced = 0
        """How many of its processes hung or were killed."""
        self.outdated = False
        """Whether the process is to be started anew once it has done its job."""
        self._process: multiprocessing.process.BaseProcess | None = None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def is_alive(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None and self._process.exitcode is None

    async def do(self, job: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        """What a job returns, or raises; `Unfinished` if the process was ended over it."""
        asked = pickle.dumps((job, arguments, math.ceil(seconds) + LATER_SECONDS))
        if self._process is not None and not self.is_alive:
            # It was killed while it had nothing to do.
            self.replaced += 1
            self.end()
        try:
            if self._process is None:
                async with asyncio.timeout(START_SECONDS):
                    await self._start()
            async with asyncio.timeout(seconds):
                answer = await self._talk(asked)
        except BaseException as error:
            lost = self._process is not None
            self.end()
            if not isinstance(error, EOFError | OSError):
                raise
            self.replaced += lost
            # A timeout is an OSError, too.
            if isinstance(error, TimeoutError):
                raise Unfinished("server.deadline") from error
            raise Unfinished("server.worker") from error
        if self.outdated:
            self.end()
        result, failed = pickle.loads(answer)
        if failed:
            raise _error(*result)
        return result

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = _SPAWN.Process(target=work, args=(theirs,), name="worker")
            self._process.start()
        self._streams = await asyncio.open_unix_connection(sock=ours)
        await _answer(self._streams[0])

    async def _talk(self, asked: bytes) -> bytes:
        if self._streams is None:
            raise EOFError
        reader, writer = self._streams
        writer.write(len(asked).to_bytes(4, "big") + asked)
        await writer.drain()
        return await _answer(reader)

    def end(self) -> None:
        """End the process at once, whatever it does."""
        process, self._process, self.outdated = self._process, None, False
        if process is not None and process.pid is not None:
            with contextlib.suppress(ChildProcessError):
                # Once it was waited for, its number may be another's.
                os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                end_group(process.pid)
            process.kill()
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> bytes:
    size = int.from_bytes(await reader.readexactly(4), "big")
    if size > LARGEST_ANSWER:
        raise EOFError
    return await reader.readexactly(size)


def end_group(pid: int) -> None:
    """Kill a worker with the programs that its bots have started, each of which leads a group of its own."""
    leaders = [pid]
    # Where the system does not tell of them, a program notices that its input has ended.
    with contextlib.suppress(OSError):
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            leaders = [*map(int, file.read_text().split()), *leaders]
    for leader in leaders:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGKILL)


def work(server: socket.socket) -> None:
    """Do what the server asks for, until it is gone: what a worker process runs."""
    _begin()
    connection = Connection(server.detach())
    connection.send_bytes(b"")
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_done(connection.recv_bytes()))


def _begin() -> None:
    """Let the server go first, leave interrupts to it, and end when it does, even if it was killed."""
    os.setsid()
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def end_with_it() -> None:
        server.join()
        end_group(os.getpid())

    threading.Thread(target=end_with_it, daemon=True).start()


def _done(asked: bytes) -> bytes:
    try:
        job, arguments, seconds = pickle.loads(asked)
        signal.alarm(seconds)
        return pickle.dumps((job(*arguments), False))
    except ParlorError as error:
        return pickle.dumps(((type(error), error.message.dump()), True))
    except Exception as error:  # a bot of any kind may fail in any way
        log_failure("a job failed", error)
        return pickle.dumps(((type(error) if isinstance(error, RecursionError) else RuntimeError, None), True))
    finally:
        signal.alarm(0)


def _error(kind: type[Exception], told: Data | None) -> Exception:
    if told is None:
        return kind()
    message = _message(told)
    return kind(message.id, **message.params)


def _message(data: Data) -> Message:
    """The message that `Message.dump` wrote, with those within it."""
    params: dict[str, Any] = {}
    for key, value in data.items():
        params[key] = _message(value) if isinstance(value, dict) and "id" in value else value
    return Message(**params)
