"""How New York Slice plays out: scores, seat balance and the time to list divisions.

Run with Parlor installed. Prints the tables, and writes them to docs/benchmarks/new-york-slice.md with a plot beside.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt

import parlor
from figures import save
from parlor.bots.match import play_out
from parlor.core.chance import Rng
from parlor.core.moves import Move
from parlor.core.state import State
from parlor.games.new_york_slice.rules.divisions import Divisions
from report import DOCS, publish

GAME = parlor.game("new-york-slice")
BIN = 5
LOWEST, HIGHEST = -10, 120


@dataclass
class Played:
    """What many games with one number of seats came to, seat 0 being the first Slicer."""

    seats: int
    scores: list[list[int]]
    shares: list[list[float]]

    @property
    def every_score(self) -> list[int]:
        """The scores of all seats in all games."""
        return [score for scores in self.scores for score in scores]

    def share(self, seat: int) -> float:
        """How often a seat won, shared wins in part."""
        return statistics.fmean(shares[seat] for shares in self.shares)

    def margin(self, seat: int) -> float:
        """Half the 95 % interval of that."""
        return float(1.96 * statistics.stdev(shares[seat] for shares in self.shares) / len(self.shares) ** 0.5)


def play_randomly(seats: int, rng: Rng) -> tuple[list[int], list[float]]:
    """Scores and win shares of a random game."""
    state = GAME.new(seats=seats, first=0)
    state.playout(rng)
    assert state.outcome is not None
    return list(state.outcome.scores), list(state.outcome.shares)


def play_greedily(seats: int, rng: Rng) -> tuple[list[int], list[float]]:
    """Scores and win shares of a game in which every seat takes what is worth most at a glance."""
    state = play_out(GAME.new(seats=seats, first=0), at_a_glance, rng)
    assert state.outcome is not None
    return list(state.outcome.scores), list(state.outcome.shares)


def at_a_glance(state: State, seat: int) -> Move:
    """The move that is worth most at a glance."""
    legal = state.legal_moves(seat)
    estimates = state.game.mind.judge(state, seat) if len(legal) > 1 else [(legal[0], 0.0)]
    assert estimates is not None
    return max(estimates, key=lambda estimate: estimate[1])[0]


def play_many(seats: int, games: int, greedy: bool) -> Played:
    """Many games with one number of seats."""
    rng = Rng(seats)
    played = [play_greedily(seats, rng) if greedy else play_randomly(seats, rng) for _ in range(games)]
    return Played(seats, [scores for scores, _ in played], [shares for _, shares in played])


def listing_time() -> float:
    """The milliseconds that listing all divisions for six seats takes, CPU time, median."""
    times = []
    for _ in range(51):
        start = time.process_time()
        assert len(Divisions(0x7FF, 6, True).moves) == 3234
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def table(title: str, found: list[Played]) -> list[str]:
    """A table of what the games came to."""
    lines = [f"## {title}", "", "| seats | games | mean | spread | lowest | highest | win share by seat |"]
    lines.append("|---:|---:|---:|---:|---:|---:|---|")
    for played in found:
        scores = played.every_score
        shares = ", ".join(f"{played.share(seat):.1%} ± {played.margin(seat):.1%}" for seat in range(played.seats))
        lines.append(
            f"| {played.seats} | {len(played.scores):,} | {statistics.fmean(scores):.1f} | "
            f"{statistics.stdev(scores):.1f} | {min(scores)} | {max(scores)} | {shares} |"
        )
    return [*lines, ""]


def plot(random: list[Played], greedy: list[Played], path: Path) -> None:
    """Draw how the scores are spread, a row for each number of seats."""
    bins = range(LOWEST, HIGHEST, BIN)
    figure, rows = plt.subplots(len(random), sharex=True, figsize=(7.2, 1.1 * len(random) + 0.8), layout="constrained")
    for axes, randomly, greedily in zip(rows, random, greedy, strict=True):
        axes.hist(randomly.every_score, bins, density=True, color="#c8a165", label="random")
        axes.hist(greedily.every_score, bins, density=True, histtype="step", color="#b3261e", label="greedy")
        axes.set_ylabel(f"{randomly.seats} seats")
        axes.set_yticks([])
    rows[0].legend(frameon=False)
    rows[-1].set_xlabel("score of a seat")
    save(figure, path)


def main() -> None:
    """Play, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="random games for each number of seats")
    parser.add_argument("--greedy-games", type=int, default=300, help="greedy games for each number of seats")
    arguments = parser.parse_args()
    random = [play_many(seats, arguments.games, greedy=False) for seats in GAME.seat_counts]
    greedy = [play_many(seats, arguments.greedy_games, greedy=True) for seats in GAME.seat_counts]
    lines = [
        "# How New York Slice plays out",
        "",
        "Scores of all seats, their mean and standard deviation, and how often each seat won, with its 95 % interval.",
        "Seat 1, named first, is the first Slicer. Written by `benchmarks/new_york_slice.py`.",
        "",
        *table("Everybody plays at random", random),
        *table("Everybody plays like `greedy`", greedy),
        "![How the scores are spread](new-york-slice.svg)",
        "",
        f"Listing the 3,234 divisions for six seats takes {listing_time():.2f} ms "
        f"({'compiled' if parlor.build.is_compiled() else 'pure Python'}; wanted: less than 1 ms compiled).",
    ]
    publish("new-york-slice", "\n".join(lines) + "\n")
    plot(random, greedy, DOCS / "new-york-slice.svg")


if __name__ == "__main__":
    main()
