"""The moves of Wicked Pizza, how they are written (WP 9), and the lists of legal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.errors import IllegalMove
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import CARDS, LETTERS, NAMES, WILD
from parlor.games.wicked_pizza.rules.lattice import BIT, member, members, size, x_of, y_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


class WickedMove(Move):
    """A kind with what it needs: a card, its turn and spot, or a number, which is a point, a seat or a slot."""

    def __init__(self, kind: i64, card: i64, ingredient: i64, turn: i64, number: i64) -> None:
        super().__init__(kind << 23 | card << 15 | ingredient << 13 | turn << 11 | number)
        self.kind = kind
        self.card = card
        self.ingredient = ingredient
        self.turn = turn
        self.number = number

    def __str__(self) -> str:
        kind = self.kind
        if kind == LAY:
            return f"{label(self.card, self.ingredient)}{spot_text(self.number)}/{self.turn}"
        if kind == PASS:
            return WORDS[PASS]
        if kind == PIZZA:
            return f"{WORDS[PIZZA]}{x_of(self.number)},{y_of(self.number)}"
        if kind == SEAT or kind == FIRST or kind == SLOT:
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
    return WickedMove(LAY, card, ingredient, turn, spot)


CASTS: Final = [WickedMove(CAST, card, 0, 0, 0) for card in range(CARDS)]
DISCARDS: Final = [WickedMove(DISCARD, card, 0, 0, 0) for card in range(CARDS)]
REMOVES: Final = [WickedMove(REMOVE, card, 0, 0, 0) for card in range(CARDS)]
DRAWS: Final = [WickedMove(DRAW, card, 0, 0, 0) for card in range(CARDS)]
SEATS: Final = [WickedMove(SEAT, 0, 0, 0, seat) for seat in range(4)]
FIRSTS: Final = [WickedMove(FIRST, 0, 0, 0, seat) for seat in range(4)]
SLOTS: Final = [WickedMove(SLOT, 0, 0, 0, slot) for slot in range(80)]
PASS_MOVE: Final = WickedMove(PASS, 0, 0, 0, 0)


class Spots:
    """All spots for one turn of one card."""

    def __init__(self, card: i64, ingredient: i64, turn: i64, spots: int) -> None:
        self.card = card
        self.ingredient = ingredient
        self.turn = turn
        self.spots = spots
        self.size = size(spots)


class Plays(LegalMoves):
    """Legal moves of a turn: whole ones, and placements chosen by card, turn and spot."""

    def __init__(self, whole_moves: list[Move], groups: list[Spots]) -> None:
        self.whole_moves = whole_moves
        self.groups = groups

    def __len__(self) -> int:
        total: i64 = len(self.whole_moves)
        for group in self.groups:
            total += group.size
        return total

    def __getitem__(self, index: int) -> Move:
        place: i64 = index
        if place < 0:
            raise IndexError(index)
        if place < len(self.whole_moves):
            return self.whole_moves[place]
        place -= len(self.whole_moves)
        for group in self.groups:
            if place < group.size:
                return lay_move(group.card, group.ingredient, group.turn, member(group.spots, place))
            place -= group.size
        raise IndexError(index)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, WickedMove):
            return False
        if move.kind != LAY:
            return move in self.whole_moves
        for group in self.groups:
            if group.card == move.card and group.ingredient == move.ingredient and group.turn == move.turn:
                return (group.spots & BIT[move.number]) != 0
        return False

    def __iter__(self) -> Iterator[Move]:
        return iter(self.listed())

    def listed(self) -> list[Move]:
        """All of them, spelled out."""
        moves = self.whole_moves.copy()
        for group in self.groups:
            card = group.card
            ingredient = group.ingredient
            turn = group.turn
            for spot in members(group.spots):
                moves.append(WickedMove(LAY, card, ingredient, turn, spot))
        return moves

    def matching(self, picked: Sequence[str]) -> list[Spots]:
        """The groups that the card and turn picked so far leave."""
        return [
            group
            for group in self.groups
            if label(group.card, group.ingredient) == picked[0] and (len(picked) < 2 or f"/{group.turn}" == picked[1])
        ]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """The cards, then the turns of the card, then its spots; a move without a placement is one part."""
        if not picked:
            labels = [label(group.card, group.ingredient) for group in self.groups]
            return list(dict.fromkeys([str(move) for move in self.whole_moves] + labels))
        groups = self.matching(picked)
        if len(picked) == 1:
            return [f"/{group.turn}" for group in groups]
        if len(picked) == 2:
            return [spot_text(spot) for group in groups for spot in members(group.spots)]
        return []

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that these parts make."""
        if len(picked) == 1:
            for move in self.whole_moves:
                if str(move) == picked[0]:
                    return move
        elif len(picked) == 3:
            for group in self.matching(picked):
                for spot in members(group.spots):
                    if spot_text(spot) == picked[2]:
                        return lay_move(group.card, group.ingredient, group.turn, spot)
        raise IllegalMove("move.parts", picked=" ".join(picked))
