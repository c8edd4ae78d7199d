"""What people read: a message is an id with parameters, and catalogues turn it into a language.

`{colour:pizza-theory.colour}` in a catalogue says the message `pizza-theory.colour.<value>` in that place, and
`{:pizza-theory.colour.red}` that one message. A list ends with “and” in its language; `{allowed:,}` separates it by
commas alone, where it is to be chosen from.

A message that tells of seats has forms for whoever reads it: `<id>.you` where the reader is the one who acts,
`<id>.to-you` where something is done to the reader. Within a form the reader's own seat is said as “you”.
"""

from __future__ import annotations

import gettext
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from parlor.core.seats import ALL

LANGUAGES = ("en", "fr")
"""Every language that is spoken, the first one where nobody has chosen: a new one is added here and by catalogues."""

COMMAS = ","
"""How a list is said that is to be chosen from."""

YOU = ".you"
TO_YOU = ".to-you"
"""What is added to the id of a message for the forms in which its reader acts, or is acted upon."""
ACTORS = ("seat", "by", "winners")
"""The parameters that name who acts; all others that name a seat name who is acted upon."""

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


class Names(dict[int, str]):
    """What people at a table are called, by seat, as one of them reads it: plain data, which is never parsed.

    `you` is the reader's own seat, if there is one. `words` are what the game calls each seat, such as
    `pizza-theory.colour.red`: where one of them would be said, the name of whoever sits there is.
    """

    def __init__(
        self, called: Mapping[int, str] | None = None, you: int | None = None, words: Sequence[str] = ()
    ) -> None:
        super().__init__(called or {})
        self.you = you if you is None or you >= 0 else None
        self.words = words

    def seat_of(self, value: Any, said_as: str) -> int | None:
        """The seat that a value means, if it means one."""
        if said_as == "seat":
            return value if isinstance(value, int) else None
        word = f"{said_as}.{value}"
        return self.words.index(word) if word in self.words else None

    def means_you(self, value: Any, said_as: str) -> bool:
        """Whether a value is the reader's own seat, or has it in a list."""
        if isinstance(value, list | tuple):
            return any(self.means_you(item, said_as) for item in value)
        return self.you is not None and self.seat_of(value, said_as) == self.you

    def word(self, seat: int) -> str:
        """The id of what the game calls a seat."""
        return self.words[seat] if 0 <= seat < len(self.words) else f"seat.{seat}"


NO_NAMES: Final = Names()
_ALONE: Final = "\u2068"
_TOGETHER: Final = "\u2069"
"""What stands before and after text that runs in a direction of its own."""


def isolated(name: str) -> str:
    """A name that is written from right to left does not turn what stands around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"{_ALONE}{name}{_TOGETHER}" if turns else name


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
def _kinds(text: str) -> dict[str, str]:
    """How each parameter of a template is said."""
    return {name: said_as for _, name, said_as, _ in _pieces(text) if name and said_as}


@lru_cache(4096)
def _pieces(text: str) -> list[tuple[str, str | None, str, bool]]:
    """A template taken apart: words, the parameter that follows them, how it is said, and if it opens a sentence."""
    pieces: list[tuple[str, str | None, str, bool]] = []
    is_sentence = text.rstrip().endswith((".", "!", "?"))
    for words, name, said_as, _ in _FORMATTER.parse(text):
        opens = words.endswith((". ", "! ", "? ")) or (is_sentence and not words and not pieces)
        pieces.append((words, name, said_as or "", opens))
    return pieces


def _filled(value: Any, said_as: str, language: str, names: Names, as_you: bool) -> str:
    """A value as it is said; the reader's own seat is “you” within a form."""
    if isinstance(value, Message):
        return say(value, language, names)
    if isinstance(value, list | tuple):
        said = [_filled(item, said_as, language, names, as_you) for item in value]
        if said_as == COMMAS or len(said) < 2:
            return ", ".join(said)
        return say(Message("list", others=", ".join(said[:-1]), last=said[-1]), language)
    if not said_as or said_as == COMMAS:
        return str(value)
    seat = names.seat_of(value, said_as)
    if seat is None:
        return say(Message(f"{said_as}.{value}"), language, names)
    if as_you and seat == names.you:
        return say(Message("you"), language)
    if seat in names:
        return isolated(names[seat])
    word = names.word(seat)
    # Within a sentence a seat may have an article, which it has not where it stands alone.
    plain = word == f"seat.{seat}" and seat >= 0
    return say(Message("seat-said", number=seat + 1) if plain else Message(word), language)


