"""How fast the server is: ours beside boardgame.io, in one run, interleaved, CPU time of the server process, medians.

Run by `make bench` as a module. Prints the tables and writes them to docs/benchmarks/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from rich.progress import Progress

from load import SEATS, BoardGameIO, Crowd, Parlor, Talk

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs" / "benchmarks" / "server.md"
PEER = HERE / "boardgameio"

OURS = "Parlor, SQLite, every move synced"
MEMORY = "boardgame.io, in memory"
FLATFILE = "boardgame.io, FlatFile, never synced"

# Tables, and moves at each of them in one measurement: fewer than the shortest game has.
SIZES = {50: 20, 500: 10}
WARM_UPS = 3
# A game is long after so many moves; of so many tables enough get there.
LONG = 500
LASTING_TABLES = 60
LONG_MOVES = 18
RESTORED = 1_000
RESTORED_MOVES = 15
# Medians of CPU times on a busy machine differ by so much without a reason.
GROWTH = 1.25
START_SECONDS = 60.0
STOP_SECONDS = 10.0


class Host:
    """A server process."""

    def __init__(self, command: list[str], port: int) -> None:
        self.port = port
        self.process = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.DEVNULL)

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of all its threads so far."""
        # Linux encodes the clock of a process so.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    @property
    def resident_megabytes(self) -> float:
        """Its memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    async def answers(self) -> None:
        """Wait until it takes connections."""
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    sys.exit(f"{self.process.args!r} does not answer")
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def start_ours(folder: Path) -> Host:
    """Our server with a database in this folder."""
    port = free_port()
    return Host([sys.executable, "-m", "benchmarks.host", str(port), str(folder / "parlor.db")], port)


def start_memory(folder: Path) -> Host:
    """boardgame.io as it comes."""
    port = free_port()
    return Host(["node", str(PEER / "server.js"), str(port)], port)


def start_flatfile(folder: Path) -> Host:
    """boardgame.io with the store that it brings along."""
    port = free_port()
    return Host(["node", str(PEER / "server.js"), str(port), str(folder / "flatfile")], port)


@dataclass
class Contestant:
    """A server that is measured."""

    name: str
    start: Callable[[Path], Host]
    talk: Callable[[], Talk]
    costs: dict[int, list[float]] = field(default_factory=dict)

    def cost(self, tables: int) -> float:
        """The median of its CPU time for a move with so many tables, in microseconds."""
        return statistics.median(self.costs[tables]) * 1e6


CONTESTANTS = [
    Contestant(OURS, start_ours, Parlor),
    Contestant(MEMORY, start_memory, BoardGameIO),
    Contestant(FLATFILE, start_flatfile, BoardGameIO),
]


async def cost_of_moves(host: Host, crowd: Crowd, moves: int) -> float:
    """The CPU time of the server for a move, when every table makes so many."""
    before = host.cpu_seconds
    made = await crowd.play(moves)
    return (host.cpu_seconds - before) / made


async def measure_costs(folder: Path, rounds: int, progress: Progress) -> None:
    """Let everybody play in turn, several times, at new tables each time."""
    hosts = [contestant.start(folder) for contestant in CONTESTANTS]
    try:
        for host in hosts:
            await host.answers()
        task = progress.add_task("CPU time of a move", total=len(SIZES) * (WARM_UPS + rounds) * len(hosts))
        for tables, moves in SIZES.items():
            for turn in range(WARM_UPS + rounds):
                for contestant, host in zip(CONTESTANTS, hosts, strict=True):
                    crowd = Crowd(host.port, contestant.talk())
                    await crowd.seat(tables)
                    cost = await cost_of_moves(host, crowd, moves)
                    crowd.leave()
                    if turn >= WARM_UPS:
                        contestant.costs.setdefault(tables, []).append(cost)
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


@dataclass(frozen=True)
class Latency:
    """How long it took from a play to the others' frames."""

    name: str
    tables: int
    wanted_rate: float
    rate: float
    half: float
    p99: float
    longest: float
    megabytes: float


