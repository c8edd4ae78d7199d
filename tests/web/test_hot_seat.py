"""Several people at one screen, with a curtain between their seats; and what others do is seen where one looks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage, Site
from tests.web.tables import ask, click_on, invite, open_tools, play, wait_for_turn
from tests.web.test_everyone import no_faults
from tests.web.test_one_screen import screen
from tests.web.test_seats import sit

# All that a page shows or says, the chosen words of its scripts left out.
SHOWN = "() => document.body.innerHTML.replace(/<script[^]*?<\\/script>/g, '')"


def at_one_screen(site: Site, game: str, **options: object) -> str:
    """The path of a table for Ada and Bo at one screen."""
    seats = [{"kind": "human", "name": name, "holder": "here"} for name in ("Ada", "Bo")]
    made = ask(site, "/api/tables", {"game": game, "seats": seats, "options": options, "hints": True})
    return f"/table/{made['table']}#{made['tokens'][0]['token']}"


def rise(page: Page, name: str) -> None:
    expect(page.locator("#curtain-rise")).to_have_text(f"I am {name}")
    page.click("#curtain-rise")
    wait_for_turn(page)


def hand(page: Page) -> list[str]:
    """The cards that whoever sits here could choose."""
    cards: list[str] = page.eval_on_selector_all("#board [data-part]", "all => all.map((one) => one.dataset.part)")
    return cards


def test_nothing_of_a_hand_is_left_when_the_curtain_falls(visit: NewPage, site: Site) -> None:
    page = visit(at_one_screen(site, "wicked-pizza", first=0))
    expect(page.locator("#curtain-title")).to_have_text("It is Ada’s turn")
    assert page.locator("#board svg, #log li").count() == 0
    no_faults(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#curtain")).to_be_visible()
    rise(page, "Ada")
    expect(page.locator(".seat-row", has_text="Ada")).to_contain_text("you")
    expect(page.locator(".seat-row", has_text="Bo")).not_to_contain_text("you")
    cards, told = hand(page), page.locator("#log li").all_inner_texts()
    assert cards
    secrets = [text for text in told if text.startswith("You draw")]
    assert secrets
    page.click("#hint")
    expect(page.locator("#hint-panel")).to_be_visible()
    click_on(page)
    expect(page.locator("#curtain-title")).to_have_text("It is Bo’s turn")
    shown = page.evaluate(SHOWN)
    expect(page.locator("#hint-panel")).to_be_hidden()
    assert page.locator("#board svg, #log li, #hint-list li, #happened-list li, #announcer p").count() == 0
    assert not [secret for secret in secrets if secret in shown]
    assert 'data-part="' not in shown
    rise(page, "Bo")
    # Bo sees that Ada has drawn, and not what.
    for own, others in zip(told, page.locator("#log li").all_inner_texts(), strict=False):
        assert not own.startswith("You draw") or others == "Ada draws a card."
    expect(page.locator("#log")).to_contain_text("Ada")
    # A reload shows nothing either.
    page.reload()
    expect(page.locator("#curtain-title")).to_have_text("It is Bo’s turn")
    assert page.locator("#board svg").count() == 0


def test_a_game_at_one_screen_is_played_ended_and_played_again(visit: NewPage, site: Site) -> None:
    page = visit(at_one_screen(site, "pizza-theory", first=0))
    rise(page, "Ada")
    play(page, "add d4")
    rise(page, "Bo")
    play(page, "add a1")
    # Both choose a cut in secret, one after the other.
    for name in ("Ada", "Bo"):
        rise(page, name)
        click_on(page)
    expect(page.locator("#curtain")).to_be_visible()
    page.click("#curtain-rise")
    expect(page.locator("#log")).to_contain_text("You seal line")
    expect(page.locator("#log")).to_contain_text("has chosen a cut")
    # Who asks to take a move back and who agrees sit at the same screen.
    page.click("#undo")
    page.get_by_role("button", name="Agree", exact=True).click()
    expect(page.locator("#prompt")).to_contain_text("Choose your cut in secret")
    expect(page.locator("#log li").last).to_contain_text("You take back a move")
    open_tools(page)
    page.click("#resign")
    page.click("#sure [value=yes]")
    expect(page.locator("#over")).to_be_visible()
    before = page.evaluate("location.pathname")
    page.click("#rematch")
    page.wait_for_url(lambda url: "/table/" in url and before not in url)
    expect(page.locator("#curtain")).to_be_visible()


def test_what_others_do_is_seen_on_a_phone(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 2)
    ada = visit(host, **screen("phone"))
    bo = visit(links[0])
    sit(bo, "Bo")
    heard = ada.locator("#heard")
    expect(heard).to_have_text("Bo is here.")
    expect(heard).to_be_in_viewport()
    bo.fill("#chat-text", "Good luck!")
    bo.press("#chat-text", "Enter")
    expect(heard).to_have_text("Bo: Good luck!")
    play(ada, "add d4")
    play(bo, "add a1")
    ada.click("#undo")
    bo.get_by_role("button", name="No", exact=True).click()
    expect(heard).to_have_text("Not everybody agrees: your move stands.")
    open_tools(bo)
    bo.click("#resign")
    bo.click("#sure [value=yes]")
    bo.click("#rematch")
    expect(ada.locator("#rematch-who")).to_have_text("Bo would play again.")
    expect(ada.locator("#rematch-who")).to_be_in_viewport()


def test_somebody_is_muted_and_stays_so(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 3)
    ada, bo, cy = visit(host), visit(links[0]), visit(links[1])
    sit(bo, "Bo")
    sit(cy, "Cy")

    def say(page: Page, text: str) -> None:
        page.fill("#chat-text", text)
        page.press("#chat-text", "Enter")

    say(bo, "first")
    expect(ada.locator("#chat")).to_contain_text("first")
    ada.get_by_role("button", name="Mute Bo").click()
    expect(ada.locator("#chat")).not_to_contain_text("first")
    for _ in range(2):
        say(bo, "second")
        say(cy, "third")
        expect(ada.locator("#chat")).to_contain_text("third")
        expect(ada.locator("#chat")).not_to_contain_text("second")
        ada.reload()
        expect(ada.get_by_role("button", name="Mute Bo")).to_have_attribute("aria-pressed", "true")
    expect(cy.locator("#chat")).to_contain_text("second")
    ada.get_by_role("button", name="Mute Bo").click()
    say(bo, "fourth")
    expect(ada.locator("#chat")).to_contain_text("fourth")


def test_anybody_ends_the_game_before_the_first_move(visit: NewPage, site: Site) -> None:
    _, host, links = invite(site, 2)
    ada, bo = visit(host), visit(links[0])
    sit(bo, "Bo")
    wait_for_turn(ada)
    open_tools(bo)
    bo.click("#end")
    expect(ada.locator("#prompt")).to_have_text("Bo ended the game before anybody had moved: nobody wins.")
    expect(bo.locator("#prompt")).to_have_text("You ended the game before anybody had moved: nobody wins.")
    expect(ada.locator("#end")).to_be_hidden()
    ada.click("#to-replay")
    expect(ada.locator("#board > svg")).to_be_visible()
