"""The table of New York Slice as text: the pizza as a circle, the seats with what they have, or the Guest Check."""

from __future__ import annotations

import math
import textwrap
from itertools import groupby

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import Message, say
from parlor.drawing.canvas import Canvas
from parlor.games.new_york_slice.box import PIZZA_SIZE, Components, rounds_of
from parlor.games.new_york_slice.rules.scoring import LINE_NAMES, TOTAL_LINE
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.components import components_of
from parlor.games.new_york_slice.telling.names import LEADER, halves_text, said, type_name
from parlor.games.new_york_slice.telling.position import UNKNOWN, face_of

WIDTH = 78
# The circle of slices, in characters, which are twice as high as wide.
CENTRE = (38, 7)
ACROSS = 30
DOWN = 6.6
PEPPERONI = "●"
ANCHOVY = "~"
SPECIAL = "★"
CUT = "╳"

BOLD = "1"
DIM = "2"
PORTION_COLOURS = ("38;5;214", "38;5;81", "38;5;156", "38;5;213", "38;5;228", "38;5;146")


def write(canvas: Canvas, x: float, y: float, text: str, style: str = "") -> None:
    """Write a text centred at a point."""
    canvas.put(round(y), round(x) - len(text) // 2, text, style)


def styled(text: str, style: str, colour: bool) -> str:
    """The text in a style of the terminal, if colours are wanted."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and text.strip() else text


def text(view: View, language: str, colour: bool) -> str:
    """The view as text of at most 80 columns."""
    data = view.data
    components = components_of(data["components"])
    parts = [header(view, language, colour)]
    if data["pizza"]:
        parts.append(pizza(data, components, colour))
    if view.outcome is not None and view.outcome.details is not None:
        parts.append(guest_check(view, view.outcome.details, components, language, colour))
    parts.append(seats(view, components, language, colour))
    return "\n\n".join(parts)


def header(view: View, language: str, colour: bool) -> str:
    """The round, the Slicer and the Special."""
    data = view.data
    if data["slicer"] is None:
        return styled("New York Slice", BOLD, colour)
    slicer = view.game.called(view, data["slicer"], language)
    params = {"round": data["round"], "rounds": rounds_of(data["seats"]), "slicer": slicer}
    lines = [styled(said("draw.round", language, **params), BOLD, colour)]
    if data["special"] is not None:
        special = say(Message("new-york-slice.special", special=data["special"]), language)
        lines.append(textwrap.fill(f"{SPECIAL} {special}", WIDTH))
    return "\n".join(lines)


def point(turn: float, radius: float) -> tuple[float, float]:
    """Where a place of the circle lies, in turns clockwise from the top, at this part of the radius."""
    angle = 2 * math.pi * turn
    return CENTRE[0] + ACROSS * radius * math.sin(angle), CENTRE[1] - DOWN * radius * math.cos(angle)


def pizza(data: Data, components: Components, colour: bool) -> str:
    """The circle of slices with their numbers, the cuts, and the numbers of the portions inside."""
    canvas = Canvas()
    owner = portion_of(data)
    there = sorted(owner)
    for index, number in enumerate(there):
        before = there[index - 1]
        if owner[before] != owner[number]:
            gap = (number - before) % PIZZA_SIZE
            write(canvas, *point((before - 1 + gap / 2) / PIZZA_SIZE, 0.97), CUT, DIM)
    for place, text in enumerate(data["pizza"]):
        x, y = point(place / PIZZA_SIZE, 1)
        style = PORTION_COLOURS[owner[place + 1]] if place + 1 in owner else BOLD
        if text is None:
            write(canvas, x, y, "·", DIM)
            continue
        shown = f"{place + 1}) {slice_text(components, text)}"
        write(canvas, x, y, f"«{shown}»" if place + 1 in data["pending"] else shown, style)
    for portion, numbers in enumerate(data["portions"]):
        if numbers is not None:
            _name_portion(canvas, portion, numbers)
    if data["special"] is not None and not data["portions"]:
        write(canvas, *CENTRE, SPECIAL, BOLD)
    if data["received"] == "mystery-slice" and data["mystery"] is not None:
        drawn = data["mystery"]["slice"]
        write(canvas, *CENTRE, "«m) ?»" if drawn == UNKNOWN else f"«m) {slice_text(components, drawn)}»", BOLD)
    return "\n".join(canvas.rows_of_text(colour)).strip("\n")


def portion_of(data: Data) -> dict[int, int]:
    """The portion that each slice on the table lies in."""
    return {
        number: portion for portion, numbers in enumerate(data["portions"]) for number in numbers or () if number != "+"
    }


def slice_text(components: Components, text: str) -> str:
    """A slice with its pepperoni and anchovies."""
    face = face_of(components, text)
    toppings = PEPPERONI * components.pepperoni[face] + ANCHOVY * components.anchovies[face]
    return f"{text.rstrip('a')} {toppings}".rstrip()


def _name_portion(canvas: Canvas, portion: int, numbers: list[int | str]) -> None:
    slices = [number for number in numbers if isinstance(number, int)]
    name = f"({portion + 1})" + (f" {SPECIAL}" if "+" in numbers else "")
    style = f"{BOLD};{PORTION_COLOURS[portion]}"
    if not slices:
        write(canvas, *CENTRE, name, style)
        return
    span = (slices[-1] - slices[0]) % PIZZA_SIZE
    write(canvas, *point((slices[0] - 1 + span / 2) / PIZZA_SIZE, 0.62), name, style)


def seats(view: View, components: Components, language: str, colour: bool) -> str:
    """Each seat's slices by type with who leads, what it would score now, its slices and its Specials."""
    data = view.data
    # What is hidden from the viewer is guessed, never looked at.
    state = view.game.sample(view, Rng(0), reopen=False)
    assert isinstance(state, SliceState)
    totals = state.guest_check()[TOTAL_LINE]
    leaders = state.leaders()
    columns = "".join(f"{number:>5}" for number in range(3, 12))
    head = (
        f" {said('draw.type', language):14}{columns}{said('draw.eaten', language):>8}{said('draw.points', language):>8}"
    )
    lines = [styled(head, DIM, colour)]
    for seat, own in enumerate(data["table"]):
        mark = ">" if seat in view.to_act else " "
        name = view.game.called(view, seat, language)
        you = f" ({said('draw.you', language)})" if seat == view.seat else ""
        counts = ""
        for leader, halves in zip(leaders, state.halves(seat), strict=True):
            leads = leader == seat
            text = halves_text(halves) + (LEADER if leads else "")
            counts += styled(f"{text:>5}", BOLD if leads else "", colour)
        lines.append(f"{mark}{(name + you)[:14]:14}{counts}{len(own['eaten']):>8}{totals[seat]:>8}")
        lines += _wrapped(_belongings(own, language))
    unseen = "".join(f"{state.bag[2 * index] + state.bag[2 * index + 1]:>5}" for index in range(9))
    lines.append(styled(f" {said('draw.undealt', language):14}{unseen}", DIM, colour))
    lines.append(styled(f" {said('draw.key', language)}", DIM, colour))
    return "\n".join(lines)


def _belongings(own: Data, language: str) -> list[str]:
    """A seat's slices, equal ones together, and its Specials."""
    counts = [(text, len(list(run))) for text, run in groupby(own["collected"])]
    words = [text if count == 1 else f"{count}×{text}" for text, count in counts]
    specials = [say(Message(f"new-york-slice.special.{name}"), language) for name in own["specials"]]
    return words + [f"[{special}]" for special in specials]


def _wrapped(words: list[str]) -> list[str]:
    """The words in lines that fit, set in a little."""
    lines: list[str] = []
    for word in words:
        if not lines or len(lines[-1]) + len(word) + 2 > WIDTH:
            lines.append("    " + word)
        else:
            lines[-1] += "  " + word
    return lines


def guest_check(view: View, details: Data, components: Components, language: str, colour: bool) -> str:
    """The Guest Check, a line per type and one for Specials, pepperoni and total."""
    count = len(details["eaten"])
    names = [view.game.called(view, seat, language) for seat in range(count)]
    title = said("draw.check", language)
    lines = [styled(f" {title:24}" + "".join(f"{name[:8]:>9}" for name in names), BOLD, colour)]
    for line in LINE_NAMES:
        if line.isdigit():
            label = f"{line:>2} {type_name(components, int(line), language)}"
        else:
            label = said(f"draw.{line}", language)
        points = "".join(f"{value or '·':>9}" for value in details["check"][line])
        lines.append(styled(f" {label[:24]:24}{points}", BOLD if line == "total" else "", colour))
    return "\n".join(lines)
