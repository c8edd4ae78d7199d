"""Nothing that axe-core finds on any page in any state: in English, light, on a phone; in French, dark, wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, decisions, go_on, invite, open_tools, play, set_table, wait_for_turn
from tests.web.test_everyone import no_faults
from tests.web.test_one_screen import screen

# What depends on the language and what depends on the colours are different faults: two of the four together find all.
LOOKS = {"light": ("en-GB", "phone"), "dark": ("fr-FR", "wide")}


def look(visit: NewPage, path: str, theme: str) -> Page:
    locale, size = LOOKS[theme]
    return visit(path, color_scheme=theme, locale=locale, **screen(size))


@pytest.mark.parametrize("theme", LOOKS)
@pytest.mark.parametrize("game", names())
def test_every_decision(game: str, theme: str, visit: NewPage, site: Site) -> None:
    page = look(visit, f"/rules/{game}", theme)
    no_faults(page)
    for number, (kind, table) in enumerate(decisions(game, 6)):
        page.goto(go_on(site, table))
        page.wait_for_selector("#over:not([hidden])" if kind == "over" else ".my-turn")
        # Of what is chosen half is seen in one look, half in the other.
        if kind != "over" and (number % 2 == 0) == (theme == "light"):
            page.locator("#board [data-part], #parts [data-part]").first.dispatch_event("click")
            expect(page.locator("#choice")).to_be_visible()
        no_faults(page)
        if kind == "over":
            id = ask(site, "/api/records", table.record.dumps())["table"]
            page.goto(f"/replay/{id}#3")
            page.wait_for_selector("#board svg")
            no_faults(page)


@pytest.mark.parametrize("theme", LOOKS)
def test_every_page_that_is_no_board(theme: str, visit: NewPage, site: Site) -> None:
    page = look(visit, "/", theme)
    page.wait_for_load_state("networkidle")
    no_faults(page)
    page.click("[data-setup=pizza-theory]")
    no_faults(page)
    table, host, links = invite(site)
    for path in ("/nowhere", "/table/nothing-here", f"/replay{table[6:]}", f"{table}#nonsense"):
        page.goto(path)
        page.wait_for_selector("#problem, #prompt")
        no_faults(page)
    page.goto("/")
    page.goto(links[0])
    expect(page.locator("#invited-name")).to_be_focused()
    no_faults(page)
    page.click("#invited-form button")
    page.wait_for_selector("#waiting:not([hidden])")
    no_faults(page)
    other = look(visit, links[0], theme)
    other.wait_for_selector("#invited-me:not([hidden])")
    no_faults(other)
    other.click("#invited-me")
    page.wait_for_selector("#notice:not([hidden])")
    no_faults(page)
    page.locator("#notice button").first.click()
    page.wait_for_selector("#link[open] img")
    no_faults(page)
    other.goto(host)
    other.wait_for_selector("#waiting:not([hidden])")
    open_tools(other)
    no_faults(other)


@pytest.mark.parametrize("theme", LOOKS)
def test_everything_that_opens_at_a_table(theme: str, visit: NewPage, site: Site) -> None:
    table, (path,) = set_table(site, "hbb", first=0)
    page = look(visit, path, theme)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector("#hint-list li")
    no_faults(page)
    page.click("#hint-close")
    for drawer in ("log", "chat", "tools"):
        if page.locator(f"[data-opens={drawer}]").is_visible():
            page.click(f"[data-opens={drawer}]")
            no_faults(page)
    page.click("#keep-seats summary")
    no_faults(page)
    page.click("#resign")
    no_faults(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("#rules-text section")
    no_faults(page)
    page.keyboard.press("Escape")
    open_tools(page)
    page.check("#wait")
    page.keyboard.press("Escape")
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    play(page, "cut 3")
    # A reveal that stays, what was done to you, looking back, and a game that one has given up.
    page.wait_for_selector("#go-on:not([hidden])")
    no_faults(page)
    page.click("#go-on")
    wait_for_turn(page)
    no_faults(page)
    page.click("#again")
    page.wait_for_selector("#told li")
    no_faults(page)
    page.click("#step-done")
    open_tools(page)
    page.click("#resign")
    page.click("#sure [value=yes]")
    page.wait_for_selector("#over:not([hidden])")
    no_faults(page)
    page.goto(f"/table/{table}")
    page.wait_for_selector("#board svg")
    no_faults(page)
