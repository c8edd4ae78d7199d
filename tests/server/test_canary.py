"""Hidden things that look like nothing else: they turn up in no frame, drawing, answer, page, error or log line."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.record import Record
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import LANGUAGES
from parlor.games.wicked_pizza.box import FACES, PIZZA_CARDS, face_name
from parlor.games.wicked_pizza.telling.names import card_name
from parlor.server.about import About, digest, kept
from parlor.server.store import New
from parlor.table import Chair, Seating, Table, is_forced
from parlor.web.app import make_site

from .house import Home, run, serving

SEATS = 3
TABLES = {"pizza-theory": 4, "new-york-slice": 3, "wicked-pizza": 1}
PLAYS = {"pizza-theory": 7, "new-york-slice": 6, "wicked-pizza": 12}
# No four sections of a pizza are written so: only these cards are.
MARKED = [name for name in map(face_name, FACES) if "=" in name or "." in name][:PIZZA_CARDS]
OPTIONS: dict[str, Data] = {"pizza-theory": {"first": 0}, "new-york-slice": {}, "wicked-pizza": {"cards": MARKED}}


def hidden(state: State, viewer: int | None) -> list[str]:
    """Patterns of what is true and unknown to the viewer, each of which could be written nowhere else."""
    truth, known = state.view(ALL).data, state.view(viewer).data
    match state.game.name:
        case "wicked-pizza":
            slots = [
                pair for hands in zip(truth["hands"], known["hands"], strict=True) for pair in zip(*hands, strict=True)
            ]
            cards = [slot["card"] for slot, shown in slots if slot is not None and shown["card"] is None]
            marked = [card for card in cards if card in MARKED]
            said = [re.escape(card_name(card, language)) for card in marked for language in LANGUAGES]
            return [*said, *(rf"(?<![NSTR.=]){re.escape(card)}(?![NSTR.=])" for card in marked)]
        case "new-york-slice":
            mystery, shown = truth["mystery"], known["mystery"]
            # A Combo is the only one of its kind.
            unknown = mystery is not None and shown["slice"] != mystery["slice"] and "/" in mystery["slice"]
            return [rf"(?<![\d/.]){mystery['slice']}(?![\d/.])"] if unknown else []
        case _:
            if viewer in state.to_act:
                # All cuts are offered to whoever chooses.
                return []
            own = [cut for cut in known["picks"].values() if cut is not None]
            cuts = [(colour, cut) for colour, cut in truth["picks"].items() if cut not in own]
            return [pattern for colour, cut in cuts for pattern in (rf"cut {cut}\b", rf'"{colour}":{cut}\b')]


def without_lists(text: str) -> str:
    """The text without the cards in the box and those of them that are yet to be seen, which everybody may know."""
    return re.sub(r'"(unseen|cards)":\[[^\]]*\]', "", text)


def opening(game: Game, rng: Rng) -> list[Data]:
    """Lines that lead to a decision; in New York Slice to one after a Combo was drawn as the Mystery slice."""
    state = game.new(seats=SEATS, **OPTIONS[game.name])
    lines: list[Data] = []

    def enough() -> bool:
        return game.name != "new-york-slice" or bool(hidden(state, None))

    while not enough() or state.to_act == (CHANCE,) or is_forced(state, state.to_act[0]):
        if not state.to_act:
            return opening(game, rng)
        seat = state.to_act[0]
        if seat == CHANCE:
            moves = [move for move, _ in state.chance()]
            wanted = [move for move in moves if "mystery" in str(move) and ("/" in str(move) or "slice" in str(move))]
            move = (wanted or moves)[rng.below(len(wanted or moves))]
            lines.append({"line": len(lines) + 1, "chance": str(move)})
        else:
            legal = state.legal_moves(seat)
            move = legal[rng.below(len(legal))]
            lines.append({"line": len(lines) + 1, "seat": seat, "play": str(move)})
        state.apply(seat, move)
    return lines


class Ear:
    """A socket of one viewer, plain or drawn in a language, and all that it was sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.texts: list[str] = []

    async def hear(self, holds: Callable[[Data], object]) -> None:
        """Listen up to the first message of which something holds."""
        while True:
            message = await self.socket.receive(30)
            packed = message.type == aiohttp.WSMsgType.BINARY
            text = zlib.decompress(message.data, wbits=-zlib.MAX_WBITS).decode() if packed else message.data
            self.texts.append(text)
            if holds(json.loads(text)):
                return

    async def ask(self, do: str, **fields: object) -> None:
        """Wish for something, and listen up to the answer."""
        await self.socket.send_json({"do": do, "note": 7, **fields})
        await self.hear(lambda said: said.get("note") == 7)


