"""A name is asked once, kept in the browser, and spoken by everybody else's page."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewPage, Site
from .tables import open_tools, play, set_table


def test_a_name_is_kept_and_told_at_the_next_table(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    ada, other = [visit(path) for path in paths]
    open_tools(ada)
    ada.fill("#own-name", "Ада <b>")
    ada.click("#naming button")
    expect(other.locator("#seats")).to_contain_text("Ада <b>")
    expect(other.locator("#prompt")).to_have_text("Waiting for Ада <b>.")
    play(ada, "add d4")
    expect(other.locator("#log")).to_contain_text("Ада <b> adds a topping")
    expect(ada.locator("#log")).to_contain_text("You add a topping")
    _, again = set_table(site, "hhb", first=0)
    ada.goto(again[0])
    expect(ada.locator("#seats")).to_contain_text("Ада <b>")


def test_the_strip_of_seats_has_names_and_no_numbers(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", "new-york-slice")
    ada, other = [visit(path) for path in paths]
    open_tools(ada)
    ada.fill("#own-name", "Ada")
    ada.click("#naming button")
    expect(other.locator(".seat-who").first).to_have_text("Ada")
    expect(other.locator(".seat-who").nth(1)).to_have_text("you")
    expect(other.locator(".seat-row").nth(2)).to_contain_text("Glutton")
    assert "seat" not in other.inner_text("#seats").lower()
