"""A table in memory: everybody who looks at it, and the frames that show it to them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Protocol

from parlor.core.fields import Data
from parlor.core.words import Event, seen_by
from parlor.server.about import About, held_by, kept
from parlor.server.drawing import drawn, pressed
from parlor.server.log import Entry, in_words, joined, line_by_line
from parlor.server.messages import encode
from parlor.table import Table

# More legal moves than this are not listed in a frame: they are asked for part by part.
LISTED_MOVES = 64


class Reader(Protocol):
    """Somebody who is sent frames: the seats they hold (none for a spectator), and where frames go."""

    seats: tuple[int, ...]
    language: str | None
    """The language of drawings and words for a page, None for plain views and events."""

    def push(self, frame: bytes, answer: bytes = b"") -> bool:
        """Send a frame, and the answer to what led to it; a slow reader gets only the latest frame, and no answer yet.

        Returns whether the answer was sent.
        """

    def mention(self, text: bytes) -> None:
        """Send a text that a slow reader may miss."""


class Hosted:
    """A table in memory, with everybody who looks at it."""

    def __init__(self, id: str, about: About, table: Table) -> None:
        self.id = id
        self.about = about
        self.table = table
        self.stored = len(table.record.lines)
        """How many lines of the record are on disk, or on their way there."""
        self.seated = table.seating.version
        """The version of the seating that is."""
        self.readers: set[Reader] = set()
        self.here: frozenset[int] = frozenset()
        """The seats whose holders are here."""
        self.pending = 0
        """How many changes are on their way to the disk."""
        self.broken = False
        """Whether what is in memory may differ from what is on disk."""
        self.revising = asyncio.Lock()
        self.log: list[Entry] | None = None
        """What has happened, once somebody reads it."""
        self.touched = time.time()
        self.thinking: set[int] = set()
        self.leaving: dict[int, asyncio.TimerHandle] = {}
        self.flagging: asyncio.TimerHandle | None = None
        self.told: dict[int, tuple[int | None, str]] = {}
        self._kept_status: tuple[object, bytes] = (None, b"")

    def kept(self) -> Data:
        """What is kept of the table beside its lines."""
        return kept(self.about, self.table.seating)

    def held_by(self, token: str) -> tuple[int, ...]:
        """The seats that a token holds."""
        return held_by(token, self.table.seating)

    @property
    def has_hints(self) -> bool:
        """Whether seats may ask for hints."""
        return self.about.has_hints(self.table.seating)

    def enter(self, reader: Reader) -> None:
        """Let somebody look at the table."""
        self.readers.add(reader)
        self.here = frozenset(seat for reader in self.readers for seat in reader.seats)

    def leave(self, reader: Reader) -> None:
        """Let them go."""
        self.readers.discard(reader)
        self.here = frozenset(seat for reader in self.readers for seat in reader.seats)

    def show(self, readers: Iterable[Reader] | None = None) -> None:
        """Send a frame in which nothing has happened."""
        for reader, frame in self.frames([], readers):
            reader.push(frame)

    def welcome(self, reader: Reader) -> None:
        """Send somebody who has just come a frame with all that has happened."""
        for _, frame in self.frames([], [reader], since=0):
            reader.push(frame)

    def public(self) -> Data:
        """What anybody may know of the table."""
        return {**self._status(), **self._news(), "options": self.about.options}

    def _status(self) -> Data:
        """What stays as it is while people play, but for their clocks."""
        seating = self.table.seating
        return {
            "table": self.id,
            "game": self.about.game,
            "host": seating.host,
            "commitment": self.table.record.commitment,
            "seats": self._seats(),
            "spectators": self.about.spectators,
            "hints": self.has_hints,
            "wants_rematch": seating.wants_rematch,
            "rematch": seating.rematch,
        }

    def _news(self) -> Data:
        """What any move may change."""
        outcome = self.table.outcome
        return {
            "line": len(self.table.record.lines),
            "to_act": list(self.table.to_act),
            "outcome": None if outcome is None else outcome.dump(),
            "asked": self.table.asked,
        }

    def _common(self) -> bytes:
        """What every frame says of the table; options may be long, and are not part of it."""
        table = self.table
        made_from = None if table.clock else (table.seating, self.here, table.away.copy(), table.resigned.copy())
        if made_from is None or made_from != self._kept_status[0]:
            self._kept_status = made_from, encode(self._status())[:-1]
        return b"%b,%b" % (self._kept_status[1], encode(self._news())[1:])

    def _seats(self) -> list[Data]:
        now = time.time()
        found = []
        for seat, chair in enumerate(self.table.seating.chairs):
            about: Data = {"kind": chair.kind, "name": chair.name, "bot": chair.bot}
            if chair.kind == "human":
                about["here"] = seat in self.here
            if seat in self.table.away:
                about["away"] = self.table.away[seat]
            if seat in self.table.resigned:
                about["resigned"] = True
            if self.table.clock is not None and (left := self.table.time_left(seat, now)) is not None:
                about["time_left"] = round(left, 1)
            found.append(about)
        return found

    def whole_log(self) -> list[Entry]:
        """What has happened, line by line."""
        if self.log is None:
            self.log = joined(line_by_line(self.table.record))
        return self.log

    def shown_to(self, seat: int | None, language: str | None, events: list[Event], since: int) -> bytes:
        """What one seat, or a spectator, is shown: its view, what it saw happen, and what it may do.

        A page gets all that drawn and in words, with the log from entry `since` on.
        """
        if language is None:
            return encode(shown_to(self.table, seat, events))
        part = drawn(self.table, seat, language, events)
        entries = in_words(self.whole_log()[since:], seat, language, self.table.seating.names)
        part["log"] = {"since": since, "entries": entries}
        return encode(part)

    def frames(
        self, events: list[Event], readers: Iterable[Reader] | None = None, since: int | None = None
    ) -> list[tuple[Reader, bytes]]:
        """A frame for everybody, each made once; the log from entry `since` on, or what is new."""
        common = self._common()
        if since is None and self.log is not None:
            since = len(self.log)
            if events:
                self.log.append((len(self.table.record.lines), events))
        made: dict[tuple[tuple[int, ...], str | None], bytes] = {}
        found = []
        for reader in self.readers if readers is None else readers:
            seats, language = key = reader.seats, reader.language
            if (frame := made.get(key)) is None:
                shown = b",".join([self.shown_to(seat, language, events, since or 0) for seat in seats or (None,)])
                frame = b'{"type":"frame","about":%b,"parts":[%b]}' % (common, shown)
                made[key] = frame if language is None else pressed(frame)
            found.append((reader, made[key]))
        return found


def shown_to(table: Table, viewer: int | None, events: list[Event]) -> Data:
    """What a viewer is shown as plain data: its view, what it saw happen, and its moves unless they are many."""
    shown: Data = {
        "seat": viewer,
        "view": table.view(viewer).dump(),
        "events": [event.dump() for event in seen_by(events, viewer)],
    }
    if viewer is not None and viewer in table.to_act and (opened := table.opened(viewer)) is not None:
        moves = table.state.legal_moves(viewer)
        shown["opened"] = opened
        shown["moves"] = len(moves)
        if len(moves) <= LISTED_MOVES:
            shown["legal"] = [str(move) for move in moves]
    return shown
