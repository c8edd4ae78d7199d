"""What goes wrong is told in words, with the way on."""

from __future__ import annotations

from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, set_table, wait_for_turn


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/table/AAAAAAAAAAAA", "There is no table"),
        ("/replay/AAAAAAAAAAAA", "There is no table"),
        ("/rules/ludo", "There is no such page"),
        ("/nowhere", "There is no such page"),
        ("/picture/ludo/start.svg", "There is no such page"),
        ("/static/../app.py", "There is no such page"),
    ],
)
def test_a_dead_link(path: str, words: str, visit: NewPage) -> None:
    page = visit(path)
    expect(page.locator("#problem")).to_contain_text(words)
    page.click("main .button-link")
    expect(page.locator("h1")).to_have_text("Three pizzas, one table")


def test_a_replay_before_the_end(visit: NewPage, site: Site) -> None:
    table, _ = set_table(site, "hbb")
    expect(visit(f"/replay/{table}").locator("#problem")).to_contain_text("when the game is over")


def test_a_link_that_holds_no_seat(visit: NewPage, site: Site) -> None:
    table, _ = set_table(site, "hbb")
    page = visit(f"/table/{table}#nonsense")
    expect(page.locator("#prompt")).to_contain_text("This link holds no seat")
    expect(page.locator("#over a:visible")).to_have_count(1)


def test_sitting_down_and_a_seat_already_taken(visit: NewPage, site: Site) -> None:
    table, (path,) = set_table(site, "ohb", first=0)
    visit(path)
    page, late = [visit(f"/table/{table}") for _ in range(2)]
    late.wait_for_selector("#seats button")
    # The late one has not seen yet that the seat is taken.
    late.evaluate(
        "document.getElementById('seats').id = 'kept'; document.body.append(document.createElement('ul'));"
        "document.body.lastChild.id = 'seats'"
    )
    page.click("#seats button")
    wait_for_turn(page)
    late.click("#kept button")
    expect(late.locator("#notice")).to_contain_text("taken")


def test_a_full_table(visit: NewPage, site: Site) -> None:
    table, _ = set_table(site, "hbb")
    page = visit(f"/table/{table}")
    expect(page.locator("#prompt")).to_contain_text("You are watching")
    with pytest.raises(HTTPError):
        ask(site, f"/api/tables/{table}/join", {})


@pytest.mark.parametrize("link", ["!", "https://example.org/", "/table/unknown-table"])
def test_a_link_to_join_that_leads_nowhere(link: str, visit: NewPage) -> None:
    page = visit()
    page.fill("#join-link", link)
    page.press("#join-link", "Enter")
    expect(page.locator("#notice")).to_contain_text("no ")


def test_names_of_markup_and_of_any_length(visit: NewPage, site: Site) -> None:
    page = visit()
    page.click("[data-setup=pizza-theory]")
    # Past what the field allows, as a script could.
    page.evaluate("document.getElementById('setup-name').value = 'x'.repeat(10000)")
    page.click("#setup-form .main-button")
    expect(page.locator("#setup-problem")).to_have_text("A name has at most 40 characters.")
    page.fill("#setup-name", "<img src=x onerror=alert(1)>")
    page.select_option("#who-1", "friend")
    page.click("#setup-form .main-button")
    expect(page.locator("#waiting-links img")).to_have_count(1)
    link = page.input_value("#waiting-links input")
    friend = visit(link)
    expect(friend.locator("#invited-title")).to_contain_text("<img src=x onerror=alert(1)>")
    assert friend.locator("#invited img").count() == 1
    friend.fill("#invited-name", "<b>Bo</b>")
    friend.click("#invited-form button")
    expect(page.locator("#seats")).to_contain_text("<b>Bo</b>")
    expect(friend.locator("#seats")).to_contain_text("<img src=x onerror=alert(1)>")
    assert friend.locator("#seats img:not(.seat-face)").count() == 0


def test_long_chat_and_long_names_over_the_api(site: Site) -> None:
    seats = [{"kind": "human", "name": "x" * 10_000}, {"kind": "bot"}]
    with pytest.raises(HTTPError) as refused:
        ask(site, "/api/tables", {"game": "pizza-theory", "seats": seats})
    with refused.value as answer:
        assert answer.code == 400


def test_a_code_for_a_link_that_is_too_long(site: Site) -> None:
    with pytest.raises(HTTPError) as refused:
        ask(site, "/qr", "x" * 500)
    with refused.value as answer:
        assert answer.code == 413
