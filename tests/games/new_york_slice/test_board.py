"""The counter as SVG: what it shows, what can be picked, and what it must not show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlor
from parlor.bots.match import at_random, play_out
from parlor.core.chance import Rng
from parlor.core.errors import IllegalMove
from parlor.core.fields import Data
from parlor.core.moves import DONE
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.words import Message, say, template
from parlor.games.new_york_slice.drawing import board
from parlor.games.new_york_slice.telling.components import standard_text
from parlor.testing.strategies import states
from parlor.testing.walk import any_play

GAME = parlor.game("new-york-slice")
LANGUAGES = st.sampled_from(["en", "fr"])
PIZZA = ["8", "8a", "11", "3", "4/6", "A", "S", "7", "9", "10a", "5"]
OVER: Data = {"pizza": [], "special": None, "round": 6}
TAKEN: Data = {
    "phase": "eat",
    "turn": 1,
    "special": None,
    "pending": [4, 5, 6],
    "portions": [[1, 2, 3], None, [7, 8], [9, 10, 11]],
}


def position(**fields: object) -> State:
    """Four seats, the pizza dealt, seat 1 to divide it unless told otherwise."""
    data: Data = {
        "seats": 4,
        "round": 2,
        "slicer": 0,
        "phase": "divide",
        "turn": 0,
        "special": "buffet",
        "pizza": PIZZA,
    }
    return GAME.load({**data, **fields})


def divided(**fields: object) -> State:
    """The same, divided into four, seat 2 to take."""
    shares = [[1, 2, 3], [4, 5, 6, "+"], [7, 8], [9, 10, 11]]
    return position(**{"phase": "take", "turn": 1, "portions": shares, **fields})


def seats(
    seat: int, specials: list[str], collected: list[str] | None = None, eaten: list[str] | None = None
) -> list[Data]:
    """The table with these Specials and slices before one seat and nothing before the others."""
    table: list[Data] = [{"collected": [], "eaten": [], "specials": []} for _ in range(4)]
    table[seat] = {"collected": collected or [], "eaten": eaten or [], "specials": specials}
    return table


def elements(drawing: str) -> list[ET.Element]:
    return list(ET.fromstring(drawing).iter())


def parts(drawing: str) -> list[str]:
    return [element.attrib["data-part"] for element in elements(drawing) if "data-part" in element.attrib]


def thing(drawing: str, part: str) -> tuple[ET.Element, ET.Element]:
    """What can be picked as a part, and the button that lies over it, which has words of its own only."""
    for element in elements(drawing):
        for child in element:
            if child.attrib.get("data-part") == part:
                assert not "".join(child.itertext())
                return element, child
    raise AssertionError(part)


def picked(drawing: str) -> list[str]:
    """The ids of what is marked as picked."""
    return [
        element.attrib["id"] for element in elements(drawing) if "picked" in element.attrib.get("class", "").split()
    ]


@given(states(GAME), LANGUAGES, st.data())
def test_exactly_the_parts_that_may_follow_can_be_picked(state: State, language: str, data: st.DataObject) -> None:
    for viewer in [*range(state.seats), None, ALL]:
        view = state.view(viewer)
        chosen: list[str] = []
        wanted = view.legal_moves.parts(chosen)
        while True:
            drawing = GAME.draw(view, chosen, language)
            offered = [part for part in wanted if part != DONE] if chosen else wanted
            assert sorted(parts(drawing)) == sorted({*offered, *chosen})
            ids = [element.attrib["id"] for element in elements(drawing) if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert len(picked(drawing)) == len(set(chosen))
            assert len(drawing.encode()) < 45_000
            if not wanted or len(chosen) > 8:
                break
            chosen.append(data.draw(st.sampled_from(wanted)))
            wanted = view.legal_moves.parts(chosen)
            if not wanted:
                # A whole move: its last part can be changed.
                drawing = GAME.draw(view, chosen, language)
                wanted = view.legal_moves.parts(chosen[:-1])
                assert sorted(parts(drawing)) == sorted({*wanted, *chosen})
                assert len(picked(drawing)) == len(set(chosen))
                break


@given(states(GAME), LANGUAGES)
def test_whatever_can_be_picked_is_a_button_with_words(state: State, language: str) -> None:
    for seat in state.to_act:
        if seat < 0:
            continue
        for element in elements(GAME.draw(state.view(seat), language=language)):
            if "data-part" in element.attrib:
                assert element.attrib["role"] == "button"
                assert element.attrib["tabindex"] == "0"
                assert "pick" in element.attrib["class"].split()
                assert "new-york-slice." not in element.attrib["aria-label"]
                assert element.attrib["aria-label"]
            else:
                assert "pick" not in element.attrib.get("class", "").split()


@given(states(GAME), LANGUAGES)
def test_every_word_is_in_the_language(state: State, language: str) -> None:
    drawing = GAME.draw(state.view(None), language=language)
    assert "new-york-slice." not in drawing.replace(board._ASSETS.text, "")


@given(states(GAME))
def test_the_same_view_gives_the_same_drawing(state: State) -> None:
    for viewer in [*range(state.seats), None]:
        view = state.view(viewer)
        twin = GAME.sample(view, Rng(7), reopen=False).view(viewer)
        assert GAME.draw(twin) == GAME.draw(view) == GAME.draw(GAME.load_view(view.dump()))


def test_a_mystery_slice_is_drawn_for_its_seat_alone() -> None:
    drawn: dict[int | None, set[str]] = {0: set(), 1: set(), None: set()}
    for slice in ("4", "11", "11a"):
        mystery = {"seat": 1, "slice": slice, "combos": False, "veggies": False}
        state = position(table=seats(1, ["mystery-slice"], eaten=[slice]), mystery=mystery)
        for viewer, drawings in drawn.items():
            drawings.add(GAME.draw(state.view(viewer)))
    assert len(drawn[0]) == len(drawn[None]) == 1
    assert len(drawn[1]) > 1
    assert ">1–3</text>" in drawn[0].pop()


def test_an_undecided_mystery_slice_can_be_eaten_and_is_hidden_from_the_others() -> None:
    mystery = {"seat": 1, "slice": "11", "combos": False, "veggies": False}
    state = position(**TAKEN, mystery=mystery, received="mystery-slice", table=seats(1, ["mystery-slice"]))
    assert "m" in parts(GAME.draw(state.view(1)))
    assert 'id="extra-m"' in GAME.draw(state.view(1))
    assert "extra-m" in picked(GAME.draw(state.view(1), ["m"]))
    other = GAME.draw(state.view(0))
    chip = next(element for element in elements(other) if element.attrib.get("id") == "extra-m")
    assert "".join(chip.itertext()) == "?"
    assert not [element for element in chip.iter() if element.tag.endswith("use")]


def test_cuts_are_marked_and_colour_the_portions() -> None:
    view = position().view(0)
    drawing = GAME.draw(view, ["3|4", "6|7"])
    assert picked(drawing) == ["cut-3-4", "cut-6-7"]
    assert 'id="region-2"' in drawing
    assert 'id="region-3"' not in drawing
    assert 'id="region-1"' not in GAME.draw(view, ["3|4"])


def estimates(drawing: str) -> list[str]:
    found = [element for element in elements(drawing) if element.attrib.get("class") == "estimates"]
    return [element.attrib["aria-label"] for element in found]


def test_the_slicer_sees_what_each_portion_may_be_worth_to_each_seat() -> None:
    table = seats(1, [], ["11", "11"])
    table[2]["collected"] = ["11", "11"]
    # In the last round the 11 breaks the tie for two seats and does little for the others.
    state = position(table=table, round=6)
    view = state.view(0)
    assert estimates(GAME.draw(view, ["3|4"])) == []
    two = estimates(GAME.draw(view, ["2|3", "3|4"]))
    assert len(two) == 4
    worths = [int(found[1]) for text in two if (found := re.fullmatch(r"worth about 1: \+\d+, 2: \+(\d+)", text))]
    assert worths[1] == worths[2] > worths[0] == worths[3]
    four = ["2|3", "3|4", "6|7"]
    alone = estimates(GAME.draw(view, [*four, "+"]))
    assert all(text.count(":") == 4 for text in alone)
    plain = estimates(GAME.draw(view, [*four, "8|9"]))
    special = estimates(GAME.draw(view, [*four, "8|9", "3+"]))
    assert plain != special


def test_estimates_come_from_the_slicers_view_alone() -> None:
    """What the Slicer cannot know changes nothing."""
    drawn = set()
    for slice in ("4", "11", "11a"):
        mystery = {"seat": 1, "slice": slice, "combos": False, "veggies": False}
        state = position(table=seats(1, ["mystery-slice"], eaten=[slice]), mystery=mystery)
        drawn.add(GAME.draw(state.view(0), ["2|3", "3|4"]))
    assert len(drawn) == 1


def test_the_special_can_be_left_alone_or_put_on_a_portion() -> None:
    view = position().view(0)
    three = ["3|4", "6|7", "8|9"]
    assert "+" in parts(GAME.draw(view, three))
    assert "special" in picked(GAME.draw(view, [*three, "+"]))
    four = [*three, "11|1"]
    assert sorted(parts(GAME.draw(view, four))) == sorted(["1-3+", "4-6+", "7-8+", "9-11+", *four])
    assert "region-2" in picked(GAME.draw(view, [*four, "4-6+"]))


def test_a_taken_portion_lies_apart_with_what_may_be_eaten() -> None:
    state = divided(portions=[None, [4, 5, 6, "+"], [7, 8], [9, 10, 11]], phase="eat", pending=[1, 2, 3])
    drawing = GAME.draw(state.view(1), ["2"])
    # What is marked can be unmarked, and the page's own button eats it.
    assert sorted(parts(drawing)) == ["1", "2", "3"]
    assert picked(drawing) == ["slice-2"]


def test_portions_are_taken_whole_with_their_special() -> None:
    drawing = GAME.draw(divided().view(1))
    portion, button = thing(drawing, "take 2")
    text = "".join(portion.itertext())
    assert "Buffet" in text
    assert button.attrib["aria-label"] == "Take portion 2 with “Buffet”: a 3, a Combo of 4 and 6 and the Anchovy slice"
    slices = [child.attrib["id"] for child in portion.iter() if child.attrib.get("id", "").startswith("slice-")]
    assert slices == ["slice-4", "slice-5", "slice-6"]


def test_labels_are_said_in_the_language() -> None:
    _, button = thing(GAME.draw(divided().view(1), language="fr"), "take 2")
    label = "Prendre la portion 2, avec «\u00a0Buffet\u00a0»\u00a0: une part 3, un Combo 4 et 6 et l’Anchois"
    assert button.attrib["aria-label"] == label
    seconds = position(**OVER, phase="seconds", turn=2, table=seats(2, ["seconds"], ["8", "8a"]))
    assert ">Passer<" in GAME.draw(seconds.view(2), language="fr")
    cut = divided(phase="cut", turn=2, table=seats(2, ["cut-in-line"]))
    drawing = GAME.draw(cut.view(2), language="fr")
    assert thing(drawing, "cut")[1].attrib["aria-label"] == "Choisir en premier"
    assert ">Choisir en</text><text" in drawing
    assert thing(drawing, "pass")[1].attrib["aria-label"] == "Garder Resquille pour plus tard"


@pytest.mark.parametrize(
    ("phase", "special", "seat", "portions", "reasons"),
    [
        ("cut", "cut-in-line", 2, [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10, 11]], {"cut"}),
        ("sneak", "sneak-a-slice", 1, [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10, 11]], {"sneak-far"}),
        ("sneak", "sneak-a-slice", 1, [[1], [2, 3, 4, 5, 6], [7, 8], [9, 10, 11]], {"sneak-far", "sneak-empties"}),
    ],
)
def test_a_portion_that_cannot_be_taken_yet_says_why(
    phase: str, special: str, seat: int, portions: list[list[int]], reasons: set[str]
) -> None:
    state = divided(phase=phase, turn=seat, special=None, portions=portions, table=seats(seat, [special]))
    found = set()
    moves = re.findall('data-no="([^"]+)"', GAME.draw(state.view(seat)))
    assert len(moves) == len(portions)
    for move in moves:
        with pytest.raises(IllegalMove) as refused:
            state.check(seat, GAME.parse_move(move))
        assert template(Message(refused.value.message.id.replace(".no.", ".why.")), "fr")
        found.add(refused.value.message.id.rpartition(".")[2])
    assert found == reasons
    # Whoever cannot choose now is told nothing.
    assert "data-no" not in GAME.draw(state.view((seat + 1) % 4))


def test_a_special_alone_is_a_portion() -> None:
    state = divided(portions=[[1, 2, 3], [4, 5, 6], [7, 8, 9, 10, 11], ["+"]])
    portion, button = thing(GAME.draw(state.view(1)), "take 4")
    assert button.attrib["aria-label"] == "Take portion 4: “Buffet” alone"
    assert not [element for element in portion.iter() if element.attrib.get("id", "").startswith("slice")]


@pytest.mark.parametrize(
    ("state", "part", "label", "id"),
    [
        (position(phase="dibs", table=seats(0, ["dibs"])), "dibs 4", "Call Dibs! on slice 4: a 3", "slice-4"),
        (position(phase="dibs", table=seats(0, ["dibs"])), "pass", "Keep Dibs! for later", "pass"),
        (position(), "11|1", "Cut between slices 11 and 1", "cut-11-1"),
        (divided(phase="cut", turn=2, table=seats(2, ["cut-in-line"])), "cut", "Choose first", "cut"),
        (
            divided(phase="sneak", table=seats(1, ["sneak-a-slice"])),
            "sneak 3 2",
            "Sneak slice 3, an 11, to portion 2",
            "sneak-3-2",
        ),
        (divided(), "take 3", "Take portion 3: the Supreme and a 7", "portion-3"),
        (
            position(**TAKEN, received="combo-craving", table=seats(1, ["combo-craving"], ["5/9"])),
            "c5/9",
            "Eat a Combo of 5 and 9 from your collection",
            "extra-c5-9",
        ),
        (
            position(**TAKEN, received="you-love-veggies", table=seats(1, ["you-love-veggies"], ["3", "3"])),
            "4",
            "Eat slice 4: a 3",
            "slice-4",
        ),
        (
            divided(
                phase="attach",
                turn=1,
                special=None,
                pizza=[*PIZZA[:6], None, None, *PIZZA[8:]],
                portions=[[1, 2, 3], [4, 5, 6], None, [9, 10, 11]],
                table=seats(1, [], ["7", "S"]),
            ),
            "attach 7",
            "Put the Supreme with the 7s",
            "menu-0",
        ),
        (
            position(**OVER, phase="seconds", turn=2, table=seats(2, ["seconds"], ["8", "8a"])),
            "seconds 8:1+1a",
            "Take Seconds of the 8s: one plain slice and one with an anchovy",
            "menu-2",
        ),
    ],
)
def test_each_choice_has_its_place_and_its_words(state: State, part: str, label: str, id: str) -> None:
    view = state.view(state.to_act[0])
    drawing = GAME.draw(view)
    assert sorted(parts(drawing)) == sorted(view.legal_moves.parts())
    element, button = thing(drawing, part)
    assert (element.attrib["id"], button.attrib["aria-label"]) == (id, label)
    assert picked(drawing) == []
    assert picked(GAME.draw(view, [part])) == [id]


def test_a_slice_collected_twice_can_be_picked_twice() -> None:
    veggies = ["you-love-veggies"]
    view = position(**TAKEN, received=veggies[0], table=seats(1, veggies, ["3", "3"])).view(1)
    assert parts(GAME.draw(view, ["c3"])).count("c3") == 1
    assert parts(GAME.draw(view, ["c3", "c3"])).count("c3") == 1
    assert "3 ×2" in GAME.draw(view, ["c3", "c3"])


def test_leaders_eaten_slices_and_points_stand_in_the_rows() -> None:
    table = seats(2, ["stuffed-crust"], ["6", "6", "5/9"], ["7", "7"])
    drawing = GAME.draw(position(table=table).view(0))
    row = next(element for element in elements(drawing) if element.attrib.get("id") == "seat-3")
    text = [element.text for element in row.iter() if element.text]
    assert text.count("◆") == 3
    assert "½" in text
    assert str(6 + 5 + 9 + 4 + 5) in text
    assert "★ Stuffed Crust: +5 points" in text


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_guest_check_lies_in_place_of_the_pizza(seats: int) -> None:
    rng = Rng(seats)
    state = play_out(GAME.new(seats=seats), at_random(rng), rng)
    assert state.outcome is not None
    drawing = GAME.draw(state.view(None), language="fr")
    assert 'id="pizza"' not in drawing
    check = next(element for element in elements(drawing) if element.attrib.get("id") == "guest-check")
    text = "".join(check.itertext())
    assert "L’addition" in text
    for total in state.outcome.scores:
        assert str(total) in text
    assert say(state.outcome.reason, "fr") in "".join(ET.fromstring(drawing).itertext())


def test_a_name_of_ones_own_is_escaped(tmp_path: Path) -> None:
    source = standard_text()
    path = tmp_path / "own.toml"
    path.write_text(source.replace('"Mushroom"', '"<b>&Cèpe"'), encoding="utf-8")
    state = GAME.new(seats=4, components=str(path), first=0)
    rng = Rng(0)
    while state.dump()["phase"] != "divide":
        state.apply(*any_play(state, rng.below))
    drawing = GAME.draw(state.view(None))
    ET.fromstring(drawing)
    assert "<b>" not in drawing


def test_styles_cannot_disturb_a_page() -> None:
    rules = board._ASSETS.text.removeprefix("<style>").partition("</style>")[0].split("}")[:-1]
    assert len(rules) > 50
    for rule in rules:
        for selector in rule.partition("{")[0].split(","):
            assert selector.startswith(".new-york-slice ")


def test_a_notebook_shows_state_and_view() -> None:
    state = position()
    assert state._repr_svg_() == GAME.draw(state.view(ALL))
    assert state.view(0)._repr_svg_() == GAME.draw(state.view(0))


def told(drawing: str) -> list[str]:
    return [element.attrib["aria-label"] for element in elements(drawing) if "data-tell" in element.attrib]


def test_todays_special_and_those_held_are_told_whole() -> None:
    drawing = GAME.draw(position(table=seats(0, ["dibs", "tiebreaker"])).view(0))
    assert any(text.startswith("Buffet: At the end, +1 point for each different type") for text in told(drawing))
    held = next(text for text in told(drawing) if text.startswith("Dibs!: Once, in a later round"))
    assert "Tiebreaker: Wherever you are tied" in held


def test_each_line_of_the_guest_check_is_explained() -> None:
    table = seats(0, ["stuffed-crust", "everyone-else-diet"], ["8", "8", "5/9"], ["11"])
    table[1] = {"collected": ["8", "5", "A"], "eaten": ["7", "7"], "specials": ["you-like-anchovies"]}
    view = position(**OVER, phase="scoring", table=table).view(0)
    lines = told(GAME.draw(view))
    assert "8 Mushroom, slices collected: you 2 and Seat 2 1. You have the most: 8 points." in lines
    assert "5 BBQ Chicken, slices collected: you ½ and Seat 2 1. Seat 2 has the most: 5 points." in lines
    assert "3 Veggie: nobody has collected any, so nobody scores." in lines
    assert "Specials: you +5 for “Stuffed Crust” and Seat 2 -1 for “The Everyone-Else Diet”." in lines
    assert any("you 3 - 0, Seat 2 4 + 3 (You Like Anchovies!)" in text for text in lines)
    assert len([text for text in told(GAME.draw(view, language="fr")) if "gardé" in text]) > 8


def test_what_has_no_pepperoni_says_why_it_is_not_eaten() -> None:
    view = position(**TAKEN, received="combo-craving", table=seats(1, ["combo-craving"], ["5/9"])).view(1)
    refused = [element.attrib["data-no"] for element in elements(GAME.draw(view)) if "data-no" in element.attrib]
    assert refused == ["eat 4", "eat 6"]
    assert all(GAME.parse_move(text) not in view.legal_moves for text in refused)


def test_the_worth_of_portions_is_help() -> None:
    view = position().view(0)
    assert estimates(GAME.draw(view, ["2|3", "3|4"]))
    view.helps = False
    assert not estimates(GAME.draw(view, ["2|3", "3|4"]))
