"""How people in these tests sit down and choose."""

from __future__ import annotations

import contextlib
import json
import secrets
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page

import parlor
from parlor.core.chance import Rng, Seed
from parlor.server.about import About, digest, kept
from parlor.server.database import connect
from parlor.server.store import New, create
from parlor.table import Chair, Seating, Table
from tests.web.conftest import WAIT, Site

BUSY = 503


def ask(site: Site, path: str, data: Any) -> Any:
    """What the API answers to data, or to a file; while it is busy it is asked again."""
    body = data if isinstance(data, str) else json.dumps(data)
    end = time.monotonic() + WAIT / 1000
    while True:
        try:
            with urlopen(Request(site.url + path, body.encode(), method="POST")) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code != BUSY or time.monotonic() > end:
                raise
            error.close()
            time.sleep(float(error.headers["Retry-After"]))


def set_table(site: Site, seats: str, game: str = "pizza-theory", **options: Any) -> tuple[str, list[str]]:
    """A table with people, bots and open seats as in `hbo`, and the paths of the people; `s` all sit at one screen."""
    kinds = {"h": {"kind": "human"}, "b": {"kind": "bot", "bot": "greedy"}, "o": {"kind": "open"}}
    kinds["s"] = {"kind": "human", "holder": "all"}
    answer = ask(site, "/api/tables", {"game": game, "seats": [kinds[seat] for seat in seats], "options": options})
    id = answer["table"]
    tokens = {token["seat"]: token["token"] for token in answer["tokens"]}
    for one in answer["invitations"]:
        tokens[one["seat"]] = ask(site, f"/api/tables/{id}/join", {"invitation": one["invitation"]})["token"]
    return id, [f"/table/{id}#{tokens[seat]}" for seat in sorted(tokens)]


def invite(site: Site, seats: int = 3, **options: Any) -> tuple[str, str, list[str]]:
    """The paths of a table, of its host's seat and of the invitations."""
    people = [{"kind": "human", "name": "Ada"}, *[{"kind": "human"}] * (seats - 1)]
    made = ask(site, "/api/tables", {"game": "pizza-theory", "seats": people, "options": {"first": 0, **options}})
    table = f"/table/{made['table']}"
    return (
        table,
        f"{table}#{made['tokens'][0]['token']}",
        [f"{table}#invite={one['invitation']}" for one in made["invitations"]],
    )


def go_on(site: Site, table: Table, names: Sequence[str] = (), bots: Sequence[int] = ()) -> str:
    """The path of a game that has been played so far, for all seats but those of bots at one screen, by these names."""
    id, token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
    record = table.record
    about = About(record.game.name, record.game.rules, record.options, table.seed.secret, time.time())
    called = [*names[: record.seats], *[None] * (record.seats - len(names))]
    chairs = [
        Chair("bot", bot="waiter") if seat in bots else Chair("human", name=name, holder=digest(token), came=True)
        for seat, name in enumerate(called)
    ]
    seating = Seating(tuple(chairs))

    with contextlib.closing(connect(site.database)) as connection:
        create(connection, New(id, kept(about, seating), record.lines, False, time.time()))
    return f"/table/{id}#{token}"


def decisions(game: str, games: int) -> Iterator[tuple[str, Table]]:
    """Each kind of decision that some games at random come to, with a table just before it, and a game that is over."""
    found: set[str] = set()
    for number in range(games):
        counts = parlor.game(game).seat_counts
        table = Table(parlor.game(game), seats=counts[number % len(counts)], seed=Seed(f"sheet {number}"))
        rng = Rng(number)
        while table.outcome is None:
            seat = table.to_act[0]
            view = table.view(seat)
            kind = view.game.prompt(view).id
            if kind not in found:
                found.add(kind)
                yield kind, table
            moves = view.legal_moves
            table.play(seat, moves[rng.below(len(moves))])
        if number == 0:
            yield "over", table


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(".my-turn")


def choose(page: Page, part: str) -> None:
    """Pick a part on the board or among the buttons."""
    page.locator(f'[data-part="{part}"]').first.dispatch_event("click")


def open_tools(page: Page) -> None:
    """Open what is behind *More*."""
    if not page.locator("#tools").is_visible():
        page.click("[data-opens=tools]")


def play(page: Page, part: str) -> None:
    """Choose a move of one part, see it, and confirm it."""
    wait_for_turn(page)
    choose(page, part)
    page.click("#confirm:not([hidden])")


# Picks what can be picked until something is there, somebody else sits down here, or the game is over: faster than a
# test could from outside.
CLICKER = """
([limit, stop]) => {
  window.clicks = 0;
  const timer = setInterval(() => {
    if (!document.getElementById("over").hidden || window.clicks > limit) return clearInterval(timer);
    if (stop && document.querySelector(`.my-turn ${stop}`)) return clearInterval(timer);
    if (document.querySelector("#curtain[open]")) return clearInterval(timer);
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


def until(condition: Any, seconds: float = WAIT / 1000) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
