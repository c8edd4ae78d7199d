"""How much one visitor may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

LAST_UNDO = 2_000
"""Lines after which nothing more is taken back at a table: games are far shorter, and all can still be played out."""
LONGEST_TABLE = 2_500
"""Lines after which nothing more is played at a table. Whatever depends on all lines takes a few ms for so many."""
LONGEST_RECORD = 3_000
"""Lines of a record that is taken in: a full table whose seats have resigned has fewer."""


def household(address: str) -> str:
    """Who is behind an address: one household has as many IPv6 addresses as it likes, all in one network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Bucket:
    """Fills by `rate` a second up to `size`; everything that is asked for takes one out."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._level = size
        self._at = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take so much out, if it is there."""
        now = time.monotonic()
        self._level = min(self.size, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < amount:
            return False
        self._level -= amount
        return True


class Buckets:
    """A bucket for each address, the least recent forgotten when there are very many."""

    def __init__(self, rate: float, size: float, most: int = 50_000) -> None:
        self.rate = rate
        self.size = size
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one out of the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.size)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()
