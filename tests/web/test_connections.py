"""Connections that break: reloads, lost networks, servers that restart, old tabs and stale clicks."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, play, set_table, wait_for_turn

# The first frame, and the one that tells that the visitor is here.
FRAMES_OF_AN_ARRIVAL = 1


def test_a_reload_in_mid_game(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    page, other = [visit(path) for path in paths]
    play(page, "add d4")
    play(other, "add a1")
    page.reload()
    expect(page.locator("#s-d4")).to_have_attribute(
        "aria-label", "You (red), in column 4 from the left, space 4 from below"
    )
    expect(page.locator("#log")).to_contain_text("Green adds a topping at the crust")
    play(page, "cut 3")
    expect(page.locator("#log")).to_contain_text("You seal line 3")


def test_a_network_that_goes_and_comes_back(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    page, other = [visit(path) for path in paths]
    play(page, "add d4")
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_contain_text("The line is broken")
    play(other, "add a1")
    page.context.set_offline(False)
    expect(page.locator("#s-a1")).to_have_attribute("aria-label", re.compile("^Green, "))
    expect(page.locator("#log li", has_text="You add a topping in the middle")).to_have_count(1)
    play(page, "cut 3")


def test_a_server_that_restarts(visit: NewPage, tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        _, paths = set_table(site, "hbb", first=0)
        page = visit(site.url + paths[0])
        play(page, "add d4")
        page.wait_for_selector("[data-part='cut 3']")
        site.stop()
        expect(page.locator("#notice")).to_contain_text("The line is broken")
        site = Site(tmp_path, site.port)
        expect(page.locator("#notice")).to_have_text("Here again.")
        play(page, "cut 3")
        expect(page.locator("#log")).to_contain_text("Cuts: you 3")
    finally:
        site.stop()


def test_a_click_on_a_stale_board(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    page, _, stale = visit(paths[0]), visit(paths[1]), visit("/")
    wait_for_turn(page)

    def hold_back(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        frames: list[str | bytes] = []

        def show_the_first(message: str | bytes) -> None:
            if isinstance(message, bytes):
                frames.append(message)
            if isinstance(message, str) or len(frames) <= FRAMES_OF_AN_ARRIVAL:
                socket.send(message)

        server.on_message(show_the_first)

    stale.route_web_socket(re.compile("/socket"), hold_back)
    stale.goto(paths[0])
    wait_for_turn(stale)
    play(page, "add a1")
    expect(page.locator("#s-a1")).to_have_attribute("aria-label", re.compile(r"^You \(red\), "))
    choose(stale, "add d4")
    expect(stale.locator("#notice")).to_be_visible()


def test_a_page_that_is_older_than_the_server(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit("/")

    def speak_as_of_old(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: server.send(str(message).replace("hello", "good day")))

    page.route_web_socket(re.compile("/socket"), speak_as_of_old)
    page.goto(paths[0])
    expect(page.locator("#notice")).to_contain_text("This page is older than the server")
    expect(page.locator("#notice button").first).to_have_text("Reload")


def test_a_seat_that_a_bot_has_taken_over(visit: NewPage, tmp_path: Path) -> None:
    site = Site(tmp_path, more=["--grace", "0.2"])
    try:
        _, paths = set_table(site, "hhb", first=0)
        page, other = [visit(site.url + path) for path in paths]
        wait_for_turn(page)
        other.close()
        expect(page.locator("#seats")).to_contain_text("has left: a bot plays on")
    finally:
        site.stop()


def test_two_tabs_of_one_seat(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    tab = page.context.new_page()
    tab.goto(page.url)
    wait_for_turn(tab)
    # What one tab has chosen and the other has played is gone, and both go on.
    choose(tab, "add d4")
    expect(tab.locator("#confirm")).to_be_visible()
    play(page, "add a1")
    tab.wait_for_selector("[data-part='cut 3']")
    expect(tab.locator("#choice")).to_be_hidden()
    expect(tab.locator("#s-a1")).to_have_attribute("aria-label", re.compile(r"^You \(red\), "))
    play(tab, "cut 3")
    for one in (page, tab):
        expect(one.locator("#log li", has_text="Cuts: you 3")).to_have_count(1)
        wait_for_turn(one)


def test_a_phone_that_sleeps_in_mid_move(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    page, other = [visit(path) for path in paths]
    wait_for_turn(page)
    choose(page, "add d4")
    expect(page.locator("#confirm")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_contain_text("The line is broken")
    # Pressed in vain, told in words, and not lost.
    page.click("#confirm")
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_have_text("Here again.")
    expect(page.locator("#s-d4")).to_have_class(re.compile("picked"))
    page.click("#confirm")
    expect(other.locator("#log li", has_text="adds a topping in the middle")).to_have_count(1)
    wait_for_turn(other)
