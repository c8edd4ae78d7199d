"""A file of results: a line on what is played, then a line for each finished game. Lines only ever grow."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from parlor.arena.plan import Plan, Result
from parlor.core.errors import BadRecord
from parlor.games import game as find_game

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
            whole = self._read(plan)
            if whole < path.stat().st_size:
                os.truncate(path, whole)
            self._file = path.open("a", encoding="utf-8")
        elif path.exists():
            raise BadRecord("arena.exists", path=str(path))

    def _read(self, plan: Plan) -> int:
        """Take in the results that the file holds; returns how many bytes are whole lines."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise BadRecord("record.missing", path=str(self.path), problem=error.strerror or str(error)) from error
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
