"""The table of a view as terminal text: crusts as arcs around the points where tips meet, the hand as small cards."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.canvas import Canvas
from parlor.games.wicked_pizza.box import CARD_OF, LETTERS, SECTION_LETTERS, is_spell
from parlor.games.wicked_pizza.drawing.placements import Cell, Place, cells_of, point

# Columns for the numbers on the left edge, and for everything.
MARGIN = 4
MOST_COLUMNS = 80
# A table of more half-cells down than this is drawn small, or it would scroll away.
MOST_LARGE_ROWS = 25

# A section by the side of its tip that it lies on: its crust runs along the two edges away from the tip.
WEDGES = (("╭──", "│{} "), ("──╮", " {}│"), (" {}│", "──╯"), ("│{} ", "╰──"))
SMALL_WEDGES = ("{}▗", "▖{}", "▘{}", "{}▝")
BLANK_CELL = ("░░░", "░░░")

# By ingredient and cheese: dark letters on light grounds read on any terminal.
STYLES = ("30;103", "97;45", "30;102", "30;106", "30;107")
NUMBER = "1;7"
DIM = "2"
BOLD = "1"


def text(view: View, language: str = "en", colour: bool = False, picked: Sequence[str] = ()) -> str:
    """The table with coordinates on its edges, what lies beside it, and the viewer's hand."""
    canvas = Canvas()
    cells: dict[Place, Cell] = {}
    for laid in view.data["laid"]:
        cells |= cells_of(laid)
    numbers = _numbered_spots(view, picked)
    row = _draw_table(canvas, cells, numbers, view.data["table"] // 2)
    row = _draw_sides(canvas, row + 1, view, language)
    if view.seat is not None and view.seat >= 0:
        _draw_hand(canvas, row + 1, view, language)
    return "\n".join(canvas.rows_of_text(colour))


def _numbered_spots(view: View, picked: Sequence[str]) -> dict[Place, int]:
    """The spots for the card and turn picked, numbered in the order of the list."""
    if len(picked) != 2:
        return {}
    spots = view.legal_moves.parts(picked)
    return {point(spot.removeprefix("@")): n for n, spot in enumerate(spots, 1)}


def _draw_table(canvas: Canvas, cells: dict[Place, Cell], numbers: dict[Place, int], half: int) -> int:
    """Draw the part of the table that is in use, as large as it fits, and give the row below it."""
    places = [*cells, *numbers] or [(0, 0)]
    for width, margin in ((3, 2), (3, 1), (2, 2), (2, 1), (1, 1)):
        left, right = _span([x for x, _ in places], half, margin)
        top, bottom = _span([y for _, y in places], half, margin)
        if MARGIN + (right - left + 1) * width <= MOST_COLUMNS and (width < 3 or bottom - top < MOST_LARGE_ROWS):
            break
    height = 2 if width == 3 else 1
    for x in range(left, right + 1):
        if width == 3 or x % 4 == 0:
            canvas.put(0, MARGIN + (x - left) * width, str(x), DIM)
    for y in range(top, bottom + 1):
        row = 1 + (y - top) * height
        canvas.put(row, 0, f"{y:>3}", DIM)
        for x in range(left, right + 1):
            column = MARGIN + (x - left) * width
            if (x, y) in cells:
                _draw_cell(canvas, row, column, cells[x, y], width)
            elif (x, y) in numbers:
                canvas.put(row + height - 1, column, str(numbers[x, y])[-width:], NUMBER)
            else:
                canvas.put(row, column, "·", DIM)
    return 1 + (bottom - top + 1) * height


def _span(values: list[int], half: int, margin: int) -> tuple[int, int]:
    return max(min(values) - margin, -half), min(max(values) + margin, half - 1)


def _draw_cell(canvas: Canvas, row: int, column: int, cell: Cell, width: int) -> None:
    style = STYLES[SECTION_LETTERS.index(cell.letter)] if cell.letter else DIM
    if width == 3:
        for offset, pattern in enumerate(WEDGES[cell.side] if cell.letter else BLANK_CELL):
            canvas.put(row + offset, column, pattern.format(cell.letter), style)
    elif width == 2:
        canvas.put(row, column, SMALL_WEDGES[cell.side].format(cell.letter) if cell.letter else "░░", style)
    else:
        canvas.put(row, column, cell.letter or "░", style)


def _draw_sides(canvas: Canvas, row: int, view: View, language: str) -> int:
    """Piles and seats; the row below them."""
    data = view.data
    top = data["discard"][-1] if data["discard"] else "–"
    piles = Message(
        "wicked-pizza.board.piles", pile=data["pile"], n=len(data["discard"]), top=top, tokens=data["token_pile"]
    )
    canvas.put(row, 0, say(piles, language))
    for seat in range(data["seats"]):
        owned = [letter for letter in LETTERS if data["bonus"][letter] == seat]
        known = [slot["card"] or "?" for slot in data["hands"][seat] if slot is not None]
        line = Message(
            "wicked-pizza.board.seat",
            seat=seat,
            n=data["tokens"][seat],
            bonus=" ".join(owned) or "–",
            hand=" ".join(known) or "–",
        )
        mark = "▸ " if seat in view.to_act else "  "
        canvas.put(
            row + 1 + seat,
            0,
            (mark + say(line, language, view.names))[:MOST_COLUMNS],
            BOLD if seat == view.seat else "",
        )
    return row + 1 + int(data["seats"])


def _draw_hand(canvas: Canvas, row: int, view: View, language: str) -> None:
    """The viewer's cards, upright, with their names below; Bonus cards in front of it too."""
    data: Data = view.data
    names = [slot["card"] for slot in data["hands"][view.seat] if slot is not None]
    names += [f"bonus-{letter}" for letter in LETTERS if data["bonus"][letter] == view.seat]
    if data["taken"] is not None and view.seat in view.to_act:
        names = [data["taken"]]
    for index, name in enumerate(names):
        line, column = row + index // 8 * 6, 1 + index % 8 * 10
        if is_spell(CARD_OF[name]):
            sentence = say(Message(f"wicked-pizza.spell.{name}"), language).split("|")
            for offset, words in enumerate(("┌──────┐", *(f"│{part:^6}│" for part in sentence), "└──────┘")):
                canvas.put(line + offset, column, words)
        else:
            for (x, y), cell in cells_of(f"{name}@0,0/0").items():
                _draw_cell(canvas, line + 2 * y, column + 1 + 3 * x, cell, 3)
        canvas.put(line + 4, column + max(0, (8 - len(name)) // 2), name, BOLD)
