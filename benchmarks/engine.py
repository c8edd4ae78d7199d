"""How fast the rules are: ours beside the peers, in one run, interleaved, CPU time, medians.

Run by `make bench`. Prints the tables and writes them to docs/benchmarks/engine.md.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import track

from report import publish

HERE = Path(__file__).parent
OURS = [sys.executable, str(HERE / "ours.py")]
PEERS = [str(HERE / ".venv" / "bin" / "python"), str(HERE / "peers.py")]
C_PROGRAM = HERE / "build" / "pizza_theory"
RNG_STATE = 20261115


@dataclass
class Contestant:
    """Something that plays random games when its command is run."""

    name: str
    command: list[str]
    pure: bool = False
    speeds: list[float] = field(default_factory=list)

    @property
    def speed(self) -> float:
        """The median of its decisions per CPU second."""
        return statistics.median(self.speeds)

    def run(self) -> None:
        """Take one more measurement, in a process of its own."""
        decisions, seconds = map(float, output(self.command, self.pure).split())
        self.speeds.append(decisions / seconds)


@dataclass(frozen=True)
class Target:
    """What one contestant must reach, as a multiple of another."""

    ours: str
    peer: str
    ratio: float


def output(command: list[str], pure: bool = False) -> str:
    """What a command prints on its last line."""
    environment = {key: value for key, value in os.environ.items() if key != "PARLOR_PURE"}
    if pure:
        environment["PARLOR_PURE"] = "1"
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout.splitlines()[-1]


def contestants(seconds: float) -> list[Contestant]:
    """Everybody who is measured."""
    s = str(seconds)

    def ours(game: str, seats: int, way: str) -> list[str]:
        return [*OURS, game, str(seats), way, s]

    return [
        Contestant("Pizza Theory in C (gcc -O3, native)", [sys.executable, __file__, "--c-program", s]),
        Contestant("Pizza Theory, compiled, in-engine", ours("pizza-theory", 3, "in-engine")),
        Contestant("Pizza Theory, compiled, stepped", ours("pizza-theory", 3, "stepped")),
        Contestant("Pizza Theory, pure Python, in-engine", ours("pizza-theory", 3, "in-engine"), pure=True),
        Contestant("Pizza Theory, pure Python, stepped", ours("pizza-theory", 3, "stepped"), pure=True),
        Contestant("Wicked Pizza, compiled, in-engine", ours("wicked-pizza", 3, "in-engine")),
        Contestant("Wicked Pizza, compiled, stepped", ours("wicked-pizza", 3, "stepped")),
        Contestant("Wicked Pizza, pure Python, in-engine", ours("wicked-pizza", 3, "in-engine"), pure=True),
        Contestant("OpenSpiel hex 6, C++ rollouts", [*PEERS, "rolled-out:hex(board_size=6)", s]),
        Contestant("OpenSpiel hex 6, stepped", [*PEERS, "stepped:hex(board_size=6)", s]),
        Contestant("OpenSpiel goofspiel 3p, C++ rollouts", [*PEERS, "rolled-out:goofspiel(players=3)", s]),
        Contestant("OpenSpiel goofspiel 3p, stepped", [*PEERS, "stepped:goofspiel(players=3)", s]),
        Contestant("New York Slice 4 seats, compiled, in-engine", ours("new-york-slice", 4, "in-engine")),
        Contestant("New York Slice 4 seats, compiled, stepped", ours("new-york-slice", 4, "stepped")),
        Contestant("OpenSpiel gin_rummy, C++ rollouts", [*PEERS, "rolled-out:gin_rummy", s]),
        Contestant("OpenSpiel gin_rummy, stepped", [*PEERS, "stepped:gin_rummy", s]),
        Contestant("PettingZoo connect_four", [*PEERS, "pettingzoo", s]),
        Contestant("catanatron, four random players", [*PEERS, "catanatron", s]),
    ]


TARGETS = [
    Target("Pizza Theory, compiled, in-engine", "Pizza Theory in C (gcc -O3, native)", 0.4),
    Target("Pizza Theory, compiled, in-engine", "OpenSpiel hex 6, C++ rollouts", 5),
    Target("Pizza Theory, compiled, stepped", "OpenSpiel goofspiel 3p, stepped", 3),
    Target("Pizza Theory, pure Python, in-engine", "catanatron, four random players", 10),
    Target("New York Slice 4 seats, compiled, in-engine", "OpenSpiel gin_rummy, C++ rollouts", 10),
    Target("New York Slice 4 seats, compiled, stepped", "OpenSpiel gin_rummy, stepped", 10),
    Target("Wicked Pizza, compiled, in-engine", "OpenSpiel gin_rummy, C++ rollouts", 1),
    Target("Wicked Pizza, compiled, stepped", "OpenSpiel gin_rummy, stepped", 8),
]


def build_c_program() -> None:
    """Compile the yardstick, and prove that it and we play the same games."""
    C_PROGRAM.parent.mkdir(exist_ok=True)
    source = str(HERE / "pizza_theory.c")
    subprocess.run(["gcc", "-O3", "-march=native", "-o", str(C_PROGRAM), source], check=True)
    for seats in ("2", "3"):
        theirs = output([str(C_PROGRAM), seats, "20000", str(RNG_STATE)]).split()[:2]
        ours = output([*OURS, "pizza-theory", seats, "check", "20000", str(RNG_STATE)]).split()
        if ours != theirs:
            sys.exit(f"the C program and our rules disagree with {seats} seats: {theirs} and {ours}")


def run_c_program(seconds: float) -> None:
    """Print decisions and CPU seconds of the C program: six decisions a round with three seats."""
    games = int(700_000 * seconds)
    _, rounds, spent = output([str(C_PROGRAM), "3", str(games), str(RNG_STATE)]).split()
    print(int(rounds) * 6, spent)


def startup(runs: int) -> list[tuple[str, float, float]]:
    """How long importing and asking for help take, in milliseconds of wall time, with what they may take."""
    commands = [
        ("`import parlor`", [sys.executable, "-c", "import parlor"], 100.0),
        ("`parlor --help`", [str(Path(sys.executable).with_name("parlor")), "--help"], 300.0),
    ]
    found = []
    for name, command, limit in commands:
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            output(command) if "--help" in command else subprocess.run(command, check=True)
            times.append((time.perf_counter() - start) * 1000)
        found.append((name, statistics.median(times), limit))
    return found


def report(measured: list[Contestant], rounds: int, seconds: float, starts: list[tuple[str, float, float]]) -> str:
    """The tables as Markdown."""
    speeds = {contestant.name: contestant.speed for contestant in measured}
    lines = [
        "# How fast the rules are",
        "",
        f"Random games, decisions per CPU second (draws not counted): medians of {rounds} interleaved runs of "
        f"{seconds:g} s each, on one core",
        "of the machine that ran `make bench`. Ratios carry over to other machines, absolute values do not.",
        "",
        "| who | decisions/s | against the C program |",
        "|---|---:|---:|",
    ]
    yardstick = measured[0].speed
    lines += [f"| {name} | {speed:,.0f} | {speed / yardstick:.4f} |" for name, speed in speeds.items()]
    lines += ["", "| ours | peer | ratio | wanted | |", "|---|---|---:|---:|---|"]
    for target in TARGETS:
        ratio = speeds[target.ours] / speeds[target.peer]
        reached = "reached" if ratio >= target.ratio else "**missed**"
        lines.append(f"| {target.ours} | {target.peer} | {ratio:.2f} | {target.ratio:g} | {reached} |")
    lines += ["", "| start | milliseconds | wanted | |", "|---|---:|---:|---|"]
    for name, taken, limit in starts:
        reached = "reached" if taken <= limit else "**missed**"
        lines.append(f"| {name} | {taken:.0f} | at most {limit:.0f} | {reached} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure everybody in turn, several times, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everybody is measured")
    parser.add_argument("--seconds", type=float, default=0.7, help="CPU seconds of one measurement")
    parser.add_argument("--c-program", type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.c_program:
        run_c_program(arguments.c_program)
        return
    build_c_program()
    measured = contestants(arguments.seconds)
    for turn in track(range(arguments.rounds * len(measured)), "Measuring"):
        measured[turn % len(measured)].run()
    publish("engine", report(measured, arguments.rounds, arguments.seconds, startup(arguments.rounds)))


if __name__ == "__main__":
    main()
