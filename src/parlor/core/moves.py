"""Moves, and those that a seat may make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from parlor.core.errors import IllegalMove
from parlor.core.native import mypyc_attr

DONE: Final = "done"
"""The part that ends a move which could go on."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """One choice of a seat or of chance. `code` names it within its game; `str` writes it."""

    def __init__(self, code: int) -> None:
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"<{self}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class LegalMoves:
    """The moves that a seat may make now: `in`, `len`, indexing and iteration, each as lazy as the game can."""

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, index: int) -> Move:
        raise NotImplementedError

    def __contains__(self, move: object) -> bool:
        return any(move == legal for legal in self)

    def __iter__(self) -> Iterator[Move]:
        for index in range(len(self)):
            yield self[index]

    def parts(self, picked: Sequence[str] = ()) -> list[str]:
        """What may be picked next in a move chosen part by part; nothing once the move is whole."""
        return [] if picked else [str(move) for move in self]

    def whole(self, picked: Sequence[str]) -> Move:
        """The move that these parts make."""
        for move in self:
            if [str(move)] == list(picked):
                return move
        raise IllegalMove("move.parts", picked=" ".join(picked))


class MoveList(LegalMoves):
    """Legal moves that are simply listed."""

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: int) -> Move:
        return self.moves[index]

    def __contains__(self, move: object) -> bool:
        return move in self.moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)


NO_MOVES: Final = MoveList([])
