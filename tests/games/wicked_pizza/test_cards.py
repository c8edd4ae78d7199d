"""The cards of Wicked Pizza (WP 1) and an owner's own ones."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from parlor.core.errors import BadOption
from parlor.games.wicked_pizza.box import FACES, NAMES, OUR_CARDS, SHAPES, parse_face
from parlor.games.wicked_pizza.rules.state import WickedState
from tests.games.wicked_pizza import slow
from tests.games.wicked_pizza.helpers import GAME, legal, play, position


def sections(state: WickedState) -> int:
    """How many sides of points have a section's tip."""
    sides = [(row.north_west, row.north_east, row.south_east, row.south_west) for row in state.lattice.rows]
    return sum(int(side).bit_count() for row in sides for side in row)


def test_wp_1_1_a_card_covers_two_by_two_half_cells_with_one_section_each() -> None:
    for name in OUR_CARDS:
        state = position(laid=[f"{name}@3,-4/0"])
        cells = {(x, y) for x in range(3, 5) for y in range(-4, -2)}
        assert sum(int(row.taken).bit_count() for row in state.lattice.rows) == 4
        assert slow.table(state.dump()["laid"]).keys() == cells
        assert sections(state) == 4


def test_wp_1_2_quarters_point_to_corners_and_halves_to_the_middle_of_their_edge() -> None:
    # NNST has a half on its north edge, and quarters in the south.
    tips = {cell: section.tip for cell, section in slow.sections("NNST", 0, 0, 0).items()}
    assert tips == {(0, 0): (1, 0), (1, 0): (1, 0), (1, 1): (2, 2), (0, 1): (0, 2)}
    # So the half continues a half above it, and a quarter only at a corner.
    above = position(laid=["NNNN@0,0/0"], hands=[["NNST"], []])
    assert "NNST@0,2/0" in legal(above)
    assert "NNST@1,2/0" not in legal(above)


def test_wp_1_3_there_are_55_bracelets_in_three_layouts() -> None:
    assert len(OUR_CARDS) == len(set(OUR_CARDS)) == 55
    layouts = Counter(int(SHAPES[4 * card]).bit_count() for card in range(55))
    assert layouts == {0: 21, 1: 24, 2: 10}
    classes = set()
    for ring in product("NSTR", repeat=4):
        alike = [way[turn:] + way[:turn] for way in (ring, ring[::-1]) for turn in range(4)]
        classes.add("".join(min(alike, key=lambda each: ["NSTR".index(letter) for letter in each])))
    assert set(OUR_CARDS) == classes


@pytest.mark.parametrize(
    ("name", "halves"), [("NSTR", 0), ("NSNS", 0), ("NNST", 1), ("NNNS", 1), ("NSST", 2), ("NNSS", 5), ("NNNN", 5)]
)
def test_wp_1_3_the_first_edge_with_equal_ingredients_carries_a_half(name: str, halves: int) -> None:
    assert FACES[NAMES.index(name)][1] == halves


def test_wp_1_4_the_start_card_is_a_ring_that_no_pizza_card_repeats() -> None:
    state = GAME.new(seats=2)
    assert state.dump()["laid"] == ["start@0,0/0"]
    assert [
        section.ingredient for section in (slow.sections("start", 0, 0, 0)[c] for c in ((0, 0), (1, 0), (1, 1), (0, 1)))
    ] == list("NRTS")
    assert not {"NRTS", "RTSN", "TSNR", "SNRT"} & set(OUR_CARDS)


def test_wp_1_5_there_are_three_of_each_spell() -> None:
    weights = {str(move): weight for move, weight in GAME.new(seats=3, first=0).chance()}
    assert {name: weights[f"draw {name}"] for name in ("draw2", "top", "wild", "cheese")} == dict.fromkeys(
        ("draw2", "top", "wild", "cheese"), 3
    )


def test_wp_1_6_a_bonus_card_shows_a_half_and_two_blank_half_cells() -> None:
    state = position(laid=["start@0,0/0", "bonus-N@2,1/0"], bonus={"N": "played"})
    assert sum(int(row.taken).bit_count() for row in state.lattice.rows) == 8
    assert sections(state) == 4 + 2
    # One half above completes with it, if it is laid so that the tips meet.
    assert slow.pizzas(slow.table(["bonus-N@2,1/0", "bonus-S@2,-1/2"])) == {(3, 1): "SSNN"}


def test_wp_1_7_twenty_tokens_are_in_play() -> None:
    data = GAME.new(seats=4).dump()
    assert data["token_pile"] == 20
    assert data["tokens"] == [0, 0, 0, 0]


def test_an_owner_may_give_the_true_cards() -> None:
    own = [*OUR_CARDS[:53], "N.NST", "T=TR.R"]
    state = GAME.new(seats=2, cards=own, first=1)
    drawn = [str(move) for move, _ in state.chance()]
    assert "draw N.NST" in drawn
    assert "draw TTTT" in drawn
    assert "draw RRRR" not in drawn
    assert state.dump()["cards"] == own
    assert GAME.load(state.dump()).dump() == state.dump()
    play(state, "draw N.NST")
    assert position(cards=own, hands=[["N.NST"], []]).legal_moves(0)


def test_our_cards_given_by_name_are_our_cards() -> None:
    for cards in (list(OUR_CARDS), ", ".join(OUR_CARDS)):
        assert GAME.new(seats=2, cards=cards).dump() == GAME.new(seats=2).dump()


@pytest.mark.parametrize(
    ("cards", "match"),
    [
        (OUR_CARDS[:54], "exactly 55 pizza cards, not 54"),
        ("NNST", "exactly 55 pizza cards"),
        (7, "exactly 55 pizza cards"),
        ([*OUR_CARDS[:54], "NNSX"], "“NNSX” is no pizza card"),
        ([*OUR_CARDS[:54], "N=SNS"], "“N=SNS” is no pizza card"),
        ([*OUR_CARDS[:54], None], "“None” is no pizza card"),
        ([*OUR_CARDS[:54], "STNN"], "STNN is in the list twice"),
    ],
)
def test_cards_that_are_none_are_refused(cards: object, match: str) -> None:
    with pytest.raises(BadOption, match=match):
        GAME.new(seats=2, cards=cards)


def test_every_face_has_one_name_and_is_read_back() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for name, face in zip(NAMES, FACES, strict=False):
        assert parse_face(name) == face
    assert parse_face("STNN") == parse_face("NNST") == parse_face("N=NST")
    assert parse_face("N.NST") != parse_face("NNST")
