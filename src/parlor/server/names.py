"""Names and what people say: without what does not show, and at one table no two names that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST = 40
MOST_MARKS = 2
"""Accents that one letter may carry."""
# Letters that show nothing: fillers of Hangul and Khmer, and the blank of Braille.
_INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# What looks like a Latin letter, or nearly so: Cyrillic and Greek letters, digits, and others of its own.
_LOOK_ALIKES = {
    "a": "\u0430\u03b1\u0251",
    "b": "\u0432\u03b2",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u03b5",
    "g": "\u0261",
    "h": "\u043d\u04bb\u03b7",
    "j": "\u0458",
    "k": "\u043a\u03ba",
    "l": "1i|\u0131\u0456\u03b9\u04cf\u01c0\u026a",
    "m": "\u043c\u03bc",
    "n": "\u0438",
    "o": "0\u043e\u03bf\u0585",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "s": "5\u0455",
    "t": "\u0442\u03c4",
    "u": "\u03c5",
    "v": "\u03bd\u0475",
    "w": "\u0461\u03c9\u051d",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3",
    "z": "\u03b6",
}
_LATIN = {ord(other): letter for letter, others in _LOOK_ALIKES.items() for other in others}


def clean_name(name: str | None) -> str | None:
    """A name, or what somebody says, without what does not show; None if nothing is left to see."""
    shown = ""
    marks = 0
    for letter in unicodedata.normalize("NFC", name or ""):
        kind = unicodedata.category(letter)
        # Control characters, marks of text direction, and halves of letters.
        if kind[0] == "C" or letter in _INVISIBLE:
            continue
        # An accent needs a letter to stand on, and a heap of them covers the lines around.
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= (MOST_MARKS if shown and not shown[-1].isspace() else 0):
            shown += letter
    return " ".join(shown.split()) or None


def told_apart(name: str | None, others: Collection[str | None]) -> str | None:
    """A clean name with a number behind it if it looks like another at the table."""
    found = clean_name(name)
    if found is None:
        return None
    taken = {_look(other) for other in others if other is not None}
    apart = found
    number = 2
    while _look(apart) in taken:
        apart = f"{found[: LONGEST - 3]} {number}"
        number += 1
    return apart


def _look(name: str) -> str:
    """What a name looks like at a glance: letters alone, without case, accents and scripts."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    latin = plain.translate(_LATIN)
    seen = "".join(letter for letter in latin if unicodedata.category(letter)[0] in "LN")
    return seen.replace("rn", "m").replace("vv", "w") or name
