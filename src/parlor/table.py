"""A table: seats, a record, and the game up to the next real decision. Synchronous, and without input or output."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from parlor.core.chance import Seed
from parlor.core.errors import IllegalMove, NotYet, StaleMove
from parlor.core.game import ALL, CHANCE, Data, Game, Move, State, View
from parlor.core.record import Record
from parlor.core.words import Event


class Step:
    """One play and the draws that followed from it."""

    def __init__(self, seat: int, line: int, sealed: bool, forced: bool) -> None:
        self.seat = seat
        self.line = line
        self.sealed = sealed
        """Whether it was one of several simultaneous choices."""
        self.forced = forced
        """Whether there was nothing else to do, so that the table played it."""
        self.reveals = False
        """Whether somebody may have learnt something by it that taking it back does not undo."""


class Table:
    """A game being played. Seats in `bots` are played by bots; all others by people."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        bots: Collection[int] = (),
        seed: Seed | None = None,
        record: Record | None = None,
        **options: Any,
    ) -> None:
        """A new table, or with its record and its seed one that goes on."""
        self.seed = seed or Seed()
        self.bots = frozenset(bots)
        if record is None:
            count = game.seat_counts[-1] if seats is None else seats
            record = Record(game, count, game.checked_options(count, options), self.seed.commitment)
        self.record = record
        self.steps: list[Step] = []
        self._choosing: tuple[int, ...] = ()
        self._opened: dict[int, int] = {}
        self._asked: tuple[int, set[int]] | None = None
        self.state: State
        self._rebuild()
        self.opening = self._go_on()
        """What happened before the first decision."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    def view(self, viewer: int | None) -> View:
        """What a viewer knows; the full truth only when the game is over."""
        if viewer == ALL and self.state.outcome is None:
            raise NotYet("view.hidden")
        return self.state.view(viewer)

    def opened(self, seat: int) -> int | None:
        """The line after which this seat's decision opened, None if it has none to make."""
        return self._opened.get(seat)

    def play(self, seat: int, move: Move | str, line: int | None = None) -> list[Event]:
        """Play for a seat, go on to the next decision, and tell all that happened.

        `line` is what `opened` said when the move was chosen: if the table has moved on, the move is stale.
        """
        if isinstance(move, str):
            move = self.game.parse_move(move)
        opened = self._opened.get(seat)
        if line is not None and line != opened:
            if opened is None:
                raise StaleMove("move.closed", seat=seat)
            raise StaleMove("move.stale", line=line, opened=opened)
        self.state.check(seat, move)
        self._asked = None
        return self._enact(self.record.append(seat=seat, play=str(move))) + self._go_on()

    def _enact(self, line: Data) -> list[Event]:
        """Play a line of the record, and keep track of steps and open decisions."""
        before = self.state.to_act
        seat = line.get("seat", CHANCE)
        if len(before) > 1 and not self._choosing:
            self._choosing = before
        if seat != CHANCE:
            forced = len(self.state.legal_moves(seat)) == 1
            self.steps.append(Step(seat, line["line"], bool(self._choosing), forced))
        events = self.record.play(self.state, line)
        if self.steps and (seat == CHANCE or any(event.seats is not None for event in events)):
            self.steps[-1].reveals = True
        if self.state.to_act == tuple(other for other in before if other != seat) != ():
            # Another's sealed choice does not touch the decisions of those who still choose.
            del self._opened[seat]
        else:
            self._choosing = ()
            number: int = line["line"]
            self._opened = dict.fromkeys(self.state.to_act, number)
        return events

    def _go_on(self) -> list[Event]:
        """Play chance and forced moves up to the next decision, and close the record when the game is over."""
        events: list[Event] = []
        while to_act := self.state.to_act:
            if to_act == (CHANCE,):
                move = self.seed.draw(len(self.record.lines) + 1, self.state.chance())
                events += self._enact(self.record.append(chance=str(move)))
                continue
            forced = next((seat for seat in to_act if len(self.state.legal_moves(seat)) == 1), None)
            if forced is None:
                return events
            only = self.state.legal_moves(forced)[0]
            events += self._enact(self.record.append(seat=forced, play=str(only)))
        if self.record.seed is None:
            self.record.append(seed=self.seed.secret)
        return events

    def undo(self, seat: int) -> list[int]:
        """Take back this seat's last move, at once or when the seats that are returned have agreed.

        It is free while nothing was revealed and no other person has moved; a sealed choice comes back alone.
        """
        if self.state.outcome is not None:
            raise IllegalMove("undo.over")
        steps = self._own_steps(seat)
        if not steps:
            raise IllegalMove("undo.nothing", seat=seat)
        people = [other for other in range(self.record.seats) if other != seat and other not in self.bots]
        if self._is_sealed(steps[0]):
            self._take_back(seat, steps[0].line, steps[0].line)
            return []
        moved = any(step.seat in people and not step.forced for step in steps)
        if people and (moved or any(step.reveals for step in steps)):
            self._asked = (seat, set(people))
            return people
        self._take_back(seat, steps[0].line, len(self.record.lines))
        return []

    def agree(self, seat: int) -> list[int]:
        """Agree to the move that somebody asked to take back; returns who must still agree."""
        if self._asked is None:
            raise IllegalMove("undo.nothing", seat=seat)
        asker, waiting = self._asked
        waiting.discard(seat)
        if not waiting:
            self._take_back(asker, self._own_steps(asker)[0].line, len(self.record.lines))
        return sorted(waiting)

    def _own_steps(self, seat: int) -> list[Step]:
        """The steps from this seat's last real choice on."""
        for index in range(len(self.steps) - 1, -1, -1):
            if self.steps[index].seat == seat and not self.steps[index].forced:
                return self.steps[index:]
        return []

    def _is_sealed(self, step: Step) -> bool:
        """Whether this choice is still sealed: others have yet to choose at the same time."""
        return step.sealed and step.seat in self._choosing and step.seat not in self.state.to_act

    def _take_back(self, seat: int, first: int, last: int) -> None:
        self.record.append(seat=seat, undo=[first, last])
        self._asked = None
        self._rebuild()

    def _rebuild(self) -> None:
        """The state and the steps as the standing lines leave them."""
        self.state = self.record.new()
        self.steps = []
        self._choosing = ()
        self._opened = dict.fromkeys(self.state.to_act, 0)
        for line in self.record.standing():
            self._enact(line)
        # Whatever was chosen before a move was taken back is stale.
        undone = max((line["line"] for line in self.record.lines if "undo" in line), default=0)
        self._opened = {seat: max(line, undone) for seat, line in self._opened.items()}
