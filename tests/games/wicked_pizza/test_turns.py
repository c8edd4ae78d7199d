"""Setting up, turns, spells and the end of Wicked Pizza (WP 2, 4, 6, 7)."""

from __future__ import annotations

import pytest

from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from tests.games.wicked_pizza.helpers import (
    GAME,
    about_to_complete,
    card_of,
    hand,
    legal,
    nearly,
    play,
    position,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wp_2_1_three_cards_each_one_turned_up_and_the_rest_is_the_pile(seats: int) -> None:
    state = GAME.new(seats=seats)
    rng = Rng(seats)
    assert sum(weight for _, weight in (play(state, "first 1"), state.chance())[1]) == 67
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, rng.weighted(state.chance()))
    data = state.dump()
    assert [len(cards) for cards in data["hands"]] == [3] * seats
    assert len(data["discard"]) == 1
    assert data["pile"] == len(data["unseen"]) == 67 - 3 * seats - 1
    assert data["bonus"] == dict.fromkeys("NSTR", "middle")
    assert state.to_act == (0,)


def test_wp_2_2_the_first_seat_is_drawn_by_lot_or_given_and_play_goes_clockwise() -> None:
    drawn = GAME.new(seats=3)
    assert drawn.to_act == (CHANCE,)
    assert [(str(move), weight) for move, weight in drawn.chance()] == [("first 1", 1), ("first 2", 1), ("first 3", 1)]
    given = GAME.new(seats=3, first=2)
    assert given.dump()["phase"] == "deal"
    assert given.dump()["turn"] == 2
    state = position(seats=3, turn=2, hands=[["NNNN"], ["NSTR"], ["NSNS"]])
    play(state, "NSNS@2,0/0")
    assert state.to_act == (0,)


def test_wp_4_1_a_turn_is_one_card_and_then_drawing_up_to_three() -> None:
    state = position(hands=[["NSTR", "NNNN", "NSNS"], ["SSSS"]], unseen=["TTTT", "RRRR"])
    play(state, "NSTR@2,0/0")
    assert state.to_act == (CHANCE,)
    play(state, "draw RRRR")
    assert hand(state, 0) == ["RRRR", "NNNN", "NSNS"]
    assert state.to_act == (1,)


def test_wp_4_1_with_three_or_more_nobody_draws() -> None:
    state = position(hands=[["NSTR", "NNNN", "NSNS", "SRSR"], ["SSSS"]], unseen=["TTTT"])
    play(state, "NSTR@2,0/0")
    assert state.to_act == (1,)


def test_wp_4_1_a_bonus_card_may_be_played_instead_and_is_gone_for_scoring() -> None:
    state = position(hands=[["NNNN"], ["SSSS"]], bonus={"T": 0}, unseen=["NSNS", "NSTR", "STST"])
    assert any(text.startswith("bonus-T@") for text in legal(state))
    assert not any(text.startswith("bonus-N@") for text in legal(state))
    told = play(state, next(text for text in legal(state) if text.startswith("bonus-T@")))
    assert told == ["lay-bonus"]
    assert state.dump()["bonus"]["T"] == "played"
    assert hand(state, 0) == ["NNNN"]
    assert state.dump()["phase"] == "draw"


def test_wp_4_2_with_nothing_playable_the_hand_is_shown_and_a_card_discarded() -> None:
    state = position(table=4, laid=["start@-1,-1/0"], hands=[["NSTR", "cheese", "draw2"], ["SSSS"]], discard=["TTTT"])
    assert legal(state) == ["discard NSTR", "discard cheese", "discard draw2"]
    assert play(state, "discard cheese") == ["show", "discard"]
    assert state.dump()["discard"] == ["TTTT", "cheese"]
    assert [slot["known"] for slot in state.dump()["hands"][0] if slot] == ["all", "all"]
    assert [slot["card"] for slot in state.view(None).data["hands"][0] if slot] == ["NSTR", "draw2"]


