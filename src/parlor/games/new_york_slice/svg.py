"""The counter of New York Slice as SVG, a pure function of the view: what can be picked carries its part of a move.

Once a move is whole, its last part and what could stand in its place are still offered, so that it can be changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from parlor.core.chance import Rng
from parlor.core.game import View
from parlor.core.words import say
from parlor.games.new_york_slice.components import HIGHEST_TYPE, LOWEST_TYPE, Components, rounds_of
from parlor.games.new_york_slice.draw import LEADER, halves, said, type_name
from parlor.games.new_york_slice.pizza_svg import CENTRE, Picks, pizza, shortened, slice_at, squeezed, with_special
from parlor.games.new_york_slice.position import UNKNOWN
from parlor.games.new_york_slice.rules import SliceState
from parlor.games.new_york_slice.scoring import LINE_NAMES, TOTAL_LINE
from parlor.games.new_york_slice.slices import components_of
from parlor.games.new_york_slice.view import possible

WIDTH = 600
TABLE = 578
ROW = 45
COLUMN = 38
NUMBERS = range(LOWEST_TYPE, HIGHEST_TYPE + 1)
MENU_HEIGHT = 430
CORNERS = ((10, 80, 112), (478, 80, 112), (10, 146, 88), (502, 146, 88))
"""Where slices that are eaten from elsewhere lie: left, top, width."""

_FOLDER = Path(__file__).parent
_STYLE = (_FOLDER / "drawing.css").read_text(encoding="utf-8")
# Slices and grounds, as an SVG of their own so that a drawing program can open them.
_SYMBOLS = (_FOLDER / "drawing.svg").read_text(encoding="utf-8")
_DEFINITIONS = _SYMBOLS[_SYMBOLS.index("<defs>") : _SYMBOLS.index("</svg>")]


def svg(view: View, picked: Sequence[str] = (), language: str = "en") -> str:
    """The counter as the viewer sees it, with what it has picked so far."""
    components = components_of(view.data["components"])
    picks = Picks(view, picked, components, language)
    height = TABLE + 30 + ROW * view.data["seats"] + 8
    if view.outcome is not None:
        middle = _guest_check(view, components, language)
    elif picks.menu:
        middle = pizza(view, picks, components, language) + _menu(picks)
    else:
        middle = pizza(view, picks, components, language) + _elsewhere(view, picks, components) + _buttons(picks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="new-york-slice" viewBox="0 0 {WIDTH} {height}" role="group" '
        f'aria-label="{_plain("title", language)}"><style>{_STYLE}</style>{_DEFINITIONS}'
        f'<rect class="edge" width="{WIDTH}" height="{height}" rx="18"/>'
        f'<rect class="counter" x="5" y="5" width="{WIDTH - 10}" height="{height - 10}" rx="14"/>'
        f"{_chalkboard(view, language)}{middle}{_seats(view, picks, language)}</svg>"
    )


@cache
def _plain(id: str, language: str) -> str:
    """A message without parameters, escaped."""
    return escape(said(id, language))


@cache
def _seat(seat: int, language: str) -> str:
    return escape(said("draw.seat", language, seat=seat))


def _chalkboard(view: View, language: str) -> str:
    """The round and the Slicer, and the Special or how the game ended."""
    data = view.data
    lines = [_plain("title", language)]
    if data["slicer"] is not None:
        params = {"round": data["round"], "rounds": rounds_of(data["seats"]), "seat": data["slicer"]}
        lines = [escape(said("draw.round", language, **params))]
    if view.outcome is not None:
        lines = [_plain("title", language), escape(say(view.outcome.reason, language))]
    elif data["special"] is not None:
        name, about = (_plain(f"{kind}.{data['special']}", language) for kind in ("special", "about"))
        lines.append(f'<tspan class="star bold">★ {name}</tspan> · {about}')
    elif data["received"] is not None:
        name, about = (_plain(f"{kind}.{data['received']}", language) for kind in ("special", "about"))
        lines.append(f'<tspan class="star bold">{_seat(data["turn"], language)} ★ {name}</tspan> · {about}')
    shown = ""
    for index, line in enumerate(lines):
        y = 47 - 13 * (len(lines) - 1) + 25 * index
        bold = " bold" * (index == 0)
        shown += f'<text class="chalk middle{bold}" x="300" y="{y}"{squeezed(line, 68, 560)}>{line}</text>'
    return f'<g id="chalkboard"><rect class="board" x="10" y="10" width="580" height="62" rx="6"/>{shown}</g>'


def _button(id: str, x: int, part: str, picks: Picks) -> str:
    text = _plain(f"pick.{part}", picks.language)
    return (
        f'<g id="{id}" transform="translate({x} 510)"{picks.marks(part, "button")}>'
        f'<rect{picks.button(part, "face", text)} width="130" height="62" rx="14"/>'
        f'<text x="65" y="38"{squeezed(text, 10, 114)}>{text}</text></g>'
    )


def _buttons(picks: Picks) -> str:
    """What is said rather than pointed at."""
    places = {"pass": 10, "cut": 460, "done": 460}
    return "".join(_button(part, x, part, picks) for part, x in places.items() if part in picks.parts)


def _elsewhere(view: View, picks: Picks, components: Components) -> str:
    """The Mystery slice, and collected slices that may be eaten now, in the corners of the tray."""
    data = view.data
    shown = sorted({part for part in [*picks.parts, *picks.picked] if picks.phase == "eat" and part[0] == "c"})
    if data["received"] == "mystery-slice" and data["mystery"] is not None:
        shown.append("m")
    found = []
    for part, (x, y, width) in zip(shown, CORNERS, strict=False):
        text = part[1:] if part != "m" else data["mystery"]["slice"]
        times = picks.picked.count(part)
        shown_as = ("?" if text == UNKNOWN else text) + (f" ×{times}" if times > 1 else " ✓" * times)
        picture = "" if text == UNKNOWN else f'<g transform="scale(.27)">{slice_at(text, components, 0, "")}</g>'
        found.append(
            f'<g id="extra-{part.replace("/", "-")}" transform="translate({x} {y})"'
            f'{picks.marks(part, "chip" + " shown" * (part == "m"))}>'
            f'<rect{picks.button(part, "face", picks.label(part))} width="{width}" height="62" rx="10"/><g transform="translate(24 57)">{picture}</g>'
            f'<text x="{width / 2 + 18:g}" y="38">{shown_as}</text></g>'
        )
    return "".join(found)


def _menu(picks: Picks) -> str:
    """Choices that are not things on the tray: a type for the Supreme slice, or what to eat as Seconds."""
    count = len(picks.parts)
    columns = 3 if count <= 15 else 4 if count <= 32 else 5
    rows = -(-count // columns)
    across, down = 552 / columns, min(66, MENU_HEIGHT // rows)
    wide, high = across - 5, down - 5
    top = CENTRE[1] - rows * down / 2
    found = [f'<rect class="panel" x="14" y="{top - 10:g}" width="572" height="{rows * down + 16:g}" rx="14"/>']
    for index, part in enumerate(picks.parts):
        x, y = 26 + across * (index % columns), top + down * (index // columns)
        found.append(
            f'<g id="menu-{index}" transform="translate({x:g} {y:g})"{picks.marks(part, "chip")}>'
            f'<rect{picks.button(part, "face", picks.label(part))} width="{wide:g}" height="{high:g}" rx="9"/>{_menu_text(part, wide, high, picks)}</g>'
        )
    return "".join(found)


def _menu_text(part: str, wide: float, high: float, picks: Picks) -> str:
    """A type's number in its colour, with its name or how much of it is eaten."""
    line = high / 2 + 6
    kind, _, what = part.partition(" ")
    if not what:
        return f'<text x="{wide / 2:g}" y="{line:g}">{_plain(f"pick.{kind}", picks.language)}</text>'
    number, _, helping = what.partition(":")
    text = f"×{helping}" if helping else picks.name(number)
    room = wide - 48
    return (
        f'<circle class="swatch t{number}" cx="22" cy="{high / 2:g}" r="{min(17, high / 2 - 2):g}"/>'
        f'<text class="kind" x="22" y="{line:g}">{number}</text>'
        f'<text x="{42 + room / 2:g}" y="{line:g}"{squeezed(text, int(room / 12.5), room)}>{text}</text>'
    )


