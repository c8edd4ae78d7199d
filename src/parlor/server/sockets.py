"""A socket: one visitor at one table, for the seats that their token holds or to look on."""

from __future__ import annotations

import asyncio
import time

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from parlor.core.errors import IllegalMove, ParlorError
from parlor.core.fields import Data
from parlor.core.words import LANGUAGES, Event
from parlor.server.care.leavers import Leavers
from parlor.server.connection import Connection
from parlor.server.drawing import looked_into, picking
from parlor.server.errors import UNREADABLE, Refused, error_message, refusal
from parlor.server.hints import Hints
from parlor.server.hosted import Hosted
from parlor.server.hosting import Hosting
from parlor.server.limits import Bucket, Buckets
from parlor.server.log import in_words
from parlor.server.messages import (
    Agree,
    Chat,
    Disagree,
    Hello,
    Hint,
    Log,
    Look,
    Parts,
    Place,
    Play,
    Rematch,
    Resign,
    Undo,
    Wish,
    clean_name,
    encode,
    parse_wish,
)
from parlor.server.metrics import PLAYS, SOCKETS
from parlor.server.settings import Settings
from parlor.table import Table

LARGEST_MESSAGE = 8192
LONGEST_RECORD = 10_000
"""Lines after which nothing more is taken back at a table: games are far shorter, and a disk is not endless."""


_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING, WSMsgType.ERROR)


