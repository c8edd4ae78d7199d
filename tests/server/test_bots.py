"""Bots think elsewhere, and where somebody waits for them: the server answers meanwhile, and nobody starves."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from pathlib import Path
from typing import Any

import pytest

from parlor import bots
from parlor.bots import Bot, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.view import View

from .house import Home, Visitor, run, serving


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            first, _, _ = await house.table("random", "random")
            await (await house.visit(first)).until(lambda frame: frame["about"]["line"] > 3)
            for worker in multiprocessing.active_children():
                # Other tests have children, too.
                if worker.name == "worker":
                    worker.kill()
            second, _, _ = await house.table("random", "random")
            for id in (first, second):
                await (await house.visit(id)).until(lambda frame: frame["about"]["outcome"])

    run(test)


def test_a_bot_that_hangs_is_stood_in_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("parlor.server.workers.SECONDS", 2.0)

    async def test() -> None:
        async with serving(tmp_path / "db", bots=(("hang", "exec:sleep 1000"),)) as house:
            id, tokens, _ = await house.table("hang", "human", options={"first": 0})
            visitor = await house.visit(id, tokens[1])
            await visitor.until(lambda frame: frame["about"]["to_act"] == [1])
            assert visitor.frame["about"]["seats"][0]["away"] == "greedy"
            assert "a bot was ended: server.deadline" in caplog.text
            assert (await house.get("/health"))["workers"]["moves"]["replaced"] == 1

    run(test)


def jobs_begun(house: Home, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address of every job that bots wait for from now on, as it comes."""
    begun: list[str] = []
    choose = house.server.workers.choose

    async def noted(address: str, *rest: Any) -> Any:
        begun.append(address)
        return await choose(address, *rest)

    monkeypatch.setattr(house.server.workers, "choose", noted)
    return begun


def test_bots_think_only_where_somebody_waits_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is not awaited is asked again after a game in which everything else had its turn."""

    async def play_on(visitor: Visitor) -> None:
        await visitor.until(lambda frame: frame["about"]["to_act"] == [1] or frame["about"]["outcome"])

    async def test() -> None:
        async with serving(tmp_path / "db", webhook_hosts=("localhost",)) as house:
            begun = jobs_begun(house, monkeypatch)
            idle = [await house.table("random", "random") for _ in range(9)]
            left, tokens, about = await house.table("random", "human", options={"first": 0})
            onlooker = await house.visit(left)
            watched, _, _ = await house.table("random", "random")
            watcher = await house.visit(watched)
            await watcher.until(lambda frame: frame["about"]["outcome"])
            for id, line in ((left, about["line"]), *((id, made["line"]) for id, _, made in idle)):
                assert (await house.get(f"/api/tables/{id}"))["line"] == line
            assert set(begun) == {"127.0.0.1"}
            assert len(begun) <= watcher.frame["about"]["line"]

            # Whoever has a seat is waited for, and goes on where nobody was.
            await play_on(await house.visit(left, tokens[1]))
            await play_on(onlooker)
            assert (await house.get(f"/api/tables/{left}"))["line"] > about["line"]

            # For days: by its clock, or because somebody will be told.
            clock = {"seconds": 86_400, "increment": 0}
            days, held, _ = await house.table("random", "human", options={"first": 0}, clock=clock)
            told, tokens, _ = await house.table("random", "human", options={"first": 0})
            wanted = {"seat": 1, "token": tokens[1], "url": "http://localhost:1/"}
            await house.post(f"/api/tables/{told}/webhook", wanted)
            for id, token in ((days, held[1]), (told, tokens[1])):
                visitor = await house.visit(id, token)
                await visitor.until(lambda frame: frame["about"]["to_act"] == [1])
                await visitor.play(1, visitor.frame["parts"][0]["legal"][0])
                await visitor.socket.close()
                while (await house.get(f"/api/tables/{id}"))["to_act"] != [1]:
                    await asyncio.sleep(0.02)

    run(test)


def test_after_a_restart_bots_think_on_behalf_of_whoever_comes_to_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("random", "human", options={"first": 0})
            of_bots = [(await house.table("random", "random"))[0] for _ in range(2)]
        async with serving(tmp_path / "db") as house:
            begun = jobs_begun(house, monkeypatch)
            await house.visit(id)
            assert house.server.hosting.tables[id].address == id
            visitor = await house.visit(id, tokens[1])
            await visitor.until(lambda frame: frame["about"]["to_act"] == [1])
            assert begun == ["127.0.0.1"]
            for other in of_bots:
                await house.visit(other)
                assert house.server.hosting.tables[other].address == "127.0.0.1"
        assert b"127.0.0.1" not in (tmp_path / "db").read_bytes()

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

            async def think(
                lane: str, address: str, work: object, game: str, view: object, name: str, *rest: object, **more: object
            ) -> str:
                from parlor.server.jobs import think

                return await asyncio.to_thread(think, game, view, name, 1.0, 1)  # type: ignore[arg-type]

            monkeypatch.setattr(house.server.workers, "run", think)
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
