"""The loop's breath: long work, and short work of many at once, both let everybody else have their turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from time import thread_time

from parlor.server.breath import SECONDS, breathe, in_slices

PIECES = 20
PIECE_SECONDS = 0.6 * SECONDS


def work() -> None:
    until = thread_time() + PIECE_SECONDS
    while thread_time() < until:
        pass


async def longest_beside(something: Callable[[], Awaitable[object]]) -> float:
    """The most CPU between two turns of somebody else, while something is done."""
    longest, last = 0.0, thread_time()

    async def others() -> None:
        nonlocal longest, last
        while True:
            longest, last = max(longest, thread_time() - last), thread_time()
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    await something()
    beside.cancel()
    return longest


def test_long_work_lets_others_have_their_turns() -> None:
    def pieces() -> Iterator[int]:
        for number in range(PIECES):
            work()
            yield number

    async def test() -> None:
        found: list[int] = []

        async def all_of_it() -> None:
            found.extend(await in_slices(pieces()))

        assert await longest_beside(all_of_it) < PIECES * PIECE_SECONDS / 2
        assert found == list(range(PIECES))

    asyncio.run(test())


def test_short_work_of_many_at_once_does_too() -> None:
    async def one() -> None:
        await breathe()
        work()

    async def all_of_them() -> None:
        await asyncio.gather(*[one() for _ in range(PIECES)])

    async def test() -> None:
        assert await longest_beside(all_of_them) < PIECES * PIECE_SECONDS / 2

    asyncio.run(test())
    # What a loop has left behind is nothing to another.
    asyncio.run(test())
