"""Connections that ask for much, or for nothing, or never read: each is bounded, and everybody else gets in."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import zlib
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from parlor.server.connection import LARGEST_BACKLOG, Connection
from parlor.server.door import BESIDES, LARGEST_HEAD
from parlor.server.guard import LARGEST_BODY, LARGEST_RECORD, RECORDS_OF_ONE
from parlor.web.app import LONGEST_LINK, make_site

from .house import PATIENCE, House, run, serving
from .test_hostile import raw_socket

PING = b"\x89\x80\0\0\0\0"


class Raw:
    """A connection on which a test says what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def answer(self) -> tuple[int, bytes]:
        """The status and all that comes until the server hangs up, or 0 if it does without a word."""
        text = b""
        with suppress(ConnectionError):
            while piece := await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE):
                text += piece
                head, _, body = text.partition(b"\r\n\r\n")
                if (length := re.search(rb"Content-Length: (\d+)", head)) and len(body) == int(length[1]):
                    break
        self.writer.close()
        found = re.match(rb"HTTP/1.\d (\d+) ", text)
        return int(found[1]) if found else 0, text


async def say(house: House, text: bytes) -> Raw:
    parts = urlsplit(house.url)
    raw = Raw(*await asyncio.open_connection(parts.hostname, parts.port))
    raw.writer.write(text)
    return raw


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", "Host: x", *headers, "", ""]).encode("latin-1") + body


