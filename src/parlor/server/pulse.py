"""The event loop's pulse: how much CPU its thread spends between two beats, and who made it spend that.

Nothing here runs unless somebody who hosts asks for it. Whoever holds the loop is named by route or kind of message.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import types
from collections.abc import Coroutine, Generator, Iterator
from contextvars import ContextVar
from time import thread_time
from typing import Any, TypeVar

from aiohttp import web
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from parlor.server.guard import Handler
from parlor.server.metrics import REGISTRY

T = TypeVar("T")
BEAT_SECONDS = 0.005
DOING: ContextVar[str] = ContextVar("doing", default="")
"""What a task does now: a route, or a kind of message, and never anything that a visitor wrote."""
log = logging.getLogger("parlor.server")


class Pulse(Collector):
    """Feels the pulse of the running loop, and logs who holds it for more than so many seconds of CPU."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.longest = 0.0
        """The most CPU between two beats since somebody read it."""
        self.steps: dict[str, float] = {}
        """The longest step of everything that was done since somebody read it."""
        self._step = 0.0, ""
        self._at = 0.0
        self._thread = 0
        self._collected = self._collecting_since = 0.0
        """All CPU that went into looking for garbage on the thread of the loop."""
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, on the thread of the loop."""
        asyncio.get_running_loop().set_task_factory(self._measured_task)
        self._thread = threading.get_ident()
        gc.callbacks.append(self._collecting)
        REGISTRY.register(self)
        self._at = thread_time()
        self._beat()

    def stop(self) -> None:
        """Leave the loop alone."""
        if self._next is not None:
            self._next.cancel()
        gc.callbacks.remove(self._collecting)
        REGISTRY.unregister(self)
        asyncio.get_running_loop().set_task_factory(None)

    def _beat(self) -> None:
        now = thread_time()
        spent, self._at = now - self._at, now
        (longest, doing), self._step = self._step, (0.0, "")
        self.longest = max(self.longest, spent)
        if spent > self.most:
            log.warning("the loop was held for %.0f ms, %.0f of them by %s", 1000 * spent, 1000 * longest, doing or "?")
        self._next = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)

    @web.middleware
    async def watch(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Name what a request makes the loop do after its route."""
        resource = request.match_info.route.resource
        DOING.set(f"{request.method} {resource.canonical}" if resource is not None else "no route")
        work = handler(request)
        assert isinstance(work, Coroutine)
        found: web.StreamResponse = await self._step_by_step(work)
        return found

    def _measured_task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T] | Generator[Any, None, T], **more: Any
    ) -> asyncio.Task[T]:
        assert isinstance(work, Coroutine)
        return asyncio.Task(self._measured(work), loop=loop, **more)

    async def _measured(self, work: Coroutine[Any, Any, T]) -> T:
        DOING.set(getattr(work, "__qualname__", "a task"))
        return await self._step_by_step(work)

    @types.coroutine
    def _step_by_step(self, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Do some work as its task would, measuring each stretch for which it keeps the loop."""
        go_on: Any = work.send
        given: Any = None
        while True:
            begun, collected = thread_time(), self._collected
            try:
                waits_for = go_on(given)
            except StopIteration as done:
                value: T = done.value
                return value
            finally:
                self._note(thread_time() - begun - (self._collected - collected), DOING.get())
            try:
                given = yield waits_for
                go_on = work.send
            except BaseException as error:
                given = error
                go_on = work.throw

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        """Looking for garbage is nobody's doing in particular: it is named for itself."""
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._collecting_since = thread_time()
            return
        spent = thread_time() - self._collecting_since
        self._collected += spent
        self._note(spent, "looking for garbage")

    def _note(self, seconds: float, doing: str) -> None:
        self._step = max(self._step, (seconds, doing))
        self.steps[doing] = max(self.steps.get(doing, 0.0), seconds)

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads; then all begins anew."""
        longest, self.longest = self.longest, 0.0
        steps, self.steps = self.steps, {}
        yield GaugeMetricFamily(
            "parlor_loop_longest_seconds",
            "The most CPU between two beats of the event loop since the last look",
            longest,
        )
        found = GaugeMetricFamily(
            "parlor_loop_step_seconds",
            "The longest that each kept the event loop since the last look",
            labels=["doing"],
        )
        for doing, seconds in steps.items():
            found.add_metric([doing], seconds)
        yield found
