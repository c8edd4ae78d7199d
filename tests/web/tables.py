"""How people in these tests sit down and choose."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page

from parlor.server.about import About, digest, kept
from parlor.server.store import SQLiteStore
from parlor.table import Chair, Seating, Table
from tests.web.conftest import Site


def ask(site: Site, path: str, data: Any) -> Any:
    """What the API answers to data, or to a file."""
    body = data if isinstance(data, str) else json.dumps(data)
    with urlopen(Request(site.url + path, body.encode(), method="POST")) as answer:
        return json.load(answer)


def set_table(site: Site, seats: str, game: str = "pizza-theory", **options: Any) -> tuple[str, list[str]]:
    """A table with people, bots and open seats as in `hbo`, and the paths of the people; `s` all sit at one screen."""
    kinds = {"h": {"kind": "human"}, "b": {"kind": "bot", "bot": "greedy"}, "o": {"kind": "open"}}
    kinds["s"] = {"kind": "human", "holder": "all"}
    answer = ask(site, "/api/tables", {"game": game, "seats": [kinds[seat] for seat in seats], "options": options})
    return answer["table"], [f"/table/{answer['table']}#{token['token']}" for token in answer["tokens"]]


def go_on(site: Site, table: Table) -> str:
    """The path of a game that has been played so far, for all its seats at one screen."""
    id, token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
    record = table.record
    about = About(record.game.name, record.game.rules, record.options, table.seed.secret, time.time())
    seating = Seating((Chair("human", holder=digest(token), came=True),) * record.seats)

    async def keep() -> None:
        store = SQLiteStore(site.database)
        await store.create(id, kept(about, seating), record.lines, False, time.time())
        await store.close()

    # The loop of the browser keeps this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, keep()).result()
    return f"/table/{id}#{token}"


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(".my-turn")


def choose(page: Page, part: str) -> None:
    """Pick a part on the board or among the buttons."""
    page.locator(f'[data-part="{part}"]').first.dispatch_event("click")


def play(page: Page, part: str) -> None:
    """Choose a move of one part, see it, and confirm it."""
    wait_for_turn(page)
    choose(page, part)
    page.click("#confirm:not([hidden])")


# Picks what can be picked until something is there or the game is over, faster than a test could from outside.
CLICKER = """
([limit, stop]) => {
  window.clicks = 0;
  const timer = setInterval(() => {
    if (!document.getElementById("over").hidden || window.clicks > limit) return clearInterval(timer);
    if (stop && document.querySelector(`.my-turn ${stop}`)) return clearInterval(timer);
    const confirm = document.getElementById("confirm");
    if (!document.getElementById("choice").hidden && !confirm.hidden) { window.clicks++; return confirm.click(); }
    const main = document.getElementById("main");
    if (!main.classList.contains("my-turn")) return;
    const all = [...document.querySelectorAll("#board [data-part], #parts [data-part]")];
    const parts = all.filter((part) => !part.closest(".picked"));
    const part = parts[window.clicks * 7 % parts.length];
    if (part) { window.clicks++; part.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
  }, 30);
}
"""


def click_on(page: Page, limit: int = 2000, stop: str = "") -> None:
    """Let the page click its way on, until the seat may choose what is looked for."""
    page.evaluate(CLICKER, [limit, stop])


def read_frames(page: Page) -> list[str]:
    """All that the page receives over its socket from now on, as text."""
    found: list[str] = []

    def read(data: str | bytes) -> None:
        found.append(data if isinstance(data, str) else zlib.decompress(data, -zlib.MAX_WBITS).decode())

    page.on("websocket", lambda socket: socket.on("framereceived", read))
    return found


def until(condition: Any, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
