"""What a move of Wicked Pizza causes: how a turn goes on once a card is chosen (WP 4 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlor.core.bits import bit
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import (
    BONUS,
    HAND,
    RATS,
    SPIDERS,
    START,
    TOP,
    is_half_spell,
    is_spell,
)
from parlor.games.wicked_pizza.rules.layout import (
    NONE,
    card_in,
    card_of,
    knowers,
    new_pizza,
    new_slot,
    place_of,
    placed,
    point_of,
    sections_of,
    shown,
    spot_of,
    turn_of,
)
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.pieces import PIECE_TIP, first_piece, sections_around, shape_of
from parlor.games.wicked_pizza.rules.places import ORIGIN
from parlor.games.wicked_pizza.rules.scoring import MIDDLE, PLAYED, ability_of, is_claimed, one_ingredient, tokens_for

if TYPE_CHECKING:
    from parlor.games.wicked_pizza.rules.lattice import Lattice
    from parlor.games.wicked_pizza.rules.state import WickedState

# What the ability of each ingredient asks for.
ASKING: Final[list[i64]] = [Phase.NEWT, Phase.SPIDERS, Phase.TOADS, Phase.RATS]


def make(state: WickedState, move: WickedMove) -> None:
    """Make a legal move."""
    phase = state.phase
    kind = move.kind
    if phase == Phase.PLAY:
        if kind == Kind.LAY:
            lay(state, move.card, move.ingredient, move.turn, move.number)
        elif kind == Kind.CAST:
            cast(state, move.card)
        elif kind == Kind.PASS:
            finish_play(state)
        else:
            show_and_discard(state, move.card)
    elif phase == Phase.DRAW or phase == Phase.DEAL:
        take_from_pile(state, move.card)
        take_card(state, move.card)
    elif phase == Phase.PIZZA:
        for pizza in state.pizzas:
            if point_of(pizza) == move.number:
                state.pizzas.remove(pizza)
                score(state, pizza)
                break
    elif phase == Phase.LOOK:
        state.discard.append(leave(state, state.victim, move.card))
        finish_pizza(state)
    elif phase == Phase.SPIDERS:
        remove(state, move.card)
    elif phase == Phase.STEAL:
        steal(state, move.number)
    elif phase == Phase.FIRST:
        begin(state, move.number)
    else:
        strike(state, move.number)


def set_up(state: WickedState, pile: list[i64]) -> None:
    """Put the Start card and everything else where a game begins (WP 2.1)."""
    state.pile = pile
    state.hands = [[] for _ in range(state.seats)]
    state.tokens = [0] * state.seats
    state.holders = [MIDDLE] * 4
    put_down(state, placed(START, 0, 0, ORIGIN))


def begin(state: WickedState, first: i64) -> None:
    """Deal, to this seat first (WP 2.2)."""
    state.first = first
    state.turn = first
    state.phase = Phase.DEAL


def lay(state: WickedState, card: i64, ingredient: i64, turn: i64, spot: i64) -> None:
    """Lay a card and score the pizzas that it completes (WP 4.1, 5.2, 6.4)."""
    bring(state, card)
    state.just = card
    if is_spell(card):
        state.aside.append(card)
    laid = placed(card, ingredient, turn, spot)
    put_down(state, laid)
    state.pizzas = completed(state, laid)
    next_pizza(state)


def cast(state: WickedState, card: i64) -> None:
    """Draw 2, or take the top of the discard pile to play it (WP 6.2, 6.3)."""
    bring(state, card)
    state.aside.append(card)
    if card == TOP:
        state.taken = state.discard.pop()
    else:
        state.draws = 2
        state.phase = Phase.DRAW


def show_and_discard(state: WickedState, card: i64) -> None:
    """Nothing can be played: everybody sees the hand (WP 4.2)."""
    hand = state.hands[state.turn]
    everyone = state.everyone()
    index: i64 = 0
    while index < len(hand):
        hand[index] = shown(hand[index], everyone)
        index += 1
    state.discard.append(leave(state, state.turn, card))
    finish_play(state)


def bring(state: WickedState, card: i64) -> None:
    """Take the card that is played from where it was: the discard pile, the front of the seat, or its hand."""
    if state.taken >= 0:
        state.taken = NONE
    elif card >= BONUS:
        state.holders[card - BONUS] = PLAYED
    else:
        leave(state, state.turn, card)


def leave(state: WickedState, seat: i64, card: i64) -> i64:
    """Take a card out of the first slot that holds it."""
    hand = state.hands[seat]
    index: i64 = 0
    while card_in(hand[index]) != card:
        index += 1
    hand.pop(index)
    return card


def take_in(state: WickedState, seat: i64, card: i64, knowing: i64) -> None:
    """Put a card, which these know beside the seat, in the first free slot of a hand."""
    hand = state.hands[seat]
    place: i64 = 0
    while place < len(hand) and place_of(hand[place]) == place:
        place += 1
    hand.insert(place, new_slot(card, knowing | bit(seat), place))


def put_down(state: WickedState, laid: i64) -> None:
    """Lay a card on the table."""
    state.laid.append(laid)
    state.lattice = state.lattice.laid(shape_of(laid), spot_of(laid))


def take_up(state: WickedState, index: i64) -> None:
    """Take one of the laid cards off the table."""
    laid = state.laid.pop(index)
    state.lattice = state.lattice.lifted(shape_of(laid), spot_of(laid))


def completes(lattice: Lattice, card: i64, turn: i64, spot: i64) -> bool:
    """Whether a card that lies so has a part in a complete pizza."""
    piece = first_piece(card, turn)
    last = piece + 4
    while piece < last and PIECE_TIP[piece] >= 0:
        if lattice.is_complete(spot + PIECE_TIP[piece]):
            return True
        piece += 1
    return False


def completed(state: WickedState, laid: i64) -> list[i64]:
    """The pizzas that a card on the table has a part in: those that it completes if it was laid last."""
    pizzas: list[i64] = []
    piece = first_piece(card_of(laid), turn_of(laid))
    last = piece + 4
    while piece < last and PIECE_TIP[piece] >= 0:
        point = spot_of(laid) + PIECE_TIP[piece]
        if state.lattice.is_complete(point):
            pizzas.append(new_pizza(point, sections_around(point, state.laid)))
        piece += 1
    return pizzas


def next_pizza(state: WickedState) -> None:
    """Go on with the pizzas of this card: a choice if there are several (WP 5.2)."""
    left = len(state.pizzas)
    if left == 0:
        finish_play(state)
    elif left == 1:
        score(state, state.pizzas.pop())
    else:
        state.phase = Phase.PIZZA


def score(state: WickedState, pizza: i64) -> None:
    """Take the tokens of a pizza and trigger its ability (WP 5.1, 5.3, 6.5)."""
    state.pizza = pizza
    sections = sections_of(pizza)
    ability = ability_of(sections)
    if state.log is not None:
        state.log.append(("pizza", sections, ability))
    works = False
    if ability >= 0:
        state.phase = ASKING[ability]
        # Spiders need a card beside the one just played, all others an opponent to strike.
        works = len(state.laid) > 1 if ability == SPIDERS else len(state.opponents()) > 0
    if ability >= 0 and not works and state.log is not None:
        state.log.append(("nothing", ability, 0))
    # The token of Rat Tails comes from an opponent.
    take_tokens(state, tokens_for(sections) - (1 if works and ability == RATS else 0))
    if not works:
        finish_pizza(state)


def take_tokens(state: WickedState, number: i64) -> None:
    """Take tokens from the pile, and spare ones once it is empty (WP 7.1)."""
    state.tokens[state.turn] += number
    state.token_pile = state.token_pile - number if state.token_pile > number else 0
    if state.log is not None and number > 0:
        state.log.append(("tokens", number, state.token_pile))


def strike(state: WickedState, seat: i64) -> None:
    """An opponent is chosen (WP 5.3)."""
    state.victim = seat
    if state.phase == Phase.RATS:
        state.tokens[seat] -= 1
        state.tokens[state.turn] += 1
        finish_pizza(state)
    elif state.phase == Phase.TOADS:
        state.phase = Phase.STEAL
    else:
        hand = state.hands[seat]
        index: i64 = 0
        while index < len(hand):
            hand[index] = shown(hand[index], bit(state.turn))
            index += 1
        state.phase = Phase.LOOK


def steal(state: WickedState, slot: i64) -> None:
    """Toads take the card from this slot; the victim still knows it (WP 5.3)."""
    hand = state.hands[state.victim]
    index: i64 = 0
    while place_of(hand[index]) != slot:
        index += 1
    taken = hand.pop(index)
    take_in(state, state.turn, card_in(taken), knowers(taken))
    finish_pizza(state)


def remove(state: WickedState, card: i64) -> None:
    """Spiders put a card from the table on the discard pile (WP 5.3)."""
    index: i64 = 0
    while card_of(state.laid[index]) != card:
        index += 1
    take_up(state, index)
    state.discard.append(card)
    finish_pizza(state)


def finish_pizza(state: WickedState) -> None:
    """Take the Bonus card of a pizza of one ingredient, unless it has been played, and go on (WP 5.4)."""
    ingredient = one_ingredient(sections_of(state.pizza))
    if ingredient >= 0:
        holder = state.holders[ingredient]
        if is_claimed(holder, state.turn):
            state.holders[ingredient] = state.turn
            if state.log is not None:
                state.log.append(("bonus", ingredient, holder))
    state.pizza = NONE
    state.victim = NONE
    next_pizza(state)


def finish_play(state: WickedState) -> None:
    """Put spells on the discard pile, the inner one first, then end the game or draw (WP 6.3, 6.4, 7.1)."""
    while len(state.aside) > 0:
        spell = state.aside.pop()
        if is_half_spell(spell):
            take_up(state, len(state.laid) - 1)
        state.discard.append(spell)
    state.just = NONE
    if state.token_pile == 0:
        state.phase = Phase.OVER
    else:
        refill(state)


def take_from_pile(state: WickedState, card: i64) -> None:
    """Take a card out of the pile."""
    # Much faster than `remove`, which compares objects.
    pile = state.pile
    index: i64 = 0
    while pile[index] != card:
        index += 1
    pile.pop(index)


def take_card(state: WickedState, card: i64) -> None:
    """A card drawn from the pile goes where it is due (WP 2.1, 4.1, 6.2)."""
    if state.phase == Phase.DEAL:
        dealt: i64 = 0
        for hand in state.hands:
            dealt += len(hand)
        if dealt < HAND * state.seats:
            seat: i64 = (state.first + dealt) % state.seats
            take_in(state, seat, card, 0)
        else:
            state.discard.append(card)
            state.phase = Phase.PLAY
        return
    take_in(state, state.turn, card, 0)
    if state.draws == 0:
        refill(state)
        return
    state.draws -= 1
    if state.draws == 0 or len(state.pile) == 0:
        state.draws = 0
        finish_play(state)


def refill(state: WickedState) -> None:
    """Draw up to three if the pile has cards, then it is the next seat's turn, or the end (WP 4.1, 7.1)."""
    if len(state.hands[state.turn]) < HAND and len(state.pile) > 0:
        state.phase = Phase.DRAW
        return
    left: i64 = len(state.pile)
    for hand in state.hands:
        left += len(hand)
    if left == 0:
        state.phase = Phase.OVER
    else:
        state.turn = (state.turn + 1) % state.seats
        state.phase = Phase.PLAY