class Sockets:
    """Takes visitors in and does what they wish."""

    def __init__(self, hosting: Hosting, leavers: Leavers, hints: Hints, settings: Settings) -> None:
        self.hosting = hosting
        self.leavers = leavers
        self.hints = hints
        self.settings = settings
        self._open: set[web.WebSocketResponse] = set()
        self._hinting: set[asyncio.Task[None]] = set()
        rate = settings.messages_per_second
        self._addresses = Buckets(5 * rate, 10 * rate)

    async def serve(self, request: web.Request, address: str) -> web.WebSocketResponse:
        """One visitor from hello to goodbye."""
        # Its own heartbeat touches timers at every message, and its pings and pongs would pass unseen.
        socket = web.WebSocketResponse(autoping=False, max_msg_size=LARGEST_MESSAGE, compress=False, timeout=2)
        await socket.prepare(request)
        SOCKETS.inc()
        self._open.add(socket)
        try:
            if request.transport is not None:
                connection = Connection(socket, request.transport)
                connection.watch(self.settings.heartbeat / 2)
                try:
                    await self._visit(request.match_info["table"], connection, address)
                finally:
                    connection.unwatch()
        finally:
            self._open.discard(socket)
            SOCKETS.dec()
        return socket

    async def close(self) -> None:
        """Send everybody away, as the server stops."""
        goodbyes = [socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops") for socket in self._open]
        await asyncio.gather(*goodbyes, return_exceptions=True)

    async def _visit(self, id: str, connection: Connection, address: str) -> None:
        try:
            message = await asyncio.wait_for(connection.receive(), self.settings.hello_seconds)
            if message.type in _GONE:
                return
            wish = _parse(message)
            if isinstance(wish, Hello):
                connection.language = wish.language
            hosted = await self.hosting.find(id)
            connection.seats = _seats(hosted, wish)
        except TimeoutError:
            await connection.close(WSCloseCode.POLICY_VIOLATION, b"say hello first")
            return
        except ParlorError as error:
            await connection.answer(encode(error_message(error, language=connection.language)))
            await connection.close(WSCloseCode.POLICY_VIOLATION, error.message.id.encode())
            return
        await self._stay(hosted, connection, address)

    async def _stay(self, hosted: Hosted, connection: Connection, address: str) -> None:
        hosted.enter(connection)
        hosted.welcome(connection)
        try:
            if connection.seats:
                try:
                    await self.leavers.came(hosted, connection.seats)
                except ParlorError as error:
                    await connection.answer(encode(error_message(error, language=connection.language)))
            await self._listen(hosted, connection, address)
        finally:
            hosted.leave(connection)
            if connection.seats:
                self.leavers.see_who_is_here(hosted)

    async def _listen(self, hosted: Hosted, connection: Connection, address: str) -> None:
        rate = self.settings.messages_per_second
        bucket = Bucket(rate, 2 * rate)
        while (message := await connection.receive()).type not in _GONE:
            if message.type != WSMsgType.TEXT:
                await connection.close(WSCloseCode.UNSUPPORTED_DATA, b"only text is understood")
                return
            if not bucket.take() or not self._addresses.take(address):
                await connection.close(WSCloseCode.POLICY_VIOLATION, b"too many messages")
                return
            if (answer := await self._answer(hosted, connection, message, address)) is not None:
                await connection.answer(encode(answer))

    async def _answer(self, hosted: Hosted, connection: Connection, message: WSMessage, address: str) -> Data | None:
        """Do what a message wishes, and say that it was done or why not, unless that has been said."""
        note = None
        try:
            wish = _parse(message)
            note = wish.note
            if isinstance(wish, Hello):
                raise Refused("server.hello-again")
            # Somebody without a seat may look back.
            if wish.seat not in connection.seats and (connection.seats or not isinstance(wish, Look | Log)):
                raise Refused("server.seat", seat=wish.seat)
            if isinstance(wish, Play):
                return await self._play(hosted, connection, wish)
            language = connection.language or LANGUAGES[0]
            if isinstance(wish, Look | Log):
                viewer = wish.seat if connection.seats else None
                return {"type": "ok", "note": note, **await self._look(hosted, wish, viewer, language)}
            if isinstance(wish, Hint):
                # A bot thinks for long: whoever asked can do something else meanwhile.
                task = asyncio.create_task(self._hint(hosted, connection, wish, address))
                self._hinting.add(task)
                task.add_done_callback(self._hinting.discard)
                return None
            if isinstance(wish, Parts) and connection.language is not None:
                await self.hosting.settle(hosted)
                return {"type": "ok", "note": note, **picking(hosted.table.view(wish.seat), wish.picked, language)}
            return {"type": "ok", "note": note, **await self._do(hosted, wish)}
        except ParlorError as error:
            return error_message(error, note, connection.language)

    async def _hint(self, hosted: Hosted, connection: Connection, wish: Hint, address: str) -> None:
        language = connection.language or LANGUAGES[0]
        try:
            hint = await self.hints.give(hosted, wish.seat, address, language)
            answer: Data = {"type": "ok", "note": wish.note, **hint}
        except Exception as error:  # a bot of any kind may fail in any way
            answer = error_message(refusal(error), wish.note, language)
        await connection.answer(encode(answer))

    async def _look(self, hosted: Hosted, wish: Look | Log, viewer: int | None, language: str) -> Data:
        """What was, as the viewer saw it."""
        await self.hosting.settle(hosted)
        if isinstance(wish, Look):
            return looked_into(hosted.table, hosted.whole_log(), wish.line, viewer, language)
        entries = in_words(hosted.whole_log(), viewer, language, hosted.table.seating.names)
        return {"log": {"since": 0, "entries": entries}}

    async def _play(self, hosted: Hosted, connection: Connection, wish: Play) -> Data | None:
        """Make a move: the answer goes along with the frame that shows it, or is returned if it could not."""
        now = time.time()
        done: Data = {"type": "ok", "note": wish.note}
        answered = await self.hosting.act(hosted, lambda table: _played(table, wish, now), connection, encode(done))
        PLAYS.took(time.time() - now)
        return None if answered else done

    async def _do(self, hosted: Hosted, wish: Wish) -> Data:
        """Do anything else, and say what came of it."""
        act = self.hosting.act
        now = time.time()
        match wish:
            case Undo(seat=seat):
                if len(hosted.table.record.lines) > LONGEST_RECORD:
                    raise Refused("server.long")
                await act(hosted, lambda table: table.undo(seat, now))
            case Agree(seat=seat):
                await act(hosted, lambda table: table.agree(seat, now))
            case Disagree(seat=seat):
                await act(hosted, lambda table: table.disagree(seat))
            case Resign(seat=seat):
                await act(hosted, lambda table: table.resign(seat, now))
            case Place(seat=seat, at=at, bot=bot):
                await self.hosting.place(hosted, seat, at, bot)
            case Rematch(seat=seat):
                await self.hosting.rematch(hosted, seat)
            case Chat(seat=seat, phrase=phrase, text=text):
                said = clean_name(text)
                if phrase is not None or said is not None:
                    _tell_all(hosted, {"type": "chat", "seat": seat, "phrase": phrase, "text": said})
            case Parts(seat=seat, picked=picked):
                await self.hosting.settle(hosted)
                moves = hosted.table.state.legal_moves(seat)
                parts = moves.parts(picked)
                return {"parts": parts} if parts else {"parts": [], "move": str(moves.whole(picked))}
        return {}


def _tell_all(hosted: Hosted, data: Data) -> None:
    """Tell everybody at a table something that is kept nowhere."""
    text = encode(data)
    for reader in hosted.readers:
        reader.mention(text)


def _played(table: Table, wish: Play, now: float) -> list[Event]:
    if wish.seat in table.resigned:
        raise IllegalMove("table.gone", seat=wish.seat)
    return table.play(wish.seat, wish.move, wish.line, now)


def _parse(message: WSMessage) -> Wish:
    try:
        wish: Wish = parse_wish(message.data if message.type == WSMsgType.TEXT else "")
    except UNREADABLE as error:
        raise refusal(error) from error
    return wish


def _seats(hosted: Hosted, wish: Wish) -> tuple[int, ...]:
    """The seats that a first message opens."""
    if not isinstance(wish, Hello):
        raise Refused("server.hello-first")
    if wish.token is None:
        if not hosted.about.spectators and hosted.table.outcome is None:
            raise Refused("server.no-spectators")
        return ()
    seats = hosted.held_by(wish.token)
    if not seats:
        raise Refused("server.token")
    return seats
