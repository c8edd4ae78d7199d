"""Nothing acknowledged is lost: kills, restarts, backups, older and imported files."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

import parlor
from parlor.arena.plan import Plan
from parlor.arena.play import record_game
from parlor.core.chance import Seed
from parlor.core.errors import BadRecord
from parlor.core.fields import Data
from parlor.core.record import Record, parse_record, verify
from parlor.server.about import digest
from parlor.server.backups import backup
from parlor.server.database import VERSION, connect
from parlor.server.store import New, SQLiteStore
from parlor.table import Table

from .crash import Crashes
from .house import House, Process, Visitor, process, run, serving
from .trouble import FullDisk, Trouble, small_disk

KILLS = 20


@pytest.mark.long
def test_every_acknowledged_play_survives_kills_at_random_moments(tmp_path: Path) -> None:
    crashes = Crashes(Trouble(tmp_path), tables=6, seed=1)
    for _ in range(KILLS):
        crashes.kill_once()
    assert crashes.acknowledged > KILLS
    # Some games ended, and others took their place.
    assert crashes.killed_with_more_on_disk + crashes.killed_exactly >= KILLS * 6


@pytest.mark.long
def test_every_acknowledged_play_survives_a_full_disk(tmp_path: Path) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk:
            crashes = Crashes(FullDisk(disk), tables=6, seed=2)
            for _ in range(4):
                crashes.kill_once()
    except PermissionError as error:
        pytest.skip(str(error))
    assert crashes.refused >= 4 * 6


def an_hour_ago(database: Path) -> None:
    """Let everything that the file tells have been an hour earlier, as if the server had been away for so long."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alive SET at = at - 3600")
        started = "json_set(about, '$.started', json_extract(about, '$.started') - 3600)"
        connection.execute(f"UPDATE tables SET touched = touched - 3600, about = {started}")
        at = "json_set(said, '$.at', json_extract(said, '$.at') - 3600)"
        connection.execute(f"UPDATE lines SET said = {at} WHERE json_extract(said, '$.at') IS NOT NULL")
        connection.commit()


def test_a_restart_continues_every_table_and_its_clocks(tmp_path: Path) -> None:
    database = tmp_path / "db"

    async def test() -> None:
        async with serving(database) as house:
            clock = {"seconds": 100, "increment": 0}
            id, tokens, _ = await house.table("human", "human", options={"first": 0}, clock=clock)
            bots, _, _ = await house.table("random", "random")
            at = {seat: await house.visit(id, token) for seat, token in tokens.items()}
            await at[0].play(0, "add a1")
            await asyncio.sleep(0.3)
            before = await house.get(f"/api/tables/{id}")
        an_hour_ago(database)
        async with serving(database) as house:
            after = await house.get(f"/api/tables/{id}")
            for about in (before, after):
                for seat in about["seats"]:
                    seat["here"] = seat.get("here") and False
                about["seats"][1]["time_left"] = pytest.approx(about["seats"][1].pop("time_left"), abs=0.6)
            assert after == before
            back = await house.visit(id, tokens[1])
            assert (await back.play(1, "add a4"))["type"] == "ok"
            watcher = await house.visit(bots)
            await watcher.until(lambda frame: frame["about"]["outcome"])

    run(test)


def test_somebody_who_does_not_come_back_after_a_restart_is_stood_in_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", grace=0.2) as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            for token in tokens.values():
                await house.visit(id, token)
        async with serving(tmp_path / "db", grace=0.2) as house:
            back = await house.visit(id, tokens[1])
            await back.until(lambda frame: frame["about"]["seats"][0].get("away") == "greedy")

    run(test)


async def in_step(at: dict[int, Visitor]) -> None:
    """Let everybody see what the first has seen."""
    line = max(visitor.frame["about"]["line"] for visitor in at.values())
    for visitor in at.values():
        await visitor.until(lambda frame: frame["about"]["line"] >= line)


def test_a_play_and_its_chance_are_one_transaction(tmp_path: Path) -> None:
    """Whatever lines are on disk at any moment, the last of them leads to a decision or to the end."""
    seen = 0

    async def watch() -> None:
        nonlocal seen
        while True:
            with closing(sqlite3.connect(tmp_path / "db")) as connection:
                rows = connection.execute("SELECT table_id, said FROM lines ORDER BY table_id, line").fetchall()
            if rows:
                record = Record(parlor.game("pizza-theory"), 2, {"first": 0}, "")
                record.lines = [json.loads(said) for _, said in rows]
                assert -1 not in record.replay().to_act
                seen += 1
            await asyncio.sleep(0)

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            watching = asyncio.create_task(watch())
            for _ in range(30):
                seat = at[0].frame["about"]["to_act"][0]
                await at[seat].play(seat, at[seat].frame["parts"][0].get("legal", ["add a1"])[0])
                await in_step(at)
                if at[0].frame["about"]["outcome"]:
                    break
            watching.cancel()
            with pytest.raises(asyncio.CancelledError):
                await watching

    run(test)
    assert seen > 5


