"""All tables: who sits where, what is changed, and that it is on disk before anybody is shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import string
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from parlor.bots import STAND_IN, names
from parlor.core.chance import Seed
from parlor.core.errors import BadOption, BadRecord, IllegalMove, ParlorError, UnknownBot, UnknownGame
from parlor.core.fields import Data
from parlor.core.words import Event
from parlor.games import game as find_game
from parlor.server.about import About, digest, new_secret, parse_kept, set_table
from parlor.server.database import Conflict, StorageFailed
from parlor.server.errors import Busy, NoTable, Refused, error_message, kind
from parlor.server.frames import frames
from parlor.server.hosted import Hosted, Reader
from parlor.server.house_time import HouseTime
from parlor.server.messages import NewTable, encode
from parlor.server.metrics import PLAYS, TABLES
from parlor.server.names import told_apart
from parlor.server.store import Append, New, Store
from parlor.table import Chair, Seating, Table

if TYPE_CHECKING:
    # Optional: only whoever has outgrown a file has others beside.
    from parlor.server.postgresql.peers import Peers

ID = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What a table may be called."""
MOST_IN_MEMORY = 100_000
"""Lines of tables in memory: if there are more, tables at which nothing goes on are forgotten at once."""
MOST_CONFLICTS = 20
"""How often an action is done anew because somebody else was first."""
log = logging.getLogger("parlor.server")


