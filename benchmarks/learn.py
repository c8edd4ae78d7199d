"""Learn what a position promises: bots play against themselves, or half the time alone against others; who wins tells.

The game's `mind.lesson(state)` has numbers for each seat and says which weights judge the position. A share of the win
is the softmax of the weighted sums. The weights go to the game's `mind/weights.json`, and the next run plays with them:
better play teaches better weights.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import parlor
from parlor.bots import Bot, bot
from parlor.bots.match import at_random, by_bots, plays
from parlor.core.chance import Rng
from parlor.core.learned import read
from parlor.core.moves import Move
from parlor.core.state import State

Floats = NDArray[np.float64]
SOURCE = Path(parlor.__file__).parent / "games"
# Every so many-th game is held out to test what was learned from the others.
HELD_OUT = 5
# How strongly weights are pulled to zero.
RIDGE = 1e-4


@dataclass
class Lessons:
    """Positions of one stage: features by position and seat, the shares of the win that followed, and the game."""

    features: list[list[list[float]]] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)
    games: list[int] = field(default_factory=list)

    def add(self, game: int, features: list[list[float]], shares: list[float]) -> None:
        """Note a position; what no seat has won goes to what may win instead."""
        self.features.append(features)
        self.shares.append([*shares, 1.0 - sum(shares)][: len(features)])
        self.games.append(game)


def play(
    name: str, players: list[Bot], stray: float, more: float, rng: Rng
) -> tuple[list[tuple[int, list[list[float]]]], list[float]]:
    """Play one game: what its positions teach, when a stage begins and now and then, and the shares of the win."""
    chosen, anything = by_bots(players, [rng] * len(players)), at_random(rng)

    def choose(state: State, seat: int) -> Move:
        return anything(state, seat) if rng.random() < stray else chosen(state, seat)

    state = parlor.game(name).new(seats=len(players))
    noted: list[tuple[int, list[list[float]]]] = []
    before = -1
    for _ in plays(state, choose, rng):
        lesson = state.game.mind.lesson(state)
        stage = -1 if lesson is None else lesson[0]
        if lesson is not None and (stage != before or rng.random() < more):
            noted.append(lesson)
        before = stage
    return noted, state.shares()


def promised(features: Floats, weights: Floats) -> Floats:
    """The share of the win that each seat may expect."""
    strengths = features @ weights
    exponents = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=1, keepdims=True))


def loss(features: Floats, shares: Floats, weights: Floats) -> float:
    """The log-loss of what was promised."""
    return float(-np.mean(np.sum(shares * np.log(promised(features, weights) + 1e-12), axis=1)))


def fit(features: Floats, shares: Floats) -> Floats:
    """The weights with the least loss, those that tell little near zero."""
    scale = features.std(axis=(0, 1)) + 1e-9
    scaled = features / scale

    def with_slope(weights: Floats) -> tuple[float, Floats]:
        wrong = promised(scaled, weights) - shares
        slope = np.einsum("psf,ps->f", scaled, wrong) / len(scaled)
        return loss(scaled, shares, weights) + RIDGE * float(weights @ weights), slope + 2 * RIDGE * weights

    return np.asarray(minimize(with_slope, np.zeros(features.shape[2]), jac=True, method="L-BFGS-B").x / scale)


def learn(lessons: Lessons, today: list[float]) -> list[float]:
    """Fit the weights of a stage, and print how well they tell positions of games that were held out."""
    features, shares = np.array(lessons.features), np.array(lessons.shares)
    test = np.array(lessons.games) % HELD_OUT == 0
    tried = fit(features[~test], shares[~test])
    losses = [loss(features[test], shares[test], weights) for weights in (np.zeros(len(tried)), np.array(today), tried)]
    print(f"| {len(features):,} | " + " | ".join(f"{one:.4f}" for one in losses) + " |", flush=True)
    return [round(float(weight), 4) for weight in fit(features, shares)]


def write(path: Path, weights: dict[int, list[list[float]]]) -> None:
    """Write the weights, a line a stage."""
    tables = [
        f'"{seats}": [\n' + ",\n".join(json.dumps(stage) for stage in stages) + "\n]"
        for seats, stages in sorted(weights.items())
    ]
    path.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="search:sims=100", help="who plays")
    parser.add_argument("--against", help="who sits on all other seats in every second game")
    parser.add_argument("--stray", type=float, default=0.0, help="how often a seat plays just anything")
    parser.add_argument("--more", type=float, default=0.0, help="how often a stage teaches again before it ends")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    path = SOURCE / arguments.game.replace("-", "_") / "mind" / "weights.json"
    weights = read(path)
    print("| seats | stage | positions | log-loss if all are alike | with the weights of before | as learned |")
    print("|---|---|---|---|---|---|")
    for seats in arguments.seats:
        lessons: dict[int, Lessons] = {}
        player, other = bot(arguments.bot), bot(arguments.against or arguments.bot)
        for number in range(arguments.games):
            alone = number // 2 % seats
            players = [player if number % 2 == 0 or seat == alone else other for seat in range(seats)]
            rng = Rng(arguments.seed * 1_000_000 + number)
            noted, shares = play(arguments.game, players, arguments.stray, arguments.more, rng)
            for stage, features in noted:
                lessons.setdefault(stage, Lessons()).add(number, features, shares)
        weights[seats] = list(weights[seats])
        for stage in sorted(lessons):
            print(f"| {seats} | {stage} ", end="")
            weights[seats][stage] = learn(lessons[stage], weights[seats][stage])
    write(path, weights)


if __name__ == "__main__":
    main()
