"""A table is one screen, and whatever opens or closes, its board stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import parlor
from parlor.core.chance import Rng, Seed
from parlor.games import names
from parlor.table import Table
from tests.web.conftest import NewPage, Site
from tests.web.tables import go_on, open_tools, set_table, wait_for_turn

SCREENS = {
    "phone": (390, 844),
    "phone-aside": (844, 390),
    "tablet": (768, 1024),
    "wide": (1440, 900),
    "wider": (1920, 1080),
    "zoomed": (720, 450),
}
# What must be seen whole without scrolling.
WHOLE = ["#board > svg", "#prompt", ".table-bar button:visible", ".page-top :is(a, button)", ".seat-row"]


def screen(name: str) -> dict[str, Any]:
    """The screen of this name, as options of a page."""
    width, height = SCREENS[name]
    return {"viewport": {"width": width, "height": height}}


def board_of(page: Page) -> list[float]:
    box = page.locator("#board > svg").bounding_box()
    assert box is not None
    return [box["x"], box["y"], box["width"], box["height"]]


# What moves the board of all that may come on a page, each shown for a moment with more words than it ever has.
SHOW_ALL = """() => {
  const board = () => Object.values(document.querySelector("#board > svg").getBoundingClientRect().toJSON());
  const before = board();
  const places = document.querySelectorAll("main [hidden], main p, main ul:not(#seats), #seats span");
  return [...places].filter((place) => !place.closest("#invited, #waiting")).filter((place) => {
    const { hidden } = place;
    const more = document.createElement("span");
    more.textContent = "more words than ".repeat(40);
    place.hidden = false;
    place.append(more);
    const moved = board().some((side, index) => Math.abs(side - before[index]) > 1);
    more.remove();
    place.hidden = hidden;
    return moved;
  }).map((place) => place.id || place.className);
}"""
# What can be touched and is smaller than a finger; on the board a tap goes to what is nearest.
SMALL = """() => [...document
  .querySelectorAll("button, .button-link, [data-part], select, nav a, .tool-setting, summary")]
  .map((one) => [one, one.getBoundingClientRect(), one.closest("svg") ? 24 : 44])
  .filter(([one, box, least]) => one.checkVisibility() && box.width && Math.min(box.width, box.height) < least - 0.1)
  .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""


def opened_and_closed(page: Page) -> list[str]:
    """Open and close everything that there is; what moved the board, or is too small to touch."""
    before = board_of(page)
    found: list[str] = []

    def look(what: str) -> None:
        found.extend([f"{what} moves the board"] * (board_of(page) != pytest.approx(before, abs=1)))
        found.extend(f"{what}: {small}" for small in page.evaluate(SMALL))

    look("nothing")
    page.locator("#board [data-part]").first.dispatch_event("click")
    expect(page.locator("#choice")).to_be_visible()
    look("a choice")
    page.click("#unpick")
    expect(page.locator("#choice")).to_be_hidden()
    page.click("#hint")
    # Whoever asks too often is told so in a notice.
    page.wait_for_selector("#hint-panel:not([hidden]), #notice:not([hidden])")
    look("a hint")
    if page.locator("#hint-close").is_visible():
        page.click("#hint-close")
        look("no hint")
    for drawer in ("log", "chat", "tools"):
        tab = page.locator(f"[data-opens={drawer}]")
        if tab.is_visible():
            tab.click()
            look(drawer)
            page.keyboard.press("Escape")
            look(f"no {drawer}")
    open_tools(page)
    if page.locator("#keep-seats").is_visible():
        page.click("#keep-seats summary")
        look("seats to keep")
        page.click("#keep-seats summary")
    page.click("#copy-link")
    expect(page.locator("#notice")).to_be_visible()
    look("a notice")
    for button, dialog in (("#resign", "#sure"), ("#move-seat", "#link"), ("#open-rules", "#rules")):
        if button != "#open-rules":
            open_tools(page)
        if page.locator("#notice").is_visible():
            page.click("#notice .close-button")
        page.click(button)
        expect(page.locator(dialog)).to_be_visible()
        look(dialog)
        page.keyboard.press("Escape")
        expect(page.locator(dialog)).to_be_hidden()
        look(f"no {dialog}")
    page.keyboard.press("Escape")
    if page.locator("[data-opens=log]").is_visible():
        page.click("[data-opens=log]")
    page.focus("#log")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#looking")).to_be_visible()
    look("looking back")
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("#looking")).to_be_hidden()
    page.keyboard.press("Escape")
    found += [f"{place} moves the board" for place in page.evaluate(SHOW_ALL)]
    return found


def late_table(name: str) -> Table:
    """A game of as many seats as it has, some rounds on, in which the first seat has to decide."""
    game = parlor.game(name)
    table = Table(game, seats=game.seat_counts[-1], seed=Seed("late"))
    rng = Rng(3)
    while len(table.record.lines) < 30 or 0 not in table.to_act:
        moves = table.state.legal_moves(table.to_act[0])
        table.play(table.to_act[0], moves[rng.below(len(moves))])
    return table


def begun(name: str, visit: NewPage, site: Site) -> Page:
    return visit(set_table(site, "hbb", name)[1][0])


def late(name: str, visit: NewPage, site: Site) -> Page:
    table = late_table(name)
    path = go_on(site, table, ["Maximilienne-Charlotte von und zu"], range(1, table.record.seats))
    return visit(path, locale="fr-FR")


@pytest.mark.parametrize("opened", [begun, late])
@pytest.mark.parametrize("game", names())
def test_all_is_seen_and_the_board_never_moves(
    game: str, opened: Callable[[str, NewPage, Site], Page], visit: NewPage, site: Site
) -> None:
    page = opened(game, visit, site)
    wait_for_turn(page)
    for size, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        for what in WHOLE:
            for one in page.locator(what).all():
                box = one.bounding_box()
                assert box is not None
                assert 0 <= box["x"] <= width + 1 - box["width"], (size, what)
                assert 0 <= box["y"] <= height + 1 - box["height"], (size, what)
        page.wait_for_function(
            "([width, height]) => document.documentElement.scrollWidth === width"
            " && document.documentElement.scrollHeight === height",
            arg=[width, height],
        )
        # The board takes what there is: one of its sides is all that the page leaves.
        _, _, wide, high = board_of(page)
        assert wide > width - 20 or high > height - 20 or high > 0.6 * height, size
        assert not opened_and_closed(page), size


@pytest.mark.parametrize("size", SCREENS)
def test_a_game_is_started_without_scrolling(size: str, visit: NewPage) -> None:
    page = visit("/", **screen(size))
    box = page.locator("[data-play]").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[size][1]


def test_a_tap_beside_it_goes_to_the_nearest_space(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0], **screen("phone"), has_touch=True)
    wait_for_turn(page)
    space = page.locator("[data-part='add a1']")
    box = space.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    page.touchscreen.tap(box["x"] - 6, box["y"] + box["height"] + 6)
    expect(space).to_have_class(re.compile("picked"))
