"""Learn what a position of Wicked Pizza promises, from games that are played at a second glance.

Prints how well it foretells the winners of games that it has not seen, and writes learned.py of the game.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

import parlor
from parlor.core.chance import Rng
from parlor.core.game import CHANCE
from parlor.games.wicked_pizza.learned import FEATURES, WEIGHTS
from parlor.games.wicked_pizza.outlook import features
from parlor.games.wicked_pizza.rules import WickedState
from parlor.games.wicked_pizza.turn import IN_PLAY

LEARNED = Path(parlor.__file__).parent / "games" / "wicked_pizza" / "learned.py"
# How often a seat plays a move by its weight instead of the best, and how often a position is kept.
STRAY = 0.2
KEEP = 0.15
# What keeps weights small, for each position.
DECAY = 1e-4
# The part of the games that nothing is learned from.
HELD_OUT = 5


@dataclass
class Lessons:
    """Positions of games for so many seats: tokens left, features of each seat, and shares of the win."""

    left: Any
    features: Any
    shares: Any
    games: Any


def played(seats: int, seed: int) -> list[tuple[int, list[list[float]], list[float]]]:
    """Some positions of one game with what came of it."""
    rng = Rng(seed)
    state = parlor.game("wicked-pizza").new(seats=seats)
    assert isinstance(state, WickedState)
    kept: list[tuple[int, list[list[float]]]] = []
    while state.to_act:
        seat = state.to_act[0]
        if state.phase >= IN_PLAY and rng.random() < KEEP:
            kept.append((state.token_pile, features(state)))
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
            continue
        moves = state.priors(seat)
        chosen = 0
        if rng.random() < STRAY:
            point = rng.random() * sum(weight for _, weight in moves)
            while chosen < len(moves) - 1 and point >= moves[chosen][1]:
                point -= moves[chosen][1]
                chosen += 1
        state.apply(seat, moves[chosen][0])
    shares = state.shares()
    return [(left, found, shares) for left, found in kept]


def lessons(seats: int, games: int, seed: int) -> Lessons:
    """Positions of many games."""
    found = [(game, *one) for game in range(games) for one in played(seats, seed * 1_000_000 + game)]
    columns = [np.array(column, dtype=float) for column in zip(*found, strict=True)]
    return Lessons(games=columns[0], left=columns[1], features=columns[2], shares=columns[3])


def spread(own: Lessons) -> Any:
    """Every feature in its three parts: as it is, by the tokens left, and by their root."""
    left = np.maximum(own.left, 1)[:, None, None]
    return np.concatenate([own.features, own.features / left, own.features / np.sqrt(left)], axis=2)


def loss(weights: Any, inputs: Any, shares: Any) -> tuple[float, Any]:
    """The mean surprise at who won, and its slope."""
    strengths = inputs @ weights
    strengths -= strengths.max(axis=1, keepdims=True)
    chances = np.exp(strengths)
    chances /= chances.sum(axis=1, keepdims=True)
    surprise = -(shares * np.log(chances + 1e-12)).sum(axis=1).mean()
    slope = np.einsum("ns,nsf->f", chances - shares, inputs) / len(inputs)
    return surprise, slope


def learn(own: Lessons) -> tuple[list[tuple[float, float, float]], float, float]:
    """The weights, and the surprise at games that were not learned from: with them, and with those of today."""
    inputs = spread(own)
    held = own.games % HELD_OUT == 0
    scale = inputs.std(axis=(0, 1)) + 1e-9

    def penalised(weights: Any) -> tuple[float, Any]:
        surprise, slope = loss(weights / scale, inputs[~held], own.shares[~held])
        return surprise + DECAY * (weights @ weights), slope / scale + 2 * DECAY * weights

    weights = minimize(penalised, np.zeros(inputs.shape[2]), jac=True, method="L-BFGS-B").x / scale
    size = len(FEATURES)
    today = np.array(WEIGHTS[own.shares.shape[1]]).T.reshape(-1)
    after = loss(weights, inputs[held], own.shares[held])[0]
    before = loss(today, inputs[held], own.shares[held])[0]
    parts = [(float(weights[n]), float(weights[size + n]), float(weights[2 * size + n])) for n in range(size)]
    return parts, after, before


def write(weights: dict[int, list[tuple[float, float, float]]]) -> None:
    """Put the weights where the game finds them."""
    head = LEARNED.read_text(encoding="utf-8").partition("WEIGHTS")[0]
    lines = ["WEIGHTS: dict[int, list[tuple[float, float, float]]] = {"]
    for seats, parts in weights.items():
        lines.append(f"    {seats}: [")
        lines += [
            f"        ({one[0]:.4f}, {one[1]:.4f}, {one[2]:.4f}),  # {name}" for name, one in zip(FEATURES, parts)
        ]
        lines.append("    ],")
    LEARNED.write_text(head + "\n".join([*lines, "}"]) + "\n", encoding="utf-8")


def main() -> None:
    """Learn for every number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games for each number of seats")
    parser.add_argument("--seed", type=int, default=1, help="the number that all games follow from")
    arguments = parser.parse_args()
    found: dict[int, list[tuple[float, float, float]]] = {}
    print("| seats | positions | surprise of an even guess | as it was | as learned |\n|---|---|---|---|---|")
    for seats in (2, 3, 4):
        own = lessons(seats, arguments.games, arguments.seed)
        found[seats], after, before = learn(own)
        print(f"| {seats} | {len(own.left):,} | {math.log(seats):.4f} | {before:.4f} | {after:.4f} |", flush=True)
    write(found)


if __name__ == "__main__":
    main()
