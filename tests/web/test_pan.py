"""A table that is larger than its frame: moved and zoomed by mouse, keys and fingers, by itself on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlor.core.chance import Rng, Seed
from parlor.table import Table
from tests.games.wicked_pizza.helpers import GAME, about_to_complete, play, position
from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, go_on, set_table, until, wait_for_turn
from tests.web.test_everyone import PHONE, fits, no_faults

# The frame on the page, and the table's own view of it.
FRAME = "document.querySelector('.pan-over').getBoundingClientRect().toJSON()"


def view_of(page: Page) -> list[float]:
    return [float(number) for number in (page.get_attribute("#spread", "viewBox") or "").split()]


def frame_of(page: Page) -> dict[str, float]:
    frame: dict[str, float] = page.evaluate(FRAME)
    return frame


def sit_down(visit: NewPage, site: Site, **options: Any) -> Page:
    _, paths = set_table(site, "hb", "wicked-pizza", first=0)
    page = visit(paths[0], **options)
    wait_for_turn(page)
    return page


def pick_spots(page: Page) -> None:
    """Pick a card that is laid."""
    for card in page.eval_on_selector_all("#board [data-part]", "all => all.map((one) => one.dataset.part)"):
        choose(page, card)
        page.wait_for_selector("#choice:not([hidden])")
        if page.locator("#confirm").is_hidden():
            break
        page.keyboard.press("Escape")
        page.wait_for_selector("#choice", state="hidden")
    page.wait_for_selector("[data-part^='@']")


def test_mouse_wheel_and_buttons(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site)
    whole = view_of(page)
    frame = frame_of(page)
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(*middle)
    page.mouse.wheel(0, -400)
    until(lambda: view_of(page)[2] < whole[2] / 1.5)
    near = view_of(page)
    # What is under the pointer stays there.
    assert near[0] + near[2] / 2 == pytest.approx(whole[0] + whole[2] / 2, abs=1)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] + 20, steps=4)
    page.mouse.up()
    units = near[2] / frame["width"]
    until(lambda: view_of(page)[0] == pytest.approx(near[0] - 60 * units, abs=0.5))
    assert view_of(page)[1] == pytest.approx(near[1] - 20 * units, abs=0.5)
    page.click(".pan-tools button:nth-child(1)")
    assert view_of(page)[2] < near[2]
    page.click(".pan-tools button:nth-child(2)")
    page.click(".pan-tools button:nth-child(3)")
    assert view_of(page) == pytest.approx(whole, abs=0.01)


def test_keys(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site)
    whole = view_of(page)
    page.keyboard.press("+")
    near = view_of(page)
    assert near[2] == pytest.approx(whole[2] / 1.4)
    page.keyboard.press("Shift+ArrowRight")
    assert view_of(page)[0] == pytest.approx(near[0] + near[2] / 4)
    page.keyboard.press("-")
    assert view_of(page)[2] == pytest.approx(whole[2])
    page.keyboard.press("0")
    assert view_of(page) == pytest.approx(whole, abs=0.01)
    page.fill("#chat-text", "1+1-0")
    assert view_of(page) == pytest.approx(whole, abs=0.01)


def test_a_drag_that_begins_on_a_spot_picks_nothing(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site)
    pick_spots(page)
    box = page.locator("[data-part^='@'] .mark").first.bounding_box()
    assert box is not None
    before = view_of(page)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 40, steps=4)
    page.mouse.up()
    until(lambda: view_of(page) != before)
    expect(page.locator("#confirm")).to_be_hidden()
    assert page.locator("[data-part^='@']").count()


NEW_IS_SEEN = """() => {
  const frame = document.querySelector(".pan-over").getBoundingClientRect();
  const card = document.querySelector("#table > [id^=card-][data-look]")?.getBoundingClientRect();
  return Boolean(card) && card.left >= frame.left && card.right <= frame.right && card.top >= frame.top;
}"""


def test_the_view_stays_where_it_was_left_and_follows_what_is_new(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site)
    for _ in range(3):
        page.keyboard.press("+")
    for _ in range(8):
        page.keyboard.press("Shift+ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")
    far = view_of(page)
    pick_spots(page)
    assert view_of(page) == pytest.approx(far)
    lines = page.locator("#log li").count()
    choose(page, page.get_attribute("[data-part^='@']", "data-part") or "")
    page.click("#confirm")
    page.wait_for_function("(lines) => document.querySelectorAll('#log li').length > lines", arg=lines)
    until(lambda: page.evaluate(NEW_IS_SEEN))
    assert view_of(page) != pytest.approx(far)
    assert view_of(page)[2] == pytest.approx(far[2])


def test_pinching(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site, **PHONE)
    whole = view_of(page)
    frame = frame_of(page)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + side * apart[0], "y": y, "id": side + 1} for side in (-1, 1)] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    for apart in (45, 50, 60, 70, 80):
        touch("touchMove", apart)
    touch("touchEnd")
    until(lambda: view_of(page)[2] == pytest.approx(whole[2] / 2, rel=0.1))
    near = view_of(page)
    assert near[0] + near[2] / 2 == pytest.approx(whole[0] + whole[2] / 2, abs=3)
    # One finger moves a table that is larger than its frame, and the page stays where it is.
    point = {"x": x, "y": y, "id": 1}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    for step in (10, 20, 40):
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{**point, "y": y - step}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(lambda: view_of(page)[1] > near[1] + 10)
    assert page.evaluate("scrollY") == 0


# How many spots are in the frame, and how many of them a finger misses at most 11 pixels off their middle.
MEETS = """() => {
  const frame = document.querySelector(".pan-over").getBoundingClientRect();
  const tools = document.querySelector(".pan-tools").getBoundingClientRect();
  const seen = [...document.querySelectorAll("[data-part^='@'] .mark")].map((mark) => {
    const box = mark.getBoundingClientRect();
    return [mark, box.x + box.width / 2, box.y + box.height / 2];
  }).filter(([_, x, y]) => x > frame.left + 20 && x < frame.right - 20 && y > frame.top + 20 && y < frame.bottom - 40)
    .filter(([_, x, y]) => x < tools.left - 20 || y < tools.top - 20);
  const missed = seen.filter(([mark, x, y]) => [[0, 0], [-11, 0], [11, 0], [0, -11], [0, 11]].some(([dx, dy]) =>
    document.elementFromPoint(x + dx, y + dy)?.closest("[data-part]") !== mark.parentElement));
  return [seen.length, missed.length];
}"""


def late_table() -> Table:
    """A game at random with some thirty cards on the table, whose next seat can lay one."""
    table = Table(GAME, seats=2, seed=Seed("late"), first=0)
    rng = Rng(8)
    while table.outcome is None:
        moves = table.view(table.to_act[0]).legal_moves
        if len(table.view(None).data["laid"]) > 25 and "@" in str(moves[0]):
            return table
        table.play(table.to_act[0], moves[rng.below(len(moves))])
    raise LookupError


def test_a_late_table_on_a_phone(visit: NewPage, site: Site) -> None:
    page = visit(go_on(site, late_table()), **PHONE)
    wait_for_turn(page)
    whole = view_of(page)
    assert page.locator("#table > [id^=card-]").count() > 25
    no_faults(page)
    fits(page)
    pick_spots(page)
    seen, missed = page.evaluate(MEETS)
    assert seen
    assert not missed
    no_faults(page)
    fits(page)
    # Keys bring every other spot into the frame.
    last = page.locator("[data-part^='@']").last
    last.focus()
    page.keyboard.press("Shift")
    page.keyboard.press("ArrowUp")
    focused = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
    frame = frame_of(page)
    assert frame["x"] <= focused["x"] + focused["width"] / 2 <= frame["x"] + frame["width"]
    assert frame["y"] <= focused["y"] + focused["height"] / 2 <= frame["y"] + frame["height"]
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-part^='@']", state="detached")
    until(lambda: view_of(page) == pytest.approx(whole, abs=0.01))


def test_a_turn_by_keys_alone(visit: NewPage, site: Site) -> None:
    page = sit_down(visit, site)
    lines = page.locator("#log li").count()
    # A card of the hand, and a spot on the table above it.
    for way in ("ArrowRight", "ArrowUp"):
        if page.locator("#confirm").is_visible():
            break
        before = page.inner_html("#board")
        page.keyboard.press(way)
        page.keyboard.press("Enter")
        page.wait_for_function("(before) => document.getElementById('board').innerHTML !== before", arg=before)
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("(lines) => document.querySelectorAll('#log li').length > lines", arg=lines)
    expect(page.locator("#log")).to_contain_text(re.compile("You (lay|cast) "))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_phase_for_a_screen_reader(theme: str, visit: NewPage) -> None:
    page = visit("/", color_scheme=theme)
    page.wait_for_load_state("networkidle")
    wild = position(hands=[["NNST", "wild"], ["draw2"]], laid=["start@0,0/0", "NNSS@2,0/0", "SSTT@2,2/0"]).view(0)
    assert "wild:N" in wild.legal_moves.parts(())
    bonus = position(hands=[["NNST"], ["draw2"]], bonus={"N": 0, "S": 1, "T": "middle", "R": 0}).view(0)
    drawings = [GAME.draw(wild), GAME.draw(bonus)]
    for letters in ("NNNS", "SSST", "TTTN", "RRRN"):
        state, last = about_to_complete(letters, [["draw2", "top"]])
        play(state, last)
        drawings.append(GAME.draw(state.view(0)))
    over = GAME.new(seats=3)
    over.playout(Rng(5))
    drawings.append(GAME.draw(over.view(0)))
    page.evaluate(
        "(drawings) => (document.querySelector('main').innerHTML = drawings)", "".join(["<h1>Boards</h1>", *drawings])
    )
    no_faults(page)
