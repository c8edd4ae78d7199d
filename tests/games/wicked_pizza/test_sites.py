"""What lies open on a table of Wicked Pizza."""

from __future__ import annotations

import pytest

import parlor
from parlor.games.wicked_pizza.box import CHEESE, WILD
from parlor.games.wicked_pizza.mind.judge import completed_worth
from parlor.games.wicked_pizza.mind.sites import KIND, Sites
from parlor.games.wicked_pizza.rules.layout import placed
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove
from parlor.games.wicked_pizza.rules.places import COMPLETING
from parlor.games.wicked_pizza.rules.turn import put_down
from tests.games.wicked_pizza.helpers import turns

# A card of four quarters completes no more pizzas than that, of two tokens each.
MOST_AT_ONCE = 8


def test_open_sites_are_those_of_the_lattice() -> None:
    for state in turns(3):
        table = Sites(state)
        halves = [packed for packed in table.lacking if KIND[packed] < 4]
        assert len(halves) == sum(state.lattice.size_of(COMPLETING + edge) for edge in range(4))


def test_what_a_placement_gains_and_leaves_is_what_the_table_shows_after_it() -> None:
    gained = 0
    for state in turns(4 if parlor.build.is_compiled() else 1):
        table = Sites(state)
        for move in list(state.legal_moves(state.turn))[::7]:
            assert isinstance(move, WickedMove)
            if move.kind != Kind.LAY:
                continue
            gain = table.gain(state, move.card, move.ingredient, move.turn, move.number)
            if gain > 0 and state.token_pile > MOST_AT_ONCE:
                gained += 1
                assert gain == pytest.approx(completed_worth(state, move))
            if move.card not in (WILD, CHEESE):
                after = state.copy()
                put_down(after, placed(move.card, 0, move.turn, move.number))
                left = table.hope_after(move.card, move.turn, move.number, 1000.0)
                assert left == pytest.approx(Sites(after).hope)
    assert gained > 5


def test_a_table_is_the_same_whichever_card_was_laid_first() -> None:
    for state in turns(3):
        table = Sites(state)
        state.laid.reverse()
        other = Sites(state)
        assert (table.spots, table.lacking, table.hopes) == (other.spots, other.lacking, other.hopes)
        assert table.hope == other.hope
        state.laid.reverse()
