"""How fast the server is: ours beside boardgame.io, in one run, interleaved, CPU time of the server process, medians.

Run by `make bench`. Prints the tables and writes them to docs/benchmarks/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvloop
from rich.progress import Progress

from contestants import CONTESTANTS, MEMORY, OURS, PEER, SIZES, Contestant, Host, start_ours
from load import Crowd
from report import publish
from server_report import LONG, Latency, Moment, Run, report_costs, report_growth, report_latencies, verdict
from talks import SEATS, Parlor

WARM_UPS = 3
# Of so many tables enough get to a long game.
LASTING_TABLES = 60
LONG_MOVES = 18
RESTORED = 1_000
RESTORED_MOVES = 15
SETTLE_SECONDS = 2.0
# Latencies are looked at moment by moment, and measured until so many seconds of them had all of the machine, or for so
# many turns.
MOMENT = 0.5
ENOUGH_SECONDS = 15.0
MOST_TURNS = 4
# The place, among the times of the machine, of what the host of a virtual one keeps for others.
STOLEN = 7


async def cost_of_moves(host: Host, crowd: Crowd, moves: int) -> float:
    """The CPU time of the server for a move, when every table makes so many."""
    before = host.cpu_seconds
    made = await crowd.play(moves)
    return (host.cpu_seconds - before) / made


async def measure_costs(
    contestants: Sequence[Contestant], folder: Path, rounds: int, progress: Progress, warm_ups: int = WARM_UPS
) -> None:
    """Let everybody play in turn, several times, at new tables each time."""
    hosts = [contestant.start(subfolder(folder, str(number))) for number, contestant in enumerate(contestants)]
    measurements = (warm_ups + rounds) * sum(len(contestant.sizes) for contestant in contestants)
    try:
        for host in hosts:
            await host.answers()
        task = progress.add_task("CPU time of a move", total=measurements)
        for tables, moves in SIZES.items():
            for turn in range(warm_ups + rounds):
                for contestant, host in zip(contestants, hosts, strict=True):
                    if tables not in contestant.sizes:
                        continue
                    crowd = Crowd(host.port, contestant.talk())
                    await crowd.seat(tables)
                    before = host.database_seconds
                    cost = await cost_of_moves(host, crowd, moves)
                    beside = (host.database_seconds - before) / (tables * moves)
                    crowd.leave()
                    if turn >= warm_ups:
                        contestant.costs.setdefault(tables, []).append(cost)
                        contestant.database_costs.setdefault(tables, []).append(beside)
                    progress.advance(task)
    finally:
        for host in hosts:
            host.stop()


async def measure_length(folder: Path, rounds: int, progress: Progress) -> tuple[float, float]:
    """The CPU time of a move in new games and in long ones, in microseconds."""
    host = start_ours(folder)
    try:
        await host.answers()
        task = progress.add_task("Long games", total=rounds)
        lasting = Crowd(host.port, Parlor(lasting=True, round_limit=100_000))
        await lasting.seat(LASTING_TABLES)
        for _ in range(LONG // 10):
            await lasting.play(10)
        lasting.tables = [table for table in lasting.tables if not table.over]
        costs: tuple[list[float], list[float]] = ([], [])
        for _ in range(rounds):
            new = Crowd(host.port, Parlor(lasting=True, round_limit=100_000))
            await new.seat(len(lasting.tables))
            for crowd, found in zip((new, lasting), costs, strict=True):
                found.append(await cost_of_moves(host, crowd, LONG_MOVES))
            new.leave()
            progress.advance(task)
        return statistics.median(costs[0]) * 1e6, statistics.median(costs[1]) * 1e6
    finally:
        host.stop()


async def measure_latency(contestant: Contestant, folder: Path, tables: int, rate: float, seconds: float) -> Run:
    """So many tables that make so many moves a second together."""
    host = contestant.start(folder)
    try:
        await host.answers()
        crowd = Crowd(host.port, (contestant.long_talk or contestant.talk)())
        await crowd.seat(tables)
        gc.collect()
        gc.freeze()
        await crowd.play_at_rate(rate, min(SETTLE_SECONDS, seconds))
        moments: list[Moment] = []
        before, began = time.process_time(), time.perf_counter()
        watching = asyncio.create_task(watch(crowd, moments))
        made = await crowd.play_at_rate(rate, seconds)
        watching.cancel()
        await asyncio.wait([watching])
        generator = (time.process_time() - before) / (time.perf_counter() - began)
        megabytes = host.resident_megabytes
        crowd.leave()
    finally:
        host.stop()
        gc.unfreeze()
    return Run(moments, made, megabytes, generator)


async def watch(crowd: Crowd, moments: list[Moment]) -> None:
    """Note moment by moment what is measured, and how much of the machine its host kept for others meanwhile."""
    while True:
        shown, before, began = len(crowd.latencies), machine_times(), time.perf_counter()
        try:
            await asyncio.sleep(MOMENT)
        finally:
            # The last moment may be short.
            spent = [now - then for now, then in zip(machine_times(), before, strict=True)]
            stolen = spent[STOLEN] / max(sum(spent), 1)
            moments.append(Moment(crowd.latencies[shown:], time.perf_counter() - began, stolen))


async def measure_latencies(
    folder: Path, tables: int, rate: float, limit: float, seconds: float, progress: Progress
) -> list[Latency]:
    """Let everybody play at this rate in turn, until all had the machine to themselves for long enough."""
    latencies = [Latency(OURS.name, tables, rate, limit), Latency(MEMORY.name, tables, rate)]
    task = progress.add_task(f"Latency with {tables * SEATS:,} sockets", total=ENOUGH_SECONDS * len(latencies))
    for turn in range(MOST_TURNS):
        for number, (contestant, latency) in enumerate(zip((OURS, MEMORY), latencies, strict=True)):
            place = subfolder(folder, f"{turn}-{number}")
            latency.runs.append(await measure_latency(contestant, place, tables, rate, seconds))
            found = sum(min(each.seconds, ENOUGH_SECONDS) for each in latencies)
            progress.update(task, completed=found)
        if found == ENOUGH_SECONDS * len(latencies):
            break
    return latencies


def machine_times() -> list[int]:
    """How the CPUs of the machine have spent their time so far, as Linux counts it."""
    return [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]


def running_processes() -> int:
    """How many processes of the machine are running right now, this one included."""
    return int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])


async def measure_restoring(folder: Path, progress: Progress) -> float:
    """Seconds from the start of a killed server until it has its tables again, the start of Python included."""
    task = progress.add_task(f"{RESTORED:,} tables restored", total=1)
    host = start_ours(folder)
    try:
        await host.answers()
        crowd = Crowd(host.port, Parlor())
        await crowd.seat(RESTORED)
        await crowd.play(RESTORED_MOVES)
        crowd.leave()
        host.kill()
        start = time.perf_counter()
        host = start_ours(folder)
        await host.answers()
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        found = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])["tables"]
        taken = time.perf_counter() - start
        writer.close()
        if found != RESTORED:
            sys.exit(f"{found} of {RESTORED} tables were restored")
    finally:
        host.stop()
    progress.advance(task)
    return taken


def stop_at_errors() -> None:
    """Let an error in a callback end the measurement."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None

    def stop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        task.cancel()

    loop.set_exception_handler(stop)


