"""The rules of Wicked Pizza: who may do what, and how a game ends (WP 2 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit
from parlor.core.moves import NO_MOVES, LegalMoves, Move, MoveList
from parlor.core.native import i64
from parlor.core.outcome import Outcome
from parlor.core.seats import CHANCE
from parlor.core.words import Event, Message
from parlor.games.wicked_pizza.box import (
    BONUS,
    BONUS_POINTS,
    CARDS,
    CHEESE,
    DRAW2,
    SHAPES,
    TOP,
    TURNS,
    WILD,
    is_spell,
)
from parlor.games.wicked_pizza.rules.lattice import any_member
from parlor.games.wicked_pizza.rules.moves import (
    CAST,
    CASTS,
    DISCARDS,
    DRAWS,
    FIRSTS,
    LAY,
    PASS,
    PASS_MOVE,
    PIZZA,
    REMOVES,
    SEATS,
    SLOTS,
    Plays,
    Spots,
    WickedMove,
)
from parlor.games.wicked_pizza.rules.turn import (
    IN_DEAL,
    IN_DRAW,
    IN_FIRST,
    IN_LOOK,
    IN_OVER,
    IN_PIZZA,
    IN_PLAY,
    IN_SPIDERS,
    IN_STEAL,
    NONE,
    Turn,
    card_in,
    place_of,
)

if TYPE_CHECKING:
    from parlor.core.chance import Rng

NOBODY: Final[tuple[int, ...]] = ()
ONLY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
ONE_SEAT: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,)]


# A number for each card, so that no two hands have the same sum but by great bad luck.
LARGEST: Final = 2**60 - 1
MIXED: Final[list[i64]] = [pow(7, 1000 + card, 2**61 - 1) & LARGEST for card in range(CARDS)]


class WickedState(Turn):
    """A position of Wicked Pizza."""

    def copy(self) -> WickedState:
        """An independent position like this one."""
        new = WickedState(self.game, self.seats, self.table, self.cards, self.lattice.copy())
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
        if phase == IN_OVER:
            return NOBODY
        if phase < IN_PLAY or phase == IN_DRAW or phase == IN_STEAL:
            return ONLY_CHANCE
        return ONE_SEAT[self.turn]

    def legal_moves(self, seat: int) -> LegalMoves:
        """What this seat may do now."""
        phase = self.phase
        if seat != self.turn or phase < IN_PLAY or phase == IN_DRAW or phase == IN_STEAL or phase == IN_OVER:
            return NO_MOVES
        if phase == IN_PLAY:
            return self.plays()
        return MoveList(self.follow_ups())

    def choice_is_public(self, seat: int) -> bool:
        """What can be played from a hidden hand, or is found in one, is nobody else's business (WP 8)."""
        return self.phase != IN_PLAY and self.phase != IN_LOOK

    def follow_ups(self) -> list[Move]:
        """The choices that a card just played leads to (WP 5)."""
        if self.phase == IN_PIZZA:
            return [WickedMove(PIZZA, 0, 0, 0, pizza & 2047) for pizza in self.pizzas]
        if self.phase == IN_SPIDERS:
            return [REMOVES[laid & 255] for laid in self.laid if (laid & 255) != self.just]
        if self.phase == IN_LOOK:
            return self.discards(self.hands[self.victim])
        return [SEATS[seat] for seat in self.opponents()]

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
        self.lattice.remember()
        moves: list[Move] = []
        groups: list[Spots] = []
        if self.taken >= 0:
            self.add_plays(self.taken, moves, groups)
            return Plays(moves, groups)
        hand = self.hands[self.turn]
        seen: i64 = 0
        for slot in hand:
            card = card_in(slot)
            if is_spell(card):
                if (seen & bit(card - DRAW2)) != 0:
                    continue
                seen |= bit(card - DRAW2)
            self.add_plays(card, moves, groups)
        if len(moves) == 0 and len(groups) == 0:
            moves = self.discards(hand)
            if len(hand) == 0:
                moves.append(PASS_MOVE)
        ingredient: i64 = 0
        while ingredient < 4:
            if self.holders[ingredient] == self.turn:
                self.add_plays(BONUS + ingredient, moves, groups)
            ingredient += 1
        return Plays(moves, groups)

    def add_plays(self, card: i64, moves: list[Move], groups: list[Spots]) -> None:
        """Add every way to play this card."""
        if card == DRAW2 or card == TOP:
            if self.playable(card):
                moves.append(CASTS[card])
            return
        ingredients: i64 = 4 if card == WILD else 1
        turns = TURNS[card]
        ingredient: i64 = 0
        while ingredient < ingredients:
            turn: i64 = 0
            while turn < turns:
                spots = self.spots(card, turn)
                if spots != 0:
                    groups.append(Spots(card, ingredient, turn, spots))
                turn += 1
            ingredient += 1

    def spots(self, card: i64, turn: i64) -> int:
        """Where a card may lie so turned: where it connects crusts if it can in any turn (WP 3.3, 6.4)."""
        if card == WILD or card == CHEESE:
            return self.lattice.completing(turn)
        spots = self.lattice.connecting(SHAPES[card * 4 + turn])
        if spots != 0 or self.connects(card):
            return spots
        return self.lattice.touching()

    def connects(self, card: i64) -> bool:
        """Whether a card can connect crusts anywhere."""
        turn: i64 = 0
        while turn < TURNS[card]:
            if self.lattice.connecting(SHAPES[card * 4 + turn]) != 0:
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
        turn: i64 = 0
        while turn < TURNS[card]:
            if self.spots(card, turn) != 0:
                return True
            turn += 1
        return False

    def chance(self) -> list[tuple[Move, int]]:
        """Who plays first, which card is drawn, or which slot Toads take from."""
        phase = self.phase
        if phase == IN_FIRST:
            return [(FIRSTS[seat], 1) for seat in range(self.seats)]
        if phase == IN_STEAL:
            return [(SLOTS[place_of(slot)], 1) for slot in self.hands[self.victim]]
        drawn: list[tuple[Move, int]] = []
        if phase == IN_DEAL or phase == IN_DRAW:
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
        if self.phase == IN_DRAW or self.phase == IN_DEAL:
            return DRAWS[self.pile[rng.below(len(self.pile))]]
        return super().draw_chance(rng)

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        assert isinstance(move, WickedMove)
        phase = self.phase
        kind = move.kind
        if phase == IN_PLAY:
            if kind == LAY:
                self.lay(move.card, move.ingredient, move.turn, move.number)
            elif kind == CAST:
                self.cast(move.card)
            elif kind == PASS:
                self.finish_play()
            else:
                self.show_and_discard(move.card)
        elif phase == IN_DRAW or phase == IN_DEAL:
            self.pile.remove(move.card)
            self.take_card(move.card)
        elif phase == IN_PIZZA:
            for pizza in self.pizzas:
                if (pizza & 2047) == move.number:
                    self.pizzas.remove(pizza)
                    self.score(pizza)
                    break
        elif phase == IN_LOOK:
            self.discard.append(self.leave(self.victim, move.card))
            self.finish_pizza()
        elif phase == IN_SPIDERS:
            self.remove(move.card)
        elif phase == IN_STEAL:
            self.steal(move.number)
        elif phase == IN_FIRST:
            self.begin(move.number)
        else:
            self.strike(move.number)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (WP 7)."""
        if self.phase != IN_OVER:
            return None
        bonuses = [sum([1 for holder in self.holders if holder == seat]) for seat in range(self.seats)]
        scores = [int(self.tokens[seat]) + BONUS_POINTS * bonuses[seat] for seat in range(self.seats)]
        best = max([(scores[seat], bonuses[seat]) for seat in range(self.seats)])
        winners = [seat for seat in range(self.seats) if (scores[seat], bonuses[seat]) == best]
        how = "shared" if len(winners) > 1 else "bonus" if scores.count(best[0]) > 1 else "points"
        end = "tokens" if self.token_pile == 0 else "cards"
        reason = Message(f"wicked-pizza.outcome.{end}-{how}", winners=winners, n=best[0], bonus=best[1])
        return Outcome(winners, scores, reason, {"tokens": [int(own) for own in self.tokens], "bonus": bonuses})

    def playout(self, rng: Rng) -> None:
        """Play on at random to the end, in place, without naming a move: first the card, then its turn and spot."""
        while self.phase != IN_OVER:
            self.step(rng)

    def step(self, rng: Rng) -> None:
        """One random choice of whoever is to act."""
        phase = self.phase
        if phase == IN_PLAY:
            self.play_some_card(rng)
        elif phase == IN_DRAW or phase == IN_DEAL:
            index = rng.below(len(self.pile))
            card = self.pile[index]
            self.pile[index] = self.pile[-1]
            self.pile.pop()
            self.take_card(card)
        elif phase == IN_PIZZA:
            self.score(self.pizzas.pop(rng.below(len(self.pizzas))))
        elif phase == IN_LOOK:
            hand = self.hands[self.victim]
            self.discard.append(card_in(hand.pop(rng.below(len(hand)))))
            self.finish_pizza()
        elif phase == IN_SPIDERS:
            # The card just played lies last.
            self.remove(self.laid[rng.below(len(self.laid) - 1)] & 255)
        elif phase == IN_STEAL:
            hand = self.hands[self.victim]
            self.steal(place_of(hand[rng.below(len(hand))]))
        elif phase == IN_FIRST:
            self.begin(rng.below(self.seats))
        else:
            opponents = self.opponents()
            self.strike(opponents[rng.below(len(opponents))])

    def play_some_card(self, rng: Rng) -> None:
        """Play any card that can be played; without one, discard or pass."""
        if self.taken >= 0:
            self.play_somewhere(self.taken, rng)
            return
        hand = self.hands[self.turn]
        cards: i64 = len(hand)
        choices = cards + self.bonuses_held()
        choice: i64 = rng.below(choices)
        tried: i64 = 0
        while tried < choices:
            card = card_in(hand[choice]) if choice < cards else self.bonus_held(choice - cards)
            if self.play_somewhere(card, rng):
                return
            choice = choice + 1 if choice + 1 < choices else 0
            tried += 1
        if len(hand) > 0:
            self.show_and_discard(card_in(hand[rng.below(len(hand))]))
        else:
            self.finish_play()

    def bonuses_held(self) -> i64:
        """How many Bonus cards lie in front of the seat whose turn it is."""
        held: i64 = 0
        for holder in self.holders:
            if holder == self.turn:
                held += 1
        return held

    def bonus_held(self, index: i64) -> i64:
        """One of the Bonus cards in front of the seat whose turn it is, counted from 0."""
        card = BONUS
        for holder in self.holders:
            if holder == self.turn:
                if index == 0:
                    break
                index -= 1
            card += 1
        return card

    def play_somewhere(self, card: i64, rng: Rng) -> bool:
        """Play this card anywhere if it can be played."""
        if card == DRAW2 or card == TOP:
            if not self.playable(card):
                return False
            self.cast(card)
            return True
        turns = TURNS[card]
        turn = rng.below(turns)
        for _ in range(turns):
            spots = self.spots(card, turn)
            if spots != 0:
                ingredient = rng.below(4) if card == WILD else 0
                self.lay(card, ingredient, turn, any_member(spots, rng))
                return True
            turn = (turn + 1) % turns
        return False

    def appearance(self, viewer: int, seat: int, move: Move) -> int:
        """Everybody sees every move but what is drawn, which its owner's hand will show soon enough."""
        phase = self.phase
        return 0 if phase == IN_DRAW or phase == IN_DEAL or phase == IN_STEAL else move.code

    def secret(self, seat: int) -> int:
        """The cards in the hand, or in the one that Eye of Newt looks at."""
        cards: i64 = 0
        hand = self.hands[self.victim] if self.phase == IN_LOOK else self.hands[seat]
        for slot in hand:
            # A sum, so that the order does not matter.
            cards = (cards + MIXED[card_in(slot)]) & LARGEST
        return cards

    def enact(self, seat: int, move: Move) -> list[Event]:
        """Make a legal move, noting what the rules do by themselves, and tell what happened."""
        self.log = []
        events = super().enact(seat, move)
        self.log = None
        return events
