"""What one viewer knows: the one outlet of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.chance import Rng
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, fields_in, is_numbers, one_of, shown
from parlor.core.moves import NO_MOVES, LegalMoves
from parlor.core.outcome import Outcome, load_outcome
from parlor.core.seats import ALL
from parlor.core.words import NO_NAMES, Names

if TYPE_CHECKING:
    from parlor.core.game import Game


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
        self.names: Names = NO_NAMES
        """What everybody at the table is called: for words and drawings, and of no account otherwise."""
        self.helps = True
        """Whether its drawing may say what choices are worth: as a table allows hints."""

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


def load_view(game: Game, data: Data) -> View:
    """The view that `View.dump` wrote; an error if no position looks so to its seat."""
    seat = one_of(data, "seat", [None, "all", *range(max(game.seat_counts))])
    viewer = ALL if seat == "all" else seat
    to_act = data.get("to_act")
    if not is_numbers(to_act):
        raise BadPosition("position.field", field="to_act", value=shown(to_act), allowed="[…]")
    told = View(game, viewer, tuple(to_act), load_outcome(data.get("outcome")), fields_in(data, "position"))
    world = game.sample(told, Rng(0), reopen=False)
    view = world.view(viewer if viewer is None or viewer < world.seats else None)
    if {**view.dump(), "rules": game.rules} != {**data, "rules": game.rules}:
        raise BadPosition("position.view", game=game.name)
    view._legal_moves = world.legal_moves(viewer) if viewer in view.to_act else NO_MOVES
    return view