class Watched:
    """A table at which every seat, and somebody who looks on, hears everything three times."""

    def __init__(self, house: Home, game: Game) -> None:
        self.house = house
        self.game = game
        self.id = secrets.token_urlsafe(9)
        self.tokens = [secrets.token_urlsafe(24) for _ in range(SEATS)]
        self.ears: dict[int | None, list[Ear]] = {}
        self.table: Table
        self.scanned = 0

    async def open(self, lines: list[Data]) -> None:
        about = About(
            game=self.game.name,
            rules=self.game.rules,
            options=self.game.checked_options(SEATS, OPTIONS[self.game.name]),
            seed=Seed().secret,
            created=time.time(),
        )
        chairs = [Chair("human", holder=digest(token), came=True) for token in self.tokens]
        hosting = self.house.server.hosting
        await hosting.store.create(New(self.id, kept(about, Seating(tuple(chairs))), lines, False, time.time()))
        self.table = (await hosting.find(self.id)).table
        for viewer in (*range(SEATS), None):
            for language in (None, "en", "fr"):
                socket = await self.house.client.ws_connect(f"{self.house.url}/api/tables/{self.id}/socket")
                token = None if viewer is None else self.tokens[viewer]
                ear = Ear(socket)
                self.ears.setdefault(viewer, []).append(ear)
                await socket.send_json({"do": "hello", "token": token, "language": language})
                await ear.hear(lambda said: said["type"] == "frame")

    async def ask_around(self, viewer: int | None) -> list[str]:
        """All that a viewer can get by asking, rightly and wrongly."""
        seat = viewer or 0
        # The answer to what is no move of Pizza Theory holds a cut as an example.
        wrong = "pass" if self.game.name == "pizza-theory" else "lay this"
        last = len(self.table.record.lines)
        for ear in self.ears[viewer]:
            await ear.ask("log", seat=seat)
            for line in {max(0, last - 1), last}:
                await ear.ask("look", seat=seat, line=line)
            for line in (last - 1, last):
                await ear.ask("play", seat=seat, move=wrong, line=line)
                await ear.ask("play", seat=(seat + 1) % SEATS, move=wrong, line=line)
            await ear.ask("parts", seat=seat, picked=["nothing"])
        authorized = {} if viewer is None else {"Authorization": f"Bearer {self.tokens[viewer]}"}
        paths = [f"/api/tables/{self.id}", f"/api/tables/{self.id}/record", f"/table/{self.id}", f"/replay/{self.id}"]
        paths += [f"/drawing/{self.id}/{last}.svg", "/api/tables", "/metrics"]
        found = []
        for path in paths:
            async with self.house.client.get(self.house.url + path, headers=authorized) as response:
                found.append(await response.text())
        return found

    async def scan(self) -> None:
        """Look for everything that is hidden in all that everybody has been sent or can get."""
        line = len(self.table.record.lines)
        for viewer, ears in self.ears.items():
            for ear in ears:
                if not any(f'"line":{line},' in text for text in ear.texts):
                    await ear.hear(lambda said: said.get("about", {}).get("line", 0) >= line)
            texts = await self.ask_around(viewer)
            texts += [text for ear in ears for text in ear.texts]
            told = without_lists("\n".join(texts))
            for pattern in hidden(self.table.state, viewer):
                found = re.search(pattern, told)
                assert found is None, (viewer, told[max(0, found.start() - 300) : found.end() + 100])
                self.scanned += 1
            for ear in ears:
                ear.texts.clear()

    async def play(self, rng: Rng) -> None:
        """Somebody makes a move, through a socket that is drawn or not."""
        seat = self.table.to_act[rng.below(len(self.table.to_act))]
        moves = self.table.state.legal_moves(seat)
        move, opened = str(moves[rng.below(len(moves))]), self.table.opened(seat)
        await self.ears[seat][rng.below(3)].ask("play", seat=seat, move=move, line=opened)


@pytest.mark.parametrize("name", parlor.games.names())
def test_no_hidden_card_and_no_sealed_cut_turns_up_anywhere(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    scanned = 0

    async def test() -> None:
        nonlocal scanned
        rng = Rng(5)
        async with serving(tmp_path / "db", make_site, access_log=True) as house:
            for _ in range(TABLES[name]):
                watched = Watched(house, parlor.game(name))
                await watched.open(opening(watched.game, rng))
                for _ in range(PLAYS[name]):
                    await watched.scan()
                    if watched.table.outcome is not None or (
                        name == "pizza-theory" and watched.table.state.dump()["round"] > 1
                    ):
                        break
                    await watched.play(rng)
                    for pattern in hidden(watched.table.state, None):
                        assert re.search(pattern, caplog.text) is None
                scanned += watched.scanned

    run(test)
    # The test is worth something only if much was hidden.
    assert scanned > 8


def test_what_is_hidden_would_be_found() -> None:
    """The full truth of each game holds what its viewers may not see: the patterns are not blind."""
    for name in parlor.games.names():
        game = parlor.game(name)
        record = Record(game, SEATS, game.checked_options(SEATS, OPTIONS[name]), "")
        record.lines = opening(game, Rng(5))
        state = record.replay()
        if name == "pizza-theory":
            for seat, text in ((0, "add a1"), (1, "add a4"), (2, "add d1"), (1, "cut 5")):
                state.play(seat, game.parse_move(text))
        truth = without_lists(json.dumps(state.view(ALL).dump(), separators=(",", ":")))
        assert any(re.search(pattern, truth) for pattern in hidden(state, None)), name
