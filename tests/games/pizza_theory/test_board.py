"""The pizza as SVG: what it shows, what can be picked, and what it must not show."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.games.pizza_theory.box import NAMES
from parlor.testing.strategies import states

GAME = parlor.game("pizza-theory")


def parts(drawing: str) -> list[str]:
    return [element.attrib["data-part"] for element in ET.fromstring(drawing).iter() if "data-part" in element.attrib]


@given(states(GAME), st.sampled_from(["en", "fr"]))
def test_exactly_the_legal_moves_can_be_picked(state: State, language: str) -> None:
    for viewer in [*range(state.seats), None, ALL]:
        view = state.view(viewer)
        drawing = GAME.draw(view, language=language)
        wanted = [str(move) for move in view.legal_moves if str(move) != "pass"]
        assert sorted(parts(drawing)) == sorted(wanted)
        ids = [element.attrib["id"] for element in ET.fromstring(drawing).iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert {f"s-{name}" for name in NAMES} <= set(ids)


def test_a_sealed_cut_is_drawn_for_its_seat_alone() -> None:
    drawn = []
    for cut in range(1, 7):
        state = GAME.load({"board": "4/5/6/7/6/5/4", "first": 0, "phase": "cut", "picks": {"0": cut}})
        drawn.append((GAME.draw(state.view(1)), GAME.draw(state.view(None))))
        assert f'id="cut-{cut}" class="cut picked"' in GAME.draw(state.view(0))
    assert all(drawing == drawn[0] for drawing in drawn)


@pytest.mark.parametrize(("first", "angle"), [(0, 0), (1, 120), (2, 240)])
def test_the_pizza_is_turned_to_the_viewers_station(first: int, angle: int) -> None:
    state = GAME.new(seats=3, first=first)
    assert f'id="pizza" style="transform:rotate({angle}deg)"' in GAME.draw(state.view(0))


def test_the_pizza_turns_on_by_a_third_each_round() -> None:
    data = {"board": "4/5/6/7/6/5/4", "phase": "add"}
    angles = []
    for round in range(1, 7):
        state = GAME.load({**data, "first": (round - 1) % 3, "round": round, "turn": (round - 1) % 3})
        drawing = GAME.draw(state.view(1))
        angles.append(int(drawing.split("transform:rotate(")[1].split("deg")[0]))
    assert angles == [120 * (round - 2) for round in range(1, 7)]


def test_what_is_picked_is_marked() -> None:
    view = GAME.new(seats=3, first=0).view(0)
    assert 'class="space pick picked"' in GAME.draw(view, ["add d4"])
    assert 'class="space pick picked"' not in GAME.draw(view)


def test_the_lines_of_the_others_end_at_their_stations_while_all_choose() -> None:
    data = {"board": "4/5/6/7/6/5/4", "first": 0, "phase": "cut", "picks": {}}
    drawing = GAME.draw(GAME.load(data).view(1))
    ways = [e for e in ET.fromstring(drawing).iter() if e.attrib.get("class", "").startswith("way")]
    assert [way.attrib["class"] for way in ways] == ["way on-red", "way on-white"]
    assert ways[0].attrib["data-tell"] == "Along one of these lines Red cuts."
    assert [text.text for text in ways[0] if text.text] == list("123456")
    assert 'class="way' not in GAME.draw(GAME.new(seats=3, first=0).view(1))


def test_the_plate_of_nobodys_colour_tells_that_both_lose() -> None:
    drawing = GAME.draw(GAME.new(seats=2, first=0).view(0))
    told = [e.attrib["data-tell"] for e in ET.fromstring(drawing).iter() if "supply" in e.attrib.get("class", "")]
    assert ["both lose" in one for one in told] == [False, False, True]
    assert "at 16, you both lose" in drawing


def test_a_notebook_shows_state_and_view() -> None:
    state = GAME.new(seats=3, first=0)
    assert state._repr_svg_() == GAME.draw(state.view(ALL))
    assert state.view(0)._repr_svg_() == GAME.draw(state.view(0))
