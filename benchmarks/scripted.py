"""A game as Parlor plays it, written down for a server without rules: what is committed and shown at each move."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from bare import Script, Step
from contestants import SIZES, start_ours
from load import Crowd
from talks import SEATS, Parlor, Place
from wire import Hear, Socket

MOVES = max(SIZES.values())


class Listening(Parlor):
    """Plays, and remembers every frame of a game that has begun, seat by seat."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[list[str]] = [[] for _ in range(SEATS)]

    def _ear(self, table: Place, seat: int) -> Hear:
        hear_on = super()._ear(table, seat)

        def hear(socket: Socket, text: bytes) -> None:
            told = msgspec.json.decode(text)
            if told["type"] == "frame" and told["about"]["waiting"] is None:
                self.frames[seat].append(text.decode())
            hear_on(socket, text)

        return hear


async def write_script(folder: Path) -> Path:
    """Play one game at our server; returns the file that says what came of each move."""
    host, listening = start_ours(folder), Listening()
    try:
        await host.answers()
        crowd = Crowd(host.port, listening)
        await crowd.seat(1)
        # Whoever came before the others was shown the table more than once.
        shown = [[frames[-1] for frames in listening.frames]]
        for _ in range(MOVES):
            before = [len(frames) for frames in listening.frames]
            await crowd.play(1)
            while any(len(frames) == old for frames, old in zip(listening.frames, before, strict=True)):
                await asyncio.sleep(0.001)
            shown.append([frames[-1] for frames in listening.frames])
        crowd.leave()
    finally:
        host.stop()
    with closing(sqlite3.connect(folder / "parlor.db")) as connection:
        about = msgspec.json.decode(connection.execute("SELECT about FROM tables").fetchone()[0])
        lines = [msgspec.json.decode(said) for (said,) in connection.execute("SELECT said FROM lines ORDER BY line")]
    ends = [0, *[msgspec.json.decode(frames[0])["about"]["line"] for frames in shown]]
    steps = [Step(lines[begin:end], frames) for begin, end, frames in zip(ends, ends[1:], shown, strict=False)]
    path = folder / "script.json"
    path.write_bytes(msgspec.json.encode(Script(about, steps)))
    return path
