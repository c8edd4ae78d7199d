"""What people call themselves is data: it reaches drawings and sentences as it is, and is never taken for anything."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.words import Event, Message, Names, say
from parlor.server.drawing import drawn, label, looked_back
from parlor.server.log import in_words
from parlor.table import Chair, Seating, Table

NAMES = {0: "<Ada>&", 1: "{seat}", 2: "Wilhelmina Wurstbrot"}
PEOPLE = Seating(tuple([Chair(name=name) for name in NAMES.values()]))


def shown(text: str) -> str:
    """All words of a drawing."""
    return " ".join(ElementTree.fromstring(text).itertext())


@pytest.mark.parametrize("name", ["new-york-slice", "wicked-pizza"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_name_people(name: str, language: str) -> None:
    table = Table(parlor.game(name), seating=PEOPLE, seed=Seed("people"))
    rng = Rng(1)
    while table.outcome is None:
        for viewer in (None, 0):
            view = table.view(viewer)
            assert view.names == NAMES
            words = shown(table.game.draw(view, (), language)) + table.game.text(view, language)
            for seat in (1, 2):
                assert NAMES[seat][:4] in words
                assert say(Message(f"seat.{seat}"), language) not in words.lower()
        moves = table.state.legal_moves(table.to_act[0])
        table.play(table.to_act[0], moves[rng.below(len(moves))])
    over = shown(table.game.draw(table.view(None), (), language))
    assert all(NAMES[seat][:4] in over for seat in NAMES)
    del table.record.lines[3:]
    assert NAMES[1] in shown(looked_back(table.record, NAMES, None, language))


def test_a_name_changes_nothing_that_is_known() -> None:
    game = parlor.game("wicked-pizza")
    named, unnamed = Table(game, seating=PEOPLE, seed=Seed("x")), Table(game, seats=3, seed=Seed("x"))
    assert named.view(0) == unnamed.view(0)
    assert "Ada" not in str(named.view(0).dump())
    assert game.load_view(named.view(0).dump()).names == {}


def test_sentences_name_people_and_take_no_name_for_a_template() -> None:
    table = Table(parlor.game("new-york-slice"), seating=PEOPLE, seed=Seed("people"), first=1)
    for viewer, told in ((None, NAMES[1]), (0, NAMES[1])):
        assert told in drawn(table, viewer, "en", [])["prompt"]
    assert say(Message("table.takeover", seat=1, bot="chef"), "en", NAMES) == "{seat} has left: a bot plays on."
    view = parlor.game("wicked-pizza").new(seats=3).view(0)
    view.data["phase"] = "rats"
    assert label(view, "seat 3", "en") == "Take a token from seat 3"
    view.names = Names(NAMES)
    assert label(view, "seat 3", "en") == f"Take a token from {NAMES[2]}"
    assert label(view, "seat 1", "fr") == f"Prendre un jeton à {NAMES[0]}"


def test_whoever_may_be_chosen_is_called_by_name() -> None:
    game = parlor.game("wicked-pizza")
    for seed in range(40):
        table = Table(game, seating=PEOPLE, seed=Seed(f"choose {seed}"))
        rng = Rng(seed)
        while table.outcome is None:
            seat = table.to_act[0]
            view = table.view(seat)
            chosen = [part for part in view.legal_moves.parts(()) if part.startswith("seat ")]
            for part in chosen:
                name = escape(NAMES[int(part.split()[1]) - 1])
                label_of = re.search(
                    f'data-part="{part}" role="button" tabindex="0" aria-label="([^"]*)"', game.draw(view)
                )
                assert label_of is not None
                assert name in label_of[1]
            if chosen:
                return
            table.play(seat, view.legal_moves[rng.below(len(view.legal_moves))])
    raise AssertionError("nobody could be chosen")


def test_an_entry_says_that_something_was_done_to_its_reader() -> None:
    events = [Event("wicked-pizza.rob", seat=0, victim=1)]
    parlor.game("wicked-pizza")
    told = [in_words([(3, events)], seat, "en", Names({0: "Anna", 1: "Rosa"}, seat))[0] for seat in (0, 1, 2)]
    assert told[0] == {"line": 3, "text": ["You take a token from Rosa."]}
    assert told[1] == {"line": 3, "text": ["Anna takes a token from you."], "to_you": [0]}
    assert "to_you" not in told[2]
