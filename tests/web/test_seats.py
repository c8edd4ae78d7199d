"""Seats are kept by people: links that invite, links of taken seats, and seats that move."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import invite, open_tools, play


def sit(page: Page, name: str) -> None:
    page.fill("#invited-name", name)
    page.click("#invited-form button")
    expect(page.locator("#seats")).to_contain_text("you")


def show_seats(page: Page) -> None:
    """What the host may do about the seats."""
    open_tools(page)
    page.evaluate("document.getElementById('keep-seats').open = true")


def test_an_invite_link_leads_to_a_button_and_to_the_seat(visit: NewPage, site: Site) -> None:
    table, host, links = invite(site, 2)
    ada = visit(host)
    expect(ada.locator("#seats")).to_contain_text("kept for somebody who is invited")
    bo = visit(links[0])
    expect(bo.locator("#invited-title")).to_have_text("Ada invites you to a game of Pizza Theory")
    # A mere visit, by a messenger or anybody else, takes nothing.
    bo.reload()
    expect(ada.locator("#seats")).to_contain_text("kept for somebody who is invited")
    sit(bo, "Bo")
    expect(ada.locator("#seats")).to_contain_text("Bo")
    assert bo.url == site.url + table
    play(ada, "add d4")
    play(bo, "add a1")
    # A place on the page is no link to a seat.
    bo.focus(".skip-link")
    bo.keyboard.press("Enter")
    bo.reload()
    bo.goto(links[0])
    expect(bo.locator("#seats")).to_contain_text(re.compile("Bo.*you"))


def test_the_link_of_a_taken_seat_asks_and_tells_the_holder(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 2)
    ada, bo = visit(host), visit(links[0])
    sit(bo, "Bo")
    other = visit(links[0])
    expect(other.locator("#invited-text")).to_contain_text("This seat is taken")
    expect(bo.locator("#notice")).to_be_hidden()
    other.click("#invited-me")
    expect(other.locator("#invited-text")).to_contain_text("has been told")
    expect(bo.locator("#notice")).to_contain_text("says that it is you")
    expect(ada.locator("#notice")).to_be_hidden()
    # The holder lets it move by a new link, which is opened there.
    bo.get_by_role("button", name="It is me").click()
    link = bo.locator("#link-list input").input_value()
    other.goto(link)
    other.click("#invited-form button")
    expect(other.locator("#seats")).to_contain_text(re.compile("Bo.*you"))
    expect(bo.locator("#prompt")).to_contain_text("is now played elsewhere")
    watching = visit(links[0])
    expect(watching.locator("#invited-notice")).to_contain_text("leads to no seat")
    watching.click("#invited-watch")
    expect(watching.locator("#prompt")).to_contain_text("You are watching")


def test_the_host_removes_somebody_if_the_others_agree_and_invites_again(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 3)
    ada, bo, cy = visit(host), visit(links[0]), visit(links[1])
    sit(bo, "Bo")
    sit(cy, "Cy")
    play(ada, "add d4")
    expect(bo.locator("#keep-seats")).to_be_hidden()
    show_seats(ada)
    ada.locator(".keep-row", has_text="Cy").get_by_role("button", name="Remove").click()
    expect(ada.locator("#question")).to_contain_text("You asked to remove Cy")
    expect(bo.locator("#question")).to_contain_text("Ada would remove Cy")
    expect(cy.locator("#question")).to_be_hidden()
    bo.get_by_role("button", name="Agree", exact=True).click()
    expect(cy.locator("#prompt")).to_contain_text("The host has removed you")
    expect(ada.locator("#log")).to_contain_text("has left")
    ada.get_by_role("button", name="Open to somebody").click()
    expect(bo.locator("#question")).to_contain_text("a bot, to somebody")
    bo.get_by_role("button", name="Agree", exact=True).click()
    ada.get_by_role("button", name="Invite", exact=True).click()
    dee = visit(ada.locator("#link-list input").input_value())
    sit(dee, "Dee")
    expect(ada.locator("#seats")).to_contain_text("Dee")


def test_a_rematch_keeps_everybody_seated_by_new_tokens(visit: NewPage, site: Site) -> None:
    table, host, links = invite(site, 2)
    ada, bo = visit(host), visit(links[0])
    sit(bo, "Bo")
    tokens = [page.evaluate("JSON.parse(localStorage['parlor.tables'])[0].token") for page in (ada, bo)]
    open_tools(bo)
    bo.click("#resign")
    bo.click("#sure [value=yes]")
    for page in (bo, ada):
        page.click("#rematch")
    for page, name in ((ada, "Ada"), (bo, "Bo")):
        page.wait_for_url(lambda url: "/table/" in url and table not in url)
        expect(page.locator("#seats")).to_contain_text(re.compile(f"{name}.*you"))
    again = [page.evaluate("JSON.parse(localStorage['parlor.tables'])[0].token") for page in (ada, bo)]
    assert len({*tokens, *again}) == 4


def test_before_the_deal_the_host_removes_somebody_alone(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 3)
    ada, bo = visit(host), visit(links[0])
    bo.fill("#invited-name", "Bo")
    bo.click("#invited-form button")
    expect(ada.locator("#seats")).to_contain_text("Bo")
    open_tools(ada)
    ada.locator(".keep-row", has_text="Bo").get_by_role("button", name="Remove").click()
    expect(bo.locator("#prompt")).to_contain_text("The host has removed you")
    expect(ada.locator("#seats")).not_to_contain_text("Bo")
    expect(ada.locator("#keep-list").get_by_role("button", name="Invite")).to_have_count(2)
    # The link of before leads nowhere now.
    bo.goto(links[0])
    expect(bo.locator("#invited-notice")).to_contain_text("leads to no seat")
