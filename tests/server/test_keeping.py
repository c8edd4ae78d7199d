"""Keeping house in a real server: lists, removing, banning and erasing, through a socket that is its user's alone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp

from .house import House, Process, process, run, serving

NAME = "Hypatia of Alexandria"


async def admin(database: Path, *arguments: object, status: int = 0) -> str:
    """What `parlor admin` says."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "parlor.cli", "admin", *map(str, arguments), "--database", str(database)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@asynccontextmanager
async def visited(server: Process) -> AsyncIterator[House]:
    """The way to a server in a process of its own."""
    async with aiohttp.ClientSession() as client:
        house = House(server.url, client)
        yield house
        await house.leave()


def holds(folder: Path, text: str) -> list[str]:
    """The files in which these bytes are."""
    return [path.name for path in folder.iterdir() if path.is_file() and text.encode() in path.read_bytes()]


def test_the_socket_is_private_and_goes_with_the_server(tmp_path: Path) -> None:
    database, socket = tmp_path / "db", tmp_path / "db.admin"

    async def test() -> None:
        assert "No server answers" in await admin(database, "tables", status=2)
        with process(database) as server:
            assert stat.S_IMODE(socket.stat().st_mode) == 0o600
            assert stat.S_ISSOCK(socket.stat().st_mode)
            server.kill()
        assert socket.exists()
        assert "No server answers" in await admin(database, "tables", status=2)
        with process(database) as server:
            assert "0 shown of 0" in await admin(database, "tables")
            server.stop()
        assert not socket.exists()
        socket.write_text("somebody's file", encoding="utf-8")
        with process(database) as server:
            server.process.terminate()
            assert "no admin socket" in server.end()[1]
        assert socket.read_text(encoding="utf-8") == "somebody's file"

    run(test)


def test_tables_are_listed_without_secrets_and_removed(tmp_path: Path) -> None:
    async def test() -> None:
        with process(tmp_path / "db", "--bot-pause", "0") as server:
            async with visited(server) as house:
                id, tokens, at = await house.seated("human", "human", "random", options={"first": 0})
                await at[0].play(0, "add a1")
                listed = await admin(tmp_path / "db", "tables")
                assert "pizza-theory" in listed
                assert "2/2" in listed
                kept = sqlite3.connect(tmp_path / "db").execute("SELECT about FROM tables").fetchone()[0]
                seed = kept.partition('"seed":"')[2].partition('"')[0]
                assert len(seed) > 20
                assert not [secret for secret in (seed, *tokens.values()) if secret in listed]
                loads = await admin(tmp_path / "db", "loads")
                assert "127.0.0.1" in loads
                assert "Tables: 1 kept (0 MB), 1 in memory, 0 put aside." in loads
                goodbyes = [asyncio.create_task(visitor.closed()) for visitor in at.values()]
                said = await admin(tmp_path / "db", "remove", id)
                assert said == f"The table {id} is gone, and 2 sockets with it.\n"
                assert await asyncio.gather(*goodbyes) == [1008, 1008]
                assert (await house.get(f"/api/tables/{id}", 404))["error"]["id"] == "server.no-table"
                assert "There is no table" in await admin(tmp_path / "db", "remove", id, status=2)
            server.process.terminate()
            # Nothing goes on at a table that is gone: no bot, no clock.
            assert server.end()[1] == ""
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            assert connection.execute("SELECT count(*) FROM lines").fetchone() == (0,)

    run(test)


def test_what_was_put_aside_is_listed_and_can_be_removed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, _ = await house.table("human", "human")
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            connection.execute("UPDATE tables SET about = 'dough'")
            connection.commit()
        with process(tmp_path / "db"):
            assert f"Put aside: {id} (DecodeError)" in await admin(tmp_path / "db", "tables")
            await admin(tmp_path / "db", "remove", id)
            assert "0 shown of" in await admin(tmp_path / "db", "tables")

    run(test)