class Hosting:
    """All tables, brought into memory when somebody comes, and kept on disk."""

    def __init__(self, store: Store, house_time: HouseTime, bots: Collection[str] = ()) -> None:
        self.store = store
        self.now = house_time.now
        self.bots = tuple(bots) or tuple(names())
        """The names of the bots that a visitor may choose: never a spec, which might be a program to run."""
        self.tables: dict[str, Hosted] = {}
        self._weight = 0
        self.aside: dict[str, str] = {}
        """Tables that could not be brought back, and why: they stay on disk as they are until the next start."""
        self._loading: dict[str, asyncio.Future[Hosted]] = {}
        self.peers: Peers | None = None
        """The other processes that serve these tables, where there may be any."""
        self.changed: Callable[[Hosted], None] = lambda hosted: None
        """Told after each change, once it is on disk: whoever makes bots think and people notified."""

    async def create(self, wanted: NewTable, address: str) -> tuple[Hosted, dict[int, str], dict[int, str]]:
        """A new table, with the token of the host's seats, and an invitation to each seat that is kept for people."""
        game = find_game(wanted.game)
        for option in game.options:
            if option.names_file(wanted.options.get(option.name)):
                raise BadOption("server.option-file", option=option.name)
        options = game.checked_options(len(wanted.seats), wanted.options)
        chairs: list[Chair] = []
        tokens: dict[int, str] = {}
        invitations: dict[int, str] = {}
        shared: dict[str, str] = {}
        host = _host_of(wanted)
        for seat, asked in enumerate(wanted.seats):
            chair = Chair(asked.kind, told_apart(asked.name, [chair.name for chair in chairs]))
            if asked.kind == "bot":
                chair = replace(chair, bot=self._offered(asked.bot or STAND_IN))
            elif asked.kind == "human":
                secret = new_secret()
                if asked.holder is not None:
                    secret = shared.setdefault(asked.holder, secret)
                if seat == host or (asked.holder and asked.holder == wanted.seats[host].holder):
                    tokens[seat] = secret
                    chair = replace(chair, holder=digest(secret))
                else:
                    invitations[seat] = secret
                    chair = replace(chair, kind="open", invitation=digest(secret))
            chairs.append(chair)
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
        seating = Seating(tuple(chairs), host=host if tokens else None, waiting=True)
        return await self.take_in(about, seating, [], address), tokens, invitations

    async def take_in(self, about: About, seating: Seating, lines: list[Data], address: str) -> Hosted:
        """Keep a table that is new here and set from this address, with the lines that it has already."""
        hosted = self._set(about, seating, lines, address)
        await self.store.create(_new(hosted))
        # A game that is over comes into memory when somebody looks at it.
        if hosted.table.outcome is None:
            self._welcome(hosted)
        return hosted

    def _set(self, about: About, seating: Seating, lines: list[Data], address: str) -> Hosted:
        """A table that is new here, and not kept yet."""
        now = self.now()
        table = set_table(about, seating, lines, now)
        # What cannot be dealt is refused now, and not when everybody has come; bots wait for nobody.
        table.record.new()
        table.begin(now)
        hosted = Hosted(new_id(), about, table, self.now)
        hosted.address = address
        if lines and table.outcome is None:
            raise BadRecord("record.unfinished")
        return hosted

    async def find(self, id: str) -> Hosted:
        """The table of this id, when all that has happened at it is on disk."""
        hosted = self.tables.get(id)
        if hosted is None:
            if id not in self._loading:
                self._loading[id] = asyncio.ensure_future(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            hosted = await asyncio.shield(self._loading[id])
        if self.peers is not None:
            await self.peers.catch_up(hosted)
        await self.settle(hosted)
        return hosted

    async def settle(self, hosted: Hosted) -> None:
        """Wait until all that has happened at a table is on disk: only then may it be shown."""
        while hosted.pending or hosted.broken:
            if hosted.broken:
                await self._mend(hosted)
            else:
                await self.store.settle()
                # What is on disk is so for everybody once whoever wrote it has had a turn.
                await asyncio.sleep(0)

    async def bring_back(self) -> None:
        """Bring all running tables into memory; whichever cannot be is put aside."""
        for id in await self.store.running():
            with contextlib.suppress(NoTable):
                await self._load(id)

    async def _load(self, id: str) -> Hosted:
        try:
            kept = await self.store.load(id) if ID.fullmatch(id) and id not in self.aside else None
            if kept is not None:
                return self._restore(id, *kept)
        except Exception as error:  # whatever stands in a row that somebody has broken
            if isinstance(error, StorageFailed) and error.message.id != "server.database.damaged":
                raise
            if self.peers is not None and (isinstance(error, UnknownGame) or kind(error) == "record.rules"):
                # A newer version serves beside this one, or this one is newer than it was.
                raise Busy("server.newer-rules") from error
            self.aside[id] = kind(error)
            log.error("a table could not be brought back and was put aside: %s", kind(error))
        if id in self.aside:
            raise NoTable("server.aside")
        raise NoTable("server.no-table", table=id[:20])

    def _restore(self, id: str, kept: Data, lines: list[Data]) -> Hosted:
        """Bring a table back into memory."""
        about, seating = parse_kept(kept)
        hosted = Hosted(id, about, set_table(about, seating, lines, self.now()), self.now)
        # What the table went on to by itself, as after a rule was widened, is kept with the next change.
        hosted.stored = len(lines)
        self._welcome(hosted)
        return hosted

    def _welcome(self, hosted: Hosted) -> None:
        self.tables[hosted.id] = hosted
        self._weight += hosted.weight
        TABLES.inc()
        self.regard(hosted)
        self.changed(hosted)
        # Those that are busy stand back, so that a few are enough to find one that is not.
        for id in list(islice(self.tables, 4)) if self._weight > MOST_IN_MEMORY else ():
            if (earliest := self.tables[id]).is_idle and earliest is not hosted:
                self.forget(earliest)
            else:
                self.tables[id] = self.tables.pop(id)

    def forget(self, hosted: Hosted) -> None:
        """Drop a table from memory; it stays on disk."""
        if self.tables.pop(hosted.id, None) is not None:
            self._weight -= hosted.weight
            TABLES.dec()
            self.regard(hosted)

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for the whole house."""
        return self.peers is None or self.peers.leads

    async def listed(self, most: int) -> list[Hosted]:
        """Tables that anybody may see in the list, the latest first."""
        if self.peers is None:
            found = [hosted for hosted in self.tables.values() if hosted.about.listed and not hosted.pending]
            found.sort(key=lambda hosted: -hosted.touched)
        else:
            found = []
            for id in await self.peers.listed(most):
                with contextlib.suppress(NoTable, Busy):
                    found.append(self.tables.get(id) or await self.find(id))
        return [hosted for hosted in found if hosted.table.outcome is None][:most]

    def regard(self, hosted: Hosted) -> None:
        """Let other processes know that this one has a table, or not any more, and who looks at it here."""
        if self.peers is not None:
            self.peers.has(hosted.id)

    def tell_all(self, hosted: Hosted, text: bytes, seats: Collection[int] | None = None) -> None:
        """Tell everybody at a table, or those at some seats, something that is kept nowhere."""
        hosted.mention(text, seats)
        if self.peers is not None:
            self.peers.say(hosted, text, seats)

    def drop(self, id: str) -> None:
        """Forget a table that is no longer on disk: nothing more happens at it."""
        self.aside.pop(id, None)
        if (hosted := self.tables.get(id)) is not None:
            self.forget(hosted)
            hosted.gone = True
            for timer in (hosted.flagging, *hosted.leaving.values()):
                if timer is not None:
                    timer.cancel()

    async def act(
        self,
        hosted: Hosted,
        action: Callable[[Table], list[Event]],
        asking: Reader | None = None,
        answer: bytes = b"",
    ) -> bool:
        """Change a table; when it is on disk, show everybody, and answer whoever was asking along with it.

        If somebody else was first on disk, that is taken in, and the action is checked and done anew. Returns whether
        that answer was sent.
        """
        for _ in range(MOST_CONFLICTS):
            if hosted.gone:
                raise NoTable("server.no-table", table=hosted.id)
            if hosted.broken:
                await self._mend(hosted)
            try:
                events = action(hosted.table)
                made = frames(hosted, events)
            except ParlorError:
                raise
            except BaseException:
                hosted.broken = True
                raise
            reseated = hosted.seated != hosted.table.seating.version
            hosted.pending += 1
            try:
                await self._commit(hosted)
            except Conflict:
                continue
            finally:
                hosted.pending -= 1
            if reseated:
                _send_away(hosted)
            answered = False
            for reader, frame in made:
                if reader not in hosted.readers:
                    continue
                if reader is asking:
                    answered = reader.push(frame, answer)
                else:
                    reader.push(frame)
            self.changed(hosted)
            return answered
        raise Conflict("server.database.conflict")

    async def _commit(self, hosted: Hosted) -> None:
        """Put on disk what is new. If that fails, the table goes back to what is there."""
        table, mended = hosted.table, hosted.mended
        first = hosted.stored + 1
        lines = table.record.lines[hosted.stored :]
        hosted.stored += len(lines)
        hosted.touched = self.now()
        append = Append(hosted.id, first, lines, table.outcome is not None, hosted.touched)
        again: Hosted | None = None
        if hosted.seated != table.seating.version:
            append.version, append.about = hosted.seated, hosted.kept()
            hosted.seated = table.seating.version
            if hosted.again is not None and hosted.again.id == table.seating.rematch:
                again, hosted.again = hosted.again, None
                append.again = _new(again)
        try:
            await self.store.append(append)
        except StorageFailed as error:
            # Whatever was made on top of this fails, too, and one of them mends the table for all.
            if hosted.mended == mended:
                hosted.broken = True
                hosted.behind = isinstance(error, Conflict)
            with contextlib.suppress(StorageFailed):
                await self._mend(hosted)
            raise
        if append.is_empty and (hosted.broken or hosted.mended != mended):
            # Nothing was to be written, but what it was made on top of was not written, either.
            raise Conflict("server.database.conflict")
        if again is not None:
            self._welcome(again)
        if self.peers is not None and not append.is_empty:
            self.peers.wrote(hosted)
        PLAYS.changes += bool(lines)

    async def follow(self, hosted: Hosted, about: str | None, appends: list[list[Data]]) -> None:
        """Take in what another process has written: what the table is now, if that has changed, and further lines."""
        seating = hosted.table.seating
        if about is not None:
            hosted.about, seating = parse_kept(msgspec.json.decode(about))
        if hosted.table.seating.waiting:
            # Before the deal, or with it, much may have changed at once.
            hosted.broken = True
            await self._mend(hosted)
            return
        for lines in appends or [[]]:
            made = frames(hosted, hosted.table.follow(lines, seating, self.now()))
            hosted.stored += len(lines)
            hosted.seated = seating.version
            for reader, frame in made:
                reader.push(frame)
        _send_away(hosted)
        hosted.touched = self.now()
        self.changed(hosted)

    async def _mend(self, hosted: Hosted) -> None:
        """Go back to what is on disk, or on to it where somebody else has written that, and show everybody."""
        async with hosted.revising:
            if not hosted.broken:
                return
            kept = await self.store.load(hosted.id)
            if kept is None:
                self.forget(hosted)
                raise NoTable("server.no-table", table=hosted.id)
            about, seating = parse_kept(kept[0])
            events: list[Event] = []
            table = hosted.table
            # What was begun here alone is not gone on from.
            begun = table.seating.waiting != seating.waiting or len(table.record.lines) > len(kept[1])
            if hosted.behind and not begun:
                events = table.follow(kept[1], seating, self.now())
            else:
                hosted.table = set_table(about, seating, kept[1], self.now())
            hosted.about = about
            hosted.stored = len(kept[1])
            hosted.seated = seating.version
            hosted.log = None
            hosted.broken = hosted.behind = False
            hosted.mended += 1
        _send_away(hosted)
        for reader, frame in frames(hosted, events):
            reader.push(frame)
        self.changed(hosted)

    async def place(self, hosted: Hosted, host: int, seat: int, bot: str | None) -> None:
        """Put a bot on an open seat, or take one off, for the host."""
        name = None if bot is None else self._offered(bot)

        def put(table: Table) -> list[Event]:
            if name is None:
                return table.open_seat(host, seat, self.now())
            return table.seat_bot(host, seat, name, self.now())

        await self.act(hosted, put)

    def _offered(self, bot: str) -> str:
        if bot not in self.bots:
            raise UnknownBot("bot.unknown", name=bot[:40], known=self.bots)
        return bot

    async def rematch(self, hosted: Hosted, seat: int, address: str, count_table: Callable[[str], None]) -> None:
        """Note that a seat wants to play again; once everybody here does, set that table by the newest rules.

        It counts as a table of the address that was the last to ask.
        """

        def note(table: Table) -> list[Event]:
            options = table.rematch()
            seating = table.seating
            if seating.rematch is not None:
                return []
            wants = tuple(sorted({*seating.wants_rematch, seat}))
            again: str | None = None
            if not any(other in hosted.here and other not in wants for other in seating.seats("human")):
                count_table(address)
                rules = find_game(hosted.about.game).rules
                about = msgspec.structs.replace(
                    hosted.about, rules=rules, options=options, seed=Seed().secret, created=time.time()
                )
                hosted.again = self._set(about, seating.again().changed(waiting=True), [], address)
                again = hosted.again.id
            return table.arrange(seating.changed(wants_rematch=wants, rematch=again))

        await self.act(hosted, note)


def _new(hosted: Hosted) -> New:
    """A table that is not kept yet."""
    table = hosted.table
    return New(hosted.id, hosted.kept(), table.record.lines, table.outcome is not None, hosted.touched)


def _host_of(wanted: NewTable) -> int:
    """The seat of the host at a table that is wanted, -1 if nobody sits there."""
    people = [seat for seat, asked in enumerate(wanted.seats) if asked.kind == "human"]
    if wanted.host is None:
        return min(people, default=-1)
    if wanted.host not in people:
        raise IllegalMove("table.not-human", seat=wanted.host)
    return wanted.host


def _send_away(hosted: Hosted) -> None:
    """Tell those whose token no longer holds their seat, and let them go."""
    for reader, seat in hosted.unseat():
        moved = hosted.table.seating.chairs[seat].kind == "human"
        error = Refused("server.moved" if moved else "server.removed", seat=seat)
        reader.dismiss(encode(error_message(error, language=reader.language)), error.message.id.encode())


def new_id() -> str:
    """What a table is called; a command would take a dash at its beginning for an option."""
    return secrets.choice(string.ascii_letters) + secrets.token_urlsafe(9)[1:]
