"""Copies the database of a server, proves that one is whole, and moves all tables into another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import typer

from parlor.cli.words import tell
from parlor.server.address import Database, parse_database
from parlor.server.backups import backup, check
from parlor.server.database import StorageFailed
from parlor.server.moving import move


def back_up(database: str, file: Path, checked: bool) -> None:
    """Copy a database; a copy that does not hold what it should is an error, and stays."""
    backup(parse_database(database), file)
    typer.echo(tell("cli.backed-up", path=str(file)))
    if checked:
        _check(file)


def check_whole(database: str) -> None:
    """Prove that a database is whole."""
    _check(parse_database(database))


def _check(database: Database) -> None:
    found = check(database)
    if found["broken"]:
        raise StorageFailed("server.backup-broken", tables=found["broken"][:20], n=len(found["broken"]))
    typer.echo(tell("cli.backup-checked", tables=found["tables"], verified=found["verified"]))


def move_all(source: str, target: str) -> None:
    """Move all tables into another database."""
    database, to = parse_database(source), parse_database(target)
    found = asyncio.run(move(database, to))
    typer.echo(tell("cli.moved", tables=found.tables, lines=found.lines, path=str(database), to=str(to)))
