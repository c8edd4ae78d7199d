from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import parlor
from parlor.core import errors
from parlor.core.seats import ALL
from parlor.core.words import LANGUAGES, TO_YOU, YOU, Event, Message, Names, say, seen_by

SOURCE = Path(parlor.__file__).parent
# What a message id is given to.
SPEAKERS = {"Message", "Event", *(name for name, kind in vars(errors).items() if isinstance(kind, type))}


def catalogues(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob(f"words/{language}.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    id = message.id if isinstance(message.id, str) else message.id[0]
                    texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
                    assert id not in found, f"{id} is translated twice"
                    found[id] = texts
    return found


def spoken() -> dict[str, str]:
    """Every message id that the source says, with the place."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                said = node.args[0]
                for choice in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                    if name in SPEAKERS and isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                        found[choice.value] = f"{path.name}:{node.lineno}"
    return found


def fields(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_in_every_catalogue(language: str) -> None:
    known = catalogues(language)
    missing = {id: place for id, place in spoken().items() if id not in known}
    assert not missing
    assert all(text for texts in known.values() for text in texts)


def test_no_catalogue_has_more_than_is_said() -> None:
    said = set(spoken())
    families = {spec for texts in catalogues("en").values() for text in texts for _, spec in fields(text) if spec}
    sources = [path for pattern in ("*.py", "*.html", "client-words.txt") for path in SOURCE.rglob(pattern)]
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    for id in catalogues("en"):
        # A form for the reader is one of its message.
        id = id.removesuffix(YOU).removesuffix(TO_YOU)
        family = id.rpartition(".")[0]
        # A game's own words may be asked for with its name put before: `{name}.option.{option}`, `"pick.{kind}"`.
        of_a_game = family.partition(".")[2]
        known = id in said or family in families or family + "." in source or f'"{id}"' in source
        assert known or (of_a_game and re.search(rf"""["'.]{re.escape(of_a_game)}\.""", source)), id


def test_the_catalogues_have_the_same_messages_and_parameters() -> None:
    english, *others = [catalogues(language) for language in LANGUAGES]
    for other in others:
        assert english.keys() == other.keys()
        for id, texts in english.items():
            assert fields(" ".join(texts)) == fields(" ".join(other[id])), id


def test_french_punctuation_does_not_wander() -> None:
    # French puts a no-break space before double punctuation; a plain one would let it wander to the next line.
    for id, texts in catalogues("fr").items():
        for text in texts:
            assert not re.search(r" [:;!?»]|« ", text), id
            # Nor is it forgotten, but in what is typed or an address.
            words = re.sub(r"\{[^}]*\}", "X", text).replace("exec:", "")
            assert not re.search(r"[\w)»”][:;!?](?=\s|$)", words), id


def test_a_message_is_said_in_a_language_with_names() -> None:
    message = Message("move.turn", move="cut 3", seat=0, to_act=[1, 2])
    assert say(message) == "Seat 1 cannot play “cut 3” now: it is the turn of seat 2 and seat 3."
    assert say(message, names={0: "Ada", 1: "Bo"}).endswith("the turn of Bo and seat 3.")
    assert say(message, "fr").startswith("La place 1 ne peut pas jouer")
    assert say(message, "fr").endswith("c’est au tour de la place 2 et la place 3.")
    assert say(Message("seat.0"), "fr") == "place 1"


@pytest.mark.parametrize(
    ("colours", "english", "french"),
    [
        (["red"], "Red", "Rouge"),
        (["red", "green"], "Red and Green", "Rouge et Vert"),
        (["red", "green", "white"], "Red, Green and White", "Rouge, Vert et Blanc"),
    ],
)
def test_a_list_ends_with_and(colours: list[str], english: str, french: str) -> None:
    parlor.game("pizza-theory")
    message = Message("pizza-theory.safe", colours=colours)
    assert say(message).endswith(f": {english}.")
    assert say(message, "fr").endswith(f": {french}.")


def test_what_is_to_be_chosen_from_is_separated_by_commas() -> None:
    message = Message("option.seats", game="pizza-theory", seats=4, allowed=[2, 3])
    assert say(message).endswith("Choose one of: 2, 3.")


def test_a_sentence_opens_with_a_capital_and_a_name_stays_as_it_is_written() -> None:
    resigned = Message("table.outcome.resigned", seats=[0, 1], n=2)
    assert say(resigned) == "Seat 1 and seat 2 gave up: nobody wins."
    assert say(resigned, names={0: "ada"}) == "ada and seat 2 gave up: nobody wins."
    parlor.game("pizza-theory")
    taken = Message("pizza-theory.no.taken", space="c2", colour="red")
    assert say(taken).startswith("c2 is not empty")
    # What is no sentence of its own stays small.
    assert say(Message("seat.1")) == "seat 2"


def test_a_word_that_a_sentence_always_says_is_whoever_sits_there() -> None:
    parlor.game("pizza-theory")
    reveal = Message("pizza-theory.reveal", red=5, green=2, white=4, slices=6)
    assert say(reveal) == "Cuts: Red 5, Green 2, White 4: 6 slices."
    colours = [f"pizza-theory.colour.{colour}" for colour in ("red", "green")]
    read = {reader: Names({0: "Anna", 1: "Bruno"}, reader, colours) for reader in (None, 1)}
    assert say(reveal, names=read[None]) == "Cuts: Anna 5, Bruno 2, White 4: 6 slices."
    assert say(reveal, "fr", read[1]) == "Coupes\N{NO-BREAK SPACE}: Anna 5, vous 2, Blanc 4, soit 6 parts."


def test_people_count_seats_from_one() -> None:
    assert [say(Message(f"seat.{seat}")) for seat in (0, 5, 11)] == ["seat 1", "seat 6", "seat 12"]
    assert say(Message("seat.-1")) == "chance"


def test_parameters_of_a_family_are_messages_themselves() -> None:
    parlor.game("pizza-theory")
    event = Event("pizza-theory.add", seat=0, colour="green", space="c4")
    assert say(event, "fr") == "Vert ajoute un ingrédient près du milieu."


def test_plural_forms() -> None:
    one = Message("pizza-theory.no.pass", n=1, kind="add", example="a1")
    many = Message("pizza-theory.no.pass", n=2, kind="add", example="a1")
    assert "1 space is open" in say(one)
    assert "2 spaces are open" in say(many)
    assert "2 emplacements sont ouverts" in say(many, "fr")


def test_an_event_is_seen_by_those_who_may() -> None:
    hidden = Event("pizza-theory.sealed", seat=0, colour="red")
    event = Event("pizza-theory.picked", seats=[0], instead=hidden, seat=0, colour="red", cut=3)
    silent = Event("pizza-theory.picked", seats=[0], seat=0, colour="red", cut=3)
    assert [seen.id for seen in seen_by([event, silent], 0)] == ["pizza-theory.picked", "pizza-theory.picked"]
    assert [seen.id for seen in seen_by([event, silent], 1)] == ["pizza-theory.sealed"]
    assert [seen.id for seen in seen_by([event, silent], None)] == ["pizza-theory.sealed"]
    assert len(seen_by([event, silent], ALL)) == 2
    # What is seen carries nothing of what is not.
    assert event.seen_by(1) == hidden
    assert hidden.dump() == {"id": "pizza-theory.sealed", "seat": 0, "colour": "red"}


def test_an_unknown_message_shows_itself() -> None:
    assert say(Message("no.such", size=3)) == "no.such {'id': 'no.such', 'size': 3}"
