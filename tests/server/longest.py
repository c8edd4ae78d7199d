"""Tables as long as a server lets them become, and the way to its disk."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import parlor
from parlor.core.chance import Seed
from parlor.core.fields import Data
from parlor.core.state import State
from parlor.server.about import About, digest, kept
from parlor.server.store import New, SQLiteStore
from parlor.table import Chair, Seating, Table

TRIES = 120
TOKEN = "whoever plays for all who are no bots"


async def keep(database: Path, tables: Mapping[str, tuple[Table, Sequence[Data], Sequence[int]]]) -> None:
    """Write tables with so many of their lines, and seats for bots, as a server would have kept them."""
    store = SQLiteStore(database)
    for id, (table, lines, bots) in tables.items():
        about = About(table.game.name, table.game.rules, table.record.options, table.seed.secret, created=1.0)
        person, bot = Chair(name="Ada", holder=digest(TOKEN), came=True), Chair("bot", bot="random")
        chairs = tuple(bot if seat in bots else person for seat in range(table.record.seats))
        seating = kept(about, Seating(chairs, host=0, started=1.0))
        await store.create(New(id, seating, list(lines), "seed" in lines[-1], 1e12))
    await store.close()


def endless() -> Table:
    """A game of Pizza Theory that ends only if somebody has all toppings on the pizza."""
    return Table(parlor.game("pizza-theory"), seats=3, seed=Seed("endless"), round_limit=0, first=0)


def go_on(table: Table, lines: int) -> None:
    """Play such a game up to so many lines, while all see to it that it does not end."""
    choose = random.Random(1)
    while len(table.record.lines) < lines:
        rounds = [_round(table.state, choose) for _ in range(TRIES)]
        _, plan = min(rounds, key=lambda one: one[0])
        for seat, move in plan[: lines - len(table.record.lines)]:
            table.play(seat, move)
    assert table.outcome is None


def _round(state: Any, choose: random.Random) -> tuple[tuple[bool, int], list[tuple[int, str]]]:
    """A round at random, and how near it comes to the end of the game."""
    after, plan = state.copy(), []
    while after.outcome is None and after.round == state.round:
        seat = after.to_act[0]
        moves = after.legal_moves(seat)
        move = moves[choose.randrange(len(moves))]
        if len(moves) > 1:
            plan.append((seat, str(move)))
        after.play(seat, move)
    most = max(after.red.bit_count(), after.green.bit_count(), after.white.bit_count())
    return (after.outcome is not None, most), plan


def taken_back(name: str, seats: int, lines: int, plays: int) -> Table:
    """A game with so many plays, the last of which was taken back again and again."""
    table = Table(parlor.game(name), seats=seats, seed=Seed("taken back"), first=0)
    choose = random.Random(1)
    for _ in range(plays):
        _play(table, choose)
    while len(table.record.lines) < lines:
        seat = _play(table, choose)
        table.undo(seat)
        while table.asked is not None:
            table.agree(table.asked[1][0])
    return table


def _play(table: Table, choose: random.Random) -> int:
    seat = table.to_act[0]
    moves = table.state.legal_moves(seat)
    table.play(seat, moves[choose.randrange(len(moves))])
    return seat


def most_moves(name: str, seats: int) -> Table:
    """A game at a moment with very many legal moves."""
    for number in range(40):
        table = Table(parlor.game(name), seats=seats, seed=Seed(f"most moves {number}"), first=0)
        choose = random.Random(number)
        while table.outcome is None:
            if max(_moves(table.state)) > 3000:
                return table
            _play(table, choose)
    raise AssertionError("no such moment")


def _moves(state: State) -> list[int]:
    return [len(state.legal_moves(seat)) for seat in state.to_act]
