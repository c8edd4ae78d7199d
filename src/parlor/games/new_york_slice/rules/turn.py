"""A position of New York Slice and what a move causes (NYS 2 to 6).

The undealt slices are a bag, so a stack needs no order; slices of the pizza are places from 0, written from 1.
"""

from __future__ import annotations

from parlor.core.bits import bit, has, lowest
from parlor.core.game import Game
from parlor.core.native import count, i64
from parlor.core.state import State
from parlor.games.new_york_slice.box import (
    ALL_SPECIALS,
    COMBO_FACES,
    FACES,
    FIRST_COMBO,
    LOWEST_TYPE,
    NOT_IN_LAST_ROUND,
    NOT_WITH_TWO,
    PIZZA_SIZE,
    SUPREME,
    VEGGIE_FACES,
    Components,
    Special,
    rounds_of,
)
from parlor.games.new_york_slice.rules.layout import (
    ALL_PLACES,
    EAT_COMBOS,
    EAT_MYSTERY,
    anchovy_veggies_in,
    collected_in,
    face_at,
    plain_in,
    starts_of,
    supreme_in,
    type_in,
    veggies_in,
    with_anchovy_in,
    with_face,
)
from parlor.games.new_york_slice.rules.moves import ALONE, NO_SPECIAL
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.windows import edible, portion_of, second_helpings, sneaks, types_to_attach


