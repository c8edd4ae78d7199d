"""What whoever runs a server may switch off, and how much there may be in all."""

from __future__ import annotations

from pathlib import Path

import parlor
from parlor.core.chance import Seed
from parlor.server.store import SQLiteStore
from parlor.table import Table
from parlor.web.app import make_site

from .house import Home, run, serving

OFF = {"chat": False, "imports": False, "components": False, "lists": False}
PEOPLE = [{"kind": "human"}] * 2
OWN = {"game": "new-york-slice", "seats": PEOPLE, "options": {"components": "# mine\n"}}


def test_what_is_off_is_refused_with_a_sentence_and_not_shown(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", make_site, **OFF) as house:
            id, _, at = await house.seated("human", "human")
            for phrase in ({"text": "good evening"}, {"phrase": "hello"}):
                assert (await at[0].ask("chat", seat=0, **phrase))["error"]["id"] == "server.chat-off"
            listed = {"game": "pizza-theory", "seats": PEOPLE, "listed": True}
            refused = {
                "server.imports-off": await house.post("/api/records", {}, 403),
                "server.components-off": await house.post("/api/tables", OWN, 403),
                "server.lists-off": await house.post("/api/tables", listed, 403),
            }
            for error, answer in refused.items():
                assert answer["error"]["id"] == error
                assert answer["text"].startswith("This house")
            assert (await house.get("/api/tables", 403))["error"]["id"] == "server.lists-off"
            home, table = await house.get("/"), await house.get(f"/table/{id}")
            assert not [
                part for part in ('id="import"', 'id="listed"', 'id="setup-listed"', "data-meet") if part in home
            ]
            assert 'id="chat' not in table
        async with serving(tmp_path / "db", make_site) as house:
            home, table = await house.get("/"), await house.get(f"/table/{id}")
            assert all(part in home for part in ('id="import"', 'id="listed"', 'id="setup-listed"', "data-meet"))
            assert 'id="chat' in table
            # Wrong as they are, they are looked at.
            assert (await house.post("/api/tables", OWN, 400))["error"]["id"].startswith("new-york-slice.components")

    run(test)


async def full(house: Home) -> str | None:
    """The error with which the house refuses another table, if it does."""
    wanted = {"game": "pizza-theory", "seats": PEOPLE}
    async with house.client.post(f"{house.url}/api/tables", json=wanted) as response:
        if response.status == 201:
            return None
        assert (response.status, int(response.headers["Retry-After"]) > 0) == (503, True)
        error: str = (await response.json())["error"]["id"]
        return error


def test_a_full_house_sets_no_table_and_play_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", most_tables=3) as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            assert [await full(house) for _ in range(3)] == [None, None, "server.most-tables"]
            async with house.client.post(f"{house.url}/api/records", data=finished()) as response:
                assert response.status == 503
            assert (await at[0].play(0, "add a1"))["type"] == "ok"
            assert (await at[0].ask("resign", seat=0))["type"] == "ok"
            assert (await at[0].ask("rematch", seat=0))["type"] == "ok"
            assert (await at[1].ask("rematch", seat=1))["error"]["id"] == "server.most-tables"
        async with serving(tmp_path / "db", most_tables=3) as house:
            assert await full(house) == "server.most-tables"
        async with serving(tmp_path / "db", most_bytes=1) as house:
            assert await full(house) == "server.most-bytes"
            store = house.server.hosting.store
            assert isinstance(store, SQLiteStore)
            assert (tmp_path / "db").stat().st_size >= store.bytes > 0

    run(test)


def finished() -> str:
    """A record of two who gave up at once."""
    table = Table(parlor.game("pizza-theory"), seats=2, seed=Seed("over"))
    table.resign(0)
    return table.record.dumps()
