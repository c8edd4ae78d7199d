"""The table of a view as SVG, a pure function of the view: everything that can be picked carries its part of a move.

From top to bottom: the seats, the piles, the table in use, and the viewer's hand or what it chooses from. On a page
that has more room (`--aside` and `--below`, in units of the drawing) the table takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from parlor.core.view import View
from parlor.core.words import shortened
from parlor.games.wicked_pizza.box import BONUS_POINTS, LETTERS
from parlor.games.wicked_pizza.drawing.cards import ASSETS, CELL
from parlor.games.wicked_pizza.drawing.choosing import HAND_TOP, HEIGHT, choices
from parlor.games.wicked_pizza.drawing.picks import WickedPicks
from parlor.games.wicked_pizza.drawing.placements import read
from parlor.games.wicked_pizza.drawing.seats import (
    EDGE,
    INNER,
    WIDTH,
    bonus_cards,
    piles,
    plate,
    plate_letters,
    plate_rim,
    plate_width,
    resolving,
)
from parlor.games.wicked_pizza.drawing.spots import refused_places, spots
from parlor.games.wicked_pizza.drawing.table import card, drawn
from parlor.games.wicked_pizza.telling.wording import STRUCK

TABLE_TOP = 170
# A card touching another lies within so many half-cells of it: spots never change what the table shows.
MARGIN = 2
LEAST_CELLS = 8

_OPENING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" class="wicked-pizza" viewBox="0 0 {WIDTH} {HEIGHT}" data-grow="" '
    f'preserveAspectRatio="xMidYMin" role="group" aria-label="Wicked Pizza">{ASSETS.text}'
)


def svg(view: View, picked: Sequence[str] = (), language: str = "en") -> str:
    """The table as the viewer sees it, with what it has picked so far."""
    picks = WickedPicks(view, picked, language)
    low = picks.seated or view.outcome is not None
    below = _scores(picks) if view.outcome is not None else choices(picks) if picks.seated else ""
    return "".join(
        [
            _OPENING,
            f'<rect class="kitchen" {_growing(0, 0, WIDTH, HEIGHT)} rx="16"/>',
            *[_seat(picks, seat) for seat in range(picks.data["seats"])],
            _shelf(picks),
            _table(picks, HAND_TOP - EDGE if low else HEIGHT - EDGE),
            f'<g class="down">{below}</g></svg>',
        ]
    )


@lru_cache(8)
def _growing(x: int, y: int, width: int, height: int) -> str:
    """The place of something that takes what room there is beside and below the drawing."""
    return (
        f'x="{x}" y="{y}" width="{width}" height="{height}" style="x:calc({x}px - var(--aside,0px));'
        f'width:calc({width}px + 2*var(--aside,0px));height:calc({height}px + var(--below,0px))"'
    )


def _called(picks: WickedPicks, seat: int, letters: int) -> str:
    """What a seat is called: a word of the game begins with a capital, a name as its owner writes it."""
    view = picks.view
    return shortened(view.game.heading(view, seat, picks.language), letters)


def _seat(picks: WickedPicks, seat: int) -> str:
    """A seat, which may be picked."""
    data, view = picks.data, picks.view
    letters = plate_letters(data["seats"])
    if seat != view.seat:
        name = _called(picks, seat, letters)
    else:
        # Where four seats stand side by side there is no room for both.
        you = picks.words("you")
        name = f"{_called(picks, seat, letters - len(you) - 3)} ({you})" if data["seats"] < 4 else you.capitalize()
    cards = tuple([(place, slot["card"]) for place, slot in enumerate(data["hands"][seat]) if slot is not None])
    owned = tuple([letter for letter in LETTERS if data["bonus"][letter] == seat])
    turn = seat in view.to_act
    inner = plate(seat, data["seats"], name, turn, cards, data["tokens"][seat], owned, picks.language)
    x = EDGE + seat * (plate_width(data["seats"]) + EDGE)
    move = f"seat {seat + 1}"
    pick = picks.pick(move)
    # Apart from the plate, whose texts are no part of what the button is called.
    chooser = f'<g id="choose-{seat}"{pick}>{plate_rim(data["seats"])}</g>' if pick else ""
    refused = picks.refuses(move) if data["phase"] in STRUCK and not pick else ""
    return f'<g id="seat-{seat}" transform="translate({x:g} {EDGE})"{refused}>{inner}{chooser}</g>'


def _shelf(picks: WickedPicks) -> str:
    """Draw pile, discard pile, tokens, and the Bonus cards in the middle or spells that are being resolved."""
    data, language = picks.data, picks.language
    found = piles(data["pile"], data["discard"], data["token_pile"], language)
    if cards := [*data["aside"], *([data["taken"]] if data["taken"] else [])]:
        return found + resolving(tuple(cards), language)
    return found + bonus_cards(tuple([data["bonus"][letter] == "middle" for letter in LETTERS]), language)


def _table(picks: WickedPicks, bottom: int) -> str:
    """The part of the table in use: its cards, complete pizzas, and what may be picked on it."""
    data = picks.data
    laid = tuple(data["laid"])
    shown = drawn(laid)
    half = data["table"] // 2
    first_x, first_y, last_x, last_y = shown.corners
    left, right = _span(first_x, last_x, half)
    top, low = _span(first_y, last_y, half)
    box = f"{left * CELL} {top * CELL} {(right - left) * CELL} {(low - top) * CELL}"
    frame = _growing(EDGE, TABLE_TOP, INNER, bottom - TABLE_TOP)
    laying = bool(picks.turns)
    return (
        f'<rect class="cloth" {frame} rx="14"/><use class="left" href="#wp-web" x="{EDGE}" y="{TABLE_TOP}"/>'
        f'<use class="low" href="#wp-candle" x="24" y="{bottom - 60}"/>'
        f'<svg id="spread" data-pan="{CELL if laying else 2 * CELL}" {frame} viewBox="{box}"><g id="table">'
        f'<rect class="frame" x="{-half * CELL}" y="{-half * CELL}" width="{2 * half * CELL}" '
        f'height="{2 * half * CELL}" stroke="#6d8a4c" stroke-width="2" stroke-opacity=".4"/>'
        f"{_cards(picks, laid)}{shown.rings}{_pizzas(picks)}"
        f"{refused_places(picks, laid, half) + spots(picks, shown) if laying else ''}</g></svg>"
    )


def _cards(picks: WickedPicks, laid: tuple[str, ...]) -> str:
    """The cards on the table, the last one marked."""
    if picks.data["phase"] == "spiders" and picks.acting:
        return "".join([_removable(picks, one) for one in laid])
    if len(laid) < 2:
        return drawn(laid).cards
    return drawn(laid[:-1]).cards + card(laid[-1], ' data-look=""', _LAST)


def _removable(picks: WickedPicks, laid: str) -> str:
    name = read(laid).card.partition(":")[0]
    move = f"remove {name}"
    pick = picks.pick(move, "sweep", card=picks.name(name))
    return card(laid, pick or picks.refuses(move), _RIM if pick else "")


def _pizzas(picks: WickedPicks) -> str:
    """The pizzas among which the viewer picks the first, and the one that works now."""
    data = picks.data
    found = []
    for pizza in [*data["pizzas"], *([data["pizza"]] if data["pizza"] else [])]:
        x, y = pizza["at"]
        part = f"pizza {x},{y}"
        kind = "target" if part in picks.parts else "ring now"
        found.append(
            f'<g id="pizza_{x}_{y}"{picks.pick(part)}>'
            f'<circle class="{kind}" cx="{x * CELL}" cy="{y * CELL}" r="{CELL + 2}"/></g>'
        )
    return "".join(found)


def _scores(picks: WickedPicks) -> str:
    """Who has how many points, and from what."""
    outcome = picks.view.outcome
    assert outcome is not None
    found = []
    for seat, score in enumerate(outcome.scores):
        y = HAND_TOP + 32 + 38 * seat
        bonus = sum(holder == seat for holder in picks.data["bonus"].values())
        name = _called(picks, seat, letters=12)
        how = picks.words("score", n=picks.data["tokens"][seat], bonus=bonus, points=BONUS_POINTS)
        won = seat in outcome.winners
        star = f'<use class="star" href="#wp-star" transform="translate(40 {y - 7})scale(1.7)"/>' if won else ""
        found.append(
            f'{star}<text class="who{" won" if won else ""}" x="66" y="{y}">{escape(name)}'
            f'</text><text class="caption" x="190" y="{y}">{how}</text>'
            f'<text class="count end" x="560" y="{y}">{score:g}</text>'
        )
    return f'<g id="scores">{"".join(found)}</g>'


_RIM = '<rect class="frame" x="1.5" y="1.5" width="57" height="57" rx="3"/>'
_LAST = '<rect class="last" x="1.5" y="1.5" width="57" height="57" rx="3"/>'


def _span(low: int, high: int, half: int) -> tuple[int, int]:
    """From where to where the table is shown, along one side."""
    low, high = low - MARGIN, high + 1 + MARGIN
    short = max(0, LEAST_CELLS - (high - low))
    return max(low - short // 2, -half), min(high + short - short // 2, half)
