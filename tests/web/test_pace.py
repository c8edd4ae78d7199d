"""What others do is shown one after the other, and nothing on the page is ahead of the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from parlor import game
from parlor.core.chance import Rng, Seed
from parlor.games import names
from parlor.table import Table
from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, click_on, go_on, open_tools, play, read_frames, set_table, wait_for_turn


def played(name: str, but: int = 0) -> tuple[Table, list[str]]:
    """A game that was played to its end but for so many moves, and those."""
    rng = Rng(1)
    moves: list[tuple[int, str]] = []
    table = Table(game(name), seats=3, seed=Seed("pace"))
    while table.outcome is None:
        seat = table.to_act[0]
        legal = table.state.legal_moves(seat)
        moves.append((seat, str(legal[rng.below(len(legal))])))
        table.play(*moves[-1])
    if but:
        table = Table(game(name), seats=3, seed=Seed("pace"))
        for seat, move in moves[:-but]:
            table.play(seat, move)
    return table, [move for _, move in moves[len(moves) - but :]]


def heard(page: Page, frames: list[str], words: str, times: int = 1) -> None:
    """Wait until so many frames with these words have come."""
    for _ in range(1000):
        if sum(words in frame for frame in frames) >= times:
            return
        page.wait_for_timeout(20)
    raise AssertionError(words)


def number(page: Page) -> int:
    return page.locator("#log li").count()


def test_moves_of_others_come_one_after_the_other(visit: NewPage, site: Site) -> None:
    page = visit("/", pace="normal")
    frames = read_frames(page)
    page.clock.install(time=0)
    _, paths = set_table(site, "hbb", first=0)
    page.goto(paths[0])
    wait_for_turn(page)
    before = number(page)
    page.clock.pause_at(3_600_000)
    play(page, "add d4")
    heard(page, frames, "adds a topping", 2)
    # Time stands still: there is one's own move and nothing else.
    expect(page.locator("#log li")).to_have_count(before + 1)
    page.clock.run_for(600)
    for later in (2, 3):
        expect(page.locator("#log li")).to_have_count(before + later)
        told = page.locator("#log li").last.inner_text()
        assert "adds a topping" in told
        expect(page.locator("#prompt")).to_have_text(told)
        # A moment that is too short to read shows nothing further.
        page.clock.run_for(1000)
        expect(page.locator("#log li")).to_have_count(before + later)
        page.clock.run_for(50 + max(500, 30 * len(told)))
    wait_for_turn(page)
    expect(page.locator("#prompt")).to_contain_text("cut")


def test_what_is_played_is_asked_no_longer(visit: NewPage, site: Site) -> None:
    page = visit("/", pace="normal")
    page.clock.install(time=0)
    _, paths = set_table(site, "hbb", first=1)
    page.goto(paths[0])
    wait_for_turn(page)
    page.clock.pause_at(3_600_000)
    before = number(page)
    play(page, page.locator("[data-part^=add]").first.get_attribute("data-part") or "")
    # One's move is seen for a moment, before one decides what comes next.
    expect(page.locator("#log li")).to_have_count(before + 1)
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator("#prompt")).not_to_contain_text("Add a topping")
    page.clock.run_for(600)
    wait_for_turn(page)
    expect(page.locator("[data-part='cut 3']")).to_be_attached()


# Notes what a screen reader is given to say, and what log and board show at that moment.
SPOKEN = """() => {
  window.spoken = [];
  const note = (text) => {
    const count = (found) => document.querySelectorAll(found).length;
    const [lines, toppings] = ["#log li", "#board [id^=s-][data-new]"].map(count);
    window.spoken.push([text, lines, toppings]);
  };
  const watch = (id, read) => {
    const what = { childList: true, characterData: true, subtree: true };
    new MutationObserver(read).observe(document.getElementById(id), what);
  };
  watch("prompt", () => note(document.getElementById("prompt").textContent));
  const each = (change) => change.addedNodes.forEach((one) => note(one.textContent));
  watch("announcer", (changes) => changes.forEach(each));
}"""


def test_a_screen_reader_is_told_what_the_board_shows_when_it_shows_it(visit: NewPage, site: Site) -> None:
    page = visit("/", pace="fast")
    _, paths = set_table(site, "hbb", first=0)
    page.goto(paths[0])
    wait_for_turn(page)
    page.evaluate(SPOKEN)
    entries = number(page)
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    told = [one for one in page.evaluate("window.spoken") if "add" in one[0] and "?" not in one[0]]
    log = page.locator("#log li").all_inner_texts()[entries:]
    # Each move once, in order, with the log and the board as far as it and no farther.
    assert [text for text, _, _ in told] == log
    assert [lines for _, lines, _ in told] == [entries + 1, entries + 2, entries + 3]
    assert [toppings for _, _, toppings in told] == [7, 8, 9]


@pytest.mark.parametrize("name", ["new-york-slice", "wicked-pizza"])
def test_each_entry_of_the_log_is_said_once_and_not_before_it_stands_there(
    name: str, visit: NewPage, site: Site
) -> None:
    page = visit("/", pace="fast")
    _, paths = set_table(site, "hbb", name, first=0)
    page.goto(paths[0])
    wait_for_turn(page)
    page.evaluate(SPOKEN)
    entries = number(page)
    click_on(page)
    page.wait_for_function(
        "(many) => document.querySelectorAll('#log li').length >= many", arg=entries + 8, timeout=60_000
    )
    spoken, log = page.evaluate(
        "[window.spoken, [...document.querySelectorAll('#log li')].map((li) => li.textContent)]"
    )
    said = entries
    for text, lines, _ in spoken:
        while said < len(log) and text.startswith(log[said]):
            text = text[len(log[said]) :].lstrip()
            said += 1
        assert said <= lines
    assert said == len(log)


def test_a_clock_is_seen_to_run(visit: NewPage, site: Site) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]
    wish = {"game": "pizza-theory", "seats": seats, "options": {"first": 0}, "clock": {"seconds": 600, "increment": 0}}
    made = ask(site, "/api/tables", wish)
    page = visit("/")
    page.clock.install()
    page.goto(f"/table/{made['table']}#{made['tokens'][0]['token']}")
    wait_for_turn(page)
    clocks = page.locator(".seat-clock")
    expect(clocks.first).to_have_text(re.compile("^(10:00|9:5[0-9])$"))
    page.clock.fast_forward("02:00")
    expect(clocks.first).to_have_text(re.compile("^(8:00|7:5[0-9])$"))
    # Of those who need not decide, no time passes.
    expect(clocks.nth(1)).not_to_have_text(re.compile("^[78]:"))


def test_nothing_tells_the_end_before_the_board_shows_it(visit: NewPage, site: Site) -> None:
    table, (last,) = played("pizza-theory", but=1)
    page = visit(go_on(site, table), pace="normal")
    told = number(page)
    play(page, last)
    # Without motion the reveal is a picture, which stays.
    expect(page.locator("#go-on")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("Cuts: ")
    expect(page.locator("#cutter-red")).to_be_visible()
    expect(page.locator("#over")).to_be_hidden()
    assert "winner" not in page.inner_text("#seats")
    assert "Cuts: " not in page.locator("#log li").last.inner_text()
    assert "won" not in page.inner_text("body").split()
    page.click("#go-on")
    expect(page.locator("#seats")).to_contain_text("★ winner")
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#go-on")).to_be_hidden()
    assert number(page) > told


def test_looking_back_changes_nothing_about_what_comes_meanwhile(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    red, green = visit("/", pace="normal"), visit(paths[1])
    frames = read_frames(red)
    red.goto(paths[0])
    play(red, "add d4")
    play(green, "add a1")
    red.wait_for_selector("[data-part='cut 3']")
    play(red, "cut 3")
    entry = red.locator("#log .log-entry").first
    entry.hover()
    expect(red.locator("#looking")).to_be_visible()
    play(green, "cut 2")
    heard(red, frames, "Cuts: ")
    wait_for_turn(green)
    play(green, green.locator("[data-part^=add]").first.get_attribute("data-part") or "")
    # One's turn is told, and nothing else has changed.
    expect(red.locator("#looking-turn")).to_be_visible()
    expect(red).to_have_title("● Your turn · Pizza Theory · Parlor")
    for place in ("#parts", "#choice", "#go-on", "#cutter-red", ".my-turn"):
        expect(red.locator(place)).to_be_hidden()
    assert "Cuts: " not in red.inner_text("#log")
    # The reveal was not skipped.
    red.locator("#chat-title").hover()
    expect(red.locator("#go-on")).to_be_visible()
    expect(red.locator("#cutter-red")).to_be_visible()
    red.keyboard.press("Enter")
    wait_for_turn(red)
    expect(red.locator("#log")).to_contain_text("Cuts: ")
    # And it can be seen again, with what explains it.
    red.click("#again")
    expect(red.locator("#looking-at")).to_contain_text("You seal line 3")
    expect(red.locator(".my-turn #confirm")).to_be_hidden()
    for _ in range(9):
        if "Cuts: " in red.inner_text("#looking-at"):
            break
        red.keyboard.press("ArrowRight")
    expect(red.locator("#told li").first).to_contain_text("Slice A")
    expect(red.locator("#cutter-red")).to_be_visible()
    red.click("#step-done")
    expect(red.locator("#looking")).to_be_hidden()
    expect(red.locator("[data-part^=add]").first).to_be_visible()


def test_what_is_done_to_you_stays_until_seen(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    click_on(page, stop="#happened:not([hidden])")
    expect(page.locator("#happened li").first).to_contain_text("you", ignore_case=True)
    page.click("#happened-seen")
    expect(page.locator("#happened")).to_be_hidden()


def test_the_pace_is_kept_and_waits_if_asked_to(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    open_tools(page)
    page.select_option("#pace", "fast")
    page.check("#wait")
    page.reload()
    expect(page.locator("#pace")).to_have_value("fast")
    expect(page.locator("#wait")).to_be_checked()
    open_tools(page)
    page.select_option("#pace", "at-once")
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    play(page, "cut 3")
    expect(page.locator("#go-on")).to_be_visible()
    page.click("#go-on")
    wait_for_turn(page)


@pytest.mark.parametrize("name", names())
def test_replays_show_what_the_table_showed(name: str, visit: NewPage, site: Site) -> None:
    table, _ = played(name)
    id = ask(site, "/api/records", table.record.dumps())["table"]
    page = visit(f"/replay/{id}", pace="fast", reduced_motion="no-preference")
    entries = page.locator(".log-entry")
    decisions = sum("play" in line for line in table.record.lines)
    assert decisions <= entries.count() <= decisions + 1
    expect(page.locator("#step")).to_have_text(f"{entries.count()} of {entries.count()}")
    if name == "pizza-theory":
        entries.filter(has_text="Cuts: ").first.click()
        expect(page.locator("#cutter-red")).to_be_visible()
        expect(page.locator("#told li").first).to_contain_text("Slice A")
        # From the decision before it one sees how it came about.
        page.click("#back")
        expect(page.locator("#told li")).to_have_count(0)
        page.click("#on")
        expect(page.locator("#cutter-red")).to_be_visible()
        expect(page.locator("#cutter-red")).to_have_count(0)
    page.click("#first")
    expect(page.locator("#step")).to_contain_text("0 of")
    page.click("#play")
    page.wait_for_function("() => parseInt(document.getElementById('step').textContent) >= 2")
    page.click("#play")
    page.click("#last")
    expect(page.locator("#step")).to_have_text(f"{entries.count()} of {entries.count()}")
    if name != "pizza-theory":
        expect(page.locator("#told li")).to_have_count(0)
