"""What a completed pizza does in Wicked Pizza (WP 5)."""

from __future__ import annotations

import pytest

from parlor.core.seats import CHANCE
from tests.games.wicked_pizza.helpers import about_to_complete, card_of, hand, legal, lying, nearly, play, position


def test_wp_5_1_a_pizza_gives_one_token_and_two_if_it_is_of_one_ingredient() -> None:
    mixed, last = about_to_complete("NSTR", others=[["SSSS"]])
    play(mixed, last)
    assert mixed.dump()["tokens"] == [1, 0]
    assert mixed.dump()["token_pile"] == 19
    same, last = about_to_complete("NNNN", others=[["SSSS"]])
    play(same, last)
    assert same.dump()["tokens"] == [2, 0]


def two_at_once(left: str, right: str) -> tuple[list[str], str]:
    """Cards around 6,6 and 8,6, and the placement between them that completes both pizzas."""
    cards: list[str] = []
    wanted = (
        ({2: left[0]}, 4, 4),
        ({3: left[1], 2: right[0]}, 6, 4),
        ({3: right[1]}, 8, 4),
        ({1: left[3]}, 4, 6),
        ({0: right[2]}, 8, 6),
        ({0: left[2], 1: right[3]}, 6, 6),
    )
    for cells, x, y in wanted:
        cards.append(lying(cells, x, y, cards))
    return cards[:5], cards[5]


def test_wp_5_2_several_pizzas_are_finished_one_by_one_in_the_order_that_the_player_picks() -> None:
    laid, last = two_at_once("TTTR", "NNSN")
    state = position(laid=["start@0,0/0", *laid], hands=[[card_of(last)], ["SSSS", "TTTT"]])
    assert play(state, last) == ["lay"]
    assert legal(state) == ["pizza 6,6", "pizza 8,6"]
    assert state.dump()["tokens"] == [0, 0]
    # Eye of Newt first, to the end, then Toads.
    assert play(state, "pizza 8,6") == ["order", "pizza", "ability.newt", "tokens"]
    assert state.dump()["tokens"] == [1, 0]
    told = play(state, "seat 2", "discard SSSS")
    assert told == ["look", "newt-discard", "pizza", "ability.toads", "tokens"]
    play(state, "seat 2", "slot 2")
    assert hand(state, 0) == ["TTTT"]
    assert state.dump()["tokens"] == [2, 0]
    assert state.to_act == (1,)


def test_wp_5_2_the_list_is_fixed_when_the_card_is_laid() -> None:
    laid, last = two_at_once("SSSR", "NTSR")
    state = position(laid=["start@0,0/0", *laid], hands=[[card_of(last)], ["RRRR"]])
    play(state, last, "pizza 6,6", f"remove {card_of(laid[4])}")
    # The second pizza has lost a section, and is scored all the same.
    assert state.dump()["tokens"] == [2, 0]
    assert state.to_act == (1,)


@pytest.mark.parametrize("letters", ["NNNS", "SNNN", "NNNN"])
def test_wp_5_3_eye_of_newt_looks_at_a_hand_and_discards_one_card_of_it(letters: str) -> None:
    state, last = about_to_complete(letters, others=[["SSSS"], [], ["TTTT", "wild", "wild"]])
    play(state, last)
    assert legal(state) == ["seat 2", "seat 4"]
    play(state, "seat 4")
    assert legal(state) == ["discard TTTT", "discard wild"]
    play(state, "discard wild")
    assert hand(state, 3) == ["TTTT", "wild"]
    assert state.dump()["discard"] == ["wild"]


def test_wp_5_3_eye_of_newt_and_toads_do_nothing_without_a_hand() -> None:
    newt, last = about_to_complete("NNNT", others=[[], []], unseen=["RRRR", "SSSS", "TTTT"])
    assert play(newt, last) == ["lay", "pizza", "ability.newt", "nothing.newt", "tokens"]
    assert newt.to_act == (CHANCE,)
    toads, last = about_to_complete("TTTN", others=[[], []], unseen=["RRRR", "SSSS", "TTTT"])
    assert play(toads, last) == ["lay", "pizza", "ability.toads", "nothing.toads", "tokens"]


