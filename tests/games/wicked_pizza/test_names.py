"""What people read of cards and pizzas: their toppings in words, and beside which card one is laid."""

from __future__ import annotations

import pytest

from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.words import LANGUAGES, Message, say
from parlor.games.wicked_pizza.box import FACES, INGREDIENTS, NAMES
from parlor.games.wicked_pizza.telling.names import card_name, pizza_name
from parlor.server.drawing import label
from tests.games.wicked_pizza.helpers import GAME, about_to_complete, position


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        (
            "NSTR",
            "“eye + spider + toad + tail”",
            "«\N{NO-BREAK SPACE}œil + araignée + crapaud + queue\N{NO-BREAK SPACE}»",
        ),
        ("NNST", "“eye half + spider + toad”", "«\N{NO-BREAK SPACE}moitié œil + araignée + crapaud\N{NO-BREAK SPACE}»"),
        ("SSSS", "“2 spider halves”", "«\N{NO-BREAK SPACE}2 moitiés araignée\N{NO-BREAK SPACE}»"),
        ("T.T.T.T", "“4 toads”", "«\N{NO-BREAK SPACE}4 crapauds\N{NO-BREAK SPACE}»"),
        ("start", "the Start card", "la carte Départ"),
        ("cheese", "“Cheese Pizza +1”", "«\N{NO-BREAK SPACE}Fromage +1\N{NO-BREAK SPACE}»"),
        (
            "wild:R",
            "“Wild Half Pizza” as Rat Tails",
            "«\N{NO-BREAK SPACE}Moitié joker\N{NO-BREAK SPACE}» en Queues de rat",
        ),
        ("top", "“Play Top of Discard Pile”", "«\N{NO-BREAK SPACE}Dessus de la défausse\N{NO-BREAK SPACE}»"),
        ("bonus-N", "the Eye of Newt Bonus card", "la carte Bonus Œil de triton"),
    ],
)
def test_cards_are_called_by_their_toppings(card: str, english: str, french: str) -> None:
    assert card_name(card, "en") == english
    assert card_name(card, "fr") == french


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("NNST", "“eye half + spider + toad”"),
        ("wild:R", "“Wild Half Pizza” as Rat Tails"),
        ("bonus-N", "the Eye of Newt Bonus card"),
        ("discard NNST", "Discard “eye half + spider + toad”"),
        ("remove start", "Sweep the Start card off the table"),
        ("/2", "Turn it upside down"),
        ("NNST@0,2/0", "Lay “eye half + spider + toad” below the Start card"),
        ("NNST@0,2/2", "Lay “eye half + spider + toad” below the Start card, upside down"),
        ("wild:R@2,1/0", "Cast “Wild Half Pizza” as Rat Tails to the right of the Start card"),
    ],
)
def test_cards_in_a_move_are_called_by_their_toppings(part: str, words: str) -> None:
    assert label(GAME.new().view(0), part, "en") == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_are_called_alike_unless_they_are_mirrored(language: str) -> None:
    called: dict[str, set[str]] = {}
    for name, (ring, halves) in zip(NAMES, FACES, strict=False):
        turns = {str((ring[turn:] + ring[:turn], (halves >> turn | halves << 4 - turn) & 15)) for turn in range(4)}
        called.setdefault(card_name(name, language), set()).add(min(turns))
    assert all(len(faces) == 1 for faces in called.values())


def test_pizzas_are_called_by_what_there_is_most_of() -> None:
    assert pizza_name("SNNN", "en") == "3 eyes + spider"
    assert pizza_name("CCTR", "fr") == "2 fromages + crapaud + queue"


@pytest.mark.parametrize(
    ("spot", "where"),
    [("2,0", "to the right of"), ("-2,0", "to the left of"), ("0,2", "below"), ("0,-2", "above")],
)
def test_a_card_is_laid_beside_another(spot: str, where: str) -> None:
    state = position(hands=[["NSTR"], []])
    (event, *_) = state.play(0, GAME.parse_move(f"NSTR@{spot}/0"))
    assert say(event) == f"Seat 1 lays “eye + spider + toad + tail” {where} the Start card."


def test_rather_beside_a_card_in_line_than_a_shifted_one() -> None:
    laid = ["start@0,0/0", "NSNS@2,0/0", "TTRR@1,4/0"]
    state = position(laid=laid, hands=[["NNST"], []])
    (event, *_) = state.play(0, GAME.parse_move("NNST@2,2/0"))
    assert (event.params["side"], event.params["beside"]) == ("below", "NSNS")


def test_the_log_of_whole_games_holds_no_letters_and_no_coordinates() -> None:
    rng = Rng(3)
    state = GAME.new(seats=3)
    for seat, move in plays(state, at_random(rng), rng):
        for event in state.copy().play(seat, move):
            for language in LANGUAGES:
                said = say(event, language)
                assert "wicked-pizza." not in said
                assert not any(name in said.split() for name in NAMES[: len(FACES)]), said
                assert "," not in said or event.id.endswith((".show", ".look", ".over")), said


@pytest.mark.parametrize(
    ("bonus", "english", "french"), [(1, "1 Bonus card.", "1 carte Bonus."), (2, "2 Bonus cards.", "2 cartes Bonus.")]
)
@pytest.mark.parametrize("end", ["tokens", "cards"])
def test_bonus_cards_that_break_a_tie_are_counted_in_words(end: str, bonus: int, english: str, french: str) -> None:
    reason = Message(f"wicked-pizza.outcome.{end}-bonus", winners=[1], n=9, bonus=bonus)
    assert say(reason, "en").endswith(english)
    assert say(reason, "fr").endswith(french)


@pytest.mark.parametrize(("points", "english", "french"), [(1, "1 point.", "1 point."), (7, "7 points.", "7 points.")])
def test_points_are_counted_in_words(points: int, english: str, french: str) -> None:
    reason = Message("wicked-pizza.outcome.cards-points", winners=[1], n=points, bonus=0)
    assert say(reason, "en").endswith(english)
    assert say(reason, "fr").endswith(french)


def test_nobody_is_said_to_take_a_token_from_an_opponent_who_has_none() -> None:
    state, last = about_to_complete("RRRS", [["SSSS"]])
    events = state.play(0, GAME.parse_move(last))
    # Why it comes from the pile is told before it is taken.
    assert [event.id for event in events][-2:] == ["wicked-pizza.nothing.rats", "wicked-pizza.tokens"]
    said = {language: " ".join(say(event, language) for event in events) for language in LANGUAGES}
    assert "takes a token from" not in said["en"]
    assert "prend un jeton à" not in said["fr"]


@pytest.mark.parametrize(("language", "may"), [("en", "may "), ("fr", "peut ")])
def test_what_an_ability_does_must_be_done(language: str, may: str) -> None:
    for ingredient in INGREDIENTS:
        assert may not in say(Message(f"wicked-pizza.ability.{ingredient}", seat=0), language)
