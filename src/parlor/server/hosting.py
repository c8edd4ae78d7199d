"""Tables in the server's care: who sits where, what everybody is shown, and that it is on disk before it is."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol

import msgspec

from parlor.core.chance import Seed
from parlor.core.errors import IllegalMove, ParlorError
from parlor.core.game import Data
from parlor.core.record import Record
from parlor.core.words import Event, seen_by
from parlor.games import game as find_game
from parlor.server.messages import NewTable, clean_name, encode
from parlor.server.metrics import PLAYS, TABLES
from parlor.server.store import StorageFailed, Store
from parlor.table import Clock, Table

# More legal moves than this are not listed in a frame: they are asked for part by part.
LISTED_MOVES = 64


class NoTable(ParlorError):
    """There is no such table, or no such seat at it."""


class Refused(ParlorError):
    """Something that this visitor may not do."""


class Chair(msgspec.Struct):
    """One seat as it is kept: who sits there, and the hash of the token that holds it."""

    kind: Literal["human", "bot", "open"]
    name: str | None = None
    bot: str | None = None
    holder: str | None = None
    webhook: str | None = None


class About(msgspec.Struct):
    """All that is kept of a table beside its lines."""

    game: str
    rules: int
    options: Data
    seed: str
    chairs: list[Chair]
    created: float
    clock: tuple[float, float] | None = None
    spectators: bool = True
    listed: bool = False
    rematch: str | None = None


class Reader(Protocol):
    """Somebody who is sent frames: the seats they hold (none for a spectator), and where frames go."""

    seats: tuple[int, ...]

    def push(self, frame: bytes) -> None:
        """Send a frame; a slow reader gets only the latest."""


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Hosted:
    """A table in memory, with everybody who looks at it."""

    def __init__(self, id: str, about: About, table: Table) -> None:
        self.id = id
        self.about = about
        self.table = table
        self.stored = len(table.record.lines)
        self.readers: set[Reader] = set()
        self.thinking: dict[int, int | None] = {}
        self.wants_rematch: set[int] = set()
        self.touched = time.time()

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats that a token holds; every chair is compared, in constant time."""
        wanted = digest(token)
        return tuple(
            seat
            for seat, chair in enumerate(self.about.chairs)
            if hmac.compare_digest(chair.holder or "", wanted) and chair.holder
        )

    def connected(self, seat: int) -> bool:
        """Whether somebody who holds the seat is here."""
        return any(seat in reader.seats for reader in self.readers)

    def public(self) -> Data:
        """What anybody may know of the table."""
        outcome = self.table.outcome
        return {
            "table": self.id,
            "game": self.about.game,
            "options": self.about.options,
            "commitment": self.table.record.commitment,
            "line": len(self.table.record.lines),
            "seats": self._seats(),
            "to_act": list(self.table.to_act),
            "outcome": None if outcome is None else outcome.dump(),
            "asked": self.table.asked,
            "spectators": self.about.spectators,
            "rematch": self.about.rematch,
        }

    def _seats(self) -> list[Data]:
        now = time.time()
        found = []
        for seat, chair in enumerate(self.about.chairs):
            about: Data = {"kind": chair.kind, "name": chair.name, "bot": chair.bot}
            if chair.kind == "human":
                about["here"] = self.connected(seat)
            if seat in self.table.away:
                about["away"] = self.table.away[seat]
            if seat in self.table.resigned:
                about["resigned"] = True
            if (left := self.table.time_left(seat, now)) is not None:
                about["time_left"] = round(left, 1)
            found.append(about)
        return found

    def part(self, seat: int | None, events: Iterable[Event]) -> bytes:
        """What one seat, or a spectator, is shown: its view, what it saw happen, and what it may do."""
        view = self.table.view(seat)
        part: Data = {
            "seat": seat,
            "view": view.dump(),
            "events": [event.dump() for event in seen_by(list(events), seat)],
        }
        if seat is not None and (opened := self.table.opened(seat)) is not None and seat in self.table.to_act:
            moves = self.table.state.legal_moves(seat)
            part["opened"] = opened
            part["moves"] = len(moves)
            if len(moves) <= LISTED_MOVES:
                part["legal"] = [str(move) for move in moves]
        return encode(part)

    def frames(self, events: list[Event], readers: Iterable[Reader] | None = None) -> list[tuple[Reader, bytes]]:
        """A frame for everybody, each part of it made once."""
        common = encode(self.public())
        parts: dict[int | None, bytes] = {}
        made: dict[tuple[int, ...], bytes] = {}
        found = []
        for reader in self.readers if readers is None else readers:
            if reader.seats not in made:
                viewers: tuple[int | None, ...] = reader.seats or (None,)
                for viewer in viewers:
                    if viewer not in parts:
                        parts[viewer] = self.part(viewer, events)
                shown = b",".join(parts[viewer] for viewer in viewers)
                made[reader.seats] = b'{"type":"frame","about":' + common + b',"parts":[' + shown + b"]}"
            found.append((reader, made[reader.seats]))
        return found


