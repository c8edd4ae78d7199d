"""The game at a table: what people play and what befalls them, up to the next real decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Any

from parlor.core.chance import Seed
from parlor.core.deal import Deal, deal_of, is_of_the_deal
from parlor.core.errors import BadRecord, IllegalMove, NotYet, StaleMove
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.outcome import Outcome
from parlor.core.record import Record, told
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import Event, Message, Names
from parlor.table.clocks import Clock, Clocks, began_to_think
from parlor.table.result import called_off, given_up, result, stayed
from parlor.table.seating import Question, Seating, seats_for
from parlor.table.undo import Steps
from parlor.table.waiting import Missing, missing


class Table:
    """A game being played. Whatever changes it returns what happened."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        seating: Seating | None = None,
        clock: Clock | None = None,
        seed: Seed | None = None,
        record: Record | None = None,
        now: float | None = None,
        **options: Any,
    ) -> None:
        """A new table, or with its record and its seed one that goes on.

        Without a `seating` people sit everywhere.
        """
        self.seed = seed or Seed()
        if record is None:
            if seats is None:
                seats = game.seat_counts[-1] if seating is None else len(seating.chairs)
            record = Record(game, seats, game.checked_options(seats, options), self.seed.commitment)
        self.record = record
        self.seating = seats_for(record.seats) if seating is None else seating
        self.clocks: Clocks | None = None if clock is None else Clocks(clock, {}, {})
        self.resigned: set[int] = set()
        self.away: dict[int, str] = {}
        """Seats whose people have left, with the bot that plays for them."""
        self.ended: int | None = None
        """Who has ended the game before anybody moved."""
        self.deal = Deal()
        """What people add to the seed before the first draw."""
        self.steps = Steps()
        self._opened: dict[int, int] = {}
        self._state: State | None = None
        self._seat_words: list[str] = []
        self.opening: list[Event] = []
        """What happened before the first decision."""
        self._restore(now)
        if not self.seating.waiting:
            self.opening = self._go_on(now)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def state(self) -> State:
        """The position, once the table does not wait for its people."""
        if self._state is None:
            raise NotYet("table.waiting")
        return self._state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has: the best of those who stayed wins, and with two seats resigning ends it."""
        if self.ended is not None:
            return called_off(self.record.seats, self.ended)
        outcome = None if self._state is None else self._state.outcome
        if not self.resigned:
            return outcome
        if outcome is None:
            count = self.record.seats
            if count > 2 and len(self.resigned) < count:
                return None
            return given_up(count, self.resigned)
        return stayed(self.game, outcome, self.resigned)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who must decide now: nobody before the game has begun or when it is over."""
        return () if self._state is None or self.outcome is not None else self._state.to_act

    @property
    def stand_ins(self) -> frozenset[int]:
        """The seats for which a bot decides now."""
        return frozenset([*self.seating.bots, *self.resigned, *self.away])

    @property
    def clock(self) -> Clock | None:
        """The thinking time that everybody has, if it is limited."""
        return None if self.clocks is None else self.clocks.clock

    @property
    def missing(self) -> Missing | None:
        """For whom the table waits before it has a position; None once the game has begun."""
        return missing(self.seating, self.deal) if self.seating.waiting else None

    def sit(self, seat: int, name: str | None = None, holder: str | None = None) -> list[Event]:
        """Let somebody sit down on an open seat; the first one becomes the host if there is none."""
        self._check_going()
        return self.arrange(self.seating.sit(seat, name, holder))

    def sit_by(self, invitation: str, name: str | None, holder: str) -> list[Event]:
        """Let whoever has an invitation sit down by it."""
        self._check_going()
        moved = [seat for seat in self.seating.invited(invitation) if self.seating.chairs[seat].kind == "human"]
        events = self.arrange(self.seating.sit_by(invitation, name, holder))
        # Their nonces are known where they sat before.
        return events + [event for seat in moved for event in self.recall(seat)]

    def invite(self, seat: int, at: int, invitation: str) -> list[Event]:
        """Make an invitation to one's own seats, to sit there elsewhere, or for the host to an open one."""
        self._check_going()
        return self.arrange(self.seating.invite(seat, at, invitation))

    def seat_bot(self, host: int, seat: int, bot: str, now: float | None = None) -> list[Event]:
        """Put a bot on an open seat."""
        self.seating.check_host(host)
        self._check_going()
        return self.arrange(self.seating.seat_bot(seat, bot), now) + self.begin(now)

    def open_seat(self, host: int, seat: int, now: float | None = None) -> list[Event]:
        """Take a bot off its seat, so that somebody may sit down there: once somebody has played, if all agree."""
        self.seating.check_host(host)
        self._check_going()
        self.seating.check_kind(seat, "bot")
        if not [line for line in self.record.lines if "play" in line]:
            return self._do_or_ask(Question(host, "open", seat), now)
        # What the bot knows would be known: nobody's consent goes with their connection.
        for away in self.away:
            if away in self.seating.seats("human") and away not in self.seating.held_with(host):
                raise IllegalMove("table.absent", seat=away)
        return self._do_or_ask(Question(host, "open", seat, tuple(self._others(host))), now)

    def remove(self, host: int, seat: int, bot: str, now: float | None = None) -> list[Event]:
        """Remove somebody: before the game has begun the seat is open, and later a bot plays on if the others agree."""
        self.seating.check_host(host)
        self._check_going()
        self.seating.check_kind(seat, "human")
        seats = self.seating.held_with(seat)
        if host in seats:
            raise IllegalMove("table.own-seat")
        if self.seating.waiting:
            self.arrange(self.seating.remove(seats))
            return [event for other in seats for event in self.recall(other)]
        others = [other for other in self._others(host) if other not in seats]
        if not others:
            raise IllegalMove("table.no-others", seat=seat)
        return self._do_or_ask(Question(host, "remove", seat, tuple(others), bot=bot), now)

    def come(self, seats: Sequence[int], now: float) -> list[Event]:
        """Note that those who sit there have come: the last one begins the game at a table that waits."""
        return self.arrange(self.seating.come(seats), now) + self.begin(now)

    def commit(self, seat: int, commitment: str) -> list[Event]:
        """Commit a seat to a nonce, by its SHA-256, before anybody reveals theirs. The first commitment stands."""
        if self.seating.waiting and seat not in self.deal.commitments and not self.deal.nonces:
            self.deal.take(self.record.append(seat=seat, commit=commitment))
        return []

    def reveal(self, seat: int, nonce: str, now: float | None = None) -> list[Event]:
        """Reveal the nonce that a seat has committed to: the last one begins the game."""
        awaited = self.missing
        if awaited is None or self.deal.nonces.get(seat) == nonce:
            return []
        if first := awaited.come + awaited.commit:
            raise NotYet("deal.early", missing=first)
        line = {"seat": seat, "nonce": nonce}
        if seat in self.deal.nonces or self.deal.take(line) is not None:
            raise IllegalMove("deal.wrong", seat=seat)
        self.record.append(**line)
        return self.begin(now)

    def recall(self, seat: int) -> list[Event]:
        """Forget what a seat has committed to, as when somebody leaves it: if anybody has revealed, all commit anew."""
        deal = self.deal
        if self.seating.waiting and (deal.nonces or seat in deal.commitments or seat in deal.again):
            self.deal.take(self.record.append(seat=seat, commit=None))
        return []

    def arrange(self, seating: Seating, now: float | None = None) -> list[Event]:
        """Seat everybody so. Clocks run as soon as everybody has come."""
        if now is not None and seating.started is None and seating.all_came and not seating.waiting:
            seating = seating.changed(started=now)
        starts = self.seating.started is None and seating.started is not None
        self.seating = seating
        if self._state is None:
            if not seating.waiting:
                self._restore(now)
        elif starts:
            self._run_clocks(seating.started)
        return []

    def begin(self, now: float | None = None) -> list[Event]:
        """Begin the game at a table that has waited for its people, if nobody is missing."""
        awaited = self.missing
        if awaited is None or any(awaited):
            return []
        self.arrange(self.seating.changed(waiting=False), now)
        self.opening = self._go_on(now)
        return self.opening

    def view(self, viewer: int | None) -> View:
        """What a viewer knows; the full truth only when the game is over."""
        if viewer == ALL and self.outcome is None:
            raise NotYet("view.hidden")
        view = self.state.view(viewer)
        if viewer is not None and viewer in view.to_act:
            moves = self.state.legal_moves(viewer)
            view = View(view.game, viewer, view.to_act, view.outcome, view.data, moves)
        view.names = self.names(viewer)
        return view

    def result(self, viewer: int | None) -> list[Message]:
        """How the game ended, for a viewer: who won and why, by how much, and how the viewer did."""
        return [] if self.outcome is None else result(self.game, self.outcome, self.resigned, viewer)

    def names(self, viewer: int | None) -> Names:
        """What everybody is called, to a viewer; before the game has begun seats are numbers."""
        if not self._seat_words and self._state is not None:
            self._seat_words = self.game.seat_words(self._state.view(None), self.record.seats)
        return Names(self.seating.names, viewer, self._seat_words)

    def opened(self, seat: int) -> int | None:
        """The line after which this seat's decision opened, None if it has none to make."""
        return self._opened.get(seat)

    def time_left(self, seat: int, now: float) -> float | None:
        """How many seconds of thinking this seat has left, None without a clock."""
        if self.clocks is None:
            return None
        thinks = seat in self.to_act and seat not in self.stand_ins
        return self.clocks.left_to(seat, now if thinks else None)

    def play(self, seat: int, move: Move | str, line: int | None = None, now: float | None = None) -> list[Event]:
        """Play for a seat, go on to the next decision, and tell all that happened.

        `line` is what `opened` said when the move was chosen: if the table has moved on, the move is stale.
        """
        state = self.state
        if isinstance(move, str):
            move = self.game.parse_move(move)
        opened = self._opened.get(seat)
        if line is not None and line != opened:
            if opened is None:
                raise StaleMove("move.closed", seat=seat)
            raise StaleMove("move.stale", line=line, opened=opened)
        if self.outcome is not None:
            raise IllegalMove("move.over", move=str(move))
        if self.clocks is not None and now is not None:
            left = self.time_left(seat, now)
            if left is not None and left <= 0 and seat not in self.stand_ins:
                raise IllegalMove("table.late", seat=seat)
        state.check(seat, move)
        return self._enact(self._append(now, seat=seat, play=str(move)), now, move) + self._go_on(now)

    def resign(self, seat: int, now: float | None = None) -> list[Event]:
        """Give up: a bot plays on without a share in the win, or with two seats the game is over."""
        self._check_present(seat)
        return self._befall(now, seat=seat, resign=True)

    @property
    def may_end(self) -> bool:
        """Whether anybody who sits here may end the game: as long as no person has moved, and it is not over."""
        for step in self.steps.standing:
            if step.seat not in self.seating.bots and not step.forced:
                return False
        return self.outcome is None

    def end(self, seat: int, now: float | None = None) -> list[Event]:
        """End a game in which no person has moved yet: nobody wins."""
        self._check_going()
        if not self.may_end:
            raise IllegalMove("table.begun")
        if self.seating.waiting:
            self.arrange(self.seating.changed(waiting=False))
        return self._befall(now, seat=seat, end=True)

    def flag(self, seat: int, now: float) -> list[Event]:
        """Resign for a seat whose time has run out."""
        left = self.time_left(seat, now)
        if left is None or left > 0:
            return []
        return self._befall(now, seat=seat, clock=0)

    def take_over(self, seat: int, bot: str, now: float | None = None) -> list[Event]:
        """Let a bot play for a seat whose person has left, or whose own bot has failed."""
        if seat not in self.seating.bots or seat in self.away or self.outcome is not None:
            self._check_present(seat)
        return self._befall(now, seat=seat, takeover=bot)

    def give_back(self, seat: int, now: float | None = None) -> list[Event]:
        """Let the person of a seat play again."""
        if seat not in self.away:
            raise IllegalMove("table.not-away", seat=seat)
        if self.clocks is not None and now is not None:
            self.clocks = self.clocks.running_since({seat: now})
        return self._befall(now, seat=seat, **{"return": True})

    def undo(self, seat: int, now: float | None = None) -> list[Event]:
        """Take back this seat's last move, at once or when those have agreed whom `asked` names then."""
        if self.outcome is not None:
            raise IllegalMove("undo.over")
        if seat in self.resigned:
            raise IllegalMove("table.gone", seat=seat)
        people = {other for other in range(self.record.seats) if other != seat}
        undo = self.steps.undo(seat, people - self.stand_ins, self.state.to_act)
        if undo is None:
            raise IllegalMove("undo.nothing", seat=seat)
        asked = self._question()
        if undo.must_agree and asked is not None and asked.what != "undo":
            raise IllegalMove("table.asked", seat=asked.seat)
        return self._do_or_ask(undo, now)

    @property
    def asked(self) -> tuple[Any, ...] | None:
        """Who asks to take a move back, and who must still agree; or with what else is asked, and of which seat."""
        asked = self._question()
        if asked is None or self.outcome is not None:
            return None
        question = asked.seat, sorted(asked.must_agree)
        return question if asked.what == "undo" else (*question, asked.what, asked.at)

    def _question(self) -> Question | None:
        """What is asked, if that still stands: whoever plays does not agree to take a move back."""
        asked = self.seating.asked
        if asked is not None and asked.what == "undo" and len(self.record.lines) > asked.line:
            return None
        return asked

    def _ask(self, question: Question | None) -> None:
        if question is not None or self.seating.asked is not None:
            self.seating = self.seating.changed(asked=question)

    def agree(self, seat: int, now: float | None = None) -> list[Event]:
        """Agree to what somebody asked: when the last one does, it is done."""
        asked = self._question()
        if asked is None or self.outcome is not None:
            raise IllegalMove("undo.nothing", seat=seat)
        return self._do_or_ask(asked.without([seat], seat in asked.must_agree), now)

    def disagree(self, seat: int) -> list[Event]:
        """Let all stay as it is."""
        asked = self._question()
        if asked is None or seat not in asked.must_agree:
            raise IllegalMove("undo.nothing", seat=seat)
        self._ask(None)
        return []

    def rematch(self) -> Data:
        """The options of the same game played again."""
        outcome = self.outcome
        if outcome is None:
            raise IllegalMove("table.rematch-early")
        return self.game.rematch(self.record.options, outcome, self.deal.mixed(self.seed).rng("rematch"))

    def follow(self, lines: Sequence[Data], seating: Seating | None = None, now: float | None = None) -> list[Event]:
        """Take in what somebody else has stored: lines of the record, and who sits where.

        Lines that this table wrote itself and did not get stored give way to those of the same number.
        """
        if seating is not None:
            self.arrange(seating)
        own = self.record.lines
        new = list(dropwhile(lambda line: line["line"] <= len(own) and own[line["line"] - 1] == line, lines))
        if new and new[0]["line"] <= len(own):
            del own[new[0]["line"] - 1 :]
            self._restore(now)
        events: list[Event] = []
        at: float | None = None
        for line in new:
            if (number := len(own) + 1) != line["line"]:
                problem = Message("record.number", found=str(line["line"]), line=number)
                raise BadRecord("record.line", line=number, problem=problem)
            own.append(line)
            at = line.get("at", at)
            if "play" in line or "chance" in line:
                events += self._enact(line, at)
                continue
            if is_of_the_deal(line):
                self.deal.take(line)
            self._note(line)
            if "undo" in line:
                self._rebuild(at)
            events += told(line)
        return events

    def _check_going(self) -> None:
        if self.outcome is not None:
            raise IllegalMove("table.over")

    def _check_present(self, seat: int) -> None:
        self._check_going()
        if seat in self.resigned:
            raise IllegalMove("table.gone", seat=seat)
        if self._state is None:
            raise NotYet("table.waiting")
        if seat not in self.seating.seats("human") or seat in self.away:
            raise IllegalMove("table.nobody", seat=seat)

    def _befall(self, now: float | None, **fields: Any) -> list[Event]:
        asked = self._question()
        line = self._append(now, **fields)
        self._note(line)
        return told(line) + self._go_on(now) + self._ask_again(asked, now)

    def _ask_again(self, asked: Question | None, now: float | None) -> list[Event]:
        """See whether a question still stands, and whether all have agreed who are still here."""
        if asked is None:
            return []
        self._ask(None)
        if asked.seat in self.stand_ins or self.outcome is not None:
            return []
        if asked.what == "open" and not self.away.keys().isdisjoint(asked.must_agree):
            return []
        left = asked.without(self.stand_ins)
        if left.what != "undo" and not left.must_agree and not left.agreed:
            # Whoever leaves has not agreed.
            return []
        return self._do_or_ask(left, now)

    def _do_or_ask(self, question: Question, now: float | None) -> list[Event]:
        if question.must_agree:
            self._ask(replace(question, line=len(self.record.lines)))
            return []
        self._ask(None)
        if question.what != "undo":
            return self._reseat(question, now)
        last = question.at if question.alone else len(self.record.lines)
        line = self._append(now, seat=question.seat, undo=[question.at, last])
        self._note(line)
        self._rebuild(now)
        return told(line)

    def _reseat(self, question: Question, now: float | None) -> list[Event]:
        seat = question.at
        if question.what == "open":
            return self.arrange(self.seating.open_seat(seat)) + self.recall(seat)
        events: list[Event] = []
        seats = self.seating.held_with(seat)
        for other in seats:
            if other not in self.stand_ins:
                events += self._befall(now, seat=other, takeover=question.bot)
        return events + self.arrange(self.seating.remove(seats, question.bot))

    def _others(self, seat: int) -> list[int]:
        """The people who are at the table beside this one, each by the first of their seats."""
        own, here = self.seating.held_with(seat), self.seating.seats("human")
        others = [other for other in here if other not in own and other not in self.stand_ins]
        return [
            other for other in others if self.seating.chairs[other].came and self.seating.held_with(other)[0] == other
        ]

    def _note(self, line: Data) -> None:
        """Keep in mind what a line says beside the moves of the game."""
        seat = line.get("seat", CHANCE)
        if "left" in line and self.clocks is not None:
            left = line["left"]
            self.clocks = self.clocks.stopped(dict(enumerate(left)) if isinstance(left, list) else {seat: left})
        if "resign" in line or "clock" in line:
            self.resigned.add(seat)
            self.away.pop(seat, None)
        elif "end" in line:
            self.ended = seat
        elif "takeover" in line:
            self.away[seat] = line["takeover"]
        elif "return" in line:
            self.away.pop(seat, None)

    def _append(self, now: float | None, **fields: Any) -> Data:
        """Write a line, with the time and what it leaves on the clocks that it touches."""
        if now is not None:
            fields["at"] = round(now, 3)
            if self.clocks is not None:
                seat = fields["seat"]
                if "undo" in fields:
                    first, last = fields["undo"]
                    taken = [line for line in self.record.standing() if first <= line["line"] <= last]
                    left = [self.time_left(other, now) or 0.0 for other in range(self.record.seats)]
                    fields["left"] = [round(time, 3) for time in self.clocks.after_undo(left, taken)]
                elif ("play" in fields or "takeover" in fields) and seat not in self.stand_ins:
                    more = self.clocks.clock.increment if "play" in fields else 0.0
                    fields["left"] = round((self.time_left(seat, now) or 0.0) + more, 3)
        return self.record.append(**fields)

    def _enact(
        self, line: Data, now: float | None, move: Move | None = None, forced: bool | None = None
    ) -> list[Event]:
        """Play a line of the record, and keep track of steps and open decisions.

        Without a `move`, which is known to be legal, the line is read and checked.
        """
        state = self.state
        before = state.to_act
        seat = line.get("seat", CHANCE)
        if seat != CHANCE:
            self.steps.add(seat, line["line"], before, is_forced(state, seat) if forced is None else forced)
        events = self.record.play(state, line) if move is None else state.enact(seat, move)
        self._note(line)
        # Lists, here and below: compiled, a generator costs more than all that it goes through.
        if seat == CHANCE or [event for event in events if event.seats is not None]:
            self.steps.reveal()
        if state.to_act == tuple([other for other in before if other != seat]) != ():
            # Another's sealed choice does not touch the decisions of those who still choose.
            del self._opened[seat]
        else:
            self.steps.unseal()
            number: int = line["line"]
            self._opened = dict.fromkeys(state.to_act, number)
            self._run_clocks(now)
        return events

    def _go_on(self, now: float | None) -> list[Event]:
        """Play chance and forced moves up to the next decision, and close the record when the game is over."""
        events: list[Event] = []
        while to_act := self.to_act:
            if to_act == (CHANCE,):
                move = self.deal.mixed(self.seed).draw(len(self.record.lines) + 1, self.state.chance())
                events += self._enact(self.record.append(chance=str(move)), now, move)
                continue
            forced = [seat for seat in to_act if is_forced(self.state, seat)]
            if not forced:
                return events
            only = self.state.legal_moves(forced[0])[0]
            events += self._enact(self._append(now, seat=forced[0], play=str(only)), now, only, forced=True)
        if self.record.seed is None:
            self.record.append(seed=self.seed.secret)
        return events

    def _run_clocks(self, now: float | None) -> None:
        """Let the clocks of all who are to act run from now on, if everybody has come."""
        if self.clocks is not None:
            self.clocks = self.clocks.running(self.state.to_act, None if self.seating.started is None else now)

    def _restore(self, now: float | None) -> None:
        """All that the lines of the record have led to; with a time, clocks run since the decisions opened."""
        self.resigned = set()
        self.away = {}
        self.ended = None
        self.deal = deal_of(self.record.lines)
        if self.seating.waiting:
            return
        if self.clocks is not None:
            self.clocks = Clocks(self.clocks.clock, {}, {})
        for line in self.record.lines:
            self._note(line)
        self._rebuild(now)
        if self.clocks is not None and now is not None:
            began = began_to_think(self.record.lines, self._opened, self.seating.started or 0.0)
            # Nobody is given time by a line of another time than this, as of a server whose clock was wrong.
            self.clocks = self.clocks.running_since({seat: min(time, now) for seat, time in began.items()})

    def _rebuild(self, now: float | None) -> None:
        """The state and the steps as the standing lines leave them."""
        self._state = self.record.new()
        self.steps = Steps()
        self._opened = dict.fromkeys(self._state.to_act, 0)
        clocks = self.clocks
        for line in self.record.standing():
            self._enact(line, now)
        # What the lines said last about the clocks holds, not what they said on the way.
        self.clocks = clocks
        self._run_clocks(now)
        # Whatever was chosen before a move was taken back is stale.
        undone = max((line["line"] for line in self.record.lines if "undo" in line), default=0)
        self._opened = {seat: max(line, undone) for seat, line in self._opened.items()}


def is_forced(state: State, seat: int) -> bool:
    """Whether everybody can tell that this seat has only one move: a table makes it, and gives nothing away."""
    return len(state.legal_moves(seat)) == 1 and state.choice_is_public(seat)
