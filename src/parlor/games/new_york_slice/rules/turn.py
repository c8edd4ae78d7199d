"""The rules of New York Slice: how moves change a position (NYS 2 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.bits import bit, lowest, nth
from parlor.core.fields import Data
from parlor.core.moves import Move
from parlor.core.native import count, i64
from parlor.core.outcome import Outcome
from parlor.core.words import Message
from parlor.games.new_york_slice.box import (
    CUT_IN_LINE,
    DIBS,
    FACES,
    FIRST_COMBO,
    LOWEST_TYPE,
    MYSTERY_SLICE,
    PIZZA_SIZE,
    SECONDS,
    SNEAK_A_SLICE,
    SUPREME,
)
from parlor.games.new_york_slice.rules.divisions import FULL
from parlor.games.new_york_slice.rules.moves import (
    ALONE,
    CUT,
    DIBS_ON,
    EAT_COMBOS,
    EAT_MYSTERY,
    EAT_VEGGIES,
    NO_SPECIAL,
    SNEAK,
    Eating,
    SliceMove,
)
from parlor.games.new_york_slice.rules.scoring import (
    LINE_NAMES,
    TOTAL_LINE,
    eaten_count,
    guest_check,
    halves_of,
    holds,
    winner_of_type,
)
from parlor.games.new_york_slice.rules.state import (
    IN_ATTACH,
    IN_CUT,
    IN_DEAL,
    IN_DIBS,
    IN_DIVIDE,
    IN_EAT,
    IN_MYSTERY,
    IN_SCORING,
    IN_SECONDS,
    IN_SNEAK,
    IN_SPECIAL,
    IN_START,
    IN_TAKE,
    Choices,
)

if TYPE_CHECKING:
    from parlor.core.chance import Rng


class SliceState(Choices):
    """A position of New York Slice."""

    def copy(self) -> SliceState:
        """An independent position like this one."""
        new = SliceState(self.game, self.seats, self.components, self.specials)
        self.copy_into(new)
        return new

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, SliceMove)
        phase = self.phase
        value = move.value
        if phase == IN_DEAL:
            self.deal(self.components.face(value))
        elif phase == IN_TAKE:
            self.take(value - 1)
        elif phase == IN_EAT:
            self.eat(value)
        elif phase == IN_DIVIDE:
            self.divide(value, move.detail)
        elif phase == IN_ATTACH:
            self.supreme = value
            self.finish_turn()
        elif phase == IN_SPECIAL:
            self.turn_up(value)
        elif phase == IN_MYSTERY:
            self.draw_mystery(self.components.face(value))
        elif phase == IN_DIBS:
            self.call_dibs(value if move.kind == DIBS_ON else 0)
        elif phase == IN_CUT:
            self.cut_in(move.kind == CUT)
        elif phase == IN_SNEAK:
            if move.kind == SNEAK:
                self.sneak(bit(value - 1), move.detail - 1)
            self.phase = IN_TAKE
        elif phase == IN_SECONDS:
            self.eat_seconds(value)
        else:
            self.begin(value)

    def begin(self, slicer: i64) -> None:
        """Start the first round with this Slicer."""
        self.slicer = slicer
        self.begin_round()

    def begin_round(self) -> None:
        """Turn up a Special if a usable one is left (NYS 3.1)."""
        self.clear_table()
        self.phase = IN_SPECIAL if (self.box & self.usable()) != 0 else IN_DEAL

    def clear_table(self) -> None:
        """Nothing is left of the pizza."""
        self.turn = -1
        self.special = -1
        self.pizza = 0
        self.dealt = 0
        self.present = 0
        self.portions = []
        self.special_portion = -1
        self.chosen = 0

    def turn_up(self, special: i64) -> None:
        """Turn up a Special; one of no use is out of the game (NYS 3.1)."""
        self.box &= ~bit(special)
        usable = self.usable()
        if holds(usable, special):
            self.special = special
            self.phase = IN_DEAL
        elif (self.box & usable) == 0:
            self.phase = IN_DEAL

    def deal(self, face: i64) -> None:
        """Turn up a slice, next to the one before (NYS 3.2)."""
        self.bag[face] -= 1
        self.undealt -= 1
        self.pizza |= face << (5 * self.dealt)
        self.dealt += 1
        if self.dealt == PIZZA_SIZE:
            self.present = FULL
            self.turn = self.holder(DIBS)
            self.phase = IN_DIBS
            if self.turn < 0:
                self.ask_to_divide()

    def ask_to_divide(self) -> None:
        """It is the Slicer's turn."""
        self.turn = self.slicer
        self.phase = IN_DIVIDE

    def call_dibs(self, number: i64) -> None:
        """Take a slice before the division, 0 for none (NYS 3.3)."""
        if number == 0:
            self.ask_to_divide()
            return
        self.spend(DIBS)
        self.pending = bit(number - 1)
        self.decide()

    def divide(self, division: i64, special: i64) -> None:
        """Make the portions, numbered from the one with the lowest slice (NYS 3.4)."""
        starts = division & FULL
        portions: list[i64] = [0] * self.seats
        cuts = count(starts)
        portion: i64 = 0
        if (starts & self.present & -self.present) != 0:
            portion = -1
        left = self.present
        while left != 0:
            place = left & -left
            left ^= place
            if (starts & place) != 0:
                portion += 1
                if portion == cuts:
                    portion = 0
                if special != ALONE and special != NO_SPECIAL and place == bit(special - 1):
                    self.special_portion = portion
            portions[portion] |= place
        if special == ALONE:
            self.special_portion = self.seats - 1
        self.portions = portions
        self.left = bit(self.seats) - 1
        holder = self.holder(CUT_IN_LINE)
        if holder >= 0 and holder != self.slicer:
            self.turn = holder
            self.phase = IN_CUT
        else:
            self.next_choice()

    def cut_in(self, used: bool) -> None:
        """The holder of Cut in Line chooses first, or waits (NYS 3.5)."""
        if used:
            self.spend(CUT_IN_LINE)
            self.ask_to_choose(self.turn)
        else:
            self.next_choice()

    def next_choice(self) -> None:
        """The next seat clockwise from the Slicer's left that has not chosen (NYS 3.6)."""
        seat = (self.slicer + 1) % self.seats
        while ((self.chosen >> seat) & 1) != 0:
            seat = (seat + 1) % self.seats
        self.ask_to_choose(seat)

    def ask_to_choose(self, seat: i64) -> None:
        """Let a seat choose, after its Sneak-a-Slice window if it has one (NYS 3.7)."""
        self.turn = seat
        self.phase = IN_TAKE
        if holds(self.held[seat], SNEAK_A_SLICE) and seat != self.slicer and self.sneaks() != 0:
            self.phase = IN_SNEAK

    def sneak(self, place: i64, target: i64) -> None:
        """Move a slice to another portion (NYS 3.7)."""
        self.spend(SNEAK_A_SLICE)
        source = self.portion_of(place)
        self.portions[source] = self.portions[source] & ~place
        self.portions[target] = self.portions[target] | place

    def take(self, portion: i64) -> None:
        """Take a portion, and the Special with it."""
        self.left &= ~bit(portion)
        self.pending = self.portions[portion]
        if portion == self.special_portion:
            self.received = self.special
            self.held[self.turn] = self.held[self.turn] | bit(self.special)
            self.special = -1
            if self.received == MYSTERY_SLICE and self.undealt > 0:
                self.phase = IN_MYSTERY
                return
        self.decide()

    def draw_mystery(self, face: i64) -> None:
        """Take an undealt slice blind (NYS 3.8)."""
        self.bag[face] -= 1
        self.undealt -= 1
        self.mystery = face
        self.mystery_seat = self.turn
        self.decide()

    def decide(self) -> None:
        """Let the seat in turn eat, if it can (NYS 3.8)."""
        if self.edible() != 0:
            self.phase = IN_EAT
        else:
            self.eat(0)

    def eat(self, eaten: i64) -> None:
        """Eat these slices and collect the others (NYS 3.8, 6)."""
        base = self.turn * FACES
        left = self.pending
        while left != 0:
            place = left & -left
            left ^= place
            face = base + self.face_at(lowest(place))
            if (eaten & place) != 0:
                self.eaten[face] += 1
            else:
                self.collected[face] += 1
        if self.received == MYSTERY_SLICE and self.mystery >= 0:
            if (eaten & bit(EAT_MYSTERY)) != 0:
                self.eaten[base + self.mystery] += 1
                self.mystery_edible = self.edible_faces(self.turn)
            else:
                self.collected[base + self.mystery] += 1
                self.mystery = -1
                self.mystery_seat = -1
        eaten >>= EAT_VEGGIES
        if eaten != 0:
            self.eat_collected(base, eaten)
        self.present &= ~self.pending
        self.pending = 0
        self.received = -1
        if self.collected[base + SUPREME] > 0 and self.supreme == 0 and len(self.types_to_attach()) > 0:
            self.phase = IN_ATTACH
        else:
            self.finish_turn()

    def eat_collected(self, base: i64, eaten: i64) -> None:
        """Eat Veggies and Combos that were collected earlier (NYS 6.1, 6.2)."""
        face: i64 = 0
        while face < 2:
            number = count((eaten >> (3 * face)) & 7)
            self.collected[base + face] -= number
            self.eaten[base + face] += number
            face += 1
        face = FIRST_COMBO
        while face < FACES:
            pair = self.components.ids[face] - FIRST_COMBO
            if ((eaten >> (EAT_COMBOS - EAT_VEGGIES + pair)) & 1) != 0:
                self.collected[base + face] -= 1
                self.eaten[base + face] += 1
            face += 1

    def finish_turn(self) -> None:
        """Go on after a seat has decided about its slices."""
        if len(self.portions) == 0:
            self.ask_to_divide()
            return
        self.chosen |= bit(self.turn)
        if self.left != 0:
            self.next_choice()
        elif self.round < self.rounds:
            self.round += 1
            self.slicer = (self.slicer + 1) % self.seats
            self.begin_round()
        else:
            self.finish_game()

    def finish_game(self) -> None:
        """Offer Seconds, then score (NYS 3.9, 5.1)."""
        self.clear_table()
        self.turn = self.holder(SECONDS)
        self.phase = IN_SECONDS
        if self.turn < 0 or len(self.second_helpings()) == 0:
            self.score()

    def eat_seconds(self, value: i64) -> None:
        """Eat collected slices of one type, then score (NYS 5.1)."""
        if value != 0:
            base = self.turn * FACES
            face = base + 2 * ((value & 15) - LOWEST_TYPE)
            plain = (value >> 4) & 15
            with_anchovy = (value >> 8) & 15
            self.collected[face] -= plain
            self.eaten[face] += plain
            self.collected[face + 1] -= with_anchovy
            self.eaten[face + 1] += with_anchovy
            if (value >> 12) != 0:
                self.collected[base + SUPREME] -= 1
                self.eaten[base + SUPREME] += 1
                self.supreme = 0
        self.score()

    def score(self) -> None:
        """The game is over."""
        self.turn = -1
        self.phase = IN_SCORING

    def guest_check(self) -> list[list[int]]:
        """The Guest Check as it would be now."""
        return guest_check(self.components, self.seats, self.collected, self.eaten, self.held, self.supreme)

    def halves(self, seat: int, number: int) -> int:
        """How many halves of a type a seat has collected."""
        return halves_of(self.components, self.collected, seat, self.held[seat], self.supreme, number)

    def leader(self, number: int) -> int:
        """The seat that would get a type now, -1 if none."""
        return winner_of_type(self.components, self.seats, self.collected, self.held, self.supreme, number)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, with the Guest Check (NYS 5.6, 5.7)."""
        if self.phase != IN_SCORING:
            return None
        lines = self.guest_check()
        scores = lines[TOTAL_LINE]
        eaten = [eaten_count(self.eaten, seat) for seat in range(self.seats)]
        best = max(scores)
        most = max([eaten[seat] for seat in range(self.seats) if scores[seat] == best])
        tied = [seat for seat in range(self.seats) if scores[seat] == best]
        winners = [seat for seat in tied if eaten[seat] == most]
        how = "points" if len(tied) == 1 else "eaten" if len(winners) == 1 else "shared"
        reason = Message(f"new-york-slice.outcome.{how}", winners=winners, points=best, eaten=most)
        details: Data = {"check": dict(zip(LINE_NAMES, lines, strict=True)), "eaten": eaten}
        return Outcome(winners, scores, reason, details)

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place, without naming what is drawn or eaten."""
        while self.phase != IN_SCORING:
            phase = self.phase
            if phase == IN_DEAL:
                self.deal(self.drawn(rng))
            elif phase == IN_TAKE:
                self.take(lowest(nth(self.left, rng.below(count(self.left)))))
            elif phase == IN_EAT:
                sets = Eating(self.edible())
                self.eat(sets.eaten(rng.below(len(sets))))
            elif phase == IN_DIVIDE:
                listed = self.divisions().moves
                division = listed[rng.below(len(listed))]
                self.divide(division.value, division.detail)
            elif phase == IN_SPECIAL:
                self.turn_up(self.special_drawn(rng))
            elif phase == IN_MYSTERY:
                self.draw_mystery(self.drawn(rng))
            elif phase == IN_START:
                self.begin(rng.below(self.seats))
            else:
                moves = self.legal_moves(self.turn)
                self.apply(self.turn, moves[rng.below(len(moves))])

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move, but for a Mystery slice that another draws or eats (NYS 4.1)."""
        assert isinstance(move, SliceMove)
        if viewer == self.turn:
            return move.code
        if self.phase == IN_MYSTERY:
            return 0
        return move.code

    def secret(self, seat: int) -> int:
        """Only the owner knows a Mystery slice, and whether it could be eaten."""
        return self.mystery + 1 if self.phase == IN_EAT and self.received == MYSTERY_SLICE else 0
