from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import parlor
from parlor.bots import Bot, Limit, Thought, bot, levels
from parlor.bots.match import by_bots, play_out
from parlor.bots.rounds import DOUBT
from parlor.bots.search import Search
from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.mixing import THOUGHT, equilibrium, glanced, thought_out
from parlor.core.seats import CHANCE
from parlor.core.state import State
from tests.bots import toys
from tests.testing.secret_recipe import GAME as SECRET_RECIPE

GAMES = ["pizza-theory", "new-york-slice", "wicked-pizza"]


def thought(kind: type[toys.Toy], spec: str, seed: int = 1, seat: int = 0) -> Thought:
    return bot(spec).choose(toys.ToyGame(kind).new().view(seat), Limit(), Rng(seed))


def shares(found: Thought) -> dict[str, float]:
    return {str(estimate.move): estimate.share for estimate in found.estimates}


def opened(game: Game, seats: int, seed: int) -> State:
    """A game up to the first real decision."""
    rng = Rng(seed)
    state = game.new(seats=seats)
    while state.to_act == (CHANCE,) or len(state.legal_moves(state.to_act[0])) == 1:
        seat = state.to_act[0]
        state.apply(seat, state.draw_chance(rng) if seat == CHANCE else state.legal_moves(seat)[0])
    return state


@pytest.mark.parametrize("spec", ["search:sims=1500", "search:sims=1500,playouts=1"])
def test_search_finds_a_forced_win(spec: str) -> None:
    found = thought(toys.Heap, spec)
    assert str(found.move) == "1"
    assert found.estimates[0].value > 0.6


def test_what_search_thinks_is_whole() -> None:
    found = thought(toys.Heap, "search:sims=200")
    assert sum(estimate.visits for estimate in found.estimates) == 200
    assert sum(estimate.share for estimate in found.estimates) == pytest.approx(1)
    for estimate in found.estimates:
        assert 0 <= estimate.value <= 1
        assert 0 < estimate.error <= 1


def test_more_simulations_make_an_estimate_surer() -> None:
    few, many = (thought(toys.Lottery, f"search:sims={sims}") for sims in (40, 2000))
    assert many.estimates[0].error < few.estimates[0].error / 3


def test_chance_has_its_weights() -> None:
    found = {str(estimate.move): estimate for estimate in thought(toys.Lottery, "search:sims=3000").estimates}
    assert found["2"].value == pytest.approx(0.75, abs=0.03)
    assert found["1"].value == pytest.approx(0.25, abs=0.15)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("kind", "right"), [(toys.Pennies, [1 / 2] * 2), (toys.Scissors, [1 / 3] * 3), (toys.Lopsided, [2 / 3, 1 / 3])]
)
def test_simultaneous_choices_are_mixed(kind: type[toys.Toy], right: list[float], seat: int) -> None:
    mix = shares(thought(kind, "search:sims=300", seat=seat))
    assert [mix[str(code)] for code in range(len(right))] == pytest.approx(right, abs=0.03)


def test_the_move_is_drawn_from_the_mix() -> None:
    moves = [str(thought(toys.Pennies, "search:sims=20", seed).move) for seed in range(60)]
    assert 15 < moves.count("0") < 45


def test_search_does_not_foresee_what_its_seat_will_not_see() -> None:
    found = thought(toys.Guess, "search:sims=1500")
    assert found.estimates[0].value == pytest.approx(1 / 3, abs=0.08)


def test_three_seats_find_their_best_replies() -> None:
    # Each seat has a choice that is better whatever the others do.
    payoffs = [[float(cell >> (2 - seat) & 1) for cell in range(8)] for seat in range(3)]
    for mix in equilibrium([2, 2, 2], payoffs, 50):
        assert mix[1] > 0.95


def test_who_glances_takes_what_looks_best() -> None:
    assert glanced([3.0, 1.0, 2.99]) == [0.5, 0.0, 0.5]


def test_each_step_of_thought_answers_those_before() -> None:
    # Seat 0 wins a coin if both show the same, seat 1 if not; at a glance both show heads.
    wins = [1.0, 0.0, 0.0, 1.0]
    payoffs = [wins, [1.0 - win for win in wins]]
    heads = [1.0, 0.0]
    first = [heads, heads]
    replies, expectation = thought_out([2, 2], payoffs, first, 1)
    assert expectation == first
    assert replies == [pytest.approx(heads, abs=1e-9), pytest.approx([0.0, 1.0], abs=1e-9)]
    # Some of the others are expected to think as far: seat 0 outwits them, seat 1 still finds the others' heads.
    replies, expectation = thought_out([2, 2], payoffs, first, 2)
    assert expectation == [pytest.approx(heads), pytest.approx([1 - THOUGHT, THOUGHT])]
    assert replies == [pytest.approx([0.0, 1.0], abs=1e-5), pytest.approx([0.0, 1.0], abs=1e-9)]
    # Half of those who think are expected to have thought of that.
    _, expectation = thought_out([2, 2], payoffs, first, 3)
    assert expectation[0] == pytest.approx([1 - THOUGHT / 2, THOUGHT / 2], abs=1e-5)


def test_levels_think_one_step_further_than_those_below() -> None:
    state = opened(parlor.game("pizza-theory"), 3, 1)
    while len(state.to_act) < 3:
        state.play(state.to_act[0], state.legal_moves(state.to_act[0])[0])
    specs = ["cook:sims=220", "chef:sims=220", "pizzaiolo:sims=220"]
    mixes = [shares(bot(spec).choose(state.view(0), Limit(), Rng(1))) for spec in specs]
    assert all(sum(mix.values()) == pytest.approx(1) for mix in mixes)
    assert mixes[0] != mixes[1] != mixes[2] != mixes[0]


