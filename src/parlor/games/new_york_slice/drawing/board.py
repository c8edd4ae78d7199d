"""The counter of New York Slice as SVG, a pure function of the view: what can be picked carries its part of a move.

Once a move is whole, its last part and what could stand in its place are still offered, so that it can be changed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

from parlor.core.moves import DONE
from parlor.core.view import View
from parlor.core.words import say, shortened
from parlor.drawing.assets import Assets
from parlor.drawing.picks import teller
from parlor.games.new_york_slice.box import Components, rounds_of
from parlor.games.new_york_slice.drawing.picks import SlicePicks
from parlor.games.new_york_slice.drawing.pizza import (
    CENTRE,
    pizza,
    plain,
    slice_at,
    squeezed,
)
from parlor.games.new_york_slice.drawing.rows import ROW, TABLE, seat_rows
from parlor.games.new_york_slice.rules.scoring import LINE_NAMES
from parlor.games.new_york_slice.telling.check import explained
from parlor.games.new_york_slice.telling.components import components_of
from parlor.games.new_york_slice.telling.names import said, type_name
from parlor.games.new_york_slice.telling.position import UNKNOWN
from parlor.games.new_york_slice.telling.wording import WINDOWS

WIDTH = 600
MENU_TOP = 92
MENU_ROW = 70
CORNERS = ((10, 80, 112), (478, 80, 112), (10, 150, 88), (502, 150, 88))
"""Where slices that are eaten from elsewhere lie: left, top, width."""
LONGEST_CHALK = 90
"""How many letters about two Specials fit on the chalkboard, beside the name of the first."""
_ASSETS = Assets(Path(__file__).parent)


def svg(view: View, picked: Sequence[str], worths: Sequence[Sequence[float]], language: str) -> str:
    """The counter as the viewer sees it, with what it has picked; `worths` are what its portions add for each seat."""
    components = components_of(view.data["components"])
    picks = SlicePicks(view, picked, components, language)
    height = TABLE + 30 + ROW * view.data["seats"] + 8
    if view.outcome is not None:
        middle = _guest_check(view, components, language)
    elif picks.menu:
        middle = pizza(view, picks, components, language) + _menu(picks, height)
    else:
        middle = (
            pizza(view, picks, components, language)
            + _elsewhere(view, picks, components)
            + _buttons(picks, view.data["seats"])
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="new-york-slice" viewBox="0 0 {WIDTH} {height}" role="group" '
        f'aria-label="{plain("title", language)}">{_ASSETS.text}'
        f'<rect class="edge" width="{WIDTH}" height="{height}" rx="18"/>'
        f'<rect class="counter" x="5" y="5" width="{WIDTH - 10}" height="{height - 10}" rx="14"/>'
        f"{_chalkboard(view, language)}{middle}{seat_rows(view, worths, language)}</svg>"
    )


def _chalkboard(view: View, language: str) -> str:
    """The round and the Slicer, and the Special that matters now or how the game ended."""
    data = view.data
    if view.outcome is not None:
        return _chalk(plain("title", language), "", say(view.outcome.reason, language, view.names), "")
    if data["slicer"] is None:
        return _chalk(plain("title", language), "", "", "")
    own = data["slicer"] == view.seat
    slicer = "" if own else view.game.heading(view, data["slicer"], language)
    head = _round_head(data["round"], data["seats"], slicer, language)
    today = data["special"] or data["received"]
    special = WINDOWS.get(data["phase"]) or today
    if special is None:
        return _chalk(head, "", "", "")
    name = f"★ {said(f'special.{special}', language)}"
    if special == data["received"]:
        name = f"{view.game.heading(view, data['turn'], language)} {name}"
    others = [today] if today not in (None, special) else []
    return _chalk(head, name, *_explained(special, others, language))


def _explained(special: str, others: list[str], language: str) -> tuple[str, str]:
    """What a Special does, with another one that matters at the same time, and the whole text of both."""
    about = said(f"about.{special}", language)
    for other in others:
        more = said("draw.held", language, special=other)
        fits = len(about) + len(more) < LONGEST_CHALK
        about += f" · ★ {more if fits else said(f'special.{other}', language)}"
    return about, " ".join(said("tell.special", language, special=one) for one in (special, *others))


@lru_cache(512)
def _round_head(round: int, seats: int, slicer: str, language: str) -> str:
    """The round and who is the Slicer: the viewer, or somebody by name."""
    id = "draw.round" if slicer else "draw.round-you"
    return escape(said(id, language, round=round, rounds=rounds_of(seats), slicer=slicer))


@lru_cache(512)
def _chalk(head: str, name: str, about: str, tells: str) -> str:
    """The chalkboard with a headline, and a name and what it is about on one or two lines; a click tells the rest."""
    told = f"{name} · {about}" if name else about
    # Two lines of about the same length rather than a last word on its own.
    lines = [escape(line) for line in textwrap.wrap(told, 62 if len(told) <= 62 else len(told) // 2 + 8)]
    if name:
        lines[0] = lines[0].replace(escape(name), f'<tspan class="star bold">{escape(name)}</tspan>', 1)
    lines.insert(0, f'<tspan class="bold">{head}</tspan>')
    step = 25 if len(lines) < 3 else 19
    shown = "".join(
        f'<text class="chalk middle" x="300" y="{47 - step * (len(lines) - 1) / 2 + step * index:g}">{line}</text>'
        for index, line in enumerate(lines)
    )
    mark = teller(tells, "board") if tells else ' class="board"'
    return f'<g id="chalkboard"><rect{mark} x="10" y="10" width="580" height="62" rx="6"/>{shown}</g>'


def _button(id: str, x: int, part: str, picks: SlicePicks) -> str:
    kept = part == "pass" and picks.phase in ("dibs", "cut", "sneak")
    text = plain("pick.keep" if kept else f"pick.{part}", picks.language)
    label = picks.label(part)
    lines = textwrap.wrap(text, 12)
    shown = "".join(
        f'<text x="65" y="{40 + 22 * index - 11 * (len(lines) - 1)}"{squeezed(line, 10, 114)}>{line}</text>'
        for index, line in enumerate(lines)
    )
    return (
        f'<g id="{id}" transform="translate({x} 508)"{picks.marks(part, "button")}>'
        f'<rect{picks.button(part, label, "face")} width="130" height="66" rx="14"/>'
        f"{shown}</g>"
    )


def _buttons(picks: SlicePicks, seats: int) -> str:
    """What is said rather than pointed at."""
    places = {"pass": 10, "cut": 460, "done": 460}
    # What is marked is eaten by the page's own button, which confirms it.
    marked = picks.phase == "eat" and bool(picks.picked) and DONE not in picks.picked
    shown = "".join(_button(part, x, part, picks) for part, x in places.items() if part in picks.parts and not marked)
    if picks.phase == "divide" and (picks.parts or picks.picked):
        cut = (len(picks.runs) or bool(picks.picked)) + ("+" in picks.picked)
        text = escape(said("draw.portions", picks.language, portions=cut, needed=seats))
        shown += f'<text class="progress" x="16" y="560">{text}</text>'
    return shown


def _elsewhere(view: View, picks: SlicePicks, components: Components) -> str:
    """The Mystery slice, and collected slices that may be eaten now, in the corners of the tray."""
    data = view.data
    shown = sorted({part for part in [*picks.parts, *picks.picked] if picks.phase == "eat" and part[0] == "c"})
    if data["received"] == "mystery-slice" and data["mystery"] is not None:
        shown.append("m")
    found = []
    for part, (x, y, width) in zip(shown, CORNERS, strict=False):
        text = part[1:] if part != "m" else data["mystery"]["slice"]
        times = picks.picked.count(part)
        shown_as = _short(text, picks.language) + (f" ×{times}" if times > 1 else " ✓" * times)
        picture = "" if text == UNKNOWN else f'<g transform="scale(.27)">{slice_at(text, components, 0, "")}</g>'
        found.append(
            f'<g id="extra-{part.replace("/", "-")}" transform="translate({x} {y})"'
            f"{picks.marks(part, 'chip' + ' shown' * (part == 'm'))}>"
            f'<rect{picks.button(part, picks.label(part), "face")} width="{width}" height="66" rx="10"/>'
            f'<g transform="translate(24 59)">{picture}</g><text x="{width / 2 + 18:g}" y="38">{shown_as}</text></g>'
        )
    return "".join(found)


def _short(text: str, language: str) -> str:
    """The figure or the name of a slice, where its picture shows the rest."""
    return plain(f"draw.{text}", language) if text in ("A", "S") else text.rstrip("a").replace("/", " + ")


def _menu(picks: SlicePicks, height: int) -> str:
    """Choices that are not things on the tray: a type for the Supreme slice, or what to eat as Seconds."""
    count = len(picks.parts)
    columns = next(columns for columns in range(3, count + 4) if -(-count // columns) * MENU_ROW < height - MENU_TOP)
    rows = -(-count // columns)
    across, down = 552 / columns, MENU_ROW
    wide, high = across - 5, down - 5
    top = max(MENU_TOP, CENTRE[1] - rows * down / 2)
    found = [f'<rect class="panel" x="14" y="{top - 10:g}" width="572" height="{rows * down + 16:g}" rx="14"/>']
    for index, part in enumerate(picks.next):
        x, y = 26 + across * (index % columns), top + down * (index // columns)
        found.append(
            f'<g id="menu-{index}" transform="translate({x:g} {y:g})"{picks.marks(part, "chip")}>'
            f'<rect{picks.button(part, picks.label(part), "face")} width="{wide:g}" height="{high:g}" rx="9"/>'
            f"{_menu_text(part, wide, high, picks)}</g>"
        )
    return "".join(found)


def _menu_text(part: str, wide: float, high: float, picks: SlicePicks) -> str:
    """A type's number in its colour, with its name or how much of it is eaten."""
    line = high / 2 + 6
    kind, _, what = part.partition(" ")
    if not what:
        return f'<text x="{wide / 2:g}" y="{line:g}">{plain(f"pick.{kind}", picks.language)}</text>'
    number, _, helping = what.partition(":")
    text = _helping(helping, picks.language) if helping else picks.name(number)
    lines = textwrap.wrap(text, max(8, len(text) // 2 + 4)) if helping else [text]
    room = wide - 48
    shown = "".join(
        f'<text class="{"helping" * bool(helping)}" x="{42 + room / 2:g}" '
        f'y="{line - 9 * (len(lines) - 1) + 18 * index:g}"{squeezed(one, int(room / 10), room)}>{one}</text>'
        for index, one in enumerate(lines)
    )
    return (
        f'<circle class="swatch t{number}" cx="22" cy="{high / 2:g}" r="{min(17, high / 2 - 2):g}"/>'
        f'<text class="kind" x="22" y="{line:g}">{number}</text>{shown}'
    )


def _helping(helping: str, language: str) -> str:
    """What is eaten as Seconds, in few words."""
    kinds = {"a": "pick.anchovy", "S": "draw.S"}
    parts = [said(kinds.get(one[-1], "pick.plain"), language, n=one.rstrip("a")) for one in helping.split("+")]
    return escape(" + ".join(parts))


def _guest_check(view: View, components: Components, language: str) -> str:
    """The bill: a line for each type, the Specials, pepperoni and the total (NYS 5.7)."""
    assert view.outcome is not None
    details = view.outcome.details
    assert details is not None
    seats = len(details["eaten"])
    wide = min(80, 336 // seats)
    told = explained(view, language)
    rows = [_check_head(view, seats, wide, language)]
    for index, line in enumerate(LINE_NAMES):
        y = 162 + 32 * index + 6 * (line == "total")
        kind = "ink bold" if line == "total" else "ink"
        label = (
            f"{line} {type_name(components, int(line), language)}" if line.isdigit() else said(f"draw.{line}", language)
        )
        values = "".join(
            f'<text class="{kind} end" x="{560 - wide * (seats - 1 - seat)}" y="{y}">{value or "·"}</text>'
            for seat, value in enumerate(details["check"][line])
        )
        rows.append(
            f'<text class="{kind}" x="40" y="{y}">{escape(shortened(label, 26))}</text>{values}'
            f'<path class="rule" d="M36 {y + 8}H564"/>'
            f'<rect{teller(told[line], "hit")} x="32" y="{y - 23}" width="536" height="31"/>'
        )
    return f'<g id="guest-check">{"".join(rows)}</g>'


def _check_head(view: View, seats: int, wide: int, language: str) -> str:
    assert view.outcome is not None
    teeth = "l11 10l11-10" * 25
    won = "".join(
        f'<rect class="won" x="{566 - wide * (seats - seat)}" y="88" width="{wide}" height="466" rx="6"/>'
        for seat in view.outcome.winners
    )
    names = "".join(
        f'<text class="ink bold end" x="{560 - wide * (seats - 1 - seat)}" y="130">'
        f"{escape(shortened(view.game.heading(view, seat, language), wide // 10))}</text>"
        for seat in range(seats)
    )
    names += "".join(
        f'<text class="ink bold end" x="{560 - wide * (seats - 1 - seat)}" y="108">★</text>'
        for seat in view.outcome.winners
    )
    return (
        f'<path class="paper" d="M25 82H575V560{teeth.replace("l11", "l-11")}Z"/>{won}'
        f'<text class="title" x="40" y="116">{plain("draw.check", language)}</text>{names}'
    )
