"""The pizza of a view as SVG, a pure function of the view: everything that can be picked carries its part of a move.

The pizza is drawn once, from station 1st, and turned as a whole, so that a browser can show it turning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from math import sqrt
from pathlib import Path

from parlor.core.fields import Data
from parlor.core.view import View
from parlor.core.words import Message, isolated, say, shortened
from parlor.drawing.assets import Assets
from parlor.drawing.picks import button
from parlor.games.pizza_theory.box import BITS, COLOURS, COORDINATES, CUTS, NAMES, TOPPINGS
from parlor.games.pizza_theory.telling.knowledge import colour_of, own_colour, station_of
from parlor.games.pizza_theory.telling.names import seen_from, wording
from parlor.games.pizza_theory.telling.position import parse_board

STEP = 62.0
CRUST = 246.0
SPACE = 25.0
WIDTH, HEIGHT = 584, 698
FOOT = 62
"""How far apart the numbers of the lines are."""
LETTER = "pizza-theory.letter"
COLOUR = "pizza-theory.colour"
LONGEST_NAME = 11
"""How many small letters of a name fit on a plate."""
INKS = {"red": "#c81e1e", "green": "#1f7a3a", "white": "#fffdf4"}

_ASSETS = Assets(Path(__file__).parent)


@dataclass
class DrawnSlice:
    """A slice that the cutters have made, parted from the others."""

    letter: str
    spaces: list[str]
    outline: list[tuple[float, float]]
    shift: tuple[float, float]
    at: str
    """The space where the letter is written."""
    lead: str
    """The colour that leads in it, `tie` for two of them, or nothing."""


@dataclass
class Reveal:
    """What is shown on the pizza while cuts are revealed and toppings change."""

    cuts: dict[int, int]
    """Where each colour's cutter lies."""
    slices: list[DrawnSlice]
    safe: list[str]
    fates: dict[str, str]
    """For each space where something is decided, the colour that its topping becomes, `gone` or `safe`."""
    flipped: list[str]
    """The spaces whose toppings have changed."""


def svg(view: View, picked: Sequence[str] = (), language: str = "en", reveal: Reveal | None = None) -> str:
    """The pizza as the viewer sees it, with what it has picked so far, or while cuts are revealed."""
    chosen = picked[0] if picked else ""
    title = _said("pizza-theory.title", language)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-WIDTH / 2:g} -296 {WIDTH} {HEIGHT}" role="group" '
        f'aria-label="{title}" data-round="{view.data["round"]}">{_ASSETS.text}',
        '<rect class="peel" x="-290" y="-290" width="580" height="580" rx="46"/>',
        _pizza(view, chosen, language, reveal),
        _cutters(view) if reveal is None else "".join(_cutter(view, *cut) for cut in reveal.cuts.items()),
        _ways(view, language) if reveal is None else "",
        _cuts(view, chosen, language),
        _stations(view, language),
        _supplies(view, language, [] if reveal is None else reveal.safe),
        "</svg>",
    ]
    return "".join(parts)


@cache
def _said(id: str, language: str) -> str:
    """A message without parameters, as text of a drawing."""
    return escape(say(Message(id), language))


@lru_cache(1024)
def _boards(text: str) -> tuple[int, ...]:
    return tuple(parse_board(text))


def turns(view: View) -> int:
    """By how many thirds the pizza is turned clockwise for the viewer, counted on from round to round."""
    data = view.data
    if data["first"] is None:
        return 0
    began = (data["first"] - (data["round"] - 1)) % 3
    return int(began + data["round"] - 1 - _bottom_colour(view))


def _bottom_colour(view: View) -> int:
    """The colour at the bottom: the viewer's, or the one at station 1st for anybody without a seat."""
    own = own_colour(view)
    return int(view.data["first"]) if own is None else own


@cache
def centre(name: str) -> tuple[float, float]:
    """Where a space lies when seen from station 1st (PT 1.2)."""
    x, y, z = COORDINATES[name]
    return x * STEP * sqrt(3) / 2, (y - z) / 2 * STEP


