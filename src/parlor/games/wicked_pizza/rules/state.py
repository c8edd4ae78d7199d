"""A position of Wicked Pizza: what lies where, who may do what, and how a game ends (WP 2 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit
from parlor.core.game import Game
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import i64
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.core.words import Event, Message
from parlor.games.wicked_pizza.box import (
    BONUS,
    CARDS,
    DRAW2,
    TOKENS,
    TOP,
    TURNS,
    is_cast,
    is_half_spell,
    is_spell,
)
from parlor.games.wicked_pizza.rules.lattice import Lattice
from parlor.games.wicked_pizza.rules.layout import NONE, WATCHERS, card_in, card_of, place_of, point_of
from parlor.games.wicked_pizza.rules.moves import (
    CASTS,
    DISCARDS,
    DRAWS,
    FIRSTS,
    PASS_MOVE,
    REMOVES,
    SEATS,
    SLOTS,
    Kind,
    Plays,
    WickedMove,
)
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.pieces import question
from parlor.games.wicked_pizza.rules.places import BESIDE
from parlor.games.wicked_pizza.rules.playout import step
from parlor.games.wicked_pizza.rules.scoring import points
from parlor.games.wicked_pizza.rules.turn import make

if TYPE_CHECKING:
    from parlor.core.chance import Rng

NOBODY: Final[tuple[int, ...]] = ()
ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
ONE_SEAT: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,)]


# A number for each card, so that no two hands have the same sum but by great bad luck.
LARGEST: Final = 2**60 - 1
MIXED: Final[list[i64]] = [pow(7, 1000 + card, 2**61 - 1) & LARGEST for card in range(CARDS)]


class WickedState(State):
    """A position of Wicked Pizza. The draw pile is a bag: its order means nothing."""

    def __init__(self, game: Game, seats: int, table: i64, cards: list[i64], lattice: Lattice) -> None:
        super().__init__(game, seats)
        self.table = table
        self.cards = cards
        self.lattice = lattice
        self.pile: list[i64] = []
        self.discard: list[i64] = []
        self.laid: list[i64] = []
        self.hands: list[list[i64]] = []
        self.tokens: list[i64] = []
        self.holders: list[i64] = []
        self.pizzas: list[i64] = []
        self.aside: list[i64] = []
        self.token_pile: i64 = TOKENS
        self.phase: i64 = Phase.FIRST
        self.first: i64 = NONE
        self.turn: i64 = NONE
        self.draws: i64 = 0
        self.taken: i64 = NONE
        self.just: i64 = NONE
        self.pizza: i64 = NONE
        self.victim: i64 = NONE
        # What narration wants to hear; silent in search.
        self.log: list[tuple[str, int, int]] | None = None

    def copy(self) -> WickedState:
        """An independent position like this one."""
        new = WickedState(self.game, self.seats, self.table, self.cards, self.lattice)
        new.pile = self.pile.copy()
        new.discard = self.discard.copy()
        new.laid = self.laid.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.tokens = self.tokens.copy()
        new.holders = self.holders.copy()
        new.pizzas = self.pizzas.copy()
        new.aside = self.aside.copy()
        new.token_pile = self.token_pile
        new.phase = self.phase
        new.first = self.first
        new.turn = self.turn
        new.draws = self.draws
        new.taken = self.taken
        new.just = self.just
        new.pizza = self.pizza
        new.victim = self.victim
        return new

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is to act now."""
        phase = self.phase
        if phase == Phase.OVER:
            return NOBODY
        if phase < Phase.PLAY or phase == Phase.DRAW or phase == Phase.STEAL:
            return ONLY_CHANCE
        return ONE_SEAT[self.turn]

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if (
            seat != self.turn
            or phase < Phase.PLAY
            or phase == Phase.DRAW
            or phase == Phase.STEAL
            or phase == Phase.OVER
        ):
            return NO_MOVES
        if phase == Phase.PLAY:
            return self.plays()
        return MoveList(self.follow_ups())

    def choice_is_public(self, seat: int) -> bool:
        """What can be played from a hidden hand, or is found in one, is nobody else's business (WP 8)."""
        return self.phase != Phase.PLAY and self.phase != Phase.LOOK

    def follow_ups(self) -> list[Move]:
        """The choices that a card just played leads to (WP 5)."""
        if self.phase == Phase.PIZZA:
            return [WickedMove(Kind.PIZZA, 0, 0, 0, point_of(pizza)) for pizza in self.pizzas]
        if self.phase == Phase.SPIDERS:
            return [REMOVES[card_of(laid)] for laid in self.laid if card_of(laid) != self.just]
        if self.phase == Phase.LOOK:
            return self.discards(self.hands[self.victim])
        return [SEATS[seat] for seat in self.opponents()]

    def opponents(self) -> list[i64]:
        """The seats that the ability may strike: those with a token, or with a card (WP 5.3)."""
        found: list[i64] = []
        seat: i64 = 0
        while seat < self.seats:
            if seat != self.turn:
                has = self.tokens[seat] if self.phase == Phase.RATS else len(self.hands[seat])
                if has > 0:
                    found.append(seat)
            seat += 1
        return found

    def discards(self, hand: list[i64]) -> list[Move]:
        """Discarding any card of a hand; equal spells count once."""
        moves: list[Move] = []
        for slot in hand:
            move = DISCARDS[card_in(slot)]
            if move not in moves:
                moves.append(move)
        return moves

    def plays(self) -> Plays:
        """Every way to play a card, or what is left without one (WP 4.1, 4.2)."""
        plays = Plays(self.lattice)
        if self.taken >= 0:
            self.add_plays(self.taken, plays)
            return plays
        hand = self.hands[self.turn]
        seen: i64 = 0
        for slot in hand:
            card = card_in(slot)
            if is_spell(card):
                if (seen & bit(card - DRAW2)) != 0:
                    continue
                seen |= bit(card - DRAW2)
            self.add_plays(card, plays)
        if len(plays.whole_moves) == 0 and plays.placements == 0:
            plays.whole_moves = self.discards(hand)
            if len(hand) == 0:
                plays.whole_moves.append(PASS_MOVE)
        ingredient: i64 = 0
        while ingredient < 4:
            if self.holders[ingredient] == self.turn:
                self.add_plays(BONUS + ingredient, plays)
            ingredient += 1
        return plays

    def add_plays(self, card: i64, plays: Plays) -> None:
        """Add every way to play this card."""
        if is_cast(card):
            if self.playable(card):
                plays.whole_moves.append(CASTS[card])
            return
        plays.add(card)

    def question(self, card: i64, turn: i64) -> i64:
        """What to ask the table for the spots of a card so turned."""
        return question(card, turn, self.connects(card))

    def spots(self, card: i64, turn: i64) -> list[i64]:
        """Where a card may lie so turned."""
        return self.lattice.spots(self.question(card, turn))

    def connects(self, card: i64) -> bool:
        """Whether a card can connect crusts anywhere, or complete a pizza if it must."""
        turn: i64 = 0
        while turn < TURNS[card]:
            if self.lattice.has_any(question(card, turn, True)):
                return True
            turn += 1
        return False

    def playable(self, card: i64) -> bool:
        """Whether a card can be played at all (WP 3.5, 6.1, 6.2, 6.3)."""
        if card == DRAW2:
            return len(self.pile) > 0
        if card == TOP:
            index: i64 = len(self.discard) - 1
            while index >= 0 and self.discard[index] == TOP:
                index -= 1
            return index >= 0 and self.playable(self.discard[index])
        return self.connects(card) or (not is_half_spell(card) and self.lattice.has_any(BESIDE))

    def chance(self) -> list[tuple[Move, int]]:
        """Who plays first, which card is drawn, or which slot Toads take from."""
        phase = self.phase
        if phase == Phase.FIRST:
            return [(FIRSTS[seat], 1) for seat in range(self.seats)]
        if phase == Phase.STEAL:
            return [(SLOTS[place_of(slot)], 1) for slot in self.hands[self.victim]]
        drawn: list[tuple[Move, int]] = []
        if phase == Phase.DEAL or phase == Phase.DRAW:
            last: i64 = NONE
            weight = 0
            for card in sorted(self.pile):
                if card != last and last >= 0:
                    drawn.append((DRAWS[last], weight))
                    weight = 0
                last = card
                weight += 1
            drawn.append((DRAWS[last], weight))
        return drawn

    def draw_chance(self, rng: Rng) -> Move:
        """One of the moves of chance, by its weight."""
        if self.phase == Phase.DRAW or self.phase == Phase.DEAL:
            return DRAWS[self.pile[rng.below(len(self.pile))]]
        return super().draw_chance(rng)

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, WickedMove)
        make(self, move)

    def enact(self, seat: int, move: Move) -> list[Event]:
        """Make a legal move, noting what the rules do by themselves, and tell what happened."""
        self.log = []
        events = super().enact(seat, move)
        self.log = None
        return events

    def everyone(self) -> i64:
        """All who may know a card: every seat, and those who watch."""
        return bit(self.seats) - 1 | WATCHERS

    def bonuses(self, seat: i64) -> i64:
        """How many Bonus cards lie in front of a seat."""
        held: i64 = 0
        for holder in self.holders:
            if holder == seat:
                held += 1
        return held

    def points(self, seat: i64) -> i64:
        """What a seat would score now (WP 7.2)."""
        return points(self.tokens[seat], self.bonuses(seat))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (WP 7)."""
        if self.phase != Phase.OVER:
            return None
        bonuses = [int(self.bonuses(seat)) for seat in range(self.seats)]
        scores = [int(self.points(seat)) for seat in range(self.seats)]
        best = max([(scores[seat], bonuses[seat]) for seat in range(self.seats)])
        winners = [seat for seat in range(self.seats) if (scores[seat], bonuses[seat]) == best]
        how = "shared" if len(winners) > 1 else "bonus" if scores.count(best[0]) > 1 else "points"
        end = "tokens" if self.token_pile == 0 else "cards"
        reason = Message(f"wicked-pizza.outcome.{end}-{how}", winners=winners, n=best[0], bonus=best[1])
        return Outcome(winners, scores, reason, {"tokens": [int(own) for own in self.tokens], "bonus": bonuses})

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place, without naming a move: first the card, then its turn and spot."""
        while self.phase != Phase.OVER:
            step(self, rng)

    def step(self, rng: Rng) -> None:
        """One random choice of whoever is to act."""
        step(self, rng)

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move but what is drawn, which its owner's hand will show soon enough."""
        phase = self.phase
        return 0 if phase == Phase.DRAW or phase == Phase.DEAL or phase == Phase.STEAL else move.code

    def secret(self, seat: int) -> int:
        """The cards in the hand, or in the one that Eye of Newt looks at."""
        cards: i64 = 0
        hand = self.hands[self.victim] if self.phase == Phase.LOOK else self.hands[seat]
        for slot in hand:
            # A sum, so that the order does not matter.
            cards = (cards + MIXED[card_in(slot)]) & LARGEST
        return cards
