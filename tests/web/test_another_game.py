"""A game from outside, made by following the guide: it is on the pages like ours, and is played to its end there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.testing.guide import install, write_package
from tests.web.conftest import NewPage, Site
from tests.web.tables import click_on, set_table


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("another")
    write_package(folder / "secret-recipe")
    site = Site(folder, PYTHONPATH=str(install(folder / "secret-recipe")))
    yield site
    site.stop()


def test_another_game_is_on_the_home_page_with_its_rules(visit: NewPage) -> None:
    page = visit("/")
    card = page.locator("[data-game=secret-recipe]")
    expect(card.locator("h2")).to_have_text("Secret Recipe")
    expect(card).to_contain_text("5 minutes")
    assert card.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth > 0)")
    card.locator("a").click()
    expect(page.locator(".rules-text p").first).to_contain_text("Everybody is dealt two of six cards")


def test_another_game_is_played_in_a_browser(visit: NewPage, site: Site) -> None:
    _, (path,) = set_table(site, "hb", "secret-recipe")
    page = visit(path)
    click_on(page)
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("has chosen a heat")
    page.locator("#to-replay").click()
    expect(page.locator("h1")).to_contain_text("Secret Recipe")