def _pizza(view: View, chosen: str, language: str, reveal: Reveal | None) -> str:
    angle = 120 * turns(view)
    upright = -angle % 360
    boards = _boards(view.data["board"])
    legal = {str(move) for move in view.legal_moves}
    adding = COLOURS[view.data["unselected"] if view.data["phase"] == "put" else view.data["turn"] or 0]
    found = ['<use id="base" href="#pizza-base"/>'] if reveal is None else [_base(slice) for slice in reveal.slices]
    slice_of = {name: slice for slice in reveal.slices for name in slice.spaces} if reveal is not None else {}
    red, green, white = boards
    lying = red | green | white
    who = {colour: _who(view, index, language) for index, colour in enumerate(COLOURS)}
    for name, bit in zip(NAMES, BITS, strict=True):
        if lying & bit:
            colour = "red" if red & bit else "green" if green & bit else "white"
            space = _topping(name, colour, who[colour], upright, language)
        elif (move := f"add {name}") in legal or (move := f"put {name}") in legal:
            space = _choice(name, move, adding if move == chosen else "", upright, language)
        else:
            space = _empty(name, _illegal(view, name))
        found.append(space if reveal is None else _revealed(space, name, slice_of[name], upright, reveal))
    if reveal is not None:
        found += [_letter(slice, upright) for slice in reveal.slices]
    return f'<g id="pizza" style="transform:rotate({angle}deg)">{"".join(found)}</g>'


def _base(slice: DrawnSlice) -> str:
    """The dough of a slice, apart from the rest."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in slice.outline)
    edge = f"edge-{slice.letter}"
    return (
        f'<clipPath id="{edge}"><polygon points="{corners}"/></clipPath><g id="base-{slice.letter}" '
        f'{_parted(slice)}><use href="#pizza-base" clip-path="url(#{edge})"/></g>'
    )


def _parted(slice: DrawnSlice, kind: str = "parted") -> str:
    return _moved(slice.shift, kind)


@lru_cache(4096)
def _moved(shift: tuple[float, float], kind: str) -> str:
    x, y = shift
    return f'class="{kind}" style="translate:{x:.1f}px {y:.1f}px"'


def _revealed(space: str, name: str, slice: DrawnSlice, upright: int, reveal: Reveal) -> str:
    """A space moved with its slice, on the colour that leads there, with what becomes of its topping."""
    led = f'<circle class="led {slice.lead}" r="{SPACE + 4}"/>' if slice.lead else ""
    fate = reveal.fates.get(name, "")
    badge = f'<use class="fate" href="#fate-{fate}" transform="rotate({upright})translate(15 -15)"/>' if fate else ""
    opening, _, rest = space.partition(">")
    moved = _parted(slice, "parted flipped" if name in reveal.flipped else "parted")
    return f"{opening} {moved}>{led}{rest.removesuffix('</g>')}{badge}</g>"


def _letter(slice: DrawnSlice, upright: int) -> str:
    x, y = centre(slice.at)
    return (
        f'<g id="slice-{slice.letter}" {_parted(slice)}><g transform="translate({x:.1f} {y:.1f}) rotate({upright}) '
        f'translate(-17 -17)"><circle class="badge" r="11"/><text class="slice" y="5">{slice.letter}</text></g></g>'
    )


@lru_cache(4096)
def _topping(name: str, colour: str, who: str, upright: int, language: str) -> str:
    """A topping, labelled with whose it is."""
    kind = "lying" if who == _said(f"{COLOUR}.{colour}", language) else "lying-of"
    label = say(
        Message(f"pizza-theory.{kind}", who=who, colour=colour, where=seen_from(name, upright // 120)), language
    )
    lies = f'data-new="{colour}" role="img" aria-label="{label}"'
    return f'<g id="s-{name}" {_at(name)} {lies}>{_picture(colour, upright, language)}</g>'


def _picture(colour: str, upright: int, language: str) -> str:
    letter = escape(say(Message(f"{LETTER}.{colour}"), language))
    return (
        f'<g transform="rotate({upright})"><g class="topping"><use href="#{colour}"/>'
        f'<text class="letter on-{colour}" y="5">{letter}</text></g></g>'
    )


@cache
def _choice(name: str, move: str, picked: str, upright: int, language: str) -> str:
    """A space that may be chosen; a picked one shows the topping that would lie there."""
    words = wording(move, upright // 120)
    label = "" if words is None else escape(say(words, language))
    shown = _picture(picked, upright, language) if picked else ""
    return (
        f'<g id="s-{name}"{button(move, label, "space pick picked" if picked else "space pick")} {_at(name)}>'
        f'<circle class="reach" r="{STEP / 2:g}"/><circle class="hole" r="{SPACE}"/>{shown}</g>'
    )


def _illegal(view: View, name: str) -> str:
    """The move that a click on a space would be, where it is not legal."""
    kind = view.data["phase"]
    return f"{kind} {name}" if kind in ("add", "put") and view.seat is not None and view.seat in view.to_act else ""


@cache
def _empty(name: str, illegal: str) -> str:
    refused = f' data-no="{illegal}"' if illegal else ""
    return f'<g id="s-{name}"{refused} {_at(name)}><circle class="hole" r="{SPACE}"/></g>'


def _at(name: str) -> str:
    x, y = centre(name)
    return f'transform="translate({x:.1f} {y:.1f})"'


def _half(x: float, side: str) -> str:
    """The part of the pizza left or right of a vertical line."""
    y = sqrt(max(0.0, CRUST**2 - x**2))
    sweep, large = (0, int(x > 0)) if side == "left" else (1, int(x < 0))
    return f'<path class="half {side}" d="M{x:.1f} {-y:.1f}A{CRUST} {CRUST} 0 {large} {sweep} {x:.1f} {y:.1f}Z"/>'


def _cuts(view: View, chosen: str, language: str) -> str:
    """The viewer's six lines while it may cut, its sealed line afterwards."""
    data = view.data
    if data["phase"] != "cut":
        return ""
    sealed = data["picks"].get(str(own_colour(view)))
    if sealed is not None:
        return _cut(sealed, "cut picked", "")
    if view.seat not in view.to_act:
        return ""
    return "".join(
        _cut(number, "cut pick" + " picked" * (chosen == f"cut {number}"), language) for number in range(1, CUTS + 1)
    )


