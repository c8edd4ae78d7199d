"""What lies open on a table of Wicked Pizza: the points that lack just a half or just a quarter, with room for it.

The sections that meet at a point are one number, three bits a side: 0, or an ingredient and one more.
"""

from __future__ import annotations

from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import (
    BONUS_POINTS,
    CARDS,
    CHEESE,
    CHEESE_SECTION,
    DRAW2,
    PIZZA_CARDS,
    SHAPES,
    SPELL_COPIES,
    TOP,
    WILD,
)
from parlor.games.wicked_pizza.mind.judge import ABILITY, TAKEN_BONUS
from parlor.games.wicked_pizza.rules.lattice import BITS, BYTES, SIDE, TIP, WIDTH
from parlor.games.wicked_pizza.rules.turn import PLAYED, Turn, placed, section

# How much the sites beside the best one are worth to the next seat, which takes only one.
OTHERS: Final = 0.25

COMPLETE: Final = 8
# By the kind of a site, a half's edge or 4 and a quarter's half-cell: from the spot of the card to the point.
OFFSET: Final[list[i64]] = [1, WIDTH + 2, 2 * WIDTH + 1, WIDTH, 0, 2, 2 * WIDTH + 2, 2 * WIDTH]
# By the distance of two spots, from WIDTH + 1 before: whether cards there take room from each other.
NEAR: Final[list[bool]] = [number % WIDTH <= 2 for number in range(2 * WIDTH + 3)]


def _ring(packed: int) -> list[int]:
    """The ingredients around a point, clockwise from the north-west; -1 where there is none."""
    return [(packed >> 3 * side & 7) - 1 for side in range(4)]


def _kind(packed: int) -> int:
    """What a point lacks: a half on this edge of a card, 4 and a quarter in this half-cell, nothing, or more (-1)."""
    missing = [side for side, found in enumerate(_ring(packed)) if found < 0]
    if not missing:
        return COMPLETE
    if len(missing) == 1:
        return 4 + (missing[0] + 2) % 4
    if len(missing) == 2:
        for edge in range(4):
            if missing == sorted([(edge + 2) % 4, (edge + 3) % 4]):
                return edge
    return -1


def _same(packed: int) -> int:
    """The ingredient of a complete pizza of one ingredient, otherwise -1."""
    ring = _ring(packed)
    return ring[0] if min(ring) == max(ring) < CHEESE_SECTION else -1


def _points(packed: int) -> float:
    """The tokens of a complete pizza and what its ability is worth (WP 5.1, 5.3, 6.5)."""
    ring = _ring(packed)
    if min(ring) < 0:
        return 0.0
    value = 2.0 if CHEESE_SECTION in ring or _same(packed) >= 0 else 1.0
    for ingredient in range(4):
        if ring.count(ingredient) >= 3:
            value += ABILITY[ingredient]
    return value


# By the sections at a point.
KIND: Final[list[i64]] = [_kind(packed) for packed in range(4096)]
SAME: Final[list[i64]] = [_same(packed) for packed in range(4096)]
POINTS: Final[list[float]] = [_points(packed) for packed in range(4096)]


def filled(packed: i64, ingredient: i64) -> i64:
    """The point with its missing sections, all of this ingredient."""
    side: i64 = 0
    while side < 12:
        if (packed >> side & 7) == 0:
            packed |= (ingredient + 1) << side
        side += 3
    return packed


def _pieces(card: int, turn: int) -> list[tuple[int, int]]:
    """The tips of a card so turned, counted from its spot, each with the sections that it brings there."""
    found: dict[int, int] = {}
    shape = SHAPES[card * 4 + turn]
    for cell in range(4):
        side = SIDE[shape * 4 + cell]
        if side >= 0 and card != DRAW2 and card != TOP:
            tip = TIP[shape * 4 + cell]
            ingredient = 0 if card == WILD else section(placed(card, 0, turn, 0), cell)
            found[tip] = found.get(tip, 0) | (ingredient + 1) << 3 * side
    return [*found.items(), *[(-1, 0)] * (4 - len(found))]


_PIECES: Final = [piece for card in range(CARDS) for turn in range(4) for piece in _pieces(card, turn)]
# At (card * 4 + turn) * 4 onwards: tips, and the sections there; -1 after the last. A Wild Half is shown as the first.
PIECE_TIP: Final[list[i64]] = [tip for tip, _ in _PIECES]
PIECE: Final[list[i64]] = [sections for _, sections in _PIECES]


