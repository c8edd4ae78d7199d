"""Random games of ours, timed: GAME SEATS in-engine|stepped SECONDS, or GAME SEATS check GAMES STATE.

Prints the decisions made (draws not counted) and the CPU seconds they took, or a checksum of final positions.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import parlor
from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.seats import CHANCE

# So many games tell how many decisions a random game has.
SAMPLE = 1000


def step_through(game: Game, seats: int, rng: Rng) -> int:
    """One game stepped from Python, as a user's own loop would; returns its decisions."""
    state = game.new(seats=seats)
    decisions = 0
    while to_act := state.to_act:
        seat = to_act[0]
        if seat == CHANCE:
            state.apply(seat, state.draw_chance(rng))
        else:
            moves = state.legal_moves(seat)
            state.apply(seat, moves[rng.below(len(moves))])
            decisions += 1
    return decisions


def playout_length(game: Game, seats: int, rng: Rng) -> int:
    """The decisions of one playout: those of any random game, unless the game's own playout goes step by step."""
    state: Any = game.new(seats=seats)
    if not hasattr(state, "step"):
        return step_through(game, seats, rng)
    decisions = 0
    while to_act := state.to_act:
        decisions += to_act[0] != CHANCE
        state.step(rng)
    return decisions


def stepped(game: Game, seats: int, seconds: float) -> tuple[float, float]:
    """Decisions and CPU seconds of games stepped from Python."""
    rng = Rng(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += step_through(game, seats, rng)
    return decisions, time.process_time() - start


def in_engine(game: Game, seats: int, seconds: float) -> tuple[float, float]:
    """Decisions and CPU seconds of games played out by the engine."""
    sample = max(50, SAMPLE if parlor.build.is_compiled() else SAMPLE // 10)
    length = sum(playout_length(game, seats, Rng(seed)) for seed in range(sample)) / sample
    rng = Rng(1)
    new = game.new(seats=seats)
    games = 0
    batch = 200 if parlor.build.is_compiled() else 5
    start = time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(batch):
            new.copy().playout(rng)
        games += batch
    return games * length, time.process_time() - start


def checksum(game: Game, seats: int, games: int, state: int) -> tuple[int, int]:
    """The same checksum and number of rounds as the C program prints."""
    rng = Rng(0)
    rng.state = state
    result = rounds = 0
    for _ in range(games):
        position = game.new(seats=seats)
        position.playout(rng)
        rounds += position.round  # type: ignore[attr-defined]
        for toppings in (position.red, position.green, position.white):  # type: ignore[attr-defined]
            result = (result * 31 + toppings % 1000003) % 1000000007
    return result, rounds


def main() -> None:
    """Run what the command line says."""
    name, seats, what, amount = sys.argv[1:5]
    game = parlor.game(name)
    if what == "check":
        print(*checksum(game, int(seats), int(amount), int(sys.argv[5])))
    else:
        measure = {"stepped": stepped, "in-engine": in_engine}[what]
        print(*measure(game, int(seats), float(amount)))


if __name__ == "__main__":
    main()