def test_wp_4_2_equal_spells_are_one_choice() -> None:
    state = position(table=4, laid=["start@-1,-1/0"], hands=[["wild", "cheese", "wild"], ["SSSS"]])
    assert legal(state) == ["discard wild", "discard cheese"]


def test_wp_4_2_or_a_bonus_card_is_played() -> None:
    state = position(
        laid=["start@0,0/0"], hands=[["cheese"], ["SSSS"]], bonus={"N": 0, "S": 1}, unseen=["NSTR", "NSNS", "NTNT"]
    )
    assert legal(state)[0] == "discard cheese"
    assert {card_of(text) for text in legal(state)[1:]} == {"bonus-N"}
    play(state, legal(state)[1])
    assert hand(state, 0) == ["cheese"]


def test_wp_4_2_an_empty_hand_passes_and_draws_if_the_pile_has_cards() -> None:
    state = position(hands=[[], ["SSSS"]], unseen=["NSTR"])
    assert legal(state) == ["pass"]
    assert play(state, "pass", "draw NSTR") == ["pass", "draw"]
    assert hand(state, 0) == ["NSTR"]
    with_bonus = position(hands=[[], ["SSSS"]], bonus={"R": 0})
    assert legal(with_bonus)[0] == "pass"
    assert {card_of(text) for text in legal(with_bonus)[1:]} == {"bonus-R"}
    play(with_bonus, "pass")
    assert with_bonus.to_act == (1,)


def test_wp_4_2_nobody_draws_outside_their_turn() -> None:
    state, last = about_to_complete("NNNT", others=[["SSSS", "TTTT"]], unseen=["RRRR", "SRSR", "STST"])
    play(state, last, "seat 2", "discard SSSS", "draw RRRR", "draw SRSR", "draw STST")
    assert state.to_act == (1,)
    assert hand(state, 1) == ["TTTT"]


def test_wp_4_2_the_discard_pile_is_never_reshuffled() -> None:
    state = position(hands=[["NSTR"], ["SSSS"]], discard=["TTTT", "RRRR"])
    play(state, "NSTR@2,0/0")
    assert state.to_act == (1,)
    assert state.dump()["discard"] == ["TTTT", "RRRR"]


def test_wp_6_1_a_spell_is_playable_only_if_its_action_can_be_done() -> None:
    state = position(hands=[["draw2", "top", "wild", "cheese"], ["SSSS"]])
    assert {text.split()[0] for text in legal(state)} == {"discard"}


def test_wp_6_1_a_spell_goes_to_the_discard_pile_when_done() -> None:
    state = position(hands=[["draw2"], ["SSSS"]], discard=["TTTT"], unseen=["RRRR", "SRSR", "STST"])
    play(state, "draw2")
    assert state.dump()["aside"] == ["draw2"]
    assert state.dump()["discard"] == ["TTTT"]
    play(state, "draw RRRR", "draw SRSR")
    assert state.dump()["discard"] == ["TTTT", "draw2"]


def test_wp_6_2_draw_2_draws_two_cards_beyond_the_limit() -> None:
    state = position(hands=[["draw2", "NNNN", "NSNS", "NSTR"], ["SSSS"]], unseen=["RRRR", "SRSR", "STST"])
    play(state, "draw2", "draw RRRR", "draw SRSR")
    assert len(hand(state, 0)) == 5
    assert state.to_act == (1,)


def test_wp_6_2_or_the_one_card_that_is_left() -> None:
    state = position(hands=[["draw2"], ["SSSS"]], unseen=["RRRR"])
    play(state, "draw2", "draw RRRR")
    assert hand(state, 0) == ["RRRR"]
    assert state.to_act == (1,)
    assert state.dump()["discard"] == ["draw2"]


def test_wp_6_2_draw_2_is_not_playable_on_an_empty_pile() -> None:
    assert legal(position(hands=[["draw2"], ["SSSS"]])) == ["discard draw2"]


