"""What people read: a message is an id with parameters, and catalogues turn it into a language.

`{colour:pizza-theory.colour}` in a catalogue says the message `pizza-theory.colour.<value>` in that place. A list ends
with “and” in its language; `{allowed:,}` separates it by commas alone, where it is to be chosen from.
"""

from __future__ import annotations

import gettext
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from parlor.core.seats import ALL

LANGUAGES = ("en", "fr")
"""Every language that is spoken, the first one where nobody has chosen: a new one is added here and by catalogues."""

COMMAS = ","
"""How a list is said that is to be chosen from."""

_FORMATTER = string.Formatter()
_folders: list[Path] = []
_families: dict[str, Callable[[str, str], str | None]] = {"seat.": lambda value, language: _seat(value, language)}


class Message:
    """An id with parameters, which are plain data or further messages."""

    def __init__(self, id: str, **params: Any) -> None:
        self.id = id
        self.params = params
        self._plain: dict[str, Any] | None = None

    def dump(self) -> dict[str, Any]:
        """The message as plain data, made once: everybody at a table is told the same."""
        if self._plain is None:
            self._plain = {"id": self.id}
            for key, value in self.params.items():
                self._plain[key] = value.dump() if isinstance(value, Message) else value
        return self._plain

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
        if viewer in self.seats or viewer == ALL:
            return Event(self.id, **self.params)
        return self.instead


def seen_by(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """The events as this viewer sees them, without those it does not see."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def add_catalogues(folder: Path) -> None:
    """Let a game bring its own words: a folder with a file for each language, such as `fr.mo`."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogue.cache_clear()
        _entry.cache_clear()


def add_family(id: str, name: Callable[[str, str], str | None]) -> None:
    """Let a game say `<id>.<value>` by a function of value and language, where a catalogue would have no end."""
    _families[f"{id}."] = name
    _entry.cache_clear()


def _seat(value: str, language: str) -> str | None:
    """A seat by its number, which people count from 1."""
    return say(Message("seat", number=int(value) + 1), language) if value.isdecimal() and len(value) < 10 else None


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


@lru_cache(4096)
def _entry(id: str, language: str, number: int | None) -> str | None:
    catalogue = _catalogue(language)
    text = id if number is None else catalogue.ngettext(id, id, number)
    if text == id:
        text = catalogue.gettext(id)
    if text != id:
        return text
    return next((name(id[len(start) :], language) for start, name in _families.items() if id.startswith(start)), None)


@lru_cache(4096)
def _pieces(text: str) -> list[tuple[str, str | None, str, bool]]:
    """A template taken apart: words, the parameter that follows them, how it is said, and if it opens a sentence."""
    pieces: list[tuple[str, str | None, str, bool]] = []
    is_sentence = text.rstrip().endswith((".", "!", "?"))
    for words, name, said_as, _ in _FORMATTER.parse(text):
        opens = words.endswith((". ", "! ", "? ")) or (is_sentence and not words and not pieces)
        pieces.append((words, name, said_as or "", opens))
    return pieces


def _filled(value: Any, said_as: str, language: str, names: Mapping[int, str]) -> str:
    if isinstance(value, Message):
        return say(value, language, names)
    if isinstance(value, list | tuple):
        said = [_filled(item, said_as, language, names) for item in value]
        if said_as == COMMAS or len(said) < 2:
            return ", ".join(said)
        return say(Message("list", others=", ".join(said[:-1]), last=said[-1]), language)
    if said_as == "seat" and value in names:
        return names[value]
    if said_as and said_as != COMMAS:
        return say(Message(f"{said_as}.{value}"), language, names)
    return str(value)


def _is_ours(value: Any, said_as: str, names: Mapping[int, str]) -> bool:
    """Whether a value begins with words of a catalogue, and not with what somebody has written."""
    if isinstance(value, list | tuple):
        return len(value) > 0 and _is_ours(value[0], said_as, names)
    return isinstance(value, Message) or (said_as not in ("", COMMAS) and not (said_as == "seat" and value in names))


def shortened(text: str, letters: int) -> str:
    """A text that fits where there is room for so many small letters."""
    wide = [_breadth(letter) for letter in text]
    if sum(wide) <= letters:
        return text
    kept = 0
    while kept < len(wide) and sum(wide[: kept + 1]) <= letters - 1:
        kept += 1
    return text[:kept] + "…"


def _breadth(letter: str) -> float:
    return 2.0 if unicodedata.east_asian_width(letter) in "WF" else 1.6 if letter.isupper() else 1.0


def template(message: Message, language: str) -> str | None:
    """What the catalogue of a language has for a message, before the parameters are filled in; None if nothing."""
    number = message.params.get("n")
    return _entry(message.id, language, number if isinstance(number, int) else None)


def say(message: Message, language: str = "en", names: Mapping[int, str] | None = None) -> str:
    """The message in a language. `names` are what people at this table are called, by seat."""
    text = template(message, language)
    if text is None:
        return f"{message.id} {message.dump()}" if message.params else message.id
    called = names or {}
    said = []
    for words, name, said_as, opens in _pieces(text):
        said.append(words)
        if name is not None:
            value = (
                message.params[name] if name in message.params else _FORMATTER.get_field(name, (), message.params)[0]
            )
            filled = _filled(value, said_as, language, called)
            said.append(filled[:1].upper() + filled[1:] if opens and _is_ours(value, said_as, called) else filled)
    return "".join(said)
