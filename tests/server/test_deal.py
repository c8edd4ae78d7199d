"""The deal on a server: it waits for everybody, and everybody's nonce is in it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

import aiohttp

import parlor
from parlor.core.fields import Data
from parlor.core.record import parse_record, verify

from .house import House, Visitor, has_begun, process, run, serving


class Committed:
    """Somebody with a nonce, at one table."""

    def __init__(self) -> None:
        self.nonce = secrets.token_hex(32)
        self.commitment = hashlib.sha256(self.nonce.encode()).hexdigest()
        self.visitor: Visitor

    async def come(self, house: House, table: str, token: str) -> Visitor:
        self.visitor = await house.socket(table)
        hello = {"do": "hello", "token": token, "commitment": self.commitment}
        await self.visitor.socket.send_str(json.dumps(hello))
        seat = (await self.visitor.until(lambda frame: True))["parts"][0]["seat"]
        await self.visitor.until(lambda frame: has_begun(frame) or seat not in waiting(frame)["come"])
        return self.visitor

    async def reveal(self, seat: int) -> Data:
        return await self.visitor.ask("reveal", seat=seat, nonce=self.nonce)


def waiting(frame: Data) -> Data:
    found: Data = frame["about"]["waiting"]
    return found


async def finished(house: House, table: str, at: dict[int, Visitor]) -> Any:
    await at[0].ask("resign", seat=0)
    await at[0].until(lambda frame: frame["about"]["outcome"])
    return await house.get(f"/api/tables/{table}/record")


def test_a_table_has_no_position_until_all_have_come_committed_and_revealed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, made = await house.table("human", "human", options={"first": None}, clock={"seconds": 60})
            assert (made["line"], made["to_act"]) == (0, [])
            assert (made["waiting"]["come"], made["waiting"]["reveal"]) == ([0, 1], [])
            people = {seat: Committed() for seat in tokens}
            first = await people[0].come(house, id, tokens[0])
            spectator = await house.visit(id)
            for frame, seat in ((first.frame, 0), (spectator.frame, None)):
                assert frame["parts"] == [{"seat": seat, "events": []}]
                assert waiting(frame)["come"] == [1]
            await first.socket.send_str('{"do":"chat","seat":0,"phrase":"hello"}')
            while (await spectator.next())["type"] != "chat":
                pass
            while (await first.next())["type"] != "ok":
                pass
            for do, more in (
                ("play", {"move": "add a1", "line": 0}),
                ("undo", {}),
                ("resign", {}),
                ("parts", {}),
                ("look", {"line": 0}),
                ("hint", {}),
                ("reveal", {"nonce": people[0].nonce}),
            ):
                assert (await first.ask(do, seat=0, **more))["type"] == "error", do
            assert (await house.get(f"/api/tables/{id}"))["waiting"]["come"] == [1]
            assert (await house.get(f"/api/tables/{id}/record"))["lines"] == [{"line": 1, "events": []}]
            second = await people[1].come(house, id, tokens[1])
            assert waiting(second.frame)["reveal"] == [0, 1]
            assert waiting(second.frame)["commitments"] == {str(seat): one.commitment for seat, one in people.items()}
            wrong = await second.ask("reveal", seat=1, nonce=people[0].nonce)
            assert wrong["error"]["id"] == "deal.wrong"
            assert (await people[0].reveal(0))["type"] == "ok"
            assert (await people[1].reveal(1))["type"] == "ok"
            begun = await second.until(has_begun)
            assert begun["about"]["to_act"] != []
            assert begun["parts"][0]["view"]["seat"] == 1
            # Nobody was sent the nonce of another.
            for seat, one in people.items():
                others = [visitor for visitor in (first, second, spectator) if visitor is not one.visitor]
                assert not any(people[seat].nonce in text for visitor in others for text in visitor.texts)
            text = await finished(house, id, {0: first, 1: second})
            record = parse_record(text, parlor.game)
            assert verify(record) > 0
            assert record.deal.nonces == {seat: one.nonce for seat, one in people.items()}

    run(test)


def test_one_person_and_bots_begin_at_once_and_a_client_without_a_nonce_is_marked(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "random")
            one = Committed()
            visitor = await one.come(house, id, tokens[0])
            assert waiting(visitor.frame)["reveal"] == [0]
            await one.reveal(0)
            assert has_begun(await visitor.until(has_begun))
            _, _, bots = await house.table("random", "random")
            assert bots["waiting"] is None
            old, tokens, _ = await house.table("human", "human")
            new = Committed()
            await new.come(house, old, tokens[0])
            plain = await house.visit(old, tokens[1])
            await new.reveal(0)
            await plain.until(has_begun)
            record = parse_record(await finished(house, old, {0: new.visitor}), parlor.game)
            verify(record)
            assert list(record.deal.nonces) == [0]

    run(test)


def test_the_first_commitment_stands_while_whoever_made_it_is_here(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "human")
            first, other, third = Committed(), Committed(), Committed()
            await first.come(house, id, tokens[0])
            await other.come(house, id, tokens[0])
            assert waiting(other.visitor.frame)["commitments"] == {"0": first.commitment}
            for one in (first, other):
                await one.visitor.socket.close()
            watching = await house.visit(id)
            await watching.until(lambda frame: not frame["about"]["seats"][0]["here"])
            # What both had is lost with them.
            await third.come(house, id, tokens[0])
            await watching.until(lambda frame: waiting(frame)["commitments"] == {"0": third.commitment})

    run(test)


def test_commitments_and_nonces_survive_a_kill_in_the_middle(tmp_path: Path) -> None:
    async def test() -> None:
        database = tmp_path / "db"
        people = [Committed(), Committed()]
        async with aiohttp.ClientSession() as client:
            with process(database) as server:
                house = House(server.url, client)
                id, tokens, _ = await house.table("human", "human", options={"first": None})
                for seat, one in enumerate(people):
                    await one.come(house, id, tokens[seat])
                assert (await people[0].reveal(0))["type"] == "ok"
                server.kill()
            with process(database) as server:
                house = House(server.url, client)
                about = await house.get(f"/api/tables/{id}")
                assert (about["waiting"]["come"], about["waiting"]["reveal"]) == ([], [1])
                for seat, one in enumerate(people):
                    await one.come(house, id, tokens[seat])
                assert (await people[1].reveal(1))["type"] == "ok"
                at = {seat: one.visitor for seat, one in enumerate(people)}
                await asyncio.gather(*(visitor.until(has_begun) for visitor in at.values()))
                record = parse_record(await finished(house, id, at), parlor.game)
                verify(record)
                assert record.deal.nonces == {seat: one.nonce for seat, one in enumerate(people)}
                assert record.deal.rounds == 1
                await house.leave()

    run(test)
