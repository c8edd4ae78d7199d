from __future__ import annotations

import pytest

import parlor
from parlor import bots
from parlor.bots import Limit
from parlor.bots.match import by_bots, play_out
from parlor.core.chance import Rng
from parlor.core.errors import BadOption, UnknownBot
from parlor.core.seats import CHANCE
from parlor.core.state import State
from tests.testing.secret_recipe import GAME as SECRET_RECIPE

GAME = parlor.game("pizza-theory")


def finish(state: State, names: list[str], rng: Rng) -> State:
    return play_out(state, by_bots([bots.bot(name) for name in names], [rng] * len(names)), rng)


def share_of_greedy(seats: int, games: int) -> float:
    total = 0.0
    for number in range(games):
        place = number % seats
        names = ["greedy" if seat == place else "random" for seat in range(seats)]
        outcome = finish(GAME.new(seats=seats), names, Rng(number)).outcome
        assert outcome is not None
        total += outcome.shares[place]
    return total / games


@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_beats_random_by_far(seats: int) -> None:
    games = 40 if parlor.build.is_compiled() else 8
    assert share_of_greedy(seats, games) > 0.6


@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("seats", [2, 3])
def test_the_same_view_and_generator_give_the_same_thought(name: str, seats: int) -> None:
    state = GAME.new(seats=seats, first=0)
    # Without a limit in time, which nobody could repeat.
    spec = f"{name}:sims=5" if "sims" in bots.bot(name).settings else name
    thoughts = [bots.bot(spec).choose(state.view(0), Limit(), Rng(5)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].move in state.legal_moves(0)


def test_greedy_thinks_about_every_legal_move_best_first() -> None:
    view = GAME.new(seats=3, first=0).view(0)
    thought = bots.bot("greedy").choose(view, Limit(), Rng(1))
    assert {estimate.move for estimate in thought.estimates} == set(view.legal_moves)
    values = [estimate.value for estimate in thought.estimates]
    assert values == sorted(values, reverse=True)
    enough = values[0] - 0.05 * (values[0] - values[-1])
    played = [estimate for estimate in thought.estimates if estimate.share > 0]
    assert thought.move in [estimate.move for estimate in played]
    assert all(estimate.value >= enough for estimate in played)
    assert sum(estimate.share for estimate in played) == pytest.approx(1)


def test_greedy_does_not_play_the_same_game_again_and_again() -> None:
    ends = {str(finish(GAME.new(seats=2, first=0), ["greedy", "greedy"], Rng(seed)).dump()) for seed in range(4)}
    assert len(ends) > 1


def test_greedy_does_not_see_what_is_sealed() -> None:
    def thought(cut: int) -> object:
        data = {"board": "4/2G2/1R2G1/3R3/1R2W1/2W2/4", "first": 0, "phase": "cut", "picks": {"1": cut}}
        return bots.bot("greedy").choose(GAME.load(data).view(0), Limit(), Rng(3))

    assert all(thought(cut) == thought(1) for cut in range(2, 7))


@pytest.mark.parametrize(
    ("board", "first", "best"),
    [
        ("GRRW/1RR1G/RR2RG/RRRRRRG/WWWWWW/WWWWW/WWWW", 0, "cut 5"),
        ("GWR1/1WWG1/RW2R1/WR1R1G1/RR2R1/2R1W/1RRR", 2, "cut 1"),
    ],
)
def test_greedy_takes_the_only_cut_that_wins_against_every_reply(board: str, first: int, best: str) -> None:
    data = {"seats": 2, "board": board, "first": first, "leader": 1, "phase": "cut", "unselected_cut": 6}
    state = GAME.load(data)
    winning = []
    for move in state.legal_moves(0):
        after = [state.copy() for _ in range(6)]
        for position, reply in zip(after, state.legal_moves(1), strict=True):
            position.apply(0, move)
            position.apply(1, reply)
        if all(position.outcome is not None and position.outcome.winners == (0,) for position in after):
            winning.append(str(move))
    assert winning == [best]
    assert str(bots.bot("greedy").choose(state.view(0), Limit(), Rng(1)).move) == best


def test_greedy_plays_a_game_without_judgement_by_playouts() -> None:
    game = SECRET_RECIPE
    state = game.new(seats=2)
    rng = Rng(1)
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.draw_chance(rng))
    thought = bots.bot("greedy").choose(state.view(0), Limit(), Rng(2))
    assert len(thought.estimates) == 3
    assert all(0 <= estimate.value <= 1 and estimate.visits > 0 for estimate in thought.estimates)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="no bot called “deep dish”. The bots are: random, greedy"):
        bots.bot("deep dish")


@pytest.mark.parametrize("spec", ["greedy:sims=5", "random:x", "greedy:sims"])
def test_a_setting_that_a_bot_does_not_have_is_refused(spec: str) -> None:
    with pytest.raises(BadOption, match="has no setting"):
        bots.bot(spec)
