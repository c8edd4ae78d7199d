"""New York Slice through the page: cutting and serving, every window of a Special, keys alone, phones, French."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import parlor as engine
from parlor.core.chance import Rng, Seed
from parlor.table import Table
from tests.web.conftest import NewPage, Site
from tests.web.tables import choose, click_on, go_on, play, set_table, wait_for_turn
from tests.web.test_everyone import PHONE, fits, no_faults

GAME = "new-york-slice"


def cut(page: Page, *parts: str) -> None:
    """Pick parts one after the other, each when the one before is seen."""
    wait_for_turn(page)
    for part in parts:
        choose(page, part)
        page.wait_for_function(
            "(part) => document.querySelector(`[id='cut-${part.replace('|', '-')}'].picked, .region.picked, "
            "#special.picked`)",
            arg=part,
        )


def test_a_division_is_weighed_and_served(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", GAME, first=0, specials="buffet")
    page = visit(paths[0])
    wait_for_turn(page)
    expect(page.locator(".estimates")).to_have_count(0)
    cut(page, "2|3", "5|6")
    # An estimate of each portion for each seat, anew with each cut.
    expect(page.locator(".estimates")).to_have_count(3)
    expect(page.locator("#seat-2 .worth")).to_have_count(2)
    expect(page.locator("#confirm")).to_be_hidden()
    cut(page, "9|10")
    expect(page.locator("#seat-2 .worth")).to_have_count(3)
    before = page.locator("#seat-1 .estimates").get_attribute("aria-label")
    cut(page, "3-5+")
    expect(page.locator("#seat-1 .estimates")).not_to_have_attribute("aria-label", before or "")
    expect(page.locator("#prompt")).to_have_text("Serve these portions?")
    expect(page.locator("#confirm")).to_have_text("Serve")
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text(
        "the pizza: slices 10 to 2, slices 3 to 5 with the Special and slices 6 to 9"
    )
    # Eleven slices are one line of the log.
    expect(page.locator("#log li", has_text="On the pizza: ").first).to_be_attached()


WINDOWS = {
    "dibs": ("dibs ", "Dibs!", "take a slice before the division"),
    "cut-in-line": ("cut", "Cut in Line", "choose first"),
    "sneak-a-slice": ("sneak ", "Sneak-a-Slice", "move a slice before you choose"),
    "seconds": ("seconds ", "Seconds", "eat slices of one type"),
}


@pytest.mark.parametrize("special", WINDOWS)
def test_windows_of_specials_are_played_by_clicking_on_a_phone(special: str, visit: NewPage, site: Site) -> None:
    start, name, about = WINDOWS[special]
    exactly = "" if start.endswith(" ") else "='cut'"
    wanted = f"#board [data-part{exactly or f'^={start!r}'}]"
    # With two, Dibs! and Cut in Line are out of the game.
    _, paths = set_table(site, "sss", GAME, specials=special)
    page = visit(paths[0], **PHONE)
    wait_for_turn(page)
    fits(page)
    click_on(page, stop=wanted)
    page.wait_for_selector(f".my-turn {wanted}")
    expect(page.locator("#chalkboard")).to_contain_text(name)
    assert about in " ".join(page.locator("#chalkboard text").all_text_contents())
    fits(page)
    no_faults(page, "label-content-name-mismatch")
    count = page.locator("#log li").count()
    page.locator(wanted).first.dispatch_event("click")
    page.click("#confirm:not([hidden])")
    page.wait_for_function("(count) => document.querySelectorAll('#log li').length > count", arg=count)


def with_a_supreme() -> Table:
    """A game at random in which somebody has collected the Supreme slice and may choose its type."""
    for number in range(100):
        table = Table(engine.game(GAME), seats=3, seed=Seed(f"supreme {number}"), specials="buffet")
        rng = Rng(number)
        while table.outcome is None:
            view = table.view(table.to_act[0])
            if view.data["phase"] == "attach":
                return table
            table.play(table.to_act[0], view.legal_moves[rng.below(len(view.legal_moves))])
    raise LookupError


@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        ("en-GB", "does the Supreme join", "the Supreme with the {type}s."),
        ("fr-FR", "joindre la Suprême", "la Suprême aux parts {type}."),
    ],
)
def test_the_window_of_the_supreme_slice_by_tapping_on_a_phone(
    language: str, asked: str, said: str, visit: NewPage, site: Site
) -> None:
    table = with_a_supreme()
    seat = table.to_act[0]
    moves = [str(move) for move in table.view(seat).legal_moves]
    assert len(moves) > 1
    page = visit(go_on(site, table), locale=language, **PHONE)
    wait_for_turn(page)
    parts = page.eval_on_selector_all("#board [data-part]", "all => all.map((one) => one.dataset.part)")
    assert sorted(parts) == sorted(moves)
    expect(page.locator("#prompt")).to_contain_text(asked)
    fits(page)
    no_faults(page, "label-content-name-mismatch")
    page.locator(f"#board [data-part='{moves[-1]}']").tap()
    page.click("#confirm:not([hidden])")
    expect(page.locator("#log")).to_contain_text(said.format(type=moves[-1].split()[-1]))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_step_of_a_round_on_a_phone(theme: str, visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "ss", GAME, first=0, specials="buffet")
    page = visit(paths[0], color_scheme=theme, **PHONE)

    def check() -> None:
        fits(page)
        no_faults(page, "label-content-name-mismatch")

    wait_for_turn(page)
    check()
    cut(page, "2|3", "5|6")
    check()
    cut(page, "3-5+")
    check()
    page.click("#confirm")
    page.wait_for_selector(".my-turn [data-part='take 1']")
    check()
    play(page, "take 1")
    page.wait_for_selector(".my-turn [data-part='done'], .my-turn [data-part='take 2']")
    check()


def test_a_round_by_keys_alone(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "ss", GAME, first=0, specials="buffet")
    page = visit(paths[0])
    wait_for_turn(page)

    def focused() -> str:
        return str(page.evaluate("document.activeElement?.getAttribute('data-part')"))

    page.keyboard.press("ArrowDown")
    first = focused()
    assert "|" in first
    page.keyboard.press("Enter")
    page.wait_for_selector(".cutting.picked")
    # From where the first cut was made, arrows lead on to another one.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = focused()
    assert "|" in second
    assert second != first
    page.keyboard.press("Enter")
    page.wait_for_selector(".region")
    page.wait_for_selector("[data-part$='+']")
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        if focused().endswith("+"):
            break
    assert focused().endswith("+")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Serve these portions?")
    # The same again serves.
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("the pizza: slices")


def test_two_browsers_a_reload_and_a_lost_network_in_mid_division(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hh", GAME, first=0, specials="buffet")
    slicer, other = [visit(path) for path in paths]
    cut(slicer, "2|3", "5|6")
    # What is only picked is nobody else's business, and is forgotten by a reload.
    assert other.locator(".region").count() == 0
    slicer.reload()
    wait_for_turn(slicer)
    assert slicer.locator(".region").count() == 0
    cut(slicer, "2|3", "5|6", "3-5+")
    slicer.context.set_offline(True)
    expect(slicer.locator("#notice")).to_contain_text("The line is broken")
    slicer.context.set_offline(False)
    expect(slicer.locator("#notice")).to_have_text("Here again.")
    slicer.click("#confirm")
    other.wait_for_selector(".my-turn [data-part='take 2']")
    play(other, "take 2")
    expect(slicer.locator("#log")).to_contain_text("portion 2")


def test_new_york_slice_in_french(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hb", GAME, first=0, specials="buffet")
    page = visit(paths[0], locale="fr-FR")
    wait_for_turn(page)
    expect(page.locator("#chalkboard")).to_contain_text("c’est vous qui coupez")
    expect(page.locator("#prompt")).to_contain_text("Coupez 2 portions")
    cut(page, "2|3", "5|6", "3-5+")
    expect(page.locator("#prompt")).to_have_text("Servir ces portions\N{NO-BREAK SPACE}?")
    expect(page.locator("#confirm")).to_have_text("Servir")
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("la pizza\N{NO-BREAK SPACE}: les parts")
    expect(page.locator("#log")).to_contain_text("Sur la pizza")


def test_cuts_are_undone_in_any_order_and_the_prompt_counts(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", GAME, first=0, specials="buffet")
    page = visit(paths[0])
    prompt = page.locator("#prompt")
    cut(page, "2|3")
    expect(prompt).to_contain_text("2 more cuts")
    cut(page, "5|6", "9|10", "3-5+")
    choose(page, "2|3")
    expect(prompt).to_contain_text("One more cut, or leave “Buffet” alone")
    expect(page.locator(".cutting.picked")).to_have_count(2)
    # What made sense with it alone went with it; the whole text of the Special is a tap away.
    expect(page.locator(".region.picked")).to_have_count(0)
    page.locator("#chalkboard [data-tell]").click()
    expect(page.locator("#notice")).to_contain_text("+1 point for each different type that you have collected")


def about_to_eat() -> Table:
    """A game at random in which somebody has taken slices of which only some can be eaten."""
    for number in range(100):
        table = Table(engine.game(GAME), seats=2, seed=Seed(f"eat {number}"), specials="buffet")
        rng = Rng(number)
        while table.outcome is None:
            view = table.view(table.to_act[0])
            if view.data["phase"] == "eat" and len(view.legal_moves.parts()) <= len(view.data["pending"]):
                return table
            table.play(table.to_act[0], view.legal_moves[rng.below(len(view.legal_moves))])
    raise LookupError


def test_slices_are_marked_and_unmarked_and_what_cannot_be_eaten_says_why(visit: NewPage, site: Site) -> None:
    page = visit(go_on(site, about_to_eat()))
    wait_for_turn(page)
    page.locator("[data-no]").first.click()
    expect(page.locator("#notice")).to_contain_text("You cannot eat")
    expect(page.locator("#confirm")).to_be_hidden()
    slice = page.locator("#board [data-part]:not([data-part=done])").first
    slice.click()
    expect(page.locator("#confirm")).to_have_text("Eat and collect")
    slice.click()
    expect(page.locator("#confirm")).to_be_hidden()
    # All of them marked, the last one is still undone by another click.
    marked = page.locator("#board [data-part]:not([data-part=done])")
    pressed = page.locator("#board [aria-pressed]")
    for number in range(marked.count()):
        marked.nth(number).click()
        expect(pressed).to_have_count(number + 1)
    marked.last.click()
    expect(pressed).to_have_count(marked.count() - 1)
    marked.last.click()
    expect(pressed).to_have_count(marked.count())
    log = page.locator("#log li")
    before = log.count()
    page.click("#confirm")
    # Told to whoever is next at this screen.
    expect(log.nth(before)).to_contain_text("Seat 2 eats")
