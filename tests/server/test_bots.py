"""Bots think elsewhere: the server answers meanwhile, and goes on when a worker dies."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from parlor import bots
from parlor.bots import Bot, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.view import View

from .house import run, serving


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            first, _, _ = await house.table("random", "random")
            await (await house.visit(first)).until(lambda frame: frame["about"]["line"] > 3)
            pool = house.server.thinkers._pool
            assert pool is not None
            for worker in pool._processes:
                os.kill(worker, signal.SIGKILL)
            second, _, _ = await house.table("random", "random")
            for id in (first, second):
                await (await house.visit(id)).until(lambda frame: frame["about"]["outcome"])

    run(test)


class Slow(Bot):
    """Thinks for long."""

    name = "slow"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        time.sleep(1.0)
        return Thought(view.legal_moves[0])


def test_a_bot_of_the_registry_that_thinks_for_long_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot becomes known by its registration alone. Its thinking here blocks a thread, as it would a worker."""
    monkeypatch.setitem(bots._BOTS, "slow", Slow)

    async def test() -> None:
        async with serving(tmp_path / "db") as house:

            async def think(work: object, game: str, view: object, name: str, *rest: object) -> str:
                from parlor.server.thinking import think

                return await asyncio.to_thread(think, game, view, name, 1.0, 1)  # type: ignore[arg-type]

            monkeypatch.setattr(house.server.thinkers, "_run", think)
            assert "slow" in await house.get("/api/bots")
            id, tokens, _ = await house.table("human", "slow", "random", options={"first": 0})
            visitor = await house.visit(id, tokens[0])
            await visitor.play(0, "add a1")
            slowest = 0.0
            while visitor.frame["about"]["line"] < 3:
                began = time.monotonic()
                await house.get(f"/api/tables/{id}")
                slowest = max(slowest, time.monotonic() - began)
                if (await visitor.ask("parts", seat=0))["type"] == "frame":
                    break
            assert slowest < 0.5

    run(test)
