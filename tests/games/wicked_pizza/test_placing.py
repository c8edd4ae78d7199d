"""Placing cards (WP 3), beside an independent slow version."""

from __future__ import annotations

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.moves import Move
from parlor.core.seats import CHANCE
from parlor.games.wicked_pizza.rules.places import PLACES, x_of, y_of
from parlor.games.wicked_pizza.rules.state import WickedState
from tests.games.wicked_pizza import slow
from tests.games.wicked_pizza.helpers import GAME, card_of, hand, legal, position


def test_wp_3_1_cards_may_be_shifted_by_half_a_card() -> None:
    state = position(hands=[["NNST"], []])
    # The half of NNST meets no tip of the Start card unless its quarter does at a corner.
    assert "NNST@2,2/0" not in legal(state)
    halves = position(laid=["NNNN@0,0/0"], hands=[["NSNS"], []])
    assert {"NSNS@1,2/0", "NSNS@-1,2/1"} <= set(legal(halves))


def test_wp_3_1_four_rotations_count_once_if_they_look_alike() -> None:
    def turns(card: str) -> set[str]:
        return {text[-1] for text in legal(position(hands=[[card], []]))}

    assert turns("NNST") == {"0", "1", "2", "3"}
    assert turns("NSNS") == {"0", "1"}
    assert turns("NNNN") <= {"0", "1"}


def test_wp_3_1_a_card_must_fit_on_the_table_and_touch_another() -> None:
    state = position(table=6, hands=[["NSTR"], []])
    for text in legal(state):
        _, x, y, _ = slow.parse(text)
        assert -3 <= x <= 1
        assert -3 <= y <= 1
        cells = slow.table(["start@0,0/0"])
        assert slow.fits(cells, slow.around(cells), slow.sections(*slow.parse(text)), 3)


def test_wp_3_2_crusts_connect_at_a_shared_tip_in_neighbouring_half_cells() -> None:
    cells = slow.table(["start@0,0/0"])
    # Beside it at the same height: the quarters share the tips 2,0 and 2,2.
    assert slow.connects(cells, "NSTR", 2, 0, 0)
    # Diagonally: the tip is shared, but the half-cells only touch at it.
    assert not slow.connects(cells, "NSTR", 2, 2, 0)
    # Shifted by half a card: no tip is shared.
    assert not slow.connects(cells, "NSTR", 2, 1, 0)
    state = position(hands=[["NSTR"], []])
    assert {text.split("@")[1][:-2] for text in legal(state)} == {"2,0", "-2,0", "0,2", "0,-2"}


def test_wp_3_3_only_connecting_placements_if_there_are_any() -> None:
    state = position(hands=[["NSTR"], []])
    cells = slow.table(["start@0,0/0"])
    assert all(slow.connects(cells, *slow.parse(text)) for text in legal(state))
    assert len(legal(state)) == 16


def test_wp_3_3_otherwise_any_placement_that_touches() -> None:
    # The only tip lies on the edge of the table, out of reach; the rest of the card is blank.
    state = position(table=6, laid=["bonus-N@-3,-3/0"], bonus={"N": "played"}, hands=[["NNSS"], []])
    spots = ["-1,-3", "-1,-2", "-3,-1", "-2,-1"]
    assert set(legal(state)) == {f"NNSS@{spot}/{turn}" for spot in spots for turn in range(4)}


def test_wp_3_3_a_mismatching_neighbour_is_allowed_and_spoils_the_site() -> None:
    # The half of NNST connects with the quarter at 2,0, and its blank side covers a half-cell of the site at 2,2.
    state = position(hands=[["NNST"], []])
    spoiling = "NNST@2,-1/3"
    assert spoiling in legal(state)
    cells = slow.table(["start@0,0/0"])
    assert cells[(1, 1)].tip == (2, 2)
    state.play(0, GAME.parse_move(spoiling))
    beside = [slow.parse(text)[1:3] for text in legal(position(laid=state.dump()["laid"], hands=[["NSTR"], []]))]
    assert (2, 0) not in beside


