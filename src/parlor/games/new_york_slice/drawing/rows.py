"""The rows below the pizza as SVG: what each seat has collected, who leads, points, Specials and estimates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.view import View
from parlor.drawing.picks import teller
from parlor.games.new_york_slice.box import HIGHEST_TYPE, LOWEST_TYPE
from parlor.games.new_york_slice.drawing.pizza import plain, seat_name, squeezed
from parlor.games.new_york_slice.rules.scoring import TOTAL_LINE
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.telling.knowledge import possible
from parlor.games.new_york_slice.telling.names import LEADER, halves_text, said
from parlor.games.new_york_slice.telling.position import UNKNOWN

TABLE = 578
ROW = 50
COLUMN = 38
LONGEST_LINE = 76
NUMBERS = range(LOWEST_TYPE, HIGHEST_TYPE + 1)


def seat_rows(view: View, worths: Sequence[Sequence[float]], language: str) -> str:
    """A row for each seat: slices by type with who leads, eaten slices, points so far, Specials or estimates."""
    cells, points = _cells_and_points(view)
    if worths:
        held = [_estimate([round(worth) for worth in own], language) for own in worths]
    else:
        held = [_held(tuple(own["specials"]), language) for own in view.data["table"]]
    rows = "".join(
        _row(seat, view, f"{cells[seat]}{_figures(len(own['eaten']), points[seat])}{held[seat]}", language)
        for seat, own in enumerate(view.data["table"])
    )
    return _head("draw.worth" if worths else "draw.number", language) + rows


@cache
def _head(caption: str, language: str) -> str:
    """What the columns are."""
    words = plain(caption, language)
    types = "".join(
        f'<rect class="swatch t{number}" x="{133 + COLUMN * index}" y="{TABLE + 4}" width="34" height="24" rx="6"/>'
        f'<text class="cell bold" x="{150 + COLUMN * index}" y="{TABLE + 22}">{number}</text>'
        for index, number in enumerate(NUMBERS)
    )
    totals = "".join(
        f'<text class="head" x="{x}" y="{TABLE + 21}"{squeezed(head, 6, 54)}>{head}</text>'
        for head, x in ((plain("draw.eaten", language), 503), (plain("draw.points", language), 561))
    )
    told = said("tell.worth" if caption == "draw.worth" else "tell.rows", language)
    return (
        f'<text class="caption" x="14" y="{TABLE + 21}"{squeezed(words, 12, 110)}>{words}</text>{types}{totals}'
        f'<rect{teller(told, "hit")} x="10" y="{TABLE}" width="580" height="31"/>'
    )


# What lies before the seats changes less often than the table is drawn, and is the same for nearly everybody.
_kept: dict[str, tuple[list[str], list[str]]] = {}
_KEPT = 256


def _cells_and_points(view: View) -> tuple[list[str], list[str]]:
    """The cells of each seat's row, and what it would score now."""
    data = view.data
    key = repr((data["components"], data["table"], data["mystery"], view.outcome is None))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _KEPT:
            _kept.clear()
        found = _kept[key] = _counted(view)
    return found


def _counted(view: View) -> tuple[list[str], list[str]]:
    state = _state(view)
    leaders = state.leaders()
    cells = [
        "".join(_cell(index, halves, leaders[index] == seat) for index, halves in enumerate(state.halves(seat)))
        for seat in range(state.seats)
    ]
    return cells, _points(view, state)


def _state(view: View) -> SliceState:
    state = view.game.sample(view, Rng(0), reopen=False)
    assert isinstance(state, SliceState)
    return state


@cache
def _cell(index: int, halves: int, leads: bool) -> str:
    """How many slices of a type a seat has."""
    x = 150 + COLUMN * index
    text = halves_text(halves)
    if not leads:
        return f'<text class="cell{" none" * (text == "·")}" x="{x}" y="20">{text}</text>'
    return (
        f'<rect class="majority" x="{x - 17}" y="3" width="34" height="22" rx="6"/>'
        f'<text class="cell lead" x="{x}" y="20">{text}</text><text class="leader" x="{x + 16}" y="8">{LEADER}</text>'
    )


