"""Several processes on one PostgreSQL, and what befalls it: broken connections, a stop, no room, no right to write."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

import parlor.server.postgresql.database as postgresql
from parlor.cli import admin, main
from parlor.core.errors import ParlorError
from parlor.core.fields import Data
from parlor.core.record import parse_record, verify
from parlor.games import game as find_game
from parlor.server.address import Address, parse_database
from parlor.server.database import Conflict, StorageFailed
from parlor.server.postgresql.store import PostgreSQLStore
from parlor.server.store import Append

from .crash import Crashes
from .house import process, run, serving
from .nginx import free_port, make_certificate
from .postgres import SERVED_BY, Cluster, cluster
from .severed import severable
from .test_store import lines, new
from .trouble import Stop, small_disk

KILLS = 4


@asynccontextmanager
async def stores(address: Address, count: int) -> AsyncIterator[list[PostgreSQLStore]]:
    """As many processes as that, as far as the database can tell."""
    found = await asyncio.gather(*[PostgreSQLStore.open(address) for _ in range(count)])
    try:
        yield found
    finally:
        for store in found:
            await store.close()


def test_many_begin_with_a_new_database_at_once(address: Address) -> None:
    async def test() -> None:
        async with stores(address, 6) as found:
            await found[0].create(new("t"))
            assert await found[5].running() == ["t"]

    run(test)


def test_of_two_who_want_the_same_line_one_has_it_whole(address: Address) -> None:
    """Each play has as many lines as its draws, and every table is raced for in every batch."""
    rng = random.Random(1)
    tables = [f"t{number}" for number in range(12)]

    async def play(store: PostgreSQLStore, by: str) -> int:
        won = 0
        for turn in range(30):
            order = rng.sample(tables, len(tables))
            known = dict(zip(order, await asyncio.gather(*[store.load(id) for id in order]), strict=True))
            appends = []
            for id, kept in known.items():
                assert kept is not None
                first = len(kept[1]) + 1
                appends.append(Append(id, first, lines(first, first + rng.randrange(3), f"{by}{turn}")))
            results = await asyncio.gather(*[store.append(append) for append in appends], return_exceptions=True)
            assert {type(result) for result in results} <= {type(None), Conflict}
            won += results.count(None)
        return won

    async def test() -> None:
        async with stores(address, 3) as found:
            for id in tables:
                await found[0].create(new(id))
            won = await asyncio.gather(*[play(store, by) for store, by in zip(found, "abc", strict=True)])
            assert min(won) > 10
            plays = 0
            for id in tables:
                kept = await found[0].load(id)
                assert kept is not None
                by = [line["by"] for line in kept[1]]
                whole = [name for number, name in enumerate(by) if number == 0 or by[number - 1] != name]
                assert len(set(whole)) == len(whole)
                plays += len(whole)
            assert plays == sum(won)

    run(test)


def test_what_holds_nothing_fails_with_what_is_below_it(address: Address) -> None:
    """It was made on top of a play that is not kept: whoever was shown that would see what is not on disk."""

    async def test() -> None:
        async with stores(address, 2) as (one, two):
            await one.create(new("t", 1))
            await two.append(Append("t", 2, lines(2, 2, "two")))
            results = await asyncio.gather(
                one.append(Append("t", 2, lines(2, 2, "one"))), one.append(Append("t", 3, [])), return_exceptions=True
            )
            assert [type(result) for result in results] == [Conflict, Conflict]

    run(test)


def test_one_seat_is_given_to_one_of_two(address: Address) -> None:
    async def test() -> None:
        async with stores(address, 2) as found:
            for number in range(20):
                await found[0].create(new(f"t{number}", version=0))
                results = await asyncio.gather(
                    *[
                        store.append(Append(f"t{number}", 1, [], about={"version": 1, "by": by}, version=0))
                        for by, store in enumerate(found)
                    ],
                    return_exceptions=True,
                )
                assert sorted(str(type(result).__name__) for result in results) == ["Conflict", "NoneType"]
                assert (await found[0].load(f"t{number}") or [{}])[0]["by"] == results.index(None)

    run(test)


APPENDS = {
    "lines": Append("t", 2, lines(2, 3)),
    "a seat": Append("t", 2, [], about={"version": 1, "seat": "taken"}, version=0),
    "a rematch": Append("t", 2, [], about={"version": 1}, version=0, again=new("again", 2)),
    "the end": Append("t", 2, [{"line": 2, "seed": "s"}], finished=True),
}


@pytest.mark.parametrize("what", APPENDS)
def test_a_connection_that_broke_after_the_commit_finds_its_own(
    what: str, address: Address, postgres: Cluster, folder: Path
) -> None:
    async def test() -> None:
        async with severable(address, postgres, folder) as way, stores(way.address, 1) as (store,):
            await store.create(new("t", 1, version=0))
            way.swallow = b"\1t"
            await store.append(APPENDS[what])
            assert way.swallowed == 1
            again = Append("t", 4, lines(4, 4)) if what == "lines" else None
            if again is not None:
                await store.append(again)
            kept = await store.load("t")
            assert kept is not None
            assert len(kept[1]) == {"lines": 4, "the end": 2}.get(what, 1)
            assert (await store.load("again") is None) is (what != "a rematch")

    run(test)


def test_a_new_table_whose_answer_was_lost_is_there_once(address: Address, postgres: Cluster, folder: Path) -> None:
    async def test() -> None:
        async with severable(address, postgres, folder) as way, stores(way.address, 1) as (store,):
            way.swallow = b"pizza"
            await store.create(new("pizza", 2))
            assert way.swallowed == 1
            assert await store.load("pizza") == ({}, lines(1, 2))
            with pytest.raises(Conflict):
                await store.create(new("pizza", 2))

    run(test)


def test_its_own_line_is_found_also_when_another_has_gone_on(address: Address, postgres: Cluster, folder: Path) -> None:
    """The answer is lost, and before the connection is back somebody else has moved, and somebody has sat down."""

    async def test() -> None:
        async with AsyncExitStack() as stack:
            way = await stack.enter_async_context(severable(address, postgres, folder))
            store, other = [(await stack.enter_async_context(stores(at, 1)))[0] for at in (way.address, address)]
            for append, then in (
                (Append("a", 2, lines(2, 2)), Append("a", 3, lines(3, 3))),
                (Append("b", 2, [], about={"version": 1}), Append("b", 2, [], about={"version": 2}, version=1)),
            ):
                await store.create(new(append.id, 1, version=0))
                before = await other.load(append.id)
                way.swallow = b"\1" + append.id.encode()
                writing = asyncio.create_task(store.append(append))
                while way.swallow is not None:
                    await asyncio.sleep(0)
                way.closed = True
                while await other.load(append.id) == before:
                    await asyncio.sleep(0.01)
                await other.append(then)
                way.closed = False
                await writing

    run(test)


def test_a_process_that_is_cut_off_says_so_and_goes_on_by_itself(
    address: Address, postgres: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.3)

    async def test() -> None:
        async with severable(address, postgres, folder) as way, serving(way.address) as house:
            id, _, at = await house.seated("human", "human", options={"first": 0})
            way.cut()
            refused = await at[0].play(0, "add a1")
            assert refused["error"]["id"] == "server.postgresql.away"
            # What is not on disk is shown to nobody.
            assert at[0].frame["about"]["line"] == at[1].frame["about"]["line"] == 0
            assert (await house.get(f"/api/tables/{id}", 503))["error"]["id"] == "server.postgresql.away"
            assert (await house.get("/health", 503))["error"]["id"] == "server.postgresql.away"
            way.closed = False
            assert (await at[0].play(0, "add a1"))["type"] == "ok"
            await at[1].until(lambda frame: frame["about"]["line"] == 1)

    run(test)


def test_two_servers_at_one_table_take_turns_and_choose_in_secret_at_once(address: Address) -> None:
    """Whoever is too late takes in what the other has written, and their move stands."""

    async def test() -> None:
        async with AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(serving(address)) for _ in range(2)]
            id, tokens, _ = await one.table("human", "human", "human", options={"first": 0})
            here = {seat: await one.visit(id, token) for seat, token in tokens.items()}
            await here[0].until(lambda frame: frame["about"]["to_act"])
            for seat, move in enumerate(["add a1", "add a4", "add d1"]):
                await here[seat].play(seat, move)
            there = {seat: await two.visit(id, tokens[seat]) for seat in (1, 2)}
            cuts = await asyncio.gather(here[0].play(0, "cut 1"), there[1].play(1, "cut 2"), there[2].play(2, "cut 3"))
            assert [cut["type"] for cut in cuts] == ["ok", "ok", "ok"]
            kept = await one.server.hosting.store.load(id)
            assert kept is not None
            played = [line["play"] for line in kept[1] if "play" in line]
            assert sorted(played[3:6]) == ["cut 1", "cut 2", "cut 3"]
            # A move for a decision that was closed elsewhere is stale.
            late = await here[1].ask("play", seat=1, move="cut 4", line=3)
            assert late["error"]["id"] in ("move.stale", "move.closed")

    run(test)


def test_waiting_for_what_is_being_written_lets_others_go_on(address: Address) -> None:
    async def test() -> None:
        async with serving(address) as house:
            id = (await house.table("human", "human"))[0]
            hosted = await house.server.hosting.find(id)
            # As in the moment between the answer of the database and the turn of whoever waits for it.
            hosted.pending += 1
            asyncio.get_running_loop().call_later(0.05, setattr, hosted, "pending", 0)
            await house.server.hosting.settle(hosted)

    run(test)


def test_two_visitors_of_two_servers_do_not_get_one_seat(address: Address) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            homes = [await stack.enter_async_context(serving(address)) for _ in range(2)]
            id, _, _ = await homes[0].table("human", "open", "open")
            await homes[1].get(f"/api/tables/{id}")
            found = await asyncio.gather(*[home.post(f"/api/tables/{id}/join", {}) for home in homes])
            assert sorted(one["seat"] for one in found) == [1, 2]
            full = await homes[0].post(f"/api/tables/{id}/join", {}, 403)
            assert full["error"]["id"] == "server.full"

    run(test)


def test_two_servers_make_one_rematch(address: Address) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            homes = [await stack.enter_async_context(serving(address)) for _ in range(2)]
            id, tokens, at = await homes[0].seated("human", "human", options={"first": 0})
            await at[0].ask("resign", seat=0)
            there = await homes[1].visit(id, tokens[1])
            await at[1].socket.close()
            while 1 in homes[0].server.hosting.tables[id].here:
                await asyncio.sleep(0.01)
            found = await asyncio.gather(at[0].ask("rematch", seat=0), there.ask("rematch", seat=1))
            assert found[0]["table"] == found[1]["table"]
            assert homes[0].server.hosting.store.tables <= 3
            assert len(await homes[0].server.hosting.store.running()) == 1

    run(test)


def test_an_immediate_stop_loses_nothing_that_was_acknowledged() -> None:
    async def test(own: Cluster, address: Address) -> None:
        async with serving(address) as house:
            rng = random.Random(3)
            tables = [await house.seated("human", "human", game="wicked-pizza") for _ in range(5)]
            acknowledged = dict.fromkeys((id for id, _, _ in tables), 0)
            stopping = asyncio.create_task(asyncio.to_thread(_stop_and_start, own, 3))
            while not stopping.done():
                for id, _, at in tables:
                    table = (await house.server.hosting.find(id)).table
                    if table.outcome is not None:
                        continue
                    seat = table.to_act[0]
                    moves, opened = table.state.legal_moves(seat), table.opened(seat)
                    move = str(moves[rng.randrange(len(moves))])
                    answer = await at[seat].ask("play", seat=seat, move=move, line=opened)
                    if answer["type"] == "ok":
                        acknowledged[id] = at[seat].frame["about"]["line"]
                    else:
                        assert answer["error"]["id"] == "server.postgresql.away"
            await stopping
            assert sum(acknowledged.values()) > 20
            for id, _, at in tables:
                kept = await house.server.hosting.store.load(id)
                assert kept is not None
                assert len(kept[1]) >= acknowledged[id]
                if (await house.get(f"/api/tables/{id}"))["outcome"] is None:
                    assert (await at[0].ask("resign", seat=0))["type"] == "ok"
                verify(parse_record(await house.get(f"/api/tables/{id}/record"), find_game))

    with cluster() as own:
        address = own.make()
        run(lambda: test(own, address), 120)


@pytest.mark.long
def test_every_acknowledged_play_survives_kills_and_stops_at_random_moments() -> None:
    with cluster() as own:
        crashes = Crashes(Stop(own), tables=6, seed=4)
        for _ in range(KILLS):
            crashes.kill_once()
    assert crashes.acknowledged > 10 * KILLS


def _stop_and_start(own: Cluster, times: int) -> None:
    for _ in range(times):
        own.stop("immediate")
        own.start()


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """What a server says that cannot begin, in one line."""

    def said(url: str) -> str:
        with pytest.raises(SystemExit) as exit:
            main(["serve", "--language", "en", "--port", "0", "--database", url])
        assert exit.value.code == 2
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 1), out + error
        return error

    return said


Refusal = Callable[[str], str]


def test_databases_that_cannot_be_used(postgres: Cluster, refusal: Refusal) -> None:
    said = refusal(postgres.address("nowhere").url)
    assert "There is no such database. Make it with createdb" in said
    wrong = postgres.address("postgres", "s3cret-" * 3)
    said = refusal(wrong.url)
    assert "does not let this user in" in said
    assert "s3cret" not in said
    assert f"postgresql://tests@{postgres.folder}/postgres" in said
    assert "does not answer" in refusal("postgresql://tests:s3cret@127.0.0.1:1/parlor")
    for bad in ("postgresql://tests:s3c/ret@[/x", "postgresql://tests:s3cret@host:port/x"):
        said = refusal(bad)
        assert "cannot be read" in said
        assert "s3c" not in said


def test_a_certificate_that_nobody_trusted_vouches_for(tmp_path: Path, refusal: Refusal) -> None:
    folder = Path(tempfile.mkdtemp(prefix="parlor-tls"))
    folder.chmod(0o755)
    try:
        certificate, key, port = folder / "certificate.pem", folder / "key.pem", free_port()
        make_certificate(certificate, key)
        settings = {"listen_addresses": "'127.0.0.1'", "port": str(port), "ssl": "on"}
        settings |= {"ssl_cert_file": f"'{certificate}'", "ssl_key_file": f"'{key}'"}
        if os.geteuid() == 0:
            shutil.chown(key, SERVED_BY)
        with cluster(settings):
            address = f"postgresql://tests:s3cret@127.0.0.1:{port}/postgres?sslmode=verify-full"
            make_certificate(tmp_path / "other.pem", tmp_path / "other.key")
            for trusted in (tmp_path / "other.pem", tmp_path / "nobody.pem"):
                said = refusal(f"{address}&sslrootcert={trusted}")
                assert "certificate of PostgreSQL cannot be checked" in said
                assert "s3cret" not in said
    finally:
        shutil.rmtree(folder)


def test_a_database_of_a_newer_schema_stays_as_it_is(address: Address, postgres: Cluster, refusal: Refusal) -> None:
    run(lambda: _open_and_close(address))
    postgres.ask(address, "UPDATE parlor.schema SET version = 99, oldest = 98")
    assert "is of version 99" in refusal(address.url)
    assert postgres.ask(address, "SELECT version FROM parlor.schema")[0][0] == 99


def test_a_newer_schema_that_only_adds_is_used_beside_newer_servers(address: Address, postgres: Cluster) -> None:
    run(lambda: _open_and_close(address))
    known = postgresql.VERSION
    postgres.ask(address, f"UPDATE parlor.schema SET version = {known + 1}, oldest = {known}")
    run(lambda: _open_and_close(address))
    assert postgres.ask(address, "SELECT version FROM parlor.schema")[0][0] == known + 1


async def _open_and_close(address: Address) -> None:
    await (await PostgreSQLStore.open(address)).close()


def test_too_old_a_server(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "LEAST", 99)
    with pytest.raises(ParlorError, match="needs PostgreSQL 99 or newer"):
        run(lambda: _open_and_close(address))


def test_a_database_that_may_only_be_read(address: Address, postgres: Cluster, refusal: Refusal) -> None:
    name = str(address).rpartition("/")[2]

    async def test() -> None:
        async with serving(address) as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            await asyncio.to_thread(
                postgres.ask,
                "postgres",
                f"ALTER DATABASE {name} SET default_transaction_read_only = on",
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
            )
            assert (await at[0].play(0, "add a1"))["error"]["id"] == "server.postgresql.readonly"
            assert (await house.get("/health", 503))["error"]["id"] == "server.postgresql.readonly"
            await asyncio.to_thread(
                postgres.ask,
                "postgres",
                f"ALTER DATABASE {name} RESET default_transaction_read_only",
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
            )
            assert (await at[0].play(0, "add a1"))["type"] == "ok"

    run(test)
    postgres.ask("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "cannot be written. Give this user the right" in refusal(address.url)


def test_a_full_disk_stops_play_until_there_is_room(postgres: Cluster) -> None:
    async def test(address: Address, ballast: Path) -> None:
        async with serving(address) as house:
            id, _, at = await house.seated("human", "human", options={"first": 0})
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(1 << 14))
            acknowledged = 0
            while (answer := await at[0].play(0, "add a1"))["type"] == "ok":
                acknowledged = at[0].frame["about"]["line"]
                if (answer := await at[0].ask("undo", seat=0))["type"] == "error":
                    break
                acknowledged += 1
            assert answer["error"]["id"] == "server.database.full"
            assert (await house.get(f"/api/tables/{id}"))["line"] >= acknowledged
            ballast.unlink()
            if at[0].frame["about"]["to_act"] == [0]:
                assert (await at[0].play(0, "add a1"))["type"] == "ok"
            else:
                assert (await at[0].ask("undo", seat=0))["type"] == "ok"

    try:
        with small_disk(Path(tempfile.mkdtemp(dir=postgres.folder)) / "disk") as disk:
            space = disk / "space"
            space.mkdir()
            for folder in (disk.parent, disk, space):
                folder.chmod(0o755)
            shutil.chown(space, postgres.data.owner())
            postgres.ask("postgres", f"CREATE TABLESPACE small LOCATION '{space}'")
            address = postgres.make()
            name = str(address).rpartition("/")[2]
            postgres.ask("postgres", f"ALTER DATABASE {name} SET default_tablespace = small")
            run(lambda: test(address, disk / "ballast"), 120)
            postgres.ask("postgres", f"DROP DATABASE {name}", "DROP TABLESPACE small")
    except PermissionError as error:
        pytest.skip(str(error))


def test_the_house_is_kept_through_its_socket(address: Address, folder: Path) -> None:
    async def ask(what: str, body: Data | None = None) -> Data:
        return await asyncio.to_thread(admin.ask, address.url, folder / "admin", what, body)

    async def test() -> None:
        async with serving(address, admin=folder / "admin") as house:
            made = await house.post(
                "/api/tables", {"game": "pizza-theory", "seats": [{"kind": "human", "name": "Ada"}] * 2}, 201
            )
            hosting = house.server.hosting
            hosting.forget(hosting.tables[made["table"]])
            (row,) = (await ask("tables"))["tables"]
            assert (row["table"], row["game"], row["people"], row["finished"]) == (
                made["table"], "pizza-theory", 1, False,
            )  # fmt: skip
            erased = await ask("erase", {"name": "Ada"})
            assert (erased["changed"], erased["log_emptied"]) == (1, None)
            assert (await house.get(f"/api/tables/{made['table']}"))["seats"][0]["name"] is None
            await ask("ban", {"address": "192.0.2.7", "hours": 1})
            assert (await ask("bans"))["bans"]["192.0.2.7"] == pytest.approx(1, abs=0.1)
            assert (await ask("loads"))["tables"] == 1
            await ask("remove", {"table": made["table"]})
            await house.get(f"/api/tables/{made['table']}", 404)

    run(test)


def test_erasing_leaves_no_line_that_was_on_its_way_when_its_table_went(address: Address, postgres: Cluster) -> None:
    async def test() -> None:
        async with stores(address, 1) as (store,):
            await store.create(new("a", 1))
            late = "INSERT INTO parlor.lines VALUES ('gone', 7, '{}', 0)"
            await asyncio.to_thread(postgres.ask, address, late)
            await store.scrub()
            kept = await asyncio.to_thread(postgres.ask, address, "SELECT table_id FROM parlor.lines")
            assert [id for (id,) in kept] == ["a"]

    run(test)


def test_what_is_committed_is_on_disk_whatever_the_database_says(address: Address, postgres: Cluster) -> None:
    name = str(address).rpartition("/")[2]
    postgres.ask("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def test() -> None:
        async with stores(address, 1) as (store,):
            assert (await store.fetch("SHOW synchronous_commit"))[0][0] == "on"

    run(test)


def test_the_lock_of_a_server_is_taken_again_when_its_connection_breaks(address: Address, postgres: Cluster) -> None:
    name = str(address).rpartition("/")[2]
    held = (
        "SELECT pid FROM pg_locks JOIN pg_database ON oid = database "
        f"WHERE locktype = 'advisory' AND granted AND datname = '{name}'"
    )

    async def test() -> None:
        store = await PostgreSQLStore.open(address)
        try:
            before = await asyncio.to_thread(postgres.ask, "postgres", held)
            assert len(before) == 1
            await asyncio.to_thread(postgres.ask, "postgres", f"SELECT pg_terminate_backend({before[0][0]})")
            while (after := await asyncio.to_thread(postgres.ask, "postgres", held)) in ([], before):
                await asyncio.sleep(0.05)
            assert len(after) == 1
        finally:
            await store.close()
        while await asyncio.to_thread(postgres.ask, "postgres", held):
            await asyncio.sleep(0.05)

    run(test)


def test_one_that_cannot_be_written_fails_alone(address: Address, postgres: Cluster) -> None:
    async def test() -> None:
        async with stores(address, 1) as (store,):
            for id in "abc":
                await store.create(new(id, 1))
            await asyncio.to_thread(
                postgres.ask, address, "ALTER TABLE parlor.lines ADD CHECK (table_id <> 'b' OR line < 2)"
            )
            results = await asyncio.gather(
                *[store.append(Append(id, 2, lines(2, 2))) for id in "abc"], return_exceptions=True
            )
            assert [result is None for result in results] == [True, False, True]
            assert isinstance(results[1], StorageFailed)
            assert results[1].message.id == "server.database.failed"

    run(test)


def test_nothing_is_moved_while_servers_run(
    address: Address, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    move = ["move", "--language", "en", address.url, str(tmp_path / "new.db")]
    with process(address) as first, process(None, environment={"PARLOR_DATABASE": address.url}) as second:
        for server in (first, second):
            assert str(address) in server.announced
            assert "right" not in server.announced
            with pytest.raises(SystemExit):
                main(move)
            assert capsys.readouterr().err == f"Servers use the database {address}. Stop all of them first.\n"
            server.kill()
    with pytest.raises(SystemExit):
        main(move)
    assert "0 tables" in capsys.readouterr().out


def test_no_word_about_an_address_holds_its_password() -> None:
    for text in (
        "postgresql://ada:s3cret@db.example.org:5433/parlor?sslmode=require",
        "postgres://ada@/parlor?host=/run/pg&password=s3cret",
    ):
        address = parse_database(text)
        assert isinstance(address, Address)
        assert "s3cret" not in f"{address} {address!r} {[address]}"
        assert str(address).startswith("postgresql://ada@")
    for path in ("parlor.db", "/srv/postgresql.db", "postgresql:db"):
        assert parse_database(path) == Path(path)
