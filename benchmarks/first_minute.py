"""How long the first minute is: from `git clone` to a board, to bots that think compiled, and to a board the next time.

Each round clones the last commit, with nothing cached of what must be installed, and runs `make play` in it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import aiohttp

from report import ROOT, publish

SEATS = [{"kind": "human", "name": "First"}, {"kind": "bot", "bot": "cook"}, {"kind": "bot", "bot": "cook"}]


async def see_board(address: str) -> None:
    """Open the first page and its client, set a table, and wait for its board."""
    async with aiohttp.ClientSession() as client:
        for path in ("", "/static/client/home.js", "/static/client/table.js"):
            async with client.get(address + path) as answer:
                answer.raise_for_status()
        async with client.post(f"{address}/api/tables", json={"game": "pizza-theory", "seats": SEATS}) as answer:
            table = await answer.json()
        async with client.get(f"{address}/table/{table['table']}") as answer:
            answer.raise_for_status()
        async with client.ws_connect(f"{address}/api/tables/{table['table']}/socket") as socket:
            await socket.send_json({"do": "hello", "token": table["tokens"][0]["token"], "language": "en"})
            async for message in socket:
                # What a page gets is pressed.
                if b"<svg" in zlib.decompress(message.data, -zlib.MAX_WBITS):
                    return
    raise RuntimeError("the server has gone away")


@contextlib.contextmanager
def playing(folder: Path, environment: dict[str, str]) -> Iterator[tuple[Iterator[str], int]]:
    """The lines that `make play` says and its session, until it is stopped."""
    command = subprocess.Popen(
        ["make", "play"], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,
    )  # fmt: skip
    assert command.stdout is not None
    try:
        yield iter(command.stdout), command.pid
    finally:
        os.killpg(command.pid, signal.SIGINT)
        command.wait()


def wait_for(lines: Iterator[str], *wanted: str) -> str:
    """The first line that holds one of these words."""
    said = []
    for line in lines:
        print("  ", line, end="", flush=True)
        if any(word in line for word in wanted):
            return line
        said.append(line)
    sys.exit("".join(said))


def measure(node: bool) -> tuple[float, float, float, float]:
    """Seconds to the first board and its CPU seconds, seconds to compiled bots, and to a board the next time."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PARLOR_")}
    with tempfile.TemporaryDirectory() as folder:
        environment |= {"LC_ALL": "C.UTF-8", "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
        environment |= {name: f"{folder}/{name}" for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")}
        if not node:
            environment["PATH"] = str(without_node(Path(folder, "bin")))
        clone = Path(folder, "parlor")
        start = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        with playing(clone, environment) as (lines, pid):
            asyncio.run(see_board(wait_for(lines, "serves at").split()[3]))
            first, work = time.monotonic() - start, cpu_seconds(pid)
            wait_for(lines, "is compiled: from now on")
            compiled = time.monotonic() - start
        start = time.monotonic()
        with playing(clone, environment) as (lines, _):
            asyncio.run(see_board(wait_for(lines, "serves at").split()[3]))
            again = time.monotonic() - start
    return first, work, compiled, again


def cpu_seconds(session: int) -> float:
    """CPU seconds of the processes of a session, and of those that they have seen end."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = status.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15])) if int(fields[3]) == session else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def without_node(folder: Path) -> Path:
    """A folder with every command of this machine but for Node's."""
    folder.mkdir()
    for path in os.environ["PATH"].split(os.pathsep):
        for command in Path(path).glob("*"):
            if command.name not in ("node", "nodejs", "npm", "npx") and not (folder / command.name).exists():
                (folder / command.name).symlink_to(command)
    return folder


def main() -> None:
    """Measure, and write the report."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    rows = []
    for title, node in (("with Node", True), ("without Node", False)):
        if node and shutil.which("npm") is None:
            continue
        print(title, flush=True)
        load = os.getloadavg()[0]
        figures = measure(node)
        rows.append(f"| {title} | " + " | ".join(f"{figure:.1f}" for figure in figures) + f" | {load:.1f} |")
        print(rows[-1], flush=True)
    publish(
        "first-minute",
        f"""# The first minute

Seconds from the beginning of `git clone` until `make play` shows the board of a table, with the CPU seconds of that,
and until its bots think compiled, with nothing cached; then from `make play` to a board in the same clone, stopped
and started again. The load is how many others wanted the machine's {os.cpu_count()} processors when the round began:
the seconds say something where it is near 0. Wanted then: a board within 20 seconds, compiled within 90, and 5 the
next time. Made by `benchmarks/first_minute.py`.

| | first board | its CPU seconds | compiled | board the next time | load |
|---|---:|---:|---:|---:|---:|
{chr(10).join(rows)}
""",
    )


if __name__ == "__main__":
    main()
