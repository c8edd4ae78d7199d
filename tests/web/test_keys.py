"""A whole game of each kind by keys alone: the focus is always seen, and stays on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from parlor.core.chance import Rng
from parlor.games import names
from tests.web.conftest import NewPage, Site
from tests.web.tables import set_table, wait_for_turn

LIMIT = 600
# What somebody at the keys knows: whether it is over, their turn, a move is there to confirm, and where the focus is.
STATE = """() => {
  const here = document.activeElement;
  const style = here && getComputedStyle(here);
  return {
    chosen: Boolean(here?.closest(".picked")),
    over: !document.getElementById("over").hidden,
    turn: document.getElementById("main").classList.contains("my-turn"),
    confirm: !document.getElementById("choice").hidden && !document.getElementById("confirm").hidden,
    buttons: document.querySelectorAll("#parts:not([hidden]) button").length,
    picks: document.querySelectorAll("#board [data-part]").length,
    on: here?.closest("#board") ? (here.id === "board" ? "board" : "pick") : (here?.closest("#parts") ? "parts" : ""),
    seen: Boolean(style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
  };
}"""


def press(page: Page, rng: Rng) -> None:
    """The next keys of somebody who wants to go on."""
    page.wait_for_selector(".my-turn, #over:not([hidden])")
    state = page.evaluate(STATE)
    if state["over"]:
        return
    if state["confirm"]:
        page.keyboard.press("Enter")
    elif state["picks"]:
        for _ in range(1 + rng.below(3)):
            page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[rng.below(4)])
        # A frame that arrives meanwhile takes the focus with it for a moment.
        page.wait_for_function(
            f"() => {{ const now = ({STATE})(); return now.on === 'pick' || !now.turn || !now.picks }}"
        )
        state = page.evaluate(STATE)
        if not state["turn"] or not state["picks"]:
            return
        assert state["on"] == "pick"
        assert state["seen"], page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
        # The same again would undo it.
        if not state["chosen"]:
            page.keyboard.press("Enter")
    elif state["buttons"]:
        # Buttons that are not on the board are reached by Tab.
        for _ in range(40):
            if page.evaluate(STATE)["on"] == "parts":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        # The board is between two drawings: there is nothing to press.
        page.wait_for_function(
            f"() => {{ const now = ({STATE})(); return now.picks || now.buttons || !now.turn || now.over }}"
        )


@pytest.mark.parametrize("game", names())
def test_a_game_by_keys_alone(game: str, visit: NewPage, site: Site) -> None:
    _, paths = set_table(site, "hb" if game != "pizza-theory" else "hbb", game)
    page = visit(paths[0])
    wait_for_turn(page)
    rng = Rng(7)
    for _ in range(LIMIT):
        if page.evaluate(STATE)["over"]:
            break
        press(page, rng)
    assert page.evaluate(STATE)["over"], page.inner_text("#prompt")
    # Whoever played on the board is still there.
    assert page.evaluate(STATE)["on"]