def _seats(view: View, picks: Picks, language: str) -> str:
    """A row for each seat: slices by type with who leads, eaten slices, points so far, Specials or estimates."""
    state = view.game.sample(view, Rng(0), reopen=False)
    assert isinstance(state, SliceState)
    head = "".join(
        f'<rect class="swatch t{number}" x="{133 + COLUMN * index}" y="{TABLE + 4}" width="34" height="24" rx="6"/>'
        f'<text class="cell bold" x="{150 + COLUMN * index}" y="{TABLE + 22}">{number}</text>'
        for index, number in enumerate(NUMBERS)
    )
    head += "".join(
        f'<text class="head" x="{x}" y="{TABLE + 21}">{_plain(f"draw.{name}", language)}</text>'
        for name, x in (("eaten", 503), ("points", 561))
    )
    points = _points(view, state)
    leaders = [state.leader(number) for number in NUMBERS]
    held = [_estimates(worths, picks) for worths in _worths(state, picks)] if picks.runs else _held(view, language)
    rows = "".join(_row(view, state, seat, leaders, points[seat], held[seat], language) for seat in range(state.seats))
    return head + rows


def _worths(state: SliceState, picks: Picks) -> list[list[int]]:
    """What each portion that the Slicer has cut so far may add to each seat's points, as the Slicer guesses."""
    from parlor.games.new_york_slice.judge import Outlook, gain

    portions = [
        (sum(1 << number - 1 for number in run), state.special if with_special(run) in picks.picked else -1)
        for run in picks.runs
    ]
    if "+" in picks.picked:
        portions.append((0, state.special))
    outlooks = [Outlook(state, seat) for seat in range(state.seats)]
    return [[round(gain(state, outlook, places, special)) for places, special in portions] for outlook in outlooks]


