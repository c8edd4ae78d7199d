"""Wicked Pizza that counts what is done to its positions; compiled or not, all goes through here."""

from __future__ import annotations

from collections import Counter

from parlor.core.fields import Data
from parlor.core.moves import LegalMoves, Move
from parlor.core.outcome import Outcome
from parlor.core.state import State
from parlor.core.words import Event
from parlor.games.wicked_pizza.game import WickedPizza
from parlor.games.wicked_pizza.rules.state import WickedState


class CountedPizza(WickedPizza):
    """Counts moves that are read, and games that are begun."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def start(self, seats: int, options: Data) -> State:
        self.counts["start"] += 1
        state = super().start(seats, options)
        assert isinstance(state, WickedState)
        return CountedState(self, state)

    def parse_move(self, text: str) -> Move:
        self.counts["parse"] += 1
        return super().parse_move(text)

    def dump(self, state: State) -> Data:
        return super().dump(inner(state))

    def known(self, state: State, viewer: int | None) -> Data:
        return super().known(inner(state), viewer)

    def narrate(self, before: State, after: State, seat: int, move: Move) -> list[Event]:
        return super().narrate(inner(before), inner(after), seat, move)


class CountedState(State):
    """Counts moves that are checked and made, and copies."""

    def __init__(self, game: CountedPizza, state: WickedState) -> None:
        super().__init__(game, state.seats)
        self.counts = game.counts
        self.counted = game
        self.inner = state

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.inner.to_act

    @property
    def outcome(self) -> Outcome | None:
        return self.inner.outcome

    def legal_moves(self, seat: int) -> LegalMoves:
        return self.inner.legal_moves(seat)

    def choice_is_public(self, seat: int) -> bool:
        return self.inner.choice_is_public(seat)

    def chance(self) -> list[tuple[Move, int]]:
        return self.inner.chance()

    def check(self, seat: int, move: Move) -> None:
        self.counts["check"] += 1
        super().check(seat, move)

    def enact(self, seat: int, move: Move) -> list[Event]:
        # As the state within does, whose own would be made without being counted.
        self.inner.log = []
        events = super().enact(seat, move)
        self.inner.log = None
        return events

    def apply(self, seat: int, move: Move) -> None:
        self.counts["apply"] += 1
        self.inner.apply(seat, move)

    def copy(self) -> CountedState:
        self.counts["copy"] += 1
        return CountedState(self.counted, self.inner.copy())


def inner(state: State) -> State:
    """The position of the real game."""
    return state.inner if isinstance(state, CountedState) else state
