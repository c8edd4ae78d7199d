"""Tables by link through real sockets: sitting down, playing, taking back, leaving, coming back and playing again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import parlor
from parlor import bots
from parlor.core.record import parse_record, verify

from .house import House, Visitor, part, run, serving


async def play_out(visitors: dict[int, Visitor]) -> None:
    """Play the first legal move for everybody until the game is over."""

    async def one(seat: int, visitor: Visitor) -> None:
        while visitor.frame["about"]["outcome"] is None:
            opened = part(visitor.frame, seat).get("opened")
            if opened is None:
                await visitor.next()
                continue
            legal = part(visitor.frame, seat).get("legal")
            move = legal[0] if legal else await whole(visitor, seat)
            await visitor.ask("play", seat=seat, move=move, line=opened)
            if part(visitor.frame, seat).get("opened") == opened:
                await visitor.next()

    await asyncio.gather(*(one(seat, visitor) for seat, visitor in visitors.items()))


async def whole(visitor: Visitor, seat: int) -> str:
    """A move chosen part by part."""
    picked: list[str] = []
    while True:
        answer = await visitor.ask("parts", seat=seat, picked=picked)
        if answer["type"] == "error":
            return "pass"
        if not answer["parts"]:
            return str(answer["move"])
        picked.append(answer["parts"][0])


def test_games_and_bots_are_listed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            assert [game["game"] for game in await house.get("/api/games")] == parlor.games.names()
            assert await house.get("/api/bots") == bots.names()

    run(test)


@pytest.mark.parametrize("name", parlor.games.names())
def test_a_whole_game_with_people_and_both_bots(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", bot_seconds=0.05) as house:
            seats = parlor.game(name).seat_counts[-1]
            kinds = ["human", "greedy", "human", "random", "random", "random"][:seats]
            id, _, visitors = await house.seated(*kinds, game=name)
            await play_out(visitors)
            record = parse_record(await house.get(f"/api/tables/{id}/record"), parlor.game)
            verify(record)
            assert record.seats == seats
            assert record.commitment == visitors[0].frame["about"]["commitment"]

    run(test)


def test_open_seats_are_taken_by_link_and_listed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, made = await house.table("human", "open", "open", listed=True)
            hidden, _, _ = await house.table("human", "open")
            assert [table["table"] for table in await house.get("/api/tables")] == [id]
            assert hidden != id
            assert set(tokens) == {0}
            assert made["host"] == 0
            first = await house.visit(id, tokens[0])
            sat = await house.post(f"/api/tables/{id}/join", {"name": "  <b>Bo</b>\u202e \u0000 "})
            assert sat["seat"] == 1
            frame = await first.until(lambda frame: frame["about"]["seats"][1]["kind"] == "human")
            assert frame["about"]["seats"][1]["name"] == "<b>Bo</b>"
            refused = await house.post(f"/api/tables/{id}/join", {"seat": 1}, 403)
            assert refused["error"]["id"] == "server.taken"
            assert (await house.post(f"/api/tables/{id}/join", {"seat": 2}))["seat"] == 2
            assert (await house.post(f"/api/tables/{id}/join", {}, 403))["error"]["id"] == "server.full"
            second = await house.visit(id, sat["token"])
            assert part(second.frame, 1) == {"seat": 1, "events": []}
            await second.until(lambda frame: frame["about"]["waiting"]["come"] == [2])

    run(test)


def test_one_open_seat_goes_to_one_of_many_who_want_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, _ = await house.table("human", "open")

            async def sit() -> int:
                async with house.client.post(f"{house.url}/api/tables/{id}/join", json={}) as response:
                    return response.status

            assert sorted(await asyncio.gather(*(sit() for _ in range(10)))) == [200] + [403] * 9

    run(test)


def test_the_host_puts_a_bot_on_an_open_seat_and_opens_it_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, visitors = await house.seated("human", "human", "open", options={"first": 0})
            assert (await visitors[1].ask("place", seat=1, at=2, bot="random"))["error"]["id"] == "table.host"
            assert (await visitors[0].ask("place", seat=0, at=2, bot="nobody"))["error"]["id"] == "bot.unknown"
            assert (await visitors[0].ask("place", seat=0, at=2, bot="random"))["type"] == "ok"
            await visitors[1].until(lambda frame: frame["about"]["seats"][2]["bot"] == "random")
            assert (await visitors[0].ask("place", seat=0, at=2))["type"] == "ok"
            await visitors[1].until(lambda frame: frame["about"]["seats"][2]["kind"] == "open")
            assert (await visitors[0].ask("place", seat=0, at=1))["error"]["id"] == "table.not-bot"

    run(test)


def test_several_seats_belong_to_one_browser(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            seats = [{"kind": "human", "holder": "us"}, {"kind": "human"}, {"kind": "human", "holder": "us"}]
            wanted = {"game": "pizza-theory", "seats": seats, "options": {"first": 0}}
            made = await house.post("/api/tables", wanted, 201)
            assert [one["seat"] for one in made["invitations"]] == [1]
            tokens = await house.seat_all(made)
            assert tokens[0] == tokens[2] != tokens[1]
            us = await house.visit(made["table"], tokens[0])
            them = await house.visit(made["table"], tokens[1])
            assert [part["seat"] for part in us.frame["parts"]] == [0, 2]
            assert (await us.play(0, "add a1"))["type"] == "ok"
            assert (await us.ask("play", seat=1, move="add a4", line=1))["error"]["id"] == "server.seat"
            assert (await them.play(1, "add a4"))["type"] == "ok"
            assert (await us.play(2, "add d1"))["type"] == "ok"
            await us.play(0, "cut 3")
            # One screen shows both hands, each as its own seat sees it.
            assert [part(us.frame, seat)["view"]["position"]["picks"] for seat in (0, 2)] == [{"0": 3}, {"0": None}]

    run(test)


def test_stale_and_future_lines_are_refused_but_not_for_a_sealed_choice(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.before_the_cut()
            opened = 3
            assert (await at[0].ask("play", seat=0, move="cut 1", line=2))["error"]["id"] == "move.stale"
            assert (await at[0].ask("play", seat=0, move="cut 1", line=9))["error"]["id"] == "move.stale"
            for seat in range(3):
                assert (await at[seat].ask("play", seat=seat, move="cut 1", line=opened))["type"] == "ok"
            assert (await at[0].ask("play", seat=0, move="cut 1", line=opened))["error"]["id"] == "move.closed"

    run(test)


def test_taking_back_at_once_or_when_all_agree(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", "human", options={"first": 0})
            await at[0].play(0, "add a1")
            assert (await at[0].ask("undo", seat=0))["type"] == "ok"
            frame = await at[1].until(lambda frame: frame["about"]["line"] == 2)
            assert [event["id"] for event in part(frame, 1)["events"]] == ["table.undo"]
            await at[0].play(0, "add a1")
            await at[1].play(1, "add a4")
            assert (await at[0].ask("undo", seat=0))["type"] == "ok"
            frame = await at[2].until(lambda frame: frame["about"]["asked"])
            assert frame["about"]["asked"] == [0, [1, 2]]
            await at[1].ask("disagree", seat=1)
            await at[2].until(lambda frame: frame["about"]["asked"] is None)
            await at[0].ask("undo", seat=0)
            await at[1].ask("agree", seat=1)
            await at[2].ask("agree", seat=2)
            frame = await at[2].until(lambda frame: frame["about"]["line"] == 5)
            assert frame["about"]["to_act"] == [0]

    run(test)


def test_a_resigned_seat_is_played_on_by_a_bot(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", "human", options={"first": 0})
            assert (await at[0].ask("resign", seat=0))["type"] == "ok"
            frame = await at[1].until(lambda frame: frame["about"]["to_act"] == [1])
            assert frame["about"]["seats"][0]["resigned"]
            assert (await at[0].ask("play", seat=0, move="add a1", line=1))["error"]["id"] == "table.gone"
            await play_out({seat: at[seat] for seat in (1, 2)})
            assert 0 not in at[1].frame["about"]["outcome"]["winners"]

    run(test)


def test_with_two_seats_resigning_ends_the_game_and_a_rematch_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            assert (await at[0].ask("rematch", seat=0))["error"]["id"] == "table.rematch-early"
            await at[0].ask("resign", seat=0)
            frame = await at[1].until(lambda frame: frame["about"]["outcome"])
            assert frame["about"]["outcome"]["winners"] == [1]
            await at[0].ask("rematch", seat=0)
            frame = await at[1].until(lambda frame: frame["about"]["wants_rematch"])
            assert frame["about"]["rematch"] is None
            await asyncio.gather(*(at[1].socket.send_str('{"do":"rematch","seat":1}') for _ in range(3)))
            again = (await at[0].until(lambda frame: frame["about"]["rematch"]))["about"]["rematch"]
            tokens = {0: (await at[0].ask("rematch", seat=0))["token"]}
            while "token" not in (answer := await at[1].next()):
                pass
            visitor = (await house.come(again, {**tokens, 1: answer["token"]}))[0]
            assert (await house.get(f"/api/tables/{again}"))["options"]["first"] == 0
            assert visitor.frame["about"]["commitment"] != frame["about"]["commitment"]
            assert (await visitor.play(0, "add a1"))["type"] == "ok"
            assert len(house_tables(house)) == 2

    run(test)


def house_tables(house: House) -> dict[str, object]:
    return house.server.hosting.tables  # type: ignore[attr-defined, no-any-return]


def test_spectators_look_on_only_where_they_may(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            spectator = await house.visit(id)
            assert [part["seat"] for part in spectator.frame["parts"]] == [None]
            assert (await spectator.ask("play", seat=0, move="add a1", line=0))["error"]["id"] == "server.seat"
            closed, tokens, _ = await house.table("human", "human", spectators=False)
            stranger = await house.socket(closed)
            await stranger.socket.send_str('{"do":"hello"}')
            assert (await stranger.next())["error"]["id"] == "server.no-spectators"
            assert await stranger.closed() == 1008
            assert (await house.get(f"/api/tables/{closed}/record", 403))["error"]["id"] == "server.record-early"
            player = (await house.come(closed, tokens))[0]
            await player.ask("resign", seat=0)
            assert (await house.visit(closed)).frame["about"]["outcome"]

    run(test)


def test_a_move_is_chosen_part_by_part(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            first = await at[0].ask("parts", seat=0, picked=[])
            assert first["parts"]
            move = await whole(at[0], 0)
            assert (await at[0].play(0, move))["type"] == "ok"
            wrong = await at[1].ask("parts", seat=1, picked=["nonsense"] * 3)
            assert wrong["type"] == "error" or wrong["parts"] == []

    run(test)


def test_a_leaver_is_stood_in_for_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", grace=0.2) as house:
            id, tokens, at = await house.seated("human", "human", "human", options={"first": 0})
            await at[0].socket.close()
            await at[1].until(lambda frame: not frame["about"]["seats"][0]["here"])
            frame = await at[1].until(lambda frame: "away" in frame["about"]["seats"][0])
            assert frame["about"]["seats"][0]["away"] == "greedy"
            # The bot moves; seat 2 is here, and nobody stands in for it.
            frame = await at[1].until(lambda frame: frame["about"]["to_act"] == [1])
            assert "away" not in frame["about"]["seats"][2]
            back = await house.visit(id, tokens[0])
            await back.until(lambda frame: "away" not in frame["about"]["seats"][0])
            await at[1].until(lambda frame: "away" not in frame["about"]["seats"][0])

    run(test)


def test_a_table_that_everybody_has_left_waits(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", grace=0.1) as house:
            id, _, at = await house.seated("human", "human", options={"first": 0})
            for visitor in at.values():
                await visitor.socket.close()
            # Whoever leaves somebody behind, later than that, is stood in for.
            _, _, at = await house.seated("human", "human", options={"first": 0})
            await at[0].socket.close()
            await at[1].until(lambda frame: "away" in frame["about"]["seats"][0])
            assert (await house.get(f"/api/tables/{id}"))["line"] == 0

    run(test)


def test_a_clock_starts_when_all_have_come_and_runs_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            clock = {"seconds": 2, "increment": 0.1}
            id, tokens, _ = await house.table("human", "human", options={"first": 0}, clock=clock)
            first = await house.visit(id, tokens[0])
            # At another table, whose people come later, the clock has run out meanwhile.
            _, _, others = await house.seated("human", "human", options={"first": 0}, clock=clock)
            await others[0].until(lambda frame: frame["about"]["outcome"])
            assert (await house.get(f"/api/tables/{id}"))["outcome"] is None
            began = time.monotonic()
            second = await house.visit(id, tokens[1])
            assert (await first.play(0, "add a1"))["type"] == "ok"
            frame = await first.until(lambda frame: frame["about"]["outcome"])
            assert 1.9 < time.monotonic() - began < 16
            assert frame["about"]["outcome"]["winners"] == [0]
            assert [event["id"] for event in part(frame, 0)["events"]] == ["table.clock"]
            await second.until(lambda frame: frame["about"]["outcome"])

    run(test)
