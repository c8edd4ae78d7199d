"""How fast search is beside OpenSpiel's C++ MCTSBot, in one run on one core, and what it makes of greedy's time."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

import parlor
from ladder import TABLES
from parlor.arena.plan import Plan
from parlor.arena.play import play_games
from parlor.arena.summary import summarize
from parlor.bots import Limit, bot
from parlor.bots.match import play_out
from parlor.bots.search import Search
from parlor.core.chance import Rng
from parlor.core.moves import Move
from parlor.core.state import State
from report import publish

# How often search and greedy meet at each table of the ladder, and for how many games the time of greedy is taken.
GAMES = 200
TIMED_GAMES = 5
# What search has for a decision if it has longer than greedy takes.
LONGER = 0.01
RUNS = 5
SECONDS = 1.0
SIMULATIONS = 2000
LEAST = 3.0
HERE = Path(__file__).parent

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


def seconds_of_greedy(name: str, seats: int) -> float:
    """How long greedy takes for a decision, by process CPU time."""
    greedy = bot("greedy")
    rng = Rng(1)
    spent: list[float] = []

    def choose(state: State, seat: int) -> Move:
        view = state.view(seat)
        start = time.process_time()
        move = greedy.choose(view, Limit(), rng).move
        spent.append(time.process_time() - start)
        return move

    for _ in range(TIMED_GAMES):
        play_out(parlor.game(name).new(seats=seats), choose, rng)
    return statistics.fmean(spent)


def against_greedy(name: str, seats: int, seconds: float) -> tuple[str, float]:
    """What one seat of search wins in so much time, and the lower end of its interval, in fair shares."""
    games = -(-GAMES // seats) * seats
    plan = Plan(name, (f"search:seconds={seconds:.6f}", "greedy"), games, 1, {}, "lone", seats)
    line = summarize(plan, list(play_games(plan, 1, set())), rated=False).bots[0]
    low, high = line.low * seats, line.high * seats
    return f"{line.share * seats:.2f} ({low:.2f} – {high:.2f})", low


def main() -> int:
    """Measure in turns, write the report, and fail if we are not fast enough or lose to greedy for two."""
    argparse.ArgumentParser(description=__doc__).parse_args()
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
        "",
        "What one seat of `search` wins against `greedy` on all others, in fair shares with their 95 % intervals over",
        f"{GAMES} games: with as much time for a decision as greedy takes on average, and with {LONGER * 1000:.0f} ms.",
        "",
        f"| game | seats | greedy takes | search in that time | search in {LONGER * 1000:.0f} ms |",
        "|---|---|---|---|---|",
    ]
    lows = []
    for name, seats in TABLES:
        seconds = seconds_of_greedy(name, seats)
        (equal, low), (longer, _) = (against_greedy(name, seats, limit) for limit in (seconds, LONGER))
        lines.append(f"| {name} | {seats} | {seconds * 1000:.2f} ms | {equal} | {longer} |")
        if seats == 2:
            lows.append(low)
    publish("search", "\n".join(lines) + "\n")
    return 0 if ratio >= LEAST and min(lows) > 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
