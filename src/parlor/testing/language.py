"""Whether a message can be said in every language: its sentence is there, and so is all that the sentence needs."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

from parlor.core.words import COMMAS, LANGUAGES, Message, template


def problems(message: Message) -> Iterator[str]:
    """What is missing, for each language."""
    for language in LANGUAGES:
        yield from _missing(message, language)


def _missing(message: Message, language: str) -> Iterator[str]:
    text = template(message, language)
    if text is None:
        yield f"has no sentence in “{language}”: {message.id}"
        return
    for _, field, spec, _ in Formatter().parse(text):
        if field is None:
            continue
        try:
            filled, _ = Formatter().get_field(field, (), message.params)
        except (KeyError, IndexError, AttributeError):
            yield f"lacks the parameter “{field}” that its sentence in “{language}” needs: {message!r}"
            continue
        for value in _values(filled):
            if isinstance(value, Message):
                yield from _missing(value, language)
            elif spec not in ("", COMMAS):
                yield from _missing(Message(f"{spec}.{value}"), language)


def _values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]
