"""Nothing on a page jumps when a frame arrives or something is picked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import click_on, set_table, wait_for_turn
from tests.web.test_everyone import PHONE

# Layout shifts as browsers count them, until the game is over and other things are offered.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  if (!document.getElementById("over").hidden) return;
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
      [node?.id || node?.className || node?.nodeName, previousRect.y, currentRect.y]);
    window.shifts.push([entry.value, moved]);
  }
}).observe({ type: "layout-shift", buffered: false });
"""
# Below this, nobody sees it; "good" pages stay below 0.1.
UNSEEN = 0.002


def shifts(page: Page) -> list[object]:
    found: list[object] = page.evaluate("(unseen) => window.shifts.filter(([value]) => value > unseen)", UNSEEN)
    return found


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("game", names())
def test_nothing_shifts_when_frames_arrive(game: str, size: str, visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hbb", game, first=0) if game != "wicked-pizza" else set_table(site, "hbb", game)
    page = visit(paths[0], **(PHONE if size == "phone" else {"viewport": {"width": 1280, "height": 800}}))
    wait_for_turn(page)
    page.evaluate(WATCH)
    click_on(page, limit=30)
    page.wait_for_function("() => window.clicks > 30 || !document.getElementById('over').hidden", timeout=30_000)
    assert shifts(page) == []
