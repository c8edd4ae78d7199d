"""What can be chosen before a game, as fields of a form: made from the game's own options, whoever made the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from parlor import games
from parlor.core.options import Option
from parlor.core.words import Message, say, template

MOST_LISTED = 12
"""Values that a list offers; of more numbers one is typed."""
TYPED = ("number", "file", "text")
"""What is not chosen from a list, and needs some words."""


@cache
def fields(game: str, language: str, components: bool) -> list[dict[str, Any]]:
    """The options of a game as fields, without those for own files where `components` are switched off."""
    found = games.game(game).options
    return [_field(game, option, language) for option in found if components or not option.file]


def _field(game: str, option: Option, language: str) -> dict[str, Any]:
    label = template(Message(f"{game}.set.{option.name}"), language)
    about = template(Message(f"{game}.option.{option.name}"), language)
    kind = _kind(game, option, language)
    return {
        "name": option.name,
        # A game that says no more than what its options mean is shown with that.
        "label": label or about or option.name,
        "about": about if label and kind["kind"] in TYPED else None,
        "seats": None if option.seats is None else list(option.seats),
        "default": option.default,
        **kind,
    }


def _kind(game: str, option: Option, language: str) -> dict[str, Any]:
    """How a value is chosen: one of a list, several of it, a seat, a number, a file, or a text."""
    if option.file:
        return {"kind": "file"}
    if option.many:
        return {"kind": "many", "values": _values(game, option, option.many, language)}
    if option.values is None:
        return {"kind": "text"}
    if option.name == "first":
        return {"kind": "seat"}
    values = option.values
    if len(values) > MOST_LISTED and isinstance(values, range):
        return {"kind": "number", "least": values[0], "most": values[-1], "step": values.step}
    offered = values if option.default in values else [option.default, *values]
    return {"kind": "one", "values": _values(game, option, offered, language)}


def _values(game: str, option: Option, values: Sequence[object], language: str) -> list[tuple[object, str]]:
    return [(value, _said(game, option, value, language)) for value in values]


def _said(game: str, option: Option, value: object, language: str) -> str:
    """A value in words, by the name of its own that it may have; as it is where there are none."""
    names = [name for name, meant in option.aliases.items() if meant == value]
    family = f"{option.words}." if option.words else f"{game}.set.{option.name}-"
    words = Message(f"{family}{names[0] if names else value}")
    if template(words, language) is not None:
        return say(words, language)
    return say(Message("web.set.usual"), language) if value is None else str(value)
