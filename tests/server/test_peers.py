"""Several processes serve the same tables: people of one table are spread over them and notice nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

import parlor.server.postgresql.notices as notices
import parlor.server.postgresql.peers as peers
from parlor.core.fields import Data
from parlor.core.record import parse_record, verify
from parlor.games import game as find_game
from parlor.server.address import Address
from parlor.server.hosted import Hosted
from parlor.server.postgresql.peers import Peers

from . import house
from .house import Home, Visitor, part, run, serving
from .postgres import Cluster
from .test_deal import Committed


@asynccontextmanager
async def homes(address: Address, count: int = 2, **settings: Any) -> AsyncIterator[list[Home]]:
    """Several servers on one database that know of each other."""
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(serving(address, **settings)) for _ in range(count)]
        await until(lambda: all(len(peers_of(home).living) == count for home in found))
        yield found


def peers_of(home: Home) -> Peers:
    found = home.server.hosting.peers
    assert found is not None
    return found


def hosted_at(home: Home, id: str) -> Hosted:
    return home.server.hosting.tables[id]


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not holds():
        await asyncio.sleep(0.01)


async def spread(found: list[Home], *kinds: str, **more: Any) -> tuple[str, dict[int, str], dict[int, Visitor]]:
    """A table whose people are at one server after the other, once all of them know who is here."""
    id, tokens, _ = await found[0].table(*kinds, **more)
    at = {seat: await found[seat % len(found)].visit(id, token) for seat, token in tokens.items()}
    for visitor in at.values():
        await visitor.until(lambda frame: everybody_is_here(frame) and frame["about"]["waiting"] is None)
    return id, tokens, at


def everybody_is_here(frame: Data) -> bool:
    return all(seat["here"] for seat in frame["about"]["seats"] if seat["kind"] == "human")


def test_what_one_does_the_others_are_shown(address: Address) -> None:
    async def test() -> None:
        async with homes(address, 3) as found:
            id, _, at = await spread(found, "human", "human", "human", options={"first": 0})
            watching = await found[2].visit(id)
            for seat, move in enumerate(["add a1", "add a4", "add d1"]):
                assert (await at[seat].play(seat, move))["type"] == "ok"
                for visitor in (*at.values(), watching):
                    await at_line(visitor, seat + 1)
                    assert visitor.frame["about"]["line"] == seat + 1
                    assert [event["seat"] for event in visitor.frame["parts"][0]["events"]] == [seat]
            # A sealed choice is told to nobody, wherever they are.
            await at[0].play(0, "cut 1")
            await at[1].until(lambda frame: frame["about"]["line"] == 4)
            await watching.until(lambda frame: frame["about"]["line"] == 4)
            sealed = [event["id"] for event in at[1].frame["parts"][0]["events"]]
            assert sealed == ["pizza-theory.sealed"]
            assert at[1].frame["parts"][0]["events"] == watching.frame["parts"][0]["events"]
            assert at[1].frame["about"]["to_act"] == [1, 2]

    run(test)


def test_who_comes_and_goes_is_seen_everywhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address, grace=0.2) as found:
            id, tokens, at = await spread(found, "human", "human")
            await at[1].socket.close()
            frame = await at[0].until(lambda frame: "away" in frame["about"]["seats"][1])
            assert frame["about"]["seats"][1]["here"] is False
            # Whoever comes back at another server gets the seat back.
            back = await found[0].visit(id, tokens[1])
            await back.until(lambda frame: "away" not in frame["about"]["seats"][1])
            elsewhere = await found[1].visit(id, tokens[0])
            await at[0].socket.close()
            await until(lambda: not hosted_at(found[0], id).seats_here & {0})
            await elsewhere.until(everybody_is_here)
            # Longer than it takes until a bot stands in for somebody who is away.
            await asyncio.sleep(0.6)
            assert (await found[1].get(f"/api/tables/{id}"))["seats"][0]["here"]
            assert not hosted_at(found[1], id).table.away

    run(test)


def test_what_is_said_is_heard_everywhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            _, _, at = await spread(found, "human", "human")
            text = "Bon appétit \0 🍕" + "é" * 150
            await at[0].socket.send_json({"do": "chat", "seat": 0, "text": text})
            while (said := await at[1].next())["type"] != "chat":
                pass
            assert said["seat"] == 0
            assert said["text"].startswith("Bon appétit 🍕é")

    run(test)


def test_a_knock_is_heard_where_its_seat_is(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            made = await found[0].post("/api/tables", {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2}, 201)
            id, invitation = made["table"], made["invitations"][0]["invitation"]
            seat = (await found[1].post(f"/api/tables/{id}/join", {"invitation": invitation}))["seat"]
            host = await found[0].visit(id, made["tokens"][0]["token"])
            await until(lambda: peers_of(found[1]) and hosted_at(found[1], id).here)
            told = await found[1].post(f"/api/tables/{id}/knock", {"invitation": invitation})
            assert told == {"seat": seat, "told": [0]}
            while (knock := await host.next())["type"] != "knock":
                pass
            assert knock["seat"] == seat

    run(test)


def test_a_token_holds_its_seat_everywhere_at_once(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            for _ in range(5):
                id, _, made = await found[0].table("human", "open")
                await found[1].get(f"/api/tables/{id}")
                sat = await found[0].post(f"/api/tables/{id}/join", {})
                visitor = await found[1].socket(id)
                await visitor.socket.send_json({"do": "hello", "token": sat["token"]})
                assert (await visitor.next())["type"] == "frame"
                # Whoever goes on elsewhere is sent away from where they were.
                at = await found[1].visit(id, made["tokens"][0]["token"])
                invitation = (await at.ask("invite", seat=0))["invitation"]
                await found[0].post(f"/api/tables/{id}/join", {"invitation": invitation})
                assert await at.closed() == 1008
                assert "server.moved" in at.texts[-1]

    run(test)


def test_a_deal_is_made_by_people_of_several_servers(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            id, tokens, _ = await found[0].table("human", "human")
            people = [Committed() for _ in tokens]
            for seat, token in tokens.items():
                await people[seat].come(found[seat], id, token)
            for one in people:
                await one.visitor.until(lambda frame: (frame["about"]["waiting"] or {}).get("reveal") == [0, 1])
            await asyncio.gather(*[one.reveal(seat) for seat, one in enumerate(people)])
            for one in people:
                await one.visitor.until(lambda frame: frame["about"]["waiting"] is None)
            await people[1].visitor.ask("resign", seat=1)
            record = parse_record(await found[0].get(f"/api/tables/{id}/record"), find_game)
            verify(record)
            assert record.deal.nonces == {seat: one.nonce for seat, one in enumerate(people)}

    run(test)


def test_what_no_hint_told_is_found(address: Address, postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection for hints breaks, and later hints are lost without that."""
    monkeypatch.setattr(peers, "LOOK_SECONDS", 0.2)

    async def test() -> None:
        async with homes(address) as found:
            id, _, at = await spread(found, "human", "human", options={"first": 0})
            name = str(address).rpartition("/")[2]
            broken = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            await asyncio.to_thread(postgres.ask, "postgres", f"{broken} AND query LIKE 'LISTEN%'")
            await at[0].play(0, "add a1")
            await at[1].until(lambda frame: frame["about"]["line"] == 1)
            monkeypatch.setattr(notices.Notices, "tell", lambda *_, **__: None)
            await at[1].play(1, "add d1")
            await at[0].until(lambda frame: frame["about"]["line"] >= 2)
            assert len({hosted_at(home, id).stored for home in found}) == 1

    run(test)


