"""Where the picked card may be laid: every spot, turned as serves it best there, and why it may lie nowhere else."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parlor.core.words import Message
from parlor.drawing.picks import button, pressed
from parlor.games.wicked_pizza.drawing.cards import CARD, CELL, laid_face
from parlor.games.wicked_pizza.drawing.picks import WickedPicks
from parlor.games.wicked_pizza.drawing.placements import Place, point, read
from parlor.games.wicked_pizza.drawing.table import DrawnTable, completed
from parlor.games.wicked_pizza.rules.scoring import ability_of, tokens_for
from parlor.games.wicked_pizza.telling.wording import wording


class Spot(NamedTuple):
    """A spot with the way round in which the card would lie there, and the pizzas that it would complete."""

    worth: tuple[int, int]
    """The tokens that these would bring, and how many abilities."""
    turn: str
    part: str
    pizzas: dict[Place, int]


def spots(picks: WickedPicks, table: DrawnTable) -> str:
    """A mark on every spot, with a star where it completes a pizza, those first; a ghost shows the card in its turn."""
    found = _best(picks, table)
    card = picks.picked[0]
    ghosts = "".join(
        f'<g id="wp-ghost-{turn[1:]}" transform="translate(-{CELL} -{CELL})">{laid_face(card, int(turn[1:]))}</g>'
        for turn in sorted({spot.turn for spot in found.values()})
    )
    drawn = [
        _spot(picks, at, found[at], _neighbours(at, found) == 1)
        for at in sorted(found, key=lambda at: found[at].worth, reverse=True)
    ]
    return f"<defs>{ghosts}</defs>{''.join(drawn)}"


def _best(picks: WickedPicks, table: DrawnTable) -> dict[Place, Spot]:
    """The spots with the turn that brings most there; where that is the same, as the card is turned now."""
    card, *more = picks.picked
    moves = picks.view.legal_moves
    turns = more if len(more) == 1 else sorted(picks.turns, key=lambda turn: turn not in more)
    found: dict[Place, Spot] = {}
    for turn in turns:
        for part in moves.parts([card, turn]):
            pizzas = completed(table, f"{card}{part}{turn}")
            worth = sum(map(tokens_for, pizzas.values())), sum(ability_of(one) >= 0 for one in pizzas.values())
            at = point(part[1:])
            chosen = [turn, part] == more
            if chosen or at not in found or (worth > found[at].worth and found[at].part not in more):
                found[at] = Spot(worth, turn, part, pizzas)
    return found


def _neighbours(at: Place, spots: dict[Place, Spot]) -> int:
    x, y = at
    return sum([(x + dx, y + dy) in spots for dx in (-1, 0, 1) for dy in (-1, 0, 1)])


def _spot(picks: WickedPicks, at: Place, spot: Spot, alone: bool) -> str:
    """A spot; the whole ghost can be touched if it overlaps no other, and its middle in any case."""
    x, y = at
    rings = "".join(
        f'<circle class="ring" cx="{(a - x - 1) * CELL}" cy="{(b - y - 1) * CELL}" r="{CELL - 1}"/>'
        for a, b in spot.pizzas
    )
    chosen = spot.part in picks.picked
    mark = "" if chosen else '<circle class="mark" r="5"/>'
    if spot.pizzas and not chosen:
        mark += '<use class="star" href="#wp-star" transform="scale(1.6)"/>'
    look = ' data-look=""' if spot.pizzas else ""
    outline = "outline" + " alone" * alone + " scores" * bool(spot.pizzas)
    return (
        f'<g id="spot_{x}_{y}" transform="translate({(x + 1) * CELL} {(y + 1) * CELL})"{_pick(picks, spot)}{look}>'
        f'<use class="ghost" href="#wp-ghost-{spot.turn[1:]}"/><path class="{outline}" d="M-28-28h56v56h-56z"/>'
        f"{mark}{rings}</g>"
    )


def _pick(picks: WickedPicks, spot: Spot) -> str:
    """The attributes of a spot: it is picked together with the way round that it shows."""
    card, *more = picks.picked
    said = wording(picks.view, spot.part, [card, spot.turn])
    assert said is not None
    if len(more) != 1:
        said = Message("wicked-pizza.drawing.turned", spot=said, turn=spot.turn[1:])
    if spot.pizzas:
        said = Message("wicked-pizza.drawing.completes", spot=said, n=len(spot.pizzas))
    label = picks.said(said)
    if spot.part in more:
        return pressed(spot.part, label)
    return button(spot.part, label, "pick", () if len(more) == 1 else [card, spot.turn, spot.part])


def refused_places(picks: WickedPicks, laid: tuple[str, ...], half: int) -> str:
    """Where the card cannot be laid: on others, beside them where it does not fit, and anywhere else."""
    card, *more = picks.picked
    turn = more[0] if more else picks.turns[0]
    corner = (-half, -half)
    beside = _beside(laid)
    apart = corner not in beside and all(max(abs(x + half), abs(y + half)) > 1 for _, x, y, _ in map(read, laid))
    bare = f' data-else="{card}@{corner[0]},{corner[1]}{turn}"' if apart else ""
    found = (
        f'<rect class="bare"{bare} x="{corner[0] * CELL}" y="{corner[1] * CELL}" width="{half * CARD}" '
        f'height="{half * CARD}"/>'
    )
    open_to = {point(part[1:]) for way in picks.turns for part in picks.view.legal_moves.parts([card, way])}
    inside = range(-half, half - 1)
    closed = [(x, y) for x, y in sorted(beside - open_to) if x in inside and y in inside]
    if closed:
        found += _squares("bare", f'data-else="{card}@{closed[0][0]},{closed[0][1]}{turn}"', tuple(closed), CELL / 2)
    on = tuple(read(one)[1:3] for one in laid)
    return found + (_squares("bare", f'data-no="{card}@{on[0][0]},{on[0][1]}{turn}"', on, CELL) if on else "")


def _squares(kind: str, refused: str, places: tuple[Place, ...], reach: float) -> str:
    """Squares around the middles of cards at these places, as one shape."""
    squares = "".join(
        f"M{(x + 1) * CELL - reach:g} {(y + 1) * CELL - reach:g}h{2 * reach:g}v{2 * reach:g}h{-2 * reach:g}z"
        for x, y in places
    )
    return f'<path class="{kind}" {refused} d="{squares}"/>'


@lru_cache(256)
def _beside(laid: tuple[str, ...]) -> frozenset[Place]:
    """The spots that touch a card along an edge and overlap none."""
    cards = [read(one)[1:3] for one in laid]
    edges = [(a, b) for a in (-2, 2) for b in (-1, 0, 1)]
    around = {(x + dx, y + dy) for x, y in cards for dx, dy in [*edges, *[(b, a) for a, b in edges]]}
    taken = {(x + dx, y + dy) for x, y in cards for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return frozenset(around - taken)
