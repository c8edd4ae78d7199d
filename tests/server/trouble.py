"""What befalls a server under load before it is killed: nothing, hung workers, a date that jumps, or a full disk."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from parlor.server.address import Database

from .dates import DAY, HOUR, Date

if TYPE_CHECKING:
    from .crash import Crashes
    from .house import Process
    from .postgres import Cluster

JUMPS = (31 * DAY, HOUR, -DAY, -30 * DAY - HOUR, 400 * DAY, -400 * DAY)


class Trouble:
    """Nothing but the kill."""

    with_bots = False
    """Whether a bot sits at some of the tables."""

    def __init__(self, folder: Path) -> None:
        self.database: Database = folder / "db"
        self.environment: dict[str, str] = {}
        """Of the server."""

    async def befall(self, crashes: Crashes, server: Process) -> None:
        """Let it happen while all tables play, and return when the server may be killed."""

    def end(self) -> None:
        """Let it be over."""


class Jump(Trouble):
    """The date of the machine is set, far ahead or back; the next server starts with it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._date = Date(folder / "date")
        self.environment = self._date.environment

    async def befall(self, crashes: Crashes, server: Process) -> None:
        """The play goes on."""
        self._date.jump(crashes.random.choice(JUMPS))
        await self._date.reach(server.url)
        await crashes.play_on()


class FullDisk(Trouble):
    """The disk is full, and half the time still is when the server is killed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._ballast = folder / "ballast"

    async def befall(self, crashes: Crashes, server: Process) -> None:
        """Plays are refused; when there is room, the play goes on."""
        with self._ballast.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue
        await crashes.be_refused()
        if crashes.random.random() < 0.5:
            self.end()
            await crashes.play_on()

    def end(self) -> None:
        """There is room again."""
        self._ballast.unlink(missing_ok=True)


class Hang(Trouble):
    """All workers stand still."""

    with_bots = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._hung: list[int] = []

    async def befall(self, crashes: Crashes, server: Process) -> None:
        """People play on where there is no bot, and bots move as soon as there are new workers."""
        await crashes.play_on(bots=True)
        self._hung = workers(server.process.pid)
        for worker in self._hung:
            os.kill(worker, signal.SIGSTOP)
        await crashes.play_on()
        await crashes.play_on(bots=True)

    def end(self) -> None:
        """Whoever still stands still goes on, sees that the server is gone, and ends."""
        for worker in self._hung:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)


class Stop(Trouble):
    """PostgreSQL is stopped at once, half the time, and soon is back."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster.folder)
        self.cluster = cluster
        self.database = cluster.make()

    async def befall(self, crashes: Crashes, server: Process) -> None:
        """The play goes on by itself."""
        if crashes.random.random() < 0.5:
            await asyncio.to_thread(self.cluster.stop, "immediate")
            await asyncio.sleep(0.3 * crashes.random.random())
            await asyncio.to_thread(self.cluster.start)
        await crashes.play_on()


def workers(server: int) -> list[int]:
    """The worker processes of a server."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, ppid, command in rows if int(ppid) == server and "spawn_main" in command]


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk that is soon full, mounted at this folder; without the right to mount, `PermissionError`."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        raise PermissionError("A small disk is mounted for this, which only root may do.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