def _is_ours(value: Any, said_as: str, names: Names, as_you: bool) -> bool:
    """Whether a value begins with words of a catalogue, and not with what somebody has written."""
    if isinstance(value, list | tuple):
        return len(value) > 0 and _is_ours(value[0], said_as, names, as_you)
    if isinstance(value, Message):
        return True
    if said_as in ("", COMMAS):
        return False
    seat = names.seat_of(value, said_as)
    return seat not in names or (as_you and seat == names.you)


def _elided(words: str, filled: str, language: str) -> str:
    """Words before what is filled in, which French shortens before a vowel: “d’Anna”, “qu’Anna”."""
    if language != "fr" or not words.endswith(("de ", "que ")) or not _sounds_like_a_vowel(filled):
        return words
    before = words[:-4] if words.endswith("que ") else words[:-3]
    # “onde ” ends with no “de”.
    return words if before[-1:].isalpha() else f"{words[:-2]}’"


def _sounds_like_a_vowel(text: str) -> bool:
    """Whether French elides before a text: before an h too (Hélène, Hugo), but not in Harry or Yann."""
    plain = unicodedata.normalize("NFD", text[:8].casefold().replace("œ", "oe"))
    first, second = ([letter for letter in plain if not unicodedata.combining(letter)] + ["", ""])[:2]
    if first == "h":
        return second in tuple("eiouy")
    return first in tuple("aeiou") or (first == "y" and second not in tuple("aeiou"))


def shortened(text: str, letters: int) -> str:
    """A text that fits where there is room for so many small letters."""
    if text.startswith(_ALONE):
        return f"{_ALONE}{shortened(text[1:-1], letters)}{_TOGETHER}"
    wide = [_breadth(letter) for letter in text]
    if sum(wide) <= letters:
        return text
    kept = 0
    while kept < len(wide) and sum(wide[: kept + 1]) <= letters - 1:
        kept += 1
    return text[:kept] + "…"


def _breadth(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    return 2.0 if unicodedata.east_asian_width(letter) in "WF" else 1.6 if letter.isupper() else 1.0


def fixed(word: str) -> tuple[str, str]:
    """A word that a template always says, as the value that it is of its kind."""
    kind, _, value = word.rpartition(".")
    return value, kind


def template(message: Message, language: str) -> str | None:
    """What the catalogue of a language has for a message, before the parameters are filled in; None if nothing."""
    number = message.params.get("n")
    return _entry(message.id, language, number if isinstance(number, int) else None)


def form(message: Message, language: str, names: Names) -> str:
    """Which form of a message its reader is told: YOU, TO_YOU, or the plain one where there is no other."""
    if names.you is None or not message.params:
        return ""
    text = template(message, language) or ""
    kinds = _kinds(text)
    own = [
        key
        for key, value in message.params.items()
        if names.means_you(value, kinds.get(key, "seat" if key in ACTORS else ""))
    ]
    if any(name == "" and names.means_you(*fixed(word)) for _, name, word, _ in _pieces(text)):
        own.append(ACTORS[0])
    if not own:
        return ""
    found = YOU if any(key in ACTORS for key in own) else TO_YOU
    return "" if template(Message(message.id + found, **message.params), language) is None else found


def say(message: Message, language: str = "en", names: Mapping[int, str] = NO_NAMES) -> str:
    """The message in a language, to whoever reads it by these names."""
    called = names if isinstance(names, Names) else Names(names)
    found = form(message, language, called)
    text = template(Message(message.id + found, **message.params) if found else message, language)
    if text is None:
        return f"{message.id} {message.dump()}" if message.params else message.id
    as_you = found != ""
    said = []
    for words, name, said_as, opens in _pieces(text):
        if name is None:
            said.append(words)
            continue
        value: Any
        if not name:
            value, said_as = fixed(said_as)
        elif name in message.params:
            value = message.params[name]
        else:
            value = _FORMATTER.get_field(name, (), message.params)[0]
        filled = _filled(value, said_as, language, called, as_you)
        said.append(_elided(words, filled, language))
        said.append(filled[:1].upper() + filled[1:] if opens and _is_ours(value, said_as, called, as_you) else filled)
    return "".join(said)
