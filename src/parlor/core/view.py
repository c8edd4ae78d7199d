"""What one viewer knows: the one outlet of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.moves import NO_MOVES, LegalMoves
from parlor.core.outcome import Outcome
from parlor.core.seats import ALL

if TYPE_CHECKING:
    from parlor.core.game import Game

NO_NAMES: Final[Mapping[int, str]] = {}


class View:
    """What one viewer knows, and what it may do: plain data with no State behind it."""

    def __init__(
        self,
        game: Game,
        seat: int | None,
        to_act: tuple[int, ...],
        outcome: Outcome | None,
        data: Data,
        legal_moves: LegalMoves | None = None,
    ) -> None:
        """`legal_moves` are the viewer's own, where they are at hand; otherwise they are found from the data."""
        self.game = game
        self.seat = seat
        self.to_act = to_act
        self.outcome = outcome
        self.data = data
        self._legal_moves = legal_moves
        self.names: Mapping[int, str] = NO_NAMES
        """What people at the table call themselves, by seat: for words and drawings, and of no account otherwise."""

    @property
    def legal_moves(self) -> LegalMoves:
        """The viewer's own legal moves: none for a spectator or a seat that is not to act."""
        if self._legal_moves is None:
            self._legal_moves = NO_MOVES
            if self.seat is not None and self.seat >= 0 and self.seat in self.to_act:
                self._legal_moves = self.game.sample(self, Rng(0), reopen=False).legal_moves(self.seat)
        return self._legal_moves

    def dump(self) -> Data:
        """The view as plain data."""
        rules = {"rules": self.game.rules} if self.game.superseded else {}
        return {
            "game": self.game.name,
            **rules,
            "seat": "all" if self.seat == ALL else self.seat,
            "to_act": list(self.to_act),
            "outcome": None if self.outcome is None else self.outcome.dump(),
            "position": self.data,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash((self.game.name, self.seat, self.to_act))

    def __repr__(self) -> str:
        return f"<View {self.dump()}>"

    def _repr_svg_(self) -> str:
        return self.game.draw(self)
