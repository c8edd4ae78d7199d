"""The kit passes a right game and fails wrong ones, each for its own reason."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.core.chance import Rng
from parlor.core.errors import BadPosition
from parlor.core.fields import is_one_of
from parlor.core.game import Game
from parlor.core.record import parse_record
from parlor.core.state import State
from parlor.core.view import View
from parlor.testing import check_game, check_sample, plays, states, worlds
from parlor.testing.walk import Walk
from tests.testing import toys
from tests.testing.secret_recipe import GAME, MOVES


def test_a_right_game_passes() -> None:
    check_game(GAME)


def test_an_option_that_the_game_does_not_have_is_no_variant() -> None:
    with pytest.raises(AssertionError, match="secret-recipe has no option edition"):
        check_game(GAME, edition=["en"])


WRONG = {
    toys.EndsEarly: "to act, but the outcome is",
    toys.BakesAnything: "is not among the moves of seat . but is accepted",
    toys.RefusesLast: "is among the moves of seat . but is refused",
    toys.ChangesOnRefusal: "was refused but changed the position",
    toys.HandsAreShared: "copies share something",
    toys.WeighsNothing: "is 0, not a positive integer",
    toys.OrderMatters: "the order of simultaneous choices matters",
    toys.CountsWrongly: "two legal moves with the same text",
    toys.PartsGoAstray: "which is not legal",
    toys.PartsMissOne: "no parts lead to the legal moves",
    toys.ActsOutOfTurn: "legal moves, and .* are to act",
    toys.NamesAnotherActor: "are to act, but the actor is -1",
    toys.DumpForgets: "after loading a dump, seat . sees",
    toys.DumpIsNotPlain: "not plain JSON data",
    toys.ApplyDiffers: "`play` and `apply` of .* lead to different positions",
    toys.SaysNothing: "has no sentence in “en”: secret-recipe.silence",
    toys.SpeaksOfYouAsOfOthers: "has no form for you in “en”: secret-recipe.sealed.you",
    toys.StrikesYouAsOthers: "has no form for you in “en”: deal.early.to-you",
    toys.LacksParameter: "lacks the parameter “seat”",
    toys.PlayoutDiffers: "two playouts with the same seed end differently",
    toys.PlayoutStops: "does not end the game",
    toys.ReadsWrongly: "is read back as “bake .* right”",
    toys.ReadsEverything: "is read as the move",
    toys.SamplesOtherHand: "a position sampled for seat . looks different to it",
    toys.NeverReopens: "that reopens .* should have",
    toys.ShowsDeck: "a position sampled for .* looks different to it",
    toys.ShowsHeat: "the sealed choice of seat . shows in the view of the spectator",
    toys.TellsHeat: "the sealed choice of seat . shows in the events of",
    toys.TellsCard: "events told it more",
    toys.StumblesOverDumps: "`load` of .* raises .*, which is not documented",
    toys.StumblesOverViews: "`load_view` of .* raises .*, which is not documented",
    toys.WalksAlong: "`load` takes .* seconds of processor time to read",
    # Compiled, a number of seats that is none stops it earlier.
    toys.LoadsAnything: "what is read from .* is no position|raises TypeError, which is not documented",
    toys.StumblesOverOptions: "`new` of .* raises TypeError, which is not documented",
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_game_fails_for_its_reason(wrong: type[State] | type[Game]) -> None:
    game = wrong() if issubclass(wrong, Game) else toys.toy(wrong)
    with pytest.raises(AssertionError, match=WRONG[wrong]):
        check_game(game)


def test_a_failure_names_the_game_and_its_record_replays_to_the_place() -> None:
    with pytest.raises(AssertionError) as failure:
        check_game(toys.toy(toys.EndsEarly))
    text = str(failure.value)
    assert text.startswith("secret-recipe: ")
    record = parse_record(text.partition("as a record:\n")[2].split("\n\n")[0], lambda _: GAME)
    assert None not in record.replay().dump()["baked"]


def test_twins_find_what_depends_on_hidden_cards() -> None:
    """A view that tells of the bag keeps to its events, its samples and its legal moves; only a twin shows it."""

    class Consistent(toys.ShowsDeck):
        def sample(self, view: View, rng: Rng, *, reopen: bool = True) -> State:
            for _ in range(200 if is_one_of(view.data.get("olives"), range(4)) else 0):
                found = super().sample(view, rng, reopen=reopen)
                if found.known(None)["olives"] == view.data.get("olives"):
                    return found
            raise BadPosition("position.view", game=self.name)

    with pytest.raises(AssertionError, match="same events twice, but its views differ"):
        check_game(Consistent())


PLIES = range(2, 12)


@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_right_samples_have_the_right_frequencies(plies: int, viewer: int | None) -> None:
    check_sample(GAME, GAME.new(seats=2), viewer, plies, 1000, seed=plies)


@pytest.mark.parametrize("wrong", [toys.DealsKindsAlike, toys.IgnoresWhatWasBaked])
def test_biased_samples_fail(wrong: type[Game]) -> None:
    game = wrong()
    check_game(game)
    with pytest.raises(AssertionError, match="are biased"):
        _check_samples(game)


def _check_samples(game: Game) -> None:
    for plies in PLIES:
        check_sample(game, game.new(seats=2), 0, plies, 2000, seed=plies)


def test_samples_outside_the_worlds_fail() -> None:
    game = toys.SamplesOtherHand()
    with pytest.raises(AssertionError, match="cannot be in the sampled position"):
        check_sample(game, game.new(seats=2), 0, 4, 500)


def test_events_that_tell_a_card_fail_the_frequencies_too() -> None:
    game = toys.TellsCard()
    with pytest.raises(AssertionError, match="cannot be in the sampled position"):
        check_sample(game, game.new(seats=2), 0, 4, 500)


def test_worlds_are_weighed_by_chance_alone() -> None:
    """Seat 0 holds two olives; seat 1 has baked its pepper, and its other card is found by hand."""
    line = [(-1, "deal olive"), (-1, "deal pepper"), (-1, "deal olive"), (-1, "deal basil")]
    line += [(0, "heat 1"), (1, "heat 2"), (0, "bake olive left"), (1, "bake pepper left")]
    found = worlds(GAME.new(seats=2), [(seat, MOVES[text]) for seat, text in line], 0)
    # Of olive, pepper, pepper and basil: pairs with a pepper are olive 2, pepper 1, basil 2.
    shares = {json.loads(world)["hands"][1][0]: share for world, share in found.items()}
    assert shares == {"olive": shares["basil"], "pepper": shares["basil"] / 2, "basil": shares["olive"]}
    assert sum(shares.values()) == 1


@given(plays(GAME))
def test_plays_are_recorded(walk: Walk) -> None:
    assert walk.record.replay().dump() == walk.state.dump()


@given(st.data())
def test_states_keep_to_their_bounds(data: st.DataObject) -> None:
    state = data.draw(states(GAME, seats=2, max_plies=3))
    assert state.seats == 2
    assert state.dump()["dealt"] <= 3


def test_checks_see_every_phase() -> None:
    """Walks reach the end, so that nothing after the deal goes unseen."""
    reached = set()

    @settings(max_examples=40)
    @given(plays(GAME))
    def look(walk: Walk) -> None:
        reached.add(walk.state.to_act)

    look()
    assert {(-1,), (0, 1), (0,), (1,), ()} <= reached


def test_without_hypothesis_a_sentence_says_what_to_install() -> None:
    script = """
import sys
sys.modules["hypothesis"] = None
from parlor.testing import perft, check_playthrough
try:
    from parlor.testing import check_game
except ImportError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pip install '.[testing]'" in found.stdout
