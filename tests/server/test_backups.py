"""Backups: by schedule, checked, and gone back to."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from parlor.core.errors import ParlorError
from parlor.server.backups import backup, check
from parlor.server.care.copying import Copying
from parlor.server.settings import Settings

from .house import House, process, run, serving
from .test_database import command
from .test_keeping import admin, visited


async def finish(house: House) -> str:
    """A table whose game has had draws and is over."""
    id, _, at = await house.seated("human", "human", game="wicked-pizza")
    assert (await at[0].ask("resign", seat=0))["type"] == "ok"
    return id


def test_backups_by_schedule_are_private_checked_few_and_good_to_go_back_to(tmp_path: Path) -> None:
    folder = tmp_path / "backups"

    async def test() -> None:
        schedule = ("--backup-folder", folder, "--backup-hours", "0.0003", "--backups-kept", "2")
        with process(tmp_path / "db", *schedule) as server:
            async with visited(server) as house:
                id = await finish(house)
                seen: set[Path] = set()
                while len(seen) < 4:
                    seen |= set(folder.glob("parlor-*.db"))
                    await asyncio.sleep(0.05)
                while len(list(folder.glob("parlor-*.db"))) > 2:
                    await asyncio.sleep(0.05)
                assert (await house.get("/health"))["backup"] is True
                assert "The last backup by schedule was good" in await admin(tmp_path / "db", "loads")
            server.process.terminate()
            assert server.end()[1] == ""
        newest = max(folder.glob("parlor-*.db"))
        assert stat.S_IMODE(newest.stat().st_mode) == 0o600
        assert check(newest) == {"tables": 1, "verified": 1, "broken": []}
        async with serving(newest) as house:
            assert (await house.get(f"/api/tables/{id}"))["outcome"] is not None

    run(test)


def test_a_failed_backup_is_told_and_takes_no_good_one_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "backups"

    async def test() -> None:
        async with serving(tmp_path / "db"):
            settings = Settings(database=tmp_path / "db", backups_kept=1)
            await Copying(settings).copy_once(folder)
        (good,) = folder.iterdir()
        (tmp_path / "db").write_bytes(b"no database" * 1000)
        copying = Copying(settings)
        await copying.copy_once(folder)
        assert (copying.about() or {})["ok"] is False
        assert list(folder.iterdir()) == [good]
        assert "a backup failed: server.database.other" in caplog.text

    run(test)


def test_the_newest_backup_stays_though_others_have_a_later_date(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2):
        (folder / f"parlor-2099010{day}-000000.db").touch()

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            await finish(house)
            copying = Copying(Settings(database=tmp_path / "db", backups_kept=2))
            await copying.copy_once(folder)
        kept = sorted(folder.glob("parlor-*.db"))
        assert [path.name for path in kept] == ["parlor-20990102-000000.db", "parlor-20990102-000001.db"]
        assert check(kept[-1])["verified"] == 1

    run(test)


def test_a_backup_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.server.care.copying.MOST_SECONDS", 0.01)

    async def test() -> None:
        async with serving(tmp_path / "db", backup_folder=tmp_path / "backups") as house:
            while (last := house.server.care.copying.last) is None:
                await asyncio.sleep(0.02)
            assert last["error"] == "server.backup-deadline"
            assert (await house.get("/health"))["backup"] is False
        assert not list((tmp_path / "backups").glob("parlor-*.db"))

    run(test)


def test_a_copy_is_proved_table_by_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            whole, broken = await finish(house), await finish(house)
            await house.table("human", "human")
        assert command("backup", tmp_path / "db", tmp_path / "good", "--check") == (
            0,
            f"The backup is in {tmp_path / 'good'}.\nIt is whole: 3 tables come back, and 2 finished records verify.\n",
        )
        with closing(sqlite3.connect(tmp_path / "db")) as connection:
            query = (
                "UPDATE lines SET said = json_set(said, '$.seed', 'another') WHERE table_id = ? AND said LIKE '%seed%'"
            )
            assert connection.execute(query, (broken,)).rowcount == 1
            connection.commit()
        status, said = command("backup", tmp_path / "db", tmp_path / "bad", "--check")
        assert (status, f"something cannot be read: {broken}" in said) == (2, True)
        assert whole not in said
        # A page of zeros in the middle of the file.
        backup(tmp_path / "db", tmp_path / "damaged")
        content = bytearray((tmp_path / "damaged").read_bytes())
        content[4096:] = bytes(len(content) - 4096)
        (tmp_path / "damaged").write_bytes(content)
        with pytest.raises(ParlorError, match="damaged"):
            check(tmp_path / "damaged")

    run(test)
