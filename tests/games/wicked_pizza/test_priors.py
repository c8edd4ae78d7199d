"""Which moves of Wicked Pizza are worth a look."""

from __future__ import annotations

from itertools import product

import parlor
from parlor.games.wicked_pizza.box import CARDS
from parlor.games.wicked_pizza.mind.priors import MOST_LAST, add_best, add_candidates, question_key
from parlor.games.wicked_pizza.mind.sites import Candidate, Sites
from parlor.games.wicked_pizza.rules.layout import card_in
from parlor.games.wicked_pizza.rules.scoring import PLAYED
from tests.games.wicked_pizza.helpers import GAME, nearly, position, turns

MIND = GAME.mind


def test_moves_worth_a_look_are_legal_and_weighed_from_the_best_down() -> None:
    for state in turns(3):
        candidates = MIND.priors(state, state.turn)
        legal = state.legal_moves(state.turn)
        assert all(move in legal for move, _ in candidates)
        assert len({move.code for move, _ in candidates}) == len(candidates) > 0
        weights = [weight for _, weight in candidates]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == 1


def test_the_best_way_to_play_a_card_is_found_without_the_others() -> None:
    for state in turns(6 if parlor.build.is_compiled() else 2):
        assert MIND.first_prior(state, state.turn) in state.legal_moves(state.turn)
        for card in [card_in(slot) for slot in state.hands[state.turn]]:
            candidates: list[Candidate] = []
            bests: list[Candidate] = []
            add_candidates(state, card, candidates)
            add_best(state, card, bests)
            assert [best.value for best in bests] == sorted(look.value for look in candidates)[-1:]


def test_no_two_questions_about_a_table_share_an_answer() -> None:
    state = position(laid=["start@0,0/0"], hands=[["NNSS"], ["SSSS"]])
    keys = []
    for card, taken, pile in product(range(CARDS), (-1, 0), range(MOST_LAST + 2)):
        state.taken = taken
        state.token_pile = pile
        for holders in product((PLAYED, -1, 1), repeat=4):
            state.holders = list(holders)
            leads = (-9, -1, 0, 1, 9) if pile <= MOST_LAST else (0,)
            keys += [question_key(state, card, ahead) for ahead in leads]
    assert len(set(keys)) == len(keys)


def test_a_pizza_of_one_ingredient_is_not_left_to_the_next_seat() -> None:
    laid, last = nearly("TTTT")
    card = last.partition("@")[0]
    state = position(laid=["start@0,0/0", *laid], hands=[[card, "RRRR"], ["SSSS"]])
    assert str(MIND.priors(state, 0)[0][0]) == last
    # Without the card for it, a card that takes its room is the best.
    blocked = position(laid=["start@0,0/0", *laid], hands=[["NNSS", "RRRR"], ["SSSS"]])
    before = Sites(blocked).hope
    blocked.apply(0, MIND.priors(blocked, 0)[0][0])
    assert Sites(blocked).hope < before
