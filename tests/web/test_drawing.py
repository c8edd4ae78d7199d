"""What the server draws for pages: static parts sent once, small frames, and a whole reveal."""

from __future__ import annotations

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE
from parlor.core.words import NO_NAMES, Message
from parlor.games import names
from parlor.server.drawing import drawn, label, picking, pressed, statics, without_statics
from parlor.server.log import in_words
from parlor.table import Table
from tests.testing import toys
from tests.testing.secret_recipe import RecipeState

LARGEST_FRAME = 8 * 1024


@pytest.mark.parametrize("name", names())
def test_static_parts_never_change_and_frames_are_small(name: str) -> None:
    game = parlor.game(name)
    known = statics(game.draw(game.new().view(None)))
    assert known.startswith("<style>")
    rng = Rng(3)
    table = Table(game)
    for _ in range(60):
        if table.outcome is not None:
            break
        seat = table.to_act[0]
        moves = table.state.legal_moves(seat)
        events = table.play(seat, moves[rng.below(len(moves))])
        for viewer in (seat, None):
            drawing = game.draw(table.view(viewer))
            assert statics(drawing) == known
            assert without_statics(drawing).replace(known, "") + known != drawing or known == ""
        part = {**drawn(table, seat, "en", events), "log": in_words([(1, events)], seat, "en", NO_NAMES)}
        assert len(pressed(json.dumps(part).encode())) < LARGEST_FRAME


@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32))
def test_a_move_is_picked_part_by_part(name: str, seed: int) -> None:
    rng = Rng(seed)
    game = parlor.game(name)
    state = game.new()
    for _ in range(rng.below(40)):
        if not state.to_act:
            return
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(seat, rng.weighted(state.chance()))
        else:
            moves = state.legal_moves(seat)
            state.apply(seat, moves[rng.below(len(moves))])
    if not state.to_act or state.to_act[0] == CHANCE:
        return
    view = state.view(state.to_act[0])
    picked: list[str] = []
    while True:
        found = picking(view, picked, "fr") if picked else {"parts": [[part] for part in view.legal_moves.parts(())]}
        if not found["parts"]:
            break
        picked.append(found["parts"][rng.below(len(found["parts"]))][0])
    assert game.parse_move(str(found["move"])) in view.legal_moves


def test_a_part_is_unpicked_in_any_order_with_what_made_sense_with_it_alone() -> None:
    game = parlor.game("new-york-slice")
    pizza = ["8", "8a", "11", "3", "4/6", "A", "S", "7", "9", "10a", "5"]
    view = game.load({"seats": 3, "phase": "divide", "turn": 0, "slicer": 0, "special": "buffet", "pizza": pizza}).view(
        0
    )
    cut = ["3|4", "6|7", "9|10"]
    assert picking(view, cut, "en", "3|4")["picked"] == ["6|7", "9|10"]
    assert picking(view, [*cut, "4-6+"], "en", "6|7")["picked"] == ["3|4", "9|10"]
    assert picking(view, [*cut, "4-6+"], "en", "4-6+")["picked"] == cut
    assert picking(view, ["3|4"], "en", "3|4")["picked"] == []


def test_parts_that_are_marked_in_any_order_are_told_from_those_that_follow_each_other() -> None:
    game = parlor.game("new-york-slice")
    pizza = ["8", "8a", "11", "3", "4/6", "A", "S", "7", "9", "10a", "5"]
    dividing = {"seats": 3, "phase": "divide", "turn": 0, "slicer": 0, "special": "buffet", "pizza": pizza}
    view = game.load(dividing).view(0)
    cut = ["3|4", "6|7", "9|10"]
    assert picking(view, cut, "en")["marks"]
    assert "marks" not in picking(view, [*cut, "4-6+"], "en")
    laying = {"seats": 2, "turn": 0, "laid": ["start@0,0/0"], "hands": [[{"card": "NNST"}], []]}
    view = parlor.game("wicked-pizza").load(laying).view(0)
    picked: list[str] = []
    while parts := view.legal_moves.parts(picked):
        picked.append(parts[0])
        assert "marks" not in picking(view, picked, "en")
    assert "marks" not in picking(parlor.game("pizza-theory").new(first=0).view(0), ["add c4"], "en")


