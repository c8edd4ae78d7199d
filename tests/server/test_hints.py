"""Hints and bots of the house: for the asking seat alone, where the host allows it, and no visitor names a program."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path

import pytest

import parlor
from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.server.care.bots import natural_pause
from parlor.server.jobs import advise, parts_of

from .house import Home, part, run, serving


def test_a_hint_tells_the_asking_seat_what_the_house_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, made = await house.table("human", "random", options={"first": 0})
            assert made["hints"] is True
            visitor = await house.visit(id, tokens[0])
            legal = part(visitor.frame, 0)["legal"]
            watcher = await house.visit(id)
            heard = len(watcher.texts)
            answer = await visitor.ask("hint", seat=0)
            assert answer["type"] == "ok", answer
            hint = answer["hint"]
            assert hint["move"] in legal
            assert 0 < len(hint["estimates"]) <= 8
            assert {one["move"] for one in hint["estimates"]} <= set(legal)
            assert all(one["parts"] == [one["move"]] for one in hint["estimates"])
            assert hint["text"].startswith("The house would play: ")
            # Nobody else is told anything, not even that somebody asked.
            await house.get(f"/api/tables/{id}")
            assert len(watcher.texts) == heard

    run(test)


async def refusal(house: Home, id: str, token: str | None, seat: int = 0) -> str:
    visitor = await house.visit(id, token)
    answer = await visitor.ask("hint", seat=seat)
    assert answer["type"] == "error", answer
    found: str = answer["error"]["id"]
    return found


def test_hints_are_for_the_own_seat_on_its_turn_where_the_host_allows_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", bot_pause=60.0) as house:
            alone, tokens, _ = await house.table("human", "random", options={"first": 0})
            assert await refusal(house, alone, tokens[0], seat=1) == "server.seat"
            assert await refusal(house, alone, None) == "server.seat"
            waiting, tokens, _ = await house.table("human", "random", options={"first": 1})
            assert await refusal(house, waiting, tokens[0]) == "server.hint-turn"
            off, tokens, made = await house.table("human", "random", options={"first": 0}, hints=False)
            assert made["hints"] is False
            assert await refusal(house, off, tokens[0]) == "server.hints-off"
            friends, tokens, made = await house.table("human", "human", options={"first": 0})
            assert made["hints"] is False
            assert await refusal(house, friends, tokens[0]) == "server.hints-off"
            _, _, made = await house.table("human", "human", hints=True)
            assert made["hints"] is True
            _, _, made = await house.table("human", "open", "random")
            assert made["hints"] is False

    run(test)


def test_nobody_waits_for_a_hint_and_one_that_fails_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "random", options={"first": 0})
            visitor = await house.visit(id, tokens[0])
            thinking = asyncio.Event()

            async def fail(*question: object) -> Data:
                await thinking.wait()
                raise RuntimeError("what a bot says must not be told")

            monkeypatch.setattr(house.server.workers, "consider", fail)
            await visitor.socket.send_str(json.dumps({"do": "hint", "seat": 0, "note": 77}))
            assert (await visitor.ask("parts", seat=0))["parts"]
            assert (await visitor.ask("hint", seat=0))["error"]["id"] == "server.too-many-hints"
            thinking.set()
            answer = await visitor.next()
            assert (answer["note"], answer["error"]) == (77, {"id": "server.failed"})
            assert (await visitor.play(0, "add a1"))["type"] == "ok"

    run(test)


def test_a_hint_for_a_decision_that_is_no_more_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "random", options={"first": 0})
            visitor = await house.visit(id, tokens[0])
            consider, asked, played = house.server.workers.consider, asyncio.Event(), asyncio.Event()

            async def late(address: str, game: str, view: Data, spec: str, most: int) -> Data:
                asked.set()
                thought = await consider(address, game, view, spec, most)
                await played.wait()
                return thought

            monkeypatch.setattr(house.server.workers, "consider", late)
            await visitor.socket.send_str(json.dumps({"do": "hint", "seat": 0, "note": 77}))
            await asked.wait()
            assert (await visitor.play(0, "add a1"))["type"] == "ok"
            played.set()
            while (answer := await visitor.next())["type"] == "frame":
                pass
            assert (answer["note"], answer["error"]["id"]) == (77, "move.closed")

    run(test)


def test_hints_are_limited(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", hints_per_minute=0.001) as house:
            id, tokens, _ = await house.table("human", "random", options={"first": 0})
            visitor = await house.visit(id, tokens[0])
            assert (await visitor.ask("hint", seat=0))["type"] == "ok"
            assert (await visitor.ask("hint", seat=0))["error"]["id"] == "server.too-many-hints"

    run(test)


def test_the_choice_of_hints_lasts_through_a_rematch_and_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "random", hints=False)
            visitor = await house.visit(id, tokens[0])
            await visitor.ask("resign", seat=0)
            await visitor.ask("rematch", seat=0)
            frame = await visitor.until(lambda frame: frame["about"]["rematch"])
            again = frame["about"]["rematch"]
            assert (await house.get(f"/api/tables/{again}"))["hints"] is False
        async with serving(tmp_path / "db") as house:
            assert (await house.get(f"/api/tables/{again}"))["hints"] is False

    run(test)


def decision(name: str, seats: int) -> tuple[State, int]:
    rng = Rng(3)
    state = parlor.game(name).new(seats=seats)
    while state.to_act == (CHANCE,) or len(state.legal_moves(state.to_act[0])) < 3:
        seat = state.to_act[0]
        state.apply(seat, state.draw_chance(rng) if seat == CHANCE else state.legal_moves(seat)[0])
    return state, state.to_act[0]


@pytest.mark.parametrize(("name", "seats"), [("pizza-theory", 2), ("new-york-slice", 4), ("wicked-pizza", 2)])
def test_the_parts_of_a_hint_make_its_moves(name: str, seats: int) -> None:
    state, seat = decision(name, seats)
    told = advise(name, state.view(seat).dump(), "greedy", None, 1, 5)
    legal = state.legal_moves(seat)
    assert told["estimates"][0]["move"] == told["move"]
    for one in told["estimates"]:
        assert str(legal.whole(one["parts"])) == one["move"]
    assert parts_of(legal, {"no such move"}) == {}


EVIL = ("exec:touch stolen", "search:sims=999999999", "greedy:sims=1", "exec:")


def test_a_visitor_can_name_no_program_and_no_settings(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", bots=(("mine", "random"),)) as house:
            assert "mine" in await house.get("/api/bots")
            for bot in EVIL:
                seats = [{"kind": "human"}, {"kind": "bot", "bot": bot}]
                answer = await house.post("/api/tables", {"game": "pizza-theory", "seats": seats}, 400)
                assert answer["error"]["id"] == "bot.unknown"
            id, tokens, _ = await house.table("human", "open")
            host = await house.visit(id, tokens[0])
            for bot in EVIL:
                assert (await host.ask("place", seat=0, at=1, bot=bot))["error"]["id"] == "bot.unknown"
            assert (await host.ask("place", seat=0, at=1, bot="mine"))["type"] == "ok"

    run(test)


def program(folder: Path, code: str) -> str:
    path = folder / "bot.py"
    path.write_text(code)
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def seat_of(frame: Data, seat: int) -> Data:
    found: Data = frame["about"]["seats"][seat]
    return found


def test_a_bot_of_the_house_that_fails_loses_its_seat_to_a_stand_in(tmp_path: Path) -> None:
    spec = program(tmp_path, "print('nonsense', flush=True)")

    async def test() -> None:
        async with serving(tmp_path / "db", bots=(("mine", spec),)) as house:
            id, tokens, _ = await house.table("human", "mine", options={"first": 1})
            visitor = await house.visit(id, tokens[0])
            frame = await visitor.until(lambda frame: part(frame, 0).get("opened"))
            assert seat_of(frame, 1)["away"] == "greedy"
            record = await house.get(f"/api/tables/{id}/record")
            told = [event["id"] for line in record["lines"] for event in line["events"]]
            assert told.count("table.takeover") == 1
            await visitor.play(0, part(frame, 0)["legal"][0])
            await visitor.until(lambda frame: frame["about"]["line"] > 4)

    run(test)


def test_a_bot_of_the_house_plays_by_the_protocol(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "mybot.py"
    spec = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(example))}"

    async def test() -> None:
        async with serving(tmp_path / "db", bots=(("mine", spec),)) as house:
            id, _, _ = await house.table("mine", "mine", options={"round_limit": 1})
            watcher = await house.visit(id)
            frame = await watcher.until(lambda frame: frame["about"]["outcome"])
            assert "away" not in seat_of(frame, 0)

    run(test)


def test_a_bot_takes_a_natural_moment() -> None:
    assert natural_pause(0.0, 1.0, 0.5) == 0
    assert natural_pause(1.0, 0.9, 0.5) > natural_pause(1.0, 0.1, 0.5)
    assert natural_pause(1.0, 0.5, 0.1) != natural_pause(1.0, 0.5, 0.9)
    assert 0.4 < natural_pause(1.0, 0.0, 0.0) < natural_pause(1.0, 1.0, 1.0) < 2.5
