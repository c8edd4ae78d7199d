"""What was: logs, and boards as they were. However long a record is, the event loop is never kept for long by it.

What is made of a few lines is made at once, what is made of many in a worker, and of a finished game it is kept.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from parlor.core.fields import Data
from parlor.core.record import Record, under_its_rules
from parlor.core.words import Names, seen_by
from parlor.games import game as find_game
from parlor.server.breath import breathe, in_slices
from parlor.server.drawing import looked_back, looked_into, shown_again
from parlor.server.hosted import Hosted
from parlor.server.log import decision_by_decision, in_words, joined, line_by_line
from parlor.server.messages import encode
from parlor.server.workers import Workers

FEW_LINES = 200
"""So many lines are replayed and told in a few milliseconds; most games have fewer."""
KEPT_BYTES = 1 << 25
Called = Mapping[int, str]
P = ParamSpec("P")
T = TypeVar("T")


class Excerpt(NamedTuple):
    """The first lines of a record as plain data, for a worker."""

    game: str
    rules: int
    seats: int
    options: Data
    lines: list[Data]

    def record(self) -> Record:
        """The record that ends there."""
        record = Record(under_its_rules(find_game(self.game), self.rules), self.seats, self.options, "")
        record.lines = self.lines
        return record


def draw(excerpt: Excerpt, names: Called, viewer: int | None, language: str) -> bytes:
    """The board after these lines."""
    return looked_back(excerpt.record(), names, viewer, language).encode()


def look(excerpt: Excerpt, names: Called, viewer: int | None, language: str, since: int) -> Data:
    """What the lines after line `since` have led to, and why."""
    return looked_into(excerpt.record(), names, viewer, language, since)


def show(excerpt: Excerpt, names: Called, viewer: int | None, language: str, since: int) -> bytes:
    """What the table showed after these lines."""
    return encode(shown_again(excerpt.record(), names, viewer, language, since))


def tell(excerpt: Excerpt, names: Called, viewer: int | None, language: str) -> bytes:
    """What happened at each decision of these lines, in words."""
    record = excerpt.record()
    called = Names(names, viewer, record.game.seat_words(record.new().view(None), record.seats))
    return encode(in_words(decision_by_decision(record), viewer, language, called))


def list_events(excerpt: Excerpt, viewer: int | None) -> bytes:
    """What a viewer saw happen at each of these lines."""
    steps = excerpt.record().steps()
    return encode(
        [{"line": line["line"], "events": [one.dump() for one in seen_by(events, viewer)]} for line, _, events in steps]
    )


def write(excerpt: Excerpt, commitment: str, names: Called) -> bytes:
    """The record as a file, with the names that are still known."""
    record = excerpt.record()
    record.names = dict(names)
    record.commitment = commitment
    return record.dumps().encode()


class Kept:
    """What was made, up to so many bytes: what nobody has asked for the longest gives way."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[object, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: object) -> bytes | None:
        """What was kept under a key."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, key: object, found: bytes) -> None:
        """Keep something."""
        self._size += len(found) - len(self._found.pop(key, b""))
        self._found[key] = found
        while self._size > self.most:
            self._size -= len(self._found.popitem(last=False)[1])


class Past:
    """Tells everybody what was."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._kept = Kept(KEPT_BYTES)
        self._reading = asyncio.Lock()

    async def read_log(self, hosted: Hosted, viewers: Iterable[int | None], language: str) -> None:
        """See to it that the log of a table can be shown to these viewers at once."""
        # One after the other: whoever is next finds read what all can use.
        async with self._reading:
            while hosted.log is None:
                table = hosted.table
                # What is played meanwhile comes into it, too: the last step sees the last line.
                log = await in_slices(joined(line_by_line(table.record)))
                if hosted.log is None and hosted.table is table:
                    hosted.log = log
            for viewer in viewers:
                await in_slices(hosted.words(viewer, language).go_on())

    async def look(self, hosted: Hosted, address: str, line: int, viewer: int | None, language: str) -> Data:
        """What an entry of the log shows: the board as it was, or why it came to be where that says more."""
        entries = [0, *[at for at, _ in hosted.whole_log()]]
        since = entries[entries.index(line) - 1] if line and line in entries else line
        names = hosted.table.seating.names
        return await self._made(hosted.table.record, address, line, look, names, viewer, language, since)

    async def drawing(self, hosted: Hosted, address: str, line: int, viewer: int | None, language: str) -> str:
        """The board of a finished game after a line."""
        names = hosted.table.seating.names
        return (await self._kept_of(hosted, address, line, draw, names, viewer, language)).decode()

    async def replay(self, hosted: Hosted, address: str, viewer: int | None, language: str) -> bytes:
        """What happened in a finished game, decision by decision, in words."""
        names = hosted.table.seating.names
        return await self._kept_of(hosted, address, len(hosted.table.record.lines), tell, names, viewer, language)

    async def step(
        self, hosted: Hosted, address: str, since: int, line: int, viewer: int | None, language: str
    ) -> bytes:
        """What the table of a finished game showed at its lines after line `since`, up to another."""
        names = hosted.table.seating.names
        return await self._kept_of(hosted, address, line, show, names, viewer, language, since)

    async def file(self, hosted: Hosted, address: str) -> bytes:
        """The record of a finished game."""
        record = hosted.table.record
        return await self._kept_of(
            hosted, address, len(record.lines), write, record.commitment, hosted.table.seating.names
        )

    async def events(self, hosted: Hosted, address: str, viewer: int | None) -> bytes:
        """What a viewer has seen happen, line by line."""
        record = hosted.table.record
        return await self._made(record, address, len(record.lines), list_events, viewer)

    async def _kept_of(
        self,
        hosted: Hosted,
        address: str,
        upto: int,
        job: Callable[Concatenate[Excerpt, P], bytes],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> bytes:
        """The same of a finished game, made once."""
        key = hosted.id, upto, job, repr(arguments)
        found = self._kept.get(key)
        if found is None:
            found = await self._made(hosted.table.record, address, upto, job, *arguments, **more)
            self._kept.put(key, found)
        return found

    async def _made(
        self,
        record: Record,
        address: str,
        upto: int,
        job: Callable[Concatenate[Excerpt, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """What a job makes of the first lines of a record: here if they are few, in a worker if they are many."""
        game = record.game
        excerpt = Excerpt(game.name, game.rules, record.seats, record.options, record.lines[:upto])
        if len(excerpt.lines) <= FEW_LINES:
            await breathe()
            return job(excerpt, *arguments, **more)
        given: Any = job
        found: T = await self.workers.run("requests", address, given, excerpt, *arguments)
        return found
