"""A position of New York Slice and what may be done in it (NYS 2 to 6).

The undealt slices are a bag, so a stack needs no order; slices of the pizza are places from 0, written from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit, lowest, nth
from parlor.core.game import Game
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import count, i64
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.games.new_york_slice.box import (
    ALL_SPECIALS,
    COMBO_CRAVING,
    COMBO_FACES,
    FACES,
    FIRST_COMBO,
    LOWEST_TYPE,
    MYSTERY_SLICE,
    NOT_IN_LAST_ROUND,
    NOT_WITH_TWO,
    PIZZA_SIZE,
    SUPREME,
    TYPES,
    VEGGIE_FACES,
    YOU_LOVE_VEGGIES,
    Components,
    rounds_of,
)
from parlor.games.new_york_slice.rules.divisions import Divisions, divisions
from parlor.games.new_york_slice.rules.moves import (
    ATTACH_MOVES,
    CUT_MOVE,
    DIBS_MOVES,
    EAT_ANCHOVY_VEGGIES,
    EAT_COMBOS,
    EAT_MYSTERY,
    EAT_VEGGIES,
    MYSTERY_MOVES,
    PASS_MOVE,
    SLICE_MOVES,
    SLICER_MOVES,
    SNEAK_MOVES,
    SPECIAL_MOVES,
    TAKE_MOVES,
    Eating,
    eating_seconds,
)
from parlor.games.new_york_slice.rules.scoring import halves_of, holds

if TYPE_CHECKING:
    from parlor.core.chance import Rng

PHASES: Final = (
    "start",
    "special",
    "deal",
    "dibs",
    "divide",
    "cut",
    "sneak",
    "take",
    "mystery",
    "eat",
    "attach",
    "seconds",
    "scoring",
)
IN_START: Final = 0
IN_SPECIAL: Final = 1
IN_DEAL: Final = 2
IN_DIBS: Final = 3
IN_DIVIDE: Final = 4
IN_CUT: Final = 5
IN_SNEAK: Final = 6
IN_TAKE: Final = 7
IN_MYSTERY: Final = 8
IN_EAT: Final = 9
IN_ATTACH: Final = 10
IN_SECONDS: Final = 11
IN_SCORING: Final = 12

NOBODY: Final[tuple[int, ...]] = ()
ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
ONLY: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), (5,)]
# Taking any portion of a set of portions.
TAKING: Final = [MoveList([TAKE_MOVES[place + 1] for place in range(6) if left >> place & 1]) for left in range(64)]
CUTTING: Final = MoveList([CUT_MOVE, PASS_MOVE])


class Choices(State):
    """What lies on the table and before the seats. Slices of the seats are counts at seat * FACES + face."""

    def __init__(self, game: Game, seats: int, components: Components, specials: int) -> None:
        """`specials` is the set of Specials that are played with."""
        super().__init__(game, seats)
        self.components = components
        self.specials: i64 = specials
        self.rounds: i64 = rounds_of(seats)
        self.round: i64 = 1
        self.phase: i64 = IN_START
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
        # Five bits a slice; `present` are the places whose slice is on the table.
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

    def copy_into(self, new: Choices) -> None:
        """Make another position like this one."""
        new.components = self.components
        new.specials = self.specials
        new.rounds = self.rounds
        new.round = self.round
        new.phase = self.phase
        new.slicer = self.slicer
        new.turn = self.turn
        new.bag = self.bag.copy()
        new.undealt = self.undealt
        new.collected = self.collected.copy()
        new.eaten = self.eaten.copy()
        new.held = self.held.copy()
        new.supreme = self.supreme
        new.box = self.box
        new.special = self.special
        new.pizza = self.pizza
        new.dealt = self.dealt
        new.present = self.present
        new.portions = self.portions.copy()
        new.left = self.left
        new.special_portion = self.special_portion
        new.chosen = self.chosen
        new.pending = self.pending
        new.received = self.received
        new.mystery = self.mystery
        new.mystery_seat = self.mystery_seat
        new.mystery_edible = self.mystery_edible

    def face_at(self, place: i64) -> i64:
        """What the slice at this place of the pizza shows."""
        return (self.pizza >> (5 * place)) & 31

    def holder(self, special: i64) -> i64:
        """The seat that holds a Special, -1 if none does."""
        seat: i64 = 0
        while seat < self.seats:
            if holds(self.held[seat], special):
                return seat
            seat += 1
        return -1

    def spend(self, special: i64) -> None:
        """Put a Special of the seat in turn out of the game."""
        self.held[self.turn] = self.held[self.turn] & ~bit(special)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act now."""
        phase = self.phase
        if phase == IN_SCORING:
            return NOBODY
        if phase <= IN_DEAL or phase == IN_MYSTERY:
            return ONLY_CHANCE
        return ONLY[self.turn]

    def usable(self) -> i64:
        """The Specials that are of use if they turn up now (NYS 3.1)."""
        usable: i64 = ALL_SPECIALS
        if self.round == self.rounds:
            usable &= ~NOT_IN_LAST_ROUND
        if self.seats == 2:
            usable &= ~NOT_WITH_TWO
        return usable

    def edible_faces(self, seat: i64) -> i64:
        """What a seat may eat of the slices that it gains (NYS 3.8, 6)."""
        faces = self.components.edible
        if holds(self.held[seat], COMBO_CRAVING):
            faces |= COMBO_FACES
        if holds(self.held[seat], YOU_LOVE_VEGGIES):
            faces |= VEGGIE_FACES
        return faces

    def edible(self) -> i64:
        """What the seat in turn may eat now, as an eaten set."""
        faces = self.edible_faces(self.turn)
        edible: i64 = 0
        left = self.pending
        while left != 0:
            place = left & -left
            left ^= place
            if ((faces >> self.face_at(lowest(place))) & 1) != 0:
                edible |= place
        if self.received == MYSTERY_SLICE and self.mystery >= 0 and ((faces >> self.mystery) & 1) != 0:
            edible |= bit(EAT_MYSTERY)
        base = self.turn * FACES
        if self.received == COMBO_CRAVING:
            face: i64 = FIRST_COMBO
            while face < FACES:
                if self.collected[base + face] > 0:
                    edible |= bit(EAT_COMBOS + self.components.ids[face] - FIRST_COMBO)
                face += 1
        elif self.received == YOU_LOVE_VEGGIES:
            edible |= (bit(self.collected[base]) - 1) << EAT_VEGGIES
            edible |= (bit(self.collected[base + 1]) - 1) << EAT_ANCHOVY_VEGGIES
        return edible

    def sneaks(self) -> i64:
        """The places whose slice may move to the portion after it, and 11 bits on, to the one before (NYS 3.7)."""
        there: i64 = 0
        portion: i64 = 0
        while portion < self.seats:
            if ((self.left >> portion) & 1) != 0:
                there |= self.portions[portion]
            portion += 1
        found: i64 = 0
        if there == 0:
            return found
        last = there
        while (last & (last - 1)) != 0:
            last &= last - 1
        left = there
        while left != 0:
            place = left & -left
            left ^= place
            here = self.portion_of(place)
            if here != self.portion_of(last):
                if self.may_lose(here, place):
                    found |= place << PIZZA_SIZE
                before = self.portion_of(last)
                if self.may_lose(before, last):
                    found |= last
            last = place
        return found

    def portion_of(self, place: i64) -> i64:
        """The portion left on the table that holds this place, given as a set of one; -1 if none does."""
        portion: i64 = 0
        while portion < self.seats:
            if ((self.left >> portion) & 1) != 0 and (self.portions[portion] & place) != 0:
                return portion
            portion += 1
        return -1

    def may_lose(self, portion: i64, place: i64) -> bool:
        """Whether a portion without this place is not empty."""
        return self.portions[portion] != place or self.special_portion == portion

    def neighbour(self, place: i64, step: i64) -> i64:
        """The portion of the next slice left on the table, clockwise for a step of 1, the other way for 10."""
        at = (lowest(place) + step) % PIZZA_SIZE
        while self.portion_of(bit(at)) < 0:
            at = (at + step) % PIZZA_SIZE
        return self.portion_of(bit(at))

    def sneak_moves(self) -> list[Move]:
        """Every sneak, by the slice and the portion it goes to."""
        found = self.sneaks()
        moves: list[Move] = []
        for place in range(PIZZA_SIZE):
            targets: i64 = 0
            here: i64 = bit(place)
            if (found & here) != 0:
                targets |= bit(self.neighbour(here, 1))
            if (found & (here << PIZZA_SIZE)) != 0:
                targets |= bit(self.neighbour(here, PIZZA_SIZE - 1))
            while targets != 0:
                moves.append(SNEAK_MOVES[(place + 1) * 8 + lowest(targets) + 1])
                targets &= targets - 1
        return moves

    def types_to_attach(self) -> list[int]:
        """The types among the slices that the seat in turn has collected (NYS 4.3)."""
        held: i64 = 0
        return [
            number
            for number in range(LOWEST_TYPE, LOWEST_TYPE + TYPES)
            if halves_of(self.components, self.collected, self.turn, held, 0, number) > 0
        ]

    def second_helpings(self) -> list[Move]:
        """What the holder of Seconds may eat (NYS 5.1)."""
        moves: list[Move] = []
        base = self.turn * FACES
        for number in range(LOWEST_TYPE, LOWEST_TYPE + TYPES):
            face = base + 2 * (number - LOWEST_TYPE)
            if self.components.pepperoni[face - base] == 0:
                continue
            supremes = self.collected[base + SUPREME] if self.supreme == number else 0
            for plain in range(self.collected[face] + 1):
                for with_anchovy in range(self.collected[face + 1] + 1):
                    for supreme in range(supremes + 1):
                        if plain + with_anchovy + supreme > 0:
                            moves.append(eating_seconds(number, plain, with_anchovy, supreme))
        return moves

    def divisions(self) -> Divisions:
        """How the pizza on the table may be divided (NYS 3.4)."""
        return divisions(self.present, self.seats, self.special >= 0)

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if seat != self.turn or seat < 0:
            return NO_MOVES
        if phase == IN_TAKE:
            return TAKING[self.left]
        if phase == IN_EAT:
            return Eating(self.edible())
        if phase == IN_DIVIDE:
            return self.divisions()
        if phase == IN_ATTACH:
            return MoveList([ATTACH_MOVES[number] for number in self.types_to_attach()])
        if phase == IN_DIBS:
            return MoveList([*DIBS_MOVES[1:], PASS_MOVE])
        if phase == IN_CUT:
            return CUTTING
        if phase == IN_SNEAK:
            return MoveList([*self.sneak_moves(), PASS_MOVE])
        if phase == IN_SECONDS:
            return MoveList([*self.second_helpings(), PASS_MOVE])
        return NO_MOVES

    def chance(self) -> list[tuple[Move, int]]:
        """The first Slicer, a Special, or a slice from the bag."""
        phase = self.phase
        if phase == IN_START:
            return [(SLICER_MOVES[seat], 1) for seat in range(self.seats)]
        if phase == IN_SPECIAL:
            return [(SPECIAL_MOVES[special], 1) for special in range(14) if holds(self.box, special)]
        if phase == IN_DEAL or phase == IN_MYSTERY:
            named = SLICE_MOVES if phase == IN_DEAL else MYSTERY_MOVES
            ids = self.components.ids
            bag = self.bag
            return [(named[ids[face]], bag[face]) for face in range(FACES) if bag[face] > 0]
        return []

    def draw_chance(self, rng: Rng) -> Move:
        """One of chance's moves by its weight, without listing them."""
        phase = self.phase
        if phase == IN_DEAL:
            return SLICE_MOVES[self.components.ids[self.drawn(rng)]]
        if phase == IN_MYSTERY:
            return MYSTERY_MOVES[self.components.ids[self.drawn(rng)]]
        if phase == IN_SPECIAL:
            return SPECIAL_MOVES[self.special_drawn(rng)]
        return SLICER_MOVES[rng.below(self.seats)]

    def drawn(self, rng: Rng) -> i64:
        """A face from the bag."""
        point = rng.below(self.undealt)
        face: i64 = 0
        point -= self.bag[0]
        while point >= 0:
            face += 1
            point -= self.bag[face]
        return face

    def special_drawn(self, rng: Rng) -> i64:
        """A Special from the box."""
        return lowest(nth(self.box, rng.below(count(self.box))))
