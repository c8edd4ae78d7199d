"""Workers are watched: one that hangs or dies takes only its own job with it, and addresses are served in turns."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from parlor.core.errors import BadMove, ParlorError
from parlor.core.words import Message
from parlor.server.errors import Busy, Unfinished
from parlor.server.worker import NICENESS
from parlor.server.workers import LaneName, Workers

from .house import House, Process, run

LONG = 50.0


def say(file: str, what: object) -> None:
    """A job that leaves a line."""
    with Path(file).open("a") as lines:
        lines.write(f"{what}\n")


def hang(file: str) -> None:
    """A job that does nothing else any more, and does not listen."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say(file, os.getpid())
    while True:
        pass


def run_program(file: str) -> None:
    """A job that waits for a program in a session of its own, as bots from outside are."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    say(file, program.pid)
    program.wait()


def refuse() -> None:
    raise BadMove("move.stale", seat=1, inner=Message("move.closed", seat=2))


def niceness() -> int:
    return os.nice(0)


def said(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


async def until_said(file: Path, count: int = 1) -> list[str]:
    while len(found := said(file)) < count:
        await asyncio.sleep(0.02)
    return found


async def until_gone(pid: int) -> None:
    while True:
        multiprocessing.active_children()  # waits for those that have ended
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
        await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def some(count: int = 1) -> AsyncIterator[Workers]:
    workers = Workers(count, None)
    try:
        yield workers
    finally:
        workers.close()


def test_a_worker_that_hangs_is_replaced_while_the_others_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with some(2) as workers:
            hanging = asyncio.create_task(workers.run("moves", "a", hang, str(tmp_path / "hung"), seconds=LONG))
            (pid,) = await until_said(tmp_path / "hung")
            for number in range(3):
                await workers.run("moves", "a", say, str(tmp_path / "done"), number)
            assert workers.about()["moves"] == {"alive": 2, "busy": 1, "waiting": 0, "replaced": 0}
            assert not hanging.done()
            short = asyncio.create_task(workers.run("moves", "b", hang, str(tmp_path / "short"), seconds=0.5))
            waiting = asyncio.create_task(workers.run("moves", "c", say, str(tmp_path / "done"), 3))
            with pytest.raises(Unfinished) as refused:
                await short
            assert refused.value.message.id == "server.deadline"
            await waiting
            assert said(tmp_path / "done") == ["0", "1", "2", "3"]
            assert workers.about()["moves"] == {"alive": 2, "busy": 1, "waiting": 0, "replaced": 1}
            for ended in said(tmp_path / "short"):
                await until_gone(int(ended))
            os.kill(int(pid), 0)
        with pytest.raises(Busy):
            await hanging
        await until_gone(int(pid))

    run(test)


def test_a_worker_that_is_killed_fails_its_own_job_and_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with some(2) as workers:
            first, second = tmp_path / "first", tmp_path / "second"
            jobs = [asyncio.create_task(workers.run("moves", "a", hang, str(file))) for file in (first, second)]
            waiting = asyncio.create_task(workers.run("moves", "a", niceness))
            await until_said(second)
            os.kill(int((await until_said(first))[0]), signal.SIGKILL)
            with pytest.raises(Unfinished) as refused:
                await jobs[0]
            assert refused.value.message.id == "server.worker"
            assert await waiting == min(19, os.nice(0) + NICENESS)
            assert not jobs[1].done()
            assert workers.about()["moves"]["replaced"] == 1
        with pytest.raises(Busy):
            await jobs[1]

    run(test)


def test_a_worker_that_is_killed_while_it_is_idle_fails_no_job() -> None:
    async def test() -> None:
        async with some() as workers:
            first = await workers.run("moves", "a", os.getpid)
            os.kill(first, signal.SIGKILL)
            while workers.about()["moves"] != {"alive": 0, "busy": 0, "waiting": 0, "replaced": 0}:
                await asyncio.sleep(0.02)
            assert await workers.run("moves", "a", os.getpid) != first
            assert workers.about()["moves"] == {"alive": 1, "busy": 0, "waiting": 0, "replaced": 1}

    run(test)


def test_what_a_bot_has_started_ends_with_its_worker(tmp_path: Path) -> None:
    async def test() -> None:
        async with some() as workers:
            job = asyncio.create_task(workers.run("moves", "a", run_program, str(tmp_path / "pid")))
            (pid,) = await until_said(tmp_path / "pid")
        with pytest.raises(Busy):
            await job
        await until_gone(int(pid))

    run(test)


def test_what_a_job_refuses_is_refused_here() -> None:
    async def test() -> None:
        async with some() as workers:
            with pytest.raises(BadMove) as refused:
                await workers.run("requests", "a", refuse)
            assert refused.value.message == Message("move.stale", seat=1, inner=Message("move.closed", seat=2))
            with pytest.raises(RuntimeError):
                await workers.run("requests", "a", refuse, "too many")
            # Nothing was ended over it, and the other lane has no process yet.
            assert workers.about()["requests"] == {"alive": 1, "busy": 0, "waiting": 0, "replaced": 0}
            assert workers.about()["moves"]["alive"] == 0

    run(test)


def test_addresses_are_served_in_turns(tmp_path: Path) -> None:
    async def test() -> None:
        async with some() as workers:
            jobs = []

            async def ask(address: str, lane: LaneName = "moves") -> None:
                jobs.append(asyncio.create_task(workers.run(lane, address, say, str(tmp_path / lane), address)))
                await asyncio.sleep(0)

            for _ in range(90):
                await ask("many")
            for address in ("one", "other", "one"):
                await ask(address)
            await ask("one", "requests")
            await asyncio.gather(*jobs)
            # One was begun already when the others came.
            order = said(tmp_path / "moves")
            assert order[:5] == ["many", "one", "other", "many", "one"]
            assert order[5:] == ["many"] * 88
            assert said(tmp_path / "requests") == ["one"]

    run(test)


def test_where_too_much_waits_in_all_whoever_has_most_gives_way(tmp_path: Path) -> None:
    async def test() -> None:
        async with some() as workers:
            held = asyncio.create_task(workers.run("requests", "held", hang, str(tmp_path / "hung")))
            await until_said(tmp_path / "hung")
            lane = workers._lanes["requests"]
            crowd = [str(number) for number in range(lane.most // lane.most_of_one) for _ in range(lane.most_of_one)]
            jobs = [asyncio.create_task(workers.run("requests", address, niceness)) for address in crowd]
            await asyncio.sleep(0)
            assert workers.about()["requests"]["waiting"] == lane.most
            alone = asyncio.create_task(workers.run("requests", "alone", niceness))
            while not any(job.done() for job in jobs):
                await asyncio.sleep(0)
            assert not alone.done()
            assert [job.done() for job in jobs].count(True) == 1
            assert workers.about()["requests"]["waiting"] == lane.most
        for job in (held, alone, *jobs):
            with pytest.raises(ParlorError):
                await job

    run(test)


def test_what_nobody_waits_for_any_more_is_not_done(tmp_path: Path) -> None:
    async def test() -> None:
        async with some() as workers:
            first = asyncio.create_task(workers.run("moves", "one", say, str(tmp_path / "said"), "first"))
            await asyncio.sleep(0)
            gone = workers.run("moves", "one", say, str(tmp_path / "said"), "gone", is_wanted=lambda: False)
            with pytest.raises(Busy):
                await gone
            await workers.run("moves", "one", say, str(tmp_path / "said"), "last")
            await first
            assert said(tmp_path / "said") == ["first", "last"]

    run(test)


def test_a_queue_is_bounded_for_each_address_and_in_all(tmp_path: Path) -> None:
    async def test() -> None:
        async with some() as workers:
            held = asyncio.create_task(workers.run("requests", "held", hang, str(tmp_path / "hung")))
            jobs: list[asyncio.Task[int]] = []

            async def flood(*addresses: str) -> None:
                for address in addresses:
                    jobs.append(asyncio.create_task(workers.run("requests", address, niceness)))
                    await asyncio.sleep(0)

            await until_said(tmp_path / "hung")
            lane = workers._lanes["requests"]
            await flood(*["one"] * (lane.most_of_one + 1))
            assert [job.done() for job in jobs] == [False] * lane.most_of_one + [True]
            assert not await _refused(workers, "other", jobs)
            await flood(*map(str, range(lane.most)))
            assert workers.about()["requests"]["waiting"] == lane.most
            assert await _refused(workers, "another", jobs)
        for job in (held, *jobs):
            with pytest.raises(ParlorError):
                await job
        with pytest.raises(Busy):
            await workers.run("requests", "late", niceness)

    async def _refused(workers: Workers, address: str, jobs: list[asyncio.Task[int]]) -> bool:
        jobs.append(asyncio.create_task(workers.run("requests", address, niceness)))
        await asyncio.sleep(0)
        return jobs[-1].done()

    run(test)


HANGS = """
import os, signal
from parlor import bots
from parlor.cli import main

