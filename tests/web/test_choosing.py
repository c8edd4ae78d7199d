"""Choosing on the boards: few clicks, what is clicked again is undone, and what cannot be chosen says why."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from parlor.core.chance import Seed
from parlor.table import Table
from tests.games.wicked_pizza.helpers import GAME
from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, go_on, play, set_table, wait_for_turn


def to_lay(visit: NewPage, site: Site) -> tuple[Page, str, str]:
    """A seat of Wicked Pizza with a card, and a spot where it can be laid upside down and in another way."""
    for number in range(20):
        table = Table(GAME, seats=2, seed=Seed(f"to lay {number}"), first=0)
        moves = table.view(0).legal_moves
        for card in moves.parts():
            turns = moves.parts([card])
            spots = [set(moves.parts([card, turn])) for turn in turns]
            if len(turns) == 4 and (both := spots[2] & (spots[0] | spots[1] | spots[3])):
                page = visit(go_on(site, table))
                wait_for_turn(page)
                return page, card, min(both)
    raise LookupError


def test_a_card_is_on_the_table_after_two_clicks_and_a_confirmation(visit: NewPage, site: Site) -> None:
    page, card, _ = to_lay(visit, site)
    choose(page, card)
    spot = page.locator("[data-part^='@']").first
    # All ways round are offered at once.
    expect(spot).to_have_attribute("aria-label", "Lay it above the Start card, upright")
    spot.dispatch_event("click")
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("Play the card there?")
    # The same spot again is the confirmation.
    page.locator("[data-part^='@'][aria-pressed]").dispatch_event("click")
    expect(page.locator("#log")).to_contain_text("Seat 1 lays “")


def test_a_card_is_turned_before_or_after_it_lies_and_each_choice_is_undone_by_a_click(
    visit: NewPage, site: Site
) -> None:
    page, card, spot = to_lay(visit, site)
    pressed = page.locator("#board [aria-pressed]")
    choose(page, card)
    choose(page, "/1")
    expect(pressed).to_have_count(2)
    choose(page, "/2")
    expect(page.locator("[data-part='/2']")).to_have_attribute("aria-pressed", "true")
    choose(page, spot)
    expect(pressed).to_have_count(3)
    turned = page.locator("[data-part^='/'][data-picks]").first
    way = turned.get_attribute("data-part")
    turned.dispatch_event("click")
    expect(page.locator(f"[data-part='{way}']")).to_have_attribute("aria-pressed", "true")
    # It has been turned where it lies.
    expect(page.locator(f"[data-part='{spot}']")).to_have_attribute("aria-pressed", "true")
    choose(page, str(way))
    expect(pressed).to_have_count(1)
    expect(page.locator("#confirm")).to_be_hidden()
    choose(page, card)
    expect(pressed).to_have_count(0)
    expect(page.locator("#choice")).to_be_hidden()


def test_where_a_card_cannot_lie_says_why(visit: NewPage, site: Site) -> None:
    page, card, _ = to_lay(visit, site)
    choose(page, card)
    page.wait_for_selector("[data-part^='@']")
    page.locator("path[data-no]").dispatch_event("click")
    expect(page.locator("#notice")).to_have_text("There lies a card already. Choose one of the marked spots.")
    page.locator("rect[data-else]").dispatch_event("click")
    expect(page.locator("#notice")).to_have_text("There it touches no card. Lay it beside one.")
    expect(page.locator("#confirm")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_space_that_is_not_open_says_why(language: str, visit: NewPage, site: Site) -> None:
    _, [path] = set_table(site, "hb", first=0)
    page = visit(path, locale=language)
    wait_for_turn(page)
    page.locator("[data-no]").first.dispatch_event("click")
    reason = {"en": "This space is next to one of your own", "fr": "Cet emplacement touche un de vos ingrédients"}
    expect(page.locator("#notice")).to_contain_text(reason[language])


def test_what_was_added_this_round_glows(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    red, green = [visit(path) for path in paths]
    play(red, "add d4")
    play(green, "add a1")
    glowing = red.locator("#board .added")
    expect(glowing).to_have_count(3)
    expect(red.locator("#s-d4")).to_have_class("added")
    red.wait_for_selector("[data-part='cut 3']")
    play(red, "cut 3")
    play(green, "cut 2")
    expect(red.locator("#round")).to_have_text("Round 2")
    expect(red.locator("#s-d4.added")).to_have_count(0)


def test_two_clicks_on_the_button_play_one_move(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    choose(page, "add d4")
    expect(page.locator("#confirm")).to_be_visible()
    page.evaluate("for (const _ of [1, 2]) document.getElementById('confirm').click()")
    page.wait_for_selector("[data-part='cut 3']")
    expect(page.locator("#notice")).to_be_hidden()
    # Taken back and chosen once more, it is played once more.
    page.keyboard.press("u")
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
