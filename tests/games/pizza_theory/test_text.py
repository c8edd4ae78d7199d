"""The pizza as terminal text: turned to the viewer, complete, and silent about what is sealed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlor
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.games.pizza_theory.box import COORDINATES, START_SPACES
from parlor.games.pizza_theory.drawing.text import bottom_station, turned

GOLDEN = Path(__file__).parent / "text"
GAME = parlor.game("pizza-theory")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
# The space that lies right above the middle of a station's edge (PT 1.4).
NEAREST = ("d1", "a4", "g4")


def position(first: int, **more: object) -> State:
    return GAME.load(
        {"seats": 3, "board": "R3/2G2/1R2G1/3W3/1R2W1/2W2/G3", "first": first, "round": 2, "phase": "add"} | more
    )


def two_seats(first: int, **more: object) -> State:
    data = {"seats": 2, "board": "4/2G2/1R2G1/7/1R2W1/2W2/4", "leader": 0, "phase": "cut", "unselected_cut": 2}
    return GAME.load(data | {"first": first} | more)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_every_turn_is_drawn_as_agreed(first: int, seat: int | None) -> None:
    name = "spectator" if seat is None else f"seat-{seat}"
    golden = GOLDEN / f"first-{first}-{name}.txt"
    assert GAME.text(position(first).view(seat)) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_turn_with_two_seats_is_drawn_as_agreed(first: int, seat: int | None) -> None:
    name = "spectator" if seat is None else f"seat-{seat}"
    golden = GOLDEN / f"two-seats-first-{first}-{name}.txt"
    assert GAME.text(two_seats(first).view(seat)) + "\n" == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("seat", range(3))
def test_pt_1_4_the_viewers_station_is_at_the_bottom(first: int, seat: int) -> None:
    view = GAME.load({"seats": 3, "board": "4/5/6/7/6/5/4", "first": first, "phase": "add"}).view(seat)
    station = (seat - first) % 3
    assert bottom_station(view) == station
    rows = GAME.text(view).splitlines()
    assert NEAREST[station] in rows[13]
    assert turned(COORDINATES[NEAREST[station]], station) == (0, -6)
    # Its start spaces lie below the centre, at the same height left and right of the middle (PT 1.5).
    left, right = (turned(COORDINATES[name], station) for name in START_SPACES[station])
    assert {left[0], right[0]} == {-1, 1}
    assert left[1] == right[1] < 0


def test_a_spectator_sees_station_1st_at_the_bottom() -> None:
    for viewer in (None, ALL):
        for first in range(3):
            assert bottom_station(position(first).view(viewer)) == 0


@pytest.mark.parametrize("station", range(3))
def test_turning_keeps_neighbours_and_cuts_count_from_the_left(station: int) -> None:
    places = {turned(place, station) for place in COORDINATES.values()}
    assert places == {turned(place, 0) for place in COORDINATES.values()}
    for cut in range(1, 7):
        left = [place for place in COORDINATES.values() if turned(place, station)[0] < cut - 3.5]
        assert all(place[station] < cut - 3.5 for place in left)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_every_name_and_every_axis_label_is_there(seat: int | None) -> None:
    view = GAME.load({"seats": 3, "board": "4/5/6/7/6/5/4", "first": 1, "phase": "add"}).view(seat)
    board = [line[:46] for line in GAME.text(view).splitlines()]
    for name in COORDINATES:
        assert sum(line.split().count(name) for line in board) == 1
    labels = [word for line in board[:15] for word in line.split() if len(word) == 1]
    assert sorted(labels) == list("1234567abcdefg")
    assert board[15].split() == list("123456")


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_the_terminal(colour: bool, language: str) -> None:
    for state in (position(0, phase="cut", picks={"0": 5, "1": 2}), two_seats(1, picks={"0": 5}), GAME.new(seats=3)):
        for viewer in (*range(state.seats), None):
            lines = ANSI.sub("", GAME.text(state.view(viewer), language, colour)).splitlines()
            assert len(lines) <= 22
            assert max(map(len, lines)) <= 80
            assert "pizza-theory" not in "".join(lines)


def test_colour_changes_nothing_but_colour() -> None:
    view = position(2).view(1)
    assert "\x1b" not in GAME.text(view)
    coloured = ANSI.sub("", GAME.text(view, "en", True))
    assert [line.rstrip() for line in coloured.splitlines()] == GAME.text(view).splitlines()


def test_pt_3_2_nothing_of_a_sealed_cut_is_drawn_for_others() -> None:
    texts = {
        viewer: {GAME.text(position(0, phase="cut", picks={"0": cut}).view(viewer), "en", True) for cut in range(1, 7)}
        for viewer in (0, 1, 2, None)
    }
    assert [len(texts[viewer]) for viewer in (0, 1, 2, None)] == [6, 1, 1, 1]
    assert "has chosen" in next(iter(texts[1]))
    assert any("cut 5 sealed" in text for text in texts[0])


def test_pt_6_2_the_unselected_cutter_runs_between_the_rows_that_it_touches() -> None:
    rows = GAME.text(two_seats(0).view(0)).splitlines()
    assert "cutter on 2" in "".join(rows)
    # Line 2 of station 3rd lies between z = -2 and z = -1: in column d between d2 and d3.
    d2 = next(index for index, row in enumerate(rows) if "d2" in row.split())
    d3 = next(index for index, row in enumerate(rows) if "d3" in row.split())
    assert d3 < d2
    between = rows[(d2 + d3) // 2]
    assert between[rows[d2].index("d2") :].startswith("_─‾")


def test_the_supply_counts_to_sixteen() -> None:
    assert "RRR············· to add" in GAME.text(position(0).view(None))
    board = "RRRR/RRRRR/RRRRRR/R6/6/5/G3"
    over = GAME.load({"seats": 3, "board": board, "first": 0, "round": 9, "phase": "over"})
    rows = GAME.text(over.view(2)).splitlines()
    assert any("Red    16/16" in row for row in rows)
    assert any(row.endswith(" " + "R" * 16) for row in rows)
    assert any("Green   1/16" in row for row in rows)
