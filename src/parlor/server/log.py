"""What has happened at a table, in words: an entry for each line that tells something, as each viewer saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import inf

import msgspec

from parlor.core.fields import Data
from parlor.core.record import OF_NO_SEAT, Record
from parlor.core.words import LANGUAGES, TO_YOU, Event, Message, Names, form, say, seen_by, template
from parlor.server.messages import encode
from parlor.table import Table

Entry = tuple[int, list[Event]]
"""What happened up to a line of the record."""


def line_by_line(record: Record) -> Iterator[Entry]:
    """What happened at each line that tells something."""
    for line, _, events in record.steps():
        if events:
            yield line["line"], events


def decision_by_decision(record: Record) -> Iterator[Entry]:
    """What happened at each decision, with what chance made of it, and before the first."""
    last: Entry | None = None
    for line, _, events in record.steps():
        if last is not None and not any(kind in line for kind in OF_NO_SEAT):
            yield last
            last = None
        if events:
            last = line["line"], [*(last[1] if last else []), *events]
    if last is not None:
        yield last


def joined(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, where those in a row that can be told in one sentence are one."""
    last: Entry | None = None
    alike = ""
    """What all events of the last entry are, if they are that only."""
    for line, events in entries:
        id = events[0].id if len({event.id for event in events}) == 1 else ""
        if last is not None and id and id == alike and _many(id) is not None:
            # The list is the entry's own: joining many is not to copy them again and again.
            last[1].extend(events)
            last = line, last[1]
            continue
        if last is not None:
            yield last
        last, alike = (line, list(events)), id
    if last is not None:
        yield last


def _many(id: str) -> tuple[str, str] | None:
    """The sentence that tells several events of a kind at once, and that for each of them, if there are such."""
    many, each = (id.replace(".", kind, 1) for kind in (".many.", ".each."))
    return None if template(Message(many), LANGUAGES[0]) is None else (many, each)


def in_words(
    entries: Iterable[Entry], viewer: int | None, language: str, names: Names, until: float = inf
) -> list[Data]:
    """What a viewer saw happen, each entry with the line whose position shows it.

    After line `until` somebody else plays for whoever reads it, who is not meant any more.
    """
    others = to_nobody(names)
    return [
        _in_words(line, seen_by(events, viewer), language, names if line <= until else others)
        for line, events in entries
    ]


def to_nobody(names: Names) -> Names:
    """The same names for somebody who is none of them."""
    return Names(names, words=names.words)


def gave_up(table: Table, seat: int | None) -> float:
    """The line at which a seat gave up or ran out of time; without end if it has not."""
    if seat not in table.resigned:
        return inf
    lines = reversed(table.record.lines)
    found: int = next(
        line["line"] for line in lines if line.get("seat") == seat and ("resign" in line or "clock" in line)
    )
    return found


def _in_words(line: int, events: list[Event], language: str, names: Names) -> Data:
    told = list(_told(events, language, names))
    entry: Data = {"line": line, "text": [text for text, _ in told]}
    if to_you := [index for index, (_, to_you) in enumerate(told) if to_you]:
        entry["to_you"] = to_you
    return entry


class Words:
    """The log as a viewer reads it in a language: each entry is said once, and kept."""

    def __init__(self, log: list[Entry], viewer: int | None, language: str, names: Names, until: float) -> None:
        self.log = log
        self.names = names
        self.until = until
        self._viewer = viewer
        self._language = language
        self._entries: list[bytes] = []

    def go_on(self) -> Iterator[None]:
        """Say what is new, entry by entry."""
        while len(self._entries) < len(self.log):
            (entry,) = in_words([self.log[len(self._entries)]], self._viewer, self._language, self.names, self.until)
            self._entries.append(encode(entry))
            yield

    @property
    def all(self) -> msgspec.Raw:
        """All entries as JSON."""
        for _ in self.go_on():
            pass
        return msgspec.Raw(b"[%b]" % b",".join(self._entries))


def _told(events: Iterable[Event], language: str, names: Names) -> Iterator[tuple[str, bool]]:
    """Events as sentences, each with whether it tells of something that was done to whoever reads it.

    Several alike make one sentence where the catalogue has one for many.
    """
    for id, alike in groupby(events, key=lambda event: event.id):
        some = list(alike)
        ids = _many(id) if len(some) > 1 else None
        to_you = [form(event, language, names) == TO_YOU for event in some]
        if ids is not None:
            many, each = ids
            items = [Message(each, **event.params) for event in some]
            yield say(Message(many, items=items), language, names), any(to_you)
        else:
            yield from zip([say(event, language, names) for event in some], to_you, strict=True)
