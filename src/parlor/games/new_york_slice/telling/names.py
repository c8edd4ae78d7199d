"""What things of New York Slice are called, in words and in drawings."""

from __future__ import annotations

from parlor.core.words import Message, say
from parlor.games.new_york_slice.box import ID_TEXTS, LOWEST_TYPE, Components
from parlor.games.new_york_slice.telling.position import UNKNOWN

WITH_ANCHOVY = frozenset(text for text in ID_TEXTS if text.endswith("a"))
LEADER = "◆"
"""Marks the seat that would get a type now."""


def said(id: str, language: str, **params: object) -> str:
    """A message of this game."""
    return say(Message(f"new-york-slice.{id}", **params), language)


def type_name(components: Components, number: int, language: str) -> str:
    """What a type is called; a name of one's own stays as it is."""
    name = components.names[number - LOWEST_TYPE]
    found = say(Message(f"new-york-slice.name.{name}"), language)
    return name if found.startswith("new-york-slice.") else found


def halves_text(halves: int) -> str:
    """A halves of halves for people."""
    whole = str(halves // 2) if halves > 1 else ""
    return whole + "½" * (halves % 2) or "·"


def slice_name(text: str, language: str) -> str | None:
    """What a slice is, where the catalogue does not say it as it is written: `new-york-slice.slice.8a`."""
    if text == UNKNOWN:
        return said("slice.unknown", language)
    low, _, high = text.partition("/")
    if high:
        return said("slice.combo", language, low=low, high=high) if low.isdecimal() and high.isdecimal() else None
    return said("slice.with-anchovy", language, type=text[:-1]) if text in WITH_ANCHOVY else None


def run_name(text: str, language: str) -> str | None:
    """A portion of a division, by the numbers of its slices: `new-york-slice.run.10-2+`."""
    first, _, last = text.removesuffix("+").partition("-")
    if not first:
        return said("run.alone", language) if text == "+" else None
    if not first.isdecimal():
        return None
    slices = said("run.several" if last else "run.one", language, first=first, last=last)
    return said("run.special", language, slices=slices) if text.endswith("+") else slices


def helping_name(text: str, language: str) -> str | None:
    """What is eaten of a type as Seconds: `new-york-slice.helping.2+1a+S`."""
    parts = []
    for part in text.split("+"):
        count = part.removesuffix("a")
        if part != "S" and not count.isdecimal():
            return None
        kind = "supreme" if part == "S" else "anchovy" if part.endswith("a") else "plain"
        parts.append(said(f"helping.{kind}", language, n=1 if part == "S" else int(count)))
    return said("helping.all", language, parts=parts)


def points(value: str, language: str) -> str | None:
    """So many points: `new-york-slice.points.7`."""
    return said("points", language, n=abs(int(value)), points=value) if value.lstrip("-").isdecimal() else None


def slices_eaten(value: str, language: str) -> str | None:
    """So many slices eaten: `new-york-slice.slices-eaten.7`."""
    return said("slices-eaten", language, n=int(value)) if value.isdecimal() else None
