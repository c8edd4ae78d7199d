"""All tables from a file to PostgreSQL and back, backups of both, and the proof that a database is whole."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from parlor.cli import main
from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.server.address import Address, Database
from parlor.server.backups import backup, check
from parlor.server.care.copying import Copying
from parlor.server.moving import Copied, move
from parlor.server.postgresql.store import PostgreSQLStore
from parlor.server.settings import Settings
from parlor.server.sides import Rest, Whole, reading
from parlor.server.store import New

from .house import Home, process, run, serving
from .postgres import Cluster
from .test_backups import finish

Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """How a command ends and what it says, in this process."""

    def command(*arguments: object) -> tuple[int, str]:
        status = 0
        try:
            main([*map(str, arguments), "--language", "en"])
        except SystemExit as exit:
            status = int(exit.code or 0)
        out, error = capsys.readouterr()
        return status, out + error

    return command


def as_text(database: Database) -> str:
    return database.url if isinstance(database, Address) else str(database)


async def furnish(house: Home) -> Data:
    """Tables of all kinds: one that goes on, one that waits for somebody who is invited, and one that is over."""
    id, tokens, _ = await house.seated("human", "human", "random", game="wicked-pizza", clock={"seconds": 900})
    waiting = await house.post(
        "/api/tables", {"game": "pizza-theory", "seats": [{"kind": "human", "name": "Zoë 🍕"}, {"kind": "human"}]}, 201
    )
    await house.server.hosting.store.ban("192.0.2.7", house.server.hosting.now() + 1e6)
    return {"id": id, "tokens": tokens, "waiting": waiting, "over": await finish(house)}


async def look_around(house: Home, made: Data) -> None:
    """Everything is as it was, and goes on."""
    assert (await house.visit(made["id"], made["tokens"][0])).frame["about"]["table"] == made["id"]
    invitation = made["waiting"]["invitations"][0]["invitation"]
    table = made["waiting"]["table"]
    found = await house.post(f"/api/tables/{table}/invitation", {"invitation": invitation})
    assert found == {"seats": [1], "spent": False}
    assert (await house.get(f"/api/tables/{table}"))["seats"][0]["name"] == "Zoë 🍕"
    assert (await house.get(f"/api/tables/{made['over']}"))["outcome"] is not None
    assert "192.0.2.7" in await house.server.hosting.store.bans(0.0)


async def everything(database: Database) -> tuple[list[Whole], Rest]:
    async with reading(database) as side:
        return [table async for table in side.tables()], await side.rest()


def test_all_tables_move_to_postgresql_and_back(tmp_path: Path, address: Address, said: Said) -> None:
    made: Data = {}

    async def begin() -> None:
        async with serving(tmp_path / "db") as house:
            made.update(await furnish(house))

    async def go_on(database: Database) -> None:
        async with serving(database) as house:
            await look_around(house, made)

    run(begin)
    before = asyncio.run(everything(tmp_path / "db"))
    tables, lines = len(before[0]), sum(len(table.lines) for table in before[0])
    assert said("move", tmp_path / "db", address.url) == (
        0,
        f"{tables} tables with {lines} lines are in {address}, compared line by line. {tmp_path / 'db'} is as it was: "
        "keep it as a backup, and serve it no more.\n",
    )
    assert asyncio.run(everything(address)) == before
    run(lambda: go_on(address))
    # What people have done since goes back, too.
    since = asyncio.run(everything(address))
    assert since != before
    assert said("move", address.url, tmp_path / "again")[0] == 0
    assert asyncio.run(everything(tmp_path / "again")) == since
    run(lambda: go_on(tmp_path / "again"))
    assert (tmp_path / "again").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.new*"))


USED = "(Another server uses|Servers use) the database"


def test_nothing_moves_while_a_server_runs_on_either(tmp_path: Path, address: Address, said: Said) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db"), serving(address):
            moves = ((tmp_path / "db", address), (address, tmp_path / "new"), (tmp_path / "old", address))
            for source, target in moves:
                with pytest.raises(ParlorError, match=USED):
                    await move(source, target)
        assert not (tmp_path / "new").exists()

    async def begin() -> None:
        async with serving(tmp_path / "old"):
            pass

    run(begin)
    run(test)
    with process(tmp_path / "db") as server:
        status, text = said("move", tmp_path / "db", address.url)
        assert (status, bool(re.search(USED, text))) == (2, True)
        server.stop()
    # A database is moved to itself no more than to one that is in use.
    status, text = said("move", address.url, address.url)
    assert (status, bool(re.search(USED, text))) == (2, True)


def test_what_is_there_already_is_not_written_over(tmp_path: Path, address: Address, said: Said) -> None:
    async def begin() -> None:
        for database in (tmp_path / "db", address):
            async with serving(database) as house:
                await house.table("human", "human")

    run(begin)
    before = asyncio.run(everything(address))
    assert "is not empty" in said("move", tmp_path / "db", address.url)[1]
    assert "is there already" in said("move", address.url, tmp_path / "db")[1]
    assert "There is no database" in said("move", tmp_path / "nothing", address.url)[1]
    assert asyncio.run(everything(address)) == before


def test_a_database_without_anything_of_parlor_is_not_moved(address: Address, tmp_path: Path, said: Said) -> None:
    assert "holds nothing of Parlor" in said("move", address.url, tmp_path / "db")[1]
    assert not (tmp_path / "db").exists()


BROKEN = (
    "UPDATE tables SET about = 'dough' WHERE id = ?",
    "UPDATE lines SET said = '{' WHERE line = 2 AND table_id = ?",
    "UPDATE lines SET said = CAST(x'ff00fe' AS TEXT) WHERE line = 2 AND table_id = ?",
    "UPDATE lines SET line = 9223372036854775807 WHERE line = 3 AND table_id = ?",
)


@pytest.mark.parametrize("breaking", BROKEN)
def test_a_table_that_cannot_be_read_is_named_and_nothing_moves(
    breaking: str, tmp_path: Path, address: Address, said: Said
) -> None:
    ids: list[str] = []

    async def begin() -> None:
        async with serving(tmp_path / "db") as house:
            ids.extend([await finish(house), await finish(house)])

    run(begin)
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute(breaking, (ids[1],)).rowcount == 1
        connection.commit()
    status, text = said("move", tmp_path / "db", address.url)
    assert (status, text.startswith(f"Table {ids[1]} cannot be read as it is, so nothing was moved.")) == (2, True)
    assert asyncio.run(everything(address)) == ([], Rest(None, {}, []))


def test_a_line_that_changes_on_its_way_is_noticed(
    tmp_path: Path, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parlor.server.postgresql.side import DatabaseSide

    async def begin() -> None:
        async with serving(tmp_path / "db") as house:
            await finish(house)

    put = DatabaseSide.put

    async def altered(side: DatabaseSide, table: Whole) -> None:
        lines = [(number, said + " " if number == 2 else said) for number, said in table.lines]
        await put(side, table._replace(lines=lines))

    run(begin)
    monkeypatch.setattr(DatabaseSide, "put", altered)
    with pytest.raises(ParlorError, match="not what was read"):
        asyncio.run(move(tmp_path / "db", address))
    assert asyncio.run(everything(address)) == ([], Rest(None, {}, []))


def test_a_backup_of_postgresql_is_made_while_people_play_and_gone_back_to(
    tmp_path: Path, address: Address, postgres: Cluster, said: Said
) -> None:
    made: Data = {}

    async def begin() -> None:
        async with serving(address) as house:
            made.update(await furnish(house))
            await asyncio.to_thread(backup, address, tmp_path / "copy")
            assert (await house.server.hosting.store.scrub()).backups == [str(tmp_path / "copy")]

    async def go_on(database: Database) -> None:
        async with serving(database) as house:
            await look_around(house, made)

    run(begin)
    assert check(tmp_path / "copy") == {"tables": 3, "verified": 1, "broken": []}
    assert "is there already" in said("backup", address.url, tmp_path / "copy")[1]
    restored = postgres.make()
    assert asyncio.run(move(tmp_path / "copy", restored)).tables == 3
    assert said("check", restored.url) == (0, "It is whole: 3 tables come back, and 1 finished records verify.\n")
    run(lambda: go_on(restored))
    run(lambda: go_on(tmp_path / "copy"))


def test_backups_of_postgresql_by_schedule_are_checked(tmp_path: Path, address: Address) -> None:
    async def test() -> None:
        async with serving(address) as house:
            await finish(house)
            copying = Copying(Settings(database=address))
            await copying.copy_once(tmp_path)
            assert (copying.about() or {}) | {"seconds": 0} == {
                "ok": True, "tables": 1, "verified": 1, "broken": 0, "seconds": 0,
            }  # fmt: skip
            (made,) = tmp_path.glob("parlor-*.db")
            assert str(made) in (await house.server.hosting.store.scrub()).backups

    run(test)


def test_every_draw_of_every_table_is_proved(database: Database, postgres: Cluster, said: Said) -> None:
    ids: Data = {}

    async def begin() -> None:
        async with serving(database) as house:
            ids["over"] = await finish(house)
            ids["going"] = (await house.seated("human", "human", game="wicked-pizza"))[0]
            ids["whole"] = (await house.seated("human", "human", game="wicked-pizza"))[0]
            # A server may run meanwhile.
            assert await asyncio.to_thread(check, database) == {"tables": 3, "verified": 1, "broken": []}

    run(begin)
    assert said("check", as_text(database)) == (
        0,
        "It is whole: 3 tables come back, and 1 finished records verify.\n",
    )
    for number, id in enumerate((ids["going"], ids["over"]), 1):
        # Another seed is what somebody would need who has chosen the draws.
        change = (
            f"UPDATE {{}} SET about = replace(CAST(about AS TEXT), '\"seed\":\"', '\"seed\":\"0') WHERE id = '{id}'"
        )
        if isinstance(database, Path):
            with closing(sqlite3.connect(database)) as connection:
                connection.execute(change.format("tables"))
                connection.commit()
        else:
            postgres.ask(
                database,
                change.format("parlor.tables")
                .replace("AS TEXT)", "AS text)")
                .replace("about = replace(", "about = (replace(")
                .replace(" WHERE", ")::json WHERE"),
            )
        status, text = said("check", as_text(database))
        assert status == 2
        assert id in text
        assert ids["whole"] not in text
        assert len(check(database)["broken"]) == number


def test_a_database_with_a_gap_is_found_out(address: Address, postgres: Cluster) -> None:
    async def begin() -> None:
        store = await PostgreSQLStore.open(address)
        await store.create(New("t", {}, [{"line": line} for line in (1, 2, 3)], False, 1.0))
        await store.close()

    run(begin)
    postgres.ask(address, "DELETE FROM parlor.lines WHERE line = 2")
    assert check(address) == {"tables": 1, "verified": 0, "broken": ["t"]}


def test_an_empty_house_moves_too(tmp_path: Path, address: Address) -> None:
    async def begin() -> None:
        async with serving(tmp_path / "db"):
            pass

    run(begin)
    assert asyncio.run(move(tmp_path / "db", address)) == Copied(0, 0)
