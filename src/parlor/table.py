"""A table: seats and their host, a record, clocks, and the game up to the next real decision.

Synchronous, and without input or output: whoever runs it says what time it is, in seconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from parlor.core.chance import Seed
from parlor.core.errors import IllegalMove, NotYet, StaleMove
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.outcome import Outcome
from parlor.core.record import Record, told
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, seen_by

Kind = Literal["human", "bot", "open"]


@dataclass
class Step:
    """One play and the draws that followed from it."""

    seat: int
    line: int
    sealed: bool
    """Whether it was one of several simultaneous choices."""
    forced: bool
    """Whether there was nothing else to do, so that the table played it."""
    reveals: bool = False
    """Whether somebody may have learnt something by it that taking it back does not undo."""


@dataclass(frozen=True)
class Clock:
    """Thinking time: so many seconds for the whole game, and so many more after each move."""

    seconds: float
    increment: float = 0.0


class Table:
    """A game being played. Seats in `bots` are played by bots, those in `open` wait for people to sit down."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        bots: Collection[int] = (),
        open: Collection[int] = (),
        host: int | None = None,
        clock: Clock | None = None,
        started: float | None = None,
        stopped: float | None = None,
        seed: Seed | None = None,
        record: Record | None = None,
        now: float | None = None,
        **options: Any,
    ) -> None:
        """A new table, or with its record and its seed one that goes on.

        The clocks began to run when it `started`; nobody's time ran from when it `stopped` until `now`.
        """
        self.seed = seed or Seed()
        self.bots = frozenset(bots)
        self.open = frozenset(open)
        self.host = host
        """The seat of whoever may put bots on open seats; if nobody has set the table, the first who sits down."""
        self.clock = clock
        self.started = started
        if record is None:
            count = game.seat_counts[-1] if seats is None else seats
            record = Record(game, count, game.checked_options(count, options), self.seed.commitment)
        self.record = record
        self.resigned: set[int] = set()
        self.away: dict[int, str] = {}
        """Seats whose people have left, with the bot that plays for them."""
        self._left: dict[int, float] = {}
        self._since: dict[int, float] = {}
        self._asked: tuple[int, set[int]] | None = None
        self.steps: list[Step] = []
        self._choosing: tuple[int, ...] = ()
        self._opened: dict[int, int] = {}
        self.state: State
        for line in record.lines:
            self._note(line)
        self._rebuild(now)
        if now is not None and stopped is not None:
            for seat in self._since:
                self._since[seat] = now - max(0.0, stopped - self._began(seat))
        self.opening = self._go_on(now)
        """What happened before the first decision."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has: who resigned has no share of a win, and with two seats it ends the game."""
        outcome = self.state.outcome
        if not self.resigned:
            return outcome
        if outcome is None:
            count = self.record.seats
            if count > 2 and len(self.resigned) < count:
                return None
            winners = [seat for seat in range(count) if seat not in self.resigned]
            return Outcome(winners, [0] * count, Message("table.outcome.resigned", seats=sorted(self.resigned)))
        winners = [seat for seat in outcome.winners if seat not in self.resigned]
        return Outcome(winners, outcome.scores, outcome.reason, outcome.details)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who must decide now: nobody when the game is over."""
        return () if self.outcome is not None else self.state.to_act

    @property
    def stand_ins(self) -> frozenset[int]:
        """The seats for which a bot decides now."""
        return frozenset([*self.bots, *self.resigned, *self.away])

    def kind(self, seat: int) -> Kind:
        """Who sits there."""
        if seat in self.bots:
            return "bot"
        return "open" if seat in self.open else "human"

    def sit(self, seat: int) -> None:
        """Let somebody sit down on an open seat; the first one becomes the host if there is none."""
        self._check_kind(seat, "open")
        self.open -= {seat}
        if self.host is None:
            self.host = seat

    def seat_bot(self, host: int, seat: int) -> None:
        """Put a bot on an open seat."""
        self._check_host(host)
        self._check_kind(seat, "open")
        self.open -= {seat}
        self.bots |= {seat}

    def open_seat(self, host: int, seat: int) -> None:
        """Take a bot off its seat, so that somebody may sit down there."""
        self._check_host(host)
        self._check_kind(seat, "bot")
        self.bots -= {seat}
        self.open |= {seat}

    def _check_host(self, seat: int) -> None:
        if seat != self.host:
            raise IllegalMove("table.host", seat=self.host)

    def _check_kind(self, seat: int, kind: Kind) -> None:
        if self.outcome is not None:
            raise IllegalMove("table.over")
        if seat not in range(self.record.seats) or self.kind(seat) != kind:
            raise IllegalMove(f"table.not-{kind}", seat=seat)

    def view(self, viewer: int | None) -> View:
        """What a viewer knows; the full truth only when the game is over."""
        if viewer == ALL and self.outcome is None:
            raise NotYet("view.hidden")
        view = self.state.view(viewer)
        if viewer is None or viewer not in view.to_act:
            return view
        return View(view.game, viewer, view.to_act, view.outcome, view.data, self.state.legal_moves(viewer))

    def shown_to(self, viewer: int | None, events: list[Event], most_moves: int) -> Data:
        """What a viewer is shown as plain data: its view, what it saw happen, and its moves unless they are many."""
        shown: Data = {
            "seat": viewer,
            "view": self.view(viewer).dump(),
            "events": [event.dump() for event in seen_by(events, viewer)],
        }
        if viewer is not None and viewer in self.to_act and viewer in self._opened:
            moves = self.state.legal_moves(viewer)
            shown["opened"] = self._opened[viewer]
            shown["moves"] = len(moves)
            if len(moves) <= most_moves:
                shown["legal"] = [str(move) for move in moves]
        return shown

    def opened(self, seat: int) -> int | None:
        """The line after which this seat's decision opened, None if it has none to make."""
        return self._opened.get(seat)

    def time_left(self, seat: int, now: float) -> float | None:
        """How many seconds of thinking this seat has left, None without a clock."""
        if self.clock is None:
            return None
        left = self._left.get(seat, self.clock.seconds)
        ticking = seat in self._since and seat in self.to_act and seat not in self.stand_ins
        return left - (now - self._since[seat]) if ticking else left

    def start_clocks(self, now: float) -> None:
        """Let the clocks run from now on."""
        self.started = now
        self._restart_clocks(now)

    def play(self, seat: int, move: Move | str, line: int | None = None, now: float | None = None) -> list[Event]:
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
        if self.outcome is not None:
            raise IllegalMove("move.over", move=str(move))
        if self.clock is not None and now is not None:
            left = self.time_left(seat, now)
            if left is not None and left <= 0 and seat not in self.stand_ins:
                raise IllegalMove("table.late", seat=seat)
        self.state.check(seat, move)
        self._asked = None
        events = self._enact(self._append(now, seat=seat, play=str(move)), now)
        return events + self._go_on(now)

    def resign(self, seat: int, now: float | None = None) -> list[Event]:
        """Give up: a bot plays on without a share in the win, or with two seats the game is over."""
        self._check_present(seat)
        return self._befall(now, seat=seat, resign=True)

    def flag(self, seat: int, now: float) -> list[Event]:
        """Resign for a seat whose time has run out."""
        left = self.time_left(seat, now)
        if left is None or left > 0:
            return []
        return self._befall(now, seat=seat, clock=0)

    def take_over(self, seat: int, bot: str, now: float | None = None) -> list[Event]:
        """Let a bot play for a seat whose person has left, or whose own bot has failed."""
        if self.kind(seat) != "bot" or seat in self.away or self.outcome is not None:
            self._check_present(seat)
        return self._befall(now, seat=seat, takeover=bot)

    def give_back(self, seat: int, now: float | None = None) -> list[Event]:
        """Let the person of a seat play again."""
        if seat not in self.away:
            raise IllegalMove("table.not-away", seat=seat)
        if seat in self._since and now is not None:
            self._since[seat] = now
        return self._befall(now, seat=seat, **{"return": True})

    def rematch(self) -> Data:
        """The options of the same game played again."""
        outcome = self.outcome
        if outcome is None:
            raise IllegalMove("table.rematch-early")
        return self.game.rematch(self.record.options, outcome, self.seed.rng("rematch"))

    def _check_present(self, seat: int) -> None:
        if self.outcome is not None:
            raise IllegalMove("table.over")
        if seat in self.resigned:
            raise IllegalMove("table.gone", seat=seat)
        if self.kind(seat) != "human" or seat in self.away:
            raise IllegalMove("table.nobody", seat=seat)

    def _befall(self, now: float | None, **fields: Any) -> list[Event]:
        line = self._append(now, **fields)
        self._note(line)
        return told(line) + self._go_on(now) + self._ask_again(now)

    def _ask_again(self, now: float | None) -> list[Event]:
        """See whether a question still stands, and whether all have agreed who are still here."""
        if self._asked is None:
            return []
        asker, waiting = self._asked
        waiting -= self.stand_ins
        if asker in self.stand_ins or self.outcome is not None:
            self._asked = None
        elif not waiting:
            self._take_back(asker, self._own_steps(asker)[0].line, len(self.record.lines), now)
            return told(self.record.lines[-1])
        return []

    def _note(self, line: Data) -> None:
        """Keep in mind what a line says beside the moves of the game."""
        seat = line.get("seat", CHANCE)
        if "left" in line:
            left = line["left"]
            self._left.update(enumerate(left) if isinstance(left, list) else {seat: left})
        if "resign" in line or "clock" in line:
            self.resigned.add(seat)
            self.away.pop(seat, None)
        elif "takeover" in line:
            self.away[seat] = line["takeover"]
        elif "return" in line:
            self.away.pop(seat, None)

    def _append(self, now: float | None, **fields: Any) -> Data:
        """Write a line, with the time and what it leaves on the clocks that it touches."""
        if now is not None:
            fields["at"] = round(now, 3)
            if self.clock is not None:
                seat = fields["seat"]
                if "undo" in fields:
                    fields["left"] = [round(left, 3) for left in self._left_after_undo(now, *fields["undo"])]
                elif ("play" in fields or "takeover" in fields) and seat not in self.stand_ins:
                    more = self.clock.increment if "play" in fields else 0.0
                    fields["left"] = round((self.time_left(seat, now) or 0.0) + more, 3)
        return self.record.append(**fields)

    def _left_after_undo(self, now: float, first: int, last: int) -> list[float]:
        """Time that was spent stays spent, and what moves that are taken back had earned is given back."""
        assert self.clock is not None
        found = [self.time_left(seat, now) or 0.0 for seat in range(self.record.seats)]
        for line in self.record.standing():
            if first <= line["line"] <= last and "play" in line and "left" in line:
                found[line["seat"]] -= self.clock.increment
        return found

    def _began(self, seat: int) -> float:
        """When the time of this seat's decision began to run."""
        opened = self._opened[seat]
        for line in reversed(self.record.lines):
            if "at" in line and (line["line"] <= opened or ("return" in line and line["seat"] == seat)):
                return max(float(line["at"]), self.started or 0.0)
        return self.started or 0.0

    def _enact(self, line: Data, now: float | None) -> list[Event]:
        """Play a line of the record, and keep track of steps and open decisions."""
        before = self.state.to_act
        seat = line.get("seat", CHANCE)
        if len(before) > 1 and not self._choosing:
            self._choosing = before
        if seat != CHANCE:
            self.steps.append(Step(seat, line["line"], bool(self._choosing), is_forced(self.state, seat)))
        events = self.record.play(self.state, line)
        self._note(line)
        if self.steps and (seat == CHANCE or any(event.seats is not None for event in events)):
            self.steps[-1].reveals = True
        if self.state.to_act == tuple(other for other in before if other != seat) != ():
            # Another's sealed choice does not touch the decisions of those who still choose.
            del self._opened[seat]
        else:
            self._choosing = ()
            number: int = line["line"]
            self._opened = dict.fromkeys(self.state.to_act, number)
            self._restart_clocks(now)
        return events

    def _restart_clocks(self, now: float | None) -> None:
        runs = self.clock is not None and self.started is not None and now is not None
        self._since = dict.fromkeys(self.state.to_act, now or 0.0) if runs else {}

    def _go_on(self, now: float | None) -> list[Event]:
        """Play chance and forced moves up to the next decision, and close the record when the game is over."""
        events: list[Event] = []
        while to_act := self.to_act:
            if to_act == (CHANCE,):
                move = self.seed.draw(len(self.record.lines) + 1, self.state.chance())
                events += self._enact(self.record.append(chance=str(move)), now)
                continue
            forced = next((seat for seat in to_act if is_forced(self.state, seat)), None)
            if forced is None:
                return events
            only = self.state.legal_moves(forced)[0]
            events += self._enact(self._append(now, seat=forced, play=str(only)), now)
        if self.record.seed is None:
            self.record.append(seed=self.seed.secret)
        return events

    def undo(self, seat: int, now: float | None = None) -> list[int]:
        """Take back this seat's last move, at once or when the seats that are returned have agreed.

        It is free while nothing was revealed and no other person has moved; a sealed choice comes back alone.
        """
        if self.outcome is not None:
            raise IllegalMove("undo.over")
        if seat in self.resigned:
            raise IllegalMove("table.gone", seat=seat)
        steps = self._own_steps(seat)
        if not steps:
            raise IllegalMove("undo.nothing", seat=seat)
        people = [other for other in range(self.record.seats) if other != seat and other not in self.stand_ins]
        if self._is_sealed(steps[0]):
            self._take_back(seat, steps[0].line, steps[0].line, now)
            return []
        moved = any(step.seat in people and not step.forced for step in steps)
        if people and (moved or any(step.reveals for step in steps)):
            self._asked = (seat, set(people))
            return people
        self._take_back(seat, steps[0].line, len(self.record.lines), now)
        return []

    @property
    def asked(self) -> tuple[int, list[int]] | None:
        """Who asks to take a move back, and who must still agree."""
        return None if self._asked is None else (self._asked[0], sorted(self._asked[1]))

    def agree(self, seat: int, now: float | None = None) -> list[int]:
        """Agree to the move that somebody asked to take back; returns who must still agree."""
        if self._asked is None:
            raise IllegalMove("undo.nothing", seat=seat)
        asker, waiting = self._asked
        waiting.discard(seat)
        if not waiting:
            self._take_back(asker, self._own_steps(asker)[0].line, len(self.record.lines), now)
        return sorted(waiting)

    def disagree(self, seat: int) -> None:
        """Let the move stand that somebody asked to take back."""
        if self._asked is None or seat not in self._asked[1]:
            raise IllegalMove("undo.nothing", seat=seat)
        self._asked = None

    def _own_steps(self, seat: int) -> list[Step]:
        """The steps from this seat's last real choice on."""
        for index in range(len(self.steps) - 1, -1, -1):
            if self.steps[index].seat == seat and not self.steps[index].forced:
                return self.steps[index:]
        return []

    def _is_sealed(self, step: Step) -> bool:
        """Whether this choice is still sealed: others have yet to choose at the same time."""
        return step.sealed and step.seat in self._choosing and step.seat not in self.state.to_act

    def _take_back(self, seat: int, first: int, last: int, now: float | None) -> None:
        self._note(self._append(now, seat=seat, undo=[first, last]))
        self._asked = None
        self._rebuild(now)

    def _rebuild(self, now: float | None) -> None:
        """The state and the steps as the standing lines leave them."""
        self.state = self.record.new()
        self.steps = []
        self._choosing = ()
        self._opened = dict.fromkeys(self.state.to_act, 0)
        left = dict(self._left)
        for line in self.record.standing():
            self._enact(line, now)
        # What the lines said last about the clocks holds, not what they said on the way.
        self._left = left
        self._restart_clocks(now)
        # Whatever was chosen before a move was taken back is stale.
        undone = max((line["line"] for line in self.record.lines if "undo" in line), default=0)
        self._opened = {seat: max(line, undone) for seat, line in self._opened.items()}


def is_forced(state: State, seat: int) -> bool:
    """Whether everybody can tell that this seat has only one move: a table makes it, and gives nothing away."""
    return len(state.legal_moves(seat)) == 1 and state.choice_is_public(seat)
