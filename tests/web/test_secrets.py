"""Nobody's page is told what its seat must not know: neither the board nor the frames behind it hold it."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, play, read_frames, set_table, wait_for_turn

# What lies between an element of this id and its end, where no group is in it.
HIDDEN_CARDS = re.compile(r'id="slot-0-\d+"[^>]*>(.*?)</g>')


def parts_of(frames: list[str]) -> list[dict[str, Any]]:
    """What the frames show, part by part."""
    messages = [json.loads(frame) for frame in frames]
    parts = [part for message in messages if message["type"] == "frame" for part in message["parts"]]
    # Nothing is drawn before the deal.
    return [part for part in parts if "drawing" in part]


def watch(page: Page, path: str) -> list[str]:
    frames = read_frames(page)
    page.goto(path)
    page.wait_for_selector("#board svg, #waiting li")
    return frames


def test_wicked_pizza_hands(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", "wicked-pizza")
    pages = [visit("/"), visit("/"), visit("/")]
    first, second, spectator = pages
    frames = [watch(page, path) for page, path in zip(pages, [*paths, paths[0].partition("#")[0]], strict=True)]
    for page in pages:
        page.wait_for_selector("#board svg")
    expect(spectator.locator("#prompt")).to_contain_text("You are watching")
    own = set(HIDDEN_CARDS.findall(first.inner_html("#board")))
    assert len(own) > 1
    for page, seat, received in ((second, 1, frames[1]), (spectator, None, frames[2])):
        assert {part["seat"] for part in parts_of(received)} == {seat}
        # Every card of the first seat is the same back, on the board and in the frames.
        backs = set(HIDDEN_CARDS.findall(page.inner_html("#board")))
        assert len(backs) == 1
        assert backs.isdisjoint(own)
        sent = {card for part in parts_of(received) for card in HIDDEN_CARDS.findall(part["drawing"])}
        assert len(sent) == 1


def test_new_york_slice_mystery(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", "new-york-slice", first=0, specials="mystery-slice")
    pages = [visit("/"), visit("/"), visit("/")]
    slicer, owner, spectator = pages
    frames = [watch(page, path) for page, path in zip(pages, [*paths, paths[0].partition("#")[0]], strict=True)]
    wait_for_turn(slicer)
    for part in ("1|2", "2|3", "2+"):
        choose(slicer, part)
        slicer.wait_for_selector(".picked")
    slicer.click("#confirm:not([hidden])")
    expect(owner.locator("[data-part='take 2']")).to_be_attached()
    play(owner, "take 2")
    expect(owner.locator("#log")).to_contain_text("You draw the Mystery slice: ")
    for page, received in ((slicer, frames[0]), (spectator, frames[2])):
        expect(page.locator("#log")).to_contain_text("draws the Mystery slice, unseen by the others.")
        assert "the Mystery slice: " not in "".join(received) + page.content()
        shown = page.locator("#extra-m")
        if shown.count():
            assert shown.text_content() == "?"
        for sent in parts_of(received):
            for chip in re.findall(r'id="extra-m".*?</text></g>', sent["drawing"]):
                assert "?" in re.sub("<[^>]*>", "", chip)
                assert "<use" not in chip


def test_pizza_theory_cuts(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", first=0, unselected=2)
    red, green = visit("/"), visit("/")
    watch(red, paths[0])
    frames = watch(green, paths[1])
    for page in (red, green):
        play(page, f"add {'d4' if page is red else 'a1'}")
    red.wait_for_selector(".my-turn [data-part^=put]")
    choose(red, red.locator("[data-part^=put]").first.get_attribute("data-part") or "")
    red.click("#confirm:not([hidden])")
    red.wait_for_selector("[data-part='cut 5']")
    before = len(frames)
    play(red, "cut 5")
    expect(green.locator("#supply-red .state")).to_have_text("has chosen a cut")
    seen = "".join(frames[before:])
    assert "seals" not in seen
    assert "picked" not in seen + green.inner_html("#board")
