"""Kills, stops and replaces processes that share a database, and stops that, while many tables play.

`make outages` writes docs/benchmarks/outages.md when all is done. Stopped, or after so many `--minutes`, it goes on
where it was, as long as the commit is the same. With fewer rounds than all it prints what it has.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from rich.progress import Progress

from counted import Counts, kept
from report import publish
from tests.server.crowd import LATE, Crowd, Outages
from tests.server.house import Process
from tests.server.postgres import cluster

TABLES = 50
PROCESSES = 3
AT_ONCE = 10
"""Rounds until everything on disk is looked at, and begun with anew."""


@dataclass(frozen=True)
class Kind:
    """A kind of outage, how often it must be survived, and within how many seconds every table must go on."""

    name: str
    what: str
    rounds: int
    limit: float
    befall: Callable[[Outages], Awaitable[float]]


KINDS = (
    Kind("kills", "a process is killed (`SIGKILL`)", 100, 5.0, Outages.kill),
    Kind("stops", "a process stands still for 10 s (`SIGSTOP`)", 20, 15.0, Outages.stop),
    Kind("databases", "PostgreSQL is stopped at once, and is back within a second", 20, 5.0, Outages.database),
    Kind("rolls", "all processes are replaced, one after the other", 5, 2.0, Outages.roll),
)


@dataclass
class Count:
    """What was seen of one kind so far."""

    rounds: int = 0
    acknowledged: int = 0
    refused: int = 0
    too_late: int = 0
    longest: float = 0.0
    seconds: list[float] = field(default_factory=list)


async def befall(
    counts: Counts[Count], kind: Kind, rounds: int, end: float, tables: int, done: Callable[[], None]
) -> None:
    """Let it happen so often, with new tables, and look at what is on disk."""
    count = counts.kinds[kind.name]
    with cluster() as own:
        address = own.make()
        server = Process(address, "--processes", PROCESSES, "--apart", "--bot-pause", 0)
        try:
            assert server.process.stdout is not None
            assert server.url, server.end()
            lines = [server.announced, *[server.process.stdout.readline() for _ in range(PROCESSES - 1)]]
            crowd = Crowd([word for line in lines for word in line.split() if "://" in word], tables, time.time_ns())
            outages = Outages(server, own, crowd.random)
            seen: list[tuple[float, float]] = []
            async with crowd.playing():
                while len(seen) < min(AT_ONCE, rounds - count.rounds) and time.monotonic() < end:
                    crowd.longest = 0.0
                    seconds = await crowd.go_on(await kind.befall(outages))
                    seen.append((seconds, crowd.longest))
                    done()
            server.process.terminate()
            server.end()
            # An assertion fails if anything that was shown is missing, or a table is broken.
            await crowd.check(address)
        finally:
            if server.process.poll() is None:
                server.kill()
    count.rounds += len(seen)
    count.acknowledged += sum(crowd.acknowledged)
    count.refused += sum(crowd.refused[id] for id in crowd.refused if id not in LATE)
    count.seconds += [seconds for seconds, _ in seen]
    count.longest = max([count.longest, *[longest for _, longest in seen]])
    count.too_late += sum(seconds > kind.limit for seconds, _ in seen)
    counts.keep()


def report(counts: Counts[Count]) -> str:
    """The page."""
    rows = []
    for kind in KINDS:
        count = counts.kinds[kind.name]
        seconds = sorted(count.seconds) or [0.0]
        times = f"{seconds[len(seconds) // 2]:.1f} | {seconds[-1]:.1f} | {kind.limit:.0f} | {count.too_late}"
        row = f"{count.rounds} | {count.acknowledged:,} | 0 | {count.refused:,} | {times} | {count.longest:.1f}"
        rows.append(f"| {kind.what} | {row} |\n")
    return f"""# What outages leave

While {TABLES} tables of three play at {PROCESSES} processes on one PostgreSQL, people of every table spread over all,
with a bot at every third table: in the end every line that was ever shown is on disk, and every table replays with
every draw. Seconds are those after which a play was acknowledged at every table, half the time and at the longest, and
the limit is what they must reach; a pause is the longest without a play at any table. Made by `make outages`.

| what befell them | times | plays | of them lost | refused | seconds | longest | limit | above it | pause |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
{"".join(rows)}"""


def main() -> None:
    """Let it all happen, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=600.0, help="after how many minutes to stop, to go on later")
    parser.add_argument("--tables", type=int, default=TABLES, help="how many tables play")
    for kind in KINDS:
        parser.add_argument(f"--{kind.name}", type=int, default=kind.rounds, help=f"{kind.what}: how often in all")
    arguments = vars(parser.parse_args())
    counts = kept("outages", [kind.name for kind in KINDS], Count)
    end = time.monotonic() + 60 * arguments["minutes"]
    try:
        with Progress(transient=True) as progress:
            for kind in KINDS:
                count, rounds = counts.kinds[kind.name], arguments[kind.name]
                task = progress.add_task(kind.name.capitalize(), total=rounds, completed=count.rounds)

                def advance(task: object = task) -> None:
                    progress.advance(task)  # type: ignore[arg-type]

                while count.rounds < rounds and time.monotonic() < end:
                    asyncio.run(befall(counts, kind, rounds, end, arguments["tables"], advance))
    except KeyboardInterrupt:
        pass
    if all(counts.kinds[kind.name].rounds >= kind.rounds for kind in KINDS) and arguments["tables"] >= TABLES:
        publish("outages", report(counts))
        return
    print(report(counts))
    if any(counts.kinds[kind.name].rounds < arguments[kind.name] for kind in KINDS):
        print("Not done yet, and kept: run it again to go on.")


if __name__ == "__main__":
    main()
