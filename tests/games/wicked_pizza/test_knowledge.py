"""What seats know of Wicked Pizza (WP 8): views, events and samples."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import seen_by
from tests.games.wicked_pizza.helpers import GAME, about_to_complete, hand, play, position


def seen(state: State, viewer: int | None, seat: int) -> list[str | None]:
    return [slot["card"] for slot in state.view(viewer).data["hands"][seat] if slot is not None]


def test_wp_8_hands_are_secret() -> None:
    state = position(hands=[["NSTR", "wild"], ["SSSS"]], unseen=["RRRR"])
    assert seen(state, 0, 0) == ["NSTR", "wild"]
    assert seen(state, 0, 1) == [None]
    assert seen(state, 1, 0) == [None, None]
    assert seen(state, None, 0) == [None, None]
    assert state.view(1).data["unseen"] == ["NSTR", "RRRR", "wild"]
    assert state.view(ALL).data == state.dump()


def test_wp_8_what_eye_of_newt_showed_stays_known_card_by_card() -> None:
    state, last = about_to_complete(
        "NNNS", others=[["SSSS", "NSTR", "wild"], ["RRRR"]], unseen=["TTTT", "TTRR", "SRSR"]
    )
    play(state, last, "seat 2", "discard SSSS", "draw TTRR")
    assert seen(state, 0, 1) == ["NSTR", "wild"]
    assert seen(state, 2, 1) == [None, None]
    assert seen(state, None, 1) == [None, None]
    play(state, "draw TTTT", "draw SRSR", "NSTR@2,0/0")
    # The drawn card takes a new slot, and nobody else knows it.
    assert seen(state, 0, 1) == ["wild"]
    assert state.view(2).data["hands"][1] == [None, None, {"card": None, "known": [0, 1]}]


def test_wp_8_what_toads_took_is_known_to_taker_and_victim() -> None:
    state, last = about_to_complete("TTTS", others=[["SSSS", "NNNN"], ["RRRR"]])
    play(state, last, "seat 2", "slot 2")
    assert hand(state, 0) == ["NNNN"]
    assert seen(state, 1, 0) == ["NNNN"]
    assert seen(state, 2, 0) == [None]
    assert seen(state, None, 0) == [None]


def test_wp_8_who_knew_a_stolen_card_still_knows_it() -> None:
    known = {"card": "NNNN", "known": [1, 2]}
    state, last = about_to_complete("TTTS", others=[["SSSS", known], ["RRRR"]])
    play(state, last, "seat 2")
    events = state.play(CHANCE, GAME.parse_move("slot 2"))
    assert seen(state, 2, 0) == ["NNNN"]
    assert [event.id for event in seen_by(events, 2)] == ["wicked-pizza.steal"]
    assert [event.id for event in seen_by(events, None)] == ["wicked-pizza.steal-hidden"]


def test_wp_8_hands_keep_their_slots() -> None:
    state = position(hands=[["NSTR", "NNNN", "NSNS"], ["SSSS"]], unseen=["RRRR"])
    play(state, "NNNN@2,-1/1")
    assert state.dump()["hands"][0] == [{"card": "NSTR", "known": [0]}, None, {"card": "NSNS", "known": [0]}]
    # The card drawn takes the free slot.
    play(state, "draw RRRR")
    assert hand(state, 0) == ["NSTR", "RRRR", "NSNS"]


def test_wp_8_events_tell_no_more_than_views() -> None:
    state, last = about_to_complete("NNNS", others=[["SSSS", "NSTR"], ["RRRR"]], unseen=["TTTT"])
    play(state, last)
    looked = state.play(0, GAME.parse_move("seat 2"))
    assert seen_by(looked, 0)[0].params["hand"] == ["SSSS", "NSTR"]
    assert seen_by(looked, 1)[0].params["hand"] == ["SSSS", "NSTR"]
    for viewer in (2, None):
        assert seen_by(looked, viewer)[0].dump() == {"id": "wicked-pizza.look-hidden", "seat": 0, "victim": 1}
    play(state, "discard SSSS")
    drawn = state.play(CHANCE, GAME.parse_move("draw TTTT"))
    assert seen_by(drawn, 0)[0].params["card"] == "TTTT"
    assert seen_by(drawn, 1)[0].dump() == {"id": "wicked-pizza.draw-hidden", "seat": 0}


def test_wp_8_the_first_of_equal_spells_is_played_so_a_known_one_stays_known() -> None:
    known: dict[str, Any] = {"card": "draw2", "known": [0, 1]}
    state = position(hands=[["draw2", "NNNN", known], ["SSSS"]], unseen=["RRRR", "TTTT", "SRSR"])
    play(state, "draw2")
    assert seen(state, 1, 0) == [None, "draw2"]


def games(seats: int, number: int) -> list[tuple[State, Rng]]:
    return [(GAME.new(seats=seats), Rng(seed)) for seed in range(number)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_samples_give_every_viewer_the_same_view_and_the_same_moves(seats: int) -> None:
    for state, rng in games(seats, 3):
        for step, (seat, _) in enumerate(plays(state, at_random(rng), rng)):
            if step % 7 == 0:
                for viewer in [None, *range(seats)]:
                    view = state.view(viewer)
                    drawn = GAME.sample(view, rng)
                    assert drawn.view(viewer) == view
                    assert GAME.load_view(view.dump()) == view
                if seat != CHANCE:
                    assert list(state.view(seat).legal_moves) == list(state.legal_moves(seat))


def test_samples_deal_unseen_cards_each_way_alike() -> None:
    state = position(hands=[["NSTR"], ["SSSS", {"card": "wild", "known": [0, 1]}]], unseen=["RRRR", "TTTT"])
    view = state.view(0)
    rng = Rng(5)
    found = Counter(hand(GAME.sample(view, rng), 1)[0] for _ in range(3000))  # type: ignore[arg-type]
    assert set(found) == {"SSSS", "RRRR", "TTTT"}
    assert all(900 < number < 1100 for number in found.values())
    assert all(hand(GAME.sample(view, rng), 1)[1] == "wild" for _ in range(20))  # type: ignore[arg-type]


def test_a_view_does_not_change_when_what_it_hides_does() -> None:
    one = position(hands=[["NSTR"], ["SSSS"]], unseen=["RRRR"])
    other = position(hands=[["NSTR"], ["RRRR"]], unseen=["SSSS"])
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