def test_wp_6_3_the_top_of_the_discard_pile_is_taken_and_played() -> None:
    state = position(hands=[["top", "NNNN"], ["SSSS"]], discard=["TTTT", "NSTR"], bonus={"N": 0})
    assert play(state, "top") == ["top"]
    assert state.dump()["taken"] == "NSTR"
    assert state.to_act == (0,)
    assert {card_of(text) for text in legal(state)} == {"NSTR"}
    play(state, "NSTR@2,0/0")
    assert state.dump()["discard"] == ["TTTT", "top"]
    assert hand(state, 0) == ["NNNN"]
    assert state.dump()["laid"][-1] == "NSTR@2,0/0"


def test_wp_6_3_a_spell_from_the_discard_pile_works_as_from_the_hand() -> None:
    state = position(hands=[["top"], ["SSSS"]], discard=["draw2"], unseen=["RRRR", "SRSR", "STST", "NSTR"])
    play(state, "top", "draw2", "draw RRRR", "draw SRSR")
    # The inner spell lies below the outer one.
    assert state.dump()["discard"] == ["draw2", "top"]
    play(state, "draw STST")
    assert state.to_act == (1,)


def test_wp_6_3_a_nested_play_top_takes_the_next_card_below() -> None:
    state = position(hands=[["top"], ["SSSS"]], discard=["NSTR", "top", "top"])
    play(state, "top", "top", "top")
    assert state.dump()["aside"] == ["top", "top", "top"]
    assert state.dump()["taken"] == "NSTR"
    play(state, "NSTR@2,0/0")
    assert state.dump()["discard"] == ["top", "top", "top"]


@pytest.mark.parametrize(
    ("discard", "playable"),
    [([], False), (["top"], False), (["draw2"], False), (["NSTR", "top"], True), (["cheese", "top"], False)],
)
def test_wp_6_3_play_top_is_playable_only_if_the_whole_chain_is(discard: list[str], playable: bool) -> None:
    state = position(hands=[["top"], ["SSSS"]], discard=discard)
    assert legal(state) == (["top"] if playable else ["discard top"])


def test_wp_6_3_spells_wait_aside_until_abilities_are_finished() -> None:
    laid, last = nearly("SSST")
    state = position(laid=["start@0,0/0", *laid], hands=[["top"], ["RRRR"]], discard=[card_of(last)])
    play(state, "top", last)
    assert state.dump()["phase"] == "spiders"
    play(state, "remove start")
    assert state.dump()["discard"] == ["start", "top"]


def test_wp_6_4_a_wild_half_completes_one_pizza_of_the_chosen_ingredient_and_leaves() -> None:
    state = position(laid=["NNSS@0,2/0"], hands=[["wild"], ["SSSS"]], discard=["RRRR"])
    assert {text[:6] for text in legal(state)} == {"wild:N", "wild:S", "wild:T", "wild:R"}
    assert {text.partition("@")[2] for text in legal(state)} == {"0,0/2", "0,4/0"}
    play(state, "wild:T@0,0/2")
    data = state.dump()
    assert data["tokens"] == [1, 0]
    assert data["laid"] == ["NNSS@0,2/0"]
    assert data["discard"] == ["RRRR", "wild"]
    # The site is open again.
    again = position(laid=data["laid"], hands=[["wild"], ["SSSS"]])
    assert "wild:T@0,0/2" in legal(again)


def test_wp_6_4_room_applies() -> None:
    state = position(table=4, laid=["NNSS@-1,0/0"], hands=[["wild"], ["SSSS"]])
    assert {text.partition("@")[2] for text in legal(state)} == {"-1,-2/2"}
    full = position(table=4, laid=["NNSS@-1,0/0", "RRRR@-2,-2/0"], hands=[["wild"], ["SSSS"]])
    assert legal(full) == ["discard wild"]


