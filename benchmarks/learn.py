"""Learn what a position promises: search plays, half against itself, half alone against `greedy`; who wins teaches.

A game's `outlook` gives `features(state)`, numbers for each seat, and `stage(state)`: which weights judge a position,
-1 if none do. A share of the win is the softmax of the seats' weighted sums. The weights go to its `learned.json`,
and the next run plays with them, so that better play teaches better weights.
"""

from __future__ import annotations

import argparse
import importlib
import json
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import parlor
from parlor.bots import Bot, Limit, bot
from parlor.core.chance import Rng
from parlor.core.game import CHANCE

Floats = NDArray[np.float64]
SOURCE = Path(parlor.__file__).parent / "games"
# Every so many-th position is held out to test what was learned from the others.
HELD_OUT = 5
# How strongly weights are pulled to zero.
RIDGE = 1e-3


class Lessons:
    """Positions of one stage: features by position and seat, and the shares of the win that followed."""

    def __init__(self) -> None:
        self.features: list[list[list[float]]] = []
        self.shares: list[list[float]] = []

    def arrays(self) -> tuple[Floats, Floats]:
        """Both as arrays."""
        return np.array(self.features), np.array(self.shares)


def play(name: str, players: list[Bot], outlook: ModuleType, rng: Rng, lessons: dict[int, Lessons]) -> None:
    """Play one game and note its first position of each stage."""
    state = parlor.game(name).new(seats=len(players))
    noted: dict[int, list[list[float]]] = {}
    while state.to_act:
        stage = outlook.stage(state)
        if stage >= 0 and stage not in noted:
            noted[stage] = outlook.features(state)
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
            continue
        legal = state.legal_moves(seat)
        state.apply(seat, legal[0] if len(legal) == 1 else players[seat].choose(state.view(seat), Limit(), rng).move)
    for stage, features in noted.items():
        own = lessons.setdefault(stage, Lessons())
        own.features.append(features)
        own.shares.append(state.shares())


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

    def with_slope(weights: Floats) -> tuple[float, Floats]:
        wrong = promised(features, weights) - shares
        slope = np.einsum("psf,ps->f", features, wrong) / len(features)
        return loss(features, shares, weights) + RIDGE * float(weights @ weights), slope + 2 * RIDGE * weights

    return np.asarray(minimize(with_slope, np.zeros(features.shape[2]), jac=True, method="L-BFGS-B").x)


def learn(lessons: Lessons, today: list[float]) -> list[float]:
    """Fit the weights of a stage, and print how well they tell positions that were held out."""
    features, shares = lessons.arrays()
    test = np.arange(len(features)) % HELD_OUT == 0
    tried = fit(features[~test], shares[~test])
    losses = [loss(features[test], shares[test], weights) for weights in (np.zeros(len(tried)), np.array(today), tried)]
    print("| " + " | ".join(f"{one:.4f}" for one in losses) + " |")
    return [round(float(weight), 3) for weight in fit(features, shares)]


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
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    package = arguments.game.replace("-", "_")
    outlook = importlib.import_module(f"parlor.games.{package}.outlook")
    weights = dict(importlib.import_module(f"parlor.games.{package}.learned").WEIGHTS)
    print("Log-loss of positions held out: all seats alike, the weights of before, those learned now")
    for seats in arguments.seats:
        lessons: dict[int, Lessons] = {}
        rng = Rng(arguments.seed)
        player, other = bot(arguments.bot), bot("greedy")
        for number in range(arguments.games):
            alone = number // 2 % seats
            players = [player if number % 2 == 0 or seat == alone else other for seat in range(seats)]
            play(arguments.game, players, outlook, rng, lessons)
        weights[seats] = list(weights[seats])
        for stage in sorted(lessons):
            print(f"| {seats} seats, stage {stage} ", end="")
            weights[seats][stage] = learn(lessons[stage], weights[seats][stage])
    write(SOURCE / package / "learned.json", weights)


if __name__ == "__main__":
    main()
