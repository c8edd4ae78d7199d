"""Results as files for further use: JSON, CSV, Parquet. Each is written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from parlor.arena.plan import Plan, Result
from parlor.arena.summary import Summary

COLUMNS = ("game", "seat", "bot", "share", "score", "moves", "reason", "failure")


def write_json(plan: Plan, summary: Summary, results: Sequence[Result], path: Path) -> None:
    """Plan, summary and every game."""
    data = {"plan": asdict(plan), "summary": asdict(summary), "results": [asdict(result) for result in results]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    write_whole(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def write_csv(plan: Plan, summary: Summary, results: Sequence[Result], path: Path) -> None:
    """A row for every seat of every game."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    writer.writerows(_rows(plan, results))
    write_whole(path, lambda draft: draft.write_text(table.getvalue(), encoding="utf-8", newline=""))


def write_parquet(plan: Plan, summary: Summary, results: Sequence[Result], path: Path) -> None:
    """The same rows in columns with types."""
    # Optional: only this format needs it.
    import pyarrow
    import pyarrow.parquet

    columns = list(zip(*_rows(plan, results), strict=True))
    table = pyarrow.table(dict(zip(COLUMNS, columns, strict=True)))
    write_whole(path, lambda draft: pyarrow.parquet.write_table(table, draft))


def _rows(plan: Plan, results: Sequence[Result]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for result in results:
        failures = dict(result.failures)
        for seat, place in enumerate(result.seating):
            shown = plan.labels[place], result.shares[seat], result.scores[seat], result.moves, result.reason
            rows.append((result.index, seat, *shown, failures.get(seat, "")))
    return rows


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file beside its place and move it there when it is whole."""
    draft = path.with_name(path.name + ".new")
    try:
        write(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
