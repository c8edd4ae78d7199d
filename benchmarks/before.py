"""How fast this commit is beside an earlier one: wheels of both, measured in turns by CPU time.

Prints, for every game and every kind of work, the median of how many times as fast it is as before; says which rows
fall below 0.95, and fails then. A wheel is built once for each commit and kept under build/before.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import zipfile
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "before"
WORK = Path(__file__).with_name("before_work.py")
LEAST = 0.95
TABLES = {"pizza-theory": (2, 3), "new-york-slice": (2, 4), "wicked-pizza": (2, 4)}
KINDS = ("playouts", "stepped", "search", "views", "drawings", "table")


def commit_of(revision: str) -> str:
    """The full name of a commit."""
    return _git("rev-parse", "--verify", f"{revision}^{{commit}}")


def previous() -> str:
    """The last commit with other sources than there are now."""
    return commit_of(f"{_git('rev-list', '-1', 'HEAD', '--', 'src')}~1")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def installed(commit: str) -> Path:
    """A folder with the wheel of a commit unpacked in it, as an installation has it."""
    folder = KEPT / commit[:12]
    if not (folder / "installed").exists():
        source = folder / "source"
        source.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(source)], input=archive, check=True)
        wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*wheel, "--wheel-dir", str(folder), str(source)], check=True)
        (built,) = folder.glob("*.whl")
        with zipfile.ZipFile(built) as file:
            file.extractall(folder / "unpacked")
        # Last, so that a build that was stopped half way is not taken for one.
        (folder / "unpacked").rename(folder / "installed")
    return folder / "installed"


def measured(folder: Path, *work: str) -> float:
    """The CPU seconds that some work takes with what is installed in a folder."""
    # Isolated from the environment, so that nothing but this folder is taken for Parlor.
    command = [sys.executable, "-I", str(WORK), str(folder), *work]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="the commit to be compared with")
    parser.add_argument("--after", default="HEAD", help="the commit that is compared")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured")
    parser.add_argument("--games", nargs="+", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    arguments = parser.parse_args()
    commits = [commit_of(revision) for revision in (arguments.before, arguments.after)]
    before, after = map(installed, commits)
    rows = [(game, str(seats), kind) for game in arguments.games for seats in TABLES[game] for kind in arguments.kinds]
    ratios: dict[tuple[str, str, str], list[float]] = {row: [] for row in rows}
    # Rounds outside, rows inside: what the machine does meanwhile touches all rows alike.
    for _, row in track([(number, row) for number in range(arguments.rounds) for row in rows], "Measuring"):
        ratios[row].append(measured(before, *row) / measured(after, *row))
    table = Table(title=f"Times as fast as {commits[0][:10]}: {commits[1][:10]}, median of {arguments.rounds}")
    for column in ("game", "seats", "work", "median", "lowest", "highest"):
        table.add_column(column, justify="right" if column in ("seats", "median", "lowest", "highest") else "left")
    slow = []
    for row, found in ratios.items():
        table.add_row(*row, f"{median(found):.2f}", f"{min(found):.2f}", f"{max(found):.2f}")
        if median(found) < LEAST:
            slow.append(" ".join(row))
    Console().print(table)
    if slow:
        sys.exit(f"Below {LEAST}: {', '.join(slow)}")


if __name__ == "__main__":
    main()
