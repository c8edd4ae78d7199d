"""Every sentence of pages and client is there in every language, and is translated."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

import parlor.web
from parlor.core.words import LANGUAGES
from parlor.web.app import PHRASES, client_words

WEB = Path(parlor.web.__file__).parent
CLIENT = Path(__file__).parents[2] / "client" / "src"
SAME_IN_ALL = {"web.table.tools", "web.set.minutes", "web.set.seconds"}


def catalogue(language: str) -> dict[str, str]:
    with (WEB / "words" / f"{language}.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def test_the_catalogues_hold_the_same_sentences_all_translated() -> None:
    english, *others = [catalogue(language) for language in LANGUAGES]
    for other in others:
        assert english.keys() == other.keys()
        assert {id for id in english if english[id] == other[id]} <= SAME_IN_ALL
        for id, text in english.items():
            assert sorted(re.findall(r"\{\w+", text)) == sorted(re.findall(r"\{\w+", other[id])), id


def test_pages_say_only_what_the_catalogues_hold() -> None:
    known = catalogue("en")
    for path in (WEB / "pages").glob("*.html"):
        text = path.read_text(encoding="utf-8")
        for id in re.findall(r"""tell\(["'](web\.[\w.-]+)["'][,)]""", text):
            assert id in known, f"{path.name} says {id}"
        text = re.sub(r"\{% block kind %\}.*", "", text)
        bare = re.sub(r"\{[{%].*?[}%]\}|<script.*?</script>|<[^>]*>", "", text, flags=re.S)
        assert not re.search(r"[A-Za-z]{3,}", bare.replace("Parlor", "")), f"{path.name} has words of its own"


def test_the_client_says_only_what_it_is_given() -> None:
    known = catalogue("en")
    given = set(client_words())
    assert given <= known.keys()
    said = {id for path in CLIENT.glob("*.ts") for id in re.findall(r'"(web\.say\.[\w-]+)"', path.read_text())}
    assert said <= given
    assert {f"web.phrase.{phrase}" for phrase in PHRASES} <= given
    assert {id for id in given if id.startswith("web.say.")} == said