def test_a_part_without_words_is_said_as_it_is_written() -> None:
    view = parlor.game("pizza-theory").new(first=0).view(0)
    assert label(view, "add c4", "en") == "Add a topping in column 3 from the left, space 4 from below"
    assert (
        label(view, "add c4", "fr")
        == "Ajouter un ingrédient dans la colonne 3 depuis la gauche, emplacement 4 depuis le bas"
    )
    assert label(view, "roll 3", "en") == "roll 3"


def test_each_part_of_a_move_is_asked_for_and_the_move_is_said() -> None:
    game = parlor.game("wicked-pizza")
    state = game.load({"seats": 2, "turn": 0, "laid": ["start@0,0/0"], "hands": [[{"card": "NNST"}], []]})
    view = state.view(0)
    picked = ["NNST"]
    asked = [picking(view, picked, "en")["says"]]
    for _ in range(2):
        picked.append(picking(view, picked, "en")["parts"][0][0])
        asked.append(picking(view, picked, "en")["says"])
    assert [
        "You may turn the card first" in asked[0],
        "Choose a spot" in asked[1],
        "Play the card there" in asked[2],
    ] == [True] * 3
    pizza_theory = parlor.game("pizza-theory").new(first=0).view(0)
    assert (
        picking(pizza_theory, ["add c4"], "en")["says"] == "Add a topping in column 3 from the left, space 4 from below"
    )


def test_pressed_text_is_deflated() -> None:
    assert zlib.decompress(pressed(b"pizza" * 100), -zlib.MAX_WBITS) == b"pizza" * 100


@given(seed=st.integers(0, 2**32), seats=st.sampled_from([2, 3]))
def test_the_reveal_shows_the_pizza_as_it_was_and_as_it_became(seed: int, seats: int) -> None:
    from parlor.games.pizza_theory.drawing.reveal import _before, _without_additions
    from parlor.games.pizza_theory.telling.position import parse_board

    rng = Rng(seed)
    game = parlor.game("pizza-theory")
    state = game.new(seats=seats)
    for _ in range(60):
        if not state.to_act:
            break
        seat = state.to_act[-1]
        if seat == CHANCE:
            state.apply(seat, rng.weighted(state.chance()))
            continue
        moves = state.legal_moves(seat)
        before = state.dump()["board"]
        events = state.play(seat, moves[rng.below(len(moves))])
        scenes = game.scenes(state.view(0), events, "en")
        assert bool(scenes) == any(event.id == "pizza-theory.reveal" for event in events)
        if scenes:
            after = parse_board(state.dump()["board"])
            assert _before(_without_additions(after, events), events) == parse_board(before)
            assert "data-part" not in "".join(drawing for _, drawing in scenes)
            for _, drawing in scenes:
                assert drawing.count('class="fallen"') == 3


class NamesNobody(RecipeState):
    """The reason says how, and not who has won."""

    @property
    def outcome(self) -> Outcome | None:
        found = super().outcome
        return found and Outcome(found.winners, found.scores, Message("score", n=int(max(found.scores))))


@pytest.mark.parametrize("state", [RecipeState, NamesNobody])
def test_a_winner_whom_the_reason_does_not_name_is_told_so(state: type[RecipeState]) -> None:
    told = set()
    for number in range(10):
        rng = Rng(number)
        table = Table(toys.toy(state), seats=2, seed=Seed(f"won {number}"))
        while table.outcome is None:
            moves = table.view(table.to_act[0]).legal_moves
            table.play(table.to_act[0], moves[rng.below(len(moves))])
        for seat in range(2):
            prompt = drawn(table, seat, "en", [])["prompt"]
            told.add((seat in table.outcome.winners, prompt.startswith("You have won!")))
    assert told == {(True, state is NamesNobody), (False, False)}