class Turn(State):
    """What lies on the table and before the seats. Slices of the seats are counts at seat * FACES + face."""

    def __init__(self, game: Game, seats: int, components: Components, specials: int) -> None:
        """`specials` is the set of Specials that are played with."""
        super().__init__(game, seats)
        self.components = components
        self.specials: i64 = specials
        self.rounds: i64 = rounds_of(seats)
        self.round: i64 = 1
        self.phase: i64 = Phase.START
        self.slicer: i64 = -1
        self.turn: i64 = -1
        self.bag: list[i64] = []
        self.undealt: i64 = 0
        self.collected: list[i64] = []
        self.eaten: list[i64] = []
        self.held: list[i64] = []
        # The type that a collected Supreme is attached to, 0 while it waits.
        self.supreme: i64 = 0
        # Specials that may still turn up, and the one on the table, -1 without.
        self.box: i64 = specials
        self.special: i64 = -1
        # The slices turned up; `present` are the places whose slice is on the table.
        self.pizza: i64 = 0
        self.dealt: i64 = 0
        self.present: i64 = 0
        # Portions as sets of places, those left, the one with the Special, and the seats that have chosen.
        self.portions: list[i64] = []
        self.left: i64 = 0
        self.special_portion: i64 = -1
        self.chosen: i64 = 0
        # What the seat in turn has taken but not decided about, and the Special it received with it.
        self.pending: i64 = 0
        self.received: i64 = -1
        # The Mystery slice while it is secret, who has it, and what that seat could eat when it chose.
        self.mystery: i64 = -1
        self.mystery_seat: i64 = -1
        self.mystery_edible: i64 = 0

    def set_up(self) -> None:
        """Put all slices in the bag, and nothing before the seats (NYS 2.1)."""
        self.bag = self.components.bag(self.seats)
        self.undealt = sum(self.bag)
        self.collected = [0] * (self.seats * FACES)
        self.eaten = [0] * (self.seats * FACES)
        self.held = [0] * self.seats

    def holder(self, special: i64) -> i64:
        """The seat that holds a Special, -1 if none does."""
        seat: i64 = 0
        while seat < self.seats:
            if has(self.held[seat], special):
                return seat
            seat += 1
        return -1

    def spend(self, special: i64) -> None:
        """Put a Special of the seat in turn out of the game."""
        self.held[self.turn] = self.held[self.turn] & ~bit(special)

    def usable(self) -> i64:
        """The Specials that are of use if they turn up now (NYS 3.1)."""
        usable: i64 = ALL_SPECIALS
        if self.round == self.rounds:
            usable &= ~NOT_IN_LAST_ROUND
        if self.seats == 2:
            usable &= ~NOT_WITH_TWO
        return usable

    def edible_faces(self, held: i64, received: i64) -> i64:
        """What a seat may eat of the slices that it gains, with the Specials it holds and receives now (NYS 3.8, 6)."""
        faces = self.components.edible
        if has(held, Special.COMBO_CRAVING):
            faces |= COMBO_FACES
        if received == Special.YOU_LOVE_VEGGIES:
            faces |= VEGGIE_FACES
        return faces

    def begin(self, slicer: i64) -> None:
        """Start the first round with this Slicer."""
        self.slicer = slicer
        self.begin_round()

    def begin_round(self) -> None:
        """Turn up a Special if a usable one is left (NYS 3.1)."""
        self.clear_table()
        self.phase = Phase.SPECIAL if (self.box & self.usable()) != 0 else Phase.DEAL

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
        if has(usable, special):
            self.special = special
            self.phase = Phase.DEAL
        elif (self.box & usable) == 0:
            self.phase = Phase.DEAL

    def deal(self, face: i64) -> None:
        """Turn up a slice, next to the one before (NYS 3.2)."""
        self.bag[face] -= 1
        self.undealt -= 1
        self.pizza = with_face(self.pizza, self.dealt, face)
        self.dealt += 1
        if self.dealt == PIZZA_SIZE:
            self.present = ALL_PLACES
            self.turn = self.holder(Special.DIBS)
            self.phase = Phase.DIBS
            if self.turn < 0:
                self.ask_to_divide()

    def ask_to_divide(self) -> None:
        """It is the Slicer's turn."""
        self.turn = self.slicer
        self.phase = Phase.DIVIDE

    def call_dibs(self, number: i64) -> None:
        """Take a slice before the division, 0 for none (NYS 3.3)."""
        if number == 0:
            self.ask_to_divide()
            return
        self.spend(Special.DIBS)
        self.pending = bit(number - 1)
        self.decide()

    def divide(self, division: i64, special: i64) -> None:
        """Make the portions, numbered from the one with the lowest slice (NYS 3.4)."""
        starts = starts_of(division)
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
        holder = self.holder(Special.CUT_IN_LINE)
        if holder >= 0 and holder != self.slicer:
            self.turn = holder
            self.phase = Phase.CUT
        else:
            self.next_choice()

    def cut_in(self, used: bool) -> None:
        """The holder of Cut in Line chooses first, or waits (NYS 3.5)."""
        if used:
            self.spend(Special.CUT_IN_LINE)
            self.ask_to_choose(self.turn)
        else:
            self.next_choice()

    def next_choice(self) -> None:
        """The next seat clockwise from the Slicer's left that has not chosen (NYS 3.6)."""
        seat = (self.slicer + 1) % self.seats
        while has(self.chosen, seat):
            seat = (seat + 1) % self.seats
        self.ask_to_choose(seat)

    def ask_to_choose(self, seat: i64) -> None:
        """Let a seat choose, after its Sneak-a-Slice window if it has one (NYS 3.7)."""
        self.turn = seat
        self.phase = Phase.TAKE
        if has(self.held[seat], Special.SNEAK_A_SLICE) and seat != self.slicer and sneaks(self) != 0:
            self.phase = Phase.SNEAK

    def sneak(self, place: i64, target: i64) -> None:
        """Move a slice to another portion (NYS 3.7)."""
        self.spend(Special.SNEAK_A_SLICE)
        source = portion_of(self, place)
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
            if self.received == Special.MYSTERY_SLICE and self.undealt > 0:
                self.phase = Phase.MYSTERY
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
        if edible(self) != 0:
            self.phase = Phase.EAT
        else:
            self.eat(0)

    def eat(self, eaten: i64) -> None:
        """Eat these slices and collect the others (NYS 3.8, 6)."""
        base = self.turn * FACES
        left = self.pending
        while left != 0:
            place = left & -left
            left ^= place
            face = base + face_at(self.pizza, lowest(place))
            if (eaten & place) != 0:
                self.eaten[face] += 1
            else:
                self.collected[face] += 1
        if self.received == Special.MYSTERY_SLICE and self.mystery >= 0:
            if has(eaten, EAT_MYSTERY):
                self.eaten[base + self.mystery] += 1
                self.mystery_edible = self.edible_faces(self.held[self.turn], self.received)
            else:
                self.collected[base + self.mystery] += 1
                self.mystery = -1
                self.mystery_seat = -1
        if collected_in(eaten) != 0:
            self.eat_collected(base, eaten)
        self.present &= ~self.pending
        self.pending = 0
        self.received = -1
        if self.collected[base + SUPREME] > 0 and self.supreme == 0 and len(types_to_attach(self, self.turn)) > 0:
            self.phase = Phase.ATTACH
        else:
            self.finish_turn()

    def eat_collected(self, base: i64, eaten: i64) -> None:
        """Eat Veggies and Combos that were collected earlier (NYS 6.1, 6.2)."""
        self.collected[base] -= veggies_in(eaten)
        self.eaten[base] += veggies_in(eaten)
        self.collected[base + 1] -= anchovy_veggies_in(eaten)
        self.eaten[base + 1] += anchovy_veggies_in(eaten)
        face: i64 = FIRST_COMBO
        while face < FACES:
            pair = self.components.ids[face] - FIRST_COMBO
            if has(eaten, EAT_COMBOS + pair):
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
        self.turn = self.holder(Special.SECONDS)
        self.phase = Phase.SECONDS
        if self.turn < 0 or len(second_helpings(self)) == 0:
            self.score()

    def eat_seconds(self, helping: i64) -> None:
        """Eat collected slices of one type, 0 for none, then score (NYS 5.1)."""
        if helping != 0:
            base = self.turn * FACES
            face = base + 2 * (type_in(helping) - LOWEST_TYPE)
            self.collected[face] -= plain_in(helping)
            self.eaten[face] += plain_in(helping)
            self.collected[face + 1] -= with_anchovy_in(helping)
            self.eaten[face + 1] += with_anchovy_in(helping)
            if supreme_in(helping) != 0:
                self.collected[base + SUPREME] -= 1
                self.eaten[base + SUPREME] += 1
                self.supreme = 0
        self.score()

    def score(self) -> None:
        """The game is over."""
        self.turn = -1
        self.phase = Phase.SCORING
