"""The board for the terminal, the inventory, and what greedy thinks of moves."""

from __future__ import annotations

import re

import pytest

import parlor
from parlor.bots import bot
from parlor.bots.match import at_random, by_bots, play_out, plays
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import LANGUAGES, Message, say
from parlor.games.new_york_slice.box import SPECIALS
from parlor.games.new_york_slice.telling.components import inventory, standard_text
from tests.games.new_york_slice.table import GAME, PIZZA, play, position, random_move, seat, taking


def text_of(state: State, viewer: int | None, language: str = "en") -> str:
    return GAME.text(state.view(viewer), language)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_board_fits_and_colour_adds_no_text(seats: int) -> None:
    rng = Rng(seats)
    state = GAME.new(seats=seats)
    while state.to_act:
        state.apply(state.to_act[0], random_move(state, rng))
        if rng.below(6) and state.to_act:
            continue
        for language in LANGUAGES:
            for viewer in (None, *range(seats)):
                view = state.view(viewer)
                plain = GAME.text(view, language)
                assert max(map(len, plain.splitlines())) <= 80
                assert "new-york-slice." not in plain
                assert re.sub(r"\x1b\[[0-9;]*m", "", GAME.text(view, language, colour=True)) == plain


def test_the_board_shows_slices_portions_and_seats() -> None:
    portions = [[10, 11, 1, "+"], [2, 3, 4], [5, 6, 7, 8, 9]]
    state = taking(portions, seat("8 8 8a", "11", "dibs"), seat("10"), seat(), special="buffet", round=2)
    text = text_of(state, 1)
    assert "1) 11 ●●●" in text
    assert "10) 8/10" in text
    assert "(1) ★" in text
    assert "(3)" in text
    assert text.count("╳") == 3 + 1
    assert "2×8  8a  [Dibs!]" in text
    assert ">seat 2 (you)" in text
    assert "Buffet" in text
    row = next(line for line in text.splitlines() if line.startswith(" seat 1"))
    assert row.split() == ["seat", "1", "·", "·", "·", "·", "·", "3◆", "·", "·", "·", "1", "10"]


def test_the_board_keeps_a_mystery_slice_secret() -> None:
    portions = [[9, "+"], [10, 11, 1, 2, 3, 4], [5, 6, 7, 8]]
    state = taking(portions, seat(), seat(), seat(), special="mystery-slice")
    play(state, "take 1", "mystery 10a")
    assert "«m) 10 ●●~»" in text_of(state, 1)
    assert "«m) ?»" in text_of(state, 0)


def test_the_guest_check_is_shown_at_the_end() -> None:
    text = text_of(position("scoring", seat("11", "8"), seat("10"), seat("A")), None)
    assert "Guest Check" in text
    assert next(line for line in text.splitlines() if "Total" in line).split() == ["Total", "13", "10", "-3"]
    assert "Cheese" in text
    assert "Fromage" in text_of(position("scoring", seat("11"), seat(), seat()), None, "fr")


def test_the_inventory_marks_what_is_uncertain() -> None:
    lines = inventory().splitlines()
    assert lines[1].split() == ["3", "Veggie", "3", "0°", "0*"]
    assert lines[2].split() == ["4*", "Margarita", "4", "1°", "1*"]
    assert "8/10, 4/6*, 5/9*, 7/11*" in "\n".join(lines)
    own = standard_text().replace('pepperoni = [3, "reconstructed"]', 'pepperoni = [4, "known"]')
    assert inventory(own, "fr").splitlines()[9].split() == ["11", "Cheese", "11", "4", "2*"]


def judged(state: State) -> dict[str, float]:
    estimates = GAME.mind.judge(state, state.to_act[0])
    assert estimates is not None
    return {str(move): value for move, value in estimates}


def best(state: State) -> str:
    found = judged(state)
    return max(found, key=lambda text: found[text])


def test_judging_leaves_the_position_alone_and_covers_every_move() -> None:
    rng = Rng(2)
    for seats in (2, 5):
        state = GAME.new(seats=seats)
        for actor, _ in plays(state, at_random(rng), rng):
            if actor != CHANCE and (parlor.build.is_compiled() or rng.below(6) == 0):
                view = state.view(actor)
                before = view.dump()
                found = judged(state)
                assert set(found) == {str(move) for move in state.legal_moves(actor)}
                assert view.dump() == before == state.view(actor).dump()


def test_greedy_takes_what_scores() -> None:
    crust = taking([[8, 9, 10, 11, 1, 2, 3, 4, 5], [6, 7], ["+"]], seat(), seat(), seat(), special="stuffed-crust")
    old = taking([[10, 11, 1, 2], [3, 4, 5, 6, 7, 8, 9], ["+"]], seat(), seat(), seat(), special="day-old-pizza")
    found = judged(crust)
    assert found["take 3"] > found["take 2"]
    assert best(old) != "take 3"


def test_greedy_eats_what_cannot_win_and_keeps_what_does() -> None:
    lost = [seat("11 11 11 11 11 11"), seat(), seat()]
    fields = {"pizza": PIZZA, "portions": [[1], [2, 3, 4, 5, 6], [7, 8, 9, 10, 11]], "turn": 1, "round": 6}
    state = position("take", *lost, **fields)
    play(state, "take 1")
    assert best(state) == "eat 1"
    close = position("take", seat("11"), seat("11"), seat("11"), **fields)
    play(close, "take 1")
    assert best(close) == "pass"


def test_greedy_foresees_what_the_others_take() -> None:
    table = [seat("7 9", "4"), seat("11 11 11", "")]
    pizza = ["11", "4", "4", "7", "7", "7", "9", "9", "9", "11", "6"]
    state = position("divide", *table, turn=0, round=4, pizza=pizza, specials=[])
    leads = {text: lead_after(state, text) for text in judged(state)}
    assert leads[best(state)] > sum(leads.values()) / len(leads) + 5


def lead_after(state: State, division: str) -> int:
    """The Slicer's lead at the end of the last round when all choose what looks best to them."""
    after = state.copy()
    play(after, division)
    while after.to_act:
        play(after, best(after))
    assert after.outcome is not None
    return after.outcome.scores[0] - after.outcome.scores[1]


def test_greedy_beats_random_play() -> None:
    greedy, random = bot("greedy"), bot("random")
    rng = Rng(4)
    won = 0.0
    games = 20 if parlor.build.is_compiled() else 2
    for number in range(games):
        own = number % 4
        players = [greedy if seat == own else random for seat in range(4)]
        state = play_out(GAME.new(seats=4), by_bots(players, [rng] * 4), rng)
        assert state.outcome is not None
        won += state.outcome.shares[own]
    assert won > games * 0.7


def test_every_special_has_a_name_and_a_line() -> None:
    for language in LANGUAGES:
        for special in SPECIALS:
            for kind in ("special", "about", "whole"):
                assert not say(Message(f"new-york-slice.{kind}.{special}"), language).startswith("new-york-slice")
        assert [name for name, _ in GAME.legend(language)] == [
            say(Message(f"new-york-slice.special.{special}"), language) for special in SPECIALS
        ]
