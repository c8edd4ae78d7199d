"""How a page calls its player: a sound that can be muted, the title of its tab, and a notification."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import open_tools, play, set_table, until, wait_for_turn

# Counts the tones that are really started, and the notifications that are really made. A browser without a window calls
# them denied though it makes them: what it answers when it is asked for the permission holds.
LISTEN = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
window.notes = [];
navigator.permissions.query({ name: "notifications" }).then(({ state }) => (window.permitted = state));
window.Notification = class extends Notification {
  static get permission() { return window.permitted; }
  constructor(title, options) { super(title, options); window.notes.push([title, options.body]); }
};
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
"""


def tones(page: Page) -> int:
    found: int = page.evaluate("window.tones")
    return found


def test_sounds_can_be_muted(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    page, other = visit("/"), visit(paths[1])
    page.add_init_script(LISTEN)
    page.goto(paths[0])
    wait_for_turn(page)
    # A browser lets a page sound only after a person has touched it.
    page.click("#prompt")
    play(page, "add d4")
    until(lambda: tones(page) > 0)
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    before = tones(page)
    play(other, "add a1")
    expect(page.locator("#s-a1")).to_have_attribute("aria-label", re.compile("^Green, "))
    assert tones(page) == before
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.click("#sound")
    until(lambda: tones(page) > 0)


def test_the_tab_and_a_notification_call_when_it_is_your_turn(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    other, page = visit(paths[0]), visit("/")
    page.context.grant_permissions(["notifications"])
    page.add_init_script(LISTEN)
    page.goto(paths[1])
    page.wait_for_selector("#board svg")
    expect(page).to_have_title("Pizza Theory · Parlor")
    open_tools(page)
    page.check("#notify")
    page.evaluate("window.away = true")
    play(other, "add d4")
    expect(page).to_have_title("● Your turn · Pizza Theory · Parlor")
    until(lambda: page.evaluate("window.notes.length") == 1)
    title, body = page.evaluate("window.notes[0]")
    assert title == "Your turn"
    assert body.startswith("Add a topping")
    # Somebody who looks at the page needs no notification.
    page.evaluate("window.away = false")
    play(page, "add a1")
    wait_for_turn(page)
    assert page.evaluate("window.notes.length") == 1


def test_a_browser_without_notifications_or_that_refuses_them(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    other, page = visit(paths[0]), visit("/")
    page.goto(paths[1])
    page.wait_for_selector("#board svg")
    open_tools(page)
    page.locator("#notify").click()
    expect(page.locator("#notice")).to_contain_text("Your browser allows no notifications here.")
    expect(page.locator("#notify")).not_to_be_checked()
    # One that has been allowed them on another day, and has none today.
    page.evaluate("localStorage.setItem('parlor.notify', 'yes')")
    page.add_init_script("delete window.Notification; Object.defineProperty(document, 'hidden', { get: () => true })")
    page.reload()
    open_tools(page)
    expect(page.locator("#notify")).to_be_hidden()
    play(other, "add d4")
    expect(page).to_have_title("● Your turn · Pizza Theory · Parlor")
