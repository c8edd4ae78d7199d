"""What people read: a message is an id with parameters, and catalogues turn it into a language.

`{colour:pizza-theory.colour}` in a catalogue says the message `pizza-theory.colour.<value>` in that place.
"""

from __future__ import annotations

import gettext
import string
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")

_folders: list[Path] = [Path(__file__).parent / "words"]


class Message:
    """An id with parameters, which are plain data or further messages."""

    def __init__(self, id: str, **params: Any) -> None:
        self.id = id
        self.params = params

    def dump(self) -> dict[str, Any]:
        """The message as plain data."""
        params = {key: value.dump() if isinstance(value, Message) else value for key, value in self.params.items()}
        return {"id": self.id, **params}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.params!r})"

    def __str__(self) -> str:
        return say(self)


class Event(Message):
    """Something that happened. `seats` see it as it is; everybody else sees `instead`, or nothing."""

    def __init__(
        self, id: str, seats: Sequence[int] | None = None, instead: Event | None = None, **params: Any
    ) -> None:
        super().__init__(id, **params)
        self.seats = seats
        self.instead = instead

    def seen_by(self, viewer: int | None) -> Event | None:
        """What this viewer sees of it: a seat, None for a spectator, ALL for the full truth."""
        if self.seats is None:
            return self
        from parlor.core.game import ALL

        if viewer in self.seats or viewer == ALL:
            return Event(self.id, **self.params)
        return self.instead


def seen_by(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """The events as this viewer sees them, without those it does not see."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def add_catalogues(folder: Path) -> None:
    """Let a game bring its own words: a folder with `en.mo` and `fr.mo`."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogue.cache_clear()


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    found = gettext.NullTranslations()
    for folder in reversed(_folders):
        path = folder / f"{language}.mo"
        if path.exists():
            with path.open("rb") as file:
                translations = gettext.GNUTranslations(file)
            translations.add_fallback(found)
            found = translations
    return found


class _Filler(string.Formatter):
    def __init__(self, language: str, names: Mapping[int, str]) -> None:
        self.language = language
        self.names = names

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return say(value, self.language, self.names)
        if isinstance(value, list | tuple):
            return ", ".join(self.format_field(item, format_spec) for item in value)
        if format_spec == "seat" and value in self.names:
            return self.names[value]
        if format_spec:
            return say(Message(f"{format_spec}.{value}"), self.language, self.names)
        return str(value)


def template(message: Message, language: str) -> str | None:
    """What the catalogue of a language has for a message, before the parameters are filled in; None if nothing."""
    catalogue = _catalogue(language)
    text = message.id
    if isinstance(number := message.params.get("n"), int):
        text = catalogue.ngettext(message.id, message.id, number)
    if text == message.id:
        text = catalogue.gettext(message.id)
    return None if text == message.id else text


def say(message: Message, language: str = "en", names: Mapping[int, str] | None = None) -> str:
    """The message in a language. `names` are what people at this table are called, by seat."""
    text = template(message, language)
    if text is None:
        return f"{message.id} {message.dump()}" if message.params else message.id
    return _Filler(language, names or {}).vformat(text, (), message.params)
