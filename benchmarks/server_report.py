"""What was measured of the server, as Markdown."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from contestants import CONTESTANTS, DRAWN, FEW, FLATFILE, MEMORY, OURS, SIZES, Contestant
from talks import SEATS

# A game is long after so many moves.
LONG = 500
# Medians of CPU times on a busy machine differ by so much without a reason.
GROWTH = 1.25
LEAST_DRAWN = 1.3
# The machine has all its cores while its host keeps no more than this for others.
SPARED = 0.05


@dataclass(frozen=True)
class Moment:
    """What was measured in a short while."""

    times: list[float]
    """How long it took from a play to the others' frames, in seconds."""
    seconds: float
    stolen: float
    """How much of the machine its host kept for others."""


@dataclass(frozen=True)
class Run:
    """Tables that play at a fixed rate, once."""

    moments: list[Moment]
    rate: float
    megabytes: float
    generator: float
    """How much of a core the load generator took."""


@dataclass(frozen=True)
class Latency:
    """How long the others wait at one server, over several runs."""

    name: str
    tables: int
    wanted_rate: float
    wanted: float | None = None
    runs: list[Run] = field(default_factory=list)

    @property
    def moments(self) -> list[Moment]:
        """Those of all runs."""
        return [moment for run in self.runs for moment in run.moments]

    @property
    def spared(self) -> list[Moment]:
        """Those in which the machine had all its cores."""
        return [moment for moment in self.moments if moment.stolen <= SPARED]

    @property
    def seconds(self) -> float:
        """How long the machine had all its cores."""
        return sum(moment.seconds for moment in self.spared)

    @property
    def most_megabytes(self) -> float:
        """The most memory of any run."""
        return max(run.megabytes for run in self.runs)


def percentile(moments: Iterable[Moment], percent: int) -> float:
    """How many milliseconds so many of a hundred stay below."""
    times = sorted(time for moment in moments for time in moment.times)
    return times[min(len(times) * percent // 100, len(times) - 1)] * 1e3 if times else math.nan


def verdict(reached: bool) -> str:
    """Whether what was wanted was reached."""
    return "reached" if reached else "**missed**"


def told_costs(rounds: int) -> list[str]:
    """What is measured."""
    return [
        "Three seats a table, JSON over WebSockets, CPU time of the server process for one move until all three have "
        f"been shown it: medians of {rounds}",
        "interleaved runs, every table moving on as soon as it is answered.",
    ]


def cost_rows(contestants: Iterable[Contestant]) -> list[str]:
    """What a move costs at each of them."""
    lines = [
        "| server | " + " | ".join(f"{tables} tables, µs" for tables in SIZES) + " |",
        "|---|" + "---:|" * len(SIZES),
    ]
    for contestant in contestants:
        costs = " | ".join(f"{contestant.cost(size):,.0f}" if size in contestant.sizes else "" for size in SIZES)
        lines.append(f"| {contestant.name} | {costs} |")
    return lines


def report_costs(rounds: int) -> list[str]:
    """What a move costs, and the ratios."""
    lines = [
        *told_costs(rounds),
        "Pizza Theory here, a game of the same size with lighter rules there.",
        "",
        *cost_rows(CONTESTANTS),
    ]
    lines += ["", "| moves per CPU second | tables | ratio | wanted | |", "|---|---:|---:|---:|---|"]
    for peer, wanted in ((MEMORY, 3), (FLATFILE, 8)):
        for tables in SIZES:
            ratio = peer.cost(tables) / OURS.cost(tables)
            lines.append(f"| against {peer.name} | {tables} | {ratio:.1f} | {wanted} | {verdict(ratio >= wanted)} |")
    ratio = FLATFILE.cost(FEW) / DRAWN.cost(FEW)
    name = f"with three drawn frames, against the JSON of {FLATFILE.name}"
    return [*lines, f"| {name} | {FEW} | {ratio:.2f} | {LEAST_DRAWN} | {verdict(ratio >= LEAST_DRAWN)} |"]


def report_growth(new: float, long: float) -> list[str]:
    """What a move costs with more tables and in longer games."""
    many = max(SIZES)
    rows = [
        (f"{many} tables against {FEW}", OURS.cost(FEW), OURS.cost(many)),
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


def report_latencies(latencies: list[Latency]) -> list[str]:
    """How long the others wait; only what has a limit is a target."""
    lines = [
        "From a play to the frames of the two others, at a fixed rate, with the load generator on the same "
        "machine: how much of a core it took stands beside. All are measured in turn,",
        "and every move is in the p99. While the host of a virtual machine runs others on its cores, every move waits: "
        "what it kept stands beside,",
        f"and how it was in the half seconds in which it kept at most {SPARED:.0%}.",
        "",
        "| server | tables | sockets | moves/s | p99, ms | wanted | | kept by the host | memory, MB | generator "
        "| seconds with all cores | p50 then, ms | p99 then, ms | longest then, ms |",
        "|---|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for latency in latencies:
        spared, moments = latency.spared, latency.moments
        p99 = percentile(moments, 99)
        rate = statistics.mean(run.rate for run in latency.runs)
        wanted, reached = "", ""
        if latency.wanted is not None:
            wanted = f"under {latency.wanted:.0f}"
            reached = verdict(p99 < latency.wanted and rate > 0.98 * latency.wanted_rate)
        lines.append(
            f"| {latency.name} | {latency.tables:,} | {latency.tables * SEATS:,} | {rate:,.0f} "
            f"| {p99:.1f} | {wanted} | {reached} | {statistics.mean(moment.stolen for moment in moments):.1%} "
            f"| {latency.most_megabytes:.0f} | {statistics.mean(run.generator for run in latency.runs):.0%} "
            f"| {latency.seconds:.0f} of {sum(moment.seconds for moment in moments):.0f} "
            f"| {percentile(spared, 50):.1f} | {percentile(spared, 99):.1f} | {percentile(spared, 100):.0f} |"
        )
    return lines
