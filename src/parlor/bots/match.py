"""The one loop that plays a game by itself: chance draws, and bots, or whoever else has to, choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from parlor.bots.bot import Bot, Limit
from parlor.core.chance import Rng, Seed
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.record import Record
from parlor.core.seats import CHANCE
from parlor.core.state import State

Choose = Callable[[State, int], Move]
"""The move that a seat makes in a position."""


def plays(state: State, choose: Choose, chance: Rng | Seed) -> Iterator[tuple[int, Move]]:
    """Play on to the end, in place, and tell each play just before it is made: a seat or CHANCE, and its move.

    With a seed, chance draws as at a table that begins here, so that the plays can be kept as a record.
    """
    line = 0
    while to_act := state.to_act:
        seat = to_act[0]
        line += 1
        if seat != CHANCE:
            move = choose(state, seat)
        elif isinstance(chance, Seed):
            move = chance.draw(line, state.chance())
        else:
            move = state.draw_chance(chance)
        yield seat, move
        state.apply(seat, move)


def play_out(state: State, choose: Choose, chance: Rng | Seed) -> State:
    """Play on to the end, in place; returns the last position."""
    for _ in plays(state, choose, chance):
        pass
    return state


def by_bots(bots: Sequence[Bot], rngs: Sequence[Rng]) -> Choose:
    """A bot on each seat, with a generator of its own; none is asked where there is only one move."""

    def choose(state: State, seat: int) -> Move:
        legal = state.legal_moves(seat)
        if len(legal) == 1:
            return legal[0]
        move = bots[seat].choose(state.view(seat), Limit(), rngs[seat]).move
        if move not in legal:
            # It says why not.
            state.check(seat, move)
        return move

    return choose


def at_random(rng: Rng) -> Choose:
    """Any legal move, each as likely as another."""

    def choose(state: State, seat: int) -> Move:
        legal = state.legal_moves(seat)
        return legal[rng.below(len(legal))]

    return choose


def record_of(
    game: Game, seats: int, options: Mapping[str, Any], seed: Seed, played: Iterable[tuple[int, Move]]
) -> Record:
    """The record of a whole game whose chance was drawn from a seed."""
    record = Record(game, seats, game.checked_options(seats, options), seed.commitment)
    for seat, move in played:
        if seat == CHANCE:
            record.append(chance=str(move))
        else:
            record.append(seat=seat, play=str(move))
    record.append(seed=seed.secret)
    return record
