"""The servers that are measured: each a process of its own, with its CPU time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
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
from functools import partial
from pathlib import Path

from parlor.server.address import Address
from talks import BoardGameIO, Parlor, Talk
from tests.server.postgres import FOLDERS, Cluster

HERE = Path(__file__).parent
PEER = HERE / "boardgameio"
START_SECONDS = 240.0
STOP_SECONDS = 10.0
# Tables, and moves at each of them in one measurement: fewer than the shortest game of Pizza Theory has.
SIZES = {50: 20, 500: 10}
FEW, MOST = min(SIZES), max(SIZES)
SCRIPT = "script.json"
"""What a server without rules commits and shows, written from a game at ours."""


class Host:
    """A server process."""

    def __init__(
        self,
        command: list[str],
        port: int,
        log: Path | None = None,
        path: Path | None = None,
        cluster: Cluster | None = None,
        database: str | None = None,
    ) -> None:
        self.port = port
        self.cluster = cluster
        """The PostgreSQL that it uses, which ends with it."""
        more = {} if path is None else {"PYTHONPATH": str(path)}
        if database is not None:
            more["PARLOR_DATABASE"] = database
        with contextlib.ExitStack() as stack:
            environment = {**os.environ, **more}
            errors = None if log is None else stack.enter_context(log.open("w"))
            self.process = subprocess.Popen(
                command, cwd=HERE.parent, stdout=subprocess.DEVNULL, stderr=errors, env=environment
            )

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of all its threads so far."""
        # Linux encodes the clock of a process so.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    @property
    def database_seconds(self) -> float:
        """The CPU time of its PostgreSQL so far."""
        return 0.0 if self.cluster is None else self.cluster.cpu_seconds

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
        if self.cluster is not None:
            self.cluster.stop("fast")
            shutil.rmtree(self.cluster.folder)

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


def start_ours(folder: Path, installed: Path | None = None) -> Host:
    """Our server with a database in this folder; of another commit, if that is installed somewhere."""
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.host", str(port), str(folder / "parlor.db")]
    return Host(command, port, path=installed)


def start_cluster() -> Cluster:
    """A PostgreSQL in a folder of its own, which syncs."""
    # The folder of a socket has a short path, and another user enters it.
    place = Path(tempfile.mkdtemp(prefix="parlor-pg"))
    place.chmod(0o755)
    return Cluster(FOLDERS[0], place, {"fsync": "on", "shared_buffers": "128MB"})


def start_postgresql(folder: Path) -> Host:
    """Our server with a PostgreSQL of its own."""
    cluster, port = start_cluster(), free_port()
    command = [sys.executable, "-m", "benchmarks.host", str(port)]
    return Host(command, port, cluster=cluster, database=cluster.make().url)


def start_bare(folder: Path) -> Host:
    """The framework alone, with a script beside this folder."""
    port, script = free_port(), folder.parent / SCRIPT
    command = [sys.executable, "-m", "benchmarks.bare", str(port), str(folder / "bare.db"), str(script)]
    return Host(command, port)


def start_memory(folder: Path) -> Host:
    """boardgame.io as it comes."""
    port = free_port()
    return Host(["node", str(PEER / "server.js"), str(port)], port)


def start_flatfile(folder: Path) -> Host:
    """boardgame.io with the store that it brings along."""
    port = free_port()
    return Host(["node", str(PEER / "server.js"), str(port), "flatfile", str(folder / "flatfile")], port)


def start_peer_postgresql(folder: Path) -> Host:
    """boardgame.io with bgio-postgres on a PostgreSQL of its own."""
    cluster = start_cluster()
    return join_peer_postgresql(cluster, cluster.make(), cluster)


def join_peer_postgresql(cluster: Cluster, address: Address, owned: Cluster | None = None) -> Host:
    """The same as one process of several on this database."""
    port, name = free_port(), str(address).rpartition("/")[2]
    command = ["node", str(PEER / "server.js"), str(port), "postgres", str(cluster.folder), name, "tests", "right"]
    return Host(command, port, log=cluster.folder / f"{port}.log", cluster=owned)


@dataclass
class Contestant:
    """A server that is measured, with so many tables."""

    name: str
    start: Callable[[Path], Host]
    talk: Callable[[], Talk]
    sizes: tuple[int, ...] = tuple(SIZES)
    long_talk: Callable[[], Talk] | None = None
    """Of games that do not end while a fixed rate is kept, where others might."""
    costs: dict[int, list[float]] = field(default_factory=dict)
    database_costs: dict[int, list[float]] = field(default_factory=dict)

    def database_cost(self, tables: int) -> float:
        """The same of its PostgreSQL."""
        return statistics.median(self.database_costs[tables]) * 1e6

    def cost(self, tables: int) -> float:
        """The median of its CPU time for a move with so many tables, in microseconds."""
        return statistics.median(self.costs[tables]) * 1e6


OURS = Contestant(
    "Parlor, SQLite, every move synced",
    start_ours,
    Parlor,
    long_talk=partial(Parlor, lasting=True, round_limit=100_000),
)
POSTGRESQL = Contestant("Parlor, PostgreSQL, every move synced", start_postgresql, Parlor)
DRAWN = Contestant("the same with three drawn frames", start_ours, partial(Parlor, drawn=True), (FEW,))
SLICE = Contestant("the same with New York Slice", start_ours, partial(Parlor, "new-york-slice"), (FEW,))
WICKED = Contestant("the same with Wicked Pizza", start_ours, partial(Parlor, "wicked-pizza"), (FEW,))
PEER_POSTGRESQL = Contestant("boardgame.io, bgio-postgres", start_peer_postgresql, BoardGameIO, (FEW,))
MEMORY = Contestant("boardgame.io, in memory", start_memory, BoardGameIO)
FLATFILE = Contestant("boardgame.io, FlatFile, never synced", start_flatfile, BoardGameIO)
BARE = Contestant("aiohttp without Parlor: the same bytes committed and sent", start_bare, Parlor)
CONTESTANTS = (OURS, DRAWN, SLICE, WICKED, MEMORY, FLATFILE)