@cache
def _cut(number: int, kind: str, language: str) -> str:
    """A line with its halves; to be picked if a language is given for its words."""
    x = (number - 3.5) * STEP * sqrt(3) / 2
    # The numbers lie wider apart than the lines, so that a finger finds them.
    foot = (number - 3.5) * FOOT
    marked = f' class="{kind}"'
    if language:
        label = escape(say(Message("pizza-theory.part.cut", rest=str(number)), language))
        marked = button(f"cut {number}", label, kind)
    return (
        f'<g id="cut-{number}"{marked}>{_half(x, "left")}{_half(x, "right")}'
        f'<path class="hit" d="M{x:.1f} -250V215"/>'
        f'<rect class="reach" x="{foot - FOOT / 2:.1f}" y="226" width="{FOOT}" height="{FOOT}"/>'
        f'<path class="line" d="M{x:.1f} -250V215L{foot:.1f} 258"/><circle data-mark="" class="reach" cx="{foot:.1f}" '
        f'cy="222" r="1"/>'
        f'<circle class="badge" cx="{foot:.1f}" cy="258" r="20"/>'
        f'<text class="number" x="{foot:.1f}" y="265">{number}</text></g>'
    )


def _ways(view: View, language: str) -> str:
    """Where the lines of the others end at their stations, while all choose: along one of them each cuts."""
    data = view.data
    if data["phase"] != "cut":
        return ""
    others = {0, 1, 2} - {own_colour(view), data.get("unselected")}
    return "".join(_way(view, COLOURS[colour], station_angle(view, colour), language) for colour in sorted(others))


def _way(view: View, colour: str, angle: int, language: str) -> str:
    told = escape(say(Message("pizza-theory.ways", colour=colour), language, view.names))
    ends = []
    for number in range(1, CUTS + 1):
        x = (number - 3.5) * STEP * sqrt(3) / 2
        y = sqrt(CRUST**2 - x**2)
        ends.append(
            f'<path d="M{x:.1f} {y - 12:.1f}V{y + 6:.1f}"/><text transform="translate({x:.1f} {y + 17:.1f})'
            f'rotate({-angle})" y="5">{number}</text>'
        )
    return f'<g class="way on-{colour}" data-tell="{told}" transform="rotate({angle})">{"".join(ends)}</g>'


def station_angle(view: View, colour: int) -> int:
    """Where a colour sits, clockwise from the bottom as the viewer sees it."""
    return 120 * ((colour - _bottom_colour(view)) % 3)


def _cutters(view: View) -> str:
    """The unselected colour's cutter, which lies open on the pizza (PT 6.2)."""
    data = view.data
    if data.get("unselected_cut") is None:
        return ""
    return _cutter(view, data["unselected"], data["unselected_cut"])


def _cutter(view: View, colour: int, cut: int) -> str:
    """A colour's cutter on its line."""
    x = (cut - 3.5) * STEP * sqrt(3) / 2
    y = sqrt(CRUST**2 - x**2) + 12
    angle = station_angle(view, colour)
    return (
        f'<g id="cutter-{COLOURS[colour]}" class="fallen" transform="rotate({angle})">'
        f'<path class="cutter" stroke="#3f2a12" d="M{x:.1f} {-y:.1f}V{y:.1f}"/>'
        f'<path class="cutter inner" stroke="{INKS[COLOURS[colour]]}" d="M{x:.1f} {-y:.1f}V{y:.1f}"/>'
        f'<circle class="badge" cx="{x:.1f}" cy="{y:.1f}" r="16"/><text class="number" transform="translate({x:.1f} '
        f'{y:.1f}) rotate({-angle})" y="6">{cut}</text></g>'
    )


