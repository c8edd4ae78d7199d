"""A server that began as plain Python answers at once; when the compiling behind it is done, its bots are compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import aiohttp
import pytest

import parlor
from parlor import build
from tests.server.house import Process, run

BINARIES = build.find()
FAILED = "echo there was no room left; exit 1"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of this checkout in which nothing is compiled yet, and which processes import."""
    copied = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(Path(parlor.__file__).parent, tmp_path / "src" / "parlor", ignore=copied)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    monkeypatch.delenv("PARLOR_PURE", raising=False)
    return tmp_path


def compiled_processes(server: Process) -> list[bool]:
    """Of the server and then of each of its workers: whether it has loaded binaries."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    pids = [int(pid) for pid, ppid, args in rows if int(ppid) == server.process.pid and "spawn_main" in args]
    return ["__mypyc" in Path(f"/proc/{pid}/maps").read_text() for pid in (server.process.pid, *pids)]


async def bots_play(url: str) -> None:
    """Set a table of bots, and wait until they have played."""
    async with aiohttp.ClientSession() as client:
        wanted = {"game": "pizza-theory", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}
        async with client.post(f"{url}/api/tables", json=wanted) as response:
            table = (await response.json())["table"]
        async with client.ws_connect(f"{url}/api/tables/{table}/socket") as socket:
            await socket.send_json({"do": "hello"})
            async for message in socket:
                if message.json()["about"]["line"] > 6:
                    return


def line(server: Process) -> str:
    assert server.process.stdout is not None
    return server.process.stdout.readline()


@pytest.mark.skipif(BINARIES is None or not Path("/proc/self/maps").exists(), reason="nothing is compiled here")
def test_bots_think_compiled_as_soon_as_there_are_binaries(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command only waits to be allowed, and then brings the binaries of this very source."""
    folder, go = checkout / "build" / "compiled", checkout / "go"
    bring = f"mkdir -p {folder} && cp -r {BINARIES} {folder}/partial && mv {folder}/partial {folder}/quick-0"
    monkeypatch.setenv("PARLOR_COMPILE", f"until test -e {go}; do sleep 0.05; done; {bring}")

    async def test() -> None:
        server = Process(checkout / "db", "--bot-pause", "0")
        try:
            assert line(server).startswith("It runs as plain Python for now")
            await bots_play(server.url)
            assert compiled_processes(server) == [False, False]
            go.touch()
            assert line(server) == "Parlor is compiled: from now on its bots think many times as fast.\n"
            await bots_play(server.url)
            while len(now := compiled_processes(server)) > 2:
                time.sleep(0.05)
            assert now == [False, True]
        finally:
            server.stop()

    run(test)


def test_what_went_wrong_is_told_and_bots_go_on(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_COMPILE", FAILED)

    async def test() -> None:
        server = Process(checkout / "db", "--bot-pause", "0")
        try:
            assert line(server).startswith("It runs as plain Python for now")
            assert line(server).endswith(" in the same time: there was no room left\n")
            await bots_play(server.url)
        finally:
            server.stop()

    run(test)


def test_compiling_ends_with_its_server(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = checkout / "pid"
    monkeypatch.setenv("PARLOR_COMPILE", f"echo $$ > {number}.new; mv {number}.new {number}; sleep 1000 & wait")
    server = Process(checkout / "db")
    try:
        while not number.exists():
            time.sleep(0.05)
    finally:
        server.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_whoever_wants_plain_python_gets_nothing_compiled(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_PURE", "1")
    monkeypatch.setenv("PARLOR_COMPILE", f"touch {checkout}/touched")

    async def test() -> None:
        server = Process(checkout / "db", "--bot-pause", "0")
        try:
            await bots_play(server.url)
        finally:
            server.stop()

    run(test)
    assert not (checkout / "touched").exists()
