"""One dialog sets all that can be chosen before a game, and the links of a table can be shown at any time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlor.games import game as find_game
from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, open_tools, set_table, wait_for_turn
from tests.web.test_everyone import no_faults
from tests.web.test_one_screen import SCREENS, screen


def open_setup(page: Page, game: str) -> None:
    page.click(f"[data-setup={game}]")
    for more in page.locator("#setup-rules:visible > summary, #setup-more > summary").all():
        more.click()


def set_and_see(page: Page) -> dict[str, Any]:
    """Press the button; what the page has asked for."""
    with page.expect_request(lambda request: request.url.endswith("/api/tables") and request.method == "POST") as asked:
        page.click("#setup-form .main-button")
    wanted: dict[str, Any] = asked.value.post_data_json or {}
    page.wait_for_url("**/table/*")
    return wanted


@pytest.mark.parametrize("game", names())
def test_every_option_of_a_game_has_a_field(game: str, visit: NewPage) -> None:
    page = visit("/")
    open_setup(page, game)
    for option in find_game(game).options:
        page.select_option("#setup-seats", str((option.seats or find_game(game).seat_counts)[0]))
        expect(page.locator(f"#set-{option.name}")).to_be_visible()
        expect(page.locator(f"#set-{option.name}-row")).not_to_contain_text(option.name + ":")


def test_all_is_set_in_one_dialog_on_a_phone(visit: NewPage) -> None:
    page = visit("/", **screen("phone"), has_touch=True)
    open_setup(page, "pizza-theory")
    page.select_option("#setup-seats", "2")
    page.fill("#setup-name", "Ada")
    page.select_option("#who-0", "bot cook")
    page.select_option("#who-1", "me")
    page.select_option("#set-edition", label="French: all who have 16 win together")
    page.select_option("#set-first", "1")
    page.select_option("#set-unselected", label="Red")
    page.fill("#set-round_limit", "50")
    page.select_option("#setup-minutes", "10")
    page.select_option("#setup-increment", "5")
    page.uncheck("#setup-spectators")
    page.check("#setup-listed")
    page.select_option("#pace", "fast")
    assert set_and_see(page) == {
        "game": "pizza-theory",
        "seats": [{"kind": "bot", "bot": "cook"}, {"kind": "human", "holder": "here", "name": "Ada"}],
        "options": {"edition": "fr", "first": 1, "unselected": 0, "round_limit": 50},
        "clock": {"seconds": 600, "increment": 5},
        "spectators": False,
        "listed": True,
        "hints": True,
        "host": 1,
    }
    wait_for_turn(page)
    expect(page.locator(".seat-row", has_text="Ada")).to_contain_text("you")
    assert page.evaluate("localStorage['parlor.pace']") == "fast"


def test_specials_and_own_components(visit: NewPage) -> None:
    page = visit("/")
    open_setup(page, "new-york-slice")
    page.click("#set-specials summary")
    page.uncheck("[value=dibs]")
    page.select_option("#who-1", "bot waiter")
    page.set_input_files("#set-components", {"name": "own.toml", "mimeType": "text/plain", "buffer": b"nonsense\n"})
    page.click("#setup-form .main-button")
    # What is wrong stands beside the button.
    problem = page.locator("#setup-problem")
    expect(problem).to_be_visible()
    expect(problem).to_be_in_viewport()
    page.set_input_files("#set-components", [])
    wanted = set_and_see(page)
    assert len(wanted["options"]["specials"]) == 13
    assert "dibs" not in wanted["options"]["specials"]
    wait_for_turn(page)


def test_nobody_sets_a_table_at_which_they_do_not_sit_but_bots_may_play_alone(visit: NewPage) -> None:
    page = visit("/")
    open_setup(page, "pizza-theory")
    for seat in range(3):
        page.select_option(f"#who-{seat}", "bot dishwasher")
    page.select_option("#who-1", "anybody")
    page.click("#setup-form .main-button")
    expect(page.locator("#setup-problem")).to_contain_text("Nobody here would have a seat")
    page.select_option("#who-1", "bot dishwasher")
    set_and_see(page)
    expect(page.locator("#prompt")).to_contain_text("watching")


def test_the_links_are_shown_again_and_stay_the_same(visit: NewPage) -> None:
    page = visit("/")
    open_setup(page, "pizza-theory")
    page.select_option("#who-2", "anybody")
    page.fill("#setup-name", "Ada")
    set_and_see(page)
    links = page.locator("#waiting-links input")
    expect(links).to_have_count(2)
    link, for_all = [one.input_value() for one in links.all()]
    page.reload()
    expect(links).to_have_count(2)
    open_tools(page)
    page.click("#show-links")
    expect(page.locator("#link-list img")).to_have_count(2)
    assert [one.input_value() for one in page.locator("#link-list input").all()] == [link, for_all]
    page.keyboard.press("Escape")
    bo = visit(link)
    bo.fill("#invited-name", "Bo")
    bo.click("#invited-form button")
    expect(links).to_have_count(1)
    # Anybody at the table may show the link that is for all.
    open_tools(bo)
    bo.click("#show-links")
    expect(bo.locator("#link-list input")).to_have_value(for_all)
    bo.keyboard.press("Escape")
    cy = visit(for_all)
    cy.get_by_role("button", name="Sit down here").click()
    wait_for_one(page, bo, cy)
    expect(page.locator("#show-links")).to_be_hidden()


def wait_for_one(*pages: Page) -> None:
    """Wait until the deal is made for all, and it is the turn of one of them."""
    for page in pages:
        page.wait_for_selector("#board > svg")


def test_one_goes_on_elsewhere_by_a_code(visit: NewPage, site: Site) -> None:
    _, (path,) = set_table(site, "hbb", first=0)
    page = visit(path)
    wait_for_turn(page)
    open_tools(page)
    page.click("#move-seat")
    expect(page.locator("#link-list img")).to_be_visible()
    phone = visit(page.input_value("#link-list input"), **screen("phone"))
    phone.click("#invited-form button")
    wait_for_turn(phone)
    expect(page.locator("#prompt")).to_contain_text("is now played elsewhere")


@pytest.mark.parametrize("size", SCREENS)
def test_play_now_stays_in_view_with_tables_and_says_against_whom(size: str, visit: NewPage) -> None:
    page = visit("/", **screen(size))
    expect(page.locator("[data-play=pizza-theory]")).to_contain_text(re.compile(r"against \w+ and \w+: Waiter"))
    met = page.locator("[data-play=new-york-slice] .play-against").inner_text()
    page.click("[data-play=new-york-slice]")
    wait_for_turn(page)
    for name in re.findall(r"[A-Z]\w+", met.partition(":")[0]):
        expect(page.locator("#seats")).to_contain_text(name)
    page.goto("/")
    expect(page.locator(".mine-table")).to_be_visible()
    box = page.locator("[data-play]").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[size][1]
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[size][0]


def test_what_goes_wrong_stands_beside_what_was_pressed(visit: NewPage) -> None:
    page = visit("/", **screen("phone"))
    page.route("**/api/tables", lambda route: route.abort())
    for kind in ("play", "meet"):
        button = page.locator(f"[data-{kind}=wicked-pizza]")
        button.click()
        notice = page.locator("#notice")
        expect(notice).to_contain_text("does not answer")
        expect(notice).to_be_in_viewport()
        assert notice.evaluate("one => one.previousElementSibling.className") == "game-buttons"


def test_strangers_meet(visit: NewPage, site: Site) -> None:
    ada, bo, cy = visit("/"), visit("/"), visit("/")
    ada.evaluate("localStorage['parlor.name'] = 'Ada'")
    ada.click("[data-meet=wicked-pizza]")
    expect(ada.locator("#waiting-title")).to_be_visible()
    # Whoever asks again waits at the same table.
    path = ada.evaluate("location.pathname")
    ada.goto("/")
    expect(ada.locator("#listed")).to_contain_text("Ada")
    ada.click("[data-meet=wicked-pizza]")
    ada.wait_for_url(f"**{path}")
    expect(ada.locator("#waiting-title")).to_be_visible()
    bo.click("[data-meet=wicked-pizza]")
    wait_for_one(ada, bo)
    assert bo.evaluate("location.pathname") == path
    expect(ada.locator("#heard")).to_contain_text("is here")
    # One click at somebody's table in the list, which keeps itself fresh.
    seats = [{"kind": "human", "name": "Dee"}, {"kind": "open"}]
    made = ask(site, "/api/tables", {"game": "pizza-theory", "seats": seats, "listed": True})
    dee = visit(f"/table/{made['table']}#{made['tokens'][0]['token']}")
    cy.locator("#listed li", has_text="Dee").get_by_role("button", name="Sit down").click()
    wait_for_one(dee, cy)


def test_a_name_is_asked_once_and_can_be_skipped(visit: NewPage) -> None:
    page = visit("/")
    expect(page.locator("#me")).to_contain_text("Your name?")
    page.click("[data-play=pizza-theory]")
    wait_for_turn(page)
    page.click("#ask-name-skip")
    expect(page.locator("#ask-name")).to_be_hidden()
    page.reload()
    wait_for_turn(page)
    expect(page.locator("#ask-name")).to_be_hidden()
    page.goto("/")
    page.click("#me")
    no_faults(page)
    page.fill("#called-name", "Ада")
    page.keyboard.press("Enter")
    expect(page.locator("#me")).to_contain_text("Ада")
    page.click("[data-play=pizza-theory]")
    expect(page.locator("#seats")).to_contain_text("Ада")
    other = visit("/")
    other.click("[data-play=pizza-theory]")
    wait_for_turn(other)
    other.fill("#ask-name-text", "Bo")
    other.keyboard.press("Enter")
    expect(other.locator(".seat-row", has_text="Bo")).to_contain_text("you")
    expect(other.locator("#ask-name")).to_be_hidden()


def test_my_tables_show_whose_turn_it_is_and_come_back(visit: NewPage, site: Site) -> None:
    page = visit("/")
    page.click("[data-play=pizza-theory]")
    wait_for_turn(page)
    page.goto("/")
    table = page.locator(".mine-table")
    expect(table).to_contain_text("Your turn")
    board = table.locator("img")
    assert board.evaluate("img => img.decode().then(() => img.naturalWidth > 0)")
    table.get_by_role("button", name="Remove from this list").click()
    expect(table).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Bring back Pizza Theory").click()
    expect(table).to_have_count(1)
    expect(page.locator("#mine-removed")).to_be_hidden()
    table.get_by_role("link", name="Pizza Theory").click()
    wait_for_turn(page)
    open_tools(page)
    page.click("#end")
    expect(page.locator("#prompt")).to_contain_text("You ended the game")
    page.goto("/")
    expect(table).to_contain_text("You ended the game")
    # Nobody looks by a token that holds nothing.
    id = page.evaluate("JSON.parse(localStorage['parlor.tables'])[0].id")
    assert page.request.get(f"/glance/{id}").status == 403
    assert page.request.get(f"/glance/{id}", headers={"Authorization": "Bearer x"}).status == 403
