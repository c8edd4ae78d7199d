"""Nothing that axe-core finds on any page in any state: in English on a phone, in French wide; light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, decisions, go_on, invite, open_tools, play, set_table, wait_for_turn
from tests.web.test_everyone import no_faults
from tests.web.test_one_screen import screen

LOOKS = {"en-GB": "phone", "fr-FR": "wide"}


def look(visit: NewPage, path: str, locale: str) -> Page:
    return visit(path, locale=locale, **screen(LOOKS[locale]))


def no_faults_in_any_light(page: Page) -> None:
    """Whatever is found does not depend on the colours, but for their contrast."""
    no_faults(page)
    page.emulate_media(color_scheme="dark")
    no_faults(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("locale", LOOKS)
@pytest.mark.parametrize("game", names())
def test_every_decision(game: str, locale: str, visit: NewPage, site: Site) -> None:
    page = look(visit, f"/rules/{game}", locale)
    no_faults_in_any_light(page)
    for number, (kind, table) in enumerate(decisions(game, 6)):
        page.goto(go_on(site, table))
        page.wait_for_selector("#over:not([hidden])" if kind == "over" else ".my-turn")
        # Of what is chosen half is seen in one look, half in the other.
        if kind != "over" and (number % 2 == 0) == (locale == "en-GB"):
            page.locator("#board [data-part], #parts [data-part]").first.dispatch_event("click")
            expect(page.locator("#choice")).to_be_visible()
        no_faults_in_any_light(page)
        if kind == "over":
            id = ask(site, "/api/records", table.record.dumps())["table"]
            page.goto(f"/replay/{id}#3")
            page.wait_for_selector("#board svg")
            no_faults_in_any_light(page)


@pytest.mark.parametrize("locale", LOOKS)
def test_every_page_that_is_no_board(locale: str, visit: NewPage, site: Site) -> None:
    page = look(visit, "/", locale)
    page.wait_for_load_state("networkidle")
    no_faults_in_any_light(page)
    page.click("[data-setup=pizza-theory]")
    no_faults_in_any_light(page)
    page.keyboard.press("Escape")
    page.click("#me")
    no_faults_in_any_light(page)
    table, host, links = invite(site)
    for path in ("/nowhere", "/table/nothing-here", f"/replay{table[6:]}", f"{table}#nonsense"):
        page.goto(path)
        page.wait_for_selector("#problem, #prompt")
        no_faults_in_any_light(page)
    page.goto("/")
    page.goto(links[0])
    expect(page.locator("#invited-name")).to_be_focused()
    no_faults_in_any_light(page)
    page.click("#invited-form button")
    page.wait_for_selector("#waiting:not([hidden])")
    no_faults_in_any_light(page)
    other = look(visit, links[0], locale)
    other.wait_for_selector("#invited-me:not([hidden])")
    no_faults_in_any_light(other)
    other.click("#invited-me")
    page.wait_for_selector("#notice:not([hidden])")
    no_faults_in_any_light(page)
    page.locator("#notice button").first.click()
    page.wait_for_selector("#link[open] img")
    no_faults_in_any_light(page)
    other.goto(host)
    other.wait_for_selector("#waiting:not([hidden])")
    open_tools(other)
    no_faults_in_any_light(other)


@pytest.mark.parametrize("locale", LOOKS)
def test_everything_that_opens_at_a_table(locale: str, visit: NewPage, site: Site) -> None:
    table, (path,) = set_table(site, "hbb", first=0)
    page = look(visit, path, locale)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector("#hint-list li")
    no_faults_in_any_light(page)
    page.click("#hint-close")
    for drawer in ("log", "chat", "tools"):
        if page.locator(f"[data-opens={drawer}]").is_visible():
            page.click(f"[data-opens={drawer}]")
            no_faults_in_any_light(page)
    page.click("#keep-seats summary")
    no_faults_in_any_light(page)
    page.click("#resign")
    no_faults_in_any_light(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("#rules-text section")
    no_faults_in_any_light(page)
    page.keyboard.press("Escape")
    open_tools(page)
    page.check("#wait")
    page.keyboard.press("Escape")
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    play(page, "cut 3")
    # A reveal that stays, what was done to you, looking back, and a game that one has given up.
    page.wait_for_selector("#go-on:not([hidden])")
    no_faults_in_any_light(page)
    page.click("#go-on")
    wait_for_turn(page)
    no_faults_in_any_light(page)
    page.click("#again")
    page.wait_for_selector("#told li")
    no_faults_in_any_light(page)
    page.click("#step-done")
    open_tools(page)
    page.click("#resign")
    page.click("#sure [value=yes]")
    page.wait_for_selector("#over:not([hidden])")
    no_faults_in_any_light(page)
    page.goto(f"/table/{table}")
    page.wait_for_selector("#board svg")
    no_faults_in_any_light(page)


@pytest.mark.parametrize("locale", LOOKS)
def test_what_people_at_a_table_do(locale: str, visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", first=0, unselected=2)
    page, other = [look(visit, path, locale) for path in paths]
    for one in (page, other):
        play(one, one.locator("[data-part^=add]").first.get_attribute("data-part") or "")
    page.click("#undo")
    for one in (page, other):
        one.wait_for_selector("#question:not([hidden])")
        no_faults_in_any_light(one)
    other.locator("#question button").last.click()
    page.wait_for_selector("#heard:not([hidden])")
    no_faults_in_any_light(page)
    open_tools(other)
    other.click("#resign")
    other.click("#sure [value=yes]")
    other.click("#rematch")
    expect(page.locator("#rematch-who")).not_to_be_empty()
    for one in (page, other):
        no_faults_in_any_light(one)
    page.goto("/")
    page.wait_for_selector("#mine-list img")
    no_faults_in_any_light(page)
    page.click("#mine-list .close-button")
    page.wait_for_selector("#mine-removed:not([hidden])")
    no_faults_in_any_light(page)
    # Two people at one screen.
    page.goto(go_on(site, next(table for _, table in decisions("wicked-pizza", 1)), ("Ada", "Bo")))
    page.wait_for_selector("#curtain[open]")
    no_faults_in_any_light(page)
