"""The table, kept up row by row, beside the cards that lie on it; what was shared stays as it was."""

from __future__ import annotations

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.games.wicked_pizza.box import HALF_ONLY, SHAPES
from parlor.games.wicked_pizza.rules.lattice import EMPTY, Lattice
from parlor.games.wicked_pizza.rules.places import BESIDE, COMPLETING, spot_at
from parlor.games.wicked_pizza.rules.state import WickedState
from tests.games.wicked_pizza import slow
from tests.games.wicked_pizza.helpers import GAME, position

QUESTIONS = sorted({*SHAPES, BESIDE, *range(COMPLETING, COMPLETING + 4)})
# A card of each shape, at the turn at which it shows it, for the slow version.
SHOWN = {0: ("NSTR", 0), 1: ("NNST", 0), 5: ("NNSS", 0), HALF_ONLY | 1: ("bonus-N", 0)}
SHOWN |= {1 << turn: ("NNST", turn) for turn in range(4)} | {10: ("NNSS", 1)}
SHOWN |= {HALF_ONLY | 1 << turn: ("bonus-N", turn) for turn in range(4)}


def asked(cells: slow.Table, half: int, question: int, open_spots: list[slow.Place]) -> list[slow.Place]:
    """The spots that a question asks for, by vectors instead of bits."""
    if question == BESIDE:
        return open_spots
    if question >= COMPLETING:
        return [(x, y) for x, y in open_spots if slow.placements(cells, "wild:N", [(x, y)]) & {at(question, x, y)}]
    name, turns = SHOWN[question]
    return [(x, y) for x, y in open_spots if slow.connects(cells, name, x, y, turns)]


def at(question: int, x: int, y: int) -> str:
    return f"wild:N@{x},{y}/{question - COMPLETING}"


def compare(state: WickedState, questions: list[int]) -> None:
    """Questions as the cards on the table answer them, however they are asked."""
    cells = slow.table(state.dump()["laid"])
    half = state.table // 2
    open_spots = sorted(slow.spots(cells, half), key=lambda place: (place[1], place[0]))
    lattice = state.lattice
    for question in questions:
        spots = [spot_at(x, y) for x, y in asked(cells, half, question, open_spots)]
        assert lattice.spots(question) == spots
        assert lattice.size_of(question) == len(spots)
        assert lattice.has_any(question) == (spots != [])
        assert [lattice.spot(question, place) for place in range(len(spots))] == spots
        near = {spot + more for spot in (spot_at(0, 0), *spots) for more in (0, 1)}
        assert {spot for spot in near if lattice.has(question, spot)} == set(spots) & near
        with pytest.raises(IndexError):
            lattice.spot(question, len(spots))


def rows_of(lattice: Lattice) -> list[list[int]]:
    """What lies in each row."""
    return [
        [row.north_west, row.north_east, row.south_east, row.south_west, row.taken, row.free, row.room]
        for row in lattice.rows
    ]


@pytest.mark.parametrize("table", [40, 12])
def test_the_table_answers_by_the_cards_on_it_whenever_somebody_asks(table: int) -> None:
    seen = {"after a card was removed": 0, "with a half spell on the table": 0}
    for seed in range(12 if parlor.build.is_compiled() else 4):
        rng = Rng(seed)
        state = GAME.new(seats=2 + seed % 3, table=table)
        assert isinstance(state, WickedState)
        while state.to_act:
            seat = state.to_act[0]
            moves = state.legal_moves(seat) if seat != CHANCE and rng.below(6) == 0 else None
            before = [str(move) for move in moves or ()]
            some = [question for question in QUESTIONS if rng.below(4) == 0]
            if rng.below(6) == 0:
                compare(state, some)
                seen["with a half spell on the table"] += bool(state.aside) and state.just >= 0
            legal = state.legal_moves(seat)
            move = state.draw_chance(rng) if seat == CHANCE else legal[rng.below(len(legal))]
            other = state.copy()
            state.apply(seat, move)
            if str(move).startswith("remove"):
                seen["after a card was removed"] += 1
                compare(state, QUESTIONS)
            # What was handed out, and what was copied, stays as it was.
            assert [str(move) for move in moves or ()] == before
            if rng.below(12) == 0:
                compare(other, some)
        anew = GAME.load(state.dump())
        assert isinstance(anew, WickedState)
        assert rows_of(state.lattice) == rows_of(anew.lattice)
    assert min(seen.values()) > 0, seen


def test_a_card_that_is_removed_while_a_half_spell_lies_beside_it_leaves_the_spots_of_both() -> None:
    state = position(laid=["SSSS@0,2/0", "NSTR@2,0/0"], hands=[["wild"], ["NNNN"]])
    # Asked before, so that what is kept of the rows is known.
    compare(state, QUESTIONS)
    for text in ("wild:S@0,0/2", "remove NSTR"):
        assert text in [str(move) for move in state.legal_moves(0)]
        state.apply(0, GAME.parse_move(text))
    assert state.dump()["laid"] == ["SSSS@0,2/0"]
    compare(state, QUESTIONS)


@pytest.mark.parametrize("table", [40, 12, 4])
def test_an_empty_table_is_open_everywhere_again_once_all_cards_are_gone(table: int) -> None:
    empty = EMPTY[table]
    before = rows_of(empty)
    half = table // 2
    everywhere = [spot_at(x, y) for y in range(-half, half - 1) for x in range(-half, half - 1)]
    assert empty.spots(BESIDE) == everywhere
    assert not any(empty.has_any(question) for question in QUESTIONS if question != BESIDE)
    corners = [spot_at(x, y) for x in (-half, half - 2) for y in (-half, half - 2)]
    for shape in SHOWN:
        for spot in corners:
            laid = empty.laid(shape, spot)
            assert not laid.has_room(spot)
            gone = laid.lifted(shape, spot)
            assert gone.spots(BESIDE) == everywhere
            assert rows_of(gone) == rows_of(empty) == before


def test_any_spot_is_any_of_them_about_as_often() -> None:
    state = position(laid=["SSSS@0,2/0", "NSTR@2,0/0", "NNST@-2,-1/0"])
    rng = Rng(1)
    for question in (0, 1, BESIDE):
        spots = state.lattice.spots(question)
        drawn = [state.lattice.any_spot(question, rng) for _ in range(200 * len(spots))]
        assert set(drawn) == set(spots)
        assert all(120 < drawn.count(spot) < 280 for spot in spots)
    assert EMPTY[12].any_spot(0, rng) < 0
