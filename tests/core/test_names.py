"""Sentences that know who reads them: names as data, “you” as actor and as victim, French elision."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import parlor
from parlor.core.words import Event, Message, Names, form, isolated, say, shortened
from parlor.table import Table

ROB = Event("wicked-pizza.rob", seat=0, victim=1)
CALLED = {0: "Anna", 1: "Rosa"}


@pytest.mark.parametrize(
    ("language", "you", "said"),
    [
        ("en", None, "Anna takes a token from Rosa."),
        ("en", 0, "You take a token from Rosa."),
        ("en", 1, "Anna takes a token from you."),
        ("en", 2, "Anna takes a token from Rosa."),
        ("fr", None, "Anna prend un jeton à Rosa."),
        ("fr", 0, "Vous prenez un jeton à Rosa."),
        ("fr", 1, "Anna vous prend un jeton."),
    ],
)
def test_an_event_has_a_form_for_whoever_acts_and_for_whoever_suffers(
    language: str, you: int | None, said: str
) -> None:
    parlor.game("wicked-pizza")
    assert say(ROB, language, Names(CALLED, you)) == said


def test_what_has_no_form_yet_names_the_reader_as_others_do() -> None:
    parlor.game("wicked-pizza")
    unformed = Message("table.not-open", seat=0)
    assert form(unformed, "en", Names(CALLED, 0)) == ""
    assert say(unformed, "en", Names(CALLED, 0)) == "That seat is not open: Anna. Choose an open one."


def test_the_words_of_a_game_for_a_seat_become_the_name_of_whoever_sits_there() -> None:
    game = parlor.game("pizza-theory")
    table = Table(game, seats=2, first=0)
    names = Names({0: "Anna"}, 0, table.names(0).words)
    # White is played by nobody, and Green by somebody without a name.
    add = Event("pizza-theory.add", seat=0, colour="red", space="c4")
    assert say(add, "en", names).startswith("You add a topping")
    assert say(add, "en", Names({0: "Anna"}, 1, names.words)).startswith("Anna adds a topping")
    assert say(Message("prompt.wait", to_act=[0, 1]), "en", names) == "Waiting for Anna and Green."
    assert say(Event("pizza-theory.safe", colours=["red", "white"]), "en", Names({0: "Anna"}, 1, names.words)) == (
        "Safe this round: Anna and White."
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anna", "d’Anna"),
        ("Élodie", "d’Élodie"),
        ("œdipe", "d’œdipe"),
        ("Hélène", "d’Hélène"),
        ("Yves", "d’Yves"),
        ("Rosa", "de Rosa"),
        ("Harry", "de Harry"),
        ("Yann", "de Yann"),
        ("8 ans", "de 8 ans"),
        ("李", "de 李"),
    ],
)
def test_french_elides_before_a_name(name: str, said: str) -> None:
    parlor.game("wicked-pizza")
    look = Event("wicked-pizza.look-hidden", seat=1, victim=0)
    assert say(look, "fr", Names({0: name, 1: "Bo"})) == f"Bo regarde la main {said}."
    assert "of " + name in say(look, "en", Names({0: name, 1: "Bo"}))


def test_a_name_from_right_to_left_does_not_turn_what_stands_around_it() -> None:
    assert say(Event("table.resign", seat=0), "en", Names({0: "רוזה"})) == "\u2068רוזה\u2069 resigns."


def test_a_name_is_never_read_as_a_template() -> None:
    assert say(Event("table.resign", seat=0), "en", Names({0: "{seat} {0} %s"})) == "{seat} {0} %s resigns."


def test_a_name_on_a_board_turns_nothing_around_it_and_keeps_its_accents() -> None:
    hebrew = "\u2068אבגדהוזחט\u2069"
    assert isolated("אבגדהוזחט") == hebrew
    assert isolated("Zoë") == "Zoë"
    # What is cut off does not open what follows.
    assert shortened(hebrew, 5) == "\u2068אבגד…\u2069"
    marked = "e\u0301" * 5
    assert shortened(marked, 5) == marked
    assert shortened(marked + "ab", 5) == "e\u0301" * 4 + "…"


@pytest.mark.parametrize("name", ["pizza-theory", "new-york-slice", "wicked-pizza"])
def test_boards_show_names_of_any_script(name: str) -> None:
    game = parlor.game(name)
    state = game.new(seats=2, first=0)
    called = {0: '<b>&"' + "W" * 36, 1: "محمد"}
    view = state.view(0)
    view.names = Names(called, 0, game.seat_words(view, 2))
    drawing = game.draw(view)
    ElementTree.fromstring(drawing)
    assert "<b>" not in drawing
    assert "\u2068محمد\u2069" in drawing
    assert "W" * 30 not in drawing
