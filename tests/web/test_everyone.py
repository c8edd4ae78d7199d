"""For everyone: keys alone, screen readers, phones, French, light and dark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import parlor as engine
from parlor.core.chance import Rng, Seed
from parlor.table import Table
from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, click_on, invite, play, set_table, wait_for_turn
from tests.web.test_one_screen import SCREENS

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def test_a_round_by_keys_alone(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    page.keyboard.press("ArrowDown")
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    chosen = page.evaluate("document.activeElement.getAttribute('data-part')")
    assert chosen.startswith("add ")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Add a topping in")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_contain_text("choose a marked space")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("?")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("You add a topping")
    expect(page.locator("#announcer")).to_contain_text("add a topping")
    page.wait_for_selector("[data-part='cut 3']")
    page.keyboard.press("u")
    expect(page.locator("#log")).to_contain_text("You take back a move")
    page.keyboard.press("?")
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


def finished(page: Page) -> str:
    """Play a game to its end; returns the path of its replay."""
    page.click("[data-play=pizza-theory]")
    page.wait_for_selector("#board svg")
    click_on(page)
    page.wait_for_selector("#over:not([hidden])", timeout=120_000)
    return page.get_attribute("#to-replay", "href") or ""


def no_faults(page: Page, *more_rules: str, only: Sequence[str] = ()) -> None:
    """Nothing that axe-core finds, by its usual rules and by these, or only by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"], "rules": {rule: {"enabled": True} for rule in more_rules}}
    if only:
        options["runOnly"] = {"type": "rule", "values": [*only]}
    found = page.evaluate("(options) => axe.run(options).then((found) => found.violations)", options)
    assert not found, [(fault["id"], [node["html"][:200] for node in fault["nodes"]][:3]) for fault in found]


def fits(page: Page) -> None:
    """Nothing to scroll sideways, and everything that can be touched is big enough."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate("""() => [...document.querySelectorAll("button, .button-link, [data-part], select, nav a")]
        .map((one) => [one, one.getBoundingClientRect(), one.closest("svg") ? 24 : 44])
        .filter(([_, box, least]) => box.width && Math.min(box.width, box.height) < least - 0.1)
        .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)""")
    assert small == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_on_a_phone_and_for_a_screen_reader(theme: str, visit: NewPage, site: Site) -> None:
    page = visit("/", color_scheme=theme, **PHONE)
    page.wait_for_load_state("networkidle")
    no_faults(page)
    fits(page)
    page.click("[data-setup=new-york-slice]")
    for part in ("#setup-rules > summary", "#setup-more > summary", "#set-specials > summary"):
        page.click(part)
    page.select_option("#who-1", "here")
    no_faults(page)
    fits(page)
    page.goto("/rules/pizza-theory")
    no_faults(page)
    fits(page)
    page.goto("/table/nothing-here")
    no_faults(page)
    fits(page)
    _, _, links = invite(site)
    page.goto(links[0])
    expect(page.locator("#invited-name")).to_be_focused()
    no_faults(page)
    fits(page)
    _, paths = set_table(site, "hbb", first=0)
    page.goto(paths[0])
    wait_for_turn(page)
    page.click("[data-opens=tools]")
    page.click("#keep-seats summary")
    no_faults(page)
    fits(page)
    page.click("#tools .drawer-close")
    page.locator("[data-part='add d4']").tap()
    page.click("#confirm")
    page.wait_for_selector("[data-part='cut 3']")
    no_faults(page)
    fits(page)


@pytest.mark.parametrize("game", engine.games.names())
def test_the_board_of_a_replay_and_its_tools_are_seen_and_stay(game: str, visit: NewPage, site: Site) -> None:
    table = Table(engine.game(game), seats=3, seed=Seed("replay"))
    rng = Rng(1)
    while table.outcome is None:
        moves = table.state.legal_moves(table.to_act[0])
        table.play(table.to_act[0], moves[rng.below(len(moves))])
    imported = ask(site, "/api/records", table.record.dumps())
    page = visit(f"/replay/{imported['table']}", locale="fr-FR")
    expect(page.locator("#board > svg")).to_be_visible()
    for size, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        before = None
        # Whatever is told of a step, nothing moves.
        for step in (0, 9, 10, 15):
            page.evaluate("(step) => (location.hash = `#${step}`)", step)
            expect(page.locator("#step")).to_contain_text(f"{step} sur")
            seen = page.locator("#board > svg, .replay-tools :is(input, button)").all()
            now = [one.bounding_box() for one in seen]
            assert all(box and box["y"] + box["height"] <= height + 1 for box in now), (size, step)
            assert before in (None, now), (size, step)
            before = now


def test_replay(visit: NewPage, tmp_path: Path) -> None:
    page = visit()
    path = finished(page)
    page.goto(path)
    page.wait_for_selector("#board svg")
    no_faults(page)
    last = page.inner_html("#board")
    steps = page.locator(".log-entry").count()
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_text(f"0 of {steps}")
    page.keyboard.press("ArrowRight")
    page.click("#on")
    expect(page.locator("#step")).to_have_text(f"2 of {steps}")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.inner_html("#board") != last
    # A link leads to the same move for somebody else.
    friend = visit(page.url)
    expect(friend.locator("#step")).to_have_text(f"2 of {steps}")
    expect(friend.locator("#s-a1")).to_be_visible()
    # Seats are called by who sat there.
    assert "Livia" in " ".join(friend.locator(".viewer-links a").all_inner_texts())
    assert "Green" not in " ".join(friend.locator(".viewer-links a").all_inner_texts())
    friend.click(".viewer-links a:nth-of-type(4)")
    friend.wait_for_url(re.compile(r"seat=1#2$"))
    with page.expect_download() as download:
        page.click("[download]")
    kept = tmp_path / "kept.parlor"
    download.value.save_as(kept)
    friend.goto("/")
    friend.set_input_files("#import", kept)
    friend.wait_for_url(re.compile("/replay/"))
    expect(friend.locator(".log-entry")).to_have_count(steps)
    friend.goto("/")
    kept.write_text("{}")
    friend.set_input_files("#import", kept)
    expect(friend.locator("#notice")).to_be_visible()


def test_french_throughout(visit: NewPage, site: Site) -> None:
    page = visit("/", locale="fr-FR")
    expect(page.locator("h1")).to_have_text("Trois pizzas, une table")
    _, paths = set_table(site, "hbb", first=0)
    page.goto(paths[0])
    expect(page.locator("#prompt")).to_contain_text("Ajoutez un ingrédient")
    play(page, "add d4")
    expect(page.locator("#log")).to_contain_text("Vous ajoutez")
    expect(page.locator("#s-d4")).to_have_attribute("aria-label", re.compile(r"^Vous \(rouge\), "))
    page.goto("/table/nothing")
    expect(page.locator("#problem")).to_contain_text("Il n’y a pas de table")
    page.click(".language-switch a[lang=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Three pizzas, one table")


def test_hints_for_screen_readers_on_the_board(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", first=0)
    page = visit(paths[0])
    wait_for_turn(page)
    expect(
        page.get_by_role("button", name="Add a topping in column 4 from the left, space 4 from below")
    ).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Add a topping")
