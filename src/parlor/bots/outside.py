"""A bot from outside: a program in any language that gets views and answers moves, a line of JSON each.

docs/bots.md has the protocol. A program that crashes, hangs or answers nonsense is stood in for from then on.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any

from parlor.bots.bot import Bot, Estimate, Limit, Thought
from parlor.core.chance import Rng
from parlor.core.errors import BadOption, ParlorError
from parlor.core.fields import Data
from parlor.core.moves import LegalMoves, Move
from parlor.core.view import View
from parlor.core.words import Message

PATIENCE = 10.0
"""Seconds that a program may take for a move beyond its limit, starting included."""
GOODBYE = 1.0
"""Seconds that a program may take to end once its input has ended."""
LISTED_MOVES = 64
"""More legal moves than this are asked for by parts or some at a time."""
LONGEST_LINE = 1 << 16
MOST_QUESTIONS = 10_000
LARGEST = 1e15


class _Failed(Exception):
    """The program did not answer as it should."""

    def __init__(self, id: str, **params: Any) -> None:
        super().__init__(id)
        self.message = Message(id, **params)


class Outside(Bot):
    """A program that is started when it is first asked, and asked again for each move until it fails."""

    def __init__(self, command: str, stand_in: Bot) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError:
            self._command = []
        if not self._command or shutil.which(self._command[0]) is None:
            raise BadOption("bot.command", command=command[:80])
        self.name = f"exec:{command}"
        self._stand_in = stand_in
        self._process: subprocess.Popen[bytes] | None = None
        self._talker: ThreadPoolExecutor | None = None

    def choose(self, view: View, limit: Limit, rng: Rng) -> Thought:
        """What the program answers, or once it has failed the stand-in."""
        seed = rng.below(2**28)
        if self.failure is None:
            try:
                return self._ask(view, limit, seed)
            except _Failed as failed:
                self.failure = failed.message
                self.close()
        return self._stand_in.choose(view, limit, rng)

    def _ask(self, view: View, limit: Limit, seed: int) -> Thought:
        """Talk in a thread of its own: whatever it waits for ends when the program is killed."""
        seconds = PATIENCE + (limit.seconds or 0.0)
        if self._talker is None:
            self._talker = ThreadPoolExecutor(1, "outside")
        answer = self._talker.submit(self._talk, view, limit, seed)
        try:
            return answer.result(seconds)
        except TookTooLong as error:
            raise _Failed("bot.hangs", bot=self.name, seconds=round(seconds, 1)) from error

    def _talk(self, view: View, limit: Limit, seed: int) -> Thought:
        if self._process is None:
            self._process = self._start()
        self._send(_question(view, limit, seed))
        for _ in range(MOST_QUESTIONS):
            said = self._read()
            match said:
                case {"do": "play", "move": str(text), **more}:
                    return Thought(self._checked(view, text), self._estimates(view, more.get("estimates", [])))
                case {"do": "parts", "picked": list(picked)} if all(isinstance(part, str) for part in picked):
                    self._send(self._parts(view.legal_moves, picked))
                case {"do": "moves", "first": int(first)} if first >= 0:
                    legal = view.legal_moves
                    last = min(len(legal), first + LISTED_MOVES)
                    self._send({"moves": [str(legal[index]) for index in range(first, last)]})
                case _:
                    raise self._nonsense(json.dumps(said))
        raise self._nonsense(f"{MOST_QUESTIONS} questions")

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            # In a session of its own, the keyboard's interrupt is not for it, and what it starts ends with it.
            return subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise _Failed("bot.cannot-start", bot=self.name, problem=error.strerror or str(error)) from error

    def _send(self, data: Data) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise _Failed("bot.crashed", bot=self.name) from error

    def _read(self) -> object:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = self._process.stdout.readline(LONGEST_LINE)
        except (OSError, ValueError) as error:
            raise _Failed("bot.crashed", bot=self.name) from error
        if not line:
            raise _Failed("bot.crashed", bot=self.name)
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._nonsense(line.decode(errors="replace").strip()) from error

    def _parts(self, legal: LegalMoves, picked: list[str]) -> Data:
        try:
            parts = legal.parts(picked)
            return {"parts": parts} if parts else {"parts": [], "move": str(legal.whole(picked))}
        except ParlorError as error:
            raise self._nonsense(" ".join(picked)) from error

    def _checked(self, view: View, text: str) -> Move:
        try:
            move = view.game.parse_move(text)
        except ParlorError as error:
            raise self._nonsense(text) from error
        if move not in view.legal_moves:
            raise self._nonsense(text)
        return move

    def _estimates(self, view: View, said: object) -> tuple[Estimate, ...]:
        """What the program thinks of its moves, best first."""
        if not isinstance(said, list):
            raise self._nonsense(json.dumps(said))
        found: dict[Move, Estimate] = {}
        for one in said:
            estimate = self._estimate(view, one)
            if estimate is None or estimate.move in found:
                raise self._nonsense(json.dumps(one))
            found[estimate.move] = estimate
        return tuple(sorted(found.values(), key=lambda estimate: -estimate.value))

    def _estimate(self, view: View, said: object) -> Estimate | None:
        """One estimate, None if it is none. After visits a value is a share of the win."""
        match said:
            case {"move": str(text), "value": value, **more}:
                visits = more.get("visits", 0)
                expected = _number(value, 0, 1) if visits else _number(value, -LARGEST, LARGEST)
                error, share = _number(more.get("error", 0), 0, LARGEST), _number(more.get("share", 0), 0, 1)
                if expected is None or error is None or share is None or type(visits) is not int or visits < 0:
                    return None
                return Estimate(self._checked(view, text), expected, error, visits, share)
        return None

    def _nonsense(self, said: str) -> _Failed:
        return _Failed("bot.nonsense", bot=self.name, said=said[:60])

    def close(self) -> None:
        """End the program: its input ends, and if that is not enough it is killed."""
        process, self._process = self._process, None
        talker, self._talker = self._talker, None
        if process is not None:
            if self.failure is None and process.stdin is not None:
                with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                    process.stdin.close()
                    process.wait(GOODBYE)
            _kill(process)
        if talker is not None:
            talker.shutdown()
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            process.wait()


def _number(value: object, least: float, most: float) -> float | None:
    """A number within these bounds; None for anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if least <= value <= most else None


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _question(view: View, limit: Limit, seed: int) -> Data:
    legal = view.legal_moves
    asked: Data = {
        "type": "choose",
        "game": view.game.name,
        "rules": view.game.rules,
        "seat": view.seat,
        "view": view.dump(),
        "moves": len(legal),
        "limit": {"seconds": limit.seconds, "simulations": limit.simulations},
        "seed": seed,
    }
    if len(legal) <= LISTED_MOVES:
        asked["legal"] = [str(move) for move in legal]
    return asked
