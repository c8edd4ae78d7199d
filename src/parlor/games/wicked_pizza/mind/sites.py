"""What lies open on a table of Wicked Pizza: the points that lack just a half or just a quarter, with room for it."""

from __future__ import annotations

from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import (
    BONUS_POINTS,
    CARDS,
    CHEESE_SECTION,
    PIZZA_CARDS,
    SPELL_COPIES,
    SPELL_NAMES,
    START,
    WILD,
)
from parlor.games.wicked_pizza.mind.judge import ABILITY, bonus_worth
from parlor.games.wicked_pizza.rules.layout import (
    ALL_SECTIONS,
    as_ingredient,
    card_of,
    filled,
    ingredient_of,
    section_at,
    spot_of,
    turn_of,
    without,
)
from parlor.games.wicked_pizza.rules.pieces import PIECE, PIECE_TIP, first_piece
from parlor.games.wicked_pizza.rules.places import PLACES, WIDTH
from parlor.games.wicked_pizza.rules.scoring import ability_of, is_complete, one_ingredient, tokens_for
from parlor.games.wicked_pizza.rules.state import WickedState

# How much the sites beside the best one are worth to the next seat, which takes only one.
OTHERS: Final = 0.25

COMPLETE: Final = 8
# By the kind of a site, a half's edge or 4 and a quarter's half-cell: from the spot of the card to the point.
OFFSET: Final[list[i64]] = [1, WIDTH + 2, 2 * WIDTH + 1, WIDTH, 0, 2, 2 * WIDTH + 2, 2 * WIDTH]
# By the distance of two spots, from WIDTH + 1 before: whether cards there take room from each other.
NEAR: Final[list[bool]] = [number % WIDTH <= 2 for number in range(2 * WIDTH + 3)]


def _ring(sections: int) -> list[int]:
    """The ingredients around a point, clockwise from the north-west; NONE where there is none."""
    return [section_at(sections, side) for side in range(4)]


def _kind(sections: int) -> int:
    """What a point lacks: a half on this edge of a card, 4 and a quarter in this half-cell, nothing, or more (-1)."""
    missing = [side for side, found in enumerate(_ring(sections)) if found < 0]
    if not missing:
        return COMPLETE
    if len(missing) == 1:
        return 4 + (missing[0] + 2) % 4
    if len(missing) == 2:
        for edge in range(4):
            if missing == sorted([(edge + 2) % 4, (edge + 3) % 4]):
                return edge
    return -1


def _points(sections: int) -> float:
    """The tokens of a complete pizza and what its ability is worth."""
    ability = ability_of(sections)
    return float(tokens_for(sections)) + (ABILITY[ability] if ability >= 0 else 0.0)


# By the sections at a point.
KIND: Final[list[i64]] = [_kind(sections) for sections in range(ALL_SECTIONS)]
POINTS: Final[list[float]] = [_points(sections) for sections in range(ALL_SECTIONS)]


def _ingredients(card: int, halves: bool) -> int:
    """The set of ingredients that a card has as halves, or as quarters."""
    found = 0
    first = first_piece(card, 0)
    for tip, sections in zip(PIECE_TIP[first : first + 4], PIECE[first : first + 4], strict=True):
        ring = [one for one in _ring(sections) if one >= 0]
        if tip >= 0 and (len(ring) == 2) == halves:
            found |= 1 << ring[0]
    return found


HALVES: Final[list[i64]] = [15 if card == WILD else _ingredients(card, True) for card in range(CARDS)]
QUARTERS: Final[list[i64]] = [_ingredients(card, False) for card in range(CARDS)]


def _hope(sections: int) -> float:
    """What a site is worth to a hand that nobody knows: the best of three cards of the deck."""
    kind = KIND[sections]
    if kind < 0 or kind == COMPLETE or max(_ring(sections)) > CHEESE_SECTION:
        return 0.0
    pizzas = [filled(sections, one) for one in range(5)]
    gains = [POINTS[pizza] + (BONUS_POINTS if one_ingredient(pizza) >= 0 else 0.0) for pizza in pizzas]
    fitting = HALVES if kind < 4 else QUARTERS
    cards = [*range(PIZZA_CARDS), *list(range(WILD, START)) * SPELL_COPIES]
    worth = [max([gains[one] if fitting[card] >> one & 1 else 0.0 for one in range(5)]) for card in cards]
    deck = PIZZA_CARDS + len(SPELL_NAMES) * SPELL_COPIES
    hope = 0.0
    for place, one in enumerate(sorted(worth), deck - len(worth)):
        # The best of three is this one in so many ways.
        hope += one * (3 * place * (place + 1) + 1) / (deck * deck * deck)
    return hope


HOPE: Final[list[float]] = [_hope(sections) for sections in range(ALL_SECTIONS)]


class Candidate:
    """A move with what it is worth at a second glance."""

    def __init__(self, move: Move, value: float) -> None:
        self.move = move
        self.value = value