def _estimates(worths: list[int], picks: Picks) -> str:
    """What a seat may find each portion worth, the best of them marked."""
    words = _plain("draw.worth", picks.language)
    said_so = ", ".join(f"{number}: {worth:+d}" for number, worth in enumerate(worths, 1))
    step = min(86, 440 // len(worths))
    shown = "".join(
        f'<circle class="p{index}" cx="{143 + step * index}" cy="33" r="10"/>'
        f'<text class="which" x="{143 + step * index}" y="38">{index + 1}</text>'
        f'<text class="worth{" lead" * (worth == max(worths))}" x="{157 + step * index}" y="39">{worth:+d}</text>'
        for index, worth in enumerate(worths)
    )
    return (
        f'<g class="estimates" role="img" aria-label="{words} {said_so}"><text class="held" x="32" y="37"'
        f"{squeezed(words, 13, 94)}>{words}</text>{shown}</g>"
    )


def _held(view: View, language: str) -> list[str]:
    """Who the viewer is, and the Specials that each seat has."""
    found = []
    for seat, own in enumerate(view.data["table"]):
        names = [f"★ {_plain(f'special.{name}', language)}" for name in own["specials"]]
        line = " · ".join([_plain("draw.you", language)] * (seat == view.seat) + names)
        found.append(f'<text class="held" x="32" y="37"{squeezed(line, 76, 544)}>{line}</text>' if line else "")
    return found


def _points(view: View, state: SliceState) -> list[str]:
    """What each seat would score now; from least to most where a Mystery slice eaten in secret counts."""
    mystery = view.data["mystery"]
    if mystery is None or mystery["slice"] != UNKNOWN:
        return [str(total) for total in state.guest_check()[TOTAL_LINE]]
    totals = [world.guest_check()[TOTAL_LINE] for world in possible(view)[0]]
    spans = [(min(column), max(column)) for column in zip(*totals, strict=True)]
    return [str(low) if low == high else f"{low}–{high}" for low, high in spans]


def _row(
    view: View, state: SliceState, seat: int, leaders: list[int], points: str, held: str, language: str
) -> str:
    own = view.data["table"][seat]
    y = TABLE + 32 + ROW * seat
    cells = []
    for index, number in enumerate(NUMBERS):
        x = 150 + COLUMN * index
        text = halves(state.halves(seat, number))
        if leaders[index] == seat:
            cells.append(
                f'<rect class="majority" x="{x - 17}" y="3" width="34" height="22" rx="6"/>'
                f'<text class="cell lead" x="{x}" y="20">{text}</text>'
                f'<text class="leader" x="{x + 16}" y="8">{LEADER}</text>'
            )
        else:
            cells.append(f'<text class="cell{" none" * (text == "·")}" x="{x}" y="20">{text}</text>')
    kind = "seat" + " own" * (seat == view.seat) + " turn" * (seat in view.to_act)
    slicer = '<use href="#nys-slicer" x="115" y="13"/>' if seat == view.data["slicer"] and not view.outcome else ""
    return (
        f'<g id="seat-{seat + 1}" class="{kind}" transform="translate(10 {y})">'
        f'<rect class="row" width="580" height="{ROW - 4}" rx="8"/><g transform="translate(-10 0)">'
        f'<text class="who" x="15" y="20">{"▸" * (seat in view.to_act)}</text>'
        f'<text class="who" x="32" y="20">{_seat(seat, language)}</text>{slicer}'
        f'{"".join(cells)}<text class="cell" x="503" y="20">{len(own["eaten"])}</text>'
        f'<text class="cell bold" x="561" y="20">{points}</text>'
        f"{held}</g></g>"
    )


def _guest_check(view: View, components: Components, language: str) -> str:
    """The bill: a line for each type, the Specials, pepperoni and the total (NYS 5.7)."""
    assert view.outcome is not None
    details = view.outcome.details
    assert details is not None
    seats = len(details["eaten"])
    wide = min(80, 336 // seats)
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
        )
    return f'<g id="guest-check">{"".join(rows)}</g>'


def _check_head(view: View, seats: int, wide: int, language: str) -> str:
    assert view.outcome is not None
    teeth = "l11 10l11-10" * 25
    won = "".join(
        f'<rect class="won" x="{566 - wide * (seats - seat)}" y="108" width="{wide}" height="446" rx="6"/>'
        for seat in view.outcome.winners
    )
    names = "".join(
        f'<text class="ink bold end" x="{560 - wide * (seats - 1 - seat)}" y="130">'
        f"{'★ ' * (seat in view.outcome.winners)}{seat + 1 if wide < 70 else _seat(seat, language)}</text>"
        for seat in range(seats)
    )
    return (
        f'<path class="paper" d="M25 82H575V560{teeth.replace("l11", "l-11")}Z"/>{won}'
        f'<text class="title" x="40" y="116">{_plain("draw.check", language)}</text>{names}'
    )
