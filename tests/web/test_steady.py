"""Nothing on a page jumps when a frame arrives or something is picked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import click_on, set_table, wait_for_turn
from tests.web.test_one_screen import SCREENS

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
UNSEEN = 0.001


def shifts(page: Page) -> list[object]:
    found: list[object] = page.evaluate(
        """(unseen) => window.shifts.filter(
          ([value, moved]) => value > unseen && moved.some(([, from, to]) => from !== to))""",
        UNSEEN,
    )
    return found


@pytest.mark.parametrize("game", names())
def test_nothing_shifts_when_frames_arrive(game: str, visit: NewPage, site: Site) -> None:
    for size, (width, height) in SCREENS.items():
        _, paths = set_table(site, "hbb", game)
        page = visit(paths[0], viewport={"width": width, "height": height}, has_touch=size.startswith("phone"))
        wait_for_turn(page)
        page.evaluate(WATCH)
        click_on(page, limit=20)
        page.wait_for_function("() => window.clicks > 20 || !document.getElementById('over').hidden")
        assert shifts(page) == [], size
        page.close()
