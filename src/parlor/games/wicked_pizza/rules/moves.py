"""The moves of Wicked Pizza, how they are written (WP 9), and the lists of legal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.errors import IllegalMove
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import CARDS, LETTERS, NAMES, WILD
from parlor.games.wicked_pizza.rules.lattice import BIT, member, members, x_of, y_of
from parlor.games.wicked_pizza.rules.layout import (
    card_of,
    ingredient_of,
    move_code,
    placed,
    same_way,
    spots_in,
    turn_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Kind:
    """What a move does."""

    LAY: Final = 0
    CAST: Final = 1
    DISCARD: Final = 2
    PASS: Final = 3
    PIZZA: Final = 4
    SEAT: Final = 5
    REMOVE: Final = 6
    FIRST: Final = 7
    DRAW: Final = 8
    SLOT: Final = 9


WORDS: Final = ("", "", "discard ", "pass", "pizza ", "seat ", "remove ", "first ", "draw ", "slot ")
"""What the text of each kind begins with."""


class WickedMove(Move):
    """A kind with what it needs: a card, its turn and spot, or a number, which is a point, a seat or a slot."""

    def __init__(self, kind: i64, card: i64, ingredient: i64, turn: i64, number: i64) -> None:
        super().__init__(move_code(kind, card, ingredient, turn, number))
        self.kind = kind
        self.card = card
        self.ingredient = ingredient
        self.turn = turn
        self.number = number

    def __str__(self) -> str:
        kind = self.kind
        if kind == Kind.LAY:
            return f"{label(self.card, self.ingredient)}{spot_text(self.number)}/{self.turn}"
        if kind == Kind.PASS:
            return WORDS[Kind.PASS]
        if kind == Kind.PIZZA:
            return f"{WORDS[Kind.PIZZA]}{x_of(self.number)},{y_of(self.number)}"
        if kind == Kind.SEAT or kind == Kind.FIRST or kind == Kind.SLOT:
            # People count seats and slots from 1, in moves as in sentences.
            return f"{WORDS[kind]}{self.number + 1}"
        return f"{WORDS[kind]}{NAMES[self.card]}"


def label(card: i64, ingredient: i64) -> str:
    """How a card to be laid is called: a Wild Half with its ingredient."""
    return f"wild:{LETTERS[ingredient]}" if card == WILD else NAMES[card]


def spot_text(spot: i64) -> str:
    """How a spot is written."""
    return f"@{x_of(spot)},{y_of(spot)}"


def lay_move(card: i64, ingredient: i64, turn: i64, spot: i64) -> WickedMove:
    """Laying a card; the ingredient is 0 unless the card is a Wild Half."""
    return WickedMove(Kind.LAY, card, ingredient, turn, spot)


CASTS: Final = [WickedMove(Kind.CAST, card, 0, 0, 0) for card in range(CARDS)]
DISCARDS: Final = [WickedMove(Kind.DISCARD, card, 0, 0, 0) for card in range(CARDS)]
REMOVES: Final = [WickedMove(Kind.REMOVE, card, 0, 0, 0) for card in range(CARDS)]
DRAWS: Final = [WickedMove(Kind.DRAW, card, 0, 0, 0) for card in range(CARDS)]
SEATS: Final = [WickedMove(Kind.SEAT, 0, 0, 0, seat) for seat in range(4)]
FIRSTS: Final = [WickedMove(Kind.FIRST, 0, 0, 0, seat) for seat in range(4)]
SLOTS: Final = [WickedMove(Kind.SLOT, 0, 0, 0, slot) for slot in range(80)]
PASS_MOVE: Final = WickedMove(Kind.PASS, 0, 0, 0, 0)


class Plays(LegalMoves):
    """Legal moves of a turn: whole ones, and placements chosen by card, turn and spot."""

    def __init__(self) -> None:
        self.whole_moves: list[Move] = []
        # How cards may be laid, one number for each turn of a card, and where.
        self.ways: list[i64] = []
        self.spots: list[int] = []
        self.placements: i64 = 0

    def add(self, card: i64, ingredient: i64, turn: i64, spots: int, number: i64) -> None:
        """Add the spots, so many, for one turn of one card."""
        self.ways.append(placed(card, ingredient, turn, number))
        self.spots.append(spots)
        self.placements += number

    def __len__(self) -> int:
        return len(self.whole_moves) + self.placements

    def __getitem__(self, index: int) -> Move:
        place: i64 = index
        if place < 0:
            raise IndexError(index)
        if place < len(self.whole_moves):
            return self.whole_moves[place]
        place -= len(self.whole_moves)
        number: i64 = 0
        while number < len(self.ways):
            way = self.ways[number]
            if place < spots_in(way):
                return laid_so(way, member(self.spots[number], place))
            place -= spots_in(way)
            number += 1
        raise IndexError(index)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, WickedMove):
            return False
        if move.kind != Kind.LAY:
            return move in self.whole_moves
        laid = placed(move.card, move.ingredient, move.turn, move.number)
        number: i64 = 0
        while number < len(self.ways):
            if same_way(self.ways[number], laid):
                return (self.spots[number] & BIT[move.number]) != 0
            number += 1
        return False

    def __iter__(self) -> Iterator[Move]:
        moves = self.whole_moves.copy()
        number: i64 = 0
        while number < len(self.ways):
            for spot in members(self.spots[number]):
                moves.append(laid_so(self.ways[number], spot))
            number += 1
        return iter(moves)

    def matching(self, picked: Sequence[str]) -> list[tuple[i64, int]]:
        """The ways, with their spots, that the card and turn picked so far leave."""
        return [
            (way, spots)
            for way, spots in zip(self.ways, self.spots, strict=True)
            if way_label(way) == picked[0] and (len(picked) < 2 or f"/{turn_of(way)}" == picked[1])
        ]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """The cards, then the turns of the card, then its spots; a move without a placement is one part."""
        if not picked:
            labels = [way_label(way) for way in self.ways]
            return list(dict.fromkeys([str(move) for move in self.whole_moves] + labels))
        ways = self.matching(picked)
        if len(picked) == 1:
            return [f"/{turn_of(way)}" for way, _ in ways]
        if len(picked) == 2:
            return [spot_text(spot) for _, spots in ways for spot in members(spots)]
        return []

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that these parts make."""
        if len(picked) == 1:
            for move in self.whole_moves:
                if str(move) == picked[0]:
                    return move
        elif len(picked) == 3:
            for way, spots in self.matching(picked):
                for spot in members(spots):
                    if spot_text(spot) == picked[2]:
                        return laid_so(way, spot)
        raise IllegalMove("move.parts", picked=" ".join(picked))


def laid_so(way: i64, spot: i64) -> WickedMove:
    """Laying a card in this way there."""
    return lay_move(card_of(way), ingredient_of(way), turn_of(way), spot)


def way_label(way: i64) -> str:
    """How the card is called that is laid in this way."""
    return label(card_of(way), ingredient_of(way))