class Sites:
    """A table with its sites: points that one half or one quarter completes, and where the card for it would lie."""

    def __init__(self, state: WickedState) -> None:
        around: list[i64] = [0] * PLACES
        touched: list[i64] = []
        for laid in state.laid:
            piece = first_piece(card_of(laid), turn_of(laid))
            last = piece + 4
            while piece < last and PIECE_TIP[piece] >= 0:
                point = spot_of(laid) + PIECE_TIP[piece]
                if around[point] == 0:
                    touched.append(point)
                around[point] = around[point] | as_ingredient(PIECE[piece], ingredient_of(laid))
                piece += 1
        self.around = around
        self.lattice = state.lattice
        self.spots: list[i64] = []
        self.lacking: list[i64] = []
        self.hopes: list[float] = []
        # Found in the same order whichever card was laid first: tables are kept for all games.
        touched.sort()
        for point in touched:
            sections = around[point]
            kind = KIND[sections]
            if kind >= 0 and kind != COMPLETE:
                spot = point - OFFSET[kind]
                if self.has_room(spot):
                    self.spots.append(spot)
                    self.lacking.append(sections)
                    self.hopes.append(HOPE[sections])
        self.hope = together(self.hopes)
        # The best ways to lay a card, and the very best one, once they are found.
        self.candidates: dict[int, list[Candidate]] = {}
        self.bests: dict[int, Candidate] = {}

    def has_room(self, spot: i64) -> bool:
        """Whether a card may lie there."""
        return self.lattice.has_room(spot)

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
        piece = first_piece(card, turn)
        last = piece + 4
        while piece < last and PIECE_TIP[piece] >= 0:
            point = spot + PIECE_TIP[piece]
            sections = self.around[point] | PIECE[piece]
            kind = KIND[sections]
            if kind >= 0 and kind != COMPLETE:
                site = point - OFFSET[kind]
                distance = site - spot + WIDTH + 1
                near = distance >= 0 and distance <= 2 * WIDTH + 2 and NEAR[distance]
                if not near and self.has_room(site):
                    hope = HOPE[sections]
                    total += hope
                    if hope > best:
                        best = hope
            piece += 1
        return best + OTHERS * (total - best)

    def hope_without(self, laid: i64) -> float:
        """What the sites are worth to the next seat once a card is taken away."""
        spot = spot_of(laid)
        piece = first_piece(card_of(laid), turn_of(laid))
        last = piece + 4
        # Sites that the card has a part in are gone; where it completed a pizza, or more, one may come.
        best = 0.0
        total = 0.0
        index: i64 = 0
        while index < len(self.spots):
            sections = self.lacking[index]
            point = self.spots[index] + OFFSET[KIND[sections]]
            if not has_tip(piece, point - spot):
                total += self.hopes[index]
                if self.hopes[index] > best:
                    best = self.hopes[index]
            index += 1
        while piece < last and PIECE_TIP[piece] >= 0:
            point = spot + PIECE_TIP[piece]
            sections = without(self.around[point], PIECE[piece])
            kind = KIND[sections]
            if kind >= 0:
                site = point - OFFSET[kind]
                if site == spot or self.has_room(site):
                    total += HOPE[sections]
                    if HOPE[sections] > best:
                        best = HOPE[sections]
            piece += 1
        return best + OTHERS * (total - best)

    def gain(self, state: WickedState, card: i64, ingredient: i64, turn: i64, spot: i64) -> float:
        """What the pizzas are worth to the seat whose turn it is that a card completes there."""
        value = 0.0
        piece = first_piece(card, turn)
        last = piece + 4
        while piece < last and PIECE_TIP[piece] >= 0:
            sections = self.around[spot + PIECE_TIP[piece]] | as_ingredient(PIECE[piece], ingredient)
            if is_complete(sections):
                value += POINTS[sections]
                if one_ingredient(sections) >= 0:
                    value += bonus_worth(state, one_ingredient(sections), state.turn)
            piece += 1
        return value

    def best_gain(self, state: WickedState, card: i64, seat: i64) -> float:
        """What a seat with this card could gain at one site."""
        best = 0.0
        halves = HALVES[card]
        quarters = QUARTERS[card]
        if halves == 0 and quarters == 0:
            return best
        index: i64 = 0
        sites: i64 = len(self.spots)
        while index < sites:
            sections = self.lacking[index]
            fitting = halves if KIND[sections] < 4 else quarters
            ingredient: i64 = 0
            while fitting != 0:
                if (fitting & 1) != 0:
                    pizza = filled(sections, ingredient)
                    value = POINTS[pizza]
                    if one_ingredient(pizza) >= 0:
                        value += bonus_worth(state, one_ingredient(pizza), seat)
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
_tables: Final[dict[int, Sites]] = {}
MOST_TABLES: Final = 1000


def sites_of(state: WickedState) -> Sites:
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
        found = Sites(state)
        _tables[key] = found
    return found
