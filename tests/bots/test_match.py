"""The one game loop: what it tells, whom it asks, and that a game played from a seed is a record that verifies."""

from __future__ import annotations

import pytest

import parlor
from parlor.bots import Bot, Limit, Thought, bot
from parlor.bots.match import at_random, by_bots, play_out, plays, record_of
from parlor.core.chance import Rng, Seed
from parlor.core.errors import IllegalMove
from parlor.core.moves import Move
from parlor.core.record import parse_record, verify
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.games import names


class Watched(Bot):
    """Plays as greedy does, and notes how many moves it could choose from."""

    def __init__(self) -> None:
        self.greedy = bot("greedy")
        self.choices: list[int] = []

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        self.choices.append(len(view.legal_moves))
        return self.greedy.choose(view, limit, rng)


class Cheat(Bot):
    """Plays a move that is not legal."""

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        return Thought(view.game.parse_move("cut 3"))


@pytest.mark.parametrize("name", names())
def test_every_play_is_told_in_the_position_before_it(name: str) -> None:
    state = parlor.game(name).new()
    replayed = state.copy()
    rng = Rng(1)
    for seat, move in plays(state, at_random(rng), rng):
        assert state.dump() == replayed.dump()
        replayed.play(seat, move)
    assert state.outcome is not None
    assert replayed.dump() == state.dump()


def test_only_real_choices_are_asked_for() -> None:
    state = parlor.game("new-york-slice").new()
    watched = Watched()
    only = 0
    rng = Rng(2)
    for seat, _ in plays(state, by_bots([watched] * state.seats, [rng] * state.seats), rng):
        only += seat != CHANCE and len(state.legal_moves(seat)) == 1
    assert min(watched.choices) > 1
    assert only > 0


def test_a_move_that_is_not_legal_is_refused() -> None:
    state = parlor.game("pizza-theory").new(seats=2, first=0)
    with pytest.raises(IllegalMove):
        play_out(state, by_bots([Cheat()] * 2, [Rng(1)] * 2), Rng(1))


@pytest.mark.parametrize("name", names())
def test_a_game_from_a_seed_is_a_record_that_verifies(name: str) -> None:
    game = parlor.game(name)
    seed = Seed("a seed")
    state = game.new(seats=2)
    played: list[tuple[int, Move]] = list(plays(state, at_random(Rng(3)), seed))
    record = parse_record(record_of(game, 2, {}, seed, played).dumps(), parlor.game)
    assert verify(record) == sum(seat == CHANCE for seat, _ in played) > 0
    assert record.replay().dump() == state.dump()


def test_the_same_generators_play_the_same_game() -> None:
    def last(chance: int) -> State:
        state = parlor.game("wicked-pizza").new(seats=2)
        return play_out(state, by_bots([bot("greedy")] * 2, [Rng(4), Rng(5)]), Rng(chance))

    assert last(6).dump() == last(6).dump() != last(7).dump()
