"""The pizza of a view as SVG, a pure function of the view: everything that can be picked carries its part of a move.

The pizza is drawn once, from station 1st, and turned as a whole, so that a browser can show it turning.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin, sqrt
from pathlib import Path

from parlor.core.game import Data, View
from parlor.core.words import Message, say
from parlor.games.pizza_theory.components import BITS, COLOURS, COORDINATES, CUTS, NAMES, TOPPINGS
from parlor.games.pizza_theory.position import parse_board
from parlor.games.pizza_theory.view import colour_of

STEP = 62.0
CRUST = 246.0
CHEESE = 222.0
SPACE = 25.0
WIDTH, HEIGHT = 600, 740
LETTER = "pizza-theory.letter"
COLOUR = "pizza-theory.colour"
INKS = {"red": "#c81e1e", "green": "#1f7a3a", "white": "#fffdf4"}

_FOLDER = Path(__file__).parent
_STYLE = (_FOLDER / "drawing.css").read_text(encoding="utf-8")
# Toppings and grounds, as an SVG of their own so that a drawing program can open them.
_SYMBOLS = (_FOLDER / "drawing.svg").read_text(encoding="utf-8")
_DEFINITIONS = _SYMBOLS[_SYMBOLS.index("<defs>") : _SYMBOLS.index("</svg>")]


def svg(view: View, picked: Sequence[str] = (), language: str = "en") -> str:
    """The pizza as the viewer sees it, with what it has picked so far."""
    chosen = picked[0] if picked else ""
    title = escape(say(Message("pizza-theory.title"), language))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-WIDTH / 2:g} -296 {WIDTH} {HEIGHT}" role="group" '
        f'aria-label="{title}"><style>{_STYLE}</style>{_DEFINITIONS}',
        '<rect class="peel" x="-294" y="-290" width="588" height="612" rx="46"/>',
        _pizza(view, chosen, language),
        _cutters(view),
        _cuts(view, chosen, language),
        _stations(view, language),
        _supplies(view, language),
        "</svg>",
    ]
    return "".join(parts)


def turns(view: View) -> int:
    """By how many thirds the pizza is turned clockwise for the viewer, counted on from round to round."""
    data = view.data
    if data["first"] is None:
        return 0
    began = (data["first"] - (data["round"] - 1)) % 3
    own = colour_of(data, view.seat) if view.seat is not None and view.seat >= 0 else data["first"]
    return int(began + data["round"] - 1 - own)


def centre(name: str) -> tuple[float, float]:
    """Where a space lies when seen from station 1st (PT 1.2)."""
    x, y, z = COORDINATES[name]
    return x * STEP * sqrt(3) / 2, (y - z) / 2 * STEP


def _pizza(view: View, chosen: str, language: str) -> str:
    angle = 120 * turns(view)
    boards = parse_board(view.data["board"])
    blobs = "".join(
        f'<circle class="blob" cx="{r * cos(a):.0f}" cy="{r * sin(a):.0f}" r="{8 + 5 * (n % 3)}"/>'
        for n in range(14)
        for a, r in [(n * 2.4, 60 + 11 * n)]
    )
    legal = [str(move) for move in view.legal_moves]
    spaces = "".join(
        _space(name, bit, boards, legal, chosen, angle, language) for name, bit in zip(NAMES, BITS, strict=True)
    )
    return (
        f'<g id="pizza" style="transform:rotate({angle}deg)"><circle class="crust" r="{CRUST}"/>'
        f'<circle class="sauce" r="{CHEESE + 6}"/><circle class="cheese" r="{CHEESE}"/>{blobs}{spaces}</g>'
    )


def _space(name: str, bit: int, boards: list[int], legal: list[str], chosen: str, angle: int, language: str) -> str:
    x, y = centre(name)
    upright = f'transform="rotate({-angle})"'
    colour = next((colour for colour, spaces in zip(COLOURS, boards, strict=True) if spaces & bit), None)
    if colour is not None:
        letter = escape(say(Message(f"{LETTER}.{colour}"), language))
        label = f"{name}: {say(Message(f'{COLOUR}.{colour}'), language)}"
        fill = "#fff" if colour != "white" else "#2b1b08"
        return (
            f'<g id="s-{name}" transform="translate({x:.1f} {y:.1f})" role="img" aria-label="{escape(label)}">'
            f'<g {upright}><use href="#{colour}"/><text class="letter" y="5" fill="{fill}" '
            f'paint-order="stroke" stroke="#0003" stroke-width="2">{letter}</text></g></g>'
        )
    move = next((kind for kind in (f"add {name}", f"put {name}") if kind in legal), None)
    kind = "space"
    extra = ""
    if move is not None:
        kind += " pick" + (" picked" if move == chosen else "")
        extra = f' data-part="{move}" role="button" tabindex="0" aria-label="{move}"'
    return (
        f'<g id="s-{name}" class="{kind}" transform="translate({x:.1f} {y:.1f})"{extra}>'
        f'<circle class="hole" r="{SPACE}"/><text class="name" y="4" {upright}>{name}</text></g>'
    )


def _half(x: float, side: str) -> str:
    """The part of the pizza left or right of a vertical line."""
    y = sqrt(max(0.0, CRUST**2 - x**2))
    sweep, large = (0, int(x > 0)) if side == "left" else (1, int(x < 0))
    return f'<path class="half {side}" d="M{x:.1f} {-y:.1f}A{CRUST} {CRUST} 0 {large} {sweep} {x:.1f} {y:.1f}Z"/>'


def _cuts(view: View, chosen: str, language: str) -> str:
    """The viewer's six lines while it may cut, its sealed line afterwards."""
    data = view.data
    if data["phase"] != "cut" or view.seat is None or view.seat < 0:
        return ""
    sealed = data["picks"].get(str(colour_of(data, view.seat)))
    found = []
    for number in range(1, CUTS + 1):
        x = (number - 3.5) * STEP * sqrt(3) / 2
        move = f"cut {number}"
        kind = "cut"
        extra = ""
        if sealed is None:
            kind += " pick" + (" picked" if move == chosen else "")
            extra = f' data-part="{move}" role="button" tabindex="0" aria-label="{move}"'
        elif sealed == number:
            kind += " picked"
        else:
            continue
        found.append(
            f'<g id="cut-{number}" class="{kind}"{extra}>{_half(x, "left")}{_half(x, "right")}'
            f'<line class="hit" x1="{x:.1f}" y1="-250" x2="{x:.1f}" y2="290"/>'
            f'<line class="line" x1="{x:.1f}" y1="-250" x2="{x:.1f}" y2="262"/>'
            f'<circle class="badge" cx="{x:.1f}" cy="262" r="16"/>'
            f'<text class="number" x="{x:.1f}" y="268">{number}</text></g>'
        )
    return "".join(found)