class Hosting:
    """All tables, brought into memory when somebody comes, and kept on disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, Hosted] = {}
        self._loading: dict[str, asyncio.Future[Hosted]] = {}
        self.changed: Callable[[Hosted], None] = lambda hosted: None
        """Told after each change, once it is on disk: whoever makes bots think and people notified."""

    async def create(self, wanted: NewTable, previous: Hosted | None = None) -> tuple[Hosted, dict[int, str]]:
        """A new table, with a token for each seat that people sit at or may sit at."""
        game = find_game(wanted.game)
        chairs = [
            Chair(seat.kind, clean_name(seat.name), seat.bot if seat.kind == "bot" else None) for seat in wanted.seats
        ]
        options = game.checked_options(len(chairs), wanted.options)
        tokens: dict[int, str] = {}
        holders: dict[str, str] = {}
        for seat, asked in enumerate(wanted.seats):
            if asked.kind == "bot":
                from parlor.bots import bot

                chairs[seat].bot = bot(asked.bot or "greedy").name
            elif asked.kind == "human":
                token = secrets.token_urlsafe(24)
                tokens[seat] = holders.setdefault(asked.holder, token) if asked.holder is not None else token
                chairs[seat].holder = digest(tokens[seat])
        clock = None if wanted.clock is None else (wanted.clock.seconds, wanted.clock.increment)
        about = About(
            game=game.name,
            rules=game.rules,
            options=options,
            seed=Seed().secret,
            chairs=chairs,
            created=time.time(),
            clock=clock,
            spectators=wanted.spectators,
            listed=wanted.listed,
        )
        if previous is not None:
            for seat, chair in enumerate(previous.about.chairs):
                chairs[seat].holder = chair.holder
        return await self.take_in(about, []), tokens

    async def take_in(self, about: About, lines: list[Data]) -> Hosted:
        """Keep a table that is new here, with the lines that it has already."""
        id = secrets.token_urlsafe(9)
        hosted = Hosted(id, about, _seated(about, lines))
        await self.store.create(id, _plain(about), hosted.table.record.lines, time.time())
        if hosted.table.outcome is not None:
            await self.store.append(id, hosted.stored + 1, [], True, time.time())
        self.tables[id] = hosted
        TABLES.inc()
        self.changed(hosted)
        return hosted

    async def find(self, id: str) -> Hosted:
        """The table of this id."""
        if id in self.tables:
            return self.tables[id]
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Hosted:
        kept = await self.store.load(id)
        if kept is None:
            raise NoTable("server.no-table", table=id[:20])
        return self.restore(id, *kept)

    def restore(self, id: str, kept: Data, lines: list[Data]) -> Hosted:
        """Bring a table back into memory."""
        about = msgspec.convert(kept, About)
        hosted = Hosted(id, about, _seated(about, lines))
        # What the table went on to by itself, as after a rule was widened, is kept with the next change.
        hosted.stored = len(lines)
        self.tables[id] = hosted
        TABLES.inc()
        self.changed(hosted)
        return hosted

    def forget(self, hosted: Hosted) -> None:
        """Drop a table from memory; it stays on disk."""
        if self.tables.pop(hosted.id, None) is not None:
            TABLES.dec()

    async def act(self, hosted: Hosted, action: Callable[[], list[Event]]) -> None:
        """Change a table; when it is on disk, show everybody."""
        events = action()
        frames = hosted.frames(events)
        await self.commit(hosted)
        for reader, frame in frames:
            reader.push(frame)
        PLAYS.inc()
        self.changed(hosted)

    async def commit(self, hosted: Hosted) -> None:
        """Put the lines that are new on disk. If that fails, the table goes back to what is there."""
        first = hosted.stored + 1
        lines = hosted.table.record.lines[hosted.stored :]
        hosted.stored += len(lines)
        hosted.touched = time.time()
        try:
            await self.store.append(hosted.id, first, lines, hosted.table.outcome is not None, hosted.touched)
        except StorageFailed:
            await self._roll_back(hosted)
            raise

    async def _roll_back(self, hosted: Hosted) -> None:
        kept = await self.store.load(hosted.id)
        if kept is None:
            raise NoTable("server.no-table", table=hosted.id)
        hosted.table = _seated(hosted.about, kept[1])
        hosted.stored = len(kept[1])
        for reader, frame in hosted.frames([]):
            reader.push(frame)

    async def sit(self, hosted: Hosted, seat: int | None, name: str | None) -> tuple[int, str]:
        """Take an open seat; returns it with its token."""
        chairs = hosted.about.chairs
        open_seats = [number for number, chair in enumerate(chairs) if chair.kind == "open"]
        if not open_seats:
            raise Refused("server.full")
        taken = open_seats[0] if seat is None else seat
        if taken not in open_seats:
            raise Refused("server.taken", seat=taken, open=open_seats)
        token = secrets.token_urlsafe(24)
        chairs[taken] = Chair("human", clean_name(name), holder=digest(token))
        await self.describe(hosted)
        return taken, token

    async def describe(self, hosted: Hosted) -> None:
        """Keep what has changed about a table, and show everybody."""
        await self.store.describe(hosted.id, _plain(hosted.about), time.time())
        for reader, frame in hosted.frames([]):
            reader.push(frame)

    async def rematch(self, hosted: Hosted, seats: Iterable[int]) -> None:
        """Note that seats want the same game again, and set it when all people do."""
        if hosted.table.outcome is None:
            raise IllegalMove("server.rematch-early")
        hosted.wants_rematch |= set(seats)
        people = {seat for seat, chair in enumerate(hosted.about.chairs) if chair.kind == "human"}
        if hosted.about.rematch is not None or not people <= hosted.wants_rematch:
            return
        outcome = hosted.table.outcome
        wanted = msgspec.convert(
            {
                "game": hosted.about.game,
                "seats": [{"kind": chair.kind, "name": chair.name, "bot": chair.bot} for chair in hosted.about.chairs],
                "options": hosted.table.game.rematch(hosted.about.options, outcome),
                "clock": None
                if hosted.about.clock is None
                else {"seconds": hosted.about.clock[0], "increment": hosted.about.clock[1]},
                "spectators": hosted.about.spectators,
            },
            NewTable,
        )
        again, _ = await self.create(wanted, previous=hosted)
        hosted.about.rematch = again.id
        await self.describe(hosted)


def _plain(about: About) -> Data:
    plain: Any = msgspec.to_builtins(about)
    assert isinstance(plain, dict)
    return plain


def _seated(about: About, lines: list[Data]) -> Table:
    """The table that these lines have led to."""
    game = find_game(about.game)
    seed = Seed(about.seed)
    record = Record(game, len(about.chairs), about.options, seed.commitment)
    record.lines = list(lines)
    bots = [seat for seat, chair in enumerate(about.chairs) if chair.kind == "bot"]
    clock = None if about.clock is None else Clock(*about.clock)
    return Table(game, bots=bots, clock=clock, seed=seed, record=record, now=time.time())