async def measure_latency(
    contestant: Contestant, folder: Path, tables: int, rate: float, seconds: float, progress: Progress
) -> Latency:
    """So many tables that make so many moves a second together."""
    task = progress.add_task(f"{tables * SEATS:,} sockets: {contestant.name}", total=1)
    host = contestant.start(folder)
    try:
        await host.answers()
        crowd = Crowd(host.port, contestant.talk())
        await crowd.seat(tables)
        gc.collect()
        gc.freeze()
        await crowd.play_at_rate(rate, min(2.0, seconds))
        crowd.latencies.clear()
        made = await crowd.play_at_rate(rate, seconds)
        times = sorted(crowd.latencies)
        megabytes = host.resident_megabytes
        crowd.leave()
    finally:
        host.stop()
        gc.unfreeze()
    progress.advance(task)
    middle, last = times[len(times) // 2] * 1e3, times[len(times) * 99 // 100] * 1e3
    return Latency(contestant.name, tables, rate, made, middle, last, times[-1] * 1e3, megabytes)


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


def verdict(reached: bool) -> str:
    """Whether what was wanted was reached."""
    return "reached" if reached else "**missed**"


def report_costs(rounds: int) -> list[str]:
    """What a move costs, and the ratios."""
    lines = [
        f"Three seats a table, JSON over WebSockets, CPU time of the server process for one move until all three have "
        f"been shown it: medians of {rounds}",
        "interleaved runs, every table moving on as soon as it is answered. Pizza Theory here, a game of the same size "
        "with lighter rules there.",
        "",
        "| server | " + " | ".join(f"{tables} tables, µs" for tables in SIZES) + " |",
        "|---|" + "---:|" * len(SIZES),
    ]
    for contestant in CONTESTANTS:
        costs = " | ".join(f"{contestant.cost(tables):,.0f}" for tables in SIZES)
        lines.append(f"| {contestant.name} | {costs} |")
    lines += ["", "| moves per CPU second against | tables | ratio | wanted | |", "|---|---:|---:|---:|---|"]
    ours = CONTESTANTS[0]
    for peer, wanted in zip(CONTESTANTS[1:], (3, 8), strict=True):
        for tables in SIZES:
            ratio = peer.cost(tables) / ours.cost(tables)
            lines.append(f"| {peer.name} | {tables} | {ratio:.1f} | {wanted} | {verdict(ratio >= wanted)} |")
    return lines


def report_growth(new: float, long: float) -> list[str]:
    """What a move costs with more tables and in longer games."""
    few, many = SIZES
    ours = CONTESTANTS[0]
    rows = [
        (f"{many} tables against {few}", ours.cost(few), ours.cost(many)),
        (f"after {LONG} moves against a new game", new, long),
    ]
    lines = [
        "| growth of the cost of a move | before, µs | after, µs | ratio | wanted | |",
        "|---|---:|---:|---:|---:|---|",
    ]
    for name, before, after in rows:
        ratio = after / before
        reached = verdict(ratio <= GROWTH)
        lines.append(f"| {name} | {before:.0f} | {after:.0f} | {ratio:.2f} | at most {GROWTH} | {reached} |")
    return lines


def report_latencies(found: list[tuple[Latency, float | None]]) -> list[str]:
    """How long the others wait; only what has a limit is a target."""
    lines = [
        "From a play to the frames of the two others, load generator included, at a fixed rate.",
        "",
        "| server | tables | sockets | moves/s | p50, ms | p99, ms | longest, ms | memory, MB | wanted p99 | |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for latency, limit in found:
        wanted, reached = "", ""
        if limit is not None:
            wanted = f"under {limit:.0f}"
            reached = verdict(latency.p99 < limit and latency.rate > 0.98 * latency.wanted_rate)
        lines.append(
            f"| {latency.name} | {latency.tables:,} | {latency.tables * SEATS:,} | {latency.rate:,.0f} "
            f"| {latency.half:.1f} | {latency.p99:.1f} | {latency.longest:.0f} | {latency.megabytes:.0f} "
            f"| {wanted} | {reached} |"
        )
    return lines


def stop_at_errors() -> None:
    """Let an error in a callback end the measurement."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None

    def stop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        task.cancel()

    loop.set_exception_handler(stop)


async def measure(folder: Path, rounds: int, seconds: float, crowded: int) -> str:
    """Everything, as Markdown."""
    ours, memory = CONTESTANTS[:2]
    others = os.getloadavg()[0]
    stop_at_errors()
    with Progress() as progress:

        def subfolder(name: str) -> Path:
            made = folder / name
            made.mkdir()
            return made

        await measure_costs(subfolder("costs"), rounds, progress)
        new, long = await measure_length(subfolder("length"), rounds, progress)
        latencies: list[tuple[Latency, float | None]] = []
        for tables, rate, limit in ((500, 1_500, 20.0), (crowded, 1_000, 50.0)):
            for contestant in (ours, memory):
                place = subfolder(f"latency-{tables}-{contestant is ours}")
                found = await measure_latency(contestant, place, tables, rate, seconds, progress)
                latencies.append((found, limit if contestant is ours else None))
        restored = await measure_restoring(subfolder("restore"), progress)
    megabytes = latencies[2][0].megabytes
    lines = [
        "# How fast the server is",
        "",
        f"Before this run, {others:.1f} other processes were running on {os.cpu_count()} cores: more than none makes "
        "every figure worse, latencies most.",
        "",
        *report_costs(rounds),
        "",
        *report_growth(new, long),
        "",
        *report_latencies(latencies),
        "",
        "| also | measured | wanted | |",
        "|---|---:|---:|---|",
        f"| memory with {crowded * SEATS:,} sockets, MB | {megabytes:.0f} | under 500 | {verdict(megabytes < 500)} |",
        f"| {RESTORED:,} tables restored, seconds | {restored:.1f} | under 5 | {verdict(restored < 5)} |",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody is measured")
    parser.add_argument("--seconds", type=float, default=10, help="seconds of each measurement at a fixed rate")
    parser.add_argument("--crowded", type=int, default=3_334, help="tables of the largest crowd")
    arguments = parser.parse_args()
    if shutil.which("npm") is None:
        sys.exit("boardgame.io, the peer, needs Node and npm: install them, then run this again.")
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        text = uvloop.run(measure(Path(folder), arguments.rounds, arguments.seconds, arguments.crowded))
    DOCS.parent.mkdir(parents=True, exist_ok=True)
    DOCS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
