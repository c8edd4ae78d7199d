"""Odd requests and odd names: no mistake of the server comes of them, and no log repeats them."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from parlor.server.limits import household
from parlor.server.names import clean_name, told_apart
from parlor.web.app import make_site

from .house import run, serving
from .test_door import request, say

MARK = "visitor-said-this"
MANY = "9" * 5000
PATHS = [
    "/static/%00",
    f"/static/{'a' * 5000}",
    "/static/..%2fapp.py",
    "/table/%00",
    "/table/%ed%a0%80",
    "/table/\xff\xfe",
    f"/drawing/{{id}}/{MANY}.svg",
    f"/drawing/{{id}}/1.svg?seat={MANY}",
    f"/replay/{{id}}?seat={MANY}",
    "/replay/{id}?seat=%ff",
    "/replay/{id}?seat=%D9%A1",
    "/rules/%00",
    "/face/%00.svg",
    "/?%ff=%ff&language=%ff",
    "http://[/",
    "*",
]
HEADERS = [
    "Origin: \xff\xfe",
    "Origin: http://[",
    "Cookie: language=\xff; \xfe",
    "Accept-Language: \xff",
    "If-None-Match: \xff",
    "Authorization: Bearer \xff",
    "Content-Length: -1",
    f"Content-Length: {MANY}",
    "Transfer-Encoding: gzip",
    "Expect: \xff",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \xff",
    f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {MARK}",
]
BODIES = [
    '{"seat":0.0}',
    '{"seat":1e400}',
    f'{{"seat":{MANY}}}',
    '{"seat":NaN}',
    '{"name":"\\ud800"}',
    '{"invitation":"\\ud800"}',
    "\xed\xa0\x80",
    f'"{MARK}',
]


def test_no_request_makes_the_server_fail_and_no_log_repeats_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def test() -> None:
        async with serving(tmp_path / "db", make_site) as house:
            id, _, at = await house.seated("human", "random")
            await at[0].ask("resign", seat=0)
            mark, close = f"X-Mark: {MARK}", "Connection: close"
            texts = [request(f"GET {path.replace('{id}', id)}", mark, close) for path in PATHS]
            for path in ("/api/games", f"/api/tables/{id}/socket", "/static/parlor.css", "/nowhere"):
                texts += [request(f"GET {path}", mark, header) for header in HEADERS]
            for body in BODIES:
                raw = body.encode("latin-1")
                for path in ("/api/tables", f"/api/tables/{id}/join", f"/api/tables/{id}/webhook", "/api/records"):
                    texts.append(request(f"POST {path}", mark, close, f"Content-Length: {len(raw)}", body=raw))
            texts += [f"{MARK}\r\n\r\n".encode(), b"\x16\x03\x01" + MARK.encode() + b"\r\n\r\n"]
            for text in texts:
                status, said = await (await say(house, text)).answer()
                assert 100 <= status < 500, (text[:200], said)
            # Whoever leaves in the middle of an upload has left, and a line says so.
            for how in (b"\0" * 8, b"\1\0\0\0\0\0\0\0"):
                for line in ("POST /api/tables", "POST /api/records", "POST /qr"):
                    with socket.create_connection((urlsplit(house.url).hostname, urlsplit(house.url).port)) as raw_one:
                        raw_one.sendall(request(line, "Content-Length: 300", body=MARK.encode()))
                        await asyncio.sleep(0.02)
                        raw_one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, how)
            while caplog.text.count("an upload broke off") < 6:
                await asyncio.sleep(0.02)

    run(test)
    logged = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert logged == ["an upload broke off"] * 6
    assert MARK not in caplog.text
    assert "127.0.0.1" not in caplog.text


def test_the_choice_of_a_language_leads_to_no_other_host(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", make_site) as house:
            for path in ("//evil.example/", "/%5Cevil.example/", "/\\evil.example/", "///evil.example", "/%0d%0aa:b"):
                _, said = await (
                    await say(house, request(f"GET {path}", "Accept: text/html", "Connection: close"))
                ).answer()
                links = re.findall(r'href="([^"]*language=[^"]*)"', said.decode())
                assert links
                assert not [link for link in links if urlsplit(urljoin(f"http://here{path}", link)).netloc != "here"]
                _, said = await (await say(house, request(f"GET {path}?language=fr", "Connection: close"))).answer()
                (place,) = [line for line in said.decode().split("\r\n") if line.startswith("Location: ")]
                found = urlsplit(place.removeprefix("Location: "))
                assert (found.scheme, found.netloc) == ("", "")
                assert found.path.startswith("/")
                assert found.path[1:2] not in ("/", "\\")

    run(test)


def test_lists_hold_no_options(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, made = await house.table("human", "open", listed=True, options={"edition": "fr"})
            (listed,) = await house.get("/api/tables")
            assert listed["table"] == id
            assert "options" not in listed
            assert made["options"]["edition"] == "fr"

    run(test)


def test_of_a_record_nothing_is_kept_but_what_happened(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.seated("human", "random")
            await at[0].ask("resign", seat=0)
            head, *lines = (await house.get(f"/api/tables/{id}/record")).splitlines()
            more = [json.dumps({**json.loads(line), "more": [{}] * 9_000}) for line in lines]
            taken_in = await house._request("POST", "/api/records", 201, data="\n".join([head, *more]))
            _, *kept = (await house.get(f"/api/tables/{taken_in['table']}/record")).splitlines()
            assert kept == lines

    run(test)


def test_of_several_forwarded_lines_the_last_counts(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", behind_proxy=True, tables_per_hour=1) as house:
            body = json.dumps({"game": "pizza-theory", "seats": [{}, {}]}).encode()
            for lines, expected in (
                (["203.0.113.9"], 201),
                (["198.51.100.1", "203.0.113.9"], 429),
                (["198.51.100.1", "::ffff:203.0.113.9"], 429),
                (["203.0.113.9", "198.51.100.1"], 201),
            ):
                forwarded = [f"X-Forwarded-For: {line}" for line in lines]
                text = request("POST /api/tables", *forwarded, f"Content-Length: {len(body)}", body=body)
                assert (await (await say(house, text)).answer())[0] == expected, lines

    run(test)


def test_a_household_is_an_address_or_a_network() -> None:
    assert household("::ffff:203.0.113.9") == household("203.0.113.9") == "203.0.113.9"
    assert household("2001:db8::1") == household("2001:db8::2") != household("2001:db8:0:1::1")
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("") == household("1.2.3.4:80") == "unknown"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\u2028", "Ada Lovelace"),
        ("\u202eadA\u2066", "adA"),
        ("\u3164\u115f\u2800", None),
        ("\u0301\u0301", None),
        ("Zoe\u0308", "Zoë"),
        ("a" + "\u0336" * 30, "a" + "\u0336" * 2),
        (" \u0301x", "x"),
        ("\ud800", None),
        ("\u200b", None),
        (None, None),
    ],
)
def test_names_are_what_shows_of_them(name: str | None, shown: str | None) -> None:
    assert clean_name(name) == shown


def test_names_that_look_alike_are_told_apart() -> None:
    for other in ("Ada", "ada", "\u0410d\u0430", "\uff21da", "A.d a", "Àda", "A\u200bda"):
        assert told_apart(other, ["Ada"]) == f"{clean_name(other)} 2"
    assert told_apart("Ada", ["Ada", "Ada 2", None]) == "Ada 3"
    for other in ("PauI", "Pau|", "Pau1", "Pau\u01c0", "P\u0251ul"):
        assert told_apart(other, ["Paul"]) == f"{other} 2"
    assert told_apart("Bo", ["Ada", "Bob"]) == "Bo"
    assert told_apart("x" * 40, ["x" * 40]) == "x" * 37 + " 2"
    assert told_apart("\u6771\u4eac", ["\u4eac\u6771"]) == "\u6771\u4eac"


def test_people_at_a_table_are_told_apart(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
            made = await house.post("/api/tables", {"game": "pizza-theory", "seats": seats}, 201)
            for name in ("\u0410da", "ADA"):
                await house.post(f"/api/tables/{made['table']}/join", {"name": name})
            found = await house.get(f"/api/tables/{made['table']}")
            assert [seat["name"] for seat in found["seats"]] == ["Ada", "\u0410da 2", "ADA 3"]

    run(test)


def test_a_browser_asks_whether_the_server_is_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            id, _, at = await house.seated("human", "human")
            for visitor in (at[0], await house.visit(id)):
                assert await visitor.ask("here") == {"type": "ok", "note": 1}

    run(test)
