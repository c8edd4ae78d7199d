"""Photograph the pages for README and docs, from the games that are kept in docs/pictures.

PYTHONPATH=. .venv/bin/python benchmarks/photographs.py
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from parlor.core.record import load_record
from parlor.games import game as find_game
from parlor.table import Table
from tests.web.conftest import ARGUMENTS, CHROMIUM, Site
from tests.web.tables import choose, go_on, wait_for_turn

FOLDER = Path("docs/pictures")
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
Prepare = Callable[[Page], None]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def path_after(site: Site, game: str, lines: int) -> str:
    """The kept game after so many lines, for whoever is to act, with bots everywhere else."""
    record = load_record(FOLDER / f"{game}.parlor", find_game)
    seed = record.seed
    record.lines = record.lines[:lines]
    table = Table(record.game, record=record, seed=seed)
    return go_on(site, table, bots=[seat for seat in range(record.seats) if seat != table.to_act[0]])


def look_at_cuts(page: Page) -> None:
    """Look back at the last cuts, with what became of every slice."""
    wait_for_turn(page)
    page.locator("#log .log-entry", has_text="Cuts:").last.hover()
    page.wait_for_selector("#told li")


def cut_twice(page: Page) -> None:
    """Make the first cuts of a division."""
    wait_for_turn(page)
    for number in (3, 4):
        choose(page, page.locator("#board [data-part]").nth(number).get_attribute("data-part") or "")
        page.wait_for_selector("#choice:not([hidden])")


def pick_a_card(page: Page) -> None:
    """Take a card in hand, so that the table shows where it could lie."""
    wait_for_turn(page)
    page.locator("#board [data-part]").first.dispatch_event("click")
    page.wait_for_selector("#choice:not([hidden])")


SHOTS: dict[str, tuple[str, int, dict[str, Any], Prepare]] = {
    "reveal": ("pizza-theory", 27, WIDE, look_at_cuts),
    "phone-new-york-slice": ("new-york-slice", 34, {**PHONE, "color_scheme": "dark"}, cut_twice),
    "phone-wicked-pizza": ("wicked-pizza", 48, PHONE, pick_a_card),
}


def photograph(browser: Browser, site: Site, path: str, name: str, prepare: Prepare, **options: Any) -> None:
    """Take one, as somebody who has been here before."""
    context = browser.new_context(base_url=site.url, locale="en-GB", reduced_motion="reduce", **options)
    context.add_init_script(
        "localStorage.setItem('parlor.pace', 'at-once'); localStorage.setItem('parlor.name', 'Rosa')"
    )
    page = context.new_page()
    page.goto(path)
    prepare(page)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()
    # A third of the bytes, and nobody sees the difference.
    picture = Image.open(FOLDER / f"{name}.png")
    picture.convert("RGB").quantize(256).save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            photograph(browser, site, "/", "home", lambda page: None, **WIDE)
            for name, (game, lines, options, prepare) in SHOTS.items():
                photograph(browser, site, path_after(site, game, lines), name, prepare, **options)
            browser.close()
        finally:
            site.stop()


if __name__ == "__main__":
    main()
