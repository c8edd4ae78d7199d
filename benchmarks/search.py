"""Simulations a second of tree search with random playouts, beside OpenSpiel's C++ MCTSBot, on one core in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import parlor
from parlor.bots import Limit
from parlor.bots.search import Search
from parlor.core.chance import Rng

RUNS = 5
SECONDS = 1.0
SIMULATIONS = 2000
LEAST = 3.0
HERE = Path(__file__).parent
REPORT = HERE.parent / "docs" / "benchmarks" / "search.md"

# In the environment of the peers.
PEER = """
import sys, time, pyspiel
game = pyspiel.load_game("hex(board_size=6)")
seconds, simulations = float(sys.argv[1]), int(sys.argv[2])
made, start = 0, time.process_time()
while time.process_time() - start < seconds:
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, made), 1.4, simulations, 1000, False, made, False)
    bot.step(game.new_initial_state())
    made += simulations
print(made / (time.process_time() - start))
"""


def ours(name: str, seats: int, seed: int) -> float:
    """Our simulations a second from the opening: one random playout for every new node."""
    state = parlor.game(name).new(seats=seats, first=0)
    view = state.view(0)
    made, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        search = Search(view, Rng(seed + made), playouts=1)
        search.run(Limit(simulations=SIMULATIONS))
        made += search.simulations
    return made / (time.process_time() - start)


def peer() -> float:
    """OpenSpiel's simulations a second."""
    python = HERE / ".venv" / "bin" / "python"
    run = subprocess.run(
        [python, "-c", PEER, str(SECONDS), str(SIMULATIONS)], capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def main() -> int:
    """Measure in turns, write the report, and fail if we are not fast enough."""
    pairs = [(ours("pizza-theory", 2, run), peer()) for run in range(RUNS)]
    own, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median([mine / its for mine, its in pairs])
    lines = [
        "# Search",
        "",
        "Simulations a second on one core, each a way through the tree and a random playout: medians of",
        f"{RUNS} runs in turns, by process CPU time. Both sides begin a new tree after {SIMULATIONS:,} simulations.",
        "Made by `benchmarks/search.py`.",
        "",
        "| search | simulations a second |",
        "|---|---|",
        f"| Parlor, the opening of Pizza Theory for two | {own:,.0f} |",
        f"| OpenSpiel MCTSBot (C++), the opening of hex 6 | {other:,.0f} |",
        f"| ratio | {ratio:.1f} |",
    ]
    REPORT.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    return 0 if ratio >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
