"""French as it is printed: spaces before high punctuation, real apostrophes, one word per thing, and no English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import parlor

CATALOGUES = sorted(Path(parlor.__file__).parent.rglob("words/*.po"))
# No-break, and narrow no-break.
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
UNSPACED = re.compile(f"[^{SPACES}][;!?»](?:\\s|$)|[^{SPACES}]:(?:\\s|$)|«[^{SPACES}]")
PARAMETER = re.compile(r"\{[^}]*\}")
# What is typed stays as it is.
TYPED = re.compile(r"exec:|'\.?\[|^Exemples")
ENGLISH = re.compile(r"\b(?:the|and|with|your|you|of|is|are|bots?|slots?|seats?|moves?)\b", re.IGNORECASE)
COMMANDS = re.compile(r"--?[a-z-]+|«[^»]*»|\bparlor \w+|\w*:?//\S*|exec:\S*|'[^']*'|[A-Z]{2,}\S*")


def said(path: Path) -> Iterator[tuple[str, str]]:
    """Every sentence with its id, without what is filled in."""
    with path.open("rb") as file:
        for message in read_po(file):
            id = message.id if isinstance(message.id, str) else message.id[0]
            texts = [message.string] if isinstance(message.string, str) else message.string
            yield from [(id, PARAMETER.sub("X", text)) for text in texts or () if id]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_catalogue_says_each_thing_once(path: Path) -> None:
    blocks = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert [block for block in blocks if not re.match(r'msgid "', block)] == []
    ids = re.findall(r'^msgid "(.*)"$', "\n".join(blocks), re.MULTILINE)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", [path for path in CATALOGUES if path.stem == "fr"], ids=lambda path: path.parts[-3])
def test_french_is_set_as_in_france_and_holds_no_english(path: Path) -> None:
    wrong = []
    for id, text in said(path):
        if not TYPED.search(text):
            wrong += [(id, text)] if UNSPACED.search(text) or "'" in text or "..." in text else []
        wrong += [(id, text)] if ENGLISH.search(COMMANDS.sub("", text)) and not text.startswith("Exemples") else []
    assert wrong == []
