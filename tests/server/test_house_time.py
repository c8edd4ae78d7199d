"""The time of the house: it passes while a server lives, and no date of the machine changes anything."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from parlor.server.database import MIGRATIONS, connect
from parlor.server.house_time import HouseTime
from parlor.server.store import SQLiteStore

from .house import run


def test_time_goes_on_from_the_last_second_that_is_known() -> None:
    date, monotonic = 5000.0, 70.0
    opened = HouseTime(None, lambda: date, lambda: monotonic)
    assert opened.now() == 5000
    monotonic += 8
    date -= 86_400
    last = opened.now()
    assert last == 5008
    # The machine was started anew, and its date is a year later.
    date, monotonic = 31_536_000.0, 3.0
    again = HouseTime(last, lambda: date, lambda: monotonic)
    monotonic += 0.5
    assert again.now() == 5008.5


def last_alive(database: Path) -> float | None:
    """The time at which the next server will begin."""
    found: list[float | None] = []

    async def test() -> None:
        store = SQLiteStore(database)
        found.append(await store.last_alive())
        await store.close()

    run(test)
    return found[0]


def write(connection: sqlite3.Connection, id: str, touched: float, *lines: Any, finished: bool = False) -> None:
    """A table as it is kept, with its lines."""
    connection.execute("INSERT INTO tables VALUES (?, '{}', ?, ?)", (id, finished, touched))
    for number, said in enumerate(lines, 1):
        text = said if isinstance(said, str) else json.dumps({"line": number, **said})
        connection.execute("INSERT INTO lines VALUES (?, ?, ?)", (id, number, text))


def test_the_last_second_is_that_of_a_beat_a_change_or_a_line(tmp_path: Path) -> None:
    database = tmp_path / "db"
    assert last_alive(database) is None
    with closing(connect(database)) as connection:
        write(connection, "running", 900.0, {"at": 950.5}, {"chance": "roll 1"}, {"at": "soon"}, "broken")
        # Whoever imports a record may have written anything into it.
        write(connection, "imported", 910.0, {"at": 1e300}, finished=True)
    assert last_alive(database) == 950.5
    with closing(connect(database)) as connection:
        connection.execute("INSERT INTO alive VALUES (1, 960.25)")
    assert last_alive(database) == 960.25
    with closing(connect(database)) as connection:
        connection.execute("UPDATE tables SET touched = 970 WHERE finished")
    assert last_alive(database) == 970


@pytest.mark.parametrize("alive", [-100.0, -80.0, 1e8])
def test_times_to_come_in_a_file_of_before_are_taken_for_the_last_that_was(tmp_path: Path, alive: float) -> None:
    """A server of before went by the date, and that was a year ahead for a while."""
    database, now = tmp_path / "db", round(time.time())
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(MIGRATIONS[1] + MIGRATIONS[2] + "PRAGMA user_version = 2")
        write(connection, "real", now - 90, {"at": now - 95})
        write(connection, "ahead", now + 1e8, {"at": now + 1e8}, "broken")
        connection.execute("INSERT INTO alive VALUES (1, ?)", (now + alive,))
        connection.commit()
    last = now - 80 if alive == -80 else now - 90
    assert last_alive(database) == last
    with closing(connect(database)) as connection:
        assert dict(connection.execute("SELECT id, touched FROM tables")) == {"real": now - 90, "ahead": last}
        lines = connection.execute("SELECT said FROM lines WHERE line = 1 ORDER BY table_id DESC").fetchall()
        assert [json.loads(said)["at"] for (said,) in lines] == [now - 95, last]


def test_a_file_of_nothing_but_times_to_come_stays_as_it_is(tmp_path: Path) -> None:
    """That the date is wrong now is as likely."""
    database = tmp_path / "db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(MIGRATIONS[1] + MIGRATIONS[2] + "PRAGMA user_version = 2")
        write(connection, "table", 9e9, {"at": 8e9})
        connection.commit()
    assert last_alive(database) == 9e9


def test_a_table_is_idle_since_its_last_line_though_a_kill_came_before_that_was_noted(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "db")) as connection:
        write(connection, "idle", 100.0, {"at": 150.0}, "broken")
        write(connection, "played", 100.0, {"at": 150.0}, {"at": 300.0}, {"chance": "roll 1"})
        write(connection, "imported", 100.0, {"at": 1e300}, finished=True)

    async def test() -> None:
        store = SQLiteStore(tmp_path / "db")
        assert sorted(await store.expire(200.0, [])) == ["idle", "imported"]
        assert await store.load("played") is not None
        assert await store.expire(301.0, []) == ["played"]
        await store.close()

    run(test)