def test_wp_5_3_spiders_take_any_card_but_the_one_just_played() -> None:
    state, last = about_to_complete("SSSN", others=[["RRRR"]])
    laid = [card_of(text) for text in state.dump()["laid"]]
    play(state, last)
    assert legal(state) == [f"remove {card}" for card in laid]
    assert "remove start" in legal(state)
    play(state, "remove start")
    assert state.dump()["discard"] == ["start"]
    assert not any(text.startswith("start") for text in state.dump()["laid"])


def test_wp_5_3_spiders_may_take_a_bonus_card_which_is_never_claimed_again() -> None:
    laid, last = nearly("SSSS")
    state = position(
        laid=["start@0,0/0", "bonus-S@0,2/0", *laid], hands=[[card_of(last), "top"], ["RRRR"]], bonus={"S": "played"}
    )
    told = play(state, last, "remove bonus-S")
    assert "bonus" not in told
    assert state.dump()["bonus"]["S"] == "played"
    assert state.dump()["discard"] == ["bonus-S"]
    # Play Top lays it like a pizza card; nobody owns it after that.
    play(state, "RRRR@2,-1/1" if "RRRR@2,-1/1" in legal(state) else legal(state)[0])
    play(state, "top")
    assert {card_of(text) for text in legal(state)} == {"bonus-S"}
    play(state, legal(state)[0])
    assert state.dump()["bonus"]["S"] == "played"


def test_wp_5_3_spiders_do_nothing_if_nothing_else_lies_on_the_table() -> None:
    data = position(laid=["SSSS@0,0/0"], hands=[["wild"], ["RRRR"]]).dump()
    assert data["laid"] == ["SSSS@0,0/0"]
    state = position(laid=["SSSS@0,0/0"], hands=[["wild"], ["RRRR"]])
    play(state, "wild:S@0,-2/2")
    # The Wild Half is the card just played, so only the other one can go; the site goes with it.
    assert legal(state) == ["remove SSSS"]
    play(state, "remove SSSS")
    assert state.dump()["laid"] == []
    assert state.dump()["discard"] == ["SSSS", "wild"]


def test_wp_5_3_spiders_of_two_pizzas_can_run_out_of_cards() -> None:
    # The second pizza of a card finds the table swept empty by hand: only the card just played is left.
    pizzas = [{"at": [6, 6], "sections": "SSSN"}, {"at": [8, 6], "sections": "SSST"}]
    state = position(phase="pizza", laid=["NSTR@0,0/0", "NSNS@6,6/0"], just="NSNS", pizzas=pizzas, hands=[[], ["RRRR"]])
    play(state, "pizza 6,6", "remove NSTR")
    assert state.dump()["tokens"] == [2, 0]
    assert state.to_act == (1,)


def test_wp_5_3_toads_take_a_random_card_slot_by_slot() -> None:
    state, last = about_to_complete("TTTR", others=[["SSSS", "wild", "wild"], ["RRRR"]])
    play(state, last)
    assert legal(state) == ["seat 2", "seat 3"]
    play(state, "seat 2")
    assert state.to_act == (CHANCE,)
    assert [(str(move), weight) for move, weight in state.chance()] == [("slot 1", 1), ("slot 2", 1), ("slot 3", 1)]
    play(state, "slot 2")
    assert hand(state, 0) == ["wild"]
    assert hand(state, 1) == ["SSSS", "wild"]


