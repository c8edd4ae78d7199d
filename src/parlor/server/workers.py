"""What takes long is done in processes of its own, so that the server never waits for it, and nobody for one other.

There are two lanes with workers of their own: the moves of bots, and the requests that visitors wait for.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

from parlor.build import is_compiled
from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.server.errors import Busy
from parlor.server.jobs import Answer, advise, read_record, think
from parlor.server.metrics import JOBS, REPLACED
from parlor.server.worker import START_SECONDS, Worker

LaneName = Literal["moves", "requests"]
T = TypeVar("T")
SECONDS = 30.0
"""How long a job may take where nothing else is said, and a bot beyond the time that it is given."""


class Ticket(NamedTuple):
    """A job that waits, on whose behalf, and where its result goes."""

    address: str
    job: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    is_wanted: Callable[[], bool]
    """Asked when its turn has come: whoever waited may have gone."""
    result: asyncio.Future[Any]


class Lane:
    """A few workers, and a queue for each address: they are served in turns, one job each."""

    def __init__(self, name: LaneName, workers: int, most: int, most_of_one: int) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self._idle = [Worker() for _ in range(workers)]
        self._busy: dict[Worker, tuple[Ticket, asyncio.Task[None]]] = {}
        self._waiting: dict[str, deque[Ticket]] = {}
        """By address, whoever is served next first."""
        self._length = 0
        self._replaced = 0
        self._closed = False
        self._counted, self._lost = JOBS.labels(name), REPLACED.labels(name)

    def join(self, ticket: Ticket) -> None:
        """Queue a job, unless too many wait; if that is in all, the latest of whoever has most gives way."""
        queue = self._waiting.get(ticket.address, ())
        if self._closed or len(queue) >= self.most_of_one:
            raise Busy("server.busy")
        if self._length >= self.most:
            self._make_room(len(queue) + 1)
        self._waiting.setdefault(ticket.address, deque()).append(ticket)
        self._length += 1
        self._counted.inc()
        self._serve()

    def _make_room(self, fair: int) -> None:
        """Refuse a job of the address with most of them, if those are more than is fair."""
        longest = max(self._waiting.values(), key=len)
        if len(longest) <= fair:
            raise Busy("server.busy")
        refused = longest.pop().result
        self._length -= 1
        self._counted.dec()
        if not refused.done():
            refused.set_exception(Busy("server.busy"))

    def _serve(self) -> None:
        """Hand to each worker that is idle what is next."""
        while self._waiting and self._idle:
            address, queue = next(iter(self._waiting.items()))
            ticket = queue.popleft()
            self._length -= 1
            self._go_to_the_back(address)
            # The latest first: those that nothing was ever left for need no process.
            worker = self._idle.pop()
            self._busy[worker] = ticket, asyncio.create_task(self._do(worker, ticket))

    def _go_to_the_back(self, address: str) -> None:
        if queue := self._waiting.pop(address, None):
            self._waiting[address] = queue

    async def _do(self, worker: Worker, ticket: Ticket) -> None:
        result, before = ticket.result, worker.replaced
        try:
            if not ticket.is_wanted():
                raise Busy("server.busy")
            if not result.done():
                done = await worker.do(ticket.job, ticket.arguments, ticket.seconds)
                if not result.done():
                    result.set_result(done)
        except Exception as error:
            if not result.done():
                result.set_exception(error)
        finally:
            # Whoever has come meanwhile is next.
            self._go_to_the_back(ticket.address)
            self._counted.dec()
            self._lost.inc(worker.replaced - before)
            self._replaced += worker.replaced - before
            del self._busy[worker]
            self._idle.append(worker)
            self._serve()

    def renew(self) -> None:
        """Let every worker start anew, whoever is busy once it is done."""
        for worker in self._idle:
            worker.end()
        for worker in self._busy:
            worker.outdated = True

    def adopt(self, worker: Worker) -> None:
        """Put a worker in the place of one that is idle, if there is one."""
        if self._idle:
            self._idle[-1], worker = worker, self._idle[-1]
        worker.end()

    def about(self) -> Data:
        """What somebody who hosts may want to know."""
        alive = sum(worker.is_alive for worker in (*self._idle, *self._busy))
        return {"alive": alive, "busy": len(self._busy), "waiting": self._length, "replaced": self._replaced}

    def close(self) -> None:
        """End all workers, whatever they do, and refuse what they do and what waits."""
        self._closed = True
        waiting = [ticket for queue in self._waiting.values() for ticket in queue]
        self._waiting.clear()
        self._length = 0
        self._counted.dec(len(waiting))
        for ticket in (*waiting, *(ticket for ticket, _ in self._busy.values())):
            if not ticket.result.done():
                ticket.result.set_exception(Busy("server.busy"))
        for worker in (*self._idle, *self._busy):
            worker.end()


class Workers:
    """All workers of a server."""

    def __init__(self, count: int, bot_seconds: float | None) -> None:
        self.bot_seconds = bot_seconds
        self._lanes: dict[LaneName, Lane] = {
            "moves": Lane("moves", count, most=1000, most_of_one=200),
            # Each may hold a record of a megabyte.
            "requests": Lane("requests", count, most=64, most_of_one=16),
        }

    async def run(
        self,
        lane: LaneName,
        address: str,
        job: Callable[..., T],
        *arguments: Any,
        seconds: float = SECONDS,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """What a job returns, done in a worker process in its turn; a `ParlorError` that it raises is raised here.

        The job is a function of a module, its arguments and result are plain data. Raises `Busy` (`server.busy`) if too
        many jobs wait, of this address or in all, or if nobody waits for it any more when its turn comes, and
        `Unfinished` if it took longer than `seconds` (`server.deadline`) or its worker was killed (`server.worker`).
        """
        ticket = Ticket(address, job, arguments, seconds, is_wanted, asyncio.get_running_loop().create_future())
        self._lanes[lane].join(ticket)
        result: T = await ticket.result
        return result

    async def choose(
        self, address: str, game_name: str, view: Data, spec: str, is_wanted: Callable[[], bool]
    ) -> Answer:
        """The move that a bot chooses, if it is still wanted when its turn to think comes."""
        arguments = game_name, view, spec, self.bot_seconds, secrets.randbits(60)
        return await self.run("moves", address, think, *arguments, seconds=self._patience, is_wanted=is_wanted)

    async def consider(self, address: str, game_name: str, view: Data, spec: str, most: int) -> Data:
        """What a bot thinks of its best moves, at most so many."""
        arguments = game_name, view, spec, self.bot_seconds, secrets.randbits(60), most
        return await self.run("requests", address, advise, *arguments, seconds=self._patience)

    async def read(self, address: str, text: str) -> Data:
        """What is in a record, which must replay and be fair."""
        return await self.run("requests", address, read_record, text)

    @property
    def _patience(self) -> float:
        return SECONDS + (self.bot_seconds or 0.0)

    async def renew(self, folder: str) -> bool:
        """Start the workers anew with the binaries of a folder, if they run; whoever thinks already finishes first."""
        del os.environ["PARLOR_PURE"]
        os.environ["PARLOR_COMPILED"] = folder
        worker = Worker()
        try:
            compiled = await worker.do(is_compiled, (), START_SECONDS)
        except ParlorError:
            compiled = False
        if not compiled:
            worker.end()
            del os.environ["PARLOR_COMPILED"]
            os.environ["PARLOR_PURE"] = "1"
            return False
        for lane in self._lanes.values():
            lane.renew()
        self._lanes["moves"].adopt(worker)
        return True

    def about(self) -> Data:
        """What somebody who hosts may want to know."""
        return {name: lane.about() for name, lane in self._lanes.items()}

    def close(self) -> None:
        """End all of them at once."""
        for lane in self._lanes.values():
            lane.close()