def _ingredients(card: int, halves: bool) -> int:
    """The set of ingredients that a card has as halves, or as quarters."""
    found = 0
    for tip, sections in _pieces(card, 0):
        ring = [one for one in _ring(sections) if one >= 0]
        if tip >= 0 and (len(ring) == 2) == halves:
            found |= 1 << ring[0]
    return found


HALVES: Final[list[i64]] = [15 if card == WILD else _ingredients(card, True) for card in range(CARDS)]
QUARTERS: Final[list[i64]] = [_ingredients(card, False) for card in range(CARDS)]


def _hope(packed: int) -> float:
    """What a site is worth to a hand that nobody knows: the best of three cards of the deck."""
    kind = KIND[packed]
    if kind < 0 or kind == COMPLETE:
        return 0.0
    pizzas = [filled(packed, one) for one in range(5)]
    gains = [POINTS[pizza] + (BONUS_POINTS if SAME[pizza] >= 0 else 0.0) for pizza in pizzas]
    fitting = HALVES if kind < 4 else QUARTERS
    cards = [*range(PIZZA_CARDS), *[WILD, CHEESE] * SPELL_COPIES]
    worth = [max([gains[one] if fitting[card] >> one & 1 else 0.0 for one in range(5)]) for card in cards]
    deck = PIZZA_CARDS + 4 * SPELL_COPIES
    hope = 0.0
    for place, one in enumerate(sorted(worth), deck - len(worth)):
        # The best of three is this one in so many ways.
        hope += one * (3 * place * (place + 1) + 1) / (deck * deck * deck)
    return hope


HOPE: Final[list[float]] = [_hope(packed) if min(_ring(packed)) < 4 else 0.0 for packed in range(4096)]


def bonus_worth(state: Turn, ingredient: i64, seat: i64) -> float:
    """What a seat gains by a claim to a Bonus card (WP 5.4)."""
    holder = state.holders[ingredient]
    if holder == PLAYED or holder == seat:
        return 0.0
    return BONUS_POINTS * (TAKEN_BONUS if holder >= 0 else 1.0)


class Look:
    """A move with what it is worth at a second glance."""

    def __init__(self, move: Move, value: float) -> None:
        self.move = move
        self.value = value


