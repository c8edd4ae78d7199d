"""What was, of tables as long as they may become: it is told, kept up to a size, and nothing more is played."""

from __future__ import annotations

import json
from pathlib import Path

from parlor.server.hosting import MOST_IN_MEMORY
from parlor.server.limits import LONGEST_TABLE
from parlor.server.past import Kept

from .house import run, serving
from .longest import TOKEN, keep, taken_back


def test_a_full_table_can_only_be_given_up(tmp_path: Path) -> None:
    async def test() -> None:
        table = taken_back("pizza-theory", 2, LONGEST_TABLE, plays=2)
        lines = len(table.record.lines)
        seat = table.to_act[0]
        await keep(tmp_path / "db", {"full": (table, table.record.lines, [1 - seat])})
        async with serving(tmp_path / "db") as house:
            visitor = await house.visit("full", TOKEN)
            (part,) = visitor.frame["parts"]
            play = await visitor.ask("play", seat=seat, move=part["legal"][0], line=part["opened"])
            assert play["error"] == {"id": "server.longest", "most": LONGEST_TABLE}
            assert (await visitor.ask("undo", seat=seat))["error"]["id"] == "server.long"
            seen = await house.get("/api/tables/full/record", headers={"Authorization": f"Bearer {TOKEN}"})
            assert len(seen["lines"]) == visitor.frame["about"]["line"] == lines
            assert (await visitor.ask("resign", seat=seat))["type"] == "ok"
            # What the server has written, it reads, too.
            text = await house.get("/api/tables/full/record")
            again = await house._request("POST", "/api/records", 201, data=text.encode())
            assert again["line"] == lines + 2
            answer = await house._request("POST", "/api/records", 400, data=text.partition("\n")[0] + "\n" * 900_000)
            assert answer["error"]["id"] == "record.long"

    run(test)


def test_bots_do_not_go_on_at_a_full_table(tmp_path: Path) -> None:
    async def test() -> None:
        table = taken_back("pizza-theory", 2, LONGEST_TABLE, plays=2)
        await keep(tmp_path / "db", {"full": (table, table.record.lines, [0, 1])})
        async with serving(tmp_path / "db") as house:
            await house.visit("full")
            hosted = await house.server.hosting.find("full")
            house.server.care.bots.see_to(hosted)
            assert not hosted.thinking

    run(test)


def test_a_page_reads_the_same_log_however_it_was_made(tmp_path: Path) -> None:
    """What was said before somebody came, what was said since, and what is asked for again."""

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.before_the_cut()
            hosted = await house.server.hosting.find(id)
            await house.server.past.read_log(hosted, [0, None], "en")
            early = json.loads(bytes(hosted.words(0, "en").all))
            for seat in range(3):
                await at[seat].play(seat, "cut 1")
            late = json.loads(bytes(hosted.words(0, "en").all))
            assert late[: len(early)] == early
            assert len(late) > len(early)
            told = await at[0].ask("log", seat=0)
            assert told["log"] == {"since": 0, "entries": late}
            assert "{" not in str([entry["text"] for entry in late])

    run(test)


def test_what_is_kept_has_a_size() -> None:
    found = Kept(100)
    for number in range(10):
        found.put(number, bytes(30))
        found.get(0)
    assert [number for number in range(10) if found.get(number) is not None] == [0, 8, 9]
    found.put(0, bytes(90))
    assert [number for number in range(10) if found.get(number) is not None] == [0]
    found.put(1, bytes(101))
    assert found.get(1) is None


def test_memory_has_room_for_so_many_lines_and_the_rest_comes_back_from_disk(tmp_path: Path) -> None:
    async def test() -> None:
        table = taken_back("pizza-theory", 2, LONGEST_TABLE - 100, plays=2)
        room = MOST_IN_MEMORY // len(table.record.lines)
        names = [f"table-{number}" for number in range(room + 5)]
        await keep(tmp_path / "db", {name: (table, table.record.lines, []) for name in names})
        async with serving(tmp_path / "db") as house:
            tables = house.server.hosting.tables
            assert 1 < len(tables) <= room
            watched = next(iter(tables))
            visitor = await house.visit(watched, TOKEN)
            for name in names:
                assert (await house.get(f"/api/tables/{name}"))["table"] == name
                assert len(tables) <= room
            # Nobody is sent away from where they sit.
            assert tables[watched].here == {0, 1}
            assert (await visitor.ask("parts", seat=table.to_act[0]))["type"] == "ok"

    run(test)
