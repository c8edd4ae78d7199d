"""The pizza of New York Slice as SVG: slices in a circle, cuts, portions, the Special, and what can be picked there.

Angles are turns of one slice, clockwise; slice 1 lies at the top.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from math import cos, pi, sin

from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import shortened
from parlor.games.new_york_slice.box import PIZZA_SIZE, Components
from parlor.games.new_york_slice.drawing.picks import SlicePicks
from parlor.games.new_york_slice.rules.divisions import with_special
from parlor.games.new_york_slice.telling.names import said, type_name
from parlor.games.new_york_slice.telling.position import face_of

CENTRE = (300, 328)
SCALE = 1.1
STEP = 360 / PIZZA_SIZE
RADIUS = 190.0
APART = 10.0
ASIDE = 0.2
LONGEST_NAME = 8
# Where the toppings that count lie on a slice that points down.
PEPPERONI = ((), ((0, -112),), ((-14, -112), (14, -112)), ((-14, -116), (14, -116), (0, -96)))
ANCHOVIES = ((), ((0, -76),), ((0, -98), (0, -76)), ((0, -120), (0, -98), (0, -76)))


@cache
def plain(id: str, language: str) -> str:
    """A message without parameters, escaped."""
    return escape(said(id, language))


def seat_name(view: View, seat: int, language: str) -> str:
    """What a seat is called, as far as there is room, ready to stand in a drawing."""
    return escape(shortened(view.game.heading(view, seat, language), LONGEST_NAME))


def squeezed(text: str, letters: int, width: float) -> str:
    """What keeps a text within its width if it has more than so many letters."""
    if len(re.sub("<[^>]*>", "", text)) <= letters:
        return ""
    return f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"'


def point(turn: float, radius: float) -> tuple[float, float]:
    """Where a turn lies on a circle around the middle of the pizza."""
    angle = 2 * pi * turn / PIZZA_SIZE
    return radius * sin(angle), -radius * cos(angle)


def pizza(view: View, picks: SlicePicks, components: Components, language: str) -> str:
    """The tray with everything on it."""
    data = view.data
    taken = [[number for number in portion or () if number != "+"] for portion in data["portions"]]
    # The portion with the Special comes last: its chalkboard lies over the tips of all slices.
    order = sorted(range(len(taken)), key=lambda index: "+" in (data["portions"][index] or ()))
    drawn = [_portion(index, taken[index], data, picks, components) for index in order]
    lying = [number for number in range(1, len(data["pizza"]) + 1) if data["pizza"][number - 1] is not None]
    portioned = [number for numbers in taken for number in numbers]
    loose = [_slice(number, data, picks, components) for number in lying if number not in portioned]
    empty = "".join(
        f'<use href="#nys-wedge" class="empty" transform="rotate({STEP * (number - 1):.2f})"/>'
        for number in range(1, PIZZA_SIZE + 1)
        if number not in lying
    )
    over = ""
    if data["phase"] == "divide":
        over = _division(data, lying, picks)
    elif data["phase"] == "sneak":
        over = "".join(_sneak(part, taken, picks) for part in picks.next if part != "pass")
    return (
        f'<g id="pizza" transform="translate({CENTRE[0]} {CENTRE[1]})scale({SCALE})"><circle class="tray" r="208"/>'
        f"{empty}{''.join(loose)}{''.join(drawn)}{over}{_special(data, picks)}</g>"
    )


@lru_cache(2048)
def slice_at(text: str, components: Components, turn: int, language: str) -> str:
    """A slice with its toppings, turned to its place; the figures stay upright. Its name needs a language."""
    angle = STEP * turn
    face = face_of(components, text)
    kind = text.rstrip("a") if text != "A" else text
    if "/" in kind:
        low, high = kind.split("/")
        ground = (
            f'<use href="#nys-t{low}" clip-path="url(#nys-left)"/>'
            f'<use href="#nys-t{high}" clip-path="url(#nys-right)"/><path d="M0-8V-190" stroke="#8a5520"/>'
        )
    else:
        ground = f'<use href="#nys-{f"t{kind}" if kind.isdigit() else kind}"/>'
    toppings = _toppings("pepperoni", PEPPERONI, components.pepperoni[face])
    toppings += _toppings("anchovy", ANCHOVIES, components.anchovies[face])
    name = ""
    if "/" not in kind and language:
        called = type_name(components, int(kind), language) if kind.isdigit() else said(f"draw.{kind}", language)
        shown = escape(shortened(called, 15))
        turned = "rotate(180)" * (90 < angle % 360 < 270)
        fit = squeezed(shown, 9, 74)
        name = f'<text class="name" transform="translate(0 -180){turned}" y="4"{fit}>{shown}</text>'
    figures = "" if kind in ("A", "S") else _figures(kind, angle)
    return f'<g transform="rotate({angle:.2f})">{ground}{name}{toppings}{figures}</g>'


def _figures(kind: str, angle: float) -> str:
    """The number of a type, or those of a Combo, each on its half."""
    numbers = kind.split("/")
    size, pair, places = (18, "", [0]) if len(numbers) == 1 else (15, " pair", [-19, 19])
    return "".join(
        f'<g transform="translate({x} -146)rotate({-angle:.2f})"><circle class="type" r="{size}"/>'
        f'<text class="number{pair}" y="{6 if pair else 8}">{number}</text></g>'
        for number, x in zip(numbers, places, strict=True)
    )


def _toppings(symbol: str, places: Sequence[Sequence[tuple[int, int]]], count: int) -> str:
    if count < len(places):
        return "".join(f'<use href="#nys-{symbol}" x="{x}" y="{y}"/>' for x, y in places[count])
    # A set of one's own may have more than there is room for.
    return f'<use href="#nys-{symbol}" y="-108"/><text class="number pair" y="-80">×{count}</text>'


def _slice(number: int, data: Data, picks: SlicePicks, components: Components) -> str:
    """A slice that lies in no portion: on the whole pizza, or taken and not decided about."""
    turn = number - 1
    pending = number in data["pending"]
    part = f"dibs {number}" if data["phase"] == "dibs" else str(number)
    text = data["pizza"][turn]
    if not pending and part not in picks.parts:
        return _lying(number, text, components, picks.language)
    x, y = point(turn, APART * pending)
    button = picks.button(part, picks.label(part), "veil")
    if pending and picks.phase == "eat" and picks.parts and part not in (*picks.parts, *picks.picked):
        button = f' class="veil no" data-no="eat {number}"'
    tag = _tag(turn, picks) if part in picks.picked else ""
    marks = picks.marks(part, "slice" + " taken" * pending)
    return (
        f'<g id="slice-{number}"{marks} transform="translate({x:.1f} {y:.1f})">'
        f"{slice_at(text, components, turn, picks.language)}{_place(number)}"
        f'<use href="#nys-wedge"{button} transform="rotate({STEP * turn:.2f})"/>{tag}</g>'
    )


@lru_cache(2048)
def _lying(number: int, text: str, components: Components, language: str) -> str:
    """A slice that can only be looked at."""
    return (
        f'<g id="slice-{number}" role="img" aria-label="{_called(number, text, language)}">'
        f"{slice_at(text, components, number - 1, language)}{_place(number)}</g>"
    )


def _called(number: int, text: str, language: str) -> str:
    return escape(said("draw.slice", language, number=number, slice=text))


def _tag(turn: float, picks: SlicePicks) -> str:
    """Says that a slice is to be eaten."""
    x, y = point(turn, RADIUS + 26)
    text = plain("pick.eaten", picks.language)
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect class="tag" x="-36" y="-14" width="72" height="28" rx="14"/>'
        f'<text class="said" y="5">{text}</text></g>'
    )


@cache
def _place(number: int) -> str:
    x, y = point(number - 1, 201)
    return f'<text class="place" x="{x:.1f}" y="{y + 6:.1f}">{number}</text>'


def _middle(numbers: Sequence[int]) -> float:
    """The turn in the middle of a run of slices, which lie next to each other or close up over gaps."""
    return numbers[0] - 1 + ((numbers[-1] - numbers[0]) % PIZZA_SIZE) / 2


def _portion(index: int, numbers: list[int], data: Data, picks: SlicePicks, components: Components) -> str:
    """A portion that can still be taken, a little apart from the others, with its number."""
    special = data["special"] if "+" in (data["portions"][index] or ()) else ""
    if not numbers and not special:
        return ""
    part = f"take {index + 1}"
    texts = [data["pizza"][number - 1] for number in numbers]
    label = picks.label(part) if part in picks.parts else ""
    marks = picks.marks(part, "portion" + " aside" * (bool(data["pending"]) or picks.menu))
    button = _refused(index, numbers, picks) or picks.button(part, label, "veil" if numbers else "board")
    return _shown_portion(index, tuple(numbers), tuple(texts), special, marks, button, components, picks.language)


def _refused(index: int, numbers: list[int], picks: SlicePicks) -> str:
    """What a portion that cannot be taken yet stands for, to whoever clicks on it to be told why."""
    if not numbers or not picks.parts:
        return ""
    if picks.phase == "sneak":
        return f' class="veil no" data-no="sneak {numbers[len(numbers) // 2]} {index + 1}"'
    return f' class="veil no" data-no="take {index + 1}"' if picks.phase == "cut" else ""


@lru_cache(1024)
def _shown_portion(
    index: int,
    numbers: tuple[int, ...],
    texts: tuple[str, ...],
    special: str,
    marks: str,
    button: str,
    components: Components,
    language: str,
) -> str:
    board = ""
    if special:
        # It stays in the middle, over the tips of the slices, with the number of the portion that it lies with.
        board = _board(special, language, ' class="board"' if numbers else button, _disc(index, 58, -34))
    opening = f'<g id="portion-{index + 1}"{marks}'
    if not numbers:
        return f"{opening}>{board}</g>"
    x, y = point(_middle(numbers), APART)
    slices = "".join(_lying(number, text, components, language) for number, text in zip(numbers, texts, strict=True))
    return (
        f'{opening} transform="translate({x:.1f} {y:.1f})">{slices}{_veil(numbers, button)}'
        f"{_rim(index, numbers)}{_badge(index, numbers, bool(special))}"
        f'<g transform="translate({-x:.1f} {-y:.1f})">{board}</g></g>'
    )


def _edges(numbers: Sequence[int]) -> tuple[float, float]:
    first = numbers[0] - 1.46
    return first, first + (numbers[-1] - numbers[0]) % PIZZA_SIZE + 0.92


def _arc(numbers: Sequence[int], radius: float) -> str:
    first, last = _edges(numbers)
    large = int(last - first > PIZZA_SIZE / 2)
    (x, y), (x2, y2) = point(first, radius), point(last, radius)
    return f"{x:.1f} {y:.1f}A{radius:g} {radius:g} 0 {large} 1 {x2:.1f} {y2:.1f}"


def _veil(numbers: Sequence[int], button: str) -> str:
    return f'<path{button} d="M0 0L{_arc(numbers, RADIUS)}Z"/>'


def _rim(index: int, numbers: Sequence[int]) -> str:
    return f'<path class="rim p{index}" d="M{_arc(numbers, RADIUS + 1)}"/>'


def _badge(index: int, numbers: Sequence[int], special: bool) -> str:
    """The number of a portion, on the crust of a slice in its middle, with a star beside it for the Special."""
    turn = numbers[(len(numbers) - 1) // 2] - 1
    if not special:
        return _disc(index, *point(turn, RADIUS + 12))
    return _disc(index, *point(turn - ASIDE, RADIUS + 12)) + _star(turn + ASIDE)


def _star(turn: float) -> str:
    x, y = point(turn, RADIUS + 12)
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle class="with" r="17"/>'
        f'<text class="number" y="8">★</text></g>'
    )


def _disc(index: int, x: float, y: float) -> str:
    return (
        f'<circle class="badge p{index}" cx="{x:.1f}" cy="{y:.1f}" r="19"/>'
        f'<text class="digit" x="{x:.1f}" y="{y + 7:.1f}">{index + 1}</text>'
    )


def _division(data: Data, lying: list[int], picks: SlicePicks) -> str:
    """The cuts that can be made and those that are, and the portions that they make."""
    pairs = list(zip(lying, lying[1:] + lying[:1], strict=True))
    found = _regions(picks)
    for last, first in pairs:
        part = f"{last}|{first}"
        if part in picks.parts or part in picks.picked:
            found += _cut(part, last - 1 + ((first - last) % PIZZA_SIZE) / 2, picks)
    return found


def _regions(picks: SlicePicks) -> str:
    """The portions that the cuts would make, with their numbers and where the Special may go."""
    found = []
    for index, numbers in enumerate(picks.runs):
        part = with_special(numbers)
        shown = f'<path class="tint p{index}" d="M0 0L{_arc(numbers, RADIUS)}Z"/>{_rim(index, numbers)}'
        offered = part in picks.parts or part in picks.picked
        if offered:
            shown += _veil(numbers, picks.button(part, picks.label(part), "veil"))
        found.append(
            f'<g id="region-{index + 1}"{picks.marks(part, "region")}>{shown}{_badge(index, numbers, offered)}</g>'
        )
    return "".join(found)


def _cut(part: str, turn: float, picks: SlicePicks) -> str:
    return _shown_cut(part, turn, picks.marks(part, "cutting"), picks.button(part, picks.label(part), "hit"))


@lru_cache(1024)
def _shown_cut(part: str, turn: float, marks: str, button: str) -> str:
    (x, y), (x2, y2), (x3, y3) = point(turn, 66), point(turn, 190), point(turn, 196)
    return (
        f'<g id="cut-{part.replace("|", "-")}"{marks}><circle{button} cx="{x3:.1f}" cy="{y3:.1f}" r="34"/>'
        f'<path class="guide" d="M{x:.1f} {y:.1f}L{x2:.1f} {y2:.1f}"/>'
        f'<g transform="translate({x3:.1f} {y3:.1f})rotate({STEP * turn:.1f})"><circle class="handle" r="17"/>'
        f'<path class="blade" d="M0 9V-9M-5 3L0 9L5 3"/></g></g>'
    )


def _sneak(part: str, portions: list[list[int]], picks: SlicePicks) -> str:
    """An arrow from an end slice over to the neighbouring portion (NYS 3.7)."""
    number, portion = (int(text) for text in part.split()[1:])
    lying = sorted(number for numbers in portions for number in numbers)
    onward = lying[(lying.index(number) + 1) % len(lying)] in portions[portion - 1]
    side = 1 if onward else -1
    source = next(numbers for numbers in portions if number in numbers)
    dx, dy = point(_middle(source), APART)
    turn = number - 1 + side * 0.28
    x, y = point(turn, 174)
    corners = [point(number - 1 + side * edge, RADIUS) for edge in (-0.03, 0.53)]
    hit = " ".join(f"{x:.1f} {y:.1f}" for x, y in corners)
    return (
        f'<g id="sneak-{number}-{portion}" transform="translate({dx:.1f} {dy:.1f})"'
        f'{picks.marks(part, "sneak")}><path{picks.button(part, picks.label(part), "hit")} d="M0 0L{hit}Z"/>'
        f'<g transform="translate({x:.1f} {y:.1f})rotate({STEP * turn:.1f})scale({side} 1)">'
        f'<circle class="handle" r="20"/><path class="blade" d="M-11 0H11M3-8L11 0L3 8"/></g></g>'
    )


def _special(data: Data, picks: SlicePicks) -> str:
    """The Special before the division: in the middle, or where the Slicer puts it."""
    if data["special"] is None or data["portions"]:
        return ""
    button = picks.button("+", picks.label("+"), "board")
    return f'<g id="special"{picks.marks("+", "special")}>{_board(data["special"], picks.language, button)}</g>'


@lru_cache(1024)
def _board(special: str, language: str, button: str, badge: str = "") -> str:
    """A small chalkboard with the name of a Special, in the middle of the pizza."""
    lines = textwrap.wrap(f"★ {said(f'special.{special}', language)}", 14)[:3]
    shown = "".join(
        f'<text class="chalk small middle" y="{5 - 8.5 * (len(lines) - 1) + 17 * index:g}">{escape(line)}</text>'
        for index, line in enumerate(lines)
    )
    return f'<rect{button} x="-57" y="-31" width="114" height="62" rx="6"/>{shown}{badge}'