@pytest.mark.parametrize("seed", range(5))
def test_search_by_rounds_compares_moves_in_the_same_worlds(seed: int) -> None:
    view = toys.WeatherGame(toys.Weather).new().view(0)
    found = bot("search:sims=2").choose(view, Limit(), Rng(seed))
    better, worse = found.estimates
    assert (str(better.move), better.visits, worse.visits) == ("2", 1, 1)
    # One try tells little, but luck has no part in it.
    assert better.value - worse.value == pytest.approx(0.02 / (1 + DOUBT))


def test_search_by_rounds_tries_every_move_in_many_worlds() -> None:
    view = toys.WeatherGame(toys.Weather).new().view(0)
    found = bot("search:sims=400").choose(view, Limit(), Rng(1))
    assert sum(estimate.visits for estimate in found.estimates) == 400
    assert str(found.move) == "2"
    better, worse = found.estimates
    assert better.value - worse.value == pytest.approx(0.02, abs=0.004)
    for estimate in found.estimates:
        assert estimate.visits > 50
        assert estimate.value == pytest.approx(0.46, abs=0.06)


@pytest.mark.parametrize("seed", range(5))
def test_search_by_rounds_finds_a_move_that_looked_worst(seed: int) -> None:
    view = toys.OrchardGame(toys.Orchard).new().view(0)
    found = bot("search:sims=240").choose(view, Limit(), Rng(seed))
    assert str(found.move) == "8"
    assert found.estimates[0].visits > 80
    assert [estimate.value for estimate in found.estimates] == sorted(
        (one.value for one in found.estimates), reverse=True
    )


def test_search_goes_by_rounds_where_several_play_wicked_pizza() -> None:
    game = parlor.game("wicked-pizza")
    for seats, in_rounds in ((2, False), (3, True), (4, True)):
        state = opened(game, seats, 4)
        view = state.view(state.to_act[0])
        assert game.mind.in_rounds(view) == in_rounds
        first, second = (bot("search:sims=12").choose(view, Limit(), Rng(9)) for _ in range(2))
        assert first == second
        assert first.move in view.legal_moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["search:sims=12", "flat:sims=12", "cook:sims=8", "dishwasher"])
def test_a_seeded_search_repeats(name: str, spec: str) -> None:
    view = opened(parlor.game(name), 2, 4).view
    seat = opened(parlor.game(name), 2, 4).to_act[0]
    first, second = (bot(spec).choose(view(seat), Limit(), Rng(9)) for _ in range(2))
    assert first == second
    assert first.move in view(seat).legal_moves


@pytest.mark.parametrize("name", GAMES)
def test_search_needs_the_view_and_nothing_else(name: str) -> None:
    state = opened(parlor.game(name), 2, 4)
    view = state.view(state.to_act[0])
    again = view.game.load_view(view.dump())
    bots = [bot("search:sims=10").choose(seen, Limit(), Rng(3)) for seen in (view, again)]
    assert bots[0] == bots[1]


def test_search_plays_a_game_that_gives_it_nothing() -> None:
    rngs = [Rng(1), Rng(2)]
    state = play_out(opened(SECRET_RECIPE, 2, 1), by_bots([bot("search:sims=30")] * 2, rngs), Rng(3))
    assert state.outcome is not None


def test_a_deep_tree_is_let_go() -> None:
    # Python's own checks of the memory tell whether it is whole afterwards.
    program = (
        "import toys\n"
        "from parlor.bots import Limit, bot\n"
        "from parlor.core.chance import Rng\n"
        "view = toys.ToyGame(toys.Corridor).new().view(0)\n"
        "print(bot('search:sims=300').choose(view, Limit(), Rng(1)).estimates[0].visits)"
    )
    checked = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONPATH": str(Path(toys.__file__).parent)}
    done = subprocess.run([sys.executable, "-c", program], env=checked, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == ("300\n", 0), done.stderr


def test_the_shorter_limit_counts() -> None:
    view = toys.ToyGame(toys.Heap).new().view(0)
    found = bot("search:sims=5000").choose(view, Limit(simulations=7), Rng(1))
    assert sum(estimate.visits for estimate in found.estimates) == 7
    in_time = bot("search:sims=100000000").choose(view, Limit(seconds=0.01), Rng(1))
    assert in_time.move in view.legal_moves


def test_a_search_can_be_stopped_asked_and_run_on() -> None:
    view = toys.ToyGame(toys.Heap).new().view(0)
    search = Search(view, Rng(1))
    thread = threading.Thread(target=search.run, args=(Limit(),))
    thread.start()
    search.stop()
    thread.join()
    made = search.simulations
    assert made > 0
    assert search.thought().move in view.legal_moves
    search.resume()
    search.run(Limit(simulations=10))
    assert search.simulations == made + 10


def test_the_cut_that_ends_the_game_is_mixed_as_it_should_be() -> None:
    data = {
        "seats": 2,
        "board": "GRRW/1RR1G/RR2RG/RRRRRRG/WWWWWW/WWWWW/WWWW",
        "first": 0,
        "leader": 1,
        "phase": "cut",
        "unselected_cut": 6,
    }
    found = bot("search:sims=40").choose(parlor.game("pizza-theory").load(data).view(0), Limit(), Rng(1))
    assert shares(found)["cut 5"] > 0.9


def test_levels_are_five_and_have_simulations_that_stand_for_them() -> None:
    names = [level.name for level in levels.LEVELS]
    assert names == ["dishwasher", "waiter", "cook", "chef", "pizzaiolo"]
    for name in names:
        kind: Bot = bot(levels.fixed(name, parlor.game("wicked-pizza")))
        assert kind.name.startswith(name)
    assert levels.fixed("chef", toys.ToyGame(toys.Heap)) == "chef:sims=2000"
