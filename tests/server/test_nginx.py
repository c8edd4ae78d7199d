"""deploy/nginx/parlor.conf, run by Debian's nginx in front of two processes: all of a table reaches one of them."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from parlor.cli.admin import ask
from parlor.server.door import BESIDES
from parlor.server.guard import LARGEST_BODY, LARGEST_RECORD
from parlor.server.settings import Settings

from .house import House, Process, Visitor, process, run
from .nginx import HOST, Nginx, nginx

pytestmark = pytest.mark.xdist_group("nginx")
TABLES = 24
DATABASES = ("0.db", "1.db")


class Loopback(AbstractResolver):
    """Every name is this machine."""

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> Any:
        return [ResolveResult(hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0)]

    async def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("servers")


@pytest.fixture(scope="module")
def servers(folder: Path) -> Iterator[list[Process]]:
    """Two processes with a database each: whoever asks the wrong one is told that there is no such table."""
    with ExitStack() as stack:
        yield [stack.enter_context(process(folder / name, "--behind-proxy")) for name in DATABASES]


@pytest.fixture(scope="module")
def proxy(servers: list[Process]) -> Iterator[Nginx]:
    with nginx([server.url.removeprefix("http://") for server in servers]) as found:
        yield found


@asynccontextmanager
async def through(proxy: Nginx, address: str = "192.0.2.1") -> AsyncIterator[House]:
    """The servers as a visitor meets them who comes from this address."""
    lines: list[socket.socket] = []

    def line(info: Any) -> socket.socket:
        lines.append(socket.socket(*info[:3]))
        lines[-1].setblocking(False)
        return lines[-1]

    connector = aiohttp.TCPConnector(limit=0, ssl=proxy.trusting, resolver=Loopback(), socket_factory=line)
    async with aiohttp.ClientSession(connector=connector, headers={"X-Tested-As": address}) as client:
        house = House(proxy.url, client)
        try:
            yield house
        finally:
            await house.leave()
    # TLS says goodbye on both sides.
    while any(one.fileno() >= 0 for one in lines):
        await asyncio.sleep(0.001)


@asynccontextmanager
async def at(server: Process, address: str = "192.0.2.1") -> AsyncIterator[House]:
    """A process without the proxy, told the address as the proxy would."""
    async with aiohttp.ClientSession(headers={"X-Forwarded-For": address}) as client:
        yield House(server.url, client)


async def set_tables(server: Process, count: int) -> list[tuple[str, dict[int, str]]]:
    async with at(server) as house:
        return [(await house.table("human", "human"))[:2] for _ in range(count)]


async def set_table(house: House) -> str:
    seats = [{"kind": "human"}, {"kind": "open"}]
    table: str = (await house.post("/api/tables", {"game": "pizza-theory", "seats": seats}, 201))["table"]
    return table


async def status(house: House, path: str, **more: Any) -> int:
    async with house.client.get(house.url + path, **more) as response:
        await response.read()
        return response.status


async def hears(house: House, table: str, token: str | None, query: str = "") -> bool:
    """Whether a socket at a table reaches the process that has it."""
    visitor = Visitor(await house.client.ws_connect(f"{house.url}/api/tables/{table}/socket{query}"))
    await visitor.socket.send_str(json.dumps({"do": "hello", "token": token}))
    first = await visitor.next()
    await visitor.socket.close()
    return bool(first["type"] == "frame")


def test_all_that_is_of_one_table_reaches_one_process(proxy: Nginx, servers: list[Process]) -> None:
    async def test() -> None:
        tables = await set_tables(servers[0], TABLES)
        here = []
        async with through(proxy, "192.0.2.1") as one, through(proxy, "2001:db8::7") as other:
            for table, tokens in tables:
                asked = [
                    *[await status(house, f"/api/tables/{table}") == 200 for house in (one, other)],
                    await status(one, f"/table/{table}") == 200,
                    await status(other, f"/replay/{table}") == 403,
                    await status(one, f"/api/tables/{table}/record") == 200,
                    await status(one, f"/glance/{table}", headers={"Authorization": f"Bearer {tokens[0]}"}) == 200,
                    *[await hears(one, table, token) for token in tokens.values()],
                    await hears(other, table, None),
                ]
                assert len(set(asked)) == 1, asked
                here.append(asked[0])
        # About half of them each.
        assert TABLES // 6 < sum(here) < TABLES - TABLES // 6

    run(test)


def test_whoever_comes_back_reaches_another_process(proxy: Nginx, servers: list[Process]) -> None:
    async def test() -> None:
        async with through(proxy, "192.0.2.2") as house:
            for table, tokens in await set_tables(servers[0], 4):
                found = {await hears(house, table, tokens[0], f"?try={number}") for number in range(12)}
                assert found == {True, False}

    run(test)


def test_what_is_of_no_table_goes_by_who_asks(proxy: Nginx, servers: list[Process]) -> None:
    """So the limits of an address hold in one process: all its tables are set there."""

    async def test() -> None:
        homes = set()
        for number in range(8):
            # Of one household with many addresses.
            places = set()
            for end in ("1", "ffff:2"):
                async with through(proxy, f"2001:db8:0:{number}::{end}") as house, at(servers[0]) as first:
                    for _ in range(3):
                        table = await set_table(house)
                        places.add(await status(first, f"/api/tables/{table}") == 200)
            assert len(places) == 1
            homes |= places
        assert homes == {True, False}

    run(test)


def test_a_game_is_played_through_it(proxy: Nginx, servers: list[Process]) -> None:
    async def test() -> None:
        async with through(proxy) as house:
            for server in servers:
                tables = await set_tables(server, 8)
                here = [one for one in tables if await status(house, f"/api/tables/{one[0]}") == 200]
                table, tokens = here[0]
                seated = await house.come(table, tokens)
                seat = seated[0].frame["about"]["to_act"][0]
                move = next(part for part in seated[seat].frame["parts"] if part["seat"] == seat)["legal"][0]
                assert (await seated[seat].play(seat, move))["type"] == "ok"
                # Both are shown what both wait for.
                while seated[1 - seat].frame["about"]["line"] < seated[seat].frame["about"]["line"]:
                    await seated[1 - seat].next()

    run(test)


def test_a_visitor_makes_up_no_address(proxy: Nginx, servers: list[Process], folder: Path) -> None:
    """The server counts by the address that nginx saw."""
    made_up = {"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "gopher"}

    async def test() -> None:
        async with through(proxy, "192.0.2.3") as house:
            # Links to be shared are those of the proxy.
            async with house.client.get(house.url + "/", headers=made_up) as response:
                assert f'content="{proxy.url}/' in await response.text()
            # Either process takes them in, whether it has the table or not: nobody has said hello.
            paths = [f"{house.url}/api/tables/{table}/socket" for table in ("one", "two")]
            opened = [await house.client.ws_connect(path, headers=made_up) for path in paths]
            loads = [await asyncio.to_thread(ask, str(folder / name), None, "loads") for name in DATABASES]
            counted = [load["sockets"] for load in loads]
            assert sum(sockets.get("192.0.2.3", 0) for sockets in counted) == len(opened)
            assert not any("198.51.100.9" in sockets for sockets in counted)
            for socket in opened:
                await socket.close()

    run(test)


def test_what_is_plain_is_led_to_tls(proxy: Nginx) -> None:
    async def test() -> None:
        async with aiohttp.ClientSession() as client:
            url = f"http://127.0.0.1:{proxy.plain}/table/abc?seat=1"
            async with client.get(url, headers={"Host": HOST}, allow_redirects=False) as response:
                assert (response.status, response.headers["Location"]) == (301, f"https://{HOST}/table/abc?seat=1")
        async with through(proxy, "192.0.2.4") as house:
            async with house.client.get(house.url + "/") as response:
                assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
            assert await status(house, "/metrics") == 403
            assert await status(house, "/health") == 200

    run(test)


def test_bodies_are_as_long_as_the_server_takes_them(proxy: Nginx) -> None:
    async def test() -> None:
        async with through(proxy, "192.0.2.5") as house:
            for path, most in (("/api/tables", LARGEST_BODY), ("/api/records", LARGEST_RECORD)):
                for size, from_server in ((most, True), (most + 1, False)):
                    async with house.client.post(house.url + path, data=io.BytesIO(b" " * size)) as response:
                        assert (response.status, response.content_type == "application/json") == (
                            (400, True) if from_server else (413, False)
                        ), (path, size)

    run(test)


def test_a_household_has_so_many_connections(proxy: Nginx, servers: list[Process]) -> None:
    most = Settings.sockets + BESIDES

    async def test() -> None:
        ((table, _),) = await set_tables(servers[0], 1)
        url = f"{proxy.url}/api/tables/{table}/socket"
        # Requests for such files are not counted, connections are.
        piece = "/static/style.css"
        async with through(proxy, "2001:db8:5::1") as one, through(proxy, "2001:db8:5::2") as two:
            opened = [await (one, two)[number % 2].client.ws_connect(url) for number in range(most)]
            assert await status(one, piece) == await status(two, piece) == 429
            async with through(proxy, "2001:db8:0:6::1") as three:
                assert await status(three, piece) != 429
            await opened.pop().close()
            while await status(one, piece) == 429:
                pass
            await asyncio.gather(*[socket.close() for socket in opened])

    run(test)


def test_a_household_asks_so_much(proxy: Nginx) -> None:
    rate, at_once = Settings.requests_per_second, 4 * Settings.requests_per_second

    async def test() -> None:
        async with through(proxy, "192.0.2.6") as house, through(proxy, "192.0.2.7") as other:
            start = time.monotonic()
            # What nobody has is answered quickly.
            answers = await asyncio.gather(*[status(house, "/nothing") for _ in range(int(2 * at_once))])
            spent = time.monotonic() - start
            let_in = answers.count(404)
            assert let_in + answers.count(429) == len(answers)
            assert at_once <= let_in <= at_once + rate * spent + 1
            assert await status(other, "/nothing") == 404
            # Nobody's page lacks a piece for it.
            assert 429 not in await asyncio.gather(*[status(house, "/static/style.css") for _ in range(50)])

    run(test)


def test_a_process_that_is_gone_costs_nobody_a_request(tmp_path: Path) -> None:
    async def test(proxy: Nginx, one: Process, two: Process) -> None:
        tables = [table for table, _ in await set_tables(one, 8)]
        async with through(proxy) as house:
            before = {await status(house, f"/api/tables/{table}") for table in tables}
            assert before == {200, 404}
            two.kill()
            for table in tables:
                assert await status(house, f"/api/tables/{table}") == 200
                assert await hears(house, table, None)
            # It may wait for whom it shall tell, since nothing was sent.
            assert await set_table(house)

    with ExitStack() as stack:
        one, two = (stack.enter_context(process(tmp_path / name, "--behind-proxy")) for name in DATABASES)
        found = stack.enter_context(nginx([server.url.removeprefix("http://") for server in (one, two)]))
        run(lambda: test(found, one, two))
