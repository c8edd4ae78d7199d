"""Databases and ports that cannot be used, and a disk that fills while people play: each with a sentence."""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from parlor.cli import main
from parlor.server.database import connect
from parlor.server.store import SQLiteStore

from .house import Home, process, run, serving


async def set_room(house: Home, pages: int | None) -> None:
    """Let the database grow by so many pages and no more."""
    store = house.server.hosting.store
    assert isinstance(store, SQLiteStore)

    def limit(connection: sqlite3.Connection) -> None:
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {2**30 if pages is None else used + pages}")

    await store.do(limit)


def test_a_disk_that_fills_stops_play_with_a_message_until_there_is_room(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, at = await house.seated("human", "random", "human", options={"first": 0})
            await set_room(house, 0)
            acknowledged = 0
            while True:
                answer = await at[0].play(0, "add a1")
                if answer["type"] == "ok":
                    acknowledged = at[0].frame["about"]["line"]
                    answer = await at[0].ask("undo", seat=0)
                if answer["type"] == "error":
                    break
                acknowledged += 1
            assert answer["error"]["id"] == "server.database.full"
            assert "Play goes on when there is room" in answer["text"]
            # Everybody sees the table as it is on disk, and others can still look.
            shown = (await house.visit(id)).frame["about"]["line"]
            assert shown >= acknowledged - 1
            assert (await house.get(f"/api/tables/{id}"))["line"] == shown
            new = {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2, "options": {"edition": "fr"}}
            for _ in range(100):
                async with house.client.post(f"{house.url}/api/tables", json=new) as response:
                    if response.status == 503:
                        break
            else:
                pytest.fail("a full disk should refuse new tables")
            await set_room(house, None)
            # A new visitor is shown the table as it is now, not an older frame.
            mover = await house.visit(id, tokens[0])
            if mover.frame["about"]["to_act"] == [0]:
                assert (await mover.play(0, "add a1"))["type"] == "ok"
            # The bot, too, goes on when there is room.
            watcher = await house.visit(id)
            await watcher.until(lambda frame: frame["about"]["to_act"] == [2])
            lines = watcher.frame["about"]["line"]
        async with serving(tmp_path / "db") as house:
            assert (await house.get(f"/api/tables/{id}"))["line"] == lines

    run(test)


def test_a_bot_whose_move_finds_no_room_moves_when_there_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            ids = [(await house.table("random", "random", "random"))[0] for _ in range(4)]
            await set_room(house, 0)
            watchers = [await house.visit(id) for id in ids]
            while "a bot could not move: server.database.full" not in caplog.text:
                await asyncio.sleep(0.02)
            await set_room(house, None)
            for watcher in watchers:
                await watcher.until(lambda frame: frame["about"]["outcome"])

    run(test)


def test_two_plays_on_their_way_fail_together(tmp_path: Path) -> None:
    """The second was made on top of the first: without it, it must not be kept."""

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.before_the_cut()
            store = house.server.hosting.store
            assert isinstance(store, SQLiteStore)
            refuse = (
                "CREATE TEMP TRIGGER refuse BEFORE INSERT ON lines "
                "WHEN NEW.line = 4 BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
            await store.do(lambda connection: connection.execute(refuse))
            for seat in (0, 1):
                wish = {"do": "play", "seat": seat, "move": "cut 2", "line": 3, "note": 99}
                await at[seat].socket.send_json(wish)
            for seat in (0, 1):
                while (answer := await at[seat].next())["type"] == "frame":
                    pass
                assert answer["error"]["id"] == "server.database.failed"
            await store.do(lambda connection: connection.execute("DROP TRIGGER refuse"))
            assert (await house.get(f"/api/tables/{id}"))["to_act"] == [0, 1, 2]
            for seat in range(3):
                assert (await at[seat].ask("play", seat=seat, move="cut 3", line=3))["type"] == "ok"
            assert (await house.get(f"/api/tables/{id}"))["line"] == 6

    run(test)


def test_what_changes_nothing_does_not_show_what_could_not_be_written(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.before_the_cut()
            for visitor in at.values():
                await visitor.until(lambda frame: frame["about"]["line"] == 3)
            store = house.server.hosting.store
            assert isinstance(store, SQLiteStore)
            refuse = (
                "CREATE TEMP TRIGGER refuse BEFORE INSERT ON lines "
                "WHEN NEW.line = 4 BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
            await store.do(lambda connection: connection.execute(refuse))
            await at[0].socket.send_json({"do": "play", "seat": 0, "move": "cut 2", "line": 3, "note": 99})
            await at[1].socket.send_json({"do": "commit", "seat": 1, "commitment": "0" * 64, "note": 99})
            for seat, kind in ((0, "error"), (1, "ok")):
                while (answer := await at[seat].next())["type"] == "frame":
                    pass
                assert answer["type"] == kind
            assert (await at[2].ask("commit", seat=2, commitment="0" * 64))["type"] == "ok"
            for visitor in at.values():
                assert not any('"line":4' in text for text in visitor.texts)

    run(test)


def test_a_rematch_that_finds_no_room_is_asked_for_again(tmp_path: Path) -> None:
    """Its table and the note of it are there together or not at all."""

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.seated("human", "human")
            await at[0].ask("resign", seat=0)
            await at[0].ask("rematch", seat=0)
            store = house.server.hosting.store
            assert isinstance(store, SQLiteStore)
            refuse = "CREATE TEMP TRIGGER refuse BEFORE INSERT ON tables BEGIN SELECT RAISE(ABORT, 'no'); END"
            await store.do(lambda connection: connection.execute(refuse))
            assert (await at[1].ask("rematch", seat=1))["error"]["id"] == "server.database.failed"
            assert (await house.get(f"/api/tables/{id}"))["rematch"] is None
            await store.do(lambda connection: connection.execute("DROP TRIGGER refuse"))
            again = (await at[1].ask("rematch", seat=1))["table"]
            assert (await house.get(f"/api/tables/{id}"))["rematch"] == again
            assert (await at[0].ask("rematch", seat=0))["table"] == again

    run(test)


def refusal(*arguments: object) -> str:
    """What the command says that cannot serve."""
    done = subprocess.run(
        [sys.executable, "-m", "parlor.cli", "serve", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refusal("--port", port, "--database", tmp_path / "db")
    assert said == f"Port {port} on 127.0.0.1 is in use. Stop what uses it, or choose another with --port.\n"


def test_an_address_that_is_not_here(tmp_path: Path) -> None:
    assert "Choose another address with --host" in refusal("--host", "203.0.113.7", "--database", tmp_path / "db")


def refusal_here(capsys: pytest.CaptureFixture[str], database: Path) -> str:
    """What the command says in this process."""
    with pytest.raises(SystemExit) as exit:
        main(["serve", "--language", "en", "--port", "0", "--database", str(database)])
    assert exit.value.code == 2
    return capsys.readouterr().err


def test_a_database_that_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connect(tmp_path / "db").close()
    monkeypatch.setattr("parlor.server.database.LOCK_SECONDS", 0.1)
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "is locked by another program" in refusal_here(capsys, tmp_path / "db")


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "is of version 99" in refusal("--port", 0, "--database", tmp_path / "db")
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (99,)


def test_files_that_are_no_database_of_parlor(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("dough " * 1000)
    with closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    for name in ("text", "other"):
        assert "is no database of Parlor" in refusal("--port", 0, "--database", tmp_path / name)
    assert "its folder exists" in refusal("--port", 0, "--database", tmp_path / "no" / "folder")


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Whoever may write everything is nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_database_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    # An ordinary user may not be able to read the modules that the command imports.
    importlib.import_module("parlor.cli.serve")
    folder = Path(tempfile.mkdtemp())
    try:
        connect(folder / "db").close()
        (folder / "db").chmod(0o444)
        folder.chmod(0o555)
        with ordinary_user():
            said = refusal_here(capsys, folder / "db")
        assert "cannot be written. Give this user the right" in said
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_disk_that_is_full_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "parlor.server.database.MIGRATIONS", {1: "PRAGMA max_page_count = 1; CREATE TABLE t (x)", 2: ""}
    )
    with pytest.raises(Exception, match="is full"):
        connect(tmp_path / "db")


@pytest.mark.parametrize("missing", ["aiohttp", "msgspec", "prometheus_client"])
def test_what_is_not_installed_is_named(missing: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; from parlor.cli import main; main(['serve', '--port', '0'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        env={**os.environ, "LANG": "C"},
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"The server needs {missing}, which is not installed. Install it from a checkout of Parlor with: "
        "pip install '.[server]', or from its wheel with: pip install 'WHEEL[server]'\n"
    )


def test_the_address_is_announced(tmp_path: Path) -> None:
    with process(tmp_path / "db") as server:
        assert server.announced == (
            f"Parlor serves at {server.url} and keeps its tables in {tmp_path / 'db'}. Stop it with Ctrl-C.\n"
        )
