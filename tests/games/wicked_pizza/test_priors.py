"""Which moves of Wicked Pizza are worth a look."""

from __future__ import annotations

from itertools import product

import parlor
from parlor.games.wicked_pizza.box import CARDS
from parlor.games.wicked_pizza.mind.priors import MOST_LAST, add_best, look_at, look_key
from parlor.games.wicked_pizza.mind.sites import Look, Openings
from parlor.games.wicked_pizza.rules.turn import PLAYED, card_in
from tests.games.wicked_pizza.helpers import GAME, nearly, position, turns

MIND = GAME.mind


def test_moves_worth_a_look_are_legal_and_weighed_from_the_best_down() -> None:
    for state in turns(3):
        looks = MIND.priors(state, state.turn)
        legal = state.legal_moves(state.turn)
        assert all(move in legal for move, _ in looks)
        assert len({move.code for move, _ in looks}) == len(looks) > 0
        weights = [weight for _, weight in looks]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == 1


def test_the_best_way_to_play_a_card_is_found_without_the_others() -> None:
    for state in turns(6 if parlor.build.is_compiled() else 2):
        assert MIND.first_prior(state, state.turn) in state.legal_moves(state.turn)
        for card in [card_in(slot) for slot in state.hands[state.turn]]:
            looks: list[Look] = []
            bests: list[Look] = []
            look_at(state, card, looks)
            add_best(state, card, bests)
            assert [best.value for best in bests] == sorted(look.value for look in looks)[-1:]


def test_no_two_questions_about_a_table_share_an_answer() -> None:
    state = position(laid=["start@0,0/0"], hands=[["NNSS"], ["SSSS"]])
    keys = []
    for card, taken, pile in product(range(CARDS), (-1, 0), range(MOST_LAST + 2)):
        state.taken = taken
        state.token_pile = pile
        for holders in product((PLAYED, -1, 1), repeat=4):
            state.holders = list(holders)
            leads = (-9, -1, 0, 1, 9) if pile <= MOST_LAST else (0,)
            keys += [look_key(state, card, ahead) for ahead in leads]
    assert len(set(keys)) == len(keys)


def test_a_pizza_of_one_ingredient_is_not_left_to_the_next_seat() -> None:
    laid, last = nearly("TTTT")
    card = last.partition("@")[0]
    state = position(laid=["start@0,0/0", *laid], hands=[[card, "RRRR"], ["SSSS"]])
    assert str(MIND.priors(state, 0)[0][0]) == last
    # Without the card for it, a card that takes its room is the best.
    blocked = position(laid=["start@0,0/0", *laid], hands=[["NNSS", "RRRR"], ["SSSS"]])
    before = Openings(blocked).hope
    blocked.apply(0, MIND.priors(blocked, 0)[0][0])
    assert Openings(blocked).hope < before
