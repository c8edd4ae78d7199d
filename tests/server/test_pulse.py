"""Whoever holds the event loop is found, and named without anything that a visitor wrote."""

from __future__ import annotations

import gc
import re
import time
from pathlib import Path

import pytest
from aiohttp import web

from parlor.server.app import make_app
from parlor.server.settings import Settings

from .house import run, serving


async def _busy(request: web.Request) -> web.Response:
    until = time.thread_time() + 0.06
    while time.thread_time() < until:
        pass
    return web.Response(text="done")


async def _litter(request: web.Request) -> web.Response:
    gc.collect()
    return web.Response(text="done")


def _with_a_busy_route(settings: Settings) -> web.Application:
    app = make_app(settings)
    app.router.add_get("/busy/{text}", _busy)
    app.router.add_get("/litter", _litter)
    return app


def test_whoever_holds_the_loop_is_named_by_route_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", _with_a_busy_route, debug_loop=50) as house:
            await house.get("/busy/nobody-else-knows")
            id, tokens, _ = await house.table("human", "human")
            await house.visit(id, tokens[0])
            told = await house.get("/metrics")
            longest = re.search(r"^parlor_loop_longest_seconds (\S+)", told, re.MULTILINE)
            assert longest is not None
            assert float(longest[1]) >= 0.06
            steps = dict(re.findall(r'^parlor_loop_step_seconds\{doing="(.+?)"\} (\S+)', told, re.MULTILINE))
            assert float(steps["GET /busy/{text}"]) >= 0.06
            assert {"POST /api/tables", "socket hello"} <= set(steps)
            # Read once, all begins anew.
            assert "/busy/" not in await house.get("/metrics")
            assert "GET /busy/{text}" in caplog.text
            assert "nobody-else-knows" not in caplog.text + told

    run(test)


def test_looking_for_garbage_is_named_for_itself(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", _with_a_busy_route, debug_loop=50) as house:
            await house.get("/litter")
            told = await house.get("/metrics")
            steps = dict(re.findall(r'^parlor_loop_step_seconds\{doing="(.+?)"\} (\S+)', told, re.MULTILINE))
            assert float(steps["looking for garbage"]) > float(steps["GET /litter"])

    run(test)


def test_nobody_watches_unless_asked_to(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", _with_a_busy_route) as house:
            await house.get("/busy/text")
            assert "parlor_loop" not in await house.get("/metrics")

    run(test)
    assert "/busy/" not in caplog.text
