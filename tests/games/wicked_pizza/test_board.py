"""The table as SVG: what it shows, what can be picked, and what it must not show."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.core.chance import Rng
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.testing.strategies import states

from .helpers import GAME, about_to_complete, play, position

LARGEST = 50_000


def elements(drawing: str) -> list[ET.Element]:
    return list(ET.fromstring(drawing).iter())


def parts(drawing: str) -> set[str]:
    return {element.attrib["data-part"] for element in elements(drawing) if "data-part" in element.attrib}


def picks_of(element: ET.Element, picked: list[str], whole: bool) -> list[str]:
    """The parts that are picked once something is clicked."""
    if "data-picks" in element.attrib:
        return list(json.loads(element.attrib["data-picks"]))
    part = element.attrib["data-part"]
    return picked if part in picked else [*(picked[:-1] if whole else picked), part]


def picked_ways(view: View, number: int) -> Iterator[list[str]]:
    """One way to pick a whole move, part by part; the number says which."""
    picked: list[str] = []
    yield picked
    while choices := view.legal_moves.parts(picked):
        picked = [*picked, choices[number % len(choices)]]
        yield picked


@given(states(GAME), st.sampled_from(["en", "fr"]), st.integers(0, 1000))
def test_exactly_the_next_parts_can_be_picked(state: State, language: str, number: int) -> None:
    for viewer in [*range(state.seats), None, ALL]:
        view = state.view(viewer)
        for picked in picked_ways(view, number):
            drawing = GAME.draw(view, picked, language)
            following = view.legal_moves.parts(picked)
            found = elements(drawing)
            led_to = [picks_of(one, picked, not following) for one in found if "data-part" in one.attrib]
            assert all(picks[-1] in view.legal_moves.parts(picks[:-1]) for picks in led_to)
            assert [part for part in following if [*picked, part] not in led_to] == []
            if picked and (turns := view.legal_moves.parts(picked[:1])):
                # A card lies on any of its spots after one click, whichever way round.
                ways = [picked[1]] if len(picked) == 2 else turns
                spots = {spot for turn in ways for spot in view.legal_moves.parts([picked[0], turn])}
                assert {part for part in parts(drawing) if part.startswith("@")} == spots
            ids = [element.attrib["id"] for element in found if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert {"table", "pile", "discard", "tokens"} <= set(ids)
            for element in found:
                assert ("data-part" in element.attrib) == element.attrib.get("class", "").startswith("pick")
                assert ("aria-pressed" in element.attrib) == (element.attrib.get("class") == "pick picked")
                if "data-part" in element.attrib:
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.attrib["aria-label"]
            assert {one.attrib["data-part"] for one in found if "aria-pressed" in one.attrib} == set(picked)
            # A message without a sentence would show its id.
            assert "wicked-pizza." not in drawing
            assert len(drawing.encode()) < LARGEST


@given(states(GAME), st.integers(0, 1000))
def test_what_looks_the_same_is_drawn_the_same(state: State, seed: int) -> None:
    for viewer in [*range(state.seats), None]:
        view = state.view(viewer)
        twin = GAME.sample(view, Rng(seed)).view(viewer)
        assert GAME.draw(twin) == GAME.draw(view)


@given(states(GAME))
def test_cards_that_the_viewer_does_not_know_are_backs(state: State) -> None:
    for viewer in [*range(state.seats), None, ALL]:
        view = state.view(viewer)
        slots = {
            f"slot-{seat}-{place}": slot["card"]
            for seat, hand in enumerate(view.data["hands"])
            for place, slot in enumerate(hand)
            if slot is not None
        }
        drawn = {element.attrib["id"]: element for element in elements(GAME.draw(view)) if "id" in element.attrib}
        for id, card in slots.items():
            uses = [use.attrib.get("href") for use in drawn[id]]
            assert (uses == ["#wp-back"]) == (card is None)


@given(states(GAME))
def test_every_style_stays_within_the_drawing(state: State) -> None:
    drawing = GAME.draw(state.view(None))
    style = next(element.text for element in elements(drawing) if element.tag.endswith("style"))
    assert style is not None
    for rule in style.split("}")[:-1]:
        assert all(selector.startswith(".wicked-pizza") for selector in rule.split("{")[0].split(","))
    references = set(re.findall(r"(?:href=\"|url\()#([\w-]+)", drawing))
    assert references <= set(re.findall(r' id="([\w-]+)"', drawing))


def test_every_section_points_at_the_centre_of_its_pizza() -> None:
    # The Start card has a quarter in every corner: on the north-west one the section lies south-east of its tip.
    drawing = GAME.draw(position(hands=[[], []]).view(0))
    card = next(element for element in elements(drawing) if element.attrib.get("id") == "card-start")
    uses = [use.attrib for use in card.iter() if re.fullmatch(r"#wp-[NSTR]\d", use.attrib.get("href", ""))]
    assert [(use["href"], use.get("x", "0"), use.get("y", "0")) for use in uses] == [
        ("#wp-N2", "0", "0"),
        ("#wp-R3", "30", "0"),
        ("#wp-T0", "30", "30"),
        ("#wp-S1", "0", "30"),
    ]


def test_a_spot_that_completes_a_pizza_has_a_star() -> None:
    state, last = about_to_complete("NSTR")
    card, place = last.split("@")
    spot, turn = place.split("/")
    drawing = GAME.draw(state.view(0), [card, f"/{turn}"])
    x, y = spot.split(",")
    found = next(element for element in elements(drawing) if element.attrib.get("id") == f"spot_{x}_{y}")
    assert "completes a pizza" in found.attrib["aria-label"]
    assert any(use.attrib.get("href") == "#wp-star" for use in found)


def test_only_ghosts_that_overlap_no_other_can_be_touched_as_a_whole() -> None:
    view = position(hands=[["NNST"], ["NNNN"]], laid=["start@0,0/0", "NNSS@2,1/0"]).view(0)
    drawing = GAME.draw(view, ["NNST", "/2"])
    spots = {tuple(map(int, part[1:].split(","))) for part in parts(drawing) if part.startswith("@")}
    overlapping = {a for a in spots for b in spots if a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 2}
    assert len(overlapping) == 4
    assert len(spots) == 7
    whole = [e for e in elements(drawing) if any("alone" in inner.attrib.get("class", "") for inner in e)]
    assert {tuple(map(int, e.attrib["data-part"][1:].split(","))) for e in whole} == spots - overlapping


def test_the_last_card_laid_is_marked() -> None:
    state, last = about_to_complete("NSTR")
    assert 'class="last"' not in GAME.draw(GAME.new().view(None))
    play(state, last)
    drawing = GAME.draw(state.view(None))
    marked = [e.attrib["id"] for e in elements(drawing) if any(inner.attrib.get("class") == "last" for inner in e)]
    assert marked == [f"card-{last.split('@')[0]}"]


def test_an_ability_is_chosen_where_it_strikes() -> None:
    state, last = about_to_complete("NNNS", [["draw2", "top"]])
    play(state, last)
    if state.view(0).data["phase"] == "newt":
        assert parts(GAME.draw(state.view(0))) == {"seat 2"}
        play(state, "seat 2")
    drawing = GAME.draw(state.view(0))
    assert parts(drawing) == {"discard draw2", "discard top"}
    assert "hand of seat 2" in drawing


def test_before_it_is_played_a_placement_says_what_it_would_do() -> None:
    state, last = about_to_complete("NNNS")
    card, place = last.split("@")
    spot, turn = place.split("/")
    view = state.view(0)
    assert "completes a pizza · Eye of Newt!" in GAME.draw(view, [card, f"/{turn}", f"@{spot}"])
    other = next(part for part in view.legal_moves.parts([card, f"/{turn}"]) if part != f"@{spot}")
    assert "completes no pizza yet" in GAME.draw(view, [card, f"/{turn}", other])
    assert "Elle complète une pizza · Œil de triton" in GAME.draw(view, [card, f"/{turn}", f"@{spot}"], "fr")


def test_a_wild_half_is_a_card_for_each_ingredient() -> None:
    laid = ["start@0,0/0", "NNSS@2,1/0"]
    view = position(hands=[["wild", "NNST"], ["top"]], laid=laid).view(0)
    offered = [part for part in view.legal_moves.parts(()) if part.startswith("wild:")]
    cards = [e for e in elements(GAME.draw(view)) if str(e.attrib.get("data-part", "")).startswith("wild:")]
    assert [e.attrib["data-part"] for e in cards] == offered


def test_the_table_pans_and_takes_the_room_there_is() -> None:
    drawing = GAME.draw(position(hands=[["NNST"], []]).view(0))
    root = elements(drawing)[0]
    assert "data-grow" in root.attrib
    frame = next(e for e in elements(drawing) if e.attrib.get("id") == "spread")
    assert frame.attrib["data-pan"] == "60"
    for place in ("x:calc(6px", "width:calc(588px", "var(--aside,0px)", "var(--below,0px)"):
        assert place in frame.attrib["style"]
    spots = GAME.draw(position(hands=[["NNST"], []]).view(0), ["NNST", "/0"])
    assert 'data-pan="30"' in spots


def test_copies_of_a_spell_can_all_be_picked_but_one_is_marked() -> None:
    view = position(hands=[["draw2", "draw2"], ["top"]], unseen=["cheese"], pile=1).view(0)
    assert GAME.draw(view).count('data-part="draw2"') == 2
    assert GAME.draw(view, ["draw2"]).count('aria-pressed="true"') == 1


def test_passing_is_a_button_beside_the_bonus_cards() -> None:
    bonus = {"N": 0, "S": "middle", "T": 1, "R": "middle"}
    state = position(hands=[[], ["draw2"]], bonus=bonus)
    assert parts(GAME.draw(state.view(0))) == {"pass", "bonus-N"}
    assert parts(GAME.draw(state.view(1))) == set()
    # What is chosen can be changed for the other.
    assert parts(GAME.draw(state.view(0), ["pass"])) == {"pass", "bonus-N"}
    assert GAME.draw(state.view(0), ["pass"]).count('aria-pressed="true"') == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_shows_the_scores(language: str) -> None:
    state = GAME.new(seats=3)
    state.playout(Rng(5))
    for viewer in (0, None, ALL):
        scores = next(
            e for e in elements(GAME.draw(state.view(viewer), (), language)) if e.attrib.get("id") == "scores"
        )
        shown = [e.text for e in scores.iter() if e.attrib.get("class") == "count end"]
        outcome = state.outcome
        assert outcome is not None
        assert shown == [f"{score:g}" for score in outcome.scores]


def test_a_notebook_shows_state_and_view() -> None:
    state = GAME.new(seats=2, first=0)
    assert state._repr_svg_() == GAME.draw(state.view(ALL))
    assert state.view(0)._repr_svg_() == GAME.draw(state.view(0))
