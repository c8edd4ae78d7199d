"""What the pages cost: drawing a frame, its bytes, the client, the first board, and panning a large table.

Run by `make bench`. Prints the tables and writes them to docs/benchmarks/pages.md. Frames are timed in process CPU
time, each position drawn for the first time; the browser is Chromium without a graphics card.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import Browser, sync_playwright

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.view import View
from parlor.games import names
from parlor.server.drawing import picking, pressed, without_statics
from parlor.server.messages import encode
from parlor.table import Table
from report import publish

CLIENT = Path(parlor.__file__).parent / "web" / "static" / "client"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
GAMES = 4
DECISIONS = 60
MOST_MICROSECONDS = {"pizza-theory": 150, "new-york-slice": 300, "wicked-pizza": 300}
MOST_FRAME = 8 * 1024
MOST_CLIENT = 60 * 1024
MOST_FIRST_BOARD = 1500
MOST_SLOW_BOARD = 4000
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
LEAST_CARDS = 50
LEAST_FRAMES_A_SECOND = 58
VISITS = 5


class Row(NamedTuple):
    """One figure beside what is wanted."""

    what: str
    measured: str
    wanted: str
    reached: bool


class Frames(NamedTuple):
    """What the frames of a game cost."""

    microseconds: float
    usual: float
    most: int


def frames(name: str) -> Frames:
    """Microseconds to draw and press a board for one seat, and bytes: the median, and the most while picking too."""
    game = parlor.game(name)
    times, sizes, largest = [], [], 0
    for seed in range(GAMES):
        rng = Rng(seed)
        table = Table(game)
        for _ in range(DECISIONS):
            if table.outcome is not None:
                break
            for seat in range(table.record.seats):
                began = time.process_time()
                frame = pressed(encode({"drawing": without_statics(game.draw(table.view(seat)))}))
                # The first game fills what is kept for all of them.
                if seed:
                    times.append(time.process_time() - began)
                sizes.append(len(frame))
            seat = table.to_act[0]
            largest = max(largest, *sizes, picking_size(table.view(seat), rng))
            moves = table.state.legal_moves(seat)
            table.play(seat, moves[rng.below(len(moves))])
    return Frames(1e6 * statistics.median(times), statistics.median(sizes), largest)


def picking_size(view: View, rng: Rng) -> int:
    """The bytes of the largest frame while a move is picked part by part."""
    picked: list[str] = []
    most = 0
    while parts := view.legal_moves.parts(picked):
        picked.append(parts[rng.below(len(parts))])
        most = max(most, len(pressed(encode(picking(view, picked, "en")))))
    return most


def drawing_rows() -> list[Row]:
    """What drawing costs, game by game."""
    rows = []
    for name in names():
        found = frames(name)
        limit = MOST_MICROSECONDS[name]
        rows += [
            Row(
                f"{name}: frame drawn and pressed, µs",
                f"{found.microseconds:.0f}",
                f"at most {limit}",
                found.microseconds <= limit,
            ),
            Row(f"{name}: frame, bytes, usual", f"{found.usual:,.0f}", "", True),
            Row(f"{name}: frame, bytes, largest", f"{found.most:,}", f"under {MOST_FRAME:,}", found.most < MOST_FRAME),
        ]
    return rows


def client_row() -> Row:
    """How large the client is for somebody who opens every page."""
    size = sum(len(gzip.compress(path.read_bytes())) for path in CLIENT.glob("*.js"))
    return Row("client, all pages, compressed, bytes", f"{size:,}", f"under {MOST_CLIENT:,}", size < MOST_CLIENT)


@contextmanager
def site() -> Iterator[str]:
    """A server of its own, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "parlor.cli", "serve", "--port", "0", "--language", "en"]
        command += ["--database", str(Path(folder) / "tables.db")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()


def ask(url: str, body: bytes) -> dict[str, Any]:
    """What the API answers."""
    with urlopen(Request(url, body, method="POST")) as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, Any])


