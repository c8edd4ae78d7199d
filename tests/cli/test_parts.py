"""Moves that are picked part by part at the keyboard."""

from __future__ import annotations

import parlor
from parlor.cli.moves import read_move, read_parts
from parlor.core.view import View

GAME = parlor.game("wicked-pizza")


def view() -> View:
    hands = [[{"card": "NSTR"}, {"card": "draw2"}], []]
    data = {"seats": 2, "turn": 0, "laid": ["start@0,0/0"], "hands": hands, "unseen": ["RRRR"]}
    return GAME.load(data).view(0)


def test_parts_are_picked_by_text_or_number() -> None:
    assert read_parts(view(), ["NSTR"]) == ["NSTR"]
    assert read_parts(view(), ["nstr", "1"]) == ["NSTR", "/1"]
    spots = view().legal_moves.parts(["NSTR", "/1"])
    assert read_parts(view(), ["NSTR", "/1", "2"]) == ["NSTR", "/1", spots[1]]
    assert read_parts(view(), ["NSTR", "1", spots[1].removeprefix("@")]) == ["NSTR", "/1", spots[1]]


def test_words_that_are_no_parts_pick_nothing() -> None:
    for words in (["NNNN"], ["1"], ["NSTR", "7"], ["NSTR", "1", "99"], ["NSTR@2,0/1"]):
        assert read_parts(view(), words) == []


def test_all_parts_make_a_move_and_a_whole_move_needs_none() -> None:
    spot = view().legal_moves.parts(["NSTR", "/1"])[0]
    assert str(read_move(view(), "NSTR 1 1")) == f"NSTR{spot}/1"
    assert str(read_move(view(), "NSTR@2,0/1")) == "NSTR@2,0/1"
    assert str(read_move(view(), "draw2")) == "draw2"
