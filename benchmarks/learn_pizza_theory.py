"""Learn what toppings promise in Pizza Theory: search plays against itself, and toppings are weighed by who won.

Prints how well that foretells the winners of games held out, and writes learned.py of the game.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

import parlor
from learn import Floats, fit, loss
from parlor.bots import Limit, bot
from parlor.core.bits import count
from parlor.core.chance import Rng
from parlor.core.game import CHANCE
from parlor.games.pizza_theory import learned
from parlor.games.pizza_theory.rules import IN_ADD, PizzaState, neighbours

LEARNED = Path(parlor.__file__).parent / "games" / "pizza_theory" / "learned.py"
NAMES = {
    2: ["TOPPING_OF_TWO", "FURTHER_OF_TWO", "BESIDE_OF_TWO", "UNSELECTED_OF_TWO"],
    3: ["TOPPING_OF_THREE", "FURTHER_OF_THREE", "BESIDE_OF_THREE"],
}
# How often a seat plays just anything, so that more is seen than what search likes.
STRAY = 0.05
HELD_OUT = 5


def features(state: PizzaState) -> list[list[float]]:
    """What is weighed of each colour, in the order of the names, with the sign that the evaluation gives it."""
    found = []
    for colour in range(3):
        toppings = state.toppings(colour)
        number = float(count(toppings))
        beside = float(count(toppings & neighbours(toppings)))
        own = [number, -number * number, beside]
        found.append([*own, -float(colour == state.unselected)] if state.seats == 2 else own)
    return found


def played(seats: int, spec: str, seed: int) -> tuple[list[list[list[float]]], list[float]]:
    """One game: the features at the start of each round, and which share of the win each colour had in the end."""
    rng = Rng(seed)
    player = bot(spec)
    state = parlor.game("pizza-theory").new(seats=seats)
    assert isinstance(state, PizzaState)
    found = []
    noted = 0
    while state.to_act:
        seat = state.to_act[0]
        if state.phase == IN_ADD and state.round > noted:
            noted = state.round
            found.append(features(state))
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
            continue
        legal = state.legal_moves(seat)
        stray = len(legal) == 1 or rng.random() < STRAY
        move = legal[rng.below(len(legal))] if stray else player.choose(state.view(seat), Limit(), rng).move
        state.apply(seat, move)
    shares = [0.0] * 3
    for seat, share in enumerate(state.shares()):
        shares[state.colour_of(seat)] = share
    if seats == 2:
        # Where nobody wins, the unselected colour does.
        shares[state.unselected] = 1.0 - sum(shares)
    return found, shares


def learn(seats: int, games: int, spec: str, seed: int) -> Floats:
    """The weights for so many seats."""
    rows: list[list[list[float]]] = []
    results: list[list[float]] = []
    numbers: list[int] = []
    for game in range(games):
        found, shares = played(seats, spec, seed * 1_000_000 + game)
        rows += found
        results += [shares] * len(found)
        numbers += [game] * len(found)
    inputs, won, held = np.array(rows), np.array(results), np.array(numbers) % HELD_OUT == 0
    tried = fit(inputs[~held], won[~held])
    today = np.array([getattr(learned, name) for name in NAMES[seats]])
    losses = [loss(inputs[held], won[held], weights) for weights in (np.zeros(len(today)), today, tried)]
    print(f"| {seats} | {len(rows):,} | " + " | ".join(f"{one:.4f}" for one in losses) + " |", flush=True)
    return fit(inputs, won)


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games for each number of seats")
    parser.add_argument("--bot", default="search:sims=60", help="who plays on all seats")
    parser.add_argument("--seed", type=int, default=1, help="the number that all games follow from")
    arguments = parser.parse_args()
    text = LEARNED.read_text(encoding="utf-8")
    print("| seats | positions | log-loss of an even guess | as it was | as learned |\n|---|---|---|---|---|")
    for seats, names in NAMES.items():
        weights = learn(seats, arguments.games, arguments.bot, arguments.seed)
        for name, weight in zip(names, weights, strict=True):
            text = re.sub(f"(?m)^{name}: Final = .*$", f"{name}: Final = {weight:.4f}", text)
    LEARNED.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
