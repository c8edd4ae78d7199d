"""Seats are kept by people: invitations are spent by sitting down, links change, and old tokens end."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path

import parlor
from parlor.core.fields import Data
from parlor.server.about import digest
from parlor.server.seats import rename
from parlor.table import Chair, Seating, Table

from .house import House, Visitor, has_begun, part, run, serving


async def invited(house: House, *kinds: str, **more: object) -> tuple[str, Data, Visitor, list[str]]:
    """A table with its host, and the invitations to its other seats."""
    seats = [{"kind": kind} if kind in ("human", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
    made = await house.post(
        "/api/tables", {"game": "pizza-theory", "seats": seats, "options": {"first": 0}, **more}, 201
    )
    host = await house.visit(made["table"], made["tokens"][0]["token"])
    return made["table"], made, host, [one["invitation"] for one in made["invitations"]]


async def refused(house: House, path: str, body: object, status: int = 403) -> Data:
    error: Data = (await house.post(path, body, status))["error"]
    return error


async def dismissed(visitor: Visitor) -> str:
    """What the server tells last to somebody whose socket it closes."""
    assert await visitor.closed() == 1008
    return str(json.loads(visitor.texts[-1])["error"]["id"])


def test_an_invitation_is_spent_by_sitting_down_and_not_by_a_visit(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, made, host, (invitation, other) = await invited(house, "human", "human", "human")
            assert [one["seat"] for one in made["tokens"]] == [0]
            assert [(seat["kind"], seat.get("invited")) for seat in made["seats"][1:]] == [("open", True)] * 2
            api = f"/api/tables/{id}"
            for _ in range(2):
                assert await house.post(f"{api}/invitation", {"invitation": invitation}) == {
                    "seats": [1],
                    "spent": False,
                }
            # What is kept for somebody is open to nobody else, and no invitation is a token.
            assert (await refused(house, f"{api}/join", {}))["id"] == "server.full"
            assert (await refused(house, f"{api}/join", {"seat": 1}))["id"] == "server.full"
            assert (await refused(house, f"{api}/join", {"invitation": "x"}))["id"] == "server.invitation"
            stranger = await house.socket(id)
            await stranger.socket.send_json({"do": "hello", "token": invitation})
            assert (await stranger.next())["error"]["id"] == "server.token"

            async def sit() -> Data:
                async with house.client.post(
                    f"{house.url}{api}/join", json={"invitation": invitation, "name": "Bo"}
                ) as sat:
                    answer: Data = await sat.json()
                    return answer

            answers = await asyncio.gather(*(sit() for _ in range(5)))
            sat = [answer for answer in answers if "token" in answer]
            errors = [answer["error"] for answer in answers if "token" not in answer]
            assert [answer["seat"] for answer in sat] == [1]
            assert errors == [{"id": "server.spent", "seat": 1}] * 4
            await host.until(lambda frame: frame["about"]["seats"][1]["name"] == "Bo")
            assert await house.post(f"{api}/invitation", {"invitation": invitation}) == {"seats": [1], "spent": True}
            assert part((await house.visit(id, sat[0]["token"])).frame, 1)["seat"] == 1
            assert (await house.post(f"{api}/join", {"invitation": other}))["seat"] == 2
        # Nothing but hashes is on disk.
        stored = (tmp_path / "db").read_bytes()
        secrets = [invitation, other, sat[0]["token"], made["tokens"][0]["token"]]
        assert not [secret for secret in secrets if secret.encode() in stored]
        async with serving(tmp_path / "db") as house:
            assert (await refused(house, f"{api}/join", {"invitation": other}))["id"] == "server.spent"
            assert (await house.visit(id, sat[0]["token"])).frame

    run(test)


def test_seats_of_one_screen_share_an_invitation(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            seats: list[Data] = [{"kind": "human"}, *[{"kind": "human", "holder": "us"}] * 2]
            made = await house.post("/api/tables", {"game": "pizza-theory", "seats": seats}, 201)
            api = f"/api/tables/{made['table']}"
            one, same = [given["invitation"] for given in made["invitations"]]
            assert one == same
            sat = await house.post(f"{api}/join", {"invitation": one, "name": "Bo"})
            us = await house.visit(made["table"], sat["token"])
            assert [part["seat"] for part in us.frame["parts"]] == [1, 2]
            assert [seat["name"] for seat in us.frame["about"]["seats"]] == [None, "Bo", None]

    run(test)


def test_a_taken_seat_is_told_who_knocks(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, (invitation,) = await invited(house, "human", "human")
            api = f"/api/tables/{id}"
            knock = {"invitation": invitation}
            assert await house.post(f"{api}/knock", knock) == {"seat": 1, "told": []}
            sat = await house.post(f"{api}/join", knock)
            # While nobody is there, the host may know what to do.
            assert await house.post(f"{api}/knock", knock) == {"seat": 1, "told": [0]}
            await until_knock(host)
            bo = await house.visit(id, sat["token"])
            assert await house.post(f"{api}/knock", knock) == {"seat": 1, "told": [1]}
            await until_knock(bo)
            assert (await house.post(f"{api}/knock", knock))["told"] == [1]
            assert (await refused(house, f"{api}/knock", knock, 429))["id"] == "server.too-many-knocks"
            assert (await refused(house, f"{api}/knock", {"invitation": "x"}))["id"] == "server.invitation"

    run(test)


async def until_knock(visitor: Visitor) -> None:
    while (await visitor.next())["type"] != "knock":
        pass


def test_a_seat_moves_by_a_new_link_and_the_old_token_ends(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, (invitation,) = await invited(house, "human", "human")
            api = f"/api/tables/{id}"
            old = await house.post(f"{api}/join", {"invitation": invitation, "name": "Bo"})
            tabs = [await house.visit(id, old["token"]) for _ in range(2)]
            first = (await tabs[0].ask("invite", seat=1))["invitation"]
            second = (await tabs[0].ask("invite", seat=1, at=1))["invitation"]
            assert (await refused(house, f"{api}/join", {"invitation": first}))["id"] == "server.invitation"
            assert (await tabs[0].ask("invite", seat=1, at=0))["error"]["id"] == "table.host"
            assert (await host.ask("invite", seat=0, at=1))["error"]["id"] == "table.not-open"
            # Until the link is used, nothing changes for whoever sits there.
            assert (await house.visit(id, old["token"])).frame
            new = await house.post(f"{api}/join", {"invitation": second})
            assert new["seat"] == 1
            assert [await dismissed(tab) for tab in tabs] == ["server.moved"] * 2
            await host.until(lambda frame: not frame["about"]["seats"][1]["here"])
            late = await house.socket(id)
            await late.socket.send_json({"do": "hello", "token": old["token"]})
            assert (await late.next())["error"]["id"] == "server.token"
            bo = await house.visit(id, new["token"])
            assert bo.frame["about"]["seats"][1]["name"] == "Bo"
            await host.play(0, "add a1")
            assert (await bo.play(1, "add a4"))["type"] == "ok"
            assert (await refused(house, f"{api}/join", {"invitation": invitation}))["id"] == "server.invitation"

    run(test)


def test_the_host_invites_to_an_open_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, _ = await invited(house, "human", "open")
            invitation = (await host.ask("invite", seat=0, at=1))["invitation"]
            assert (await host.until(lambda frame: frame["about"]["seats"][1].get("invited")))["about"]
            assert (await refused(house, f"/api/tables/{id}/join", {}))["id"] == "server.full"
            assert (await house.post(f"/api/tables/{id}/join", {"invitation": invitation}))["seat"] == 1

    run(test)


def test_tokens_change_with_a_rematch_and_each_seat_is_told_its_own(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, old, at = await house.seated("human", "human", options={"first": 0})
            await at[0].ask("resign", seat=0)
            await at[1].socket.close()
            # Whoever is away when the next game is set gets their token when they come back.
            hosted = await house.server.hosting.find(id)
            while 1 in hosted.here:
                await asyncio.sleep(0.01)
            told = await at[0].ask("rematch", seat=0)
            again = told["table"]
            assert (await at[0].ask("rematch", seat=0))["token"] == told["token"] != old[0]
        async with serving(tmp_path / "db") as house:
            late = await house.visit(id, old[1])
            other = await late.ask("rematch", seat=1)
            assert other["table"] == again
            assert other["token"] not in (told["token"], *old.values())
            for seat, token in ((0, told["token"]), (1, other["token"])):
                frame = (await house.visit(again, token)).frame
                assert [part["seat"] for part in frame["parts"]] == [seat]
            for token in old.values():
                stranger = await house.socket(again)
                await stranger.socket.send_json({"do": "hello", "token": token})
                assert (await stranger.next())["error"]["id"] == "server.token"
            shown = [text for text in (*late.texts, *house.bodies) if told["token"] in text]
            assert not shown
        stored = (tmp_path / "db").read_bytes()
        assert not [secret for secret in (told["token"], other["token"]) if secret.encode() in stored]

    run(test)


def test_the_host_removes_somebody_with_the_consent_of_the_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", bot_seconds=0.05) as house:
            _, _, at = await house.seated("human", "human", "human", options={"first": 0})
            assert (await at[1].ask("remove", seat=1, at=2))["error"]["id"] == "table.host"
            assert (await at[0].ask("remove", seat=0, at=0))["error"]["id"] == "table.own-seat"
            await at[0].play(0, "add a1")
            assert (await at[0].ask("remove", seat=0, at=2))["type"] == "ok"
            frame = await at[1].until(lambda frame: frame["about"]["asked"])
            assert frame["about"]["asked"] == [0, [1], "remove", 2]
            assert (await at[1].ask("agree", seat=1))["type"] == "ok"
            assert await dismissed(at[2]) == "server.removed"
            frame = await at[1].until(lambda frame: frame["about"]["seats"][2]["kind"] == "bot")
            # What only a bot should know is nobody's, unless all who play agree.
            assert (await at[0].ask("place", seat=0, at=2))["type"] == "ok"
            frame = await at[1].until(lambda frame: frame["about"]["asked"])
            assert frame["about"]["asked"] == [0, [1], "open", 2]
            await at[1].ask("agree", seat=1)
            await at[0].until(lambda frame: frame["about"]["seats"][2]["kind"] == "open")

    run(test)


def test_tables_of_before_are_played_again_with_the_same_tokens(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, at = await house.seated("human", "human", options={"first": 0})
            await at[0].ask("resign", seat=0)
            hosting = house.server.hosting
            hosted = await hosting.find(id)
            chairs = tuple([Chair(holder=digest(token)) for token in tokens.values()])
            again = await hosting.take_in(hosted.about, Seating(chairs), [], "127.0.0.1")
            await hosting.act(hosted, lambda table: table.arrange(table.seating.changed(rematch=again.id)))
            told = await at[1].ask("rematch", seat=1)
            assert (told["table"], told["token"]) == (again.id, tokens[1])

    run(test)


def test_before_the_deal_the_host_removes_somebody_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, (first, second) = await invited(house, "human", "human", "human")
            api = f"/api/tables/{id}"
            nonce = "5" * 64
            bo = await house.socket(id)
            token = (await house.post(f"{api}/join", {"invitation": first, "name": "Bo"}))["token"]
            committed = hashlib.sha256(nonce.encode()).hexdigest()
            await bo.socket.send_json({"do": "hello", "token": token, "commitment": committed})
            await host.until(lambda frame: frame["about"]["waiting"]["come"] == [2])
            assert host.frame["about"]["waiting"]["commitments"] == {"1": committed}
            assert (await host.ask("remove", seat=0, at=1))["type"] == "ok"
            assert await dismissed(bo) == "server.removed"
            about = (await host.until(lambda frame: frame["about"]["waiting"]["come"] == [1, 2]))["about"]
            # Their nonce is not waited for, and the seat is kept for whoever the host invites now.
            assert about["waiting"]["commitments"] == {}
            assert (about["seats"][1]["kind"], about["seats"][1]["invited"]) == ("open", True)
            assert (await refused(house, f"{api}/join", {}))["id"] == "server.full"
            assert (await refused(house, f"{api}/join", {"invitation": first}))["id"] == "server.invitation"
            third = (await host.ask("invite", seat=0, at=1))["invitation"]
            for invitation in (third, second):
                await house.visit(id, (await house.post(f"{api}/join", {"invitation": invitation}))["token"])
            await host.until(has_begun)

    run(test)


def test_a_seat_that_moves_before_the_deal_commits_anew(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, (invitation,) = await invited(house, "human", "human")
            nonces = ["5" * 64, "6" * 64]
            commitments = [hashlib.sha256(nonce.encode()).hexdigest() for nonce in nonces]
            for commitment in commitments:
                link = (await host.ask("invite", seat=0))["invitation"]
                token = (await house.post(f"/api/tables/{id}/join", {"invitation": link}))["token"]
                host = await house.socket(id)
                await host.socket.send_json({"do": "hello", "token": token, "commitment": commitment})
                await host.until(lambda frame: list(frame["about"]["waiting"]["commitments"]) == ["0"])
            assert host.frame["about"]["waiting"]["commitments"] == {"0": commitments[1]}
            await house.visit(id, (await house.post(f"/api/tables/{id}/join", {"invitation": invitation}))["token"])
            await host.until(lambda frame: frame["about"]["waiting"]["reveal"] == [0])
            assert (await host.ask("reveal", seat=0, nonce=nonces[1]))["type"] == "ok"
            await host.until(has_begun)

    run(test)


def test_somebody_is_called_otherwise_and_like_nobody_else() -> None:
    table = Table(parlor.game("pizza-theory"), seating=Seating((Chair(name="Ada"), Chair(), Chair("bot", bot="chef"))))
    rename(table, 1, "ada\u202e")
    assert table.seating.names == {0: "Ada", 1: "ada 2", 2: "Rosa"}
    rename(table, 1, " \u200b ")
    assert table.seating.names == {0: "Ada", 2: "Rosa"}


def test_the_host_sits_where_they_like_and_anybody_ends_the_game_before_a_move(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, made, host, (invitation,) = await invited(house, "human", "greedy", "human", host=2)
            assert made["host"] == 2
            assert [one["seat"] for one in made["tokens"]] == [2]
            sat = await house.post(f"/api/tables/{made['table']}/join", {"invitation": invitation})
            other = await house.visit(made["table"], sat["token"])
            assert sat["seat"] == 0
            assert (await host.until(has_begun))["about"]["may_end"]
            assert (await other.ask("end", seat=0))["type"] == "ok"
            over = await host.until(lambda frame: frame["about"]["outcome"])
            assert over["about"]["outcome"]["reason"] == {"id": "table.outcome.ended", "seat": 0}
            assert [event["id"] for event in part(over, 2)["events"]] == ["table.end"]
            assert (await host.ask("end", seat=2))["error"]["id"] == "table.over"
            wrong = {"game": "pizza-theory", "seats": [{"kind": "human"}, {"kind": "bot"}], "host": 1}
            assert (await refused(house, "/api/tables", wrong, 400))["id"] == "table.not-human"

    run(test)


def test_a_table_that_waits_is_ended_and_comes_back_so(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, host, _ = await invited(house, "human", "human")
            assert (await host.ask("end", seat=0))["type"] == "ok"
        async with serving(tmp_path / "db") as house:
            about = await house.get(f"/api/tables/{id}")
            assert about["outcome"]["winners"] == []
            assert about["waiting"] is None

    run(test)