def _points(view: View, state: SliceState) -> list[str]:
    """What each seat would score now; from least to most where a Mystery slice eaten in secret counts."""
    mystery = view.data["mystery"]
    if mystery is None or mystery["slice"] != UNKNOWN:
        return [str(total) for total in state.guest_check()[TOTAL_LINE]]
    totals = [world.guest_check()[TOTAL_LINE] for world in possible(view)[0]]
    spans = [(min(column), max(column)) for column in zip(*totals, strict=True)]
    return [str(low) if low == high else f"{low}–{high}" for low, high in spans]


@lru_cache(1024)
def _figures(eaten: int, points: str) -> str:
    return f'<text class="cell" x="503" y="20">{eaten}</text><text class="cell bold" x="561" y="20">{points}</text>'


@lru_cache(512)
def _held(specials: tuple[str, ...], language: str) -> str:
    """A seat's Specials, with what they do where there is room."""
    if not specials:
        return ""
    names = " · ".join(f"★ {plain(f'special.{name}', language)}" for name in specials)
    told = " · ".join(f"★ {_told(name, language)}" for name in specials)
    line = told if len(told) <= LONGEST_LINE else names
    whole = " ".join(said("tell.special", language, special=name) for name in specials)
    return (
        f'<text class="held" x="80" y="40"{squeezed(line, 60, 496)}>{line}</text>'
        f'<rect{teller(whole, "hit")} x="76" y="25" width="504" height="21"/>'
    )


@cache
def _told(special: str, language: str) -> str:
    """A Special and what it does."""
    return escape(said("draw.held", language, special=special))


def _row(seat: int, view: View, inside: str, language: str) -> str:
    data: Data = view.data
    acts = seat in view.to_act
    slicer = seat == data["slicer"] and view.outcome is None
    own = seat == view.seat
    if own and seat not in view.names:
        # Nobody needs a name to be told which row is theirs.
        start = _row_start(seat, plain("draw.you", language).capitalize(), acts, own, "", slicer)
    else:
        below = plain("draw.you", language) if own else ""
        start = _row_start(seat, seat_name(view, seat, language), acts, own, below, slicer)
    return f"{start}{inside}</g></g>"


@lru_cache(512)
def _row_start(seat: int, name: str, acts: bool, own: bool, below: str, slicer: bool) -> str:
    """Who a row is for, whether it is their turn, and whether they are the Slicer."""
    return (
        f'<g id="seat-{seat + 1}" class="seat{" own" * own}{" turn" * acts}" '
        f'transform="translate(10 {TABLE + 32 + ROW * seat})"><rect class="row" width="580" height="{ROW - 4}" rx="8"/>'
        f'<g transform="translate(-10 0)"><text class="who" x="15" y="20">{"▸" * acts}</text>'
        f'<text class="who" x="32" y="20">{name}</text>'
        + (f'<text class="you" x="32" y="40">{below}</text>' if below else "")
        + ('<use href="#nys-slicer" x="115" y="13"/>' if slicer else "")
    )


def _estimate(worths: list[int], language: str) -> str:
    """What a seat may find each portion worth, the best of them marked."""
    told = ", ".join(f"{number}: {worth:+d}" for number, worth in enumerate(worths, 1))
    step = min(92, 440 // len(worths))
    shown = "".join(
        f'<circle class="p{index}" cx="{143 + step * index}" cy="34" r="10"/>'
        f'<text class="which" x="{143 + step * index}" y="39">{index + 1}</text>'
        f'<text class="worth{" lead" * (worth == max(worths))}" x="{157 + step * index}" y="40">{worth:+d}</text>'
        for index, worth in enumerate(worths)
    )
    return f'<g class="estimates" role="img" aria-label="{plain("draw.worth", language)} {told}">{shown}</g>'
