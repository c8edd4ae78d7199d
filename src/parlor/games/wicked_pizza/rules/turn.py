"""A position of Wicked Pizza and how a turn goes on once a card is chosen (WP 4 to 7)."""

from __future__ import annotations

from typing import Final

from parlor.core.bits import bit
from parlor.core.game import Game
from parlor.core.native import i64
from parlor.core.state import State
from parlor.games.wicked_pizza.box import (
    BONUS,
    CHEESE,
    CHEESE_SECTION,
    HAND,
    NEWT,
    RATS,
    RINGS,
    SHAPES,
    SPIDERS,
    START,
    TOADS,
    TOKENS,
    TOP,
    WILD,
    is_spell,
)
from parlor.games.wicked_pizza.rules.lattice import BIT, ORIGIN, SIDE, TIP, WIDTH, Lattice

PHASES: Final = ("first", "deal", "play", "draw", "pizza", "newt", "look", "spiders", "toads", "steal", "rats", "over")
IN_FIRST: Final = 0
IN_DEAL: Final = 1
IN_PLAY: Final = 2
IN_DRAW: Final = 3
IN_PIZZA: Final = 4
IN_NEWT: Final = 5
IN_LOOK: Final = 6
IN_SPIDERS: Final = 7
IN_TOADS: Final = 8
IN_STEAL: Final = 9
IN_RATS: Final = 10
IN_OVER: Final = 11

# Where a Bonus card is, if not in front of a seat.
MIDDLE: Final = -1
PLAYED: Final = 4

# Among those who know a card, beside the bit of each seat: whoever watches.
WATCHERS: Final = 16

NONE: Final = -1


def card_in(slot: i64) -> i64:
    """The card in a slot of a hand."""
    return slot & 255


def knowers(slot: i64) -> i64:
    """The set of seats, and perhaps WATCHERS, that know the card in a slot."""
    return slot >> 8 & 31


def place_of(slot: i64) -> i64:
    """Which slot of the hand it is, from 0: it stays the same while the card is there (WP 8)."""
    return slot >> 13


def placed(card: i64, ingredient: i64, turn: i64, spot: i64) -> i64:
    """A card on the table as one number."""
    return card | ingredient << 8 | turn << 10 | spot << 12


def shape_of(laid: i64) -> i64:
    """The shape that a card on the table shows."""
    return SHAPES[(laid & 255) * 4 + (laid >> 10 & 3)]


def section(laid: i64, cell: i64) -> i64:
    """What a half-cell of a card on the table carries, clockwise from its north-west one."""
    if (laid & 255) == WILD:
        return laid >> 8 & 3
    return RINGS[(laid & 255) * 4 + ((cell - (laid >> 10)) & 3)]


def of_ingredient(pizza: i64, ingredient: i64) -> i64:
    """How many of a pizza's four sections have the ingredient."""
    found: i64 = 0
    sections = pizza >> 11
    for _ in range(4):
        if (sections & 7) == ingredient:
            found += 1
        sections = sections >> 3
    return found


