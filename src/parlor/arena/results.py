"""A file of results: a line on what is played, then a line for each finished game. Lines only ever grow."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from parlor.arena.plan import Plan, Result
from parlor.core.errors import BadRecord
from parlor.games import game as find_game

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]  # not on every system

FORMAT = 1


class ResultsFile:
    """Where the results of a plan are kept as they come."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        """A new file, written with the first result, or one of the same plan. A line that broke off is played again."""
        self.path = path
        self.results: list[Result] = []
        """What the file held already."""
        self._header = _header(plan)
        self._file: TextIO | None = None
        if resume:
            self._go_on(plan)
        elif path.exists():
            raise BadRecord("arena.exists", path=str(path))

    def _go_on(self, plan: Plan) -> None:
        """Take in the results that the file holds, and stand at the end of its last whole line."""
        try:
            self._file = self.path.open("r+", encoding="utf-8")
        except OSError as error:
            raise BadRecord("record.missing", path=str(self.path), problem=error.strerror or str(error)) from error
        try:
            self._lock(self._file)
            whole = self._read(plan)
        except BadRecord:
            self._file.close()
            raise
        self._file.seek(whole)
        self._file.truncate()

    def _lock(self, file: TextIO) -> None:
        """Keep the file for this process alone, where the system can."""
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise BadRecord("arena.locked", path=str(self.path)) from error

    def _read(self, plan: Plan) -> int:
        """Take in the results that the file holds; returns how many bytes are whole lines."""
        content = self.path.read_bytes()
        first, *others = content[: content.rfind(b"\n") + 1].splitlines() or [b""]
        found = _parsed(first)
        if found is None or "arena" not in found:
            raise BadRecord("arena.no-results", path=str(self.path))
        for field, wanted in self._header.items():
            if found.get(field) != wanted:
                shown = [_short(found.get(field)), _short(wanted)]
                raise BadRecord("arena.other-plan", path=str(self.path), field=field, found=shown[0], wanted=shown[1])
        by_index: dict[int, Result] = {}
        for number, line in enumerate(others, 2):
            result = _result(_parsed(line))
            if result is None or result.seating != plan.seating(result.index):
                raise BadRecord("arena.broken", path=str(self.path), line=number)
            by_index[result.index] = result
        self.results = [result for result in by_index.values() if result.index < plan.games]
        return content.rfind(b"\n") + 1

    def append(self, result: Result) -> None:
        """Keep a result."""
        if self._file is None:
            self._file = self.path.open("x", encoding="utf-8")
            self._lock(self._file)
            self._file.write(_text(self._header))
        self._file.write(_text(asdict(result)))
        self._file.flush()

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            self._file.close()


def _header(plan: Plan) -> dict[str, Any]:
    """All that a game's result depends on; how many games there are to be may still grow."""
    game = find_game(plan.game)
    header = {
        "arena": FORMAT,
        "game": game.name,
        "rules": game.rules,
        "bots": plan.bots,
        "seats": plan.seat_count,
        "arrangement": plan.arrangement,
        "seed": plan.seed,
        "options": game.checked_options(plan.seat_count, plan.options),
    }
    plain: dict[str, Any] = json.loads(json.dumps(header))
    return plain


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _result(data: dict[str, Any] | None) -> Result | None:
    try:
        assert data is not None
        return Result(
            index=int(data["index"]),
            seating=tuple(data["seating"]),
            shares=tuple(map(float, data["shares"])),
            scores=tuple(data["scores"]),
            moves=int(data["moves"]),
            reason=str(data["reason"]),
            failures=tuple((seat, problem) for seat, problem in data["failures"]),
        )
    except (AssertionError, KeyError, TypeError, ValueError):
        return None


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:80]