def test_wp_6_4_a_wild_half_triggers_like_any() -> None:
    state = position(laid=["NNSS@0,2/0"], hands=[["wild", "NSTR"], ["SSSS", "TTTT"]])
    told = play(state, "wild:N@0,0/2")
    assert told == ["wild", "pizza", "ability.newt", "tokens"]
    assert state.dump()["laid"][-1] == "wild:N@0,0/2"
    told = play(state, "seat 2", "discard TTTT")
    assert told == ["look", "newt-discard", "bonus"]
    assert state.dump()["tokens"] == [2, 0]
    assert state.dump()["discard"] == ["TTTT", "wild"]


def test_wp_6_5_cheese_gives_one_more_token_and_never_an_ability() -> None:
    state = position(laid=["NNSS@0,2/0"], hands=[["cheese"], ["SSSS"]])
    told = play(state, "cheese@0,0/2")
    assert told == ["lay", "pizza", "tokens"]
    assert state.dump()["tokens"] == [2, 0]
    assert state.dump()["bonus"]["N"] == "middle"
    assert state.dump()["discard"] == ["cheese"]
    assert state.dump()["laid"] == ["NNSS@0,2/0"]


def test_wp_7_1_the_last_token_ends_the_game_when_the_turn_is_finished_with_spare_tokens() -> None:
    state, last = about_to_complete("TTTT", others=[["SSSS"]], tokens=[9, 10], unseen=["RRRR"])
    play(state, last)
    assert state.dump()["token_pile"] == 0
    assert state.outcome is None
    told = play(state, "seat 2", "slot 1")
    assert told == ["toads", "steal", "bonus", "over"]
    assert state.to_act == ()
    assert state.dump()["tokens"] == [11, 10]
    assert state.outcome is not None
    assert state.outcome.scores == (14, 10)
    assert state.outcome.reason.id == "wicked-pizza.outcome.tokens-points"


def test_wp_7_1_the_game_ends_when_the_pile_and_all_hands_are_empty() -> None:
    state = position(hands=[["NSTR"], []], tokens=[1, 2])
    told = play(state, "NSTR@2,0/0")
    assert told == ["lay", "over"]
    assert state.outcome is not None
    assert state.outcome.winners == (1,)
    assert state.outcome.reason.id == "wicked-pizza.outcome.cards-points"
    still = position(hands=[["NSTR"], ["NNNN"]])
    play(still, "NSTR@2,0/0")
    assert still.outcome is None


@pytest.mark.parametrize(
    ("tokens", "bonus", "winners", "scores", "how"),
    [
        ([4, 2, 0], {"N": 1}, [1], (4, 5, 0), "points"),
        ([5, 2, 1], {"N": 1}, [1], (5, 5, 1), "bonus"),
        ([4, 4, 1], {}, [0, 1], (4, 4, 1), "shared"),
        ([7, 1, 4], {"N": 1, "T": 1, "R": 2}, [1], (7, 7, 7), "bonus"),
        ([4, 4, 4], {}, [0, 1, 2], (4, 4, 4), "shared"),
    ],
)
def test_wp_7_2_tokens_and_three_for_each_bonus_card_then_most_bonus_cards_then_shared(
    tokens: list[int], bonus: dict[str, int], winners: list[int], scores: tuple[int, ...], how: str
) -> None:
    state = position(phase="over", hands=[[], [], []], tokens=tokens, bonus=bonus)
    assert state.outcome is not None
    assert state.outcome.winners == tuple(winners)
    assert state.outcome.scores == scores
    assert sum(state.outcome.shares) == pytest.approx(1)
    assert state.outcome.reason.id == f"wicked-pizza.outcome.cards-{how}"


def test_wp_7_2_a_played_bonus_card_counts_nothing() -> None:
    state = position(laid=["start@0,0/0", "bonus-N@2,2/0"], phase="over", tokens=[1, 0], bonus={"N": "played"})
    assert state.outcome is not None
    assert state.outcome.scores == (1, 0)