def test_a_backup_is_made_while_the_server_runs(tmp_path: Path) -> None:
    async def test() -> None:
        with process(tmp_path / "db") as server:
            async with aiohttp.ClientSession() as client:
                id, _, at = await House(server.url, client).seated("human", "human", options={"first": 0})
                visitor = at[0]
                assert (await visitor.play(0, "add a1"))["type"] == "ok"
                command = [sys.executable, "-m", "parlor.cli", "backup", str(tmp_path / "db"), str(tmp_path / "copy")]
                done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
                assert (done.returncode, done.stderr) == (0, "")
                assert (await visitor.ask("undo", seat=0))["type"] == "ok"
                await visitor.socket.close()
            server.stop()
        async with serving(tmp_path / "copy") as house:
            assert (await house.get(f"/api/tables/{id}"))["line"] == 1

    run(test)
    again = subprocess.run(
        [sys.executable, "-m", "parlor.cli", "backup", str(tmp_path / "db"), str(tmp_path / "copy")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, and long enough to be told from one" * 50)
    for wrong, sentence in (("nothing", "There is no database"), ("text", "no database of Parlor")):
        with pytest.raises(parlor.core.errors.ParlorError, match=sentence):
            backup(tmp_path / wrong, tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_a_file_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    """The file is made here as the first version made it, with a table that has been played at."""
    database = tmp_path / "db"
    table = Table(parlor.game("pizza-theory"), seats=2, seed=Seed("old"), first=0)
    table.play(0, "add a1")
    chairs = [{"kind": "human", "name": None, "bot": None, "holder": None, "webhook": None}] * 2
    about = {
        "game": "pizza-theory",
        "rules": 1,
        "options": table.record.options,
        "seed": "old",
        "chairs": chairs,
        "created": 1.0,
    }
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            """
            CREATE TABLE tables (
                id TEXT PRIMARY KEY, about TEXT NOT NULL, finished INTEGER NOT NULL, touched REAL NOT NULL
            );
            CREATE INDEX tables_by_time ON tables (touched);
            CREATE TABLE lines (
                table_id TEXT NOT NULL, line INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, line)
            ) WITHOUT ROWID;
            PRAGMA user_version = 1;
            """
        )
        connection.execute("INSERT INTO tables VALUES ('first', ?, 0, 9e9)", (json.dumps(about),))
        for line in table.record.lines:
            connection.execute("INSERT INTO lines VALUES ('first', ?, ?)", (line["line"], json.dumps(line)))
        connection.commit()

    async def test() -> None:
        async with serving(database) as house:
            assert (await house.get("/api/tables/first"))["line"] == 1
            await house.get("/health")

    run(test)
    with closing(connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_table_of_a_server_without_versions_of_seatings_goes_on(tmp_path: Path) -> None:
    """What is kept of it is written here as that server wrote it."""
    token = "somebody"
    chairs = [
        {"kind": "human", "name": "Ada", "bot": None, "holder": digest(token), "webhook": None, "came": True},
        {"kind": "bot", "name": None, "bot": "random", "holder": None, "webhook": None, "came": False},
        {"kind": "open", "name": None, "bot": None, "holder": None, "webhook": None, "came": False},
    ]
    about: Data = {
        "game": "pizza-theory",
        "rules": 1,
        "options": {"edition": "en", "round_limit": 12, "first": 0},
        "seed": "old",
        "chairs": chairs,
        "created": 1.0,
        "host": 0,
        "clock": [600.0, 5.0],
        "started": 5.0,
        "spectators": True,
        "listed": True,
        "hints": None,
        "rematch": None,
        "wants_rematch": [],
    }

    async def test() -> None:
        store = SQLiteStore(tmp_path / "db")
        await store.create(New("old", about, [], False, 5.0))
        await store.close()
        async with serving(tmp_path / "db") as house:
            kept = await house.get("/api/tables/old")
            assert kept["host"] == 0
            assert [seat["kind"] for seat in kept["seats"]] == ["human", "bot", "open"]
            assert kept["seats"][0]["name"] == "Ada"
            ada = await house.visit("old", token)
            joined = await house.post("/api/tables/old/join", {"name": "Bo"})
            assert (await ada.play(0, "add a1"))["type"] == "ok"
        async with serving(tmp_path / "db") as house:
            kept = await house.get("/api/tables/old")
            assert [seat["name"] for seat in kept["seats"]] == ["Ada", kept["seats"][1]["name"], "Bo"]
            assert kept["line"] >= 1
            bo = await house.visit("old", joined["token"])
            await bo.until(lambda frame: frame["about"]["to_act"] == [2])
            found = (await house.server.hosting.find("old")).table
            assert found.seating.started == 5.0
            assert found.seating.version > 0

    run(test)


def test_a_table_of_rules_that_are_gone_does_not_stop_the_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            old, _, _ = await house.table("human", "human")
            fine, _, _ = await house.table("human", "human")
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            query = "UPDATE tables SET about = json_set(about, '$.rules', 99) WHERE id = ?"
            connection.execute(query, (old,))
            connection.commit()
        async with serving(tmp_path / "db") as house:
            assert (await house.get(f"/api/tables/{fine}"))["table"] == fine
            assert (await house.get(f"/api/tables/{old}", 404))["error"]["id"] == "server.aside"

    run(test)


def finished(name: str) -> Record:
    """A finished game with at least one draw."""
    for seed in range(50):
        rng = random.Random(seed)
        table = Table(parlor.game(name), seed=Seed(f"finished {seed}"))
        while table.to_act:
            seat = table.to_act[0]
            moves = table.state.legal_moves(seat)
            table.play(seat, moves[rng.randrange(len(moves))])
        if any("chance" in line for line in table.record.lines):
            return table.record
    raise AssertionError("no game had a draw")


@pytest.mark.parametrize("name", parlor.games.names())
def test_a_record_is_imported_and_downloaded_again_but_not_if_a_draw_was_changed(name: str, tmp_path: Path) -> None:
    record = finished(name)
    text = record.dumps()
    changed = changed_by_one_draw(record)

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            made = await house._request("POST", "/api/records", 201, data=text)
            assert made["outcome"]
            assert await house.get(f"/api/tables/{made['table']}/record") == text
            of_bots = record_game(Plan(name, ("random", "random"), 1, 1, {}), 0)[1].dumps()
            made = await house._request("POST", "/api/records", 201, data=of_bots)
            assert await house.get(f"/api/tables/{made['table']}/record") == of_bots
            refused = await house._request("POST", "/api/records", 400, data=changed)
            assert refused["error"]["id"] in ("verify.draw", "record.play")
            cut = "\n".join(text.split("\n")[:3]) + "\n"
            assert (await house._request("POST", "/api/records", 400, data=cut))["error"]["id"] == "verify.no-seed"
            seed = json.dumps({"line": 3, "seed": json.loads(text.splitlines()[-1])["seed"]}) + "\n"
            early = await house._request("POST", "/api/records", 400, data=cut + seed)
            assert early["error"]["id"] == "record.unfinished"

    run(test)
    assert verify(parse_record(text, parlor.game)) > 0
    with pytest.raises(BadRecord):
        verify(parse_record(changed, parlor.game))
    (tmp_path / "fair").write_text(text)
    (tmp_path / "unfair").write_text(changed)
    for file, status in (("fair", 0), ("unfair", 2)):
        command = [sys.executable, "-m", "parlor.cli", "verify", str(tmp_path / file)]
        assert subprocess.run(command, capture_output=True, check=False).returncode == status


def changed_by_one_draw(record: Record) -> str:
    """The record with one draw that chance could have made too."""
    state = record.new()
    for index, line in enumerate(record.lines):
        if "chance" in line:
            others = [str(move) for move, _ in state.chance() if str(move) != line["chance"]]
            if others:
                lines = [dict(line) for line in record.lines]
                lines[index]["chance"] = others[0]
                other = Record(record.game, record.seats, record.options, record.commitment)
                other.lines = lines
                return other.dumps()
        if "play" in line or "chance" in line:
            record.play(state, line)
    raise AssertionError("nothing was drawn")


def test_before_the_end_a_record_holds_only_what_the_seat_has_seen(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, at = await house.before_the_cut()
            await at[0].play(0, "cut 5")
            own = await house.get(f"/api/tables/{id}/record", headers={"Authorization": f"Bearer {tokens[0]}"})
            other = await house.get(f"/api/tables/{id}/record", headers={"Authorization": f"Bearer {tokens[1]}"})
            nobody = await house.get(f"/api/tables/{id}/record")
            assert "5" in json.dumps(own["lines"][3]["events"])
            assert other["lines"] == nobody["lines"]
            assert "5" not in json.dumps(other["lines"][3]["events"])
            wrong = {"Authorization": "Bearer wrong"}
            assert (await house.get(f"/api/tables/{id}/record", 403, headers=wrong))["error"]["id"] == "server.token"

    run(test)


def test_a_graceful_stop_says_goodbye(tmp_path: Path) -> None:
    async def test() -> None:
        for number in ("terminate", "interrupt"):
            server = Process(tmp_path / "db")
            async with aiohttp.ClientSession() as client:
                wanted = {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2}
                async with client.post(f"{server.url}/api/tables", json=wanted) as response:
                    made = await response.json()
                visitor = Visitor(await client.ws_connect(f"{server.url}/api/tables/{made['table']}/socket"))
                await visitor.socket.send_json({"do": "hello"})
                await visitor.next()
                if number == "terminate":
                    server.process.terminate()
                else:
                    server.process.send_signal(2)
                assert await visitor.closed() == 1001
            assert await asyncio.to_thread(server.end) == (0, "")

    run(test)
