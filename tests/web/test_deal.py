"""Before the deal a page shows who is missing, and what its browser added stands in the record."""

from __future__ import annotations

from playwright.sync_api import expect

import parlor
from parlor.core.record import parse_record, verify
from tests.web.conftest import NewPage, Site
from tests.web.tables import open_tools, read_frames, set_table, wait_for_turn


def test_a_page_waits_for_everybody_and_adds_to_the_deal(visit: NewPage, site: Site) -> None:
    id, paths = set_table(site, "hhb", first=0)
    host = visit(paths[0])
    expect(host.locator("#prompt")).to_have_text("Waiting for seat 2.")
    expect(host.locator("#waiting li")).to_have_count(3)
    expect(host.locator("#waiting .is-missing")).to_contain_text("not here yet")
    expect(host.locator("#board")).to_be_hidden()
    narrow = visit(f"/table/{id}", viewport={"width": 390, "height": 844}, locale="fr")
    expect(narrow.locator("#waiting li")).to_have_count(3)
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 390
    expect(host.locator("#resign")).to_be_hidden()
    host.fill("#chat-text", "Where are you?")
    host.press("#chat-text", "Enter")
    expect(host.locator("#chat li")).to_have_count(1)
    friend = visit(paths[1], viewport={"width": 390, "height": 844}, locale="fr")
    wait_for_turn(host)
    expect(host.locator("#waiting")).to_be_hidden()
    expect(friend.locator("#board svg").first).to_be_visible()
    open_tools(host)
    host.click("#resign")
    host.click("#sure [value=yes]")
    friend.click("[data-opens=tools]")
    friend.click("#resign")
    friend.click("#sure [value=yes]")
    expect(friend.locator("#over")).to_be_visible()
    record = parse_record(host.request.get(f"/api/tables/{id}/record").text(), parlor.game)
    verify(record)
    assert sorted(record.deal.nonces) == [0, 1]
    host.goto(f"/replay/{id}")
    expect(host.locator(".viewer-links a").nth(2)).to_have_text("Red")
    expect(host.locator("#deal")).to_contain_text("Red and Green added to the seed")
    expect(host.locator("#deal")).to_contain_text("added nothing to it")
    for shown in (record.commitment, *record.deal.commitments.values(), *record.deal.nonces.values()):
        expect(host.locator("#nonces")).to_contain_text(shown)
    friend.goto(f"/replay/{id}")
    friend.click("#nonces summary")
    squeezed = (
        "[...document.querySelectorAll('.table-side > section')].filter(one => one.clientHeight < one.scrollHeight)"
    )
    assert friend.evaluate(f"{squeezed}.length") == 0
    assert friend.evaluate("document.documentElement.scrollWidth") <= 390
    expect(friend.locator("#deal")).to_contain_text("Rouge et Vert ont contribué")


def test_one_person_against_bots_never_sees_a_table_that_waits(visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hb", first=0)
    page = visit()
    frames = read_frames(page)
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => new MutationObserver(() => {"
        " if (!document.getElementById('waiting').hidden) document.title = 'seen'; })"
        ".observe(document.body, { attributes: true, subtree: true }))"
    )
    page.goto(paths[0])
    wait_for_turn(page)
    assert "seen" not in page.title()
    assert any('"reveal":[0]' in text for text in frames)
