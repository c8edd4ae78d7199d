"""The date of the machine as one server sees it, which can be set while that runs.

Its monotonic time is the real one, and so are the dates of files: Python would translate its modules anew.
"""

from __future__ import annotations

import asyncio
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

import aiohttp

HOUR = 3600
DAY = 24 * HOUR
LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
MISSING = "The date is set by libfaketime: on Debian, “apt-get install libfaketime”."


class Date:
    """How far the date is from the real one, in a file that libfaketime reads every second."""

    def __init__(self, file: Path) -> None:
        assert LIBRARY is not None, MISSING
        self._file = file
        self.ahead = 0
        self.jump(0)

    def jump(self, seconds: int) -> None:
        """Set the date so far ahead, or back."""
        self.ahead += seconds
        new = self._file.with_suffix(".new")
        new.write_text(f"{self.ahead:+}", encoding="utf-8")
        new.replace(self._file)

    async def reach(self, url: str) -> None:
        """Wait until this server goes by the date."""
        async with aiohttp.ClientSession() as client:
            while True:
                async with client.get(f"{url}/health") as response:
                    told = parsedate_to_datetime(response.headers["Date"]).timestamp()
                if abs(told - time.time() - self.ahead) < HOUR / 2:
                    return
                await asyncio.sleep(0.05)

    @property
    def environment(self) -> dict[str, str]:
        """With this, a process goes by the date."""
        return {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Or threads that wait for each other return at once, and wait again.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "NO_FAKE_STAT": "1",
        }
