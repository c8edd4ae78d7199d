"""Whole games through the page, alone and together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, click_on, open_tools, play, read_frames, set_table, wait_for_turn


@pytest.mark.parametrize("game", names())
def test_a_whole_game_by_clicking(game: str, visit: NewPage) -> None:
    page = visit()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.click(f"[data-play={game}]")
    page.wait_for_selector("#board svg")
    click_on(page)
    page.wait_for_selector("#over:not([hidden])", timeout=120_000)
    assert page.locator("#log li").count() > 10
    expect(page.locator("#seats")).to_contain_text("★ winner")
    assert not complaints
    assert "my-turn" not in (page.get_attribute("#main", "class") or "")
    over = page.url
    page.click("#rematch")
    page.wait_for_url(lambda url: "/table/" in url and url != over)
    expect(page.locator("#over")).to_be_hidden()
    page.wait_for_selector("#board svg")


def test_three_browsers_at_one_table(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhh", first=0)
    pages = [visit("/") for _ in paths]
    frames = [read_frames(page) for page in pages]
    for page, path in zip(pages, paths, strict=True):
        page.goto(path)
    for page, space in zip(pages, ("d4", "a1", "g4"), strict=True):
        play(page, f"add {space}")
        # The address holds the token no longer: it may be shown to anybody.
        assert "#" not in page.url
    before = [len(received) for received in frames]
    play(pages[0], "cut 5")
    expect(pages[1].locator("#supply-red .state")).to_have_text("has chosen a cut")
    expect(pages[0].locator("#cut-5")).to_have_class("cut picked")
    for page, received, start in zip(pages[1:], frames[1:], before[1:], strict=True):
        seen = "\n".join(received[start:])
        assert "Red has chosen a cut" in seen
        assert "seals" not in seen
        assert "picked" not in seen
        assert "picked" not in page.inner_html("#board")
        for path in paths:
            assert path.partition("#")[2] not in page.content() + seen
    play(pages[1], "cut 2")
    play(pages[2], "cut 4")
    for page in pages:
        expect(page.locator("#log")).to_contain_text(re.compile("Cuts: (Red|you) 5, (Green|you) 2, (White|you) 4"))
    expect(pages[1].locator("#prompt")).to_contain_text("Add a topping")
    expect(pages[0].locator("#prompt")).not_to_contain_text("Add a topping")


def test_cuts_are_revealed_in_scenes(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0], pace="normal", reduced_motion="no-preference")
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    play(page, "cut 3")
    page.wait_for_selector("#cutter-red")
    expect(page.locator("#prompt")).to_contain_text("Cuts: you 3")
    slices = page.locator("[id^=slice-]").count()
    assert slices >= 4
    # The dough itself is cut, and its slices lie apart.
    assert page.locator("[id^=base-]").count() == slices
    apart = page.locator("[id^=base-]").evaluate_all("(all) => new Set(all.map((one) => one.style.translate)).size")
    assert apart == slices
    page.click("#board")
    expect(page.locator("#cutter-red")).to_have_count(0)
    expect(page.locator("[id^=base-]")).to_have_count(0)


def test_the_log_explains_the_slices_of_a_reveal(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    play(page, "add d4")
    page.wait_for_selector("[data-part='cut 3']")
    play(page, "cut 3")
    entry = page.locator(".log-entry", has_text="Cuts: you 3")
    entry.hover()
    expect(page.locator("#told li").first).to_contain_text("Slice A: ")
    told = page.locator("#told li").all_inner_texts()
    slices = page.locator("[id^=base-]").count()
    assert [text[:8] for text in told[:slices]] == [f"Slice {letter}:" for letter in "ABCDEFG"[:slices]]
    # Each topping counts in exactly one slice.
    counts = re.findall(r"\w (\d+)\b", " ".join(told[:slices]))
    assert sum(map(int, counts)) == page.locator("#board [role=img]").count() == 9
    page.locator("#chat-title").hover()
    expect(page.locator("[id^=base-]")).to_have_count(0)
    expect(page.locator("#told li")).to_have_count(0)
    # With keys: into the log, and up to the entry; a screen reader hears the same.
    page.locator("#log").focus()
    for _ in range(30):
        page.keyboard.press("ArrowUp")
        if page.evaluate("document.activeElement.textContent").startswith("Cuts: "):
            break
    expect(page.locator("#told li")).to_have_text(told)
    expect(page.locator("#announcer")).to_contain_text(" ".join(told))


def test_a_choice_is_seen_changed_and_taken_back(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    choose(page, "add d4")
    expect(page.locator("#prompt")).to_have_text("Add a topping in column 4 from the left, space 4 from below?")
    choose(page, "add a1")
    expect(page.locator("#prompt")).to_have_text("Add a topping in column 1 from the left, space 1 from below?")
    expect(page.locator("#s-d4")).not_to_have_class("space pick picked")
    page.click("#unpick")
    expect(page.locator("#prompt")).to_contain_text("choose a marked space")
    # The same again confirms, even before the first is answered.
    page.locator("[data-part='add a1']").dblclick()
    expect(page.locator("#log")).to_contain_text("You add a topping at the crust")


def test_undo_log_chat_and_resign(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    red, green = [visit(path) for path in paths]
    play(red, "add d4")
    expect(green.locator("#log")).to_contain_text("Red adds a topping in the middle")
    red.click("#undo")
    expect(red.locator("#log")).to_contain_text("You take back a move")
    play(red, "add a1")
    expect(green.locator("#s-a1")).to_have_attribute("aria-label", re.compile("^Red, "))
    # An entry of the log shows its position while it is pointed at.
    red.locator("#log .log-entry").first.hover()
    expect(red.locator("#looking")).to_be_visible()
    expect(red.locator("#s-a1")).not_to_have_attribute("aria-label", re.compile("^You "))
    red.locator("#chat-title").hover()
    expect(red.locator("#s-a1")).to_have_attribute("aria-label", re.compile(r"^You \(red\), "))
    red.click("[data-phrase=hello]")
    expect(green.locator("#chat")).to_contain_text("Hello!")
    green.fill("#chat-text", "<b>hungry</b>")
    green.press("#chat-text", "Enter")
    expect(red.locator("#chat")).to_contain_text("<b>hungry</b>")
    open_tools(red)
    red.click("#resign")
    red.click("#sure [value=yes]")
    expect(green.locator("#seats")).to_contain_text("gave up: a bot plays on")
    # Who has given up is done: nothing to click, and somebody else plays for them.
    expect(red.locator("#prompt")).to_have_text("You gave up: the others play on.")
    expect(red.locator("#log")).to_contain_text("You give up.")
    open_tools(red)
    for button in ("#undo", "#hint", "#resign", "#move-seat", "#go-on"):
        expect(red.locator(button)).to_be_hidden()
    play(green, green.locator("[data-part^=add]").first.get_attribute("data-part") or "")
    play(green, "cut 3")
    expect(red.locator("#log")).to_contain_text("Red seals")
    expect(red.locator("#go-on")).to_be_hidden()
    assert "You seal" not in red.inner_text("#log")
    assert red.locator(".my-turn, #board [data-part]").count() == 0


def test_others_must_agree_to_an_undo_once_they_have_moved(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hhb", first=0)
    red, green = [visit(path) for path in paths]
    play(red, "add d4")
    play(green, "add a1")
    # Whoever moves on leaves the question behind: the bot must have chosen before it is asked.
    expect(red.locator("#supply-white .state")).to_have_text("has chosen a cut")
    red.click("#undo")
    expect(red.locator("#question")).to_contain_text("You asked")
    green.click("#question button:first-of-type")
    expect(red.locator("#log")).to_contain_text("You take back a move")
