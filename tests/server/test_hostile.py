"""Clients that mean harm: whatever they send, they get a documented error or are closed, and no table changes."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest

import parlor
from parlor.core.chance import Seed
from parlor.server.connection import Connection
from parlor.table import Table

from .house import Home, House, run, serving

OTHER_MOVES = [
    "add a1",
    "put a1",
    "divide 10-2,3-6+,7-9",
    "take 1",
    "lay eye 0,0",
    "pass",
    "",
    "cut 99",
    "\x00",
    "é" * 200,
]


async def fingerprint(house: Home, id: str) -> tuple[object, ...]:
    """All that is kept of a table."""
    await house.get("/health")
    hosted = await house.server.hosting.find(id)
    return await house.server.hosting.store.load(id), hosted.table.state.dump(), hosted.table.record.dumps()


def messages(token: str) -> list[str | bytes]:
    """What no server should have to read."""
    deep = 3000
    wrong: list[Any] = [
        {},
        [],
        None,
        "play",
        {"do": "dance"},
        {"do": ["play"]},
        {"do": "play"},
        {"do": "play", "seat": 0, "move": "cut 1", "line": "3"},
        {"do": "play", "seat": -1, "move": "cut 1", "line": 3},
        {"do": "play", "seat": 2**70, "move": "cut 1", "line": 3},
        {"do": "play", "seat": 0, "move": "cut 1", "line": 2**70},
        {"do": "play", "seat": 0, "move": 7, "line": 3},
        {"do": "play", "seat": 0, "move": "x" * 201, "line": 3},
        {"do": "play", "seat": 0, "move": "cut 1", "line": 3, "extra": True},
        {"do": "play", "seat": 0, "move": "cut 1", "line": 3, "note": 1.5},
        {"do": "play", "seat": 1, "move": "cut 1", "line": 3},
        {"do": "play", "seat": 0, "move": "cut 1", "line": 2},
        {"do": "play", "seat": 0, "move": "cut 1", "line": 4},
        {"do": "play", "seat": 0, "move": "cut 1", "line": -1},
        {"do": "resign", "seat": 1},
        {"do": "undo", "seat": 2},
        {"do": "agree", "seat": 0},
        {"do": "disagree", "seat": 0},
        {"do": "rematch", "seat": 0},
        {"do": "place", "seat": 0, "at": 1, "bot": "random"},
        {"do": "place", "seat": 0, "at": 9, "bot": "random"},
        {"do": "place", "seat": 0, "at": 1},
        {"do": "remove", "seat": 0},
        {"do": "remove", "seat": 0, "at": 0},
        {"do": "remove", "seat": 0, "at": 9},
        {"do": "remove", "seat": 1, "at": 2},
        {"do": "invite", "seat": 0, "at": 1},
        {"do": "invite", "seat": 0, "at": 9},
        {"do": "invite", "seat": 0, "at": "0"},
        {"do": "invite", "seat": 1},
        {"do": "parts", "seat": 0, "picked": ["{}" * 30] * 40},
        {"do": "parts", "seat": 0, "picked": [[]]},
        {"do": "hello", "token": token},
        {"do": "hello", "token": "x" * 101},
        *({"do": "play", "seat": 0, "move": move, "line": 3} for move in OTHER_MOVES if move != "cut 1"),
    ]
    return [
        *(json.dumps(data) for data in wrong),
        "",
        "{",
        "nonsense",
        '{"do":"play","do":"resign","seat":1}',
        '{"do":"hello","token":"\\ud800"}',
        '{"do":"play","seat":0,"line":3,"move":"\\ud800\\u0000"}',
        '{"do":"parts","seat":0,"picked":' + "[" * deep + "]" * deep + "}",
        "[" * 8000,
        "9" * 5000,
        '{"note":NaN,"do":"undo"}',
    ]


def test_malformed_and_forbidden_messages_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, at = await house.before_the_cut()
            before = await fingerprint(house, id)
            hostile = await house.visit(id, tokens[0])
            for message in messages(tokens[1]):
                await hostile.socket.send_str(message if isinstance(message, str) else message.decode())
                while (answer := await hostile.next())["type"] == "frame":
                    pass
                assert answer["type"] == "error", (message, answer)
                assert set(answer) == {"type", "note", "error", "text"}
                assert answer["error"]["id"] != "server.failed", message
                assert not answer["text"].startswith(answer["error"]["id"]), answer
            assert await fingerprint(house, id) == before
            # Who was there is still served.
            assert (await at[1].play(1, "cut 2"))["type"] == "ok"

    run(test)


@pytest.mark.parametrize("name", parlor.games.names())
def test_moves_of_other_games_are_refused(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            seats = ["human"] * parlor.game(name).seat_counts[0]
            id, _, at = await house.seated(*seats, game=name)
            seat = at[0].frame["about"]["to_act"][0]
            visitor = at[seat]
            before = await fingerprint(house, id)
            opened = visitor.frame["parts"][0]["opened"]
            for other in parlor.games.names():
                if other == name:
                    continue
                state = parlor.game(other).new()
                while state.to_act == (-1,):
                    state.apply(-1, state.chance()[0][0])
                move = str(state.legal_moves(state.to_act[0])[0])
                answer = await visitor.ask("play", seat=seat, move=move, line=opened)
                assert answer["type"] == "error"
            assert (await visitor.ask("play", seat=seat, move="nonsense", line=opened))["type"] == "error"
            assert await fingerprint(house, id) == before

    run(test)


def test_a_first_message_that_is_no_hello_closes(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", hello_seconds=0.3) as house:
            id, tokens, _ = await house.table("human", "human")
            other, others, _ = await house.table("human", "human")
            assert other != id
            hellos = {
                '{"do":"play","seat":0,"move":"add a1","line":0}': "server.hello-first",
                "nonsense": "server.message",
                "[" * 8000: "server.message",
                json.dumps({"do": "hello", "token": others[0]}): "server.token",
                json.dumps({"do": "hello", "token": tokens[0][:-1]}): "server.token",
                json.dumps({"do": "hello", "token": ""}): "server.token",
                '{"do":"hello","token":"\\u00e9"}': "server.token",
            }
            for message, error in hellos.items():
                visitor = await house.socket(id)
                await visitor.socket.send_str(message)
                assert (await visitor.next())["error"]["id"] == error
                assert await visitor.closed() == 1008
            binary = await house.socket(id)
            await binary.socket.send_bytes(b"\x00\x01")
            assert (await binary.next())["error"]["id"] == "server.message"
            assert await binary.closed() == 1008
            nowhere = await house.socket("nowhere")
            await nowhere.socket.send_str('{"do":"hello"}')
            assert (await nowhere.next())["error"]["id"] == "server.no-table"
            silent = await house.socket(id)
            assert await silent.closed() == 1008

    run(test)


def test_binary_and_huge_frames_close(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.seated("human", "human")
            before = await fingerprint(house, id)
            for send, code in (("bytes", 1003), ("huge", 1009), ("huge first", 1009)):
                if send == "huge first":
                    visitor = await house.socket(id)
                else:
                    visitor = await house.visit(id)
                if send == "bytes":
                    await visitor.socket.send_bytes(b"\xff" * 10)
                else:
                    await visitor.socket.send_str("x" * 100_000)
                assert await visitor.closed() == code
            assert (await fingerprint(house, id))[1:] == before[1:]
            assert (await house.visit(id, tokens[0])).frame

    run(test)


def test_a_flood_of_messages_is_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", messages_per_second=20) as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            flooder = await house.visit(id, tokens[1])
            for _ in range(500):
                await flooder.socket.send_str('{"do":"undo","seat":1}')
            assert await flooder.closed() == 1008
            assert len(flooder.texts) < 60
            # One address gets no more by opening more sockets.
            answered = 0
            for _ in range(8):
                again = await house.socket(id)
                await again.socket.send_str('{"do":"hello"}')
                for _ in range(60):
                    await again.socket.send_str("{}")
                await again.closed()
                answered += len(again.texts)
            assert answered < 250

    run(test)


def test_a_flood_of_requests_tables_and_sockets_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        settings: dict[str, Any] = {"requests_per_second": 10, "tables_per_hour": 3, "sockets": 2}
        async with serving(tmp_path / "db", **settings) as house:
            for _ in range(3):
                id, _, _ = await house.table("human", "human")
            new = {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2}
            assert (await house.post("/api/tables", new, 429))["error"]["id"] == "server.too-many-tables"
            for _ in range(2):
                await house.visit(id)
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await house.socket(id)
            assert refused.value.status == 429
            statuses = []
            for _ in range(60):
                async with house.client.get(f"{house.url}/api/bots") as response:
                    statuses.append(response.status)
            assert 429 in statuses
            await house.get("/health")

    run(test)


def test_a_rematch_is_a_table_of_the_address_that_asks(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", tables_per_hour=3) as house:
            id, tokens, _ = await house.table("human", "random")
            token = tokens[0]
            for _ in range(2):
                visitor = await house.visit(id, token)
                await visitor.ask("resign", seat=0)
                await visitor.until(lambda frame: frame["about"]["outcome"])
                told = await visitor.ask("rematch", seat=0)
                id, token = told["table"], told["token"]
            visitor = await house.visit(id, token)
            await visitor.ask("resign", seat=0)
            await visitor.until(lambda frame: frame["about"]["outcome"])
            assert (await visitor.ask("rematch", seat=0))["error"]["id"] == "server.too-many-tables"
            about = await house.get(f"/api/tables/{id}")
            assert (about["rematch"], about["wants_rematch"]) == (None, [])

    run(test)


def test_pages_of_other_origins_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", origins=("https://friends.example",)) as house:
            id, _, _ = await house.table("human", "human")
            for origin in ("https://evil.example", "null", "http://[", f"{house.url}.evil.example"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await house.socket(id, headers={"Origin": origin})
                assert refused.value.status == 403
                answer = await house.post("/api/tables", {}, 403, headers={"Origin": origin})
                assert answer["error"]["id"] == "server.origin"
            for origin in ("https://friends.example", house.url):
                await house.socket(id, headers={"Origin": origin})

    run(test)


def test_every_answer_carries_a_strict_policy(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            for path in ("/api/games", "/api/tables/none", "/nowhere", "/health", "/metrics", "/api/openapi.json"):
                async with house.client.get(house.url + path) as response:
                    policy = response.headers["Content-Security-Policy"]
                    assert policy.startswith("default-src 'self'")
                    assert "unsafe" not in policy
                    assert "frame-ancestors 'none'" in policy
                    assert response.headers["X-Content-Type-Options"] == "nosniff"
                    assert response.headers["Referrer-Policy"] == "no-referrer"

    run(test)


def test_wrong_requests_are_documented_errors(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            seats = [{"kind": "human"}, {"kind": "human"}]
            wrong: list[tuple[Any, str]] = [
                ({"game": "chess", "seats": seats}, "game.unknown"),
                ({"game": "pizza-theory", "seats": seats * 4}, "option.seats"),
                ({"game": "pizza-theory", "seats": []}, "server.message"),
                ({"game": "pizza-theory", "seats": seats, "options": {"first": 1.0}}, "option.value"),
                ({"game": "pizza-theory", "seats": seats, "options": {"first": [1]}}, "option.value"),
                ({"game": "pizza-theory", "seats": seats, "options": {"x" * 900: 1}}, "option.unknown"),
                ({"game": "pizza-theory", "seats": [{"kind": "bot", "bot": "x"}, *seats[1:]]}, "bot.unknown"),
                ({"game": "pizza-theory", "seats": seats, "clock": {"seconds": -1}}, "server.message"),
                ({"game": "pizza-theory", "seats": seats, "more": 1}, "server.message"),
            ]
            for body, error in wrong:
                answer = await house.post("/api/tables", body, 400)
                assert answer["error"]["id"] == error, answer
                assert len(answer["text"]) < 400
            for raw in (b"", b"\xff\xfe", b"[" * 60_000, b"{" * 5):
                answer = await house._request("POST", "/api/tables", 400, data=raw)
                assert answer["error"]["id"] == "server.message"
            assert (await house._request("POST", "/api/tables", 413, data=io.BytesIO(b"x" * 2**21)))["error"][
                "status"
            ] == 413
            for raw in (b"", b"\xff", b"{}\n", b"[" * 100_000):
                await house._request("POST", "/api/records", 400, data=raw)
            assert (await house._request("DELETE", "/api/tables", 405))["error"]["status"] == 405
            assert (await house.get("/api/tables/..%2f..%2fetc", 404))["error"]["id"] == "server.no-table"
            assert await house.get("/api/tables") == []

    run(test)


def test_nonsense_in_options_and_records_is_refused_in_words(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", tables_per_hour=1000) as house:
            seats = [{"kind": "human"}, {"kind": "human"}]
            nonsense: list[Any] = ["x", 1.5, 1e300, True, [1], {"a": 1}, 2**62, -1, [[[[]]]]]
            for option in ("round_limit", "first", "unselected", "edition"):
                for value in nonsense:
                    body = {"game": "pizza-theory", "seats": seats, "options": {option: value}}
                    answer = await house.post("/api/tables", body, 400)
                    assert answer["error"]["id"] == "option.value"
                    assert f"“{option}” cannot be" in answer["text"]
            for game, option in (
                ("wicked-pizza", "cards"),
                ("new-york-slice", "specials"),
                ("new-york-slice", "components"),
            ):
                for value in (*nonsense, "a = " + "[" * 5000 + "\n", "a" + ".a" * 20_000 + "\n", "x\x00.toml"):
                    body = {"game": game, "seats": seats, "options": {option: value}}
                    answer = await house.post("/api/tables", body, 400)
                    assert answer["error"]["id"] != "server.failed"
            table = Table(parlor.game("pizza-theory"), seats=2, seed=Seed("hostile"))
            while table.to_act:
                seat = table.to_act[0]
                table.play(seat, table.view(seat).legal_moves[0])
            written = table.record.dumps().splitlines()
            for number, field in ((0, "seats"), (0, "rules"), (0, "options"), (2, "seat"), (2, "line"), (2, "play")):
                for value in (1.0, True, None, [], {}, "1", 2**70, float("nan"), "\ud800"):
                    lines = [*written]
                    lines[number] = json.dumps({**json.loads(lines[number]), field: value})
                    if lines[number] == written[number] or (field == "options" and value == {}):
                        continue
                    raw = ("\n".join(lines) + "\n").encode()
                    answer = await house._request("POST", "/api/records", 400, data=raw)
                    assert answer["error"]["id"] != "server.failed", (field, value)
                    assert not answer["text"].startswith(answer["error"]["id"])

    run(test)


def raw_socket(house: House, id: str) -> socket.socket:
    """A WebSocket whose other end does only what the test does."""
    parts = urlsplit(house.url)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect((parts.hostname, parts.port))
    request = (
        f"GET /api/tables/{id}/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    hello = b'{"do":"hello"}'
    raw.sendall(request.encode() + b"\x81" + bytes([0x80 | len(hello)]) + b"\0\0\0\0" + hello)
    return raw


def test_half_open_sockets_are_dropped_by_the_heartbeat(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", heartbeat=0.3, requests_per_second=1e6) as house:
            id, _, _ = await house.table("human", "human")
            patient = await house.visit(id)
            hosted = await house.server.hosting.find(id)
            # They never answer a ping; the patient visitor does, as long as it reads, and sees them come and go.
            listening = asyncio.create_task(patient.closed())
            for _ in range(3):
                half_open = [raw_socket(house, id) for _ in range(5)]
                while len(hosted.readers) < 6:
                    await asyncio.sleep(0.01)
                while len(hosted.readers) > 1:
                    await asyncio.sleep(0.05)
                for raw in half_open:
                    raw.close()
            assert not listening.done()
            listening.cancel()

    run(test)


def test_a_slow_reader_gets_only_the_latest_frame(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            slow = raw_socket(house, id)
            player = (await house.come(id, tokens))[0]
            hosted = await house.server.hosting.find(id)
            while len(hosted.readers) < 3:
                await asyncio.sleep(0.01)
            reader = next(reader for reader in hosted.readers if not reader.seats)
            assert isinstance(reader, Connection)
            # The system would hold megabytes for it.
            reader._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            moves = 0
            while reader._waiting is None:
                await player.play(0, "add a1")
                await player.ask("undo", seat=0)
                moves += 2
                assert moves < 2000
            for _ in range(60):
                await player.play(0, "add a1")
                await player.ask("undo", seat=0)
            last = player.frame["about"]["line"]
            # It reads at last: what was under way, and then the table as it is now.
            slow.setblocking(False)
            loop = asyncio.get_running_loop()
            text = b""
            while f'"line":{last},'.encode() not in text[-5000:]:
                text += await asyncio.wait_for(loop.sock_recv(slow, 1 << 20), 10)
            lines = [int(line) for line in re.findall(rb'"line":(\d+),"to_act"', text)]
            assert lines == sorted(lines)
            gaps = [later - earlier for earlier, later in pairwise(lines)]
            assert max(gaps) > 100, "the frames in between should have been left out"
            slow.close()

    run(test)


def test_idle_tables_expire_but_not_while_somebody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        second = 1 / 86_400
        async with serving(tmp_path / "db", idle_days=0.4 * second, sweep_seconds=0.1) as house:
            watched, tokens, _ = await house.table("human", "human")
            await house.visit(watched, tokens[0])
            idle, _, _ = await house.table("human", "human")
            while idle in house.server.hosting.tables:
                await asyncio.sleep(0.02)
            assert (await house.get(f"/api/tables/{idle}", 404))["error"]["id"] == "server.no-table"
            assert (await house.get(f"/api/tables/{watched}"))["table"] == watched

    run(test)


def test_logs_name_no_token_and_no_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def test() -> None:
        async with serving(tmp_path / "db", behind_proxy=True) as house:
            headers = {"X-Forwarded-For": "198.51.100.7, 203.0.113.9"}
            answer = await house.post("/api/tables", {"game": "chess", "seats": [{}]}, 400, headers=headers)
            assert answer["error"]["id"] == "game.unknown"

    run(test)
    assert "203.0.113.9" not in caplog.text
    assert "198.51.100.7" not in caplog.text


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", behind_proxy=True, tables_per_hour=1) as house:
            new = {"game": "pizza-theory", "seats": [{"kind": "human"}] * 2}
            for forwarded, status in (
                ("203.0.113.9", 201),
                ("203.0.113.9", 429),
                ("made up, 203.0.113.9", 429),
                ("203.0.113.10", 201),
                ("2001:db8::1", 201),
                ("2001:db8::2", 429),
            ):
                await house.post("/api/tables", new, status, headers={"X-Forwarded-For": forwarded})

    run(test)
