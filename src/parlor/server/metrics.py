"""What the server counts, for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
# Its CPU, memory, open files and start.
ProcessCollector(registry=REGISTRY)

TABLES = Gauge("parlor_tables", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("parlor_sockets", "Open sockets", registry=REGISTRY)
REFUSED = Counter("parlor_refused", "Wishes that were refused, by the error", ["error"], registry=REGISTRY)
JOBS = Gauge("parlor_jobs", "Jobs that workers do or that wait for them, by lane", ["lane"], registry=REGISTRY)
REPLACED = Counter("parlor_workers_replaced", "Workers that hung or were killed, by lane", ["lane"], registry=REGISTRY)
BACKUP_FAILED = Gauge(
    "parlor_backup_failed", "Whether the last backup failed or cannot be gone back to", registry=REGISTRY
)


class Plays(Collector):
    """Changes of tables, and how long plays took: plain numbers, since a lock for each would cost every move."""

    limits = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)

    def __init__(self) -> None:
        self.changes = 0
        self._seconds = 0.0
        self._taken = [0] * (len(self.limits) + 1)
        REGISTRY.register(self)

    def took(self, seconds: float) -> None:
        """Note how long a play took."""
        self._seconds += seconds
        self._taken[bisect_left(self.limits, seconds)] += 1

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        yield CounterMetricFamily("parlor_plays", "Changes of tables that are on disk", self.changes)
        names = [*map(str, self.limits), "+Inf"]
        yield HistogramMetricFamily(
            "parlor_play_seconds",
            "From a play's arrival until it is on disk and shown",
            list(zip(names, accumulate(self._taken), strict=True)),
            self._seconds,
        )


Samples = list[tuple[str, str, str, list[tuple[str, dict[str, str], float]]]]
"""All that is counted as plain data: each by its name, with what it is, its type and its numbers."""


def samples() -> Samples:
    """All that is counted here."""
    return [
        (one.name, one.documentation, one.type, [(said.name, said.labels, said.value) for said in one.samples])
        for one in REGISTRY.collect()
    ]


class Gathered(Collector):
    """What is counted at several processes, each with a label of its own."""

    def __init__(self, found: Mapping[str, Samples]) -> None:
        self._found = found

    def collect(self) -> Iterator[Metric]:
        """What Prometheus reads."""
        families: dict[str, Metric] = {}
        for process, counted in self._found.items():
            for name, about, kind, numbers in counted:
                family = families.setdefault(name, Metric(name, about, kind))
                for sample, labels, value in numbers:
                    family.add_sample(sample, {"process": process, **labels}, value)
        yield from families.values()


def gathered(found: Mapping[str, Samples]) -> CollectorRegistry:
    """What is counted at several processes."""
    registry = CollectorRegistry()
    registry.register(Gathered(found))
    return registry


PLAYS = Plays()
