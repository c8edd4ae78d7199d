"""Plays seeded games of every kind and prints a digest of all that can be seen of them; for test_determinism."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import parlor
from parlor.bots import Limit, bot
from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import LANGUAGES, say, seen_by
from parlor.games import names

# Greedy may try every move with playouts: it thinks where there are few, and not for whole games.
GREEDY_DECISIONS = 3
GREEDY_MOVES = 12


def digest(parts: list[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def viewers(state: State) -> list[int | None]:
    return [*range(state.seats), None, ALL]


def playouts(game: Game, seats: int) -> list[str]:
    ends = []
    for seed in range(5):
        state = game.new(seats=seats)
        state.playout(Rng(seed))
        ends.append(json.dumps([state.dump(), *(state.view(viewer).dump() for viewer in viewers(state))]))
    return ends


def random_choice(state: State, seat: int, rng: Rng) -> Move:
    return bot("random").choose(state.view(seat), Limit(), rng).move


class GreedyChoice:
    def __init__(self) -> None:
        self.left = GREEDY_DECISIONS

    def __call__(self, state: State, seat: int, rng: Rng) -> Move:
        if self.left and 1 < len(state.legal_moves(seat)) <= GREEDY_MOVES:
            self.left -= 1
            return bot("greedy").choose(state.view(seat), Limit(), rng).move
        return random_choice(state, seat, rng)


def bot_game(game: Game, seats: int, choose: Callable[[State, int, Rng], Move]) -> list[str]:
    state = game.new(seats=seats)
    rng = Rng(7)
    told = []
    while to_act := state.to_act:
        seat = to_act[-1]
        move = rng.weighted(state.chance()) if seat == CHANCE else choose(state, seat, rng)
        events = state.play(seat, move)
        told.append(json.dumps([str(move), state.dump()]))
        for viewer in viewers(state):
            told.append(json.dumps(state.view(viewer).dump()))
            told += [say(event, language) for event in seen_by(events, viewer) for language in LANGUAGES]
    return told


for name in names():
    game = parlor.game(name)
    for seats in game.seat_counts:
        print(name, seats, "playouts", digest(playouts(game, seats)))
        print(name, seats, "random", digest(bot_game(game, seats, random_choice)))
        print(name, seats, "greedy", digest(bot_game(game, seats, GreedyChoice())))
