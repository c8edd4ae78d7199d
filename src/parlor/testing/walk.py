"""A walk through a game by checked moves: what checks look at, and how they say where something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from parlor.core.chance import Rng
from parlor.core.errors import ParlorError
from parlor.core.game import Game
from parlor.core.moves import LegalMoves, Move
from parlor.core.record import Record
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import Event, seen_by

# Picks a number below the one that it is given.
Pick = Callable[[int], int]
# How many moves of a great many a check looks at.
SOME = 12


class Walk:
    """A position, the moves that led to it, and what happened last."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any]) -> None:
        self.record = Record(game, seats, game.checked_options(seats, options), "")
        self.state = self.record.new()
        self.sealed: list[int] = []
        """Who has chosen while others still choose at the same time."""
        self.met: dict[str, Move] = {}
        """Moves that were legal somewhere on the way, by their text."""

    @property
    def game(self) -> Game:
        """The game that is walked through."""
        return self.record.game

    @property
    def viewers(self) -> list[int | None]:
        """All who may look: every seat, a spectator, and who sees the full truth."""
        return [*range(self.state.seats), None, ALL]

    @property
    def rng(self) -> Rng:
        """A generator for what a check tries here: the same whenever the walk comes here."""
        return Rng(len(self.record.lines))

    def play(self, seat: int, move: Move) -> list[Event]:
        """Go on by a move that should be legal."""
        before = self.state.to_act
        for legal in some(moves_of(self.state, seat), self.rng):
            self.met[str(legal)] = legal
        try:
            events = self.state.play(seat, move)
        except ParlorError as error:
            self.fail(f"“{move}” is among the moves of {name(seat)} but is refused: {error}")
        if seat == CHANCE:
            self.record.append(chance=str(move))
        else:
            self.record.append(seat=seat, play=str(move))
        if self.state.to_act and self.state.to_act == tuple(other for other in before if other != seat):
            self.sealed.append(seat)
        else:
            self.sealed = []
        return events

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say how to get to where anything else than a law fails."""
        try:
            yield
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(self.explained(f"{type(error).__name__}: {error}")) from error

    def fail(self, problem: str) -> NoReturn:
        """Say what is wrong and how to get there."""
        raise AssertionError(self.explained(problem))

    def explained(self, problem: str) -> str:
        """What is wrong, with the game and a record that replays to where it is."""
        return f"{self.game.name}: {problem}\nThe moves so far, as a record:\n{self.record.dumps()}"


def moves_of(state: State, seat: int) -> Sequence[Move] | LegalMoves:
    """What a seat or chance may do."""
    return [move for move, _ in state.chance()] if seat == CHANCE else state.legal_moves(seat)


def any_play(state: State, pick: Pick) -> tuple[int, Move]:
    """Somebody who is to act and one of its moves, both by numbers that are picked."""
    seat = state.to_act[_picked(pick, len(state.to_act))]
    moves = moves_of(state, seat)
    return seat, moves[_picked(pick, len(moves))]


def _picked(pick: Pick, number: int) -> int:
    return pick(number) if number > 1 else 0


def some(moves: Sequence[Move] | LegalMoves, rng: Rng, most: int = SOME) -> list[Move]:
    """All of the moves if they are few, otherwise some of them."""
    number = len(moves)
    if number <= most:
        return [moves[index] for index in range(number)]
    return [moves[rng.below(number)] for _ in range(most)]


def name(viewer: int | None) -> str:
    """A viewer for people."""
    return {None: "the spectator", ALL: "who sees all", CHANCE: "chance"}.get(viewer, f"seat {viewer}")


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(data: Any) -> str:
    """Plain data as the one text that stands for it."""
    return _ENCODER.encode(data)


def view_text(state: State, viewer: int | None) -> str:
    """A viewer's view, byte for byte."""
    return canonical(state.view(viewer).dump())


def seen(events: Sequence[Event], viewer: int | None) -> str:
    """What a viewer sees of the events, byte for byte."""
    return canonical([event.dump() for event in seen_by(events, viewer)])


def difference(found: str, expected: str) -> str:
    """Where two texts part, with a little of what surrounds it."""
    at = next((index for index, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), len(found))
    start = max(0, at - 60)
    return f"…{found[start : at + 60]}… instead of …{expected[start : at + 60]}…"
