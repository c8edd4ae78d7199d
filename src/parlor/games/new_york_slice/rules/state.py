"""The rules of New York Slice: who may do what, and how a game ends (NYS 2 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit, has, lowest, nth
from parlor.core.fields import Data
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import count, i64
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE
from parlor.core.words import Message
from parlor.games.new_york_slice.box import FACES, SPECIALS, TYPES, Special
from parlor.games.new_york_slice.rules.divisions import Divisions, divisions
from parlor.games.new_york_slice.rules.moves import (
    ATTACH_MOVES,
    CUT_MOVE,
    DIBS_MOVES,
    MYSTERY_MOVES,
    PASS_MOVE,
    SLICE_MOVES,
    SLICER_MOVES,
    SPECIAL_MOVES,
    TAKE_MOVES,
    Eating,
    Kind,
    SliceMove,
)
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.scoring import (
    LINE_NAMES,
    TOTAL_LINE,
    count_halves,
    eaten_count,
    guest_check,
    winners_of_types,
)
from parlor.games.new_york_slice.rules.turn import Turn
from parlor.games.new_york_slice.rules.windows import edible, second_helpings, sneak_moves, types_to_attach

if TYPE_CHECKING:
    from parlor.core.chance import Rng

NO_SEAT: Final[tuple[int, ...]] = ()
ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
ONLY: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,), (5,)]
# Taking any portion of a set of portions.
TAKING: Final = [MoveList([TAKE_MOVES[place + 1] for place in range(6) if has(left, place)]) for left in range(64)]
CUTTING: Final = MoveList([CUT_MOVE, PASS_MOVE])


class SliceState(Turn):
    """A position of New York Slice."""

    def copy(self) -> SliceState:
        """An independent position like this one."""
        new = SliceState(self.game, self.seats, self.components, self.specials)
        self.copy_into(new)
        return new

    def copy_into(self, new: SliceState) -> None:
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

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act now."""
        phase = self.phase
        if phase == Phase.SCORING:
            return NO_SEAT
        if phase <= Phase.DEAL or phase == Phase.MYSTERY:
            return ONLY_CHANCE
        return ONLY[self.turn]

    def divisions(self) -> Divisions:
        """How the pizza on the table may be divided (NYS 3.4)."""
        return divisions(self.present, self.seats, self.special >= 0)

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if seat != self.turn or seat < 0:
            return NO_MOVES
        if phase == Phase.TAKE:
            return TAKING[self.left]
        if phase == Phase.EAT:
            return Eating(edible(self))
        if phase == Phase.DIVIDE:
            return self.divisions()
        if phase == Phase.ATTACH:
            return MoveList([ATTACH_MOVES[number] for number in types_to_attach(self, self.turn)])
        if phase == Phase.DIBS:
            return MoveList([*DIBS_MOVES[1:], PASS_MOVE])
        if phase == Phase.CUT:
            return CUTTING
        if phase == Phase.SNEAK:
            return MoveList([*sneak_moves(self), PASS_MOVE])
        if phase == Phase.SECONDS:
            return MoveList([*second_helpings(self), PASS_MOVE])
        return NO_MOVES

    def chance(self) -> list[tuple[Move, int]]:
        """The first Slicer, a Special, or a slice from the bag."""
        phase = self.phase
        if phase == Phase.START:
            return [(SLICER_MOVES[seat], 1) for seat in range(self.seats)]
        if phase == Phase.SPECIAL:
            return [(SPECIAL_MOVES[special], 1) for special in range(len(SPECIALS)) if has(self.box, special)]
        if phase == Phase.DEAL or phase == Phase.MYSTERY:
            named = SLICE_MOVES if phase == Phase.DEAL else MYSTERY_MOVES
            ids = self.components.ids
            bag = self.bag
            return [(named[ids[face]], bag[face]) for face in range(FACES) if bag[face] > 0]
        return []

    def draw_chance(self, rng: Rng) -> Move:
        """One of chance's moves by its weight, without listing them."""
        phase = self.phase
        if phase == Phase.DEAL:
            return SLICE_MOVES[self.components.ids[self.drawn(rng)]]
        if phase == Phase.MYSTERY:
            return MYSTERY_MOVES[self.components.ids[self.drawn(rng)]]
        if phase == Phase.SPECIAL:
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

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, SliceMove)
        phase = self.phase
        value = move.value
        if phase == Phase.DEAL:
            self.deal(self.components.face(value))
        elif phase == Phase.TAKE:
            self.take(value - 1)
        elif phase == Phase.EAT:
            self.eat(value)
        elif phase == Phase.DIVIDE:
            self.divide(value, move.detail)
        elif phase == Phase.ATTACH:
            self.supreme = value
            self.finish_turn()
        elif phase == Phase.SPECIAL:
            self.turn_up(value)
        elif phase == Phase.MYSTERY:
            self.draw_mystery(self.components.face(value))
        elif phase == Phase.DIBS:
            self.call_dibs(value if move.kind == Kind.DIBS else 0)
        elif phase == Phase.CUT:
            self.cut_in(move.kind == Kind.CUT)
        elif phase == Phase.SNEAK:
            if move.kind == Kind.SNEAK:
                self.sneak(bit(value - 1), move.detail - 1)
            self.phase = Phase.TAKE
        elif phase == Phase.SECONDS:
            self.eat_seconds(value)
        else:
            self.begin(value)

    def guest_check(self) -> list[list[int]]:
        """The Guest Check as it would be now."""
        return guest_check(self.components, self.seats, self.collected, self.eaten, self.held, self.supreme)

    def halves(self, seat: int) -> list[i64]:
        """How many halves of each type a seat has collected."""
        halves: list[i64] = [0] * TYPES
        count_halves(self.components, self.collected, seat, self.held[seat], self.supreme, halves)
        return halves

    def leaders(self) -> list[i64]:
        """The seat that would get each type now, -1 where none would."""
        return winners_of_types(self.components, self.seats, self.collected, self.held, self.supreme)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, with the Guest Check (NYS 5.6, 5.7)."""
        if self.phase != Phase.SCORING:
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
        while self.phase != Phase.SCORING:
            phase = self.phase
            if phase == Phase.DEAL:
                self.deal(self.drawn(rng))
            elif phase == Phase.TAKE:
                self.take(lowest(nth(self.left, rng.below(count(self.left)))))
            elif phase == Phase.EAT:
                sets = Eating(edible(self))
                self.eat(sets.eaten(rng.below(len(sets))))
            elif phase == Phase.DIVIDE:
                listed = self.divisions().moves
                division = listed[rng.below(len(listed))]
                self.divide(division.value, division.detail)
            elif phase == Phase.SPECIAL:
                self.turn_up(self.special_drawn(rng))
            elif phase == Phase.MYSTERY:
                self.draw_mystery(self.drawn(rng))
            elif phase == Phase.START:
                self.begin(rng.below(self.seats))
            else:
                moves = self.legal_moves(self.turn)
                self.apply(self.turn, moves[rng.below(len(moves))])

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move, but for a Mystery slice that another draws or eats (NYS 4.1)."""
        assert isinstance(move, SliceMove)
        if viewer == self.turn:
            return move.code
        if self.phase == Phase.MYSTERY:
            return 0
        return move.code

    def secret(self, seat: int) -> int:
        """Only the owner knows a Mystery slice, and whether it could be eaten."""
        return self.mystery + 1 if self.phase == Phase.EAT and self.received == Special.MYSTERY_SLICE else 0
