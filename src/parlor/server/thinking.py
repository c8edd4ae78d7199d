"""Bots think in processes of their own, so that the server never waits for them. They get a view and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from parlor.core.errors import BadRecord, ParlorError
from parlor.core.game import Data
from parlor.core.record import parse_record, verify
from parlor.core.words import Message
from parlor.games import game as find_game
from parlor.server.metrics import BOT_QUEUE

T = TypeVar("T")


def think(game_name: str, view: Data, bot_name: str, seconds: float, seed: int) -> str:
    """The move that a bot chooses, in a worker process."""
    from parlor.bots import Limit, bot
    from parlor.core.chance import Rng

    seen = find_game(game_name).load_view(view)
    return str(bot(bot_name).choose(seen, Limit(seconds=seconds), Rng(seed)).move)


def check_record(text: str) -> Data | None:
    """Prove a record fair, in a worker process; returns what is wrong with it."""
    try:
        verify(parse_record(text, find_game))
    except ParlorError as error:
        return error.message.dump()
    return None


def _message(data: Data) -> Message:
    """The message that `Message.dump` wrote, with those within it."""
    params = {key: _message(value) if isinstance(value, dict) else value for key, value in data.items() if key != "id"}
    return Message(data["id"], **params)


def _begin_work() -> None:
    """Leave interrupts to the server, and end when it does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def end_with_it() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


class Thinkers:
    """A few worker processes, started when the first bot must think."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin_work)

    async def choose(self, game_name: str, view: Data, bot_name: str) -> str:
        """The move that a bot chooses."""
        BOT_QUEUE.inc()
        try:
            return await self._run(think, game_name, view, bot_name, self.seconds, secrets.randbits(60))
        finally:
            BOT_QUEUE.dec()

    async def check(self, text: str) -> None:
        """Refuse a record that does not replay or is not fair."""
        problem = await self._run(check_record, text)
        if problem is not None:
            message = _message(problem)
            raise BadRecord(message.id, **message.params)

    async def _run(self, work: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        pool = self._pool = self._pool or self._new_pool()
        try:
            return await loop.run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:
            # A worker was killed, as for want of memory: whoever asks next gets new ones.
            if self._pool is pool:
                self._pool = None
            raise

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
