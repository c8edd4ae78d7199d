"""Learn what a position of Wicked Pizza promises, from games that are played at a second glance.

Prints how well it foretells the winners of games that it has not seen, and writes mind/weights.json of the game.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

import parlor
from parlor.bots import Limit
from parlor.bots.search import Search
from parlor.core.chance import Rng
from parlor.core.moves import Move
from parlor.core.seats import CHANCE
from parlor.games.wicked_pizza.mind.evaluate import features, horizon
from parlor.games.wicked_pizza.mind.weights import FEATURES, WEIGHTS
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import IN_PLAY

LEARNED = Path(parlor.__file__).parent / "games" / "wicked_pizza" / "mind" / "weights.json"
# How often a seat plays a move by its weight instead of the best, and how often a position is kept.
STRAY = 0.2
KEEP = 0.15
KEEP_SEARCHED = 0.4
SIMULATIONS = 12
# What keeps weights small, for each position.
DECAY = 1e-3
# The part of the games that nothing is learned from.
HELD_OUT = 5


@dataclass
class Lessons:
    """Positions of games for so many seats: tokens left, features of each seat, and shares of the win."""

    left: Any
    features: Any
    shares: Any
    games: Any


def played(seats: int, seed: int, simulations: int) -> list[tuple[int, list[list[float]], list[float]]]:
    """Some positions of one game with what came of it; without simulations it is played at a second glance."""
    rng = Rng(seed)
    state = parlor.game("wicked-pizza").new(seats=seats)
    assert isinstance(state, WickedState)
    kept: list[tuple[int, list[list[float]]]] = []
    keep = KEEP_SEARCHED if simulations else KEEP
    while state.to_act:
        seat = state.to_act[0]
        if state.phase >= IN_PLAY and rng.random() < keep:
            kept.append((horizon(state), features(state)))
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
        elif simulations:
            search = Search(state.view(seat), rng)
            search.run(Limit(simulations=simulations))
            state.apply(seat, search.thought().move)
        else:
            state.apply(seat, glanced(state.game.mind.priors(state, seat), rng))
    shares = state.shares()
    return [(left, found, shares) for left, found in kept]


def glanced(moves: list[tuple[Move, float]], rng: Rng) -> Move:
    """The best move, or now and then any by its weight."""
    if rng.random() >= STRAY:
        return moves[0][0]
    point = rng.random() * sum(weight for _, weight in moves)
    for move, weight in moves:
        point -= weight
        if point < 0:
            return move
    return moves[0][0]


def lessons(seats: int, games: int, searched: int, seed: int) -> Lessons:
    """Positions of many games, some of them played by search."""
    found = []
    for game in range(games + searched):
        simulations = 0 if game < games else SIMULATIONS
        found += [(game, *one) for one in played(seats, seed * 1_000_000 + game, simulations)]
    columns = [np.array(column, dtype=float) for column in zip(*found, strict=True)]
    return Lessons(games=columns[0], left=columns[1], features=columns[2], shares=columns[3])


def spread(own: Lessons) -> Any:
    """Every feature in its three parts: as it is, by the tokens left, and by their root."""
    left = own.left[:, None, None]
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
    rows = [
        f' "{seats}": [\n  ' + ",\n  ".join(json.dumps([round(one, 4) for one in part]) for part in parts) + "\n ]"
        for seats, parts in weights.items()
    ]
    LEARNED.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Learn for every number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=2000, help="games for each number of seats, played at a second glance"
    )
    parser.add_argument("--searched", type=int, default=700, help="more games for each, played by a short search")
    parser.add_argument("--seed", type=int, default=1, help="the number that all games follow from")
    arguments = parser.parse_args()
    found: dict[int, list[tuple[float, float, float]]] = {}
    print("| seats | positions | surprise of an even guess | as it was | as learned |\n|---|---|---|---|---|")
    for seats in (2, 3, 4):
        own = lessons(seats, arguments.games, arguments.searched, arguments.seed)
        found[seats], after, before = learn(own)
        print(f"| {seats} | {len(own.left):,} | {math.log(seats):.4f} | {before:.4f} | {after:.4f} |", flush=True)
    write(found)


if __name__ == "__main__":
    main()
