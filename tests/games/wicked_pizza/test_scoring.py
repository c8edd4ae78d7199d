"""What pizzas are worth, for every pizza that there is, against the rulebook read literally; and packed numbers."""

from __future__ import annotations

from itertools import product

import pytest

from parlor.games.wicked_pizza.box import CARDS, LETTERS, SECTION_LETTERS
from parlor.games.wicked_pizza.drawing.table import completed as drawn_completed
from parlor.games.wicked_pizza.drawing.table import drawn
from parlor.games.wicked_pizza.rules import layout
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove
from parlor.games.wicked_pizza.rules.notation import parse_sections, section_letters
from parlor.games.wicked_pizza.rules.places import PLACES, x_of, y_of
from parlor.games.wicked_pizza.rules.scoring import ability_of, is_complete, one_ingredient, tokens_for
from parlor.games.wicked_pizza.rules.turn import completed, put_down
from tests.games.wicked_pizza.helpers import turns

PIZZAS = ["".join(letters) for letters in product(SECTION_LETTERS, repeat=4)]


def test_wp_5_1_and_6_5_one_token_or_two_for_one_ingredient_or_cheese() -> None:
    for letters in PIZZAS:
        two = "C" in letters or len(set(letters)) == 1
        assert tokens_for(parse_sections(letters)) == (2 if two else 1), letters


def test_wp_5_3_three_or_four_of_one_ingredient_work_and_cheese_never() -> None:
    for letters in PIZZAS:
        working = [number for number, letter in enumerate(LETTERS) if letters.count(letter) >= 3]
        assert ability_of(parse_sections(letters)) == (working[0] if working else layout.NONE), letters


def test_wp_5_4_only_a_pizza_of_one_ingredient_takes_a_bonus_card() -> None:
    for letters in PIZZAS:
        alone = [number for number, letter in enumerate(LETTERS) if letters == letter * 4]
        assert one_ingredient(parse_sections(letters)) == (alone[0] if alone else layout.NONE), letters


def test_wp_3_4_less_than_four_sections_are_no_pizza() -> None:
    for letters in PIZZAS:
        whole = parse_sections(letters)
        assert is_complete(whole)
        assert section_letters(whole) == letters
        for side in range(4):
            less = layout.without(whole, layout.section_on(side, layout.section_at(whole, side)))
            assert layout.section_at(less, side) == layout.NONE
            assert not is_complete(less)
            assert (tokens_for(less), ability_of(less), one_ingredient(less)) == (0, layout.NONE, layout.NONE)


def test_a_drawing_finds_the_pizzas_that_the_rules_find() -> None:
    found = 0
    for state in turns(2):
        table = drawn(tuple(state.dump()["laid"]))
        for move in state.legal_moves(state.turn):
            assert isinstance(move, WickedMove)
            if move.kind == Kind.LAY:
                after = state.copy()
                laid = layout.placed(move.card, move.ingredient, move.turn, move.number)
                put_down(after, laid)
                pizzas = completed(after, laid)
                by_rules = {_place(layout.point_of(pizza)): layout.sections_of(pizza) for pizza in pizzas}
                assert drawn_completed(table, str(move)) == by_rules
                found += len(pizzas)
    assert found


def _place(point: int) -> tuple[int, int]:
    return x_of(point), y_of(point)


@pytest.mark.parametrize("card", [0, 54, CARDS - 1])
def test_packed_numbers_give_back_what_they_are_made_of(card: int) -> None:
    for knowing, place in product((0, 1, 15, 31), (0, 2, 79)):
        slot = layout.new_slot(card, knowing, place)
        assert (layout.card_in(slot), layout.knowers(slot), layout.place_of(slot)) == (card, knowing, place)
        assert layout.knowers(layout.shown(slot, 2)) == knowing | 2
        assert layout.swapped(slot, 7) == layout.new_slot(7, knowing, place)
    for ingredient, turn, spot in product(range(4), range(4), (0, 860, PLACES - 1)):
        laid = layout.placed(card, ingredient, turn, spot)
        assert (layout.card_of(laid), layout.ingredient_of(laid), layout.turn_of(laid)) == (card, ingredient, turn)
        assert layout.spot_of(laid) == spot
    counts = [1023, card, 0, 1, 512, 1022]
    assert [layout.tallied(layout.six_counts(*counts), place) for place in range(6)] == counts
    codes = {
        layout.move_code(kind, card, ingredient, turn, number)
        for kind, ingredient, turn, number in product(range(10), range(4), range(4), (0, 860, PLACES - 1))
    }
    assert len(codes) == 10 * 4 * 4 * 3
