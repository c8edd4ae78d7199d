"""A position of Pizza Theory under its rules: who acts, what they may do, and how it ended (PT 3 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import nth
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import count, i64
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE, NOBODY, TOGETHER
from parlor.core.words import Message
from parlor.games.pizza_theory.box import COLOURS, CUTS, TOPPINGS
from parlor.games.pizza_theory.rules.cutting import open_spaces, touching
from parlor.games.pizza_theory.rules.moves import CUT_MOVES, PASS_MOVE, ROLLS, STARTS, Kind, PizzaMove, Places
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.scoring import has_won, share, winners
from parlor.games.pizza_theory.rules.turn import Turn

if TYPE_CHECKING:
    from parlor.core.chance import Rng

ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
# The seats in a set of seats.
SEATS: Final[list[tuple[int, ...]]] = [(), (0,), (1,), (0, 1), (2,), (0, 2), (1, 2), (0, 1, 2)]
PASSING: Final = MoveList([PASS_MOVE])
CUTTING: Final = MoveList([*CUT_MOVES])


class PizzaState(Turn):
    """A position of Pizza Theory."""

    def copy(self) -> PizzaState:
        """An independent position like this one."""
        new = PizzaState(self.game, self.seats, self.edition, self.round_limit, self.unselected)
        new.red = self.red
        new.green = self.green
        new.white = self.white
        new.red_pick = self.red_pick
        new.green_pick = self.green_pick
        new.white_pick = self.white_pick
        new.first = self.first
        new.leader = self.leader
        new.turn = self.turn
        new.round = self.round
        new.phase = self.phase
        return new

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act now."""
        phase = self.phase
        if phase == Phase.ADD or phase == Phase.PUT:
            return SEATS[(1, 2, 4)[self.seat_of(self.turn)]]
        if phase == Phase.CUT:
            seats: i64 = 0
            if self.red_pick == 0:
                seats |= 1
            if self.green_pick == 0:
                seats |= 2
            if self.white_pick == 0:
                seats |= 4
            # The unselected colour has its pick already, so taking its place out closes the gap.
            if self.unselected == 0:
                seats = seats >> 1
            elif self.unselected == 1:
                seats = (seats & 1) | (seats >> 1)
            return SEATS[seats]
        if phase == Phase.OVER:
            return ()
        return ONLY_CHANCE

    @property
    def actor(self) -> i64:
        """The same as one number; between sealed cuts several or one are left."""
        phase = self.phase
        if phase == Phase.ADD or phase == Phase.PUT:
            return self.seat_of(self.turn)
        if phase == Phase.CUT:
            to_act = self.to_act
            return TOGETHER if len(to_act) > 1 else to_act[0]
        return NOBODY if phase == Phase.OVER else CHANCE

    def open_to_turn(self) -> i64:
        """Where the topping of this turn may go: an own one (PT 3.1), or the unselected colour's (PT 6.2)."""
        lying = self.red | self.green | self.white
        if self.phase != Phase.PUT:
            return open_spaces(self.toppings(self.turn), lying)
        if count(self.toppings(self.unselected)) >= TOPPINGS:
            return 0
        return touching(self.station_of(self.unselected), self.pick(self.unselected)) & ~lying

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if phase == Phase.ADD or phase == Phase.PUT:
            if seat != self.seat_of(self.turn):
                return NO_MOVES
            spaces = self.open_to_turn()
            if spaces == 0:
                return PASSING
            return Places(Kind.PUT if phase == Phase.PUT else Kind.ADD, spaces)
        if phase == Phase.CUT and 0 <= seat < self.seats and self.pick(self.colour_of(seat)) == 0:
            return CUTTING
        return NO_MOVES

    def chance(self) -> list[tuple[Move, int]]:
        """Who starts, or the roll of the unselected die."""
        if self.phase == Phase.START:
            return [(STARTS[self.colour_of(seat)], 1) for seat in range(self.seats)]
        if self.phase == Phase.ROLL:
            return [(move, 1) for move in ROLLS]
        return []

    def draw_chance(self, rng: Rng) -> Move:
        """One of them, all alike."""
        if self.phase == Phase.START:
            return STARTS[self.colour_of(rng.below(self.seats))]
        return ROLLS[rng.below(CUTS)]

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, PizzaMove)
        phase = self.phase
        # A pass has the value 0, which is no space.
        if phase == Phase.CUT:
            self.seal(self.colour_of(seat), move.value)
        elif phase == Phase.ADD:
            self.add(move.value)
        elif phase == Phase.PUT:
            self.put(move.value)
        elif phase == Phase.ROLL:
            self.roll(move.value)
        else:
            self.begin(move.value)

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place, without naming a move."""
        while self.phase != Phase.OVER:
            phase = self.phase
            if phase == Phase.ADD or phase == Phase.PUT:
                spaces = self.open_to_turn()
                space = nth(spaces, rng.below(count(spaces))) if spaces != 0 else spaces
                if phase == Phase.ADD:
                    self.add(space)
                else:
                    self.put(space)
            elif phase == Phase.CUT:
                self.seal(self.first_to_cut(), rng.below(CUTS) + 1)
            elif phase == Phase.ROLL:
                self.roll(rng.below(CUTS) + 1)
            else:
                self.begin(self.colour_of(rng.below(self.seats)))

    def first_to_cut(self) -> i64:
        """The first colour that has yet to pick its cut."""
        if self.red_pick == 0:
            return 0
        return 1 if self.green_pick == 0 else 2

    def winners(self) -> i64:
        """The colours that win if the game ends so, as a set (PT 5, 6.3)."""
        return winners(count(self.red), count(self.green), count(self.white), self.unselected, self.edition)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (PT 5, 6.3)."""
        if self.phase != Phase.OVER:
            return None
        scores = [count(self.toppings(self.colour_of(seat))) for seat in range(self.seats)]
        won = self.winners()
        seats = [seat for seat in range(self.seats) if has_won(won, self.colour_of(seat))]
        if seats:
            reason = self.victory(seats, scores)
        elif self.unselected >= 0 and count(self.toppings(self.unselected)) >= TOPPINGS:
            reason = Message("pizza-theory.outcome.unselected", colour=COLOURS[self.unselected])
        else:
            reason = Message("pizza-theory.outcome.round-limit", round=self.round)
        return Outcome(seats, scores, reason)

    def victory(self, winners: list[int], scores: list[int]) -> Message:
        """Why these seats won: with sixteen, or with more than another that has sixteen too (PT 5.2)."""
        colours = [COLOURS[self.colour_of(seat)] for seat in range(self.seats)]
        for seat in range(self.seats):
            if scores[seat] >= TOPPINGS and seat not in winners:
                won = winners[0]
                return Message(
                    "pizza-theory.outcome.most",
                    colour=colours[won],
                    toppings=scores[won],
                    other=colours[seat],
                    fewer=scores[seat],
                )
        return Message("pizza-theory.outcome.toppings", colours=[colours[seat] for seat in winners])

    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over (PT 5, 6.3)."""
        won = self.winners()
        return [share(won, self.colour_of(seat)) for seat in range(self.seats)]

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move, for sealed cuts are all revealed at once."""
        return move.code

    def secret(self, seat: int) -> int:
        """Nobody knows more than the others."""
        return 0
