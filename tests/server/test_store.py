"""What every store promises, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from parlor.core.errors import BadRecord
from parlor.core.fields import Data
from parlor.server.address import Database
from parlor.server.database import Conflict, StorageFailed
from parlor.server.store import Append, New, Room, Store, open_store

from .house import run

SEED = {"line": 3, "seed": "s"}


@asynccontextmanager
async def opened(database: Database, room: Room = Room()) -> AsyncIterator[Store]:  # noqa: B008
    store = await open_store(database, room)
    try:
        yield store
    finally:
        await store.close()


def with_store(database: Database, test: Callable[[Store], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with opened(database) as store:
            await test(store)

    run(inside)


def lines(first: int, last: int, by: str = "") -> list[Data]:
    return [{"line": line, **({"by": by} if by else {})} for line in range(first, last + 1)]


def new(id: str, last: int = 0, **about: object) -> New:
    return New(id, dict(about), lines(1, last), False, 1.0)


def test_a_table_comes_back_as_it_was_kept(database: Database) -> None:
    about: Data = {"name": "Zoë 🍕", "nothing": None, "\x00": ["\x00", 0.1]}
    said: list[Data] = [{"line": 1, "play": "é\\\"'\n"}, {"line": 2, "at": 1.5}]

    async def test(store: Store) -> None:
        assert await store.load("t") is None
        await store.create(New("t", about, [said[0]], False, 1.0))
        await store.append(Append("t", 2, [said[1]]))
        assert await store.load("t") == (about, said)

    with_store(database, test)
    with_store(database, lambda store: _is_kept(store, (about, said)))


async def _is_kept(store: Store, kept: object) -> None:
    assert await store.load("t") == kept
    assert await store.running() == ["t"]


def test_lines_are_unique_and_without_gaps(database: Database) -> None:
    async def test(store: Store) -> None:
        await store.create(new("t", 1))
        await store.append(Append("t", 2, lines(2, 2)))
        for first in (2, 4):
            with pytest.raises(StorageFailed):
                await store.append(Append("t", first, lines(first, first)))
            assert await store.load("t") == ({}, lines(1, 2))
        with pytest.raises(StorageFailed):
            await store.append(Append("nobody", 1, lines(1, 1)))
        assert await store.load("nobody") is None

    with_store(database, test)


def test_one_that_is_too_late_fails_alone(database: Database) -> None:
    async def test(store: Store) -> None:
        for id in "cab":
            await store.create(new(id, 1))
        await store.append(Append("b", 2, lines(2, 2, "first")))
        results = await asyncio.gather(
            store.append(Append("c", 2, lines(2, 2))),
            store.append(Append("b", 2, lines(2, 4, "second"))),
            store.append(Append("a", 2, lines(2, 2))),
            store.append(Append("a", 3, lines(3, 3))),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None), type(None)]
        # A play and its draws are there together or not at all.
        assert await store.load("b") == ({}, [{"line": 1}, {"line": 2, "by": "first"}])
        assert await store.load("a") == ({}, lines(1, 3))
        assert await store.load("c") == ({}, lines(1, 2))
        await store.append(Append("b", 3, lines(3, 4)))

    with_store(database, test)


def test_what_is_made_on_top_of_what_failed_fails_too(database: Database) -> None:
    async def test(store: Store) -> None:
        await store.create(new("t", 1, version=0))
        results = await asyncio.gather(
            store.append(Append("t", 3, lines(3, 3))),
            store.append(Append("t", 4, lines(4, 4))),
            store.append(Append("t", 5, lines(5, 5), about={"version": 1}, version=0)),
            return_exceptions=True,
        )
        assert all(isinstance(result, StorageFailed) for result in results)
        assert await store.load("t") == ({"version": 0}, lines(1, 1))
        await store.append(Append("t", 2, lines(2, 2)))

    with_store(database, test)


def test_one_without_lines_waits_for_those_below_it(database: Database) -> None:
    async def test(store: Store) -> None:
        await store.create(new("t", 1))
        order = []

        async def append(append: Append) -> None:
            await store.append(append)
            order.append(append.first)

        await asyncio.gather(append(Append("t", 2, lines(2, 2))), append(Append("t", 3, [])))
        assert order == [2, 3]

    with_store(database, test)


def test_appends_of_one_table_keep_their_order_whatever_they_hold(database: Database) -> None:
    async def test(store: Store) -> None:
        await store.create(new("t", version=0))
        appends = [Append("t", line, lines(line, line)) for line in range(1, 41)]
        for line in (7, 8, 20):
            version = sum(append.about is not None for append in appends)
            appends[line].about, appends[line].version = {"version": version + 1}, version
        await asyncio.gather(*[store.append(append) for append in appends])
        await store.settle()
        assert await store.load("t") == ({"version": 3}, lines(1, 40))

    with_store(database, test)


def test_what_a_table_is_changes_only_from_the_version_that_was_seen(database: Database) -> None:
    async def test(store: Store) -> None:
        await store.create(New("t", {"chairs": []}, [], False, 1.0))
        await store.append(Append("t", 1, [], about={"chairs": ["Ada"], "version": 1}, version=0))
        with pytest.raises(Conflict):
            await store.append(Append("t", 1, lines(1, 1), about={"chairs": ["Bo"], "version": 1}, version=0))
        assert await store.load("t") == ({"chairs": ["Ada"], "version": 1}, [])
        await store.append(Append("t", 1, lines(1, 1), about={"chairs": ["Ada", "Bo"], "version": 2}, version=1))
        assert await store.load("t") == ({"chairs": ["Ada", "Bo"], "version": 2}, lines(1, 1))

    with_store(database, test)


def test_a_rematch_is_there_if_its_note_is(database: Database) -> None:
    def note(again: str) -> Append:
        return Append("t", 1, [], about={"rematch": again, "version": 1}, version=0, again=new(again, 2))

    async def test(store: Store) -> None:
        await store.create(new("t"))
        await store.append(note("one"))
        with pytest.raises(Conflict):
            await store.append(note("two"))
        assert await store.load("t") == ({"rematch": "one", "version": 1}, [])
        assert await store.load("one") == ({}, lines(1, 2))
        assert await store.load("two") is None
        assert sorted(await store.running()) == ["one", "t"]

    with_store(database, test)


def test_a_finished_table_is_not_running_and_has_its_seed(database: Database) -> None:
    async def test(store: Store) -> None:
        for id, last in (("whole", SEED), ("broken", {"line": 3})):
            await store.create(new(id, 2))
            await store.append(Append(id, 3, [last], finished=True, now=2.0))
        assert await store.running() == []
        assert (await store.load("whole") or ({}, []))[1][-1] == SEED
        with pytest.raises(BadRecord):
            await store.load("broken")

    with_store(database, test)


def test_old_tables_are_forgotten(database: Database) -> None:
    async def test(store: Store) -> None:
        for id in ("old", "watched", "played", "spoken"):
            await store.create(new(id, 1))
        await store.create(New("new", {}, [], False, 9.0))
        await store.create(New("done", {}, [*lines(1, 2), SEED], True, 1.0))
        await store.append(Append("played", 2, lines(2, 2), now=8.0))
        # Nobody wrote down that it was touched, as after a kill; but the line says so.
        await store.append(Append("spoken", 2, [{"line": 2, "at": 7.0}], now=1.0))
        assert sorted(await store.expire(5.0, ["watched"])) == ["done", "old"]
        assert await store.load("old") is None
        assert sorted(await store.running()) == ["new", "played", "spoken", "watched"]
        with pytest.raises(StorageFailed):
            await store.append(Append("old", 2, lines(2, 2)))

    with_store(database, test)


def test_the_time_of_the_house_is_the_latest_that_is_known(database: Database) -> None:
    async def test(store: Store) -> None:
        assert await store.last_alive() is None
        await store.beat(5.0)
        await store.beat(6.0)
        assert await store.last_alive() == 6.0
        await store.create(New("t", {}, [{"line": 1, "at": 7.5}, {"line": 2, "at": "noon"}], False, 1.0))
        assert await store.last_alive() == 7.5

    with_store(database, test)


def test_no_more_tables_than_there_is_room_for(database: Database) -> None:
    async def test() -> None:
        async with opened(database, Room(tables=1)) as store:
            await store.create(new("t"))
            with pytest.raises(StorageFailed, match="1"):
                await store.create(new("more"))
            with pytest.raises(StorageFailed):
                await store.append(Append("t", 1, [], about={"version": 1}, again=new("more")))
            assert await store.load("t") == ({}, [])
        async with opened(database, Room(tables=1)) as store:
            assert store.tables == 1
            assert store.bytes > 0
            with pytest.raises(StorageFailed):
                await store.create(new("more"))

    run(test)


def test_the_house_is_kept(database: Database) -> None:
    async def test(store: Store) -> None:
        for id, name in (("a", "Ada"), ("b", "Bo")):
            await store.create(
                New(id, {"chairs": [{"name": name, "webhook": "x"}], "version": 4}, lines(1, 2), False, 1.0)
            )
        await store.create(New("c", {"Ada": "Ada"}, [], False, 2.0))
        assert await store.take_off("Ada") == (1, ["c"])
        assert await store.load("a") == ({"chairs": [{"name": None, "webhook": None}], "version": 5}, lines(1, 2))
        # Whoever knew the version of before must look again.
        with pytest.raises(Conflict):
            await store.append(Append("a", 3, [], about={"version": 5}, version=4))
        found = await store.latest(2)
        assert found[0][:1] + found[0][2:5] == ("c", False, 2.0, 0)
        assert found[1].lines == 2
        assert found[1].bytes > 20
        assert [await store.remove(id) for id in ("b", "b")] == [True, False]
        assert await store.load("b") is None
        assert (await store.scrub()).backups == []
        await store.ban("192.0.2.7", 10.0)
        await store.ban("192.0.2.7", 20.0)
        await store.ban("192.0.2.8", 5.0)
        await store.ban("192.0.2.9", 20.0)
        await store.ban("192.0.2.9", None)
        assert await store.bans(7.0) == {"192.0.2.7": 20.0}

    with_store(database, test)