class Hang(bots.Bot):
    name = "hang"

    def choose(self, view, limit, rng):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with open(os.environ["HUNG"], "w") as file:
            file.write(f"{os.getpid()}\\n")
        while True:
            pass

bots._BOTS["hang"] = Hang
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_ends_at_once_and_its_workers_with_it(tmp_path: Path, number: int) -> None:
    """Somebody is on a socket, and a bot hangs: within two seconds, unless the machine is busy three times."""
    (tmp_path / "hangs.py").write_text(HANGS)

    async def taken(hung: Path) -> float:
        environment = {"HUNG": str(hung), "PYTHONPATH": str(tmp_path)}
        server = Process(tmp_path / "db", program=("hangs", "serve"), environment=environment)
        try:
            async with aiohttp.ClientSession() as client:
                house = House(server.url, client)
                id, tokens, _ = await house.table("hang", "human", options={"first": 0})
                await house.visit(id, tokens[1])
                (worker,) = await until_said(hung)
                began = time.monotonic()
                server.process.send_signal(number)
                returned, said = await asyncio.to_thread(server.end)
                seconds = time.monotonic() - began
                assert (returned, said) == (0 if number == signal.SIGTERM else -number, "")
                await until_gone(int(worker))
                return seconds
        finally:
            server.process.kill()

    async def test() -> None:
        for attempt in range(3):
            if await taken(tmp_path / str(attempt)) < 2:
                return
        raise AssertionError("it took longer")

    run(test)
