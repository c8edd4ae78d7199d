"""What was measured of the server, as Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from contestants import CONTESTANTS, DRAWN, FEW, FLATFILE, MEMORY, OURS, SIZES
from talks import SEATS

# A game is long after so many moves.
LONG = 500
# Medians of CPU times on a busy machine differ by so much without a reason.
GROWTH = 1.25


@dataclass(frozen=True)
class Latency:
    """How long it took from a play to the others' frames."""

    name: str
    tables: int
    wanted_rate: float
    rate: float
    half: float
    p99: float
    longest: float
    megabytes: float
    generator: float
    """How much of a core the load generator took."""
    stolen: float
    """How much of the machine its host kept for others."""
    least: float = 0.0
    most: float = 0.0
    """The p99 of the best and of the worst run, where this is the median one of several."""
    wanted: float | None = None


def verdict(reached: bool) -> str:
    """Whether what was wanted was reached."""
    return "reached" if reached else "**missed**"


def report_costs(rounds: int) -> list[str]:
    """What a move costs, and the ratios."""
    lines = [
        f"Three seats a table, JSON over WebSockets, CPU time of the server process for one move until all three have "
        f"been shown it: medians of {rounds}",
        "interleaved runs, every table moving on as soon as it is answered. Pizza Theory here, a game of the same size "
        "with lighter rules there.",
        "",
        "| server | " + " | ".join(f"{tables} tables, µs" for tables in SIZES) + " |",
        "|---|" + "---:|" * len(SIZES),
    ]
    for contestant in CONTESTANTS:
        costs = " | ".join(f"{contestant.cost(size):,.0f}" if size in contestant.sizes else "" for size in SIZES)
        lines.append(f"| {contestant.name} | {costs} |")
    lines += ["", "| moves per CPU second | tables | ratio | wanted | |", "|---|---:|---:|---:|---|"]
    for peer, wanted in ((MEMORY, 3), (FLATFILE, 8)):
        for tables in SIZES:
            ratio = peer.cost(tables) / OURS.cost(tables)
            lines.append(f"| against {peer.name} | {tables} | {ratio:.1f} | {wanted} | {verdict(ratio >= wanted)} |")
    ratio = FLATFILE.cost(FEW) / DRAWN.cost(FEW)
    name = f"with three drawn frames, against the JSON of {FLATFILE.name}"
    return [*lines, f"| {name} | {FEW} | {ratio:.1f} | more than 1 | {verdict(ratio > 1)} |"]


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
        "machine: how much of a core it took stands beside.",
        "While the host of a virtual machine lets others run, every move waits: how much of the CPU that took stands "
        "beside too.",
        "All are measured in turn, several times, and the p99 is that of all moves of a run: these are the runs with "
        "the median p99.",
        "",
        "| server | tables | sockets | moves/s | p50, ms | p99, ms | of all runs | longest, ms "
        "| memory, MB | generator | taken by the host | wanted p99 | |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for latency in latencies:
        wanted, reached = "", ""
        if latency.wanted is not None:
            wanted = f"under {latency.wanted:.0f}"
            reached = verdict(latency.p99 < latency.wanted and latency.rate > 0.98 * latency.wanted_rate)
        lines.append(
            f"| {latency.name} | {latency.tables:,} | {latency.tables * SEATS:,} | {latency.rate:,.0f} "
            f"| {latency.half:.1f} | {latency.p99:.1f} | {latency.least:.1f} – {latency.most:.1f} "
            f"| {latency.longest:.0f} | {latency.megabytes:.0f} | {latency.generator:.0%} | {latency.stolen:.1%} "
            f"| {wanted} | {reached} |"
        )
    return lines
