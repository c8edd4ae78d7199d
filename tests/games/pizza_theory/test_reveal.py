"""The reveal as it is drawn and explained, against what the rules made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.core.view import View
from parlor.core.words import Event
from parlor.games.pizza_theory.box import COLOURS
from parlor.games.pizza_theory.drawing.board import DrawnSlice, centre
from parlor.games.pizza_theory.drawing.reveal import _boards, _end_of_round, _revealed
from parlor.games.pizza_theory.telling.position import parse_board

GAME = parlor.game("pizza-theory")
SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from([2, 3])


def reveals(seed: int, seats: int) -> Iterator[tuple[View, list[Event], list[int]]]:
    """The reveals of a game at random: what a seat sees then, what happened, and the toppings before."""
    rng = Rng(seed)
    state = GAME.new(seats=seats)
    for _ in range(60):
        if not state.to_act:
            return
        seat = state.to_act[-1]
        if seat == CHANCE:
            state.apply(seat, rng.weighted(state.chance()))
            continue
        before = parse_board(state.dump()["board"])
        moves = state.legal_moves(seat)
        events = state.play(seat, moves[rng.below(len(moves))])
        if any(event.id == "pizza-theory.reveal" for event in events):
            yield state.view(rng.below(seats)), events, before


def inside(slice: DrawnSlice, name: str) -> bool:
    """Whether a space lies on the same side of every edge of an outline, which has no corners inwards."""
    x, y = centre(name)
    corners = slice.outline
    sides = [
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


@given(SEEDS, SEATS)
def test_the_dough_is_cut_where_the_spaces_part(seed: int, seats: int) -> None:
    for view, events, _ in reveals(seed, seats):
        later = _end_of_round(events)
        reveal = _revealed(view, _boards(view, later)[0], later)
        spaces = [name for slice in reveal.slices for name in slice.spaces]
        assert len(spaces) == len(set(spaces)) == 37
        for slice in reveal.slices:
            assert [name for name in spaces if inside(slice, name)] == slice.spaces
        # Slices part: no two go the same way.
        assert len({slice.shift for slice in reveal.slices}) == len(reveal.slices)


@given(SEEDS, SEATS)
def test_every_change_is_explained_and_nothing_else(seed: int, seats: int) -> None:
    for view, events, before in reveals(seed, seats):
        found = GAME.explanation(view, events)
        assert found is not None
        told, drawing = found
        changes = [event for event in events if event.id in ("pizza-theory.replaced", "pizza-theory.removed")]
        lost = sum(len(event.params["lost"]) for event in changes)
        assert len(re.findall(r'href="#fate-(?:red|green|white|gone)"', drawing)) == lost
        for event in changes:
            sentence = next(text for text in told if text.startswith(f"Slice {event.params['slice']}:"))
            colour, number = event.params["colour"].title(), len(event.params["lost"])
            by = event.params.get("by", "").title()
            effect = rf"becomes? {by}" if by else "(is|are) taken off"
            assert re.search(f"{number} of {colour} {effect}", sentence)
        slices = [text for text in told if text.startswith("Slice ")]
        assert sum(len(re.findall(" becomes? | taken off", text)) for text in slices) == len(changes)
        # Counted slice by slice, every topping is there once.
        for name, lying in zip(COLOURS, before, strict=True):
            counts = re.findall(rf"{name.title()} (\d+)", " ".join(slices))
            assert sum(map(int, counts)) == lying.bit_count()


def test_nothing_is_explained_before_the_cuts_are_revealed() -> None:
    state = GAME.new(seats=3, first=0)
    events = state.play(0, GAME.parse_move("add d4"))
    assert GAME.explanation(state.view(0), events) is None
