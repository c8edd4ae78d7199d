"""After an upgrade of the server, what began under earlier rules goes on under them; what is new is under the newest.

rules-1.sqlite was written by the last server that knew version 1 of New York Slice alone: three people are in mid-game,
and seat 2, who holds You Love Veggies, is to take a portion.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import parlor
from parlor.core.record import parse_record, verify

from .house import run, serving

WRITTEN = Path(__file__).with_name("rules-1.sqlite")
TABLE = "CrPE58DSQJD6"
TOKENS = {
    0: "l5DJ53nzuhTklFpVJB3q01GkFA7F88yj",
    1: "rxQsPrY0FTxbb4kG7xvqPRJTqYSpGX33",
    2: "jG0B7QY4lnPFlHEoIUJVMaE2pN63Nt5I",
}
HOLDER = 2


def rules_of(database: Path, table: str) -> int:
    """The rules that a table is kept under."""
    with closing(sqlite3.connect(database)) as connection:
        (about,) = connection.execute("SELECT about FROM tables WHERE id = ?", (table,)).fetchone()
    rules = json.loads(about)["rules"]
    assert isinstance(rules, int)
    return rules


def test_a_table_in_mid_game_goes_on_under_its_rules_and_its_rematch_under_the_newest(tmp_path: Path) -> None:
    database = tmp_path / "db"
    shutil.copy(WRITTEN, database)
    newest = parlor.game("new-york-slice").rules
    assert newest > rules_of(database, TABLE) == 1

    async def test() -> None:
        rng = random.Random(1)
        async with serving(database) as house:
            at = {seat: await house.visit(TABLE, token) for seat, token in TOKENS.items()}
            # Slice 2 is a Veggie: only version 1 lets the holder of You Love Veggies eat it in a later round.
            assert (await at[HOLDER].play(HOLDER, "take 1"))["type"] == "ok"
            assert (await at[HOLDER].play(HOLDER, "eat 2"))["type"] == "ok"
            table = house.server.hosting.tables[TABLE].table
            while to_act := table.state.to_act:
                legal = table.state.legal_moves(to_act[0])
                move = str(legal[rng.randrange(len(legal))])
                assert (await at[to_act[0]].play(to_act[0], move))["type"] == "ok"
            record = parse_record(await house.get(f"/api/tables/{TABLE}/record"), parlor.game)
            assert record.game.rules == 1
            assert verify(record) > 60
            for seat, visitor in at.items():
                assert (await visitor.ask("rematch", seat=seat))["type"] == "ok"
            again = (await at[0].until(lambda frame: frame["about"]["rematch"]))["about"]["rematch"]
            other, _, _ = await house.table("human", "human", "human", game="new-york-slice")
        assert [rules_of(database, id) for id in (TABLE, again, other)] == [1, newest, newest]
        async with serving(database) as house:
            for id in (TABLE, again, other):
                assert (await house.get(f"/api/tables/{id}"))["table"] == id
            assert house.server.hosting.tables[TABLE].table.game.rules == 1
            assert house.server.hosting.tables[again].table.game.rules == newest

    run(test)