def test_a_banned_address_is_kept_out_until_it_is_let_in_also_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        proxy = "--behind-proxy"
        bad, good = ({"X-Forwarded-For": address} for address in ("192.0.2.7", "192.0.2.8"))
        with process(tmp_path / "db", proxy) as server:
            async with visited(server) as house:
                id, _, _ = await house.table("human", "human")
                sockets = [await house.socket(id, headers=headers) for headers in (bad, good)]
                goodbye = asyncio.create_task(sockets[0].closed())
                said = await admin(tmp_path / "db", "ban", "192.0.2.7", "--hours", 1)
                assert said == "192.0.2.7 is kept out; 1 of its sockets was closed.\n"
                assert await goodbye == 1008
                await sockets[1].socket.send_json({"do": "hello"})
                assert (await sockets[1].next())["type"] == "frame"
                for path in ("/api/games", "/", "/health", "/static/parlor.css", f"/api/tables/{id}/socket"):
                    refused = await house.get(path, 403, headers=bad)
                    assert refused["error"]["id"] == "server.banned"
                await house.get("/api/games", headers=good)
            server.kill()
        with process(tmp_path / "db", proxy) as server:
            async with visited(server) as house:
                await house.get("/api/games", 403, headers=bad)
                assert "192.0.2.7" in await admin(tmp_path / "db", "bans")
                assert "may come in again" in await admin(tmp_path / "db", "unban", "::ffff:192.0.2.7")
                await house.get("/api/games", headers=bad)
                assert "0 addresses" in await admin(tmp_path / "db", "bans")
                assert "2001:db8::/64 is kept out" in await admin(tmp_path / "db", "ban", "2001:db8::1")
                await house.get("/api/games", 403, headers={"X-Forwarded-For": "2001:db8::2"})
                assert "is no address" in await admin(tmp_path / "db", "ban", "everybody", status=2)
            server.process.terminate()
            assert "192.0.2.7" not in server.end()[1]

    run(test)


def test_nothing_of_an_erased_name_or_table_is_left_in_any_file(tmp_path: Path) -> None:
    async def test() -> None:
        folder = tmp_path / "house"
        folder.mkdir()
        database = folder / "db"
        with process(database) as server:
            async with visited(server) as house:
                seats = [{"kind": "human", "name": NAME}, {"kind": "human", "name": "Theon"}]
                ids = []
                for _ in range(20):
                    made = await house.post("/api/tables", {"game": "pizza-theory", "seats": seats}, 201)
                    ids.append(made["table"])
                visitor = await house.visit(ids[0])
                assert visitor.frame["about"]["seats"][0]["name"] == NAME
                assert holds(folder, NAME)
                copy = tmp_path / "copy"
                command = [sys.executable, "-m", "parlor.cli", "backup", str(database), str(copy)]
                await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
                # What is written over again and again leaves copies behind.
                for name in (NAME, "another"):
                    join = {"game": "pizza-theory", "seats": [{"kind": "open"}] * 2}
                    made = await house.post("/api/tables", join, 201)
                    await house.post(f"/api/tables/{made['table']}/join", {"name": name})
                said = await admin(database, "erase", "--name", NAME)
                assert said.startswith("Erased at 21 tables")
                assert f"This backup was not changed: {copy}\n" in said
                assert holds(folder, NAME) == []
                assert holds(folder, "Theon")
                await visitor.until(lambda frame: frame["about"]["seats"][0]["name"] is None)
                assert holds(folder, ids[3])
                await admin(database, "erase", ids[3])
                assert holds(folder, ids[3]) == []
                copy.unlink()
                assert "backup" not in await admin(database, "erase", ids[4])
                assert "one of the two" in await admin(database, "erase", status=2)
            server.kill()
        assert holds(folder, NAME) == []
        with process(database) as server:
            async with visited(server) as house:
                assert (await house.get(f"/api/tables/{ids[0]}"))["seats"][1]["name"] == "Theon"

    run(test)
