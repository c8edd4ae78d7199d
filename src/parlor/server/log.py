"""What has happened at a table, in words: an entry for each line that tells something, as each viewer saw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from parlor.core.fields import Data
from parlor.core.record import Record
from parlor.core.words import LANGUAGES, Event, Message, say, seen_by, template

Entry = tuple[int, list[Event]]
"""What happened up to a line of the record."""


def line_by_line(record: Record) -> list[Entry]:
    """What happened at each line that tells something."""
    return [(line["line"], events) for line, _, events in record.steps() if events]


def joined(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, where those in a row that can be told in one sentence are one."""
    found: list[Entry] = []
    for line, events in entries:
        if found and len({event.id for event in [*found[-1][1], *events]}) == 1 and _many(events[0].id) is not None:
            found[-1] = (line, [*found[-1][1], *events])
        else:
            found.append((line, events))
    return found


def _many(id: str) -> tuple[str, str] | None:
    """The sentence that tells several events of a kind at once, and that for each of them, if there are such."""
    many, each = (id.replace(".", kind, 1) for kind in (".many.", ".each."))
    return None if template(Message(many), LANGUAGES[0]) is None else (many, each)


def in_words(entries: Iterable[Entry], viewer: int | None, language: str, names: Mapping[int, str]) -> list[Data]:
    """What a viewer saw happen, each entry with the line whose position shows it."""
    return [{"line": line, "text": _told(seen_by(events, viewer), language, names)} for line, events in entries]


def _told(events: Iterable[Event], language: str, names: Mapping[int, str]) -> list[str]:
    """Events as sentences; several alike make one sentence where the catalogue has one for many."""
    told = []
    for id, alike in groupby(events, key=lambda event: event.id):
        some = list(alike)
        ids = _many(id) if len(some) > 1 else None
        if ids is not None:
            many, each = ids
            items = [Message(each, **event.params) for event in some]
            told.append(say(Message(many, items=items), language, names))
        else:
            told += [say(event, language, names) for event in some]
    return told
