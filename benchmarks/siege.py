"""A server under siege: a million hostile messages, readers that never read, and what a durable move costs.

`make siege` writes docs/benchmarks/siege.md. It goes part by part, each under ten minutes; stopped, it goes on with the
part that it was at, as long as the commit is the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import re
import resource
import statistics
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console

from before import commit_of, installed, previous
from contestants import Host, free_port, start_ours
from load import Crowd
from report import COMMIT, publish
from server import WARM_UPS, cost_of_moves, watch
from server_report import SPARED, Moment, percentile, verdict
from talks import Parlor
from tests.server.siege.kinds import KINDS
from tests.server.siege.readers import DeafReader
from tests.server.siege.siege import Siege, planned

KEPT = Path(__file__).parent / "build" / "siege.json"
SIEGES = 10
MESSAGES = 50_000
LEAST = 60
"""How many of each kind are in every run, at least."""
ATTACKERS = 150
RATE = 2_000.0
TABLES = 50
MOVES_A_SECOND = 100.0
LONG_GAME = 1_000
"""Moves after which people begin another game, well before a table has as many lines as it may."""
READERS = 500
READ_TABLES = 10
LANGUAGES = (None, "en", "fr")
CHAT = json.dumps({"do": "chat", "seat": 0, "text": "x" * 200}).encode()
SETTLE_SECONDS = 3.0
TOLD = re.compile(r"127\.\d|Traceback|passwd|evil|b'")
"""What must not be in a log: an address, and anything that a visitor wrote."""
READER_PARTS = 3
READ_GAME = 100
"""Moves after which those who are watched begin anew: tables come and go, as in a house, and memory may settle."""
READER_SECONDS = 400.0
STEADY_AFTER_SECONDS = 180.0
"""Until as many tables leave memory as come."""
ROUNDS = 9
COST_TABLES, COST_MOVES = 50, 20

Result = dict[str, Any]


def start(folder: Path) -> Host:
    """The server as it comes, but that it feels the pulse of its loop."""
    port = free_port()
    options = ["serve", "--port", str(port), "--database", str(folder / "parlor.db"), "--debug-loop", "50"]
    return Host([sys.executable, "-m", "parlor.cli", *options], port, folder / "log")


def besiege(port: int, database: Path, pid: int, seed: int) -> Result:
    """Two identical runs against a server, in a process of their own."""

    async def both() -> Result:
        siege = Siege(port, database, ATTACKERS, seed)
        await siege.prepare()
        plan = planned(MESSAGES, LEAST, seed)
        megabytes, stretches = [], []
        look_at_loop(port)
        for _ in range(2):
            await siege.lay(plan, RATE)
            await asyncio.sleep(SETTLE_SECONDS)
            megabytes.append(resident(pid))
            stretches.append(look_at_loop(port))
        return {
            "sent": siege.counts.sent,
            "reached": siege.counts.reached,
            "answers": siege.counts.answers,
            "failed": siege.counts.failed,
            "changed": len(siege.changed()),
            "megabytes": megabytes,
            "stretch": max(stretches),
        }

    return uvloop.run(both())


def resident(pid: int) -> float:
    """The memory of a process, in megabytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def look_at_loop(port: int) -> float:
    """The most CPU between two beats of a server's loop since the last look, in milliseconds."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        found = re.search(r"^parlor_loop_longest_seconds (\S+)", answer.read().decode(), re.MULTILINE)
    assert found is not None
    return 1e3 * float(found[1])


async def people(port: int, tables: int) -> Crowd:
    """People who play at so many tables, each from an address of its own."""
    addresses = (f"127.{32 + net}.{block}.{host}" for net in range(8) for block in range(250) for host in range(1, 255))
    crowd = Crowd(port, Parlor(lasting=True, round_limit=100_000), addresses)
    await crowd.seat(tables)
    return crowd


async def go_on(crowd: Crowd, rate: float, seconds: float, longest: int = LONG_GAME) -> float:
    """Let all tables play for a while, at games that are not over; returns how many moves a second were made."""
    await crowd.begin_anew(longest)
    return await crowd.play_at_rate(rate, seconds)


async def measure_siege(number: int) -> Result:
    """One siege, while people play at tables of their own."""
    with tempfile.TemporaryDirectory() as folder:
        host = start(Path(folder))
        try:
            await host.answers()
            crowd = await people(host.port, TABLES)
            moments: list[Moment] = []
            watching = asyncio.create_task(watch(crowd, moments))
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                database = Path(folder) / "parlor.db"
                siege = pool.submit(besiege, host.port, database, host.process.pid, number)
                rates = []
                while not siege.done():
                    rates.append(await go_on(crowd, MOVES_A_SECOND, 2.0))
                found = siege.result()
            watching.cancel()
            await asyncio.wait([watching])
            crowd.leave()
        finally:
            host.stop()
        log = (Path(folder) / "log").read_text().splitlines()
    spared = [moment for moment in moments if moment.stolen <= SPARED]
    return {
        **found,
        "logged": len(log),
        "held": [line for line in log if "the loop was held" in line],
        "told": sum(TOLD.search(line) is not None for line in log),
        "rate": statistics.mean(rates),
        "p99": percentile(moments, 99),
        "p99 spared": percentile(spared, 99),
        "spared": sum(moment.seconds for moment in spared),
        "seconds": sum(moment.seconds for moment in moments),
    }


async def measure_readers() -> Result:
    """Readers that never read, while people play and talk at the tables that they look at."""
    with tempfile.TemporaryDirectory() as folder:
        host = start(Path(folder))
        try:
            await host.answers()
            crowd = await people(host.port, READ_TABLES)
            readers = [
                DeafReader(host.port, f"127.48.0.{1 + index % 50}", crowd.tables[index % READ_TABLES].id, language)
                for index, language in zip(range(READERS), cycle(LANGUAGES), strict=False)
            ]
            staying = [asyncio.create_task(reader.stay()) for reader in readers]
            megabytes: list[float] = []
            rates = []
            began = time.monotonic()
            while (spent := time.monotonic() - began) < STEADY_AFTER_SECONDS + READER_SECONDS:
                for table in crowd.tables:
                    table.sockets[0].send(CHAT)
                rates.append(await go_on(crowd, MOVES_A_SECOND / 5, 1.0, READ_GAME))
                # Whoever is watched has moved to another table.
                for index, reader in enumerate(readers):
                    reader.table = crowd.tables[index % READ_TABLES].id
                if spent > STEADY_AFTER_SECONDS:
                    megabytes.append(host.resident_megabytes)
            for task in staying:
                task.cancel()
            await asyncio.wait(staying)
            crowd.leave()
        finally:
            host.stop()
    return {
        "least": min(megabytes),
        "most": max(megabytes),
        "came": sum(reader.came for reader in readers),
        "rate": statistics.mean(rates),
    }


async def measure_cost(before: str) -> Result:
    """The CPU time of a durable move, here and at an earlier commit, in turns."""
    costs: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        hosts = [
            start_ours(Path(one), installed(commit_of(before))),
            start_ours(Path(other), installed(commit_of("HEAD"))),
        ]
        try:
            for host in hosts:
                await host.answers()
            for turn in range(WARM_UPS + ROUNDS):
                for host, found in zip(hosts, costs, strict=True):
                    crowd = Crowd(host.port, Parlor())
                    await crowd.seat(COST_TABLES)
                    cost = await cost_of_moves(host, crowd, COST_MOVES)
                    crowd.leave()
                    if turn >= WARM_UPS:
                        found.append(1e6 * cost)
        finally:
            for host in hosts:
                host.stop()
    return {
        "before": statistics.median(costs[0]),
        "after": statistics.median(costs[1]),
        "commit": commit_of(before)[:10],
    }


def kept() -> dict[str, Any]:
    """What earlier runs have measured, if it was this commit."""
    try:
        found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = {}
    return found if found.get("commit") == COMMIT else {"commit": COMMIT}


def report(found: dict[str, Any]) -> str:
    """All parts as Markdown."""
    sieges = [part for name, part in found.items() if name.startswith("siege")]
    readers = [part for name, part in found.items() if name.startswith("readers")]
    sent, reached, answers = (
        sum((Counter(part[what]) for part in sieges), Counter()) for what in ("sent", "reached", "answers")
    )
    told = sum(part["told"] for part in sieges)
    failed = [name for part in sieges for name in part["failed"]]
    growth = max(part["megabytes"][1] / part["megabytes"][0] for part in sieges)
    stretch = max(part["stretch"] for part in sieges)
    p99 = max(part["p99 spared"] for part in sieges)
    slowest = max(part["p99"] for part in sieges)
    spared, seconds = (sum(part[what] for part in sieges) for what in ("spared", "seconds"))
    flat = max(part["most"] / part["least"] for part in readers)
    minutes = READER_SECONDS * len(readers) / 60
    came = sum(part["came"] for part in readers)
    least, most = min(part["least"] for part in readers), max(part["most"] for part in readers)
    cost = found["cost"]
    ratio = cost["after"] / cost["before"]
    fewest = min(reached[name] for name in KINDS)
    rows = [
        ("hostile messages", f"{sent.total():,}", "1,000,000", sent.total() >= 10**6),
        ("kinds of them", str(len(sent)), "at least 40", len(sent) >= 40),
        ("the fewest of a kind that reached its handler", f"{fewest:,}", "at least 1,000", fewest >= 1000),
        (
            "tables changed by others",
            str(sum(part["changed"] for part in sieges)),
            "0",
            not any(part["changed"] for part in sieges),
        ),
        ("answers that were mistakes of the server", str(len(failed)), "0", not failed),
        ("lines in the log that tell an address or what was sent", str(told), "0", not told),
        (
            "memory after the second run of a part against the first, at most",
            f"{growth:.2f}",
            "at most 1.1",
            growth <= 1.1,
        ),
        ("longest stretch of CPU of the loop, ms", f"{stretch:.0f}", "at most 50", stretch <= 50),
        (f"p99 of {TABLES} tables of people meanwhile, worst part, ms", f"{p99:.1f}", "under 50", p99 < 50),
        (
            f"memory with {READERS} readers that never read, most against least",
            f"{flat:.2f}",
            "at most 1.1",
            flat <= 1.1,
        ),
        (f"CPU of a durable move against commit {cost['commit']}", f"{ratio:.2f}", "at most 1.1", ratio <= 1.1),
    ]
    lines = [
        "# A server under siege",
        "",
        f"Messages that no server should have to read come from thousands of addresses of this machine, {RATE:,.0f} a "
        "second,",
        f"in {len(sieges)} parts, each sent twice to one server with its limits as they come, while {TABLES} tables of "
        "people play.",
        "Made by `make siege`; [what kills leave](kills.md) has the rest.",
        "",
        "| | measured | wanted | |",
        "|---|---:|---:|---|",
        *[f"| {name} | {measured} | {wanted} | {verdict(reached)} |" for name, measured, wanted, reached in rows],
        "",
        "The p99 is over the half seconds in which the machine had its cores, "
        f"{spared:,.0f} of {seconds:,.0f} seconds; over all it was {slowest:.1f} ms in the worst part.",
        f"The readers stayed for {minutes:.0f} minutes in {len(readers)} parts, came {came:,} times, and left memory "
        f"between {least:.0f} and {most:.0f} MB.",
        f"All tables played on, {min(part['rate'] for part in sieges):.0f} moves a second or more under siege, "
        f"{min(part['rate'] for part in readers):.0f} with the readers.",
        f"A durable move takes {cost['after']:.0f} µs, and took {cost['before']:.0f}: medians of {ROUNDS} turns.",
        "",
        "| kind | sent | reached its handler |",
        "|---|---:|---:|",
        *[f"| {name} | {sent[name]:,} | {reached[name]:,} |" for name in KINDS],
        "",
        "| answer | times |",
        "|---|---:|",
        *[f"| `{answer}` | {times:,} |" for answer, times in answers.most_common()],
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Go through all parts that are not done yet, and report when none is left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="the commit that a move is compared with, the last that had other sources")
    parser.add_argument("--parts", type=int, default=10**6, help="how many parts to do now")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    parts: dict[str, Callable[[], Coroutine[Any, Any, Result]]] = {
        "cost": partial(measure_cost, arguments.before or previous()),
        **{f"siege {number}": partial(measure_siege, number) for number in range(1, SIEGES + 1)},
        **{f"readers {number}": measure_readers for number in range(1, READER_PARTS + 1)},
    }
    found = kept()
    left = [name for name in parts if name not in found]
    console = Console()
    KEPT.parent.mkdir(exist_ok=True)
    for name in left[: arguments.parts]:
        with console.status(f"{name}, {len(parts) - len(left)} of {len(parts)} parts were done before"):
            found[name] = uvloop.run(parts[name]())
        KEPT.write_text(json.dumps(found), encoding="utf-8")
        console.print(f"{name}: done")
        for line in found[name].get("held", ()):
            console.print(line)
    if all(name in found for name in parts):
        publish("siege", report(found))


if __name__ == "__main__":
    main()