class Turn(State):
    """What lies where, and what playing a card leads to. The draw pile is a bag: its order means nothing."""

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
        self.phase: i64 = IN_FIRST
        self.first: i64 = NONE
        self.turn: i64 = NONE
        self.draws: i64 = 0
        self.taken: i64 = NONE
        self.just: i64 = NONE
        self.pizza: i64 = NONE
        self.victim: i64 = NONE
        # What narration wants to hear; silent in search.
        self.log: list[tuple[str, int, int]] | None = None

    def set_up(self, pile: list[i64]) -> None:
        """Put the Start card and everything else where a game begins (WP 2.1)."""
        self.pile = pile
        self.hands = [[] for _ in range(self.seats)]
        self.tokens = [0] * self.seats
        self.holders = [MIDDLE] * 4
        self.put_down(placed(START, 0, 0, ORIGIN))

    def begin(self, first: i64) -> None:
        """Deal, to this seat first (WP 2.2)."""
        self.first = first
        self.turn = first
        self.phase = IN_DEAL

    def everyone(self) -> i64:
        """All who may know a card: every seat, and those who watch."""
        return bit(self.seats) - 1 | WATCHERS

    def opponents(self) -> list[i64]:
        """The seats that the ability may strike: those with a token, or with a card (WP 5.3)."""
        found: list[i64] = []
        seat: i64 = 0
        while seat < self.seats:
            if seat != self.turn:
                has = self.tokens[seat] if self.phase == IN_RATS else len(self.hands[seat])
                if has > 0:
                    found.append(seat)
            seat += 1
        return found

    def leave(self, seat: i64, card: i64) -> i64:
        """Take a card out of the first slot that holds it."""
        hand = self.hands[seat]
        index: i64 = 0
        while card_in(hand[index]) != card:
            index += 1
        hand.pop(index)
        return card

    def take_in(self, seat: i64, card: i64) -> None:
        """Put a card, with who knows it, in the first free slot of a hand."""
        hand = self.hands[seat]
        place: i64 = 0
        while place < len(hand) and place_of(hand[place]) == place:
            place += 1
        hand.insert(place, card | bit(seat + 8) | place << 13)

    def bring(self, card: i64) -> None:
        """Take the card that is played from where it was: the discard pile, the front of the seat, or its hand."""
        if self.taken >= 0:
            self.taken = NONE
        elif card >= BONUS:
            self.holders[card - BONUS] = PLAYED
        else:
            self.leave(self.turn, card)

    def put_down(self, laid: i64) -> int:
        """Lay a card on the table; the points where it completes pizzas."""
        self.laid.append(laid)
        return self.lattice.lay(shape_of(laid), laid >> 12)

    def lay(self, card: i64, ingredient: i64, turn: i64, spot: i64) -> None:
        """Lay a card and score the pizzas that it completes (WP 4.1, 5.2, 6.4)."""
        self.bring(card)
        self.just = card
        if is_spell(card):
            self.aside.append(card)
        laid = placed(card, ingredient, turn, spot)
        points = self.put_down(laid)
        if points != 0:
            self.pizzas = self.completed(laid, points)
        self.next_pizza()

    def completed(self, laid: i64, points: int) -> list[i64]:
        """The pizzas that a card on the table completes at these points."""
        pizzas: list[i64] = []
        cell: i64 = 0
        while points != 0:
            # A half has one tip for both of its half-cells, and completes one pizza.
            point = (laid >> 12) + TIP[shape_of(laid) * 4 + cell]
            if (points & BIT[point]) != 0:
                points ^= BIT[point]
                pizzas.append(self.pizza_at(point))
            cell += 1
        return pizzas

    def cast(self, card: i64) -> None:
        """Draw 2, or take the top of the discard pile to play it (WP 6.2, 6.3)."""
        self.bring(card)
        self.aside.append(card)
        if card == TOP:
            self.taken = self.discard.pop()
        else:
            self.draws = 2
            self.phase = IN_DRAW

    def show_and_discard(self, card: i64) -> None:
        """Nothing can be played: everybody sees the hand (WP 4.2)."""
        hand = self.hands[self.turn]
        seen = self.everyone() << 8
        index: i64 = 0
        while index < len(hand):
            hand[index] = hand[index] | seen
            index += 1
        self.discard.append(self.leave(self.turn, card))
        self.finish_play()

    def pizza_at(self, point: i64) -> i64:
        """A complete pizza as one number: its point and its four sections, clockwise from the north-west one."""
        pizza = point
        for laid in self.laid:
            offset = point - (laid >> 12)
            if offset >= 0 and offset <= 2 * WIDTH + 2:
                shape = shape_of(laid)
                cell: i64 = 0
                while cell < 4:
                    side = SIDE[shape * 4 + cell]
                    if side >= 0 and TIP[shape * 4 + cell] == offset:
                        pizza |= section(laid, cell) << (11 + 3 * side)
                    cell += 1
        return pizza

    def next_pizza(self) -> None:
        """Go on with the pizzas of this card: a choice if there are several (WP 5.2)."""
        left = len(self.pizzas)
        if left == 0:
            self.finish_play()
        elif left == 1:
            self.score(self.pizzas.pop())
        else:
            self.phase = IN_PIZZA

    def score(self, pizza: i64) -> None:
        """Take the tokens of a pizza and trigger its ability (WP 5.1, 5.3, 6.5)."""
        self.pizza = pizza
        ability: i64 = NONE
        tokens: i64 = 1
        ingredient: i64 = 0
        while ingredient <= CHEESE_SECTION:
            found = of_ingredient(pizza, ingredient)
            if found >= 3:
                ability = ingredient
            if found == 4 or (ingredient == CHEESE_SECTION and found > 0):
                tokens = 2
            ingredient += 1
        if self.log is not None:
            self.log.append(("pizza", pizza, ability))
        if ability == RATS:
            self.phase = IN_RATS
            if len(self.opponents()) > 0:
                self.take_tokens(tokens - 1)
                return
        self.take_tokens(tokens)
        if ability == SPIDERS and len(self.laid) > 1:
            self.phase = IN_SPIDERS
            return
        if ability == NEWT or ability == TOADS:
            self.phase = IN_NEWT if ability == NEWT else IN_TOADS
            if len(self.opponents()) > 0:
                return
        if ability >= 0 and self.log is not None:
            self.log.append(("nothing", ability, 0))
        self.finish_pizza()

    def take_tokens(self, number: i64) -> None:
        """Take tokens from the pile, and spare ones once it is empty (WP 7.1)."""
        self.tokens[self.turn] += number
        self.token_pile = self.token_pile - number if self.token_pile > number else 0
        if self.log is not None and number > 0:
            self.log.append(("tokens", number, self.token_pile))

    def strike(self, seat: i64) -> None:
        """An opponent is chosen (WP 5.3)."""
        self.victim = seat
        if self.phase == IN_RATS:
            self.tokens[seat] -= 1
            self.tokens[self.turn] += 1
            self.finish_pizza()
        elif self.phase == IN_TOADS:
            self.phase = IN_STEAL
        else:
            hand = self.hands[seat]
            index: i64 = 0
            while index < len(hand):
                hand[index] = hand[index] | bit(self.turn + 8)
                index += 1
            self.phase = IN_LOOK

    def steal(self, slot: i64) -> None:
        """Toads take the card from this slot; the victim still knows it (WP 5.3)."""
        hand = self.hands[self.victim]
        index: i64 = 0
        while place_of(hand[index]) != slot:
            index += 1
        self.take_in(self.turn, hand.pop(index) & 8191)
        self.finish_pizza()

    def remove(self, card: i64) -> None:
        """Spiders put a card from the table on the discard pile (WP 5.3)."""
        for laid in self.laid:
            if (laid & 255) == card:
                self.laid.remove(laid)
                self.lattice.lift(shape_of(laid), laid >> 12)
                self.discard.append(card)
                break
        self.finish_pizza()

    def finish_pizza(self) -> None:
        """Take the Bonus card of a pizza of one ingredient, unless it has been played, and go on (WP 5.4)."""
        ingredient: i64 = 0
        while ingredient < 4:
            if of_ingredient(self.pizza, ingredient) == 4:
                holder = self.holders[ingredient]
                if holder != PLAYED and holder != self.turn:
                    self.holders[ingredient] = self.turn
                    if self.log is not None:
                        self.log.append(("bonus", ingredient, holder))
            ingredient += 1
        self.pizza = NONE
        self.victim = NONE
        self.next_pizza()

    def finish_play(self) -> None:
        """Put spells on the discard pile, the inner one first, then end the game or draw (WP 6.3, 6.4, 7.1)."""
        while len(self.aside) > 0:
            spell = self.aside.pop()
            if spell == WILD or spell == CHEESE:
                laid = self.laid.pop()
                self.lattice.lift(shape_of(laid), laid >> 12)
            self.discard.append(spell)
        self.just = NONE
        if self.token_pile == 0:
            self.phase = IN_OVER
        else:
            self.refill()

    def take_card(self, card: i64) -> None:
        """A card drawn from the pile goes where it is due (WP 2.1, 4.1, 6.2)."""
        if self.phase == IN_DEAL:
            dealt: i64 = 0
            for hand in self.hands:
                dealt += len(hand)
            if dealt < HAND * self.seats:
                seat: i64 = (self.first + dealt) % self.seats
                self.take_in(seat, card)
            else:
                self.discard.append(card)
                self.phase = IN_PLAY
            return
        self.take_in(self.turn, card)
        if self.draws == 0:
            self.refill()
            return
        self.draws -= 1
        if self.draws == 0 or len(self.pile) == 0:
            self.draws = 0
            self.finish_play()

    def refill(self) -> None:
        """Draw up to three if the pile has cards, then it is the next seat's turn, or the end (WP 4.1, 7.1)."""
        if len(self.hands[self.turn]) < HAND and len(self.pile) > 0:
            self.phase = IN_DRAW
            return
        left: i64 = len(self.pile)
        for hand in self.hands:
            left += len(hand)
        if left == 0:
            self.phase = IN_OVER
        else:
            self.turn = (self.turn + 1) % self.seats
            self.phase = IN_PLAY
