"""The time of the house: seconds that pass only while a server lives, and only ever forward.

They begin at the date on which the house was opened. What is a duration is measured by them: whoever sets the date
of the machine takes nobody's thinking time and makes no table old.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class HouseTime:
    """Goes on from the last second that is known of an earlier server, by a clock that nobody can set."""

    def __init__(
        self,
        last: float | None,
        date: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic = monotonic
        self._offset = (date() if last is None else last) - monotonic()

    def now(self) -> float:
        """What time it is in the house."""
        return self._offset + self._monotonic()

    def reach(self, time: float) -> None:
        """Go on from there, where it is later: other processes serve the same house."""
        self._offset = max(self._offset, time - self._monotonic())