class Openings:
    """A table with its sites: points that one half or one quarter completes, and where the card for it would lie."""

    def __init__(self, state: Turn) -> None:
        around: list[i64] = [0] * BITS
        touched: list[i64] = []
        for laid in state.laid:
            piece: i64 = ((laid & 255) * 4 + (laid >> 10 & 3)) * 4
            last = piece + 4
            ingredient: i64 = laid >> 8 & 3 if (laid & 255) == WILD else 0
            while piece < last and PIECE_TIP[piece] >= 0:
                point = (laid >> 12) + PIECE_TIP[piece]
                if around[point] == 0:
                    touched.append(point)
                around[point] = around[point] | PIECE[piece] * (ingredient + 1)
                piece += 1
        self.around = around
        self.room: bytes = state.lattice.room.to_bytes(BYTES, "little")
        self.spots: list[i64] = []
        self.sections: list[i64] = []
        self.hopes: list[float] = []
        # Found in the same order whichever card was laid first: tables are kept for all games.
        touched.sort()
        for point in touched:
            packed = around[point]
            kind = KIND[packed]
            if kind >= 0 and kind != COMPLETE:
                spot = point - OFFSET[kind]
                if self.has_room(spot):
                    self.spots.append(spot)
                    self.sections.append(packed)
                    self.hopes.append(HOPE[packed])
        self.hope = together(self.hopes)
        # The best ways to lay a card, and the very best one, once they are found.
        self.looks: dict[int, list[Look]] = {}
        self.bests: dict[int, Look] = {}

    def has_room(self, spot: i64) -> bool:
        """Whether a card may lie there."""
        byte: i64 = self.room[spot >> 3]
        return (byte >> (spot & 7) & 1) != 0

    def hope_after(self, card: i64, turn: i64, spot: i64, most: float) -> float:
        """What the sites are worth to the next seat once a card lies there; if it is `most` or more, perhaps less."""
        best = 0.0
        total = 0.0
        index: i64 = 0
        sites: i64 = len(self.spots)
        while index < sites:
            distance = self.spots[index] - spot + WIDTH + 1
            if distance < 0 or distance > 2 * WIDTH + 2 or not NEAR[distance]:
                hope = self.hopes[index]
                total += hope
                if hope > best:
                    best = hope
            index += 1
        if best + OTHERS * (total - best) >= most:
            return most
        piece: i64 = (card * 4 + turn) * 4
        last = piece + 4
        while piece < last and PIECE_TIP[piece] >= 0:
            point = spot + PIECE_TIP[piece]
            packed = self.around[point] | PIECE[piece]
            kind = KIND[packed]
            if kind >= 0 and kind != COMPLETE:
                site = point - OFFSET[kind]
                distance = site - spot + WIDTH + 1
                near = distance >= 0 and distance <= 2 * WIDTH + 2 and NEAR[distance]
                if not near and self.has_room(site):
                    hope = HOPE[packed]
                    total += hope
                    if hope > best:
                        best = hope
            piece += 1
        return best + OTHERS * (total - best)

    def hope_without(self, laid: i64) -> float:
        """What the sites are worth to the next seat once a card is taken away."""
        spot = laid >> 12
        piece: i64 = ((laid & 255) * 4 + (laid >> 10 & 3)) * 4
        last = piece + 4
        # Sites that the card has a part in are gone; where it completed a pizza, or more, one may come.
        best = 0.0
        total = 0.0
        index: i64 = 0
        while index < len(self.spots):
            packed = self.sections[index]
            point = self.spots[index] + OFFSET[KIND[packed]]
            if not has_tip(piece, point - spot):
                total += self.hopes[index]
                if self.hopes[index] > best:
                    best = self.hopes[index]
            index += 1
        while piece < last and PIECE_TIP[piece] >= 0:
            point = spot + PIECE_TIP[piece]
            packed = self.around[point] & ~PIECE[piece]
            kind = KIND[packed]
            if kind >= 0:
                site = point - OFFSET[kind]
                if site == spot or self.has_room(site):
                    total += HOPE[packed]
                    if HOPE[packed] > best:
                        best = HOPE[packed]
            piece += 1
        return best + OTHERS * (total - best)

    def gain(self, state: Turn, card: i64, ingredient: i64, turn: i64, spot: i64) -> float:
        """What the pizzas are worth to the seat whose turn it is that a card completes there."""
        value = 0.0
        piece: i64 = (card * 4 + turn) * 4
        last = piece + 4
        while piece < last and PIECE_TIP[piece] >= 0:
            packed = self.around[spot + PIECE_TIP[piece]] | PIECE[piece] * (ingredient + 1)
            if KIND[packed] == COMPLETE:
                value += POINTS[packed]
                if SAME[packed] >= 0:
                    value += bonus_worth(state, SAME[packed], state.turn)
            piece += 1
        return value

    def best_gain(self, state: Turn, card: i64, seat: i64) -> float:
        """What a seat with this card could gain at one site."""
        best = 0.0
        halves = HALVES[card]
        quarters = QUARTERS[card]
        if halves == 0 and quarters == 0:
            return best
        index: i64 = 0
        sites: i64 = len(self.spots)
        while index < sites:
            packed = self.sections[index]
            fitting = halves if KIND[packed] < 4 else quarters
            ingredient: i64 = 0
            while fitting != 0:
                if (fitting & 1) != 0:
                    pizza = filled(packed, ingredient)
                    value = POINTS[pizza]
                    if SAME[pizza] >= 0:
                        value += bonus_worth(state, SAME[pizza], seat)
                    if value > best:
                        best = value
                fitting = fitting >> 1
                ingredient += 1
            index += 1
        return best


def has_tip(piece: i64, tip: i64) -> bool:
    """Whether the card whose pieces begin here has a tip there, counted from its spot."""
    return (
        PIECE_TIP[piece] == tip
        or PIECE_TIP[piece + 1] == tip
        or PIECE_TIP[piece + 2] == tip
        or PIECE_TIP[piece + 3] == tip
    ) and tip >= 0


def together(hopes: list[float]) -> float:
    """What sites are worth to the next seat: the best of them, and a part of the others."""
    best = 0.0
    total = 0.0
    for hope in hopes:
        total += hope
        if hope > best:
            best = hope
    return best + OTHERS * (total - best)


# Tables that were looked at lately, and how many are kept: a search comes back to the same ones.
_tables: Final[dict[int, Openings]] = {}
MOST_TABLES: Final = 1000


def openings(state: Turn) -> Openings:
    """What lies open on the table."""
    key: i64 = state.table
    for laid in state.laid:
        mixed = laid * 0xD1B54A32D
        mixed ^= mixed >> 31
        mixed = (mixed & 0x3FFFFFFF) * 0x2545F491 ^ mixed >> 17
        # A sum, so that the order does not matter.
        key = (key + mixed) & 0xFFFFFFFFFFFFFFF
    found = _tables.get(key)
    if found is None:
        if len(_tables) >= MOST_TABLES:
            _tables.clear()
        found = Openings(state)
        _tables[key] = found
    return found
