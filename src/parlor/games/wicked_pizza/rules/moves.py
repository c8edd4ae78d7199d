"""The moves of Wicked Pizza, how they are written (WP 9), and the lists of legal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.errors import IllegalMove
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import CARDS, LETTERS, NAMES, TURNS, WILD, ingredient_choices, is_half_spell
from parlor.games.wicked_pizza.rules.lattice import Lattice
from parlor.games.wicked_pizza.rules.layout import card_of, ingredient_of, move_code, placed, turn_of
from parlor.games.wicked_pizza.rules.pieces import question
from parlor.games.wicked_pizza.rules.places import BESIDE, x_of, y_of

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
NO_CARDS: Final[list[i64]] = []


class Plays(LegalMoves):
    """Legal moves of a turn: whole ones, and placements chosen by card, turn and spot."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.whole_moves: list[Move] = []
        # The cards that may be laid, and those of them that connect nowhere.
        self.cards: list[i64] = []
        self.unconnected: list[i64] = NO_CARDS
        self.placements: i64 = 0

    def add(self, card: i64) -> None:
        """Add a card to be laid, if it has a spot: it must connect if it can in any turn (WP 3.3)."""
        number: i64 = 0
        turn: i64 = 0
        while turn < TURNS[card]:
            number += self.lattice.size_of(question(card, turn, True))
            turn += 1
        if number == 0 and not is_half_spell(card):
            number = self.lattice.size_of(BESIDE) * TURNS[card]
            self.unconnected = [*self.unconnected, card]
        if number > 0:
            self.cards.append(card)
            self.placements += number * ingredient_choices(card)

    def question(self, card: i64, turn: i64) -> i64:
        """What asks for the spots of a card so turned."""
        return question(card, turn, len(self.unconnected) == 0 or card not in self.unconnected)

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
        while number < len(self.cards):
            card = self.cards[number]
            ingredient: i64 = 0
            while ingredient < ingredient_choices(card):
                turn: i64 = 0
                while turn < TURNS[card]:
                    asked = self.question(card, turn)
                    spots = self.lattice.size_of(asked)
                    if place < spots:
                        return lay_move(card, ingredient, turn, self.lattice.spot(asked, place))
                    place -= spots
                    turn += 1
                ingredient += 1
            number += 1
        raise IndexError(index)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, WickedMove):
            return False
        if move.kind != Kind.LAY:
            return move in self.whole_moves
        if move.turn >= TURNS[move.card] or move.ingredient >= ingredient_choices(move.card):
            return False
        if move.card not in self.cards:
            return False
        return self.lattice.has(self.question(move.card, move.turn), move.number)

    def __iter__(self) -> Iterator[Move]:
        moves = self.whole_moves.copy()
        for way, spots in self.ways():
            for spot in spots:
                moves.append(laid_so(way, spot))
        return iter(moves)

    def ways(self) -> list[tuple[i64, list[i64]]]:
        """Each card to be laid, as on the table, in each turn, with its spots."""
        found: list[tuple[i64, list[i64]]] = []
        for card in self.cards:
            for ingredient in range(ingredient_choices(card)):
                for turn in range(TURNS[card]):
                    spots = self.lattice.spots(self.question(card, turn))
                    if len(spots) > 0:
                        found.append((placed(card, ingredient, turn, 0), spots))
        return found

    def matching(self, picked: Sequence[str]) -> list[tuple[i64, list[i64]]]:
        """The ways, with their spots, that the card and turn picked so far leave."""
        return [
            (way, spots)
            for way, spots in self.ways()
            if way_label(way) == picked[0] and (len(picked) < 2 or f"/{turn_of(way)}" == picked[1])
        ]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """The cards, then the turns of the card, then its spots; a move without a placement is one part."""
        if not picked:
            labels = [way_label(way) for way, _ in self.ways()]
            return list(dict.fromkeys([str(move) for move in self.whole_moves] + labels))
        ways = self.matching(picked)
        if len(picked) == 1:
            return [f"/{turn_of(way)}" for way, _ in ways]
        if len(picked) == 2:
            return [spot_text(spot) for _, spots in ways for spot in spots]
        return []

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that these parts make."""
        if len(picked) == 1:
            for move in self.whole_moves:
                if str(move) == picked[0]:
                    return move
        elif len(picked) == 3:
            for way, spots in self.matching(picked):
                for spot in spots:
                    if spot_text(spot) == picked[2]:
                        return laid_so(way, spot)
        raise IllegalMove("move.parts", picked=" ".join(picked))


def laid_so(way: i64, spot: i64) -> WickedMove:
    """Laying a card in this way there."""
    return lay_move(card_of(way), ingredient_of(way), turn_of(way), spot)


def way_label(way: i64) -> str:
    """How the card is called that is laid in this way."""
    return label(card_of(way), ingredient_of(way))
