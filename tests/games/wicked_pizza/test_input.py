"""What comes into Wicked Pizza from outside: texts, illegal moves, positions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.core.chance import Rng
from parlor.core.errors import BadMove, BadOption, BadPosition, IllegalMove
from parlor.core.seats import CHANCE
from parlor.core.words import LANGUAGES, Message, say
from parlor.games.wicked_pizza.rules.phases import PHASES
from parlor.games.wicked_pizza.rules.state import WickedState
from tests.games.wicked_pizza.helpers import GAME, about_to_complete, legal, play, position


def refused(state: WickedState, seat: int, text: str, match: str) -> None:
    before = state.dump()
    with pytest.raises(IllegalMove, match=match) as error:
        state.play(seat, GAME.parse_move(text))
    assert state.dump() == before
    for language in LANGUAGES:
        assert not say(error.value.message, language).startswith("wicked-pizza.")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("NSTR@1,1/0", "overlaps start"),
        ("NSTR@9,9/0", "touches no card"),
        ("NSTR@2,1/0", "connects no crusts, but NSTR can elsewhere"),
        ("NSTR@19,0/0", "leaves the table: a card’s corner lies between -20 and 18"),
        ("NSTR@0,-20/0", "touches no card"),
        ("NNNN@2,0/0", "You do not hold NNNN. Your hand: NSTR, cheese, draw2, top, wild"),
        ("bonus-N@2,0/0", "Nobody owns bonus-N yet"),
        ("bonus-S@2,0/0", "bonus-S lies in front of seat 2"),
        ("bonus-T@2,0/0", "bonus-T has been played already"),
        ("cheese@2,0/0", "cheese can do nothing: no pizza lacks just a half"),
        ("wild:N@2,0/0", "wild can do nothing"),
        ("draw2", "the draw pile is empty"),
        ("top", "the discard pile is empty"),
        ("discard NSTR", "cannot discard NSTR while a card of your hand can be played"),
        ("pass", "You cannot pass"),
        ("seat 2", "it is the moment to play a card"),
        ("pizza 0,0", "it is the moment to play a card"),
        ("draw NSTR", "it is the moment to play a card"),
    ],
)
def test_a_play_that_the_rules_do_not_allow_is_refused_with_the_reason(text: str, match: str) -> None:
    state = position(
        laid=["start@0,0/0", "bonus-T@0,2/0"],
        hands=[["NSTR", "cheese", "draw2", "top", "wild"], ["SSSS"]],
        bonus={"S": 1, "T": "played"},
    )
    refused(state, 0, text, match)


def test_a_choice_out_of_turn_is_refused() -> None:
    state = position(hands=[["NSTR"], ["SSSS"]])
    refused(state, 1, "SSSS@2,0/0", "Seat 2 cannot play “SSSS@2,0/0” now: it is the turn of seat 1")
    over = position(phase="over", hands=[[], []])
    refused(over, 0, "pass", "the game is over")


def test_a_half_spell_that_completes_nothing_is_refused() -> None:
    state = position(laid=["NNSS@0,2/0"], hands=[["cheese"], ["SSSS"]])
    refused(state, 0, "cheese@0,4/2", "completes no pizza. This spell must, as in “cheese@0,")


def test_play_top_on_a_card_that_cannot_be_played_is_refused() -> None:
    state = position(hands=[["top", "NSTR"], ["SSSS"]], discard=["cheese"])
    refused(state, 0, "top", "cheese on top of it cannot be played now")


def test_the_taken_card_must_be_played() -> None:
    state = position(hands=[["top", "NSTR"], ["SSSS"]], discard=["NSNS"])
    play(state, "top")
    refused(state, 0, "NSTR@2,0/0", "first play NSNS")


def test_a_card_without_room_is_refused() -> None:
    state = position(table=4, laid=["start@-1,-1/0"], hands=[["NSTR"], []])
    refused(state, 0, "NSTR@-2,-2/0", "no room for NSTR anywhere")


@pytest.mark.parametrize(
    ("letters", "text", "match"),
    [
        ("NNNS", "seat 1", "Choose an opponent, not yourself: seat 2"),
        ("NNNS", "seat 3", "Seat 3 has no hand"),
        ("NNNS", "discard SSSS", "Eye of Newt asks whose hand"),
        ("RRRN", "seat 3", "Seat 3 has no token"),
        ("TTTS", "pass", "Toads ask from whom"),
        ("SSST", "remove TTTT", "TTTT does not lie on the table"),
        ("SSST", "seat 2", "Spiders ask which card"),
    ],
)
def test_a_follow_up_that_is_no_choice_is_refused(letters: str, text: str, match: str) -> None:
    state, last = about_to_complete(letters, others=[["SSSS"], []], tokens=[0, 1, 0])
    play(state, last)
    refused(state, 0, text, match)


def test_the_card_just_played_and_cards_of_other_hands_are_refused() -> None:
    state, last = about_to_complete("SSST", others=[["RRRR"]])
    play(state, last)
    refused(state, 0, f"remove {last.split('@')[0]}", "was just played, so Spiders leave it")
    state, last = about_to_complete("NNNS", others=[["RRRR"]])
    play(state, last, "seat 2")
    refused(state, 0, "discard TTTT", "“discard TTTT” is not among the choices: discard RRRR")


@pytest.mark.parametrize(
    "text", ["", "NNST", "NNST@1/0", "NNST@1,2/4", "XXXX@0,0/0", "wild@0,0/0", "draw2@0,0/0", "seat 0"]
)
def test_a_text_that_is_no_move_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadMove, match="Moves look like: NNST@2,0/1"):
        GAME.parse_move(text)


def test_coordinates_beyond_any_table_are_refused() -> None:
    with pytest.raises(BadMove, match="99,0 lies off the largest table: coordinates go from -20 to 20"):
        GAME.parse_move("NNST@99,0/0")


def test_moves_are_written_and_read_alike_and_symmetric_turns_are_one() -> None:
    for text in ("NNST@-3,4/3", "wild:R@0,0/2", "cheese@1,1/0", "bonus-T@5,5/1", "draw2", "top", "pass", "seat 4"):
        assert str(GAME.parse_move(text)) == text
    for text in ("discard wild", "remove start", "draw NNNN", "slot 3", "first 2", "pizza -1,2", "N.NST@0,0/1"):
        assert str(GAME.parse_move(text)) == text
    assert GAME.parse_move(" NSNS@0,0/3 ") == GAME.parse_move("NSNS@0,0/1")


def test_moves_are_chosen_in_parts() -> None:
    state = position(laid=["start@0,0/0", "NNSS@0,2/0"], hands=[["NSTR", "wild", "draw2"], ["SSSS"]], unseen=["RRRR"])
    moves = state.legal_moves(0)
    assert moves.parts() == ["draw2", "NSTR", "wild:N", "wild:S", "wild:T", "wild:R"]
    assert moves.parts(["draw2"]) == []
    assert moves.parts(["NSTR"]) == ["/0", "/1", "/2", "/3"]
    for spot in moves.parts(["NSTR", "/1"]):
        move = moves.whole(["NSTR", "/1", spot])
        assert str(move) == f"NSTR{spot}/1"
        assert move in moves
    assert moves.parts(["NSTR", "/1", "@2,0"]) == []
    assert str(moves.whole(["draw2"])) == "draw2"
    for picked in (["NSTR"], ["NSTR", "/1", "@9,9"], ["SSSS", "/0", "@2,0"], []):
        with pytest.raises(IllegalMove, match="do not make a whole legal move"):
            moves.whole(picked)


def test_lists_of_moves_are_consistent() -> None:
    state = position(laid=["start@0,0/0", "NNSS@0,2/0"], hands=[["NSTR", "wild", "draw2"], ["SSSS"]], unseen=["RRRR"])
    moves = state.legal_moves(0)
    listed = list(moves)
    assert len(listed) == len(moves) == len(set(map(str, listed)))
    assert [moves[index] for index in range(len(moves))] == listed
    assert all(move in moves for move in listed)
    for index in (-1, len(moves)):
        with pytest.raises(IndexError):
            moves[index]
    assert GAME.parse_move("NSTR@9,9/0") not in moves


GOOD: dict[str, Any] = position(hands=[["NSTR", "wild"], ["SSSS"]], unseen=["RRRR"], discard=["TTTT"]).dump()


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"colour": 1}, "no such field: colour"),
        ({"phase": "supper"}, "phase"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"laid": ["start@0,0/0", "NNST@1,1/0"]}, "“NNST@1,1/0” has no room"),
        ({"laid": ["NNST@19,0/0"]}, "has no room"),
        ({"laid": ["draw2"]}, "not a card on the table"),
        ({"laid": ["NNST@99,0/0"]}, "not a card on the table"),
        ({"laid": ["wild:N@0,0/0"]}, "cannot stay on the table"),
        ({"laid": ["NSTR@0,0/0"]}, "NSTR is there 2 times, but the box has 1"),
        ({"discard": ["N.NST"]}, "N.NST is there 1 times, but the box has 0"),
        ({"discard": ["wild", "wild", "wild"]}, "wild is there 4 times"),
        ({"discard": "TTTT"}, "discard"),
        ({"hands": [[]]}, "hands"),
        ({"hands": [[{"card": None}], []]}, "card"),
        ({"hands": [[{"card": "start"}], []]}, "card"),
        ({"hands": [[{"card": "NSTR", "known": [1]}], []]}, "cannot be known to"),
        ({"hands": [["NSTR"], []]}, "plain data"),
        ({"pile": 7}, "pile"),
        ({"tokens": [1]}, "tokens"),
        ({"tokens": [-1, 0]}, "tokens"),
        ({"token_pile": 3}, "token_pile"),
        ({"tokens": [10, 10], "token_pile": 0}, "All tokens are taken"),
        ({"bonus": {"N": "played"}}, "bonus-N is “played” exactly if"),
        ({"bonus": {"X": 0}}, "bonus"),
        ({"bonus": {"N": 5}}, "N"),
        ({"aside": ["NSTR"]}, "aside"),
        ({"taken": "NSNS"}, "NSNS can be taken only by"),
        ({"phase": "over"}, "cannot be over"),
        ({"phase": "newt"}, "do not fit together"),
        ({"phase": "pizza"}, "do not fit together"),
        ({"pizza": {"at": [0], "sections": "NNNN"}}, "is not a pizza"),
        ({"pizzas": [{"at": [0, 0], "sections": "NNNX"}]}, "is not a pizza"),
        ({"victim": 1}, "victim"),
        ({"phase": "look", "victim": 0}, "victim"),
        ({"phase": "first"}, "Before the first turn"),
        ({"draws": 2}, "draws"),
        ({"phase": "draw", "unseen": [], "pile": 0}, "empty pile"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], match: str) -> None:
    with pytest.raises(BadPosition, match=match):
        GAME.load(GOOD | change)


@pytest.mark.parametrize(
    ("options", "match"), [({"table": 7}, "table"), ({"table": 42}, "table"), ({"first": 3}, "first")]
)
def test_options_are_checked(options: dict[str, Any], match: str) -> None:
    with pytest.raises(BadOption, match=match):
        GAME.new(seats=3, **options)


def test_every_phase_has_its_question_and_refusal() -> None:
    for phase in PHASES[4:11]:
        if phase != "steal":
            for language in LANGUAGES:
                for kind in ("prompt", "no"):
                    said = say(Message(f"wicked-pizza.{kind}.{phase}", example="seat 2", move="pass"), language)
                    assert "seat 2" in said, (kind, phase)


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 120))
@settings(max_examples=25, deadline=None)
def test_any_position_is_loaded_back_and_told_in_every_language(seed: int, seats: int, steps: int) -> None:
    rng = Rng(seed)
    state = GAME.new(seats=seats, table=20)
    for _ in range(steps):
        if not state.to_act:
            break
        seat = state.to_act[0]
        moves = state.legal_moves(seat)
        move = rng.weighted(state.chance()) if seat == CHANCE else moves[rng.below(len(moves))]
        copy = state.copy()
        before = state.dump()
        events = copy.play(seat, move)
        assert state.dump() == before
        state.apply(seat, move)
        assert copy.dump() == state.dump() == GAME.load(state.dump()).dump()
        for event in events:
            for language in LANGUAGES:
                assert "wicked-pizza." not in say(event, language)
                assert "{" not in say(event, language)
        if state.to_act and state.to_act[0] >= 0:
            assert "wicked-pizza." not in say(GAME.prompt(state.view(state.to_act[0])))
            assert legal(state)
