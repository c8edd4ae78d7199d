"""The file that tables live in: private, of one server, and with one broken table as good as without it."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from .house import Home, process, run, serving


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def command(*arguments: object) -> tuple[int, str]:
    """How a command of Parlor ends, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "parlor.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    return done.returncode, done.stdout + done.stderr


def test_nobody_else_may_read_the_database_or_its_copies(tmp_path: Path) -> None:
    for name in ("new", "old"):
        database = tmp_path / name
        if name == "old":
            with closing(sqlite3.connect(database)) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
            database.chmod(0o664)
        with process(database) as server:
            beside = [path for path in tmp_path.iterdir() if path.name.startswith(name)]
            assert {path.name for path in beside} >= {name, f"{name}-wal", f"{name}-shm", f"{name}.lock"}
            assert {path.name: mode(path) for path in beside} == {path.name: 0o600 for path in beside}
            assert command("backup", database, tmp_path / "copy")[0] == 0
            assert mode(tmp_path / "copy") == 0o600
            (tmp_path / "copy").unlink()
            server.stop()


def test_a_second_server_is_refused_until_the_first_is_gone_however_it_went(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "db")
    with process(tmp_path / "db") as first:
        for name in ("db", "link"):
            status, said = command("serve", "--port", 0, "--database", tmp_path / name)
            assert (status, said) == (
                2,
                f"Another server uses the database {tmp_path / name}. Stop it, or choose another with --database.\n",
            )
        first.process.send_signal(signal.SIGKILL)
        first.end()
    with process(tmp_path / "db") as next_one:
        assert next_one.url
        next_one.stop()


BROKEN = {
    "about is no json": "UPDATE tables SET about = 'dough' WHERE id = ?",
    "about is a list": "UPDATE tables SET about = '[]' WHERE id = ?",
    "about is no text": "UPDATE tables SET about = CAST(x'ff00fe' AS TEXT) WHERE id = ?",
    "no seats": "UPDATE tables SET about = json_set(about, '$.chairs', json('[]')) WHERE id = ?",
    "an unknown game": "UPDATE tables SET about = json_set(about, '$.game', 'chess') WHERE id = ?",
    "a line is no json": "UPDATE lines SET said = '{\"line\": 2' WHERE line = 2 AND table_id = ?",
    "a line is no text": "UPDATE lines SET said = CAST(x'ff00fe' AS TEXT) WHERE line = 2 AND table_id = ?",
    "a line is a number": "UPDATE lines SET said = '7' WHERE line = 2 AND table_id = ?",
    "a line is empty": "UPDATE lines SET said = '{\"line\":2}' WHERE line = 2 AND table_id = ?",
    "a line is missing": "DELETE FROM lines WHERE line = 2 AND table_id = ?",
    "a line is huge": "UPDATE lines SET line = 9223372036854775807 WHERE line = 3 AND table_id = ?",
    "a wrong number": "UPDATE lines SET said = json_set(said, '$.line', 1e99) WHERE line = 2 AND table_id = ?",
    "another seat": "UPDATE lines SET said = json_set(said, '$.seat', 77) WHERE line = 2 AND table_id = ?",
    "another move": "UPDATE lines SET said = json_set(said, '$.play', 'add zz') WHERE line = 2 AND table_id = ?",
    "a seat that is a text": "UPDATE lines SET said = json_set(said, '$.seat', 'x') WHERE line = 2 AND table_id = ?",
    "never finished": "UPDATE tables SET finished = 1 WHERE id = ?",
    "a time that is none": "UPDATE tables SET about = '', touched = 'noon' WHERE id = ?",
}


async def played(house: Home) -> str:
    """A table at which three plays were made."""
    id, _, at = await house.seated("human", "human", "human", options={"first": 0})
    for seat, move in enumerate(["add a1", "add a4", "add d1"]):
        await at[seat].play(seat, move)
    return id


def test_a_broken_table_is_put_aside_and_nothing_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            whole = await played(house)
            broken = {name: await played(house) for name in BROKEN}
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            for name, id in broken.items():
                assert connection.execute(BROKEN[name], (id,)).rowcount == 1, name
            connection.commit()
            kept = connection.execute("SELECT count(*), sum(length(about)) FROM tables").fetchone()
        async with serving(tmp_path / "db") as house:
            # Whoever looks at the table that is whole keeps it.
            visitor = await house.visit(whole)
            assert visitor.frame["about"]["line"] == 3
            for name, id in broken.items():
                error = (await house.get(f"/api/tables/{id}", 404))["error"]
                assert error == {"id": "server.aside"}, name
            assert house.server.hosting.aside.keys() == set(broken.values())
            await house.server.care.sweeping._sweep_disk(house.server.hosting.now() + 1e9)
        assert caplog.text.count("put aside") == len(broken)
        assert "dough" not in caplog.text
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            assert connection.execute("SELECT count(*), sum(length(about)) FROM tables").fetchone() == kept

    run(test)


def test_no_name_of_a_table_reaches_the_database_that_cannot_be_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            for id in ("x" * 5000, "%00", "%ff", "%ed%a0%80", "é", "a.b", "1%20or%201"):
                assert (await house.get(f"/api/tables/{id}", 404))["error"]["id"] == "server.no-table"

    run(test)


def test_no_number_of_a_line_is_too_large_to_be_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", "human", options={"first": 0})
            for digits in (str(2**53 + 1), str(2**63), str(-(2**64)), "9" * 4000, "9" * 5000):
                for wish in ('"play","move":"add a1"', '"look"'):
                    await at[0].socket.send_str(f'{{"do":{wish},"seat":0,"line":{digits}}}')
                    while (answer := await at[0].next())["type"] == "frame":
                        pass
                    assert answer["error"]["id"] == "server.message"

    run(test)


def test_nobody_is_told_where_the_database_lies(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.seated("human", "human", "human", options={"first": 0})
            store = house.server.hosting.store
            await store.do(lambda connection: connection.execute("DROP TABLE lines"))  # type: ignore[attr-defined]
            assert (await at[0].play(0, "add a1"))["error"]["id"] == "server.database.failed"
            await house.get(f"/api/tables/{id}", 503)
            assert str(tmp_path) not in "".join([*house.bodies, *at[0].texts])

    run(test)
