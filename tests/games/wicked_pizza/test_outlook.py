"""What search thinks of Wicked Pizza: what lies open, which moves are worth a look, and what a position promises."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.game import CHANCE
from parlor.games.wicked_pizza.components import CHEESE, PIZZA_CARDS, WILD
from parlor.games.wicked_pizza.judge import completed_worth
from parlor.games.wicked_pizza.lattice import size
from parlor.games.wicked_pizza.moves import LAY, WickedMove
from parlor.games.wicked_pizza.openings import KIND, Look, Openings
from parlor.games.wicked_pizza.outlook import evaluate
from parlor.games.wicked_pizza.priors import add_best, look_at
from parlor.games.wicked_pizza.rules import WickedState
from parlor.games.wicked_pizza.turn import IN_PLAY, card_in, placed
from tests.games.wicked_pizza.helpers import GAME, nearly, position

# A card of four quarters completes no more pizzas than that, of two tokens each.
MOST_AT_ONCE = 8


def positions(games: int) -> Iterator[WickedState]:
    """Positions of random games in which a card is to be played."""
    for seed in range(games):
        rng = Rng(seed)
        state = GAME.new(seats=2 + seed % 3)
        assert isinstance(state, WickedState)
        while state.to_act:
            seat = state.to_act[0]
            if state.phase == IN_PLAY and rng.random() < 0.25:
                yield state
            moves = [move for move, _ in state.chance()] if seat == CHANCE else list(state.legal_moves(seat))
            state.apply(seat, moves[rng.below(len(moves))])


def test_open_sites_are_those_of_the_lattice() -> None:
    for state in positions(3):
        table = Openings(state)
        halves = [packed for packed in table.sections if KIND[packed] < 4]
        assert len(halves) == sum(size(state.lattice.completing(edge)) for edge in range(4))


def test_what_a_placement_gains_and_leaves_is_what_the_table_shows_after_it() -> None:
    gained = 0
    for state in positions(4 if parlor.build.is_compiled() else 1):
        table = Openings(state)
        for move in list(state.legal_moves(state.turn))[::7]:
            assert isinstance(move, WickedMove)
            if move.kind != LAY:
                continue
            gain = table.gain(state, move.card, move.ingredient, move.turn, move.number)
            if gain > 0 and state.token_pile > MOST_AT_ONCE:
                gained += 1
                assert gain == pytest.approx(completed_worth(state, move))
            if move.card not in (WILD, CHEESE):
                after = state.copy()
                after.put_down(placed(move.card, 0, move.turn, move.number))
                left = table.hope_after(move.card, move.turn, move.number, 1000.0)
                assert left == pytest.approx(Openings(after).hope)
    assert gained > 5


def test_moves_worth_a_look_are_legal_and_weighed_from_the_best_down() -> None:
    for state in positions(3):
        looks = state.priors(state.turn)
        legal = state.legal_moves(state.turn)
        assert all(move in legal for move, _ in looks)
        assert len({move.code for move, _ in looks}) == len(looks) > 0
        weights = [weight for _, weight in looks]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == 1


def test_the_best_way_to_play_a_card_is_found_without_the_others() -> None:
    for state in positions(6 if parlor.build.is_compiled() else 2):
        assert state.first_prior(state.turn) in state.legal_moves(state.turn)
        for card in [card_in(slot) for slot in state.hands[state.turn]]:
            looks: list[Look] = []
            bests: list[Look] = []
            look_at(state, card, looks)
            add_best(state, card, bests)
            assert [best.value for best in bests] == sorted(look.value for look in looks)[-1:]


def test_a_pizza_of_one_ingredient_is_not_left_to_the_next_seat() -> None:
    laid, last = nearly("TTTT")
    card = last.partition("@")[0]
    state = position(laid=["start@0,0/0", *laid], hands=[[card, "RRRR"], ["SSSS"]])
    assert str(state.priors(0)[0][0]) == last
    # Without the card for it, a card that takes its room is the best.
    blocked = position(laid=["start@0,0/0", *laid], hands=[["NNSS", "RRRR"], ["SSSS"]])
    before = Openings(blocked).hope
    blocked.apply(0, blocked.priors(0)[0][0])
    assert Openings(blocked).hope < before


def test_a_position_promises_more_with_points_and_with_the_card_that_is_wanted() -> None:
    even = position(hands=[["NSTR"], ["NSRT"]], unseen=["RRRR"])
    ahead = position(hands=[["NSTR"], ["NSRT"]], unseen=["RRRR"], tokens=[6, 1])
    assert evaluate(ahead)[0] > evaluate(even)[0]
    laid, last = nearly("TTTT")
    card = last.partition("@")[0]
    lucky = position(laid=["start@0,0/0", *laid], hands=[[card], ["SSSS"]], unseen=["RRRR"])
    unlucky = position(laid=["start@0,0/0", *laid], hands=[["SSSS"], [card]], unseen=["RRRR"])
    assert evaluate(lucky)[0] > evaluate(unlucky)[0]
    assert sum(evaluate(lucky)) == pytest.approx(1)


def test_no_two_hands_of_pizza_cards_are_taken_for_each_other() -> None:
    state = position(hands=[["NSTR"], ["SSSS"]], unseen=["RRRR"])
    seen = set()
    hands = list(combinations(range(PIZZA_CARDS), 3))
    for hand in hands:
        state.hands[0] = list(hand)
        seen.add(state.secret(0))
    assert len(seen) == len(hands)