def _station_angle(view: View, colour: int) -> int:
    """Where a colour sits, clockwise from the bottom as the viewer sees it."""
    own = colour_of(view.data, view.seat) if view.seat is not None and view.seat >= 0 else view.data["first"]
    return 120 * ((colour - own) % 3)


def _cutters(view: View) -> str:
    """The unselected colour's cutter, which lies open on the pizza (PT 6.2)."""
    data = view.data
    if data.get("unselected_cut") is None:
        return ""
    x = (data["unselected_cut"] - 3.5) * STEP * sqrt(3) / 2
    colour = COLOURS[data["unselected"]]
    angle = _station_angle(view, data["unselected"])
    return (
        f'<g id="cutter" transform="rotate({angle})"><path class="cutter" stroke="#3f2a12" d="M{x:.1f} -256V262"/>'
        f'<path class="cutter inner" stroke="{INKS[colour]}" d="M{x:.1f} -256V262"/>'
        f'<circle class="badge" cx="{x:.1f}" cy="262" r="16"/><text class="number" transform="translate({x:.1f} 262) '
        f'rotate({-angle})" y="6">{data["unselected_cut"]}</text></g>'
    )


def _stations(view: View, language: str) -> str:
    """Who sits where around the pizza."""
    data = view.data
    if data["first"] is None:
        return ""
    found = []
    for colour, name in enumerate(COLOURS):
        station = ("1st", "2nd", "3rd")[(colour - data["first"]) % 3]
        angle = _station_angle(view, colour) * pi / 180
        x, y = -272 * sin(angle), 292 * cos(angle)
        if angle == 0:
            y = 306
        shown = escape(f"{station} {say(Message(f'{COLOUR}.{name}'), language)}")
        found.append(f'<text class="station" id="station-{name}" x="{x * 0.86:.0f}" y="{y:.0f}">{shown}</text>')
    return "".join(found)


def _supplies(view: View, language: str) -> str:
    """A plate for each colour: its toppings on the pizza, to sixteen, and what it does now."""
    data = view.data
    boards = parse_board(data["board"])
    found = []
    for place, (name, spaces) in enumerate(zip(COLOURS, boards, strict=True)):
        on_pizza = spaces.bit_count()
        acting = " turn" if _acts(view, place) else ""
        pips = "".join(
            f'<circle class="pip{f" {name}" if number < on_pizza else ""}" cx="{14 + 9.6 * number:.1f}" cy="62" r="4"/>'
            for number in range(TOPPINGS)
        )
        state = _state(data, place)
        said = escape(say(Message(state), language)) if state else ""
        found.append(
            f'<g class="supply{acting}" id="supply-{name}" transform="translate({-294 + 197 * place} 334)">'
            f'<rect class="plate" width="194" height="100" rx="12"/>'
            f'<g transform="translate(24 27) scale(.7)"><use href="#{name}"/></g>'
            f'<text class="who" x="46" y="33">{escape(say(Message(f"{COLOUR}.{name}"), language))}</text>'
            f'<text class="count" x="182" y="33">{on_pizza}/{TOPPINGS}</text>{pips}'
            f'<text class="state" x="12" y="88">{said}</text></g>'
        )
    return "".join(found)


def _acts(view: View, colour: int) -> bool:
    return any(seat >= 0 and colour_of(view.data, seat) == colour for seat in view.to_act)


def _state(data: Data, colour: int) -> str:
    """What a colour has done or is to do in this phase."""
    if data.get("unselected") == colour:
        return "pizza-theory.state.unselected"
    if data["phase"] == "cut":
        return "pizza-theory.state.chosen" if str(colour) in data["picks"] else "pizza-theory.state.cutting"
    return "pizza-theory.state.turn" if data.get("turn") == colour else ""
