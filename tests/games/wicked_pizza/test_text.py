"""The terminal board of Wicked Pizza."""

from __future__ import annotations

import pytest

from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.core.words import LANGUAGES
from tests.games.wicked_pizza.helpers import GAME, position

BOARD = """\
    -4 -3 -2 -1 0  1  2  3
 -4 ·  ·  ·  ·  ·  ·  ·  ·

 -3 ·  ·  ·  ·  ·  ·  ·  ·

 -2 ·  ·  ·  ·     ·  ·  ·
                1
 -1 ·  ·  ·  ·  ·  ·  ·  ·

  0 ·  ·     ·   N││R    ·
          2     ──╯╰──3
  1 ·  ·  ·  ·  ──╮╭──·  ·
                 S││T
  2 ·  ·  ·  ·     ·  ·  ·
                4
  3 ·  ·  ·  ·  ·  ·  ·  ·


Draw pile 1 · discard pile 2 cards, on top cheese · tokens left 19
▸ seat 1: 0 tokens · Bonus S · hand NSTR wild
  seat 2: 1 token · Bonus – · hand ? NNNN

   N││S    ┌──────┐   │S  S│
  ──╯╰──   │ Wild │   ╰────╯
  ──╮╭──   │ half │   ░░░░░░
   R││T    └──────┘   ░░░░░░
   NSTR      wild    bonus-S"""


def test_the_board_shows_the_table_the_seats_and_the_hand_with_spots_numbered() -> None:
    state = position(
        table=8,
        hands=[["NSTR", "wild"], ["SSSS", {"card": "NNNN", "known": [0, 1]}]],
        unseen=["RRRR"],
        discard=["TTTT", "cheese"],
        tokens=[0, 1],
        bonus={"S": 0},
    )
    assert GAME.text(state.view(0), picked=["NSTR", "/0"]).replace(" \n", "\n") == BOARD


def test_a_complete_pizza_looks_like_one() -> None:
    state = position(laid=["NNSS@0,2/0", "TTRR@0,0/0"], table=8, hands=[["NSTR"], []])
    lines = GAME.text(state.view(1)).splitlines()
    around = [line[10:16] for line in lines]
    top = around.index("│R  R│") - 1
    assert around[top : top + 4] == ["╭────╮", "│R  R│", "│N  N│", "╰────╯"]


def test_a_spectator_sees_no_hand() -> None:
    state = position(hands=[["NSTR", "wild"], ["SSSS"]])
    drawn = GAME.text(state.view(None))
    assert "NSTR" not in drawn
    assert "hand ? ?" in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_board_is_wider_than_a_terminal(language: str) -> None:
    rng = Rng(8)
    state = GAME.new(seats=4)
    for seat, _ in plays(state, at_random(rng), rng):
        moves = state.legal_moves(seat)
        if seat != CHANCE:
            view = state.view(seat)
            picked = [moves.parts()[-1]]
            picked += moves.parts(picked)[:1]
            for colour in (False, True):
                drawn = GAME.text(view, language, colour, picked)
                assert ("\x1b" in drawn) == colour
                if not colour:
                    assert max(map(len, drawn.splitlines())) <= 80
                    assert "wicked-pizza." not in drawn


def test_a_wide_table_is_drawn_small() -> None:
    state = position(laid=["start@-20,0/0", "NSTR@18,0/0", "NNSS@0,0/0"], hands=[["NSNS"], []])
    drawn = GAME.text(state.view(1)).splitlines()
    assert max(map(len, drawn)) <= 80
    assert any("NR" in line for line in drawn)
    smaller = position(laid=["start@-12,0/0", "NSTR@18,0/0"], hands=[["NSNS"], []])
    assert any("▘NR▝" in line for line in GAME.text(smaller.view(1)).splitlines())
