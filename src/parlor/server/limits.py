"""How much one visitor may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """Fills by `rate` a second up to `size`; everything that is asked for takes one out."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._level = size
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take one out, if there is one."""
        now = time.monotonic()
        self._level = min(self.size, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
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
