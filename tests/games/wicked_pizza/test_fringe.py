"""The fringe, kept up card by card, beside what the sets of the whole table say and beside a fringe made anew."""

from __future__ import annotations

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.games.wicked_pizza.box import SHAPES
from parlor.games.wicked_pizza.rules.fringe import NO_FRINGE
from parlor.games.wicked_pizza.rules.lattice import COMPLETING, members
from parlor.games.wicked_pizza.rules.state import WickedState
from tests.games.wicked_pizza.helpers import GAME, position

QUESTIONS = sorted({*SHAPES, *range(COMPLETING, COMPLETING + 4)})


def compare(state: WickedState) -> None:
    """Every question as the sets of the table answer it, and the same fringe whatever was laid and taken up before."""
    fringe = state.fringe_now()
    for question in QUESTIONS:
        spots = members(state.lattice.find(question))
        assert fringe.spots(question) == spots
        assert fringe.size_of(question) == len(spots)
        ends = [place for place in (0, len(spots) // 2, len(spots) - 1) if 0 <= place < len(spots)]
        assert [fringe.spot(question, place) for place in ends] == [spots[place] for place in ends]
        near = {spot + more for spot in (0, *spots) for more in (0, 1)}
        assert {spot for spot in near if fringe.has(question, spot)} == set(spots)
        with pytest.raises(IndexError):
            fringe.spot(question, len(spots))
    anew = NO_FRINGE.grown(state.laid, state.lattice.room)
    assert (fringe.cards, fringe.reaches) == (len(state.laid), anew.reaches)


@pytest.mark.parametrize("table", [40, 12])
def test_the_fringe_is_that_of_the_table_whenever_somebody_asks(table: int) -> None:
    asked = {"after a card was removed": 0, "with a half spell on the table": 0}
    for seed in range(12 if parlor.build.is_compiled() else 4):
        rng = Rng(seed)
        state = GAME.new(seats=2 + seed % 3, table=table)
        assert isinstance(state, WickedState)
        while state.to_act:
            seat = state.to_act[0]
            known = state.fringe.cards
            moves = state.legal_moves(seat) if seat != CHANCE and rng.below(6) == 0 else None
            before = [str(move) for move in moves or ()]
            if rng.below(6) == 0:
                compare(state)
                asked["with a half spell on the table"] += bool(state.aside) and state.just >= 0
            legal = state.legal_moves(seat)
            move = state.draw_chance(rng) if seat == CHANCE else legal[rng.below(len(legal))]
            other = state.copy()
            state.apply(seat, move)
            if str(move).startswith("remove") and known:
                asked["after a card was removed"] += 1
                compare(state)
            # What was handed out, and what was copied, stays as it was.
            assert [str(move) for move in moves or ()] == before
            if rng.below(12) == 0:
                compare(other)
    assert min(asked.values()) > 0, asked


def test_a_card_that_is_removed_while_a_half_spell_lies_beside_it_leaves_the_spots_of_both() -> None:
    state = position(laid=["SSSS@0,2/0", "NSTR@2,0/0"], hands=[["wild"], ["NNNN"]])
    # Asked for before, so that both are taken out of a fringe that is known.
    compare(state)
    for text in ("wild:S@0,0/2", "remove NSTR"):
        assert text in [str(move) for move in state.legal_moves(0)]
        state.apply(0, GAME.parse_move(text))
    assert state.dump()["laid"] == ["SSSS@0,2/0"]
    compare(state)


def test_an_empty_table_has_no_fringe() -> None:
    state = GAME.new(seats=2)
    assert isinstance(state, WickedState)
    assert not NO_FRINGE.reaches
    assert state.fringe_now().reaches
    assert not NO_FRINGE.reaches
