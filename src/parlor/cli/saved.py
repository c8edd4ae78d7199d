"""A game kept in a file: its record line by line, and beside it, until the game is over, its secret."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from parlor.core.chance import Seed
from parlor.core.errors import BadRecord, ParlorError
from parlor.core.record import Record, load_record
from parlor.games import game as find_game


class CannotWrite(ParlorError):
    """A file that cannot be written."""


def secret_path(path: Path) -> Path:
    """Where the seed and the bots of a game are kept, for its owner alone."""
    return path.with_name(path.name + ".seed")


def save(record: Record, seed: Seed, bots: Mapping[int, str], path: Path) -> None:
    """Keep a game in a new file from now on, the secret first: without it the game could not go on."""
    if path.exists():
        raise CannotWrite("cli.exists", path=str(path))
    secret = secret_path(path)
    try:
        secret.unlink(missing_ok=True)
        with os.fdopen(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"seed": seed.secret, "bots": [bots.get(seat) for seat in range(record.seats)]}, file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        record.keep(path)
    except OSError as error:
        secret.unlink(missing_ok=True)
        raise CannotWrite("cli.unwritable", path=str(path), problem=error.strerror or str(error)) from error


def resume(path: Path) -> tuple[Record, Seed, list[str | None]]:
    """The game in a file, its seed, and the bot on each seat. Nothing is written yet."""
    record = load_record(path, find_game)
    record.replay()
    if record.seed is not None:
        raise BadRecord("cli.finished", path=str(path))
    try:
        secret = json.loads(secret_path(path).read_text(encoding="utf-8"))
        seed, bots = Seed(str(secret["seed"])), list(secret["bots"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRecord("cli.no-secret", path=str(secret_path(path))) from error
    if seed.commitment != record.commitment or len(bots) != record.seats:
        raise BadRecord("cli.wrong-secret", path=str(secret_path(path)))
    return record, seed, bots


def keep_on(record: Record, path: Path) -> None:
    """Go on writing into the file that the record came from, without a line that broke off."""
    try:
        record.keep(path)
    except OSError as error:
        raise CannotWrite("cli.unwritable", path=str(path), problem=error.strerror or str(error)) from error


def discard(path: Path) -> None:
    """Leave nothing of a game in which nothing was played."""
    path.unlink(missing_ok=True)
    drop_secret(path)


def drop_secret(path: Path) -> None:
    """Remove the secret: the game is over, and its record holds the seed."""
    secret_path(path).unlink(missing_ok=True)
