"""What comes of two moves that race: one seat plays twice at once, from two devices, and one must be told no."""

from __future__ import annotations

import asyncio
import json
import shutil
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
from rich.progress import Progress

from contestants import Host, join_peer_postgresql, start_cluster, start_postgresql
from talks import PATIENCE

RACES = 20
SOON = 2.0
"""Seconds in which a move is shown, if it ever is."""
SPACES = (3, 4)
"""Where either device adds a topping, there."""


@dataclass
class Races:
    """How often a move was shown to whoever made it, in so many races of two, and how many of those are kept."""

    name: str
    shown: int = 0
    kept: int = 0
    told: int = 0
    """How often the other device was told that its move was refused."""


async def measure_races(progress: Progress) -> list[Races]:
    """At our server, and at boardgame.io with bgio-postgres, one process and two."""
    task = progress.add_task("Races", total=3)
    found = [await _ours(Races("Parlor, PostgreSQL"))]
    progress.advance(task)
    for processes in (1, 2):
        name = f"boardgame.io, bgio-postgres, {processes} {'process' if processes == 1 else 'processes'}"
        found.append(await _peers(Races(name), processes))
        progress.advance(task)
    return found


async def _ours(races: Races) -> Races:
    with TemporaryDirectory() as folder:
        host = start_postgresql(Path(folder))
        try:
            await host.answers()
            async with aiohttp.ClientSession(f"http://127.0.0.1:{host.port}") as client:
                for _ in range(RACES):
                    await _race_ours(client, races)
        finally:
            host.stop()
    return races


async def _race_ours(client: aiohttp.ClientSession, races: Races) -> None:
    wanted = {"game": "pizza-theory", "seats": [{"kind": "human", "holder": "one"}] * 2}
    async with client.post("/api/tables", json=wanted) as response:
        made = await response.json()
    path, token = f"/api/tables/{made['table']}", made["tokens"][0]["token"]
    sockets = [await client.ws_connect(f"{path}/socket") for _ in range(2)]
    for socket in sockets:
        await socket.send_json({"do": "hello", "token": token})
    frame = await _until(sockets[1], lambda said: said["type"] == "frame" and not said["about"]["waiting"])
    seat = frame["about"]["to_act"][0]
    part = next(part for part in frame["parts"] if part["seat"] == seat)
    moves = part["legal"][:2]
    wishes = [
        {"do": "play", "seat": seat, "line": part["opened"], "move": move, "note": number}
        for number, move in enumerate(moves)
    ]
    await asyncio.gather(*[socket.send_json(wish) for socket, wish in zip(sockets, wishes, strict=True)])
    for number, socket in enumerate(sockets):
        answer = await _until(socket, lambda said, number=number: said.get("note") == number)
        races.shown += answer["type"] == "ok"
        races.told += answer["type"] == "error"
    async with client.get(path) as response:
        races.kept += (await response.json())["line"] - frame["about"]["line"]
    for socket in sockets:
        await socket.close()


async def _until(socket: aiohttp.ClientWebSocketResponse, holds: Any) -> Any:
    while not holds(said := await asyncio.wait_for(socket.receive_json(), PATIENCE)):
        pass
    return said


async def _peers(races: Races, processes: int) -> Races:
    cluster = start_cluster()
    hosts: list[Host] = []
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, cluster.folder)
        stack.callback(cluster.stop, "fast")
        address = cluster.make()
        for _ in range(processes):
            # One after the other: both would make the tables.
            hosts.append(join_peer_postgresql(cluster, address))
            stack.callback(hosts[-1].stop)
            await hosts[-1].answers()
        async with aiohttp.ClientSession() as client:
            for number in range(RACES):
                await _race_peers(client, [hosts[0].port, hosts[-1].port], f"race{number}", races)
    return races


async def _race_peers(client: aiohttp.ClientSession, ports: list[int], match: str, races: Races) -> None:
    sockets = [await _device(client, port, match) for port in ports]
    for socket, space in zip(sockets, SPACES, strict=True):
        payload = {"type": "add", "args": [space], "playerID": "0", "credentials": None}
        arguments = ["update", {"type": "MAKE_MOVE", "payload": payload}, 0, match, "0"]
        await socket.send_str("42/toppings," + json.dumps(arguments))
    for socket, space in zip(sockets, SPACES, strict=True):
        # The state after a move is sent to all whom its process knows; of a move that is refused nobody is told.
        with suppress(TimeoutError):
            update = await asyncio.wait_for(_event(socket, "update"), SOON)
            races.shown += update[2]["G"]["spaces"][space] is not None
    # A move is shown before it is kept: whoever asks until both processes say the same has what stays.
    kept: list[Any] = []
    while not kept or kept[0] != kept[-1] or not any(kept[0]):
        for socket in sockets:
            await socket.send_str(f'42/toppings,["sync","{match}","0",null,3]')
        synced = [await _event(socket, "sync") for socket in sockets]
        kept = [[one[2]["state"]["G"]["spaces"][space] is not None for space in SPACES] for one in synced]
    races.kept += sum(kept[0])
    for socket in sockets:
        await socket.close()


async def _device(client: aiohttp.ClientSession, port: int, match: str) -> aiohttp.ClientWebSocketResponse:
    """A device of the first seat, at the match."""
    socket = await client.ws_connect(f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
    while not (text := await asyncio.wait_for(socket.receive_str(), PATIENCE)).startswith("40"):
        if text.startswith("0"):
            await socket.send_str("40/toppings,")
    await socket.send_str(f'42/toppings,["sync","{match}","0",null,3]')
    await _event(socket, "sync")
    return socket


async def _event(socket: aiohttp.ClientWebSocketResponse, name: str) -> list[Any]:
    """The next event of this name."""
    while True:
        text = await asyncio.wait_for(socket.receive_str(), PATIENCE)
        if text == "2":
            await socket.send_str("3")
        if text.startswith(f'42/toppings,["{name}"'):
            found: list[Any] = json.loads(text.removeprefix("42/toppings,"))
            return found
