"""Spaces in words: how far from the middle for everybody, and column and place as one viewer sees them."""

from __future__ import annotations

from parlor.core.words import Message, add_family, say
from parlor.games.pizza_theory.box import COORDINATES


def where(name: str, language: str) -> str | None:
    """Where a space lies, the same from every station."""
    place = COORDINATES.get(name)
    return None if place is None else say(Message(f"pizza-theory.ring.{max(map(abs, place))}"), language)


def seen_from(name: str, station: int) -> Message:
    """Where a space lies as seen from a station (PT 1.2, 1.4)."""
    place = COORDINATES[name]
    column, height = place[station], place[station - 1] - place[(station + 1) % 3]
    return Message("pizza-theory.at", column=column + 4, place=(height + 6 - abs(column)) // 2 + 1)


def wording(text: str, station: int) -> Message | None:
    """A topping that is added or put, in words; None for other moves."""
    kind, _, name = text.partition(" ")
    if kind not in ("add", "put") or name not in COORDINATES:
        return None
    return Message(f"pizza-theory.part.at.{kind}", where=seen_from(name, station))


add_family("pizza-theory.where", where)
