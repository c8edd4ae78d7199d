"""What is kept of a table beside its lines: who sits where, held by which token, and how it is played."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec

from parlor.core.chance import Seed
from parlor.core.fields import Data
from parlor.core.record import Record, under_its_rules
from parlor.games import game as find_game
from parlor.table import Clock, Kind, Table


class Chair(msgspec.Struct):
    """One seat as it is kept: who sits there, and the hash of the token that holds it."""

    kind: Kind
    name: str | None = None
    bot: str | None = None
    holder: str | None = None
    webhook: str | None = None
    came: bool = False
    """Whether somebody has ever come to this seat."""


class About(msgspec.Struct):
    """All that is kept of a table beside its lines."""

    game: str
    rules: int
    options: Data
    seed: str
    chairs: list[Chair]
    created: float
    host: int | None = None
    clock: tuple[float, float] | None = None
    started: float | None = None
    spectators: bool = True
    listed: bool = False
    hints: bool | None = None
    """Whether seats may ask for hints; None where the host has not chosen."""
    rematch: str | None = None
    wants_rematch: list[int] = []

    def seats(self, kind: Kind) -> list[int]:
        """The seats of this kind."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == kind]

    @property
    def has_hints(self) -> bool:
        """Whether seats may ask for hints: as the host has chosen, or else where one person plays against bots."""
        if self.hints is not None:
            return self.hints
        return not self.seats("open") and len({chair.holder for chair in self.chairs if chair.kind == "human"}) == 1

    def held_by(self, token: str) -> tuple[int, ...]:
        """The seats that a token holds; every chair is compared, in constant time."""
        wanted = digest(token)
        matches = [hmac.compare_digest(chair.holder or "", wanted) for chair in self.chairs]
        return tuple(seat for seat, matched in enumerate(matches) if matched)

    def start_if_all_came(self, now: float) -> None:
        """Let the clocks run once everybody has come."""
        if (
            self.clock is not None
            and self.started is None
            and all(chair.came or chair.kind == "bot" for chair in self.chairs)
        ):
            self.started = now

    def dump(self) -> Data:
        """All of it as plain data."""
        plain: Any = msgspec.to_builtins(self)
        assert isinstance(plain, dict)
        return plain


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def seat_table(about: About, lines: list[Data], now: float, stopped: float | None = None) -> Table:
    """The table that these lines have led to."""
    game = under_its_rules(find_game(about.game), about.rules)
    seed = Seed(about.seed)
    record = Record(game, len(about.chairs), about.options, seed.commitment)
    record.lines = list(lines)
    return Table(
        game,
        bots=about.seats("bot"),
        open=about.seats("open"),
        host=about.host,
        clock=None if about.clock is None else Clock(*about.clock),
        started=about.started,
        stopped=stopped,
        seed=seed,
        record=record,
        now=now,
    )