def test_wp_5_3_rat_tails_take_the_token_from_an_opponent() -> None:
    state, last = about_to_complete("RRRN", others=[["SSSS"], [], []], tokens=[1, 3, 0, 2])
    play(state, last)
    assert state.dump()["token_pile"] == 14
    assert legal(state) == ["seat 2", "seat 4"]
    assert play(state, "seat 4") == ["rob"]
    assert state.dump()["tokens"] == [2, 3, 0, 1]
    assert state.dump()["token_pile"] == 14


def test_wp_5_3_four_rat_tails_take_one_from_an_opponent_and_one_from_the_pile() -> None:
    state, last = about_to_complete("RRRR", others=[["SSSS"], []], tokens=[0, 3, 1])
    play(state, last, "seat 3")
    assert state.dump()["tokens"] == [2, 3, 0]
    assert state.dump()["token_pile"] == 15
    assert state.dump()["bonus"]["R"] == 0


@pytest.mark.parametrize(("letters", "tokens"), [("RRRN", 1), ("RRRR", 2)])
def test_wp_5_3_rat_tails_take_all_from_the_pile_if_no_opponent_has_a_token(letters: str, tokens: int) -> None:
    state, last = about_to_complete(letters, others=[["SSSS"], []], tokens=[4, 0, 0])
    told = play(state, last)
    assert told[:5] == ["lay", "pizza", "ability.rats", "nothing.rats", "tokens"]
    assert state.dump()["tokens"] == [4 + tokens, 0, 0]
    assert state.dump()["token_pile"] == 16 - tokens


def test_wp_5_4_a_pizza_of_one_ingredient_takes_its_bonus_card_from_the_middle_or_a_seat() -> None:
    state, last = about_to_complete("TTTT", others=[[], []])
    assert "bonus" in play(state, last)
    assert state.dump()["bonus"]["T"] == 0
    state, last = about_to_complete("TTTT", others=[[], ["SSSS"]], bonus={"T": 1})
    assert play(state, last, "seat 3", "slot 1")[-1] == "bonus-from"
    assert state.dump()["bonus"]["T"] == 0
    state, last = about_to_complete("TTTT", others=[[], []], bonus={"T": 0})
    assert "bonus" not in play(state, last)
    assert state.dump()["bonus"]["T"] == 0


def test_wp_5_4_not_if_the_bonus_card_has_been_played() -> None:
    laid, last = nearly("TTTT")
    state = position(laid=["start@0,0/0", "bonus-T@0,2/0", *laid], hands=[[card_of(last)], []], bonus={"T": "played"})
    assert "bonus" not in play(state, last)
    assert state.dump()["bonus"]["T"] == "played"


def test_wp_5_4_a_bonus_card_does_not_claim_itself() -> None:
    state = position(laid=["TTTT@0,0/0"], hands=[["SSSS"], []], bonus={"T": 0})
    told = play(state, "bonus-T@0,-2/2")
    assert told == ["lay-bonus", "pizza", "ability.toads", "nothing.toads", "tokens"]
    assert state.dump()["bonus"]["T"] == "played"
    assert state.dump()["tokens"] == [2, 0]


def test_wp_5_5_a_site_opened_again_may_be_completed_and_scored_again() -> None:
    state, last = about_to_complete("SSSN", others=[["top"]])
    laid = card_of(state.dump()["laid"][1])
    site = state.dump()["laid"][1]
    play(state, last, f"remove {laid}")
    assert state.dump()["tokens"] == [1, 0]
    play(state, "top", site)
    assert state.dump()["tokens"] == [1, 1]


def test_wp_5_5_islands_may_be_built_on() -> None:
    state = position(laid=["NSTR@-8,-8/0", "NSNS@8,8/0"], hands=[["NTNT"], []])
    places = [tuple(map(int, text.split("@")[1][:-2].split(","))) for text in legal(state)]
    assert {x < 0 for x, _ in places} == {True, False}


def test_wp_5_5_on_an_empty_table_the_next_card_may_lie_anywhere() -> None:
    state = position(table=6, laid=[], hands=[["NSNS"], []])
    assert len(legal(state)) == 5 * 5 * 2
