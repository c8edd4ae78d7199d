"""A position under the rules of its game.

Compiled, so that search plays a game at the speed of C; games written in plain Python subclass it all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from parlor.core.chance import Rng
from parlor.core.errors import IllegalMove
from parlor.core.fields import Data
from parlor.core.moves import LegalMoves, Move
from parlor.core.native import i64, mypyc_attr
from parlor.core.outcome import Outcome
from parlor.core.seats import ALL, CHANCE, NOBODY, TOGETHER
from parlor.core.view import View
from parlor.core.words import Event, Message

if TYPE_CHECKING:
    from parlor.core.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of a game. It holds no generator and plays nothing by itself."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """Nobody, CHANCE, one seat, or several seats that choose simultaneously."""
        raise NotImplementedError

    @property
    def actor(self) -> i64:
        """The same as one number: a seat, CHANCE, NOBODY or TOGETHER."""
        to_act = self.to_act
        if len(to_act) == 1:
            return to_act[0]
        return NOBODY if len(to_act) == 0 else TOGETHER

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now: nothing if it is not to act."""
        raise NotImplementedError

    def chance(self) -> list[tuple[Move, int]]:
        """What chance may do now, each with its integer weight."""
        raise NotImplementedError

    def draw_chance(self, rng: Rng) -> Move:
        """One of the moves of chance, by its weight."""
        return rng.weighted(self.chance())

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that is known to be legal, silently."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent position like this one."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        raise NotImplementedError

    def dump(self) -> Data:
        """The position as plain data, with options and who knows what."""
        data = self.game.dump(self)
        return {**data, "rules": self.game.rules} if self.game.superseded else data

    def known(self, viewer: int | None) -> Data:
        """What the viewer knows of the position, as plain data: the body of its view."""
        return self.game.known(self, viewer)

    def narrate(self, before: State, seat: int, move: Move) -> list[Event]:
        """What happened when this move led from `before` to here."""
        return self.game.narrate(before, self, seat, move)

    def choice_is_public(self, seat: int) -> bool:
        """Whether everybody can tell what this seat may do: only then may a table make its only move for it."""
        return True

    def refusal(self, seat: int, move: Move) -> Message:
        """Why this move of a seat whose turn it is is not legal, and what would be."""
        return self.game.refusal(self, seat, move)

    def check(self, seat: int, move: Move) -> None:
        """Refuse a move that is not legal, with the reason."""
        if seat not in self.to_act:
            if not self.to_act:
                raise IllegalMove("move.over", move=str(move))
            raise IllegalMove("move.turn", move=str(move), seat=seat, to_act=list(self.to_act))
        if seat == CHANCE:
            if not any(move == outcome for outcome, _ in self.chance()):
                raise IllegalMove(
                    "move.chance", move=str(move), examples=[str(outcome) for outcome, _ in self.chance()[:3]]
                )
        elif move not in self.legal_moves(seat):
            reason = self.refusal(seat, move)
            raise IllegalMove(reason.id, **reason.params)

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make a move if it is legal, and tell what happened."""
        self.check(seat, move)
        return self.enact(seat, move)

    def enact(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is known to be legal, and tell what happened."""
        before = self.copy()
        self.apply(seat, move)
        return self.narrate(before, seat, move)

    def view(self, viewer: int | None) -> View:
        """What a seat knows; None for a spectator, ALL for the full truth."""
        return View(self.game, viewer, self.to_act, self.outcome, self.known(viewer))

    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        outcome = self.outcome
        assert outcome is not None
        return list(outcome.shares)

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """A number for how a move, about to be made, looks to a viewer: alike if the viewer cannot tell them apart."""
        seen = [event.seen_by(viewer) for event in self.copy().play(seat, move)]
        return crc32(repr([event.dump() for event in seen if event is not None]).encode())

    def secret(self, seat: int) -> int:
        """A number for what only this seat knows, as far as it says what the seat may do now."""
        return crc32(repr([move.code for move in self.legal_moves(seat)]).encode())

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place."""
        while to_act := self.to_act:
            seat = to_act[0]
            if seat == CHANCE:
                self.apply(seat, self.draw_chance(rng))
            else:
                moves = self.legal_moves(seat)
                self.apply(seat, moves[rng.below(len(moves))])

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.dump()}>"

    def _repr_svg_(self) -> str:
        return self.view(ALL)._repr_svg_()