def test_bots_move_once_whoever_looks_on(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of bots is watched at three servers: each line is there once, and one server's bots have thought."""
    # Bots think at a low priority, and begin where a machine has time for them.
    monkeypatch.setattr(house, "PATIENCE", 100.0)

    async def test() -> None:
        async with homes(address, 3) as found:
            id, _, _ = await found[0].table("greedy", "greedy", options={"round_limit": 3})
            watching = [await home.visit(id) for home in found]
            for visitor in watching:
                await visitor.until(lambda frame: frame["about"]["outcome"])
            verify(parse_record(await found[0].get(f"/api/tables/{id}/record"), find_game))
            assert [hosted_at(home, id).is_ours for home in found].count(True) == 1

    run(test, 120)


def test_a_clock_runs_out_though_nobody_is_at_its_server_any_more(address: Address) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            [home] = await stack.enter_async_context(homes(address, 1))
            async with serving(address) as other:
                id, _, _ = await other.seated("human", "human", clock={"seconds": 1.5})
                lines = (await home.get(f"/api/tables/{id}"))["line"]
            # It has stopped, in good order, and the one that is left looks after the table.
            await until(lambda: hosted_at(home, id).table.outcome is not None)
            kept = await home.server.hosting.store.load(id)
            assert kept is not None
            assert [line["clock"] for line in kept[1] if "clock" in line] == [0]
            assert len(kept[1]) == lines + 2

    run(test)


def test_clocks_are_the_same_everywhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            id, _, at = await spread(
                found, "human", "human", clock={"seconds": 300, "increment": 2}, options={"first": 0}
            )
            for seat, move in enumerate(["add a1", "add d1"]):
                await asyncio.sleep(0.2)
                assert (await at[seat].play(seat, move))["type"] == "ok"
            await at[0].until(lambda frame: frame["about"]["line"] >= 2)
            one, other = [clocks for home in found if (clocks := hosted_at(home, id).table.clocks)]
            assert one.left == other.left
            # A line says when it was written to the millisecond.
            assert one.since == pytest.approx(other.since, abs=0.001)
            times = [home.server.hosting.now() for home in found]
            assert abs(times[0] - times[1]) < 0.1

    run(test)


def test_nothing_is_forgotten_that_is_looked_at_elsewhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            id, _, _ = await spread(found, "human", "human")
            gone, _, _ = await found[0].table("human", "open")
            for home in found:
                for hosted in list(home.server.hosting.tables.values()):
                    hosted.touched = 0.0
            store = found[0].server.hosting.store
            assert await store.expire(1e11, []) == [gone]
            await found[1].get(f"/api/tables/{gone}", 404)
            await found[1].get(f"/api/tables/{id}")

    run(test)


def test_a_table_that_was_taken_away_is_gone_everywhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            id, _, at = await spread(found, "human", "human")
            hosting = found[0].server.hosting
            await hosting.store.remove(id)
            await peers_of(found[1]).catch_up(hosted_at(found[1], id))
            assert await at[1].closed() == 1008
            assert id not in found[1].server.hosting.tables

    run(test)


def test_each_table_has_one_who_looks_after_it(address: Address) -> None:
    async def test() -> None:
        async with homes(address, 3) as found:
            ids = [(await found[0].table("human", "open"))[0] for _ in range(12)]
            for id in ids:
                for home in found:
                    await home.get(f"/api/tables/{id}")
            owners = []
            await until(lambda: all(len(hosted_at(home, id).elsewhere or ()) == 2 for home in found for id in ids))
            for id in ids:
                looking = [peers_of(home).looks_after(hosted_at(home, id)) for home in found]
                assert looking.count(True) == 1
                owners.append(looking.index(True))
            assert len(set(owners)) > 1
            assert [peers_of(home).leads for home in found].count(True) == 1

    run(test)


def test_sealed_choices_collide_as_a_matter_of_course(address: Address) -> None:
    """All seats choose at once, at two servers, a whole game long: each choice lands, and both agree."""

    async def test() -> None:
        async with homes(address) as found:
            id, _, at = await spread(found, "human", "human", "human", options={"first": 0, "round_limit": 3})
            while at[0].frame["about"]["outcome"] is None:
                turns = at[0].frame["about"]["to_act"]
                moves = {seat: part(at[seat].frame, seat)["legal"][0] for seat in turns}
                answers = await asyncio.gather(*[at[seat].play(seat, move) for seat, move in moves.items()])
                assert {answer["type"] for answer in answers} == {"ok"}, answers
                line = max([visitor.frame["about"]["line"] for visitor in at.values()])
                for visitor in at.values():
                    await at_line(visitor, line)
            tables = [hosted_at(home, id).table for home in found]
            assert tables[0].record.lines == tables[1].record.lines

    run(test)


async def at_line(visitor: Visitor, line: int) -> None:
    """Wait until a visitor is shown this line."""
    await visitor.until(lambda frame: frame["about"]["line"] >= line)


def test_people_at_several_servers_agree_to_take_a_move_back(address: Address) -> None:
    async def test() -> None:
        async with homes(address, 3) as found:
            _, _, at = await spread(found, "human", "human", "human", options={"first": 0})
            await at[0].play(0, "add a1")
            await at_line(at[1], 1)
            await at[1].play(1, "add a4")
            for visitor in at.values():
                await at_line(visitor, 2)
            await at[0].ask("undo", seat=0)
            for seat in (1, 2):
                await at[seat].until(lambda frame: frame["about"]["asked"] == [0, [1, 2]])
            # Both agree at once, and neither takes the other's word for its own.
            agreed = await asyncio.gather(*[at[seat].ask("agree", seat=seat) for seat in (1, 2)])
            assert [answer["type"] for answer in agreed] == ["ok", "ok"]
            for visitor in at.values():
                await visitor.until(lambda frame: frame["about"]["to_act"] == [0] and not frame["about"]["asked"])
                assert visitor.frame["about"]["line"] == 3

    run(test)


def test_whoever_is_banned_is_kept_out_everywhere(address: Address) -> None:
    async def test() -> None:
        async with homes(address, behind_proxy=True) as found:
            id, tokens, _ = await found[0].table("human", "human")
            visitor = await found[1].socket(id, headers={"X-Forwarded-For": "192.0.2.7"})
            await visitor.socket.send_json({"do": "hello", "token": tokens[0]})
            await visitor.next()
            await peers_of(found[0])._keeping.ban("192.0.2.7", 1)
            assert await visitor.closed() == 1008
            await found[1].get("/api/games", 403, headers={"X-Forwarded-For": "192.0.2.7"})
            await peers_of(found[1])._keeping.unban("192.0.2.7")
            end = asyncio.get_running_loop().time() + 10
            while "192.0.2.7" in peers_of(found[0])._keeping._bans:
                assert asyncio.get_running_loop().time() < end
                await asyncio.sleep(0.01)

    run(test)


def test_the_list_has_the_tables_of_all(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            ids = {(await home.table("human", "open", listed=True))[0] for home in found}
            await found[0].table("human", "open")
            await asyncio.sleep(0)
            for home in found:
                peers_of(home)._listed_at = -100.0
                assert {one["table"] for one in await home.get("/api/tables")} == ids

    run(test)


def test_whatever_is_counted_names_its_process(address: Address) -> None:
    async def test() -> None:
        async with homes(address) as found:
            text = await found[0].get("/metrics")
            for home in found:
                assert f'parlor_tables{{process="{peers_of(home).name}"}} ' in text
            assert text.count("# TYPE parlor_play_seconds histogram") == 1
            assert text.count("parlor_plays_total{") == 2

    run(test)


def test_a_table_of_rules_that_are_not_known_is_left_to_others(address: Address, postgres: Cluster) -> None:
    async def test() -> None:
        async with homes(address) as found:
            id, tokens, _ = await found[0].table("human", "human", clock={"seconds": 60})
            newer = (
                f"UPDATE parlor.tables SET about = jsonb_set(about::jsonb, '{{rules}}', '99')::json WHERE id = '{id}'"
            )
            await asyncio.to_thread(postgres.ask, address, newer)
            problem = await found[1].get(f"/api/tables/{id}", 503)
            assert problem["error"]["id"] == "server.newer-rules"
            visitor = await found[1].socket(id)
            await visitor.socket.send_json({"do": "hello", "token": tokens[0]})
            # No refusal: whoever comes back may find another.
            assert await visitor.closed() == 1013
            assert visitor.texts == []
            assert not found[1].server.hosting.aside

    run(test)


def test_a_turn_is_told_until_it_is_heard(address: Address) -> None:
    heard: list[Data] = []

    async def hear(request: web.Request) -> web.Response:
        heard.append(await request.json())
        return web.Response(status=503 if len(heard) == 1 else 200)

    async def test() -> None:
        app = web.Application()
        app.router.add_post("/turn", hear)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/turn"
        async with homes(address, webhook_hosts=("127.0.0.1",)) as found:
            id, tokens, at = await spread(found, "human", "human", options={"first": 0})
            wish = {"token": tokens[0], "seat": 0, "url": url}
            await found[1].post(f"/api/tables/{id}/webhook", wish)
            await until(lambda: len(heard) >= 2)
            opened = part(at[0].frame, 0)["opened"]
            assert heard[0] == heard[1] == {"type": "turn", "id": f"{id}-0-{opened}", "table": id, "seat": 0}
            # And no more, whoever else knows of it.
            await asyncio.sleep(1.5)
            assert len(heard) == 2
        await runner.cleanup()

    run(test)
