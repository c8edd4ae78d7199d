"""A socket: one visitor at one table, for the seats that their token holds or to look on."""

from __future__ import annotations

import asyncio

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from parlor.bots import STAND_IN
from parlor.core.errors import IllegalMove, NotYet, ParlorError
from parlor.core.fields import Data
from parlor.core.words import LANGUAGES, Event
from parlor.server.about import digest
from parlor.server.breath import SECONDS, breathe
from parlor.server.care.leavers import Leavers
from parlor.server.connection import GONE, Connection
from parlor.server.door import Visit, awaited
from parlor.server.drawing import check, picking
from parlor.server.errors import UNREADABLE, Busy, Refused, error_message, let_go, refusal
from parlor.server.frames import welcome
from parlor.server.guard import Gate
from parlor.server.hints import Hints
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.limits import LAST_UNDO, LONGEST_TABLE, Bucket, Buckets
from parlor.server.messages import (
    Agree,
    Chat,
    Commit,
    Disagree,
    End,
    Hello,
    Here,
    Hint,
    Invite,
    Log,
    Look,
    Parts,
    Place,
    Play,
    Rematch,
    Remove,
    Rename,
    Resign,
    Reveal,
    Undo,
    Why,
    Wish,
    encode,
    parse_wish,
)
from parlor.server.metrics import PLAYS, SOCKETS
from parlor.server.names import clean_name
from parlor.server.past import Past
from parlor.server.pulse import DOING
from parlor.server.seats import invite, play_again, rename
from parlor.table import Table

LARGEST_MESSAGE = 8192
BYTES = 1024
"""What a message may have on average."""
PLAYS_SECONDS = 3 * SECONDS
"""How much may be done in one go if it is moves: they go before all else, so that no game waits for a crowd."""
LAST_SECONDS, LAST_PAUSE = 5.0, 0.01
"""How long what was asked may still take when the server stops."""
GOODBYE = 0.5
"""Seconds that somebody may take to say goodbye, too."""


