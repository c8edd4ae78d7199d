"""A table in memory, with everybody who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Protocol

from parlor.core.fields import Data
from parlor.server.about import About, held_by, kept
from parlor.server.limits import LONGEST_TABLE, Bucket
from parlor.server.log import Entry, Words, gave_up, joined, line_by_line
from parlor.table import Table

KNOCK_SECONDS = 20.0
"""How often somebody may knock at a table, after a few times."""


LIGHTEST = 100
"""What a table without lines takes of the memory, in lines."""


class Reader(Protocol):
    """Somebody who is sent frames: the seats they hold (none for a spectator), and where frames go."""

    seats: tuple[int, ...]
    holder: str | None
    """The hash of the token that holds them."""
    language: str | None
    """The language of drawings and words for a page, None for plain views and events."""

    def push(self, frame: bytes, answer: bytes = b"") -> bool:
        """Send a frame, and the answer to what led to it; a slow reader gets only the latest frame, and no answer yet.

        Returns whether the answer was sent.
        """

    def mention(self, text: bytes) -> None:
        """Send a text that a slow reader may miss."""

    def dismiss(self, text: bytes, why: bytes) -> None:
        """Send them away with a last text."""


class Hosted:
    """A table in memory, with everybody who looks at it."""

    def __init__(self, id: str, about: About, table: Table, now: Callable[[], float]) -> None:
        self.id = id
        self.address = id
        """On whose behalf bots think here, in memory alone: the address of whoever set the table, or of whoever was the
        first to come to it since; its own id before that."""
        self.about = about
        self.table = table
        self.now = now
        self.weight = LIGHTEST + len(table.record.lines)
        """What it takes of the memory, in lines, when it is taken in."""
        self.stored = len(table.record.lines)
        """How many lines of the record are on disk, or on their way there."""
        self.seated = table.seating.version
        """The version of the seating that is."""
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, tuple[list[int], int]] | None = None
        """Other processes that have the table, once that is known: the seats whose holders are there, and how many look
        at it in all."""
        self.here: frozenset[int] = frozenset()
        """The seats whose holders are here, or at another process."""
        self.is_ours = True
        """Whether this process does what is done once at the table."""
        self.pending = 0
        """How many changes are on their way to the disk."""
        self.broken = False
        """Whether what is in memory may differ from what is on disk."""
        self.behind = False
        """Whether that is because somebody else was first on disk."""
        self.mended = 0
        """How often it has gone back, or on, to what is on disk."""
        self.gone = False
        """Whether the table was taken away for good."""
        self.again: Hosted | None = None
        """The table of a rematch that is still to be kept."""
        self.revising = asyncio.Lock()
        self.log: list[Entry] | None = None
        """What has happened, once somebody reads it."""
        self._words: dict[tuple[int | None, str], Words] = {}
        self.knocks = Bucket(1 / KNOCK_SECONDS, 3)
        self.touched = now()
        self.thinking: set[int] = set()
        self.leaving: dict[int, asyncio.TimerHandle] = {}
        self.flagging: asyncio.TimerHandle | None = None
        self.told: dict[int, tuple[int | None, str]] = {}
        self.kept_status: tuple[object, bytes] = (None, b"")
        """What frames say of the table until it changes, with what that was made from."""

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

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at the table and nothing goes on there: it may be forgotten, until it is asked for."""
        timers = self.leaving or self.flagging
        return not (self.readers or self.thinking or self.pending or self.broken or timers or self.revising.locked())

    @property
    def is_full(self) -> bool:
        """Whether the record is so long that nothing more can be played."""
        return len(self.table.record.lines) >= LONGEST_TABLE

    def enter(self, reader: Reader) -> None:
        """Let somebody look at the table."""
        self.readers.add(reader)
        self.recount()

    def leave(self, reader: Reader) -> None:
        """Let them go."""
        self.readers.discard(reader)
        self.recount()

    @property
    def seats_here(self) -> set[int]:
        """The seats whose holders are at this process."""
        return {seat for reader in self.readers for seat in reader.seats}

    @property
    def seats_elsewhere(self) -> list[list[int]]:
        """The seats whose holders are at each other process."""
        return [seats for seats, _ in (self.elsewhere or {}).values()]

    def recount(self) -> None:
        """See who is here."""
        self.here = frozenset(self.seats_here.union(*self.seats_elsewhere))

    def mention(self, text: bytes, seats: Collection[int] | None = None) -> None:
        """Tell everybody, or those at some seats, something that is kept nowhere."""
        for reader in self.readers:
            if seats is None or not set(seats).isdisjoint(reader.seats):
                reader.mention(text)

    def unseat(self) -> list[tuple[Reader, int]]:
        """Let those go whose token no longer holds their seat; returns them with the first seat that they held."""
        chairs = self.table.seating.chairs
        gone = [(reader, reader.seats[0]) for reader in self.readers if reader.seats]
        gone = [(reader, seat) for reader, seat in gone if chairs[seat].holder != reader.holder]
        for reader, _ in gone:
            reader.seats = ()
            self.leave(reader)
        return gone

    def whole_log(self) -> list[Entry]:
        """What has happened, line by line."""
        if self.log is None:
            self.log = list(joined(line_by_line(self.table.record)))
        return self.log

    def words(self, viewer: int | None, language: str) -> Words:
        """The log in words, as far as it was said already by the names that people have now."""
        log, names, until = self.whole_log(), self.table.names(viewer), gave_up(self.table, viewer)
        found = self._words.get((viewer, language))
        if found is None or found.log is not log or (found.names, found.until) != (names, until):
            found = self._words[viewer, language] = Words(log, viewer, language, names, until)
        return found
