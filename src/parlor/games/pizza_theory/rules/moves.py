"""The moves of Pizza Theory and how they are written (PT 8). There are ninety; each exists once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import lowest, nth
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import count, i64
from parlor.games.pizza_theory.box import BITS, CUTS, NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind:
    """What a move does, as a number."""

    ADD: Final = 0
    PUT: Final = 1
    CUT: Final = 2
    ROLL: Final = 3
    START: Final = 4
    PASS: Final = 5


KINDS: Final = ("add", "put", "cut", "roll", "start", "pass")
"""How the kinds are written."""


class PizzaMove(Move):
    """A kind with what it needs: the bit of a space, the number of a cut, or a colour."""

    def __init__(self, code: int, kind: i64, value: i64, text: str) -> None:
        super().__init__(code)
        self.kind = kind
        self.value = value
        self.text = text

    def __str__(self) -> str:
        return self.text


def _place(kind: i64, index: int) -> PizzaMove:
    bit: i64 = BITS[index]
    return PizzaMove(kind * 64 + lowest(bit), kind, bit, f"{KINDS[kind]} {NAMES[index]}")


def _number(kind: i64, number: int) -> PizzaMove:
    return PizzaMove(kind * 64 + number, kind, number, f"{KINDS[kind]} {number}")


ADDS: Final = [_place(Kind.ADD, index) for index in range(len(NAMES))]
PUTS: Final = [_place(Kind.PUT, index) for index in range(len(NAMES))]
CUT_MOVES: Final = [_number(Kind.CUT, number + 1) for number in range(CUTS)]
ROLLS: Final = [_number(Kind.ROLL, number + 1) for number in range(CUTS)]
STARTS: Final = [_number(Kind.START, colour) for colour in range(3)]
PASS_MOVE: Final = PizzaMove(Kind.PASS * 64, Kind.PASS, 0, "pass")

EVERY: Final = [*ADDS, *PUTS, *CUT_MOVES, *ROLLS, *STARTS, PASS_MOVE]
BY_TEXT: Final = {move.text: move for move in EVERY}
# By code, for a quick way from a set of spaces to its moves; the numbers between the columns stay unused.
BY_CODE: Final = [PASS_MOVE] * (6 * 64)
for _move in EVERY:
    BY_CODE[_move.code] = _move


def placing(kind: i64, space: i64) -> PizzaMove:
    """Adding or putting a topping on the lowest space of a set."""
    return BY_CODE[kind * 64 + lowest(space)]


class Places(LegalMoves):
    """Adding or putting a topping on any space of a set."""

    def __init__(self, kind: i64, spaces: i64) -> None:
        self.kind = kind
        self.spaces = spaces

    def __len__(self) -> int:
        return count(self.spaces)

    def __getitem__(self, index: int) -> Move:
        place: i64 = index
        if place < 0 or place >= count(self.spaces):
            raise IndexError(index)
        return placing(self.kind, nth(self.spaces, place))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, PizzaMove) and move.kind == self.kind and (move.value & self.spaces) != 0

    def __iter__(self) -> Iterator[Move]:
        spaces: i64 = self.spaces
        while spaces != 0:
            yield placing(self.kind, spaces)
            spaces = spaces & (spaces - 1)
