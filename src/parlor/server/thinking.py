"""Bots think in processes of their own, so that the server never waits for them. They get a view and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from parlor.bots import Limit, Thought, bot
from parlor.build import is_compiled
from parlor.core.chance import Rng
from parlor.core.errors import BadRecord, ParlorError
from parlor.core.fields import Data
from parlor.core.moves import LegalMoves
from parlor.core.record import parse_record, verify
from parlor.core.view import View
from parlor.core.words import Message
from parlor.games import game as find_game
from parlor.server.metrics import BOT_QUEUE

T = TypeVar("T")
MOST_PICKS = 10_000
"""How many ways to pick parts are looked at to find those of a hint's moves."""


class Answer(NamedTuple):
    """What a bot has chosen, how hard that was from 0 to 1, and whether it failed and was stood in for."""

    move: str
    hardness: float
    failed: bool


def think(game_name: str, view: Data, spec: str, seconds: float | None, seed: int) -> Answer:
    """The move that a bot chooses, in a worker process."""
    thought, failed = _asked(find_game(game_name).load_view(view), spec, seconds, seed)
    return Answer(str(thought.move), _hardness(thought), failed)


def advise(game_name: str, view: Data, spec: str, seconds: float | None, seed: int, most: int) -> Data:
    """What a bot thinks of the moves that it would most likely play, with their parts, in a worker process."""
    seen = find_game(game_name).load_view(view)
    thought, _ = _asked(seen, spec, seconds, seed)
    ranked = sorted(thought.estimates, key=lambda one: (one.move != thought.move, -one.share, -one.value))
    told = Thought(thought.move, tuple(ranked[:most])).dump()
    parts = parts_of(seen.legal_moves, {one["move"] for one in told["estimates"]} | {told["move"]})
    for one in told["estimates"]:
        one["parts"] = parts.get(one["move"], [])
    return told


def _asked(view: View, spec: str, seconds: float | None, seed: int) -> tuple[Thought, bool]:
    asked = bot(spec)
    try:
        return asked.choose(view, Limit(seconds=seconds), Rng(seed)), asked.failure is not None
    finally:
        asked.close()


def _hardness(thought: Thought) -> float:
    """Nothing to think about where one move is clearly the one; more where several are as good."""
    if not thought.estimates:
        return 0.5
    return 1 - max(estimate.share for estimate in thought.estimates)


def parts_of(legal: LegalMoves, wanted: Collection[str]) -> dict[str, list[str]]:
    """The parts that each of these moves is picked by; where a tree of parts is huge, not of all."""
    found: dict[str, list[str]] = {}
    open_picks: list[list[str]] = [[]]
    for _ in range(MOST_PICKS):
        if not open_picks or len(found) == len(wanted):
            break
        picked = open_picks.pop()
        parts = legal.parts(picked)
        if not parts:
            move = str(legal.whole(picked))
            if move in wanted:
                found.setdefault(move, picked)
        open_picks += [[*picked, part] for part in reversed(parts)]
    return found


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

    def __init__(self, workers: int, seconds: float | None) -> None:
        self.workers = workers
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin_work)

    async def renew(self, folder: str) -> bool:
        """Start the workers anew with the binaries of a folder, if they run; whoever thinks already finishes first."""
        del os.environ["PARLOR_PURE"]
        os.environ["PARLOR_COMPILED"] = folder
        pool = self._new_pool()
        try:
            compiled = await asyncio.get_running_loop().run_in_executor(pool, is_compiled)
        except BrokenProcessPool:
            compiled = False
        if not compiled:
            del os.environ["PARLOR_COMPILED"]
            os.environ["PARLOR_PURE"] = "1"
            pool.shutdown(wait=False)
            return False
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        self._pool = pool
        return True

    async def choose(self, game_name: str, view: Data, spec: str) -> Answer:
        """The move that a bot chooses."""
        return await self._queue(think, game_name, view, spec, self.seconds, secrets.randbits(60))

    async def consider(self, game_name: str, view: Data, spec: str, most: int) -> Data:
        """What a bot thinks of its best moves, at most so many."""
        return await self._queue(advise, game_name, view, spec, self.seconds, secrets.randbits(60), most)

    async def _queue(self, work: Callable[..., T], *arguments: Any) -> T:
        BOT_QUEUE.inc()
        try:
            return await self._run(work, *arguments)
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
