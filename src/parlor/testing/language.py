"""Whether a message can be said in every language: its sentence is there, and so is all that the sentence needs.

Whoever it tells of reads it as “you”: it has a form for who acts, and one for whom it befalls.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

from parlor.core.words import ACTORS, COMMAS, LANGUAGES, TO_YOU, YOU, Message, Names, fixed, form, template


def problems(message: Message) -> Iterator[str]:
    """What is missing, for each language."""
    for language in LANGUAGES:
        yield from _missing(message, language)


def unaddressed(message: Message, names: Names) -> Iterator[str]:
    """Where its reader, who is one of those it tells of, is not told of as “you”, for each language."""
    for language in LANGUAGES:
        yield from _without_form(message, language, names)


def _without_form(message: Message, language: str, names: Names) -> Iterator[str]:
    for inner in message.params.values():
        for value in _values(inner):
            if isinstance(value, Message):
                yield from _without_form(value, language, names)
    pieces = _pieces(template(message, language) or "")
    said = {field: spec for field, spec in pieces if field}
    # Who wins may be told by the reason; who acts is told by the event itself.
    kinds = {**{actor: "seat" for actor in ACTORS if actor != "winners"}, **said}
    own = [key for key, value in message.params.items() if names.means_you(value, kinds.get(key) or "")]
    own += [ACTORS[0] for field, spec in pieces if field == "" and names.means_you(*fixed(spec or ""))]
    if own and not form(message, language, names):
        lacking = YOU if any(key in ACTORS for key in own) else TO_YOU
        yield f"has no form for you in “{language}”: {message.id}{lacking}"


def _missing(message: Message, language: str) -> Iterator[str]:
    text = template(message, language)
    if text is None:
        yield f"has no sentence in “{language}”: {message.id}"
        return
    for field, spec in _pieces(text):
        if field is None:
            continue
        if not field:
            yield from _missing(Message(spec or ""), language)
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


@cache
def _pieces(text: str) -> list[tuple[str | None, str | None]]:
    """The fields of a sentence, each with what it says of how to fill it."""
    return [(field, spec) for _, field, spec, _ in Formatter().parse(text)]


def _values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]
