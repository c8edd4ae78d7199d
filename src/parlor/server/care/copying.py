"""Backups by schedule: each is made and checked in a process of its own, and the newest are kept."""

from __future__ import annotations

import asyncio
import calendar
import contextlib
import json
import logging
import os
import re
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from pathlib import Path

from parlor.core.fields import Data
from parlor.server.address import Address, Database
from parlor.server.metrics import BACKUP_FAILED
from parlor.server.settings import Settings

MOST_SECONDS = 3600.0
"""How long a backup may take, with its check."""
ANOTHER_SECONDS = 60.0
"""How often to see whether another process still makes them."""
NAME = "parlor-%Y%m%d-%H%M%S.db"
NAMED = re.compile(r"parlor-\d{8}-\d{6}\.db")
log = logging.getLogger("parlor.server")


class Copying:
    """Makes backups, and knows how the last one went."""

    def __init__(self, settings: Settings, is_due: Callable[[], bool] = lambda: True) -> None:
        self.settings = settings
        self._is_due = is_due
        """Whether it is this process that makes them."""
        self.last: Data | None = None
        """How the last backup went: `ok`, its `seconds` of age, and what was found in it or the error."""
        self._at = 0.0

    def about(self) -> Data | None:
        """How the last backup went, for everybody: nothing of where it lies."""
        if self.last is None:
            return None
        return {**self.last, "seconds": round(time.monotonic() - self._at)}

    async def copy(self, folder: Path) -> None:
        """For ever: make a backup when the newest is old, so that restarts make none."""
        while True:
            seconds = 3600 * self.settings.backup_hours
            if made := _made_so_far(folder):
                with contextlib.suppress(OSError):
                    await asyncio.sleep(min(seconds, seconds - (time.time() - made[-1].stat().st_mtime)))
            if not self._is_due():
                await asyncio.sleep(ANOTHER_SECONDS)
                continue
            await self.copy_once(folder)
            if self.last is not None and "error" in self.last:
                await asyncio.sleep(seconds)

    async def copy_once(self, folder: Path) -> None:
        """Make a backup and check it; only if it is good, older ones go."""
        to = folder / _next_name(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            found = await _made(self.settings.database, to)
        except (OSError, ValueError) as error:
            found = {"error": type(error).__name__}
        self._at = time.monotonic()
        broken = len(found.pop("broken", ()))
        good = "error" not in found and not broken
        self.last = {"ok": good, **found, "broken": broken}
        BACKUP_FAILED.set(not good)
        if "error" in found:
            log.error("a backup failed: %s", found["error"])
            return
        if broken:
            log.error("a backup was made, but of %d tables in it something cannot be read", broken)
        for old in _made_so_far(folder)[: -self.settings.backups_kept]:
            with contextlib.suppress(OSError):
                old.unlink()


def _made_so_far(folder: Path) -> list[Path]:
    """Backups in a folder, the newest last."""
    try:
        return sorted(path for path in folder.iterdir() if NAMED.fullmatch(path.name))
    except OSError:
        return []


def _next_name(folder: Path) -> str:
    """The date, but after any backup that is there: where that has been wrong, the newest would seem the oldest."""
    date = time.time()
    if made := _made_so_far(folder):
        with contextlib.suppress(ValueError):
            date = max(date, calendar.timegm(time.strptime(made[-1].name, NAME)) + 1)
    return time.strftime(NAME, time.gmtime(date))


async def _made(database: Database, to: Path) -> Data:
    """What a process found that has made a copy and checked it."""
    command = [sys.executable, "-m", "parlor.server.backups", str(to)]
    # Where the database is may hold a password, which a command line would show to everybody.
    where = {**os.environ, "PARLOR_DATABASE": database.url if isinstance(database, Address) else str(database)}
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=where)
    try:
        async with asyncio.timeout(MOST_SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        return {"error": "server.backup-deadline"}
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    found: Data = json.loads(said)
    return found
