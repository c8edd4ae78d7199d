"""The rules of Pizza Theory: what a position is and how moves change it (PT 2 to 6).

Colours are 0 red, 1 green, 2 white. With three seats a seat is its colour; with two, the third colour is
unselected and has no seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import nth
from parlor.core.game import Game
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import count, i64
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE, NOBODY, TOGETHER
from parlor.core.state import State
from parlor.core.words import Message
from parlor.games.pizza_theory.box import COLOURS, CUTS, LEFT, PIZZA, START, TOPPINGS, TOUCHING
from parlor.games.pizza_theory.rules.moves import (
    ADD,
    CUT,
    CUT_MOVES,
    PASS,
    PASS_MOVE,
    PUT,
    ROLLS,
    STARTS,
    PizzaMove,
    Places,
)

if TYPE_CHECKING:
    from parlor.core.chance import Rng

PHASES: Final = ("start", "add", "roll", "put", "cut", "over")
IN_START: Final = 0
IN_ADD: Final = 1
IN_ROLL: Final = 2
IN_PUT: Final = 3
IN_CUT: Final = 4
IN_OVER: Final = 5

ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
# The seats in a set of seats.
SEATS: Final[list[tuple[int, ...]]] = [(), (0,), (1,), (0, 1), (2,), (0, 2), (1, 2), (0, 1, 2)]
PASSING: Final = MoveList([PASS_MOVE])
CUTTING: Final = MoveList([*CUT_MOVES])


def neighbours(spaces: i64) -> i64:
    """Every space next to one of these (PT 1.2)."""
    around = (spaces << 1) | (spaces >> 1) | (spaces << 8) | (spaces >> 8) | (spaces << 9) | (spaces >> 9)
    return around & PIZZA


def open_spaces(own: i64, others: i64) -> i64:
    """Where a colour may add (PT 3.1): empty, and not next to a topping of its own; nowhere once all are out."""
    if count(own) >= TOPPINGS:
        return 0
    return PIZZA & ~(own | others | neighbours(own))


def crowded(toppings: i64, x: i64, y: i64, z: i64) -> bool:
    """Whether some slice holds two or more of these toppings, which exposes all of them (PT 4.6)."""
    left = toppings & x
    right = toppings ^ left
    a = left & y
    c = left ^ a
    e = right & y
    g = right ^ e
    b = a & z
    d = c & z
    f = e & z
    h = g & z
    a ^= b
    c ^= d
    e ^= f
    g ^= h
    # A set without its lowest member is empty unless it has several.
    more = (a & (a - 1)) | (b & (b - 1)) | (c & (c - 1)) | (d & (d - 1))
    return (more | (e & (e - 1)) | (f & (f - 1)) | (g & (g - 1)) | (h & (h - 1))) != 0


def replace(red: i64, green: i64, white: i64, x: i64, y: i64, z: i64) -> tuple[i64, i64, i64]:
    """The three colours after the cutters, each given by the spaces to its left, have fallen (PT 4)."""
    nothing: i64 = 0
    # What of each colour may be taken from it: all of it, or nothing if the colour is safe.
    red_at_risk = red if crowded(red, x, y, z) else nothing
    green_at_risk = green if crowded(green, x, y, z) else nothing
    white_at_risk = white if crowded(white, x, y, z) else nothing
    at_risk = red_at_risk | green_at_risk | white_at_risk
    new_red = red
    new_green = green
    new_white = white
    index: i64 = 0
    while index < 8:
        slice = PIZZA & (x if (index & 1) != 0 else ~x) & (y if (index & 2) != 0 else ~y)
        slice = slice & (z if (index & 4) != 0 else ~z)
        index += 1
        if (slice & at_risk) == 0:
            continue
        reds = count(red & slice)
        greens = count(green & slice)
        whites = count(white & slice)
        if reds > greens and reds > whites:
            lost = (green_at_risk | white_at_risk) & slice
            new_red = new_red | lost
            new_green = new_green & ~lost
            new_white = new_white & ~lost
        elif greens > reds and greens > whites:
            lost = (red_at_risk | white_at_risk) & slice
            new_green = new_green | lost
            new_red = new_red & ~lost
            new_white = new_white & ~lost
        elif whites > reds and whites > greens:
            lost = (red_at_risk | green_at_risk) & slice
            new_white = new_white | lost
            new_red = new_red & ~lost
            new_green = new_green & ~lost
        elif reds == greens:
            # PT 4.4; with three tied, nothing is at stake for the third colour (PT 4.5).
            if reds > whites:
                new_white = new_white & ~(white_at_risk & slice)
        elif reds == whites:
            new_green = new_green & ~(green_at_risk & slice)
        else:
            new_red = new_red & ~(red_at_risk & slice)
    return new_red, new_green, new_white


class PizzaState(State):
    """A position of Pizza Theory. Picks are 0 until made; the unselected colour's pick is its rolled cut."""

    def __init__(self, game: Game, seats: int, edition: str, round_limit: int, unselected: int) -> None:
        super().__init__(game, seats)
        self.edition = edition
        self.round_limit: i64 = round_limit
        self.unselected: i64 = unselected if seats == 2 else -1
        self.red: i64 = 0
        self.green: i64 = 0
        self.white: i64 = 0
        self.red_pick: i64 = 0
        self.green_pick: i64 = 0
        self.white_pick: i64 = 0
        self.first: i64 = -1
        self.leader: i64 = -1
        self.turn: i64 = -1
        self.round: i64 = 1
        self.phase: i64 = IN_START

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

    def toppings(self, colour: i64) -> i64:
        """The spaces that hold this colour."""
        if colour == 0:
            return self.red
        return self.green if colour == 1 else self.white

    def pick(self, colour: i64) -> i64:
        """The cut that this colour has picked, 0 if none."""
        if colour == 0:
            return self.red_pick
        return self.green_pick if colour == 1 else self.white_pick

    def set_pick(self, colour: i64, cut: i64) -> None:
        """Seal a cut, or unmake it with 0."""
        if colour == 0:
            self.red_pick = cut
        elif colour == 1:
            self.green_pick = cut
        else:
            self.white_pick = cut

    def colour_of(self, seat: i64) -> i64:
        """The colour of a seat (PT 6.1)."""
        if self.unselected < 0 or seat < self.unselected:
            return seat
        return seat + 1

    def seat_of(self, colour: i64) -> i64:
        """The seat of a colour that is not the unselected one."""
        if self.unselected < 0 or colour < self.unselected:
            return colour
        return colour - 1

    def station_of(self, colour: i64) -> i64:
        """The station that a colour faces: 0 for 1st, 1 for 2nd, 2 for 3rd."""
        return (colour - self.first + 3) % 3

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act now."""
        phase = self.phase
        if phase == IN_ADD or phase == IN_PUT:
            return SEATS[(1, 2, 4)[self.seat_of(self.turn)]]
        if phase == IN_CUT:
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
        if phase == IN_OVER:
            return ()
        return ONLY_CHANCE

    @property
    def actor(self) -> i64:
        """The same as one number; between sealed cuts several or one are left."""
        phase = self.phase
        if phase == IN_ADD or phase == IN_PUT:
            return self.seat_of(self.turn)
        if phase == IN_CUT:
            to_act = self.to_act
            return TOGETHER if len(to_act) > 1 else to_act[0]
        return NOBODY if phase == IN_OVER else CHANCE

    def open_to_turn(self) -> i64:
        """Where the topping of this turn may go: an own one, or the unselected colour's (PT 6.2)."""
        if self.phase == IN_PUT:
            if count(self.toppings(self.unselected)) >= TOPPINGS:
                return 0
            beside: i64 = TOUCHING[self.station_of(self.unselected) * 7 + self.pick(self.unselected)]
            return beside & ~(self.red | self.green | self.white)
        own = self.toppings(self.turn)
        return open_spaces(own, self.red | self.green | self.white)

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if phase == IN_ADD or phase == IN_PUT:
            if seat != self.seat_of(self.turn):
                return NO_MOVES
            spaces = self.open_to_turn()
            if spaces == 0:
                return PASSING
            return Places(PUT if phase == IN_PUT else ADD, spaces)
        if phase == IN_CUT and 0 <= seat < self.seats and self.pick(self.colour_of(seat)) == 0:
            return CUTTING
        return NO_MOVES

    def chance(self) -> list[tuple[Move, int]]:
        """Who starts, or the roll of the unselected die."""
        if self.phase == IN_START:
            return [(STARTS[self.colour_of(seat)], 1) for seat in range(self.seats)]
        if self.phase == IN_ROLL:
            return [(move, 1) for move in ROLLS]
        return []

    def draw_chance(self, rng: Rng) -> Move:
        """One of them, all alike."""
        if self.phase == IN_START:
            return STARTS[self.colour_of(rng.below(self.seats))]
        return ROLLS[rng.below(CUTS)]

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, PizzaMove)
        kind = move.kind
        if kind == CUT:
            self.set_pick(self.colour_of(seat), move.value)
            if self.red_pick != 0 and self.green_pick != 0 and self.white_pick != 0:
                self.finish_round()
        elif self.phase == IN_ADD:
            self.add(move.value)
        elif self.phase == IN_PUT:
            if kind != PASS:
                self.place(self.unselected, move.value)
            self.phase = IN_CUT
            self.turn = -1
        elif self.phase == IN_ROLL:
            self.set_pick(self.unselected, move.value)
            self.phase = IN_PUT
            self.turn = self.leader
        else:
            self.begin(move.value)

    def begin(self, colour: i64) -> None:
        """Set up with this colour at station 1st (PT 2, 6.1)."""
        self.first = colour
        self.leader = colour
        self.turn = colour
        self.red = START[self.station_of(0)]
        self.green = START[self.station_of(1)]
        self.white = START[self.station_of(2)]
        self.phase = IN_ADD

    def place(self, colour: i64, space: i64) -> None:
        """Put a topping of a colour on the pizza."""
        if colour == 0:
            self.red |= space
        elif colour == 1:
            self.green |= space
        else:
            self.white |= space

    def add(self, space: i64) -> None:
        """Add for the seat whose turn it is, nothing for a pass, and go on (PT 3.1, 6.2)."""
        self.place(self.turn, space)
        if self.unselected < 0:
            self.turn = (self.turn + 1) % 3
            if self.turn == self.first:
                self.phase = IN_CUT
                self.turn = -1
        else:
            self.turn = 3 - self.unselected - self.turn
            if self.turn == self.leader:
                self.phase = IN_ROLL
                self.turn = -1

    def cut_left(self, colour: i64) -> i64:
        """The spaces left of a colour's cutter."""
        return LEFT[self.station_of(colour) * 7 + self.pick(colour)]

    def finish_round(self) -> None:
        """Replace toppings, then end the game or turn the board (PT 3.3, 3.4, 5)."""
        self.red, self.green, self.white = replace(
            self.red, self.green, self.white, self.cut_left(0), self.cut_left(1), self.cut_left(2)
        )
        self.red_pick = 0
        self.green_pick = 0
        self.white_pick = 0
        if (
            count(self.red) >= TOPPINGS
            or count(self.green) >= TOPPINGS
            or count(self.white) >= TOPPINGS
            or self.round == self.round_limit
        ):
            self.phase = IN_OVER
            return
        self.round += 1
        self.phase = IN_ADD
        self.first = (self.first + 1) % 3
        if self.unselected < 0:
            self.turn = self.first
        else:
            self.leader = 3 - self.unselected - self.leader
            self.turn = self.leader

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (PT 5, 6.3)."""
        if self.phase != IN_OVER:
            return None
        scores = [count(self.toppings(self.colour_of(seat))) for seat in range(self.seats)]
        if self.unselected >= 0 and count(self.toppings(self.unselected)) >= TOPPINGS:
            return Outcome([], scores, Message("pizza-theory.outcome.unselected", colour=COLOURS[self.unselected]))
        best = max(scores)
        if best < TOPPINGS:
            return Outcome([], scores, Message("pizza-theory.outcome.round-limit", round=self.round))
        least = TOPPINGS if self.edition == "fr" else best
        winners = [seat for seat in range(self.seats) if scores[seat] >= least]
        colours = [COLOURS[self.colour_of(seat)] for seat in winners]
        return Outcome(winners, scores, Message("pizza-theory.outcome.toppings", colours=colours))

    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over (PT 5, 6.3)."""
        shares = [0.0] * self.seats
        if self.unselected >= 0 and count(self.toppings(self.unselected)) >= TOPPINGS:
            return shares
        best: i64 = TOPPINGS
        seat: i64 = 0
        while seat < self.seats and self.edition != "fr":
            best = max(best, count(self.toppings(self.colour_of(seat))))
            seat += 1
        winners: i64 = 0
        seat = 0
        while seat < self.seats:
            if count(self.toppings(self.colour_of(seat))) >= best:
                winners += 1
            seat += 1
        seat = 0
        while seat < self.seats:
            if count(self.toppings(self.colour_of(seat))) >= best:
                shares[seat] = 1.0 / float(winners)
            seat += 1
        return shares

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move, for sealed cuts are all revealed at once."""
        return move.code

    def secret(self, seat: int) -> int:
        """Nobody knows more than the others."""
        return 0

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place, without naming a move."""
        while self.phase != IN_OVER:
            if self.phase == IN_ADD:
                spaces = self.open_to_turn()
                self.add(nth(spaces, rng.below(count(spaces))) if spaces != 0 else spaces)
            elif self.phase == IN_CUT:
                if self.red_pick == 0:
                    self.red_pick = rng.below(6) + 1
                if self.green_pick == 0:
                    self.green_pick = rng.below(6) + 1
                if self.white_pick == 0:
                    self.white_pick = rng.below(6) + 1
                self.finish_round()
            elif self.phase == IN_PUT:
                spaces = self.open_to_turn()
                if spaces != 0:
                    self.place(self.unselected, nth(spaces, rng.below(count(spaces))))
                self.phase = IN_CUT
                self.turn = -1
            elif self.phase == IN_ROLL:
                self.set_pick(self.unselected, rng.below(6) + 1)
                self.phase = IN_PUT
                self.turn = self.leader
            else:
                self.begin(self.colour_of(rng.below(self.seats)))
