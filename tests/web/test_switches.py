"""Pages of a house in which everything is switched off that can be."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import play, set_table


def test_pages_work_without_what_is_off(visit: NewPage, tmp_path: Path) -> None:
    site = Site(tmp_path, more=["--no-chat", "--no-imports", "--no-lists", "--no-components"])
    try:
        home = visit(site.url)
        expect(home.locator("[data-play]")).not_to_have_count(0)
        expect(home.locator("#import, #listed")).to_have_count(0)
        expect(home.locator("#notice")).to_be_hidden()
        _, paths = set_table(site, "hbb", first=0)
        page = visit(site.url + paths[0])
        play(page, "add d4")
        expect(page.locator("#log")).to_contain_text("You add a topping in the middle")
        expect(page.locator("#chat, #phrases, #chat-form")).to_have_count(0)
    finally:
        site.stop()
