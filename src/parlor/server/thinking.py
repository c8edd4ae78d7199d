"""Bots think in processes of their own, so that the server never waits for them. They get a view and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor

from parlor.core.game import Data
from parlor.server.metrics import BOT_QUEUE


def think(game_name: str, view: Data, bot_name: str, seconds: float, seed: int) -> str:
    """The move that a bot chooses, in a worker process."""
    from parlor.bots import Limit, bot
    from parlor.core.chance import Rng
    from parlor.games import game

    seen = game(game_name).load_view(view)
    return str(bot(bot_name).choose(seen, Limit(seconds=seconds), Rng(seed)).move)


class Thinkers:
    """A few worker processes, started when the first bot must think."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))

    async def choose(self, game_name: str, view: Data, bot_name: str) -> str:
        """The move that a bot chooses."""
        BOT_QUEUE.inc()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, think, game_name, view, bot_name, self.seconds, secrets.randbits(60)
            )
        finally:
            BOT_QUEUE.dec()

    def close(self) -> None:
        """Let the workers go."""
        self._pool.shutdown(wait=False, cancel_futures=True)
