"""How a server is spoken to: setting a table, taking its seats, and what to play when shown a position."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

import parlor
from wire import Hear, Socket

SEATS = 3
PATIENCE = 60.0

Connect = Callable[..., Any]


class Place(Protocol):
    """The table that three seats are taken at."""

    rng: random.Random
    sockets: list[Socket]

    def heard(self, seat: int, line: int, play: bytes | None, over: bool) -> None:
        """A seat has been shown the position after a line, and what it could play there."""


class Talk(Protocol):
    """How a server is spoken to."""

    async def seat(self, table: Place, connect: Connect) -> None:
        """Set a table and take its three seats."""


class _Part(msgspec.Struct):
    opened: int | None = None
    legal: list[str] = []
    view: msgspec.Raw = msgspec.Raw()
    parts: list[tuple[str, str]] = []


class _About(msgspec.Struct):
    line: int
    outcome: dict[str, Any] | None = None
    waiting: object = None


class _Frame(msgspec.Struct):
    type: str
    about: _About | None = None
    parts: list[_Part] = []


_read = msgspec.json.Decoder(_Frame).decode


class Parlor:
    """Our own server, with any game, over plain JSON or as a page that is sent drawings."""

    def __init__(self, game: str = "pizza-theory", drawn: bool = False, lasting: bool = False, **options: Any) -> None:
        """`lasting` games of Pizza Theory go on for long, since everybody keeps to a cut of their own.

        Only Pizza Theory can be played `drawn`: there, what may be picked is a whole move.
        """
        self.game = parlor.game(game)
        self.hello = {"language": "en"} if drawn else {}
        self.lasting = lasting
        self.options = options

    async def seat(self, table: Place, connect: Connect) -> None:
        """Set a table and take its three seats."""
        wanted = {"game": self.game.name, "seats": [{"kind": "human"}] * SEATS, "options": self.options}
        made = await connect("/api/tables", None, json.dumps(wanted).encode())
        tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        # A server of before has told all tokens at once.
        for one in made.get("invitations", ()):
            join = json.dumps({"invitation": one["invitation"]}).encode()
            tokens[one["seat"]] = (await connect(f"/api/tables/{made['table']}/join", None, join))["token"]
        for seat in range(SEATS):
            socket = await connect(f"/api/tables/{made['table']}/socket", self._ear(table, seat), None)
            table.sockets.append(socket)
            hello = {"do": "hello", "token": tokens[seat], **self.hello}
            socket.send(json.dumps(hello).encode())

    def _ear(self, table: Place, seat: int) -> Hear:
        def hear(socket: Socket, text: bytes) -> None:
            frame = _read(text)
            if frame.type == "error":
                raise RuntimeError(text.decode())
            if frame.about is None or frame.about.waiting is not None:
                return
            part, play = frame.parts[0], None
            if part.opened is not None:
                move = self._choose(part, seat, table.rng)
                play = b'{"do":"play","seat":%d,"line":%d,"move":"%s"}' % (seat, part.opened, move.encode())
            table.heard(seat, frame.about.line, play, frame.about.outcome is not None)

        return hear

    def _choose(self, part: _Part, seat: int, rng: random.Random) -> str:
        if part.parts:
            return rng.choice(part.parts)[0]
        if not part.legal:
            # There are too many to be listed: the rules know them.
            moves = self.game.load_view(msgspec.json.decode(part.view)).legal_moves
            return str(moves[rng.randrange(len(moves))])
        if self.lasting and part.legal[0].startswith("cut"):
            return part.legal[seat]
        return rng.choice(part.legal)


class BoardGameIO:
    """boardgame.io, with the game of benchmarks/boardgameio, over socket.io."""

    number = 0

    async def seat(self, table: Place, connect: Connect) -> None:
        """Set a table and take its three seats."""
        BoardGameIO.number += 1
        match = f"match{BoardGameIO.number}"
        for seat in range(SEATS):
            here = asyncio.get_running_loop().create_future()
            ear = self._ear(table, seat, match, here)
            socket = await connect("/socket.io/?EIO=4&transport=websocket", ear, None)
            table.sockets.append(socket)
            # The first to come sets the match: the others wait until it is there.
            await asyncio.wait_for(here, PATIENCE)

    def _ear(self, table: Place, seat: int, match: str, here: asyncio.Future[None]) -> Hear:
        shown = (b'42/toppings,["update","%s",' % match.encode(), b'42/toppings,["sync",')
        find_line = re.compile(rb'"_stateID":(\d+)').search
        find_spaces = re.compile(rb'"spaces":(\[.*?\])').search

        def hear(socket: Socket, text: bytes) -> None:
            if text.startswith(shown):
                line, spaces = find_line(text), find_spaces(text)
                assert line is not None
                assert spaces is not None
                number = int(line[1])
                play = None
                if number % SEATS == seat:
                    play = _boardgameio_move(number, match, _boardgameio_choice(number, spaces[1], table.rng))
                table.heard(seat, number, play, False)
                if not here.done():
                    here.set_result(None)
            elif text.startswith(b"0"):
                socket.send(b"40/toppings,")
            elif text.startswith(b"40"):
                socket.send(f'42/toppings,["sync","{match}","{seat}",null,{SEATS}]'.encode())
            elif text == b"2":
                socket.send(b"3")

        return hear


def _boardgameio_choice(line: int, spaces: bytes, rng: random.Random) -> tuple[str, int]:
    """Three add a topping, then three cut."""
    if line % 6 >= SEATS:
        return "cut", rng.randint(1, 6)
    free = [space for space, topping in enumerate(json.loads(spaces)) if topping is None]
    return "add", rng.choice(free)


def _boardgameio_move(line: int, match: str, choice: tuple[str, int]) -> bytes:
    player = str(line % SEATS)
    payload = {"type": choice[0], "args": [choice[1]], "playerID": player, "credentials": None}
    arguments = ["update", {"type": "MAKE_MOVE", "payload": payload}, line, match, player]
    return b"42/toppings," + json.dumps(arguments).encode()