def is_closed(raw: socket.socket) -> bool:
    raw.setblocking(False)
    try:
        return raw.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_nothing_compressed_is_inflated_whatever_the_path(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", make_site) as house:
            bomb = zlib.compress(b"\0" * (64 << 20))
            length = f"Content-Length: {len(bomb)}"
            for path in ("/api/tables", "/api/records", "/qr", "/nowhere", "/?language=fr"):
                for method in ("POST", "GET"):
                    for coding in ("deflate", "gzip", "br", "identity, gzip"):
                        text = request(f"{method} {path}", length, f"Content-Encoding: {coding}", body=bomb)
                        status, said = await (await say(house, text)).answer()
                        assert status == 415, (path, method, coding, said)
                        assert b"server.http" in said
            plain = b'{"game":"pizza-theory","seats":[{},{}]}'
            made = request(
                "POST /api/tables", f"Content-Length: {len(plain)}", "Content-Encoding: identity", body=plain
            )
            assert (await (await say(house, made)).answer())[0] == 201

    run(test)


def test_bodies_are_bounded_by_route_before_they_are_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", make_site) as house:
            id, _, _ = await house.table("human", "open")
            routes = {
                "POST /api/tables": LARGEST_BODY,
                f"POST /api/tables/{id}/join": LARGEST_BODY,
                "POST /api/records": LARGEST_RECORD,
                "POST /qr": LONGEST_LINK,
                "GET /api/tables": 0,
                "GET /nowhere": 0,
            }
            for line, most in routes.items():
                # Not one byte of it is sent: the answer does not wait for any.
                raw = await say(house, request(line, f"Content-Length: {most + 1}"))
                assert (await raw.answer())[0] == 413, line
                raw = await say(house, request(line, "Transfer-Encoding: chunked"))
                with suppress(ConnectionError):
                    for _ in range(0, most + 1, 1 << 16):
                        raw.writer.write(b"10000\r\n" + b" " * (1 << 16) + b"\r\n")
                        await raw.writer.drain()
                assert (await raw.answer())[0] == 413, line

    run(test)


def test_nobody_is_waited_for_without_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", head_seconds=0.3, body_seconds=0.3) as house:
            silent = await say(house, b"")
            slow = await say(house, b"GET /api/games HTTP/1.1\r\nHost: x\r\nA: ")
            upload = await say(house, request("POST /api/tables", "Content-Length: 500", body=b"{"))
            chunked = await say(house, request("POST /api/records", "Transfer-Encoding: chunked", body=b"5\r\nab"))
            assert (await upload.answer())[0] == 408
            assert (await chunked.answer())[0] == 408
            assert (await silent.answer())[0] == 0
            assert (await slow.answer())[0] == 0
            await house.get("/health")

    run(test)


def test_a_head_without_end_is_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            raw = await say(house, b"GET / HTTP/1.1\r\n")
            sent = 0
            with suppress(ConnectionError):
                while sent < 4 * LARGEST_HEAD and not raw.reader.at_eof():
                    raw.writer.write(b"A: " + b"a" * 4000 + b"\r\n")
                    await raw.writer.drain()
                    await asyncio.sleep(0.01)
                    sent += 4000
            assert sent < 3 * LARGEST_HEAD
            raw.writer.close()

    run(test)


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_one_address_holds_only_so_many_connections_but_a_proxy_any(tmp_path: Path, behind_proxy: bool) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", sockets=1, behind_proxy=behind_proxy) as house:
            with ExitStack() as crowd:
                place = urlsplit(house.url).hostname, urlsplit(house.url).port
                many = [crowd.enter_context(socket.create_connection(place)) for _ in range(BESIDES + 21)]
                # Whoever comes with a question gets in: who has been silent for longest makes room.
                assert (await (await say(house, request("GET /api/games"))).answer())[0] == 200
                closed = [raw for raw in many if is_closed(raw)]
                assert closed == [] if behind_proxy else closed == many[: len(closed)] and 20 <= len(closed) <= 22

    run(test)


def test_records_on_their_way_are_counted(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", body_seconds=30) as house:
            head = request("POST /api/records", f"Content-Length: {LARGEST_RECORD}", body=b"x" * 1000)
            under_way = [await say(house, head) for _ in range(RECORDS_OF_ONE)]
            while house.server.gate._records.total() < RECORDS_OF_ONE:
                await asyncio.sleep(0.01)
            assert (await (await say(house, head)).answer())[0] == 429
            for raw in under_way:
                raw.writer.close()
            while house.server.gate._records.total():
                await asyncio.sleep(0.01)

    run(test)


def test_whoever_reads_nothing_holds_little_and_is_dropped_in_spite_of_signs_of_life(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", unread_seconds=1.5) as house:
            id, tokens, _ = await house.table("human", "human", options={"first": 0})
            deaf = raw_socket(house, id)
            player = await house.visit(id, tokens[0])
            hosted = await house.server.hosting.find(id)
            while len(hosted.readers) < 2:
                await asyncio.sleep(0.01)
            reader = next(reader for reader in hosted.readers if not reader.seats)
            assert isinstance(reader, Connection)
            reader._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            listening = asyncio.create_task(player.closed())
            most = 0
            while reader in hosted.readers:
                # It is told and told, and says now and then that it lives.
                for _ in range(50):
                    await player.socket.send_json({"do": "chat", "seat": 0, "text": "x" * 200})
                await asyncio.sleep(0.01)
                most = max(most, reader._transport.get_write_buffer_size())
                with suppress(OSError):
                    deaf.send(PING * 5)
            assert LARGEST_BACKLOG < most < LARGEST_BACKLOG + 2000
            assert not listening.done()
            listening.cancel()
            deaf.close()

    run(test)


def test_pings_count_as_messages(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db", messages_per_second=20) as house:
            id, _, _ = await house.table("human", "human")
            raw = raw_socket(house, id)
            raw.setblocking(False)
            loop = asyncio.get_running_loop()
            text = b""
            await loop.sock_sendall(raw, PING * 500)
            with suppress(ConnectionError):
                while piece := await asyncio.wait_for(loop.sock_recv(raw, 1 << 16), PATIENCE):
                    text += piece
            assert text.count(b"\x8a\x00") < 60
            assert b"too many messages" in text
            raw.close()

    run(test)


def test_with_few_files_people_still_get_in_until_all_places_are_taken(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlor.cli", "serve", "--port", "0", "--sockets", "1000"]
    server = subprocess.Popen(
        ["sh", "-c", 'ulimit -n 96; exec "$@"', "sh", *command, "--database", str(tmp_path / "db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    url = next(word for word in server.stdout.readline().split() if word.startswith("http://"))

    async def test(crowd: ExitStack) -> None:
        house = House(url, None)  # type: ignore[arg-type]
        place = urlsplit(url).hostname, urlsplit(url).port
        for _ in range(150):
            crowd.enter_context(socket.create_connection(place))
            await asyncio.sleep(0.003)
        new = b'{"game":"pizza-theory","seats":[{"kind":"human"},{}]}'
        head = request("POST /api/tables", f"Content-Length: {len(new)}", "Connection: close", body=new)
        status, said = await (await say(house, head)).answer()
        assert status == 201
        found = re.search(rb'"table":"([^"]+)"', said)
        assert found is not None
        # People who look on are not sent away for others, and in the end the next is told that there is no room. A busy
        # server may send some away before it has read what they want, so they keep coming.
        async with asyncio.timeout(PATIENCE):
            while (answer := await (await say(house, request("GET /api/games"))).answer())[0] != 503:
                for _ in range(20):
                    crowd.enter_context(raw_socket(house, found[1].decode()))
                    await asyncio.sleep(0.003)
        assert b"server.full-house" in answer[1]
        assert b"Retry-After" in answer[1]

    try:
        with ExitStack() as crowd:
            asyncio.run(test(crowd))
    finally:
        server.terminate()
        _, said = server.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
