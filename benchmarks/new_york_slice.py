"""How New York Slice plays out: scores, seat balance and the time to list divisions.

Run with Parlor installed. Prints the tables, and writes them to docs/benchmarks/new-york-slice.md with a plot beside.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import parlor
from parlor.core.chance import Rng
from parlor.core.game import CHANCE
from parlor.games.new_york_slice.divisions import Divisions

GAME = parlor.game("new-york-slice")
DOCS = Path(__file__).parent.parent / "docs" / "benchmarks"
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
    state = GAME.new(seats=seats, first=0)
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
            continue
        legal = state.legal_moves(seat)
        estimates = GAME.judge(state.view(seat), rng) if len(legal) > 1 else [(legal[0], 0.0)]
        assert estimates is not None
        state.apply(seat, max(estimates, key=lambda estimate: estimate[1])[0])
    assert state.outcome is not None
    return list(state.outcome.scores), list(state.outcome.shares)


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


def plot(random: list[Played], greedy: list[Played]) -> str:
    """How the scores are spread, a row for each number of seats, as SVG."""
    width, row, left = 720, 70, 70
    bins = range(LOWEST, HIGHEST, BIN)
    step = (width - left - 20) / len(bins)
    parts = [f'<text x="{left}" y="20">Share of scores: random play (filled) and greedy play (line)</text>']
    for index, played in enumerate(random):
        base = 40 + (index + 1) * row
        parts.append(f'<text x="8" y="{base - 20}">{played.seats} seats</text>')
        for at, share in enumerate(histogram(played, bins)):
            height = share * 220
            parts.append(
                f'<rect x="{left + at * step:.1f}" y="{base - height:.1f}" width="{step - 1:.1f}" '
                f'height="{height:.1f}" fill="#c8a165"/>'
            )
        if index < len(greedy):
            points = " ".join(
                f"{left + (at + 0.5) * step:.1f},{base - share * 220:.1f}"
                for at, share in enumerate(histogram(greedy[index], bins))
            )
            parts.append(f'<polyline points="{points}" fill="none" stroke="#b3261e" stroke-width="2"/>')
        parts.append(f'<line x1="{left}" y1="{base}" x2="{width - 20}" y2="{base}" stroke="#777"/>')
    bottom = 40 + len(random) * row
    for score in range(0, HIGHEST + 1, 20):
        x = left + (score - LOWEST) / BIN * step
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{score}</text>')
    size = f'viewBox="0 0 {width} {bottom + 30}" width="{width}" height="{bottom + 30}"'
    style = 'font-family="system-ui, sans-serif" font-size="13" fill="#555"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{body}\n</svg>\n'


def histogram(played: Played, bins: range) -> list[float]:
    """The share of scores in each bin."""
    scores = played.every_score
    return [sum(low <= score < low + BIN for score in scores) / len(scores) for low in bins]


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
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / "new-york-slice.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (DOCS / "new-york-slice.svg").write_text(plot(random, greedy), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
