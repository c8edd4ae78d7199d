"""Copies of a database, made while a server uses it, and the proof that such a copy can be gone back to.

`python -m parlor.server.backups COPY` makes one of the database that `PARLOR_DATABASE` names and checks it, in a
process that is nobody's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import sys
from pathlib import Path

from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.core.record import check_draws, parse_record, verify
from parlor.games import game as find_game
from parlor.server.about import parse_kept, set_table
from parlor.server.address import Address, Database, parse_database
from parlor.server.database import LOCK_SECONDS, StorageFailed, failure_at, make_private, version_of
from parlor.server.moving import copy
from parlor.server.sides import reading, writing
from parlor.server.store import load, read

LOWER_PRIORITY = 19
MOST_NOTED = 1000
"""Copies that a database remembers, the latest."""


def backup(database: Database, to: Path) -> None:
    """Copy a database into a file while a server uses it, whole or not at all."""
    if isinstance(database, Path):
        _back_up_file(database, to)
    else:
        asyncio.run(_back_up_database(database, to))


async def _back_up_database(address: Address, to: Path) -> None:
    async with reading(address) as source, writing(to) as target:
        await copy(source, target)
    await _note_there(address, to)


def _back_up_file(path: Path, to: Path) -> None:
    if not path.is_file():
        raise StorageFailed("server.database.missing", path=str(path))
    if to.exists():
        raise StorageFailed("server.database.exists", path=str(to))
    draft = to.with_name(to.name + ".new")
    draft.unlink(missing_ok=True)
    written = path
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as source:
            version_of(source, path)
            written = to
            make_private(draft)
            with contextlib.closing(sqlite3.connect(draft)) as target:
                source.backup(target)
            with draft.open("rb") as file:
                os.fsync(file.fileno())
            draft.replace(to)
            _note(source, to)
    except sqlite3.Error as error:
        raise failure_at(written, error) from error
    finally:
        draft.unlink(missing_ok=True)


def _note(connection: sqlite3.Connection, to: Path) -> None:
    """Remember where a copy lies, so that whoever erases something is told of it."""
    # A database that is older or cannot be written has a copy all the same.
    with contextlib.suppress(sqlite3.Error), connection:
        connection.execute("INSERT OR REPLACE INTO backups VALUES (?)", (str(to.resolve()),))
        latest = "SELECT rowid FROM backups ORDER BY rowid DESC LIMIT ?"
        connection.execute(f"DELETE FROM backups WHERE rowid NOT IN ({latest})", (MOST_NOTED,))


async def _note_there(address: Address, to: Path) -> None:
    """The same in PostgreSQL."""
    # Optional: only whoever has outgrown a file needs it.
    from parlor.server.postgresql.side import note_backup

    await note_backup(address, str(to.resolve()), MOST_NOTED)


def check(database: Database) -> Data:
    """Prove that a database is whole: all of it can be read, every table comes back, and every draw is its seed's.

    Returns how many tables there are, how many finished records verify, and which tables do not come back; raises if
    the database itself is damaged.
    """
    return _check_file(database) if isinstance(database, Path) else asyncio.run(_check_database(database))


async def _check_database(address: Address) -> Data:
    broken = []
    tables = verified = 0
    async with reading(address) as source:
        async for id, about, finished, _, lines in source.tables():
            tables += 1
            try:
                _check_table(read(about, finished, lines), finished)
                verified += finished
            except Exception:  # whatever stands in a row that somebody has broken
                broken.append(id)
    return {"tables": tables, "verified": verified, "broken": broken}


def _check_file(path: Path) -> Data:
    broken = []
    tables = verified = 0
    if not path.is_file():
        raise StorageFailed("server.database.missing", path=str(path))
    try:
        # A copy has no log beside it, and must not get one.
        still = "" if path.with_name(path.name + "-wal").exists() else "&immutable=1"
        address = f"{path.resolve().as_uri()}?mode=ro{still}"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
            version_of(connection, path)
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise StorageFailed("server.backup-damaged", path=str(path))
            for id, finished in connection.execute("SELECT CAST(id AS BLOB), finished FROM tables"):
                tables += 1
                try:
                    _check_table(load(connection, (id or b"").decode()), bool(finished))
                    verified += bool(finished)
                except sqlite3.Error:
                    raise
                except Exception:  # whatever stands in a row that somebody has broken
                    broken.append((id or b"").decode(errors="replace"))
    except sqlite3.Error as error:
        raise failure_at(path, error) from error
    return {"tables": tables, "verified": verified, "broken": broken}


def _check_table(kept: tuple[Data, list[Data]] | None, finished: bool) -> None:
    if kept is None:
        raise StorageFailed("server.database.failed")
    about, seating = parse_kept(kept[0])
    table = set_table(about, seating, kept[1], 0.0)
    if finished:
        verify(parse_record(table.record.dumps(), find_game))
    elif not seating.waiting:
        check_draws(table.record, table.seed)


def main() -> None:
    """Make a copy, and let it have its name once it is checked; what came of it is written as JSON."""
    os.nice(LOWER_PRIORITY)
    database, to = parse_database(os.environ["PARLOR_DATABASE"]), Path(sys.argv[1])
    unchecked = to.with_name("unchecked.db")
    unchecked.unlink(missing_ok=True)
    try:
        backup(database, unchecked)
        found = check(unchecked)
        unchecked.replace(to)
        if isinstance(database, Path):
            with contextlib.closing(sqlite3.connect(database, timeout=LOCK_SECONDS)) as connection:
                _note(connection, to)
        else:
            asyncio.run(_note_there(database, to))
    except ParlorError as error:
        found = {"error": error.message.id}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
