"""Make contact sheets: every kind of decision of every game on six screens, one picture a game in build/sheets.

PYTHONPATH=. .venv/bin/python benchmarks/sheets.py
"""

from __future__ import annotations

import argparse
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from parlor.games import names
from parlor.table import Table
from tests.web.conftest import ARGUMENTS, CHROMIUM, WAIT, Site
from tests.web.tables import decisions, go_on, wait_for_turn
from tests.web.test_one_screen import SCREENS, screen

FOLDER = Path("build/sheets")
NAMES = ("Ada", "Bo", "Wilhelmina", "Dario", "Zoé", "Farid")


def picture(browser: Browser, site: Site, table: Table, name: str, size: str, look: dict[str, Any]) -> str:
    """A picture of the page of this table; returns its file."""
    context = browser.new_context(
        base_url=site.url, reduced_motion="reduce", **screen(size), **look, has_touch=size.startswith("phone")
    )
    context.set_default_timeout(WAIT)
    context.add_init_script("localStorage.setItem('parlor.pace', 'at-once')")
    page = context.new_page()
    page.goto(go_on(site, table, NAMES))
    if table.outcome is None:
        # No pointer rests on the board.
        page.locator("#curtain-rise").dispatch_event("click")
        wait_for_turn(page)
    page.wait_for_selector("#board > svg")
    page.evaluate("document.fonts.ready")
    file = f"{name}-{size}.png"
    page.screenshot(path=FOLDER / file)
    context.close()
    return file


def sheet(browser: Browser, site: Site, game: str, games: int, look: dict[str, Any]) -> None:
    """The contact sheet of a game."""
    rows = []
    for kind, table in decisions(game, games):
        name = f"{game}-{kind.rpartition('.')[2]}"
        shots = [picture(browser, site, table, name, size, look) for size in SCREENS]
        rows.append(f"<h2>{escape(kind)}</h2><p>{''.join(f'<img src={shot}> ' for shot in shots)}</p>")
        print(game, kind, flush=True)
    # All at one scale, one decision a row.
    (FOLDER / f"{game}.html").write_text("".join(["<style>img { zoom: .45 } p { white-space: nowrap }</style>", *rows]))
    page = browser.new_page(viewport={"width": 2800, "height": 1000})
    page.goto((FOLDER / f"{game}.html").absolute().as_uri())
    page.screenshot(path=FOLDER / f"{game}.png", full_page=True)
    page.close()


def main() -> None:
    """Write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12, help="how many games at random to look for decisions in")
    parser.add_argument("--language", default="en")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--game", choices=names(), action="append", help="only this game")
    arguments = parser.parse_args()
    look = {"locale": arguments.language, "color_scheme": "dark" if arguments.dark else "light"}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for game in arguments.game or names():
                sheet(browser, site, game, arguments.games, look)
            browser.close()
        finally:
            site.stop()


if __name__ == "__main__":
    main()
