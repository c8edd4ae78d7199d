"""What is kept of a table beside its lines: how it was set, and who sits where."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Any

import msgspec

from parlor.core.chance import Seed
from parlor.core.fields import Data
from parlor.core.record import Record, under_its_rules
from parlor.games import game as find_game
from parlor.table import Clock, Seating, Table


class About(msgspec.Struct, frozen=True):
    """How a table was set, for good."""

    game: str
    rules: int
    options: Data
    seed: str
    created: float
    clock: tuple[float, float] | None = None
    spectators: bool = True
    listed: bool = False
    hints: bool | None = None
    """Whether seats may ask for hints; None where the host has not chosen."""

    def has_hints(self, seating: Seating) -> bool:
        """Whether seats may ask for hints: as the host has chosen, or else where one person plays against bots."""
        if self.hints is not None:
            return self.hints
        seats = seating.seats("human")
        return not seating.seats("open") and bool(seats) and seating.held_with(seats[0]) == seats


def kept(about: About, seating: Seating) -> Data:
    """All of it as plain data."""
    plain: Any = {**msgspec.to_builtins(about), **msgspec.to_builtins(seating)}
    assert isinstance(plain, dict)
    return plain


def parse_kept(data: Data) -> tuple[About, Seating]:
    """What `kept` wrote."""
    return msgspec.convert(data, About), msgspec.convert(data, Seating)


def new_secret() -> str:
    """A token, which holds a seat: whoever knows it may play there. Or an invitation, which is spent for a token."""
    return secrets.token_urlsafe(24)


def next_token(token: str, table: str) -> str:
    """What holds the seat of a token at the table where they play again: whoever has the one can be told the other."""
    made = hmac.digest(token.encode(errors="replace"), table.encode(), "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()


def digest(token: str) -> str:
    """What is kept of a token or an invitation."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def held_by(token: str, seating: Seating) -> tuple[int, ...]:
    """The seats that a token holds; every chair is compared, in constant time."""
    wanted = digest(token)
    matches = [hmac.compare_digest(chair.holder or "", wanted) for chair in seating.chairs]
    return tuple(seat for seat, matched in enumerate(matches) if matched)


def set_table(about: About, seating: Seating, lines: list[Data], now: float) -> Table:
    """The table that these lines have led to."""
    game = under_its_rules(find_game(about.game), about.rules)
    seed = Seed(about.seed)
    record = Record(game, len(seating.chairs), about.options, seed.commitment)
    record.lines = list(lines)
    clock = None if about.clock is None else Clock(*about.clock)
    return Table(game, seating=seating, clock=clock, seed=seed, record=record, now=now)