@pytest.mark.parametrize(
    ("laid", "last", "sections"),
    [
        (["NNSS@0,2/0"], "TTRR@0,0/0", "RRNN"),
        (["start@0,0/0", "NSNS@2,0/0"], "NNST@1,-2/2", "NNNR"),
        (["start@0,0/0", "NSTR@2,0/0", "NSRT@0,-2/0"], "NTSR@2,-2/0", "RRNR"),
    ],
    ids=["two halves", "a half and two quarters", "four quarters"],
)
def test_wp_3_4_a_pizza_is_complete_when_four_tips_meet(laid: list[str], last: str, sections: str) -> None:
    state = position(laid=laid, hands=[[card_of(last)], ["SSSS"]])
    assert not any(state.lattice.is_complete(point) for point in range(PLACES))
    expected = slow.pizzas(slow.table([*laid, last]))
    assert list(expected.values()) == [sections]
    events = state.play(0, GAME.parse_move(last))
    told = [event.params["sections"] for event in events if event.id == "wicked-pizza.pizza"]
    assert told == [sections]


def test_wp_3_5_a_card_without_room_cannot_be_played() -> None:
    state = position(table=4, laid=["start@-1,-1/0"], hands=[["NSTR", "NNSS"], []], discard=["TTTT"])
    assert legal(state) == ["discard NSTR", "discard NNSS"]


def compare(state: WickedState) -> None:
    """Every placement of every card in hand, and every complete pizza, as the slow version has them."""
    data = state.dump()
    cells = slow.table(data["laid"])
    half = data["table"] // 2
    assert {
        (int(x_of(point)), int(y_of(point))) for point in range(PLACES) if state.lattice.is_complete(point)
    } == slow.pizzas(cells).keys()
    own = dict.fromkeys(hand(state, state.turn)) if data["taken"] is None else {data["taken"]: None}
    owned = [f"bonus-{letter}" for letter, holder in data["bonus"].items() if holder == state.turn]
    owned = owned if data["taken"] is None else []
    open_spots = slow.spots(cells, half)
    expected: set[str] = set()
    for card in [*own, *owned]:
        if card == "wild":
            spots = slow.placements(cells, "wild:N", open_spots)
            expected |= {text.replace("N", letter) for text in spots for letter in "NSTR"}
        elif card not in ("draw2", "top"):
            expected |= slow.placements(cells, card, open_spots)
    assert {text for text in legal(state) if "@" in text} == expected


@pytest.mark.parametrize("table", [40, 12])
def test_placements_and_pizzas_agree_with_the_slow_version_in_whole_games(table: int) -> None:
    tables = 0
    islands = 0
    for seed in range(14 if parlor.build.is_compiled() else 4):
        rng = Rng(seed)
        state = GAME.new(seats=2 + seed % 3, table=table)
        assert isinstance(state, WickedState)
        while state.to_act:
            seat = state.to_act[0]
            if seat != CHANCE and state.dump()["phase"] == "play":
                compare(state)
                tables += 1
            before = slow.table(state.dump()["laid"])
            move = rng.weighted(state.chance()) if seat == CHANCE else one_of(state, rng)
            completed = [event.params["sections"] for event in state.play(seat, move) if event.id.endswith(".pizza")]
            if "@" in str(move):
                card = slow.sections(*slow.parse(str(move)))
                now = {p: s for p, s in slow.pizzas(before | card).items() if not slow.pizza(before, p)}
                waiting = [pizza["sections"] for pizza in state.dump()["pizzas"]]
                assert sorted([*completed, *waiting]) == sorted(now.values())
            if str(move).startswith("remove"):
                islands += 1
    assert tables > (700 if parlor.build.is_compiled() else 100)
    assert islands > 0


def one_of(state: WickedState, rng: Rng) -> Move:
    moves = state.legal_moves(state.to_act[0])
    return moves[rng.below(len(moves))]


def test_placements_agree_with_the_slow_version_on_scattered_tables() -> None:
    # Cards anywhere, touching or not, in any offset, in the middle and at the edges: more islands than any game has.
    names = [*GAME.new(seats=2).dump()["unseen"][:55], "start"]
    for seed in range(800 if parlor.build.is_compiled() else 80):
        rng = Rng(seed)
        right, down, table = ((-6, -6, 16), (6, 6, 40), (-20, -20, 40), (-20, 6, 40))[seed % 4]
        laid: list[str] = []
        cells: slow.Table = {}
        pool = list(names)
        for _ in range(rng.below(24)):
            name = pool.pop(rng.below(len(pool)))
            text = f"{name}@{rng.below(13) + right},{rng.below(13) + down}/{rng.below(4)}"
            card = slow.sections(*slow.parse(text))
            if not card.keys() & cells.keys():
                cells |= card
                laid.append(text)
        in_play = position(
            table=table, laid=laid, hands=[[pool[0] if pool[0] != "start" else pool[1], "wild", "cheese"], []]
        )
        compare(in_play)
