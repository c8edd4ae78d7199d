"""Tables of Pizza Theory as these tests want them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import parlor
from parlor.core.chance import Seed
from parlor.core.record import parse_record
from parlor.table import Chair, Clock, Seating, Table

GAME = parlor.game("pizza-theory")


def seating(
    seats: int = 3, bots: Collection[int] = (), open: Collection[int] = (), host: int | None = None, **more: Any
) -> Seating:
    """People everywhere but where bots sit or seats are open."""
    chairs = [Chair("bot", bot="greedy") if seat in bots else Chair("open") if seat in open else Chair()
              for seat in range(seats)]  # fmt: skip
    return Seating(tuple(chairs), host=host, **more)


def table(
    seats: int = 3,
    bots: Collection[int] = (),
    open: Collection[int] = (),
    host: int | None = None,
    waiting: bool = False,
    **options: Any,
) -> Table:
    """A table at which seat 0 goes first, unless it is said otherwise."""
    found = seating(seats, bots, open, host, waiting=waiting)
    return Table(GAME, seating=found, seed=Seed("a table"), **{"first": 0, **options})


def with_clock(seconds: float = 60, increment: float = 5, seats: int = 3) -> Table:
    """Everybody has come to it at 1000."""
    found = table(seats, clock=Clock(seconds, increment), now=1000.0)
    found.come(range(seats), 1000.0)
    return found


def restored(found: Table, now: float | None = None) -> Table:
    """The same table from what is kept of it."""
    record = parse_record(found.record.dumps(), parlor.game)
    return Table(found.game, seed=found.seed, record=record, seating=found.seating, clock=found.clock, now=now)
