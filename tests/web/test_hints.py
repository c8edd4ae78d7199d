"""Hints on a page, and whom one plays against."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import parlor
from parlor.core.chance import Seed
from parlor.server.jobs import parts_of
from parlor.table import Table
from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, set_table, wait_for_turn


def test_a_hint_in_words_as_shares_and_on_the_board(visit: NewPage, site: Site) -> None:
    _, [path] = set_table(site, "hb", first=0)
    page = visit(path)
    wait_for_turn(page)
    page.click("#hint")
    expect(page.locator("#hint-text")).to_contain_text("The house would play: add a topping")
    rows = page.locator("#hint-list li")
    assert 0 < rows.count() <= 8
    expect(rows.first).to_contain_text("%")
    mark = page.locator(".hint-mark").first
    expect(mark).to_have_text(re.compile(r"^\d+ %$"))
    expect(rows.first.locator(".hint-share")).to_have_text(re.compile(r"^\d+ % chance to win$"))
    # The best move is marked where it would be played, and a click on its row shows it before it is played.
    best = rows.first.locator(".hint-move").inner_text()
    rows.first.locator("button").click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text(best)
    page.click("#confirm")
    expect(page.locator("#hint-panel")).to_be_hidden()
    expect(page.locator(".hint-mark")).to_have_count(0)


def test_a_hint_for_a_move_of_several_marks_stands_on_the_best_one_alone(visit: NewPage, site: Site) -> None:
    _, [path] = set_table(site, "hbbbbb", "new-york-slice", first=0)
    page = visit(path)
    wait_for_turn(page)
    page.click("#hint")
    mark = page.locator(".hint-mark")
    # Six portions are made by six cuts, or by five beside the Special alone: they have no chance to win of their own.
    expect(mark.first).to_be_visible()
    assert set(mark.all_inner_texts()) == {"★"}
    assert mark.count() in (5, 6)
    page.locator("#hint-list button").first.click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(mark).to_have_count(0)


def test_a_hint_by_a_key_and_put_away(visit: NewPage, site: Site) -> None:
    _, [path] = set_table(site, "hb", "wicked-pizza")
    page = visit(path)
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.locator("#hint-text")).to_contain_text("The house would play")
    page.click("#hint-close")
    expect(page.locator("#hint-panel")).to_be_hidden()


def test_there_is_no_hint_where_the_host_has_left_them_out(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", first=0)
    page, _ = [visit(path) for path in paths]
    wait_for_turn(page)
    expect(page.locator("#hint")).to_be_hidden()
    choose(page, "add a1")
    expect(page.locator("#confirm")).to_be_visible()


def test_opponents_have_a_picture_and_a_line_and_are_remembered(visit: NewPage, site: Site) -> None:
    page = visit("/")
    opponents = page.locator(".opponent")
    assert opponents.count() == 5
    for number in range(opponents.count()):
        expect(opponents.nth(number).locator(".opponent-line")).not_to_be_empty()
        assert opponents.nth(number).locator("img").evaluate("img => img.decode().then(() => img.naturalWidth > 0)")
    page.locator(".opponent", has_text="Dishwasher").click()
    page.click("[data-play=pizza-theory]")
    expect(page.locator("#seats")).to_contain_text("Dishwasher")
    page.goto("/")
    expect(page.locator("[name=opponent][value=dishwasher]")).to_be_checked()


def test_the_host_says_whether_friends_may_ask_for_hints(visit: NewPage, site: Site) -> None:
    page = visit("/")
    page.click("[data-setup=pizza-theory]")
    page.select_option("#who-2", "bot waiter")
    expect(page.locator(".who-row").nth(2)).to_contain_text("good move")
    page.click("#setup-more summary")
    page.check("#setup-hints")
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.click("#setup-form .main-button")
    assert (asked.value.post_data_json or {})["hints"] is True


def test_no_picture_of_nobody(visit: NewPage, site: Site) -> None:
    page = visit("/")
    assert page.request.get("/face/greedy.svg").ok
    assert page.request.get("/face/exec%3A.svg").status == 404


def test_every_move_of_a_hint_can_be_shown_on_the_board_six_seats_included() -> None:
    table = Table(parlor.game("new-york-slice"), seats=6, seed=Seed("six"), first=0)
    moves = table.view(table.to_act[0]).legal_moves
    wanted = [str(moves[number]) for number in range(0, len(moves), 97)]
    found = parts_of(moves, wanted)
    assert {move: str(moves.whole(parts)) for move, parts in found.items()} == {move: move for move in wanted}