def _stations(view: View, language: str) -> str:
    """Who sits where around the pizza, and the round."""
    data = view.data
    if data["first"] is None:
        return ""
    stations = "".join(
        _station(
            COLOURS[colour],
            _who(view, colour, language),
            station_of(data, colour),
            station_angle(view, colour),
            language,
        )
        for colour in range(3)
    )
    return stations + _round(data["round"], language)


def _who(view: View, colour: int, language: str) -> str:
    """Who plays a colour: you, somebody by name, or nobody, who is called by the colour."""
    if colour == own_colour(view):
        return _said("pizza-theory.you", language)
    players = [seat for seat in range(view.data["seats"]) if colour_of(view.data, seat) == colour]
    name = view.names.get(players[0]) if players else None
    return (
        _said(f"{COLOUR}.{COLOURS[colour]}", language)
        if name is None
        else escape(shortened(isolated(name), LONGEST_NAME))
    )


@lru_cache(1024)
def _station(name: str, who: str, station: int, angle: int, language: str) -> str:
    # The viewer's own station lies before them, the others in the corners beyond the pizza.
    x, y, anchor = {0: (-274, 268, "start"), 120: (-274, -234, "start"), 240: (274, -234, "end")}[angle]
    lines = [who, _said(f"pizza-theory.station.{station}", language)]
    shown = "".join(
        f'<tspan x="{x}" y="{y - 20 * (len(lines) - 1 - index)}">{line}</tspan>' for index, line in enumerate(lines)
    )
    return f'<text class="station" id="station-{name}" text-anchor="{anchor}">{shown}</text>'


@lru_cache(256)
def _round(number: int, language: str) -> str:
    text = escape(say(Message("pizza-theory.draw.round", round=number), language))
    return f'<text class="station" id="round" x="274" y="268" text-anchor="end">{text}</text>'


def _supplies(view: View, language: str, safe: list[str]) -> str:
    """A plate for each colour: its toppings on the pizza, to sixteen, and what it does now."""
    data = view.data
    boards = _boards(data["board"])
    most = max(spaces.bit_count() for spaces in boards)
    return "".join(
        _supply(
            COLOURS[place],
            _who(view, place, language),
            spaces.bit_count(),
            spaces.bit_count() == most,
            _acts(view, place),
            "pizza-theory.state.safe" if COLOURS[place] in safe else _state(data, place),
            "meaning.unselected" if data.get("unselected") == place else "plate",
            language,
        )
        for place, spaces in enumerate(boards)
    )


@lru_cache(1024)
def _supply(name: str, who: str, on_pizza: int, leads: bool, acts: bool, state: str, tells: str, language: str) -> str:
    told = _said("pizza-theory.plate.more" if on_pizza > TOPPINGS else f"pizza-theory.{tells}", language)
    return (
        f'<g class="supply{" turn" * acts}{" leads" * leads}" id="supply-{name}" data-tell="{told}" '
        f'transform="translate({-290 + 194 * COLOURS.index(name)} 298)">'
        f'<rect class="plate" width="191" height="98" rx="12"/>'
        f'<g transform="translate(24 27) scale(.7)"><use href="#{name}"/></g>'
        f'<text class="who" x="46" y="33">{who}</text>'
        f'<text class="count" x="180" y="33">{"★ " * leads}{on_pizza}/{TOPPINGS}</text>{_pips(name, on_pizza)}'
        f'<text class="state" x="12" y="88">{_said(state, language) if state else ""}</text></g>'
    )


@cache
def _pips(colour: str, on_pizza: int) -> str:
    return "".join(
        f'<circle class="pip{f" {colour}" if number < on_pizza else ""}" cx="{14 + 9.6 * number:.1f}" cy="62" r="4"/>'
        for number in range(TOPPINGS)
    )


def _acts(view: View, colour: int) -> bool:
    return any(seat >= 0 and colour_of(view.data, seat) == colour for seat in view.to_act)


def _state(data: Data, colour: int) -> str:
    """What a colour has done or is to do in this phase."""
    if data.get("unselected") == colour:
        return "pizza-theory.state.unselected"
    if data["phase"] == "cut":
        return "pizza-theory.state.chosen" if str(colour) in data["picks"] else "pizza-theory.state.cutting"
    return "pizza-theory.state.turn" if data.get("turn") == colour else ""
