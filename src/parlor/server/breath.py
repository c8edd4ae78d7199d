"""Breath for the event loop: so much is done in one go and no more, however many ask at once; the rest waits.

Whoever is about to do something that takes a while breathes before, and may then find that the world has moved on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from time import thread_time
from typing import TypeVar

SECONDS = 0.005
"""CPU after which everything else has its turn."""
T = TypeVar("T")


class _Going:
    """What is done in one go: on which loop, and since when."""

    loop: asyncio.AbstractEventLoop | None = None
    since = 0.0

    @classmethod
    def end(cls) -> None:
        """Let whatever comes next begin anew."""
        cls.loop = None


async def breathe(most: float = SECONDS) -> None:
    """Go on at once, or when everybody else has had a turn if the loop has been kept for so many seconds of CPU."""
    while _spent() > most:
        await asyncio.sleep(0)


def _spent() -> float:
    now = thread_time()
    loop = asyncio.get_running_loop()
    if _Going.loop is not loop:
        _Going.loop, _Going.since = loop, now
        loop.call_soon(_Going.end)
    return now - _Going.since


async def in_slices(work: Iterable[T]) -> list[T]:
    """All that some work finds, while everybody else gets a turn every few milliseconds."""
    found = []
    for one in work:
        found.append(one)
        await breathe()
    return found
