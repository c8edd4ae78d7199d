"""What things of New York Slice are called, in words and in drawings."""

from __future__ import annotations

from parlor.core.words import Message, say
from parlor.games.new_york_slice.box import LOWEST_TYPE, Components

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


def slice_name(text: str, language: str) -> str:
    """What a slice is, for whoever cannot see it."""
    if text in ("A", "S"):
        return said(f"slice.{text}", language)
    kind = "combo" if "/" in text else "with-anchovy" if text.endswith("a") else "plain"
    return said(f"slice.{kind}", language, type=text.rstrip("a"))


def points(value: str, language: str) -> str | None:
    """So many points: `new-york-slice.points.7`."""
    return said("points", language, n=abs(int(value)), points=value) if value.lstrip("-").isdecimal() else None


def slices_eaten(value: str, language: str) -> str | None:
    """So many slices eaten: `new-york-slice.slices-eaten.7`."""
    return said("slices-eaten", language, n=int(value)) if value.isdecimal() else None
