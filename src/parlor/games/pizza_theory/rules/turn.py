"""What lies on the pizza, and what a move causes (PT 2 to 6): each step of a round once, for moves and playouts.

Colours are 0 red, 1 green, 2 white. With three seats a seat is its colour; with two, the third colour is
unselected and has no seat.
"""

from __future__ import annotations

from parlor.core.game import Game
from parlor.core.native import count, i64
from parlor.core.state import State
from parlor.games.pizza_theory.box import START
from parlor.games.pizza_theory.rules.cutting import left_of, replace
from parlor.games.pizza_theory.rules.phases import Phase
from parlor.games.pizza_theory.rules.scoring import ends


def colour_of(seat: i64, unselected: i64) -> i64:
    """The colour of a seat (PT 6.1); `unselected` is -1 with three seats."""
    return seat if unselected < 0 or seat < unselected else seat + 1


def station_of(colour: i64, first: i64) -> i64:
    """The station that a colour faces while `first` faces station 1st: 0 for 1st, 1 for 2nd, 2 for 3rd (PT 1.4)."""
    return (colour - first + 3) % 3


class Turn(State):
    """What lies where, and how a round goes. Picks are 0 until made; the unselected colour's is its rolled cut."""

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
        self.phase: i64 = Phase.START

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
        """The colour of a seat."""
        return colour_of(seat, self.unselected)

    def seat_of(self, colour: i64) -> i64:
        """The seat of a colour that is not the unselected one."""
        if self.unselected < 0 or colour < self.unselected:
            return colour
        return colour - 1

    def station_of(self, colour: i64) -> i64:
        """The station that a colour faces."""
        return station_of(colour, self.first)

    def cut_left(self, colour: i64) -> i64:
        """The spaces left of a colour's cutter."""
        return left_of(self.station_of(colour), self.pick(colour))

    def begin(self, colour: i64) -> None:
        """Set up with this colour at station 1st (PT 2, 6.1)."""
        self.first = colour
        self.leader = colour
        self.turn = colour
        self.red = START[self.station_of(0)]
        self.green = START[self.station_of(1)]
        self.white = START[self.station_of(2)]
        self.phase = Phase.ADD

    def place(self, colour: i64, space: i64) -> None:
        """Lay a topping of a colour on the pizza, nothing where there is no space."""
        if colour == 0:
            self.red |= space
        elif colour == 1:
            self.green |= space
        else:
            self.white |= space

    def add(self, space: i64) -> None:
        """Add for the seat whose turn it is, nothing for a pass; after the last one adds comes the roll or the cut."""
        self.place(self.turn, space)
        if self.unselected < 0:
            self.turn = (self.turn + 1) % 3
            if self.turn == self.first:
                self.phase = Phase.CUT
                self.turn = -1
        else:
            self.turn = self.other_side(self.turn)
            if self.turn == self.leader:
                self.phase = Phase.ROLL
                self.turn = -1

    def roll(self, cut: i64) -> None:
        """Lay the unselected cutter; the first player is to put a topping beside it (PT 6.2)."""
        self.set_pick(self.unselected, cut)
        self.phase = Phase.PUT
        self.turn = self.leader

    def put(self, space: i64) -> None:
        """Put the unselected topping, nothing for a pass, after which both cut (PT 6.2)."""
        self.place(self.unselected, space)
        self.phase = Phase.CUT
        self.turn = -1

    def seal(self, colour: i64, cut: i64) -> None:
        """Pick a cut in secret; the last pick ends the round (PT 3.2)."""
        self.set_pick(colour, cut)
        if self.red_pick != 0 and self.green_pick != 0 and self.white_pick != 0:
            self.finish_round()

    def finish_round(self) -> None:
        """Replace toppings, then end the game or turn the board (PT 3.3, 3.4, 5)."""
        self.red, self.green, self.white = replace(
            self.red, self.green, self.white, self.cut_left(0), self.cut_left(1), self.cut_left(2)
        )
        self.red_pick = 0
        self.green_pick = 0
        self.white_pick = 0
        if ends(count(self.red), count(self.green), count(self.white), self.round, self.round_limit):
            self.phase = Phase.OVER
            return
        self.round += 1
        self.phase = Phase.ADD
        self.first = (self.first + 1) % 3
        if self.unselected < 0:
            self.turn = self.first
        else:
            self.leader = self.other_side(self.leader)
            self.turn = self.leader

    def other_side(self, colour: i64) -> i64:
        """The other of two players' colours."""
        return 3 - self.unselected - colour
