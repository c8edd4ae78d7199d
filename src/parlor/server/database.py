"""The file in which tables live: how it is opened, brought up to date, kept private, and kept from a second server."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import sqlite3
from pathlib import Path

from parlor.core.errors import ParlorError
from parlor.core.words import Message

# No row is trusted to be whole.
LINE_TIME = "CASE WHEN json_valid(said) THEN CAST(json_extract(said, '$.at') AS REAL) END"

VERSION = 4
MIGRATIONS = {
    1: """
    CREATE TABLE tables (id TEXT PRIMARY KEY, about TEXT NOT NULL, finished INTEGER NOT NULL, touched REAL NOT NULL);
    CREATE INDEX tables_by_time ON tables (touched);
    CREATE TABLE lines (
        table_id TEXT NOT NULL, line INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, line)
    ) WITHOUT ROWID;
    """,
    # The time of the house when a server last lived: while none does, none passes.
    2: """
    CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), at REAL NOT NULL);
    """,
    # Times had been dates. One that is still to come was written while the date was wrong: it becomes the last before.
    3: f"""
    CREATE TEMP TABLE past AS
        SELECT max(at) AS at FROM (SELECT at FROM alive UNION ALL SELECT touched FROM tables)
        WHERE at <= CAST(strftime('%s', 'now') AS REAL) + 1;
    UPDATE alive SET at = past.at FROM past WHERE alive.at > past.at;
    UPDATE tables SET touched = past.at FROM past WHERE touched > past.at;
    UPDATE lines SET said = json_set(said, '$.at', past.at) FROM past
        WHERE {LINE_TIME} > past.at AND table_id IN (SELECT id FROM tables WHERE NOT finished);
    DROP TABLE past;
    """,
    # Whom the house keeps out, by its own time; and copies, which nothing that is erased here is erased from.
    4: """
    CREATE TABLE bans (address TEXT PRIMARY KEY, until REAL NOT NULL);
    CREATE TABLE backups (path TEXT PRIMARY KEY);
    """,
}

LOCK_SECONDS = 5
"""How long to wait for another program that is writing."""

_FAILURES = {
    sqlite3.SQLITE_BUSY: "server.database.locked",
    sqlite3.SQLITE_LOCKED: "server.database.locked",
    sqlite3.SQLITE_READONLY: "server.database.readonly",
    sqlite3.SQLITE_CANTOPEN: "server.database.cannot-open",
    sqlite3.SQLITE_FULL: "server.database.full",
    sqlite3.SQLITE_NOTADB: "server.database.damaged",
    sqlite3.SQLITE_CORRUPT: "server.database.damaged",
}

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

# After a write that failed, a later one of the same table must fail too; and nothing is kept of a table that is gone.
NO_GAPS = """
    CREATE TEMP TRIGGER no_gaps BEFORE INSERT ON lines
    WHEN CASE NEW.line WHEN 1 THEN NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id)
        ELSE NOT EXISTS (SELECT 1 FROM lines WHERE table_id = NEW.table_id AND line = NEW.line - 1) END
    BEGIN SELECT RAISE(ABORT, 'the line before is missing'); END
"""

log = logging.getLogger("parlor.server")


class StorageFailed(ParlorError):
    """The database cannot be used, or could not be written."""


class Conflict(StorageFailed):
    """Somebody else was first: the line is taken, or what a table is has changed."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a database file, made or migrated if need be; an error says what to do."""
    connection = None
    make_private(path)
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=LOCK_SECONDS)
        found = version_of(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # What is deleted is overwritten, too.
        connection.execute("PRAGMA secure_delete = ON")
        # A write that fails now would fail for every move.
        connection.execute("BEGIN IMMEDIATE")
        for version in range(found + 1, VERSION + 1):
            for statement in MIGRATIONS[version].split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
        connection.execute(NO_GAPS)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise failure_at(path, error) from error
        raise
    return connection


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a database; an error if it is not one that is known here."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > VERSION:
        raise StorageFailed("server.database.newer", path=str(path), found=found, known=VERSION)
    if found == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StorageFailed("server.database.other", path=str(path))
    return found


def failure(error: sqlite3.Error) -> StorageFailed:
    """What is wrong with a database, for everybody: where it lies is nobody's business."""
    if getattr(error, "sqlite_errorcode", 0) in _TAKEN:
        return Conflict("server.database.conflict")
    return StorageFailed(_FAILURES.get(_kind(error), "server.database.failed"))


def failure_at(path: Path, error: sqlite3.Error) -> StorageFailed:
    """What is wrong with the database in a file, and what to do, for whoever runs the server."""
    found = failure(error).message.id
    if _kind(error) == sqlite3.SQLITE_NOTADB:
        return StorageFailed("server.database.other", path=str(path))
    if found == "server.database.failed":
        return StorageFailed("server.database.unusable", path=str(path), problem=str(error))
    return StorageFailed("server.database.at", path=str(path), problem=Message(found))


def _kind(error: sqlite3.Error) -> int:
    """The lower byte names the kind of an error, the rest its cause."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def make_private(path: Path) -> None:
    """Let nobody else read a database, new or old; what SQLite lays beside a new one is as private as that."""
    path = path.resolve()
    # An error here is one that opening meets, and says.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for beside in ("", "-wal", "-shm", "-journal"):
        file = path.with_name(path.name + beside)
        try:
            mode = file.stat().st_mode & 0o777
            if mode & 0o077:
                file.chmod(mode & 0o700)
        except FileNotFoundError:
            continue
        except OSError:
            log.warning("others may read the database, and this user cannot forbid it")
            return


class Lock:
    """Held by the one server that uses a database; it goes with the process, however that ends.

    It is a file of its own: who closes the database file lets go of SQLite's locks on it.
    """

    def __init__(self, path: Path) -> None:
        real = path.resolve()
        try:
            self._file = os.open(real.with_name(real.name + ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError:
            # A folder that is missing or cannot be written: opening the database says so.
            self._file = -1
            return
        try:
            # Not flock: a worker that outlives its server would hold it on.
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise StorageFailed("server.database.in-use", path=str(path)) from error

    def release(self) -> None:
        """Let another server have it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
