"""What a position of Wicked Pizza promises."""

from __future__ import annotations

from itertools import combinations

import pytest

from parlor.games.wicked_pizza.box import PIZZA_CARDS
from parlor.games.wicked_pizza.mind.evaluate import evaluate
from tests.games.wicked_pizza.helpers import nearly, position


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