class Sockets:
    """Takes visitors in and does what they wish."""

    def __init__(self, hosting: Hosting, leavers: Leavers, hints: Hints, past: Past, gate: Gate) -> None:
        self.hosting = hosting
        self.past = past
        self.leavers = leavers
        self.hints = hints
        self.gate = gate
        self.settings = gate.settings
        self._open: dict[Connection, tuple[str, str]] = {}
        """Every socket with its table and its address."""
        self._closing = False
        self._hinting: set[asyncio.Task[None]] = set()
        rate = self.settings.messages_per_second
        self._addresses = Buckets(5 * rate, 10 * rate)

    async def serve(self, request: web.Request, address: str) -> web.WebSocketResponse:
        """One visitor from hello to goodbye."""
        # Its own heartbeat touches timers at every message, and its pings and pongs would pass unseen.
        socket = web.WebSocketResponse(autoping=False, max_msg_size=LARGEST_MESSAGE, compress=False, timeout=GOODBYE)
        try:
            await socket.prepare(request)
        except ValueError as error:
            raise web.HTTPBadRequest from error
        if request.transport is None:
            return socket
        rate = self.settings.messages_per_second
        bucket = Bucket(rate, 2 * rate)
        if isinstance(visit := request.protocol, Visit):
            # Also of what is no message yet, or never will be.
            visit.pace = Bucket(rate * BYTES, 8 * rate * BYTES + 2 * LARGEST_MESSAGE)
        connection = Connection(socket, request.transport, lambda: bucket.take() and self._addresses.take(address))
        connection.watch(self.settings.heartbeat / 2)
        SOCKETS.inc()
        self._open[connection] = request.match_info["table"], address
        try:
            await self._visit(request, connection, address)
        finally:
            del self._open[connection]
            SOCKETS.dec()
            connection.unwatch()
            let_go(socket.exception())
        return socket

    async def close(self) -> None:
        """Send everybody away, as the server stops, and answer first what they have asked."""
        self._closing = True
        until = asyncio.get_running_loop().time() + LAST_SECONDS
        while any(connection.is_served for connection in self._open) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(LAST_PAUSE)
        await _close(list(self._open), WSCloseCode.GOING_AWAY, b"the server stops")

    async def send_away(self, whose: str, why: str) -> int:
        """Close all sockets of a table or of an address; returns how many."""
        found = [connection for connection, about in self._open.items() if whose in about]
        await _close(found, WSCloseCode.POLICY_VIOLATION, why.encode())
        return len(found)

    async def _visit(self, request: web.Request, connection: Connection, address: str) -> None:
        try:
            with awaited(request):
                message = await asyncio.wait_for(connection.receive(), self.settings.hello_seconds)
            if message.type in GONE:
                return
            wish = _parse(message)
            if isinstance(wish, Hello):
                connection.language = wish.language
                connection.token = wish.token or ""
            hosted = await self.hosting.find(request.match_info["table"])
            seats, _ = _seats(hosted, wish)
            if connection.language is not None:
                await self.past.read_log(hosted, seats or (None,), connection.language)
            await breathe()
            hosted = await self.hosting.find(request.match_info["table"])
            connection.seats, connection.holder = _seats(hosted, wish)
        except TimeoutError:
            await connection.close(WSCloseCode.POLICY_VIOLATION, b"say hello first")
            return
        except Busy:
            # Another process may do what this one cannot.
            await connection.close(WSCloseCode.TRY_AGAIN_LATER, b"come back")
            return
        except ParlorError as error:
            await connection.answer(encode(error_message(error, language=connection.language)))
            await connection.close(WSCloseCode.POLICY_VIOLATION, error.message.id.encode())
            return
        await self._stay(hosted, connection, address, wish.commitment if isinstance(wish, Hello) else None)

    async def _stay(self, hosted: Hosted, connection: Connection, address: str, commitment: str | None) -> None:
        seated = bool(connection.seats)
        hosted.enter(connection)
        self.hosting.regard(hosted)
        welcome(hosted, connection)
        if hosted.address == hosted.id and (connection.seats or not hosted.table.seating.seats("human")):
            # Since it was brought back from disk, nobody has been known for whom bots think here.
            hosted.address = address
        # Bots may have waited for somebody to come.
        self.hosting.changed(hosted)
        try:
            if connection.seats:
                try:
                    await self.leavers.came(hosted, connection, commitment)
                except ParlorError as error:
                    await connection.answer(encode(error_message(error, language=connection.language)))
            await self._listen(hosted, connection, address)
        finally:
            hosted.leave(connection)
            self.hosting.regard(hosted)
            if seated:
                self.leavers.see_who_is_here(hosted)

    async def _listen(self, hosted: Hosted, connection: Connection, address: str) -> None:
        while (message := await connection.receive()).type not in GONE:
            if self._closing:
                # Whoever asks is not answered here any more, and asks again elsewhere.
                return
            if message.type != WSMsgType.TEXT:
                await connection.close(WSCloseCode.UNSUPPORTED_DATA, b"only text is understood")
                return
            connection.is_served = True
            answer = await self._answer(hosted, connection, message, address)
            connection.is_served = False
            if answer is not None:
                await connection.answer(encode(answer))

    async def _answer(self, hosted: Hosted, connection: Connection, message: WSMessage, address: str) -> Data | None:
        """Do what a message wishes, and say that it was done or why not, unless that has been said."""
        note = seat = None
        try:
            wish = _parse(message)
            note = wish.note
            seat = wish.seat if wish.seat in connection.seats else None
            await breathe(PLAYS_SECONDS if isinstance(wish, Play) else SECONDS)
            if isinstance(wish, Hello):
                raise Refused("server.hello-again")
            if isinstance(wish, Here):
                return {"type": "ok", "note": note}
            # Somebody without a seat may look back.
            if wish.seat not in connection.seats and (connection.seats or not isinstance(wish, Look | Log)):
                raise Refused("server.seat", seat=wish.seat)
            if isinstance(wish, Play):
                return await self._play(hosted, connection, wish)
            language = connection.language or LANGUAGES[0]
            if isinstance(wish, Look | Log):
                viewer = wish.seat if connection.seats else None
                return {"type": "ok", "note": note, **await self._look(hosted, wish, viewer, language, address)}
            if isinstance(wish, Hint):
                # A bot thinks for long: whoever asked can do something else meanwhile.
                task = asyncio.create_task(self._hint(hosted, connection, wish, address))
                self._hinting.add(task)
                task.add_done_callback(self._hinting.discard)
                return None
            if isinstance(wish, Parts) and connection.language is not None:
                await self.hosting.settle(hosted)
                view = hosted.table.view(wish.seat)
                view.helps = hosted.has_hints
                return {"type": "ok", "note": note, **picking(view, wish.picked, language, wish.without)}
            if isinstance(wish, Why):
                await self.hosting.settle(hosted)
                check(hosted.table, wish.seat, wish.move, language)
                return {"type": "ok", "note": note}
            return {"type": "ok", "note": note, **await self._do(hosted, connection, wish, address)}
        except ParlorError as error:
            return error_message(error, note, connection.language, hosted.table.names(seat))

    async def _hint(self, hosted: Hosted, connection: Connection, wish: Hint, address: str) -> None:
        language = connection.language or LANGUAGES[0]
        try:
            hint = await self.hints.give(hosted, wish.seat, address, language)
            answer: Data = {"type": "ok", "note": wish.note, **hint}
        except Exception as error:  # a bot of any kind may fail in any way
            answer = error_message(refusal(error), wish.note, language, hosted.table.names(wish.seat))
        await connection.answer(encode(answer))

    async def _look(self, hosted: Hosted, wish: Look | Log, viewer: int | None, language: str, address: str) -> Data:
        """What was, as the viewer saw it."""
        await self.past.read_log(hosted, () if isinstance(wish, Look) else [viewer], language)
        await self.hosting.settle(hosted)
        if isinstance(wish, Look):
            if hosted.table.missing is not None:
                raise NotYet("table.waiting")
            return await self.past.look(hosted, address, wish.line, viewer, language)
        return {"log": {"since": 0, "entries": hosted.words(viewer, language).all}}

    async def _play(self, hosted: Hosted, connection: Connection, wish: Play) -> Data | None:
        """Make a move: the answer goes along with the frame that shows it, or is returned if it could not."""
        if hosted.is_full:
            raise Refused("server.longest", most=LONGEST_TABLE)
        now = self.hosting.now()
        done: Data = {"type": "ok", "note": wish.note}
        answered = await self.hosting.act(hosted, lambda table: _played(table, wish, now), connection, encode(done))
        PLAYS.took(self.hosting.now() - now)
        return None if answered else done

    async def _do(self, hosted: Hosted, connection: Connection, wish: Wish, address: str) -> Data:
        """Do anything else, and say what came of it."""
        act = self.hosting.act
        now = self.hosting.now()
        match wish:
            case Commit(seat=seat, commitment=commitment):
                await act(hosted, lambda table: table.commit(seat, commitment))
            case Reveal(seat=seat, nonce=nonce):
                await act(hosted, lambda table: table.reveal(seat, nonce, now))
            case Rename(seat=seat, name=name):
                await act(hosted, lambda table: rename(table, seat, name))
            case Undo(seat=seat):
                if len(hosted.table.record.lines) >= LAST_UNDO:
                    raise Refused("server.long")
                await act(hosted, lambda table: table.undo(seat, now))
            case Agree(seat=seat):
                await act(hosted, lambda table: table.agree(seat, now))
            case Disagree(seat=seat):
                await act(hosted, lambda table: table.disagree(seat))
            case Resign(seat=seat):
                await act(hosted, lambda table: table.resign(seat, now))
            case End(seat=seat):
                await act(hosted, lambda table: table.end(seat, now))
            case Place(seat=seat, at=at, bot=bot):
                await self.hosting.place(hosted, seat, at, bot)
            case Remove(seat=seat, at=at):
                await act(hosted, lambda table: table.remove(seat, at, STAND_IN, now))
            case Invite(seat=seat, at=to):
                return {"invitation": await invite(self.hosting, hosted, seat, seat if to is None else to)}
            case Rematch(seat=seat):
                await self.hosting.rematch(hosted, seat, address, self.gate.count_table)
                return await play_again(self.hosting, hosted, connection.token)
            case Chat() if not self.settings.chat:
                raise Refused("server.chat-off")
            case Chat(seat=seat, phrase=phrase, text=text):
                said = clean_name(text)
                if phrase is not None or said is not None:
                    told = {"type": "chat", "seat": seat, "phrase": phrase, "text": said}
                    self.hosting.tell_all(hosted, encode(told))
            case Parts(seat=seat, picked=picked):
                await self.hosting.settle(hosted)
                moves = hosted.table.state.legal_moves(seat)
                parts = moves.parts(picked)
                return {"parts": parts} if parts else {"parts": [], "move": str(moves.whole(picked))}
        return {}


async def _close(connections: list[Connection], code: WSCloseCode, why: bytes) -> None:
    await asyncio.gather(*[connection.close(code, why) for connection in connections], return_exceptions=True)


def _played(table: Table, wish: Play, now: float) -> list[Event]:
    if wish.seat in table.resigned:
        raise IllegalMove("table.gone", seat=wish.seat)
    return table.play(wish.seat, wish.move, wish.line, now)


def _parse(message: WSMessage) -> Wish:
    try:
        wish: Wish = parse_wish(message.data if message.type == WSMsgType.TEXT else "")
    except UNREADABLE as error:
        raise refusal(error) from error
    DOING.set(f"socket {type(wish).__name__.lower()}")
    return wish


def _seats(hosted: Hosted, wish: Wish) -> tuple[tuple[int, ...], str | None]:
    """The seats that a first message opens, and what is kept of the token that holds them."""
    if not isinstance(wish, Hello):
        raise Refused("server.hello-first")
    if wish.token is None:
        if not hosted.about.spectators and hosted.table.outcome is None:
            raise Refused("server.no-spectators")
        return (), None
    seats = hosted.held_by(wish.token)
    if not seats:
        raise Refused("server.token")
    return seats, digest(wish.token)
