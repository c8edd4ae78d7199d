"""Told when it is your turn: on the socket, and at an address that the host allows. Health and metrics, too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from parlor.core.fields import Data

from .house import part, run, serving


class Receiver:
    """Somebody who is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Data]] = []
        self.url = ""

    async def hear(self, request: web.Request) -> web.Response:
        self.told.append((request.path, await request.json()))
        if request.path == "/elsewhere":
            raise web.HTTPTemporaryRedirect("/secret")
        return web.Response()

    async def wait_for(self, count: int) -> None:
        while len(self.told) < count:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{path}", receiver.hear)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield receiver
    finally:
        await runner.cleanup()


def test_the_socket_says_whose_turn_it_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            assert part(at[0].frame, 0)["opened"] == 0
            assert "opened" not in part(at[1].frame, 1)
            await at[0].play(0, "add a1")
            frame = await at[1].until(lambda frame: "opened" in part(frame, 1))
            assert frame["about"]["to_act"] == [1]

    run(test)


def test_a_webhook_is_told_each_turn_once_and_redirects_are_not_followed(tmp_path: Path) -> None:
    async def test() -> None:
        async with receiving() as receiver, serving(tmp_path / "db", webhook_hosts=("127.0.0.1",)) as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            path = f"/api/tables/{id}/webhook"
            url = f"{receiver.url}/turn"
            await house.post(path, {"token": tokens[1], "seat": 1, "url": url})
            at = {seat: await house.visit(id, token) for seat, token in tokens.items()}
            await at[0].play(0, "add a1")
            await receiver.wait_for(1)
            assert receiver.told == [("/turn", {"type": "turn", "id": f"{id}-1-1", "table": id, "seat": 1})]
            await house.post(path, {"token": tokens[0], "seat": 0, "url": f"{receiver.url}/elsewhere"})
            await at[1].play(1, "add a4")
            await receiver.wait_for(2)
            # What is told last shows that nothing else was told before it.
            await house.post(path, {"token": tokens[0], "seat": 0, "url": f"{receiver.url}/last"})
            await receiver.wait_for(3)
            assert [path for path, _ in receiver.told] == ["/turn", "/elsewhere", "/last"]
        # It is kept: after a restart the seat whose turn it is is told again.
        async with receiving() as receiver, serving(tmp_path / "db", webhook_hosts=("127.0.0.1",)) as house:
            hook = {"token": tokens[0], "seat": 0, "url": f"{receiver.url}/again"}
            await house.post(path, hook)
            await receiver.wait_for(1)
            await house.post(path, {**hook, "url": None})
            back = await house.visit(id, tokens[0])
            await back.play(0, part(back.frame, 0)["legal"][0])
            await house.post(path, {"token": tokens[1], "seat": 1, "url": f"{receiver.url}/other"})
            await receiver.wait_for(2)
            assert [path for path, _ in receiver.told] == ["/again", "/other"]

    run(test)


def test_only_allowed_addresses_are_told_and_only_by_who_holds_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", webhook_hosts=("chat.example",)) as house:
            id, tokens, _ = await house.table("human", "human")
            path = f"/api/tables/{id}/webhook"
            for url in (
                "http://127.0.0.1/x",
                "http://chat.example@127.0.0.1/x",
                "ftp://chat.example/x",
                "http://[",
                "http://chat.example.evil/x",
                "",
            ):
                answer = await house.post(path, {"token": tokens[0], "seat": 0, "url": url}, 403)
                assert answer["error"]["id"] == "server.webhook"
            wrong = {"token": tokens[1], "seat": 0, "url": "http://chat.example/x"}
            assert (await house.post(path, wrong, 403))["error"]["id"] == "server.token"
            await house.post(path, {"token": tokens[0], "seat": 0, "url": "http://chat.example:8080/x"})

    run(test)


def test_a_webhook_that_does_not_answer_holds_nothing_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", webhook_hosts=("127.0.0.1",)) as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            hook = {"token": tokens[1], "seat": 1, "url": "http://127.0.0.1:9/closed"}
            await house.post(f"/api/tables/{id}/webhook", hook)
            visitor = (await house.come(id, tokens))[0]
            assert (await visitor.play(0, "add a1"))["type"] == "ok"

    run(test)


def test_many_who_ask_for_health_share_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.server.health.CHECK_SECONDS", 1000.0)

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            store = house.server.hosting.store
            beat, beats = store.beat, 0

            async def counted(now: float) -> None:
                nonlocal beats
                beats += 1
                await beat(now)

            monkeypatch.setattr(store, "beat", counted)
            await asyncio.gather(*(house.get("/health") for _ in range(50)))
            await house.get("/health")
            assert beats == 1
            monkeypatch.setattr("parlor.server.health.CHECK_SECONDS", 0.0)
            await house.get("/health")
            assert beats == 2

    run(test)


def test_health_and_metrics(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "random", options={"first": 0})
            visitor = await house.visit(id, tokens[0])
            before = await counts(house)
            await visitor.play(0, "add a1")
            await visitor.until(lambda frame: frame["about"]["to_act"] == [0])
            after = await counts(house)
            health = await house.get("/health")
            assert health["ok"] is True
            assert health["workers"]["moves"] == {"alive": 1, "busy": 0, "waiting": 0, "replaced": 0}
            assert after["parlor_plays_total"] - before["parlor_plays_total"] == 2
            assert after["parlor_play_seconds_count"] - before["parlor_play_seconds_count"] == 1
            assert after["parlor_sockets"] >= 1
            assert after["parlor_tables"] >= 1
            assert after['parlor_jobs{lane="moves"}'] == 0
        async with serving(tmp_path / "db", metrics=False) as house:
            await house.get("/metrics", 404)

    async def counts(house: object) -> dict[str, float]:
        text = await house.get("/metrics")  # type: ignore[attr-defined]
        rows = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in rows}

    run(test)


def test_the_description_names_every_route(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            described = await house.get("/api/openapi.json")
            assert described["openapi"].startswith("3.1")
            assert json.dumps(described)
            assert {
                f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods
            } == {
                "GET /api/games",
                "GET /api/bots",
                "GET /api/tables",
                "POST /api/tables",
                "GET /api/tables/{table}",
                "POST /api/tables/{table}/join",
                "POST /api/tables/{table}/invitation",
                "POST /api/tables/{table}/knock",
                "POST /api/tables/{table}/webhook",
                "GET /api/tables/{table}/record",
                "POST /api/records",
                "GET /health",
            }

    run(test)
