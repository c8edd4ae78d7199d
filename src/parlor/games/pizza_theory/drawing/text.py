"""The pizza of a view as terminal text, turned so that the viewer's station is at the bottom."""

from __future__ import annotations

from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.canvas import Canvas
from parlor.games.pizza_theory.box import BITS, COLOURS, COORDINATES, CUTS, LETTERS, NAMES, TOPPINGS
from parlor.games.pizza_theory.telling.knowledge import own_colour, station_of
from parlor.games.pizza_theory.telling.position import parse_board

Place = tuple[int, int, int]

# A column of the pizza is this wide; a space takes the first three characters, a cut runs at the fourth.
WIDTH = 5
# The row of the centre, and the row below the pizza where the cuts are numbered.
CENTRE = 7
CUT_ROW = 15
CENTRE_COLUMN = 4 * WIDTH + 1
PANEL = 47

# Letters on coloured ground read on dark and on light terminals alike.
STYLES = ("97;41", "30;42", "30;107")
DIM = "2"
BOLD = "1"


def text(view: View, language: str = "en", colour: bool = False) -> str:
    """The pizza with names on its empty spaces, the viewer's cuts below it, and the colours beside it."""
    canvas = Canvas()
    station = bottom_station(view)
    _draw_axes(canvas, station)
    _draw_spaces(canvas, station, view.data, language)
    _draw_cutters(canvas, station, view)
    _draw_stations(canvas, station, view, language)
    _draw_panel(canvas, view, language)
    return "\n".join(canvas.rows_of_text(colour))


def bottom_station(view: View) -> int:
    """The station at the bottom: the viewer's, or 1st for anybody without a seat."""
    own = own_colour(view)
    return 0 if own is None or view.data["first"] is None else station_of(view.data, own)


def turned(place: Place, station: int) -> tuple[int, int]:
    """The column from -3 to 3 and the height from -6 to 6 of a place, seen from a station (PT 1.2, 1.4)."""
    return place[station], place[station - 1] - place[(station + 1) % 3]


def _at(place: Place, station: int) -> tuple[int, int]:
    """The row and column of the canvas where a place is drawn."""
    column, height = turned(place, station)
    return CENTRE - height, (column + 4) * WIDTH


def _step(place: Place, x: int, y: int) -> Place:
    return place[0] + x, place[1] + y, place[2] - x - y


def _draw_axes(canvas: Canvas, station: int) -> None:
    """The letters at the low ends of the columns, the numbers at that end of the rows which leaves room for cuts."""
    for letter in "abcdefg":
        lowest = next(place for name, place in COORDINATES.items() if name[0] == letter)
        _label(canvas, station, letter, lowest, _step(lowest, 0, 1))
    for number in "1234567":
        row = [place for name, place in COORDINATES.items() if name[1] == number]
        if station == 1:
            _label(canvas, station, number, row[-1], _step(row[-1], 1, -1))
        else:
            _label(canvas, station, number, row[0], _step(row[0], -1, 0))


def _label(canvas: Canvas, station: int, label: str, end: Place, beyond: Place) -> None:
    row, column = _at(beyond, station)
    if column == _at(end, station)[1]:
        # Straight above or below its space, half the way is enough.
        row = (row + _at(end, station)[0]) // 2
    canvas.put(row, column + 1, label, DIM)


def _draw_spaces(canvas: Canvas, station: int, data: Data, language: str) -> None:
    colours = parse_board(data["board"])
    for name, bit in zip(NAMES, BITS, strict=True):
        row, column = _at(COORDINATES[name], station)
        found = next((colour for colour in range(3) if colours[colour] & bit), None)
        if found is None:
            canvas.put(row, column, name, DIM)
        else:
            canvas.put(row, column, f" {_letter(found, language)} ", STYLES[found])


def _draw_cutters(canvas: Canvas, station: int, view: View) -> None:
    """The viewer's cut numbers where its lines run, its own sealed cut, and the unselected cutter."""
    sealed = view.data["picks"].get(str(own_colour(view)))
    for cut in range(1, CUTS + 1):
        canvas.put(CUT_ROW, _cut_column(cut), str(cut), BOLD)
    if sealed is not None:
        _draw_straight(canvas, sealed)
    unselected_cut = view.data.get("unselected_cut")
    if unselected_cut is not None:
        cutter = station_of(view.data, view.data["unselected"])
        if cutter == station:
            _draw_straight(canvas, unselected_cut)
        else:
            _draw_slanted(canvas, station, cutter, unselected_cut)