def subfolder(folder: Path, name: str) -> Path:
    """A new folder within another."""
    made = folder / name
    made.mkdir()
    return made


async def measure(folder: Path, rounds: int, seconds: float, crowded: int) -> str:
    """Everything, as Markdown."""
    others = running_processes() - 1
    stop_at_errors()
    with Progress() as progress:
        await measure_costs(CONTESTANTS, subfolder(folder, "costs"), rounds, progress)
        new, long = await measure_length(subfolder(folder, "length"), rounds, progress)
        latencies = [
            await measure_latencies(subfolder(folder, f"latency-{tables}"), tables, rate, limit, seconds, progress)
            for tables, rate, limit in ((500, 1_500, 20.0), (crowded, 1_000, 50.0))
        ]
        restored = await measure_restoring(subfolder(folder, "restore"), progress)
    megabytes = latencies[-1][0].most_megabytes
    lines = [
        "# How fast the server is",
        "",
        f"When it began, {others} other processes were running on {os.cpu_count()} cores: more than none makes "
        "every figure worse, latencies most.",
        "",
        *report_costs(rounds),
        "",
        *report_growth(new, long),
        "",
        *report_latencies([row for rows in latencies for row in rows]),
        "",
        "| also | measured | wanted | |",
        "|---|---:|---:|---|",
        f"| memory with {crowded * SEATS:,} sockets, MB | {megabytes:.0f} | under 500 | {verdict(megabytes < 500)} |",
        f"| {RESTORED:,} tables restored, seconds | {restored:.1f} | under 5 | {verdict(restored < 5)} |",
    ]
    return "\n".join(lines) + "\n"


def make_ready() -> None:
    """Install the peer, and let as many sockets be open as may be."""
    if shutil.which("npm") is None:
        sys.exit("boardgame.io, the peer, needs Node and npm: install them, then run this again.")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody is measured")
    parser.add_argument("--seconds", type=float, default=15, help="seconds of each measurement at a fixed rate")
    parser.add_argument("--crowded", type=int, default=3_334, help="tables of the largest crowd")
    arguments = parser.parse_args()
    make_ready()
    with tempfile.TemporaryDirectory() as folder:
        text = uvloop.run(measure(Path(folder), arguments.rounds, arguments.seconds, arguments.crowded))
    publish("server", text)


if __name__ == "__main__":
    main()
