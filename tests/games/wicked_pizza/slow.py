"""The table of Wicked Pizza once more, by vectors instead of bits: slow, plain, and independent of the rules' code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

Place = tuple[int, int]
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
EDGES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Section(NamedTuple):
    """A wedge: its ingredient and its tip; a blank half-cell has neither."""

    ingredient: str | None
    tip: Place | None


Table = dict[Place, Section]


def turn(vector: Place, times: int) -> Place:
    for _ in range(times):
        vector = (-vector[1], vector[0])
    return vector


def face(name: str) -> list[tuple[Place, str | None, Place | None]]:
    """Each half-cell as the corner that it lies in, with its ingredient and the vector from the middle to its tip."""
    if half := re.fullmatch(r"bonus-(\w)|wild:(\w)|(cheese)", name):
        letter = half.group(1) or half.group(2) or "C"
        return [(CORNERS[0], letter, EDGES[0]), (CORNERS[1], letter, EDGES[0]), *((c, None, None) for c in CORNERS[2:])]
    ring = "NRTS" if name == "start" else name
    tips: list[Place] = list(CORNERS)
    joined = [edge for edge in range(4) if ring[edge] == ring[(edge + 1) % 4]]
    halves = joined[:1] + [edge for edge in joined if edge == joined[0] + 2]
    for edge in halves:
        tips[edge] = tips[(edge + 1) % 4] = EDGES[edge]
    return list(zip(CORNERS, ring, tips, strict=True))


@cache
def turned(name: str, turns: int) -> tuple[tuple[Place, str | None, Place | None], ...]:
    """Each half-cell of a card laid at 0,0, with its ingredient and its tip."""
    found = []
    for corner, ingredient, tip in face(name):
        side_x, side_y = turn(corner, turns)
        to_tip = None if tip is None else turn(tip, turns)
        point = None if to_tip is None else (1 + to_tip[0], 1 + to_tip[1])
        found.append((((side_x + 1) // 2, (side_y + 1) // 2), ingredient, point))
    return tuple(sorted(found, key=str))


def sections(name: str, x: int, y: int, turns: int) -> Table:
    """The half-cells that a card covers there."""
    return {
        (x + dx, y + dy): Section(ingredient, None if tip is None else (x + tip[0], y + tip[1]))
        for (dx, dy), ingredient, tip in turned(name, turns)
    }


def parse(text: str) -> tuple[str, int, int, int]:
    match = re.fullmatch(r"(.+)@(-?\d+),(-?\d+)/(\d)", text)
    assert match
    return match[1], int(match[2]), int(match[3]), int(match[4])


def table(laid: list[str]) -> Table:
    cells: Table = {}
    for text in laid:
        card = sections(*parse(text))
        assert not card.keys() & cells.keys()
        cells |= card
    return cells


def beside(cell: Place) -> list[Place]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in EDGES]


def around(cells: Table) -> set[Place]:
    """The half-cells along the edge of a card."""
    return {near for cell in cells for near in beside(cell)}


def fits(cells: Table, near: set[Place], card: Iterable[Place], half: int) -> bool:
    """Room on the table, and some edge along another card (WP 3.1); an empty table is open everywhere (WP 5.5)."""
    touches = not cells
    for cell in card:
        if cell in cells or not (-half <= cell[0] < half and -half <= cell[1] < half):
            return False
        touches = touches or cell in near
    return touches


def connects(cells: Table, name: str, x: int, y: int, turns: int) -> bool:
    """Whether crusts of a card laid there connect (WP 3.2)."""
    for (dx, dy), _, to_tip in turned(name, turns):
        if to_tip is not None:
            tip = (x + to_tip[0], y + to_tip[1])
            if any(near in cells and cells[near].tip == tip for near in beside((x + dx, y + dy))):
                return True
    return False


def pizza(cells: Table, point: Place) -> str | None:
    """The complete pizza at a point: its sections, clockwise from the north-west one (WP 3.4)."""
    letters = ""
    for dx, dy in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
        section = cells.get((point[0] + dx, point[1] + dy))
        if section is None or section.tip != point:
            return None
        letters += str(section.ingredient)
    return letters


def pizzas(cells: Table) -> dict[Place, str]:
    """Every complete pizza by its point."""
    points = {section.tip for section in cells.values() if section.tip is not None}
    return {point: letters for point in points if (letters := pizza(cells, point)) is not None}


def spots(cells: Table, half: int) -> list[Place]:
    """Every place with room for a card that touches another."""
    xs, ys = [x for x, _ in cells] or [-half, half], [y for _, y in cells] or [-half, half]
    near = around(cells)
    return [
        (x, y)
        for x in range(min(xs) - 2, max(xs) + 2)
        for y in range(min(ys) - 2, max(ys) + 2)
        if fits(cells, near, [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)], half)
    ]


def placements(cells: Table, name: str, open_spots: list[Place]) -> set[str]:
    """Every legal placement of a card at one of these spots, each once however symmetric the card is."""
    turns = [turns for turns in range(4) if turned(name, turns) not in [turned(name, less) for less in range(turns)]]
    tips = {section.tip for section in cells.values()}
    found: dict[str, bool] = {}
    for turns_now in turns:
        own = {tip for _, _, tip in turned(name, turns_now) if tip is not None}
        for x, y in open_spots:
            text = f"{name}@{x},{y}/{turns_now}"
            # Most tips meet no other, which is quickly seen.
            does = any((x + dx, y + dy) in tips for dx, dy in own) and connects(cells, name, x, y, turns_now)
            if not name.startswith(("wild", "cheese")):
                found[text] = does
            elif does:
                card = sections(name, x, y, turns_now)
                tip = next(section.tip for section in card.values() if section.tip is not None)
                if pizza({**cells, **card}, tip):
                    found[text] = True
    connecting = {text for text, does in found.items() if does}
    return connecting or set(found)