def _cut_column(cut: int) -> int:
    return cut * WIDTH + 3


def _draw_straight(canvas: Canvas, cut: int) -> None:
    """A cutter of the station at the bottom, as long as the longer column beside it."""
    reach = 6 - abs(2 * cut - 7) // 2
    for row in range(CENTRE - reach, CENTRE + reach + 1):
        canvas.put(row, _cut_column(cut), "│", BOLD)


def _draw_slanted(canvas: Canvas, station: int, cutter: int, cut: int) -> None:
    """A cutter of another station, between the two rows that it touches (PT 6.2)."""
    falling = cutter == (station + 1) % 3
    third = 3 - station - cutter
    for place in COORDINATES.values():
        # In the column as the viewer sees it, the next space lies across the cutter.
        across = tuple(place[axis] + (axis == cutter) - (axis == third) for axis in range(3))
        if place[cutter] == cut - 4 and across in COORDINATES.values():
            row, column = _at(place, station)
            canvas.put(row + (1 if falling else -1), column, "‾─_" if falling else "_─‾", BOLD)


def _draw_stations(canvas: Canvas, station: int, view: View, language: str) -> None:
    """Who faces which station: the viewer below, the others in the upper corners."""
    if view.data["first"] is None:
        return
    words = [_station(view, (station + turn) % 3, language) for turn in range(3)]
    styles = [_style_of_station(view.data, (station + turn) % 3) for turn in range(3)]
    canvas.put(CUT_ROW + 1, CENTRE_COLUMN - len(words[0]) // 2, words[0], styles[0])
    canvas.put(0, 0, words[1], styles[1])
    canvas.put(0, 9 * WIDTH - len(words[2]), words[2], styles[2])


def _station(view: View, station: int, language: str) -> str:
    colour = (view.data["first"] + station) % 3
    return f" {_station_name(station, language)} {_colour_name(colour, language)} "


def _style_of_station(data: Data, station: int) -> str:
    return STYLES[(data["first"] + station) % 3]


def _draw_panel(canvas: Canvas, view: View, language: str) -> None:
    """The round, and for each colour its station, its toppings on the pizza and what it is about."""
    data = view.data
    canvas.put(2, PANEL, say(Message("pizza-theory.draw.round", round=data["round"]), language), BOLD)
    for index in range(3):
        colour = index if data["first"] is None else (data["first"] + index) % 3
        letter = _letter(colour, language)
        on_pizza = data["board"].count(LETTERS[colour])
        row = 4 + 3 * index
        station = "" if data["first"] is None else _station_name(index, language)
        name = _colour_name(colour, language)
        canvas.put(row, PANEL, f"{station:4}")
        canvas.put(row, PANEL + 4, f" {letter} ", STYLES[colour])
        canvas.put(row, PANEL + 8, f"{name:6}{on_pizza:3}/{TOPPINGS}")
        if colour == own_colour(view):
            canvas.put(row, PANEL + 21, say(Message("pizza-theory.draw.you"), language), BOLD)
        canvas.put(row + 1, PANEL, letter * min(on_pizza, TOPPINGS) + "·" * (TOPPINGS - on_pizza))
        canvas.put(row + 1, PANEL + TOPPINGS + 1, _status(view, colour, language), BOLD)


def _status(view: View, colour: int, language: str) -> str:
    """What a colour is doing: its sealed cut if the viewer knows it, otherwise only that there is one."""
    data = view.data
    if colour == data.get("unselected"):
        if data["unselected_cut"] is None:
            return say(Message("pizza-theory.draw.unselected"), language)
        return say(Message("pizza-theory.draw.cutter", cut=data["unselected_cut"]), language)
    if data["phase"] == "cut":
        if str(colour) not in data["picks"]:
            return say(Message("pizza-theory.draw.to-cut"), language)
        cut = data["picks"][str(colour)]
        if cut is None:
            return say(Message("pizza-theory.draw.chosen"), language)
        return say(Message("pizza-theory.draw.cut", cut=cut), language)
    if data["turn"] == colour:
        return say(Message(f"pizza-theory.draw.to-{data['phase']}"), language)
    return ""


def _station_name(station: int, language: str) -> str:
    return say(Message(f"pizza-theory.station.{station}"), language)


def _colour_name(colour: int, language: str) -> str:
    return say(Message(f"pizza-theory.colour.{COLOURS[colour]}"), language)


def _letter(colour: int, language: str) -> str:
    return say(Message(f"pizza-theory.letter.{COLOURS[colour]}"), language)
