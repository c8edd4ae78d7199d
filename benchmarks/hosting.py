"""What hosting costs: a durable move in a file, in PostgreSQL, without Parlor and elsewhere; a socket, a hint, a bot.

Run by `make bench`. Writes docs/benchmarks/hosting.md, and docs/scaling.md with what it gives for many players.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import asyncpg
import uvloop
from rich.progress import Progress

import parlor
from contestants import (
    BARE,
    MOST,
    OURS,
    PEER_POSTGRESQL,
    POSTGRESQL,
    SCRIPT,
    start_cluster,
    start_ours,
    start_postgresql,
)
from hosting_report import Bot, Database, Sockets, report, report_scaling
from load import Crowd
from parlor import games
from parlor.bots import bot as find_bot
from parlor.bots.bot import Bot as BotLike
from parlor.bots.bot import Limit, Thought
from parlor.bots.levels import LEVELS
from parlor.bots.match import by_bots, play_out
from parlor.core.chance import Rng
from parlor.core.view import View
from races import measure_races
from report import DOCS, dated, publish
from scripted import write_script
from server import WARM_UPS, make_ready, measure_costs, stop_at_errors, subfolder
from talks import SEATS, Parlor
from tests.server.postgres import FOLDERS, Cluster

CONTESTANTS = (OURS, POSTGRESQL, BARE, PEER_POSTGRESQL)
MOVES = 10
IDLE_TABLES = 200
# Everybody is pinged within it.
IDLE_SECONDS = 12.0
LISTENERS = (1, 16)
NOTIFICATIONS = 2_000
# Decisions of a bot that are measured in each game.
DECISIONS = 3


class Enough(Exception):
    """A bot has thought often enough."""


class Timed(BotLike):
    """A bot of which each decision is timed, until there are enough."""

    def __init__(self, name: str, spent: list[float]) -> None:
        super().__init__()
        self.bot = find_bot(name)
        self.spent = spent

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """What the bot chooses."""
        if len(self.spent) == DECISIONS:
            raise Enough
        before = time.process_time()
        found = self.bot.choose(view, limit, rng)
        self.spent.append(time.process_time() - before)
        return found


async def measure_database(folder: Path, progress: Progress) -> Database:
    """How many transactions and bytes a move takes in PostgreSQL with many tables."""
    task = progress.add_task("PostgreSQL", total=1)
    host = start_postgresql(folder)
    try:
        await host.answers()
        cluster = host.cluster
        assert cluster is not None
        named = "SELECT max(datname) FROM pg_database WHERE datname LIKE 'parlor%'"
        name = (await asyncio.to_thread(cluster.ask, "postgres", named))[0][0]
        looked = (
            f"SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_database_size('{name}'), "
            "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
        )

        async def look() -> list[int]:
            return list((await asyncio.to_thread(cluster.ask, name, looked))[0])

        crowd = Crowd(host.port, Parlor())
        await crowd.seat(MOST)
        before = await look()
        await crowd.play(MOVES)
        after = await look()
        made = sum(table.moves for table in crowd.tables)
        crowd.leave()
        progress.advance(task)
        return Database(*((now - then) / made for now, then in zip(after, before, strict=True)))
    finally:
        host.stop()


async def measure_notices(progress: Progress) -> float:
    """Seconds of CPU that PostgreSQL takes for each listener whom a notification reaches."""
    task = progress.add_task("LISTEN and NOTIFY", total=len(LISTENERS))
    cluster = start_cluster()
    costs = []
    try:
        address = cluster.make()
        for listeners in LISTENERS:
            costs.append(await _notify(cluster, address.url, listeners) / NOTIFICATIONS)
            progress.advance(task)
    finally:
        cluster.stop("fast")
        shutil.rmtree(cluster.folder)
    return (costs[1] - costs[0]) / (LISTENERS[1] - LISTENERS[0])


async def _notify(cluster: Cluster, url: str, listeners: int) -> float:
    heard = 0
    done = asyncio.Event()

    def hear(*about: object) -> None:
        nonlocal heard
        heard += 1
        if heard == NOTIFICATIONS * listeners:
            done.set()

    connections = [await asyncpg.connect(url) for _ in range(listeners + 1)]
    try:
        for connection in connections[1:]:
            await connection.add_listener("parlor", hear)
        await connections[0].execute("SET synchronous_commit = off")
        before = cluster.cpu_seconds
        for number in range(NOTIFICATIONS):
            await connections[0].execute(f"SELECT pg_notify('parlor', '{number}')")
        await done.wait()
        return cluster.cpu_seconds - before
    finally:
        for connection in connections:
            await connection.close()


async def measure_sockets(folder: Path, progress: Progress) -> Sockets:
    """What it takes that somebody is at a table, and does nothing."""
    task = progress.add_task("Sockets at rest", total=1)
    host = start_ours(folder)
    try:
        await host.answers()
        crowd = Crowd(host.port, Parlor())
        await crowd.seat(1)
        empty = host.resident_megabytes
        await crowd.seat(IDLE_TABLES)
        full = host.resident_megabytes
        before, began = host.cpu_seconds, time.perf_counter()
        await asyncio.sleep(IDLE_SECONDS)
        share = (host.cpu_seconds - before) / (time.perf_counter() - began)
        crowd.leave()
    finally:
        host.stop()
    count = IDLE_TABLES * SEATS
    progress.advance(task)
    return Sockets(empty, (full - empty) * 1e6 / count, share / count)


def measure_bots(progress: Progress) -> list[Bot]:
    """The CPU time of a decision of each level in each game."""
    names = games.names()
    task = progress.add_task("Decisions of bots", total=len(LEVELS) * len(names))
    found = []
    for level in LEVELS:
        seconds: list[float] = []
        for name in names:
            game = parlor.game(name)
            spent: list[float] = []
            bots: list[BotLike] = [Timed(level.name, spent) for _ in range(game.seat_counts[0])]
            rngs = [Rng(number) for number in range(len(bots))]
            with suppress(Enough):
                play_out(game.new(seats=len(bots)), by_bots(bots, rngs), Rng(1))
            seconds.append(statistics.mean(spent))
            progress.advance(task)
        found.append(Bot(level.name, dict(zip(names, seconds, strict=True))))
    return found


async def measure(folder: Path, rounds: int, warm_ups: int) -> tuple[str, str]:
    """Both pages."""
    stop_at_errors()
    with Progress() as progress:
        database = await measure_database(subfolder(folder, "database"), progress)
        notice = await measure_notices(progress)
        sockets = await measure_sockets(subfolder(folder, "sockets"), progress)
        races = await measure_races(progress)
        costs = subfolder(folder, "costs")
        (await write_script(subfolder(folder, "script"))).rename(costs / SCRIPT)
        await measure_costs(CONTESTANTS, costs, rounds, progress, warm_ups)
        bots = measure_bots(progress)
    page = "\n".join(report(rounds, races, database, notice, sockets, bots)) + "\n"
    return page, report_scaling(database, notice, sockets, bots)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody is measured")
    parser.add_argument("--warm-ups", type=int, default=WARM_UPS, help="how often before that")
    arguments = parser.parse_args()
    if not FOLDERS:
        sys.exit("PostgreSQL is missing: install Debian's package postgresql, then run this again.")
    make_ready()
    with tempfile.TemporaryDirectory() as folder:
        page, scaling = uvloop.run(measure(Path(folder), arguments.rounds, arguments.warm_ups))
    publish("hosting", page)
    (DOCS.parent / "scaling.md").write_text(dated(scaling), encoding="utf-8")


if __name__ == "__main__":
    main()
