"""All tables: who sits where, what is changed, and that it is on disk before anybody is shown."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Collection

import msgspec

from parlor.bots import STAND_IN, names
from parlor.core.chance import Seed
from parlor.core.errors import BadOption, BadRecord, ParlorError, UnknownBot
from parlor.core.fields import Data
from parlor.core.words import Event
from parlor.games import game as find_game
from parlor.server.about import About, digest, parse_kept, set_table
from parlor.server.errors import NoTable, Refused
from parlor.server.hosted import Hosted, Reader
from parlor.server.messages import NewTable, clean_name
from parlor.server.metrics import PLAYS, TABLES
from parlor.server.store import StorageFailed, Store
from parlor.table import Chair, Seating, Table


class Hosting:
    """All tables, brought into memory when somebody comes, and kept on disk."""

    def __init__(self, store: Store, bots: Collection[str] = ()) -> None:
        self.store = store
        self.bots = tuple(bots) or tuple(names())
        """The names of the bots that a visitor may choose: never a spec, which might be a program to run."""
        self.tables: dict[str, Hosted] = {}
        self._loading: dict[str, asyncio.Future[Hosted]] = {}
        self.changed: Callable[[Hosted], None] = lambda hosted: None
        """Told after each change, once it is on disk: whoever makes bots think and people notified."""

    async def create(self, wanted: NewTable) -> tuple[Hosted, dict[int, str]]:
        """A new table, with a token for each seat that people sit at."""
        game = find_game(wanted.game)
        for option in game.options:
            if option.names_file(wanted.options.get(option.name)):
                raise BadOption("server.option-file", option=option.name)
        options = game.checked_options(len(wanted.seats), wanted.options)
        chairs = []
        tokens: dict[int, str] = {}
        holders: dict[str, str] = {}
        for seat, asked in enumerate(wanted.seats):
            bot = holder = None
            if asked.kind == "bot":
                bot = self._offered(asked.bot or STAND_IN)
            elif asked.kind == "human":
                token = new_token()
                tokens[seat] = token if asked.holder is None else holders.setdefault(asked.holder, token)
                holder = digest(tokens[seat])
            chairs.append(Chair(asked.kind, clean_name(asked.name), bot, holder))
        about = About(
            game=game.name,
            rules=game.rules,
            options=options,
            seed=Seed().secret,
            created=time.time(),
            clock=None if wanted.clock is None else (wanted.clock.seconds, wanted.clock.increment),
            spectators=wanted.spectators,
            listed=wanted.listed,
            hints=wanted.hints,
        )
        seating = Seating(tuple(chairs), host=min(tokens, default=None))
        return await self.take_in(about, seating, []), tokens

    async def take_in(self, about: About, seating: Seating, lines: list[Data]) -> Hosted:
        """Keep a table that is new here, with the lines that it has already."""
        now = time.time()
        hosted = Hosted(secrets.token_urlsafe(9), about, set_table(about, seating, lines, now))
        over = hosted.table.outcome is not None
        if lines and not over:
            raise BadRecord("record.unfinished")
        await self.store.create(hosted.id, hosted.kept(), hosted.table.record.lines, over, now)
        self._welcome(hosted)
        return hosted

    async def find(self, id: str) -> Hosted:
        """The table of this id, when all that has happened at it is on disk."""
        hosted = self.tables.get(id)
        if hosted is None:
            if id not in self._loading:
                self._loading[id] = asyncio.ensure_future(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            hosted = await asyncio.shield(self._loading[id])
        await self.settle(hosted)
        return hosted

    async def settle(self, hosted: Hosted) -> None:
        """Wait until all that has happened at a table is on disk: only then may it be shown."""
        while hosted.pending or hosted.broken:
            if hosted.broken:
                await self._mend(hosted)
            else:
                await self.store.settle()

    async def _load(self, id: str) -> Hosted:
        kept = await self.store.load(id)
        if kept is None:
            raise NoTable("server.no-table", table=id[:20])
        return self.restore(id, *kept)

    def restore(self, id: str, kept: Data, lines: list[Data], stopped: float | None = None) -> Hosted:
        """Bring a table back into memory. Time since the server `stopped` is on nobody's clock."""
        about, seating = parse_kept(kept)
        now = time.time()
        hosted = Hosted(id, about, set_table(about, seating, lines, now, now if stopped is None else stopped))
        # What the table went on to by itself, as after a rule was widened, is kept with the next change.
        hosted.stored = len(lines)
        self._welcome(hosted)
        return hosted

    def _welcome(self, hosted: Hosted) -> None:
        self.tables[hosted.id] = hosted
        TABLES.inc()
        self.changed(hosted)

    def forget(self, hosted: Hosted) -> None:
        """Drop a table from memory; it stays on disk."""
        if self.tables.pop(hosted.id, None) is not None:
            TABLES.dec()

    async def act(
        self,
        hosted: Hosted,
        action: Callable[[Table], list[Event]],
        asking: Reader | None = None,
        answer: bytes = b"",
    ) -> bool:
        """Change a table; when it is on disk, show everybody, and answer whoever was asking along with it.

        Returns whether that answer was sent.
        """
        if hosted.broken:
            await self._mend(hosted)
        try:
            events = action(hosted.table)
            frames = hosted.frames(events)
        except ParlorError:
            raise
        except BaseException:
            hosted.broken = True
            raise
        hosted.pending += 1
        try:
            await self._commit(hosted)
        finally:
            hosted.pending -= 1
        answered = False
        for reader, frame in frames:
            if reader is asking:
                answered = reader.push(frame, answer)
            else:
                reader.push(frame)
        self.changed(hosted)
        return answered

    async def _commit(self, hosted: Hosted) -> None:
        """Put on disk what is new. If that fails, the table goes back to what is there."""
        first = hosted.stored + 1
        lines = hosted.table.record.lines[hosted.stored :]
        hosted.stored += len(lines)
        hosted.touched = time.time()
        reseated = hosted.seated != hosted.table.seating.version
        hosted.seated = hosted.table.seating.version
        about = hosted.kept() if reseated else None
        try:
            await self.store.append(hosted.id, first, lines, hosted.table.outcome is not None, hosted.touched, about)
        except StorageFailed:
            hosted.broken = True
            with contextlib.suppress(StorageFailed):
                await self._mend(hosted)
            raise
        PLAYS.changes += bool(lines)

    async def _mend(self, hosted: Hosted) -> None:
        """Go back to what is on disk, and show everybody."""
        async with hosted.revising:
            if not hosted.broken:
                return
            kept = await self.store.load(hosted.id)
            if kept is None:
                self.forget(hosted)
                raise NoTable("server.no-table", table=hosted.id)
            now = time.time()
            hosted.about, seating = parse_kept(kept[0])
            hosted.table = set_table(hosted.about, seating, kept[1], now, now)
            hosted.stored = len(kept[1])
            hosted.seated = seating.version
            hosted.log = None
            hosted.broken = False
        hosted.show()
        self.changed(hosted)

    async def sit(self, hosted: Hosted, wanted: int | None, name: str | None) -> tuple[int, str]:
        """Take an open seat; returns it with its token."""
        token = new_token()
        taken = -1

        def take(table: Table) -> list[Event]:
            nonlocal taken
            open_seats = table.seating.seats("open")
            if not open_seats or table.outcome is not None:
                raise Refused("server.full")
            taken = open_seats[0] if wanted is None else wanted
            if taken not in open_seats:
                raise Refused("server.taken", seat=taken, open=open_seats)
            return table.sit(taken, clean_name(name), digest(token))

        await self.act(hosted, take)
        return taken, token

    async def place(self, hosted: Hosted, host: int, seat: int, bot: str | None) -> None:
        """Put a bot on an open seat, or take one off, for the host."""
        name = None if bot is None else self._offered(bot)

        def put(table: Table) -> list[Event]:
            return table.open_seat(host, seat) if name is None else table.seat_bot(host, seat, name, time.time())

        await self.act(hosted, put)

    def _offered(self, bot: str) -> str:
        if bot not in self.bots:
            raise UnknownBot("bot.unknown", name=bot[:40], known=self.bots)
        return bot

    async def rematch(self, hosted: Hosted, seat: int) -> None:
        """Note that a seat wants to play again; once everybody here does, set that table by the newest rules."""
        options = hosted.table.rematch()
        async with hosted.revising:
            seating = hosted.table.seating
            if seating.rematch is not None:
                return
            wants = tuple(sorted({*seating.wants_rematch, seat}))
            again: str | None = None
            if not any(other in hosted.here and other not in wants for other in seating.seats("human")):
                rules = find_game(hosted.about.game).rules
                about = msgspec.structs.replace(
                    hosted.about, rules=rules, options=options, seed=Seed().secret, created=time.time()
                )
                again = (await self.take_in(about, seating.again(), [])).id

            def note(table: Table) -> list[Event]:
                return table.arrange(table.seating.changed(wants_rematch=wants, rematch=again))

            await self.act(hosted, note)


def new_token() -> str:
    """What holds a seat: whoever knows it may play there."""
    return secrets.token_urlsafe(24)
