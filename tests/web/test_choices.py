"""Any game's options become fields, in its own words or without any."""

from __future__ import annotations

from parlor.core.options import Option
from parlor.core.words import LANGUAGES
from parlor.games import names
from parlor.web import choices


def field(option: Option) -> dict[str, object]:
    return choices._field("no-such-game", option, "en")


def test_a_game_without_words_is_shown_with_what_it_has() -> None:
    assert field(Option("heat", 2, range(5))) == {
        "name": "heat",
        "label": "heat",
        "about": None,
        "seats": None,
        "default": 2,
        "kind": "one",
        "values": [(value, str(value)) for value in range(5)],
    }
    assert field(Option("first", None, range(4)))["kind"] == "seat"
    assert field(Option("rounds", 9, range(1, 100, 2)))["most"] == 99
    assert field(Option("box", None, file=True))["kind"] == "file"
    assert field(Option("cards", None))["kind"] == "text"
    assert field(Option("herbs", None, many=("basil", "sage")))["values"] == [("basil", "basil"), ("sage", "sage")]
    assert field(Option("oven", None, ("wood", "gas"), seats=(2,))) == {
        "name": "oven",
        "label": "oven",
        "about": None,
        "seats": [2],
        "default": None,
        "kind": "one",
        "values": [(None, "as usual"), ("wood", "wood"), ("gas", "gas")],
    }


def test_our_games_have_words_for_all_of_them() -> None:
    for game in names():
        english, *others = [choices.fields(game, language, True) for language in LANGUAGES]
        for other in others:
            for one, same in zip(english, other, strict=True):
                assert one["label"] != same["label"], (game, one["name"])
                for (value, words), _ in zip(one.get("values", ()), same.get("values", ()), strict=True):
                    assert words != str(value), (game, one["name"])


def test_own_components_are_not_offered_where_they_are_switched_off() -> None:
    assert [one["name"] for one in choices.fields("new-york-slice", "en", False)] == ["first", "specials"]
