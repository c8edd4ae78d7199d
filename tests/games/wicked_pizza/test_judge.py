"""What greedy thinks of Wicked Pizza."""

from __future__ import annotations

import parlor
from parlor.bots import Limit, bot
from parlor.bots.match import by_bots, play_out
from parlor.core.chance import Rng
from parlor.core.state import State
from parlor.games.wicked_pizza.mind.judge import exposure
from tests.games.wicked_pizza.helpers import GAME, about_to_complete, card_of, nearly, play, position

GREEDY = bot("greedy")


def chosen(state: State, seed: int = 1) -> str:
    seat = state.to_act[0]
    return str(GREEDY.choose(state.view(seat), Limit(), Rng(seed)).move)


def test_greedy_completes_a_pizza() -> None:
    for letters in ("NSTR", "NNTT", "TTTT"):
        state, _ = about_to_complete(letters, others=[["SSSS"]], unseen=["RRRR", "NNNN"])
        assert "pizza" in play(state, chosen(state))


def test_greedy_prefers_the_pizza_of_one_ingredient_for_its_wild_half() -> None:
    state = position(laid=["NNSS@0,2/0", "NSTR@0,4/0"], hands=[["wild"], ["SSSS"]])
    assert chosen(state).startswith("wild:N@0,0/2")


def test_greedy_strikes_the_leader() -> None:
    for letters in ("NNNS", "TTTS", "RRRS"):
        state, last = about_to_complete(letters, others=[["SSSS"], ["RRRR"], ["NNTT"]], tokens=[1, 2, 5, 3])
        play(state, last)
        assert chosen(state) == "seat 3"
    by_bonus, last = about_to_complete("RRRS", others=[["SSSS"], ["RRRR"]], tokens=[1, 2, 3], bonus={"T": 1})
    play(by_bonus, last)
    assert chosen(by_bonus) == "seat 2"


def test_greedy_discards_the_best_card_of_an_opponent() -> None:
    state, last = about_to_complete("NNNS", others=[["draw2", "wild", "top"]])
    play(state, last, "seat 2")
    assert chosen(state) == "discard wild"


def test_greedy_leaves_no_more_open_sites_than_it_must() -> None:
    # Beside the Start card, four quarters open two sites for halves; a half opens one for a quarter.
    state = position(hands=[["NSTR", "NNST"], ["SSSS"]], unseen=["RRRR"])
    left: dict[str, float] = {}
    for move in state.legal_moves(0):
        after = state.copy()
        after.apply(0, move)
        left[str(move)] = exposure(after.lattice)
    assert exposure(state.lattice) == 0
    assert left[chosen(state)] == min(left.values()) < max(left.values())


def test_greedy_takes_the_last_token_only_to_win() -> None:
    laid, last = nearly("NSTR")
    hands = [[card_of(last), "RRRR"], ["SSSS"]]
    behind = position(laid=["start@0,0/0", *laid], hands=hands, tokens=[4, 15])
    assert "pizza" not in play(behind, chosen(behind))
    ahead = position(laid=["start@0,0/0", *laid], hands=hands, tokens=[15, 4])
    assert play(ahead, chosen(ahead))[-1] == "over"


def test_greedy_keeps_spells_when_it_must_discard() -> None:
    state = position(table=4, laid=["start@-1,-1/0"], hands=[["wild", "NSTR", "cheese"], ["SSSS"]])
    assert chosen(state) == "discard NSTR"


def test_greedy_beats_random() -> None:
    wins = 0.0
    games = 12 if parlor.build.is_compiled() else 4
    for seed in range(games):
        rng = Rng(seed)
        players = [bot("greedy" if seat == seed % 3 else "random") for seat in range(3)]
        state = play_out(GAME.new(seats=3), by_bots(players, [rng] * 3), rng)
        assert state.outcome is not None
        wins += state.outcome.shares[seed % 3]
    assert wins >= 0.75 * games