def first_board_row(browser: Browser, address: str, slow: bool) -> Row:
    """How long a new visitor waits for the first board, from the beginning of the navigation."""
    times = []
    most = MOST_SLOW_BOARD if slow else MOST_FIRST_BOARD
    for _ in range(VISITS):
        seats = b'[{"kind":"human"},{"kind":"bot","bot":"random"}]'
        table = ask(f"{address}/api/tables", b'{"game":"wicked-pizza","seats":%b}' % seats)
        context = browser.new_context()
        page = context.new_page()
        if slow:
            context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
        page.goto(f"{address}/table/{table['table']}#{table['tokens'][0]['token']}")
        page.wait_for_selector("#board svg")
        times.append(page.evaluate("new Promise((done) => requestAnimationFrame(() => done(performance.now())))"))
        context.close()
    taken = statistics.median(times)
    what = "first board visible" + (", at 400 kbit/s and 400 ms" if slow else "")
    return Row(f"{what}, ms", f"{taken:,.0f}", f"under {most:,}", taken < most)


def large_table() -> str:
    """The record of a game at random with many cards on the table at its end."""
    game = parlor.game("wicked-pizza")
    for number in range(1000):
        table = Table(game, seats=2, seed=Seed(f"pages {number}"))
        rng = Rng(number)
        while table.outcome is None:
            moves = table.state.legal_moves(table.to_act[0])
            table.play(table.to_act[0], moves[rng.below(len(moves))])
        if len(table.view(None).data["laid"]) >= LEAST_CARDS:
            return table.record.dumps()
    raise LookupError(LEAST_CARDS)


# A finger on the table goes round for two seconds, a step with every frame.
PANNING = """() => new Promise((done) => {
  const long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries())).observe({ type: "longtask" });
  const target = document.querySelector("#spread rect");
  const box = document.querySelector(".pan-over").getBoundingClientRect();
  const send = (kind, turn) => target.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 7, button: 0,
    clientX: box.x + box.width / 2 + 120 * Math.sin(turn), clientY: box.y + box.height / 2 + 80 * Math.cos(turn),
  }));
  send("pointerdown", 0);
  const began = performance.now();
  const times = [];
  const step = (now) => {
    times.push(now);
    send("pointermove", (now - began) / 300);
    if (now - began < 2000) return requestAnimationFrame(step);
    send("pointerup", 0);
    setTimeout(() => done([times, long.length]), 200);
  };
  requestAnimationFrame(step);
})"""


def panning_rows(browser: Browser, address: str) -> list[Row]:
    """Frames a second and long tasks while a table of many cards is dragged, zoomed in."""
    imported = ask(f"{address}/api/records", large_table().encode())
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}/replay/{imported['table']}")
    page.wait_for_selector("#spread")
    cards = page.locator("#table > [id^=card-]").count()
    page.keyboard.press("+")
    page.wait_for_timeout(500)
    found = [page.evaluate(PANNING) for _ in range(VISITS)]
    page.close()
    rates = [1000 * (len(times) - 1) / (times[-1] - times[0]) for times, _ in found]
    rate = statistics.median(rates)
    long = sum(tasks for _, tasks in found)
    what = f"panning {cards} cards"
    return [
        Row(f"{what}, frames/s", f"{rate:.0f}", "60", rate >= LEAST_FRAMES_A_SECOND),
        Row(f"{what}, long tasks (over 50 ms) in {2 * VISITS} s", f"{long}", "0", not long),
    ]


def report(rows: list[Row]) -> str:
    """The table as Markdown."""
    lines = [
        "# What the pages cost",
        "",
        "Server time is CPU time of drawing and pressing the board of one seat: the median over all seats and",
        "decisions of games at random, each position drawn for the first time. Chromium draws without a graphics",
        "card, on the same machine as the server. Made by `make bench`.",
        "",
        "| what | measured | wanted | |",
        "|---|---:|---:|---|",
    ]
    for row in rows:
        reached = "" if not row.wanted else "reached" if row.reached else "**missed**"
        lines.append(f"| {row.what} | {row.measured} | {row.wanted} | {reached} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure everything and report."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    rows = [*drawing_rows(), client_row()]
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        rows += [first_board_row(browser, address, slow) for slow in (False, True)]
        rows += [*panning_rows(browser, address)]
        browser.close()
    publish("pages", report(rows))


if __name__ == "__main__":
    main()
