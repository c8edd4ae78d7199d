"""What a move in Wicked Pizza is worth at a glance: points won, less what it leaves to the next seat.

The scale is points: one's own count full, those that the leader loses count half.
"""

from __future__ import annotations

from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import (
    BONUS,
    BONUS_POINTS,
    DRAW2,
    SHAPES,
    TOP,
    is_half_spell,
    is_spell,
)
from parlor.games.wicked_pizza.rules.lattice import Lattice
from parlor.games.wicked_pizza.rules.layout import card_of, placed, point_of, sections_of, spot_of
from parlor.games.wicked_pizza.rules.moves import Kind, Plays, WickedMove
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.pieces import shape_of
from parlor.games.wicked_pizza.rules.scoring import ability_of, is_claimed, one_ingredient, tokens_for
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import cast, completed, completes, put_down

# What the abilities are worth beside the tokens, in the order of the ingredients.
ABILITY: Final = [0.4, 0.2, 0.7, 0.5]
# A Bonus card that another seat loses counts more.
TAKEN_BONUS: Final = 1.5
# For each spell: what it is worth in a hand, what it costs to spend it, and what it brings when it is cast; Play Top
# brings what it plays.
HELD: Final = [0.8, 0.8, 2.5, 2.5]
SPENT: Final = [0.0, 0.3, 1.2, 0.6]
BROUGHT: Final = [0.4, 0.0]
# What so many open sites are worth to the next seat: each finds it without the right card as often as not.
OPEN_SITES: Final = [1.3 * (1 - pow(0.55, number)) for number in range(100)]
LAST_TOKEN: Final = 20.0


def judge(state: WickedState, seat: int) -> list[tuple[Move, float]]:
    """What each legal move is worth to the seat to act."""
    left_as_is = exposure(state.lattice)
    return [(move, worth(state, move, left_as_is)) for move in state.legal_moves(seat)]


def worth(state: WickedState, move: Move, left_as_is: float) -> float:
    """What one move is worth; `left_as_is` is what the table as it lies leaves to the next seat."""
    assert isinstance(move, WickedMove)
    kind = move.kind
    if kind == Kind.LAY:
        return lay_worth(state, move, left_as_is)
    if kind == Kind.CAST:
        return cast_worth(state, move.card, left_as_is)
    if kind == Kind.DISCARD:
        value = card_worth(state, move.card)
        return -value - left_as_is if state.phase == Phase.PLAY else value
    if kind == Kind.SEAT:
        return float(state.points(move.number)) + 0.1 * len(state.hands[move.number])
    if kind == Kind.REMOVE:
        return sweep_worth(state, move.card)
    if kind == Kind.PIZZA:
        for pizza in state.pizzas:
            if point_of(pizza) == move.number:
                return pizza_worth(state, sections_of(pizza), state.turn)
    return -left_as_is


def lead(state: WickedState) -> i64:
    """By how many points the seat to act is ahead of the best other one."""
    best: i64 = 0
    for seat in range(state.seats):
        if seat != state.turn and state.points(seat) > best:
            best = state.points(seat)
    return state.points(state.turn) - best


def exposure(lattice: Lattice) -> float:
    """What the next seat may hope for: sites that lack just a half or just a quarter, with room for a card."""
    return OPEN_SITES[min(lattice.sites(), 99)]


def lay_worth(state: WickedState, move: WickedMove, left_as_is: float) -> float:
    """Points of the pizzas that a placement completes, less the card's cost and what it leaves open."""
    card = move.card
    lattice = state.lattice.laid(SHAPES[card * 4 + move.turn], move.number)
    value = 0.0
    if completes(lattice, card, move.turn, move.number):
        value = completed_worth(state, move)
    if is_half_spell(card):
        # It leaves again, and the site with it is open as before.
        return value - left_as_is - SPENT[card - DRAW2]
    if card >= BONUS and state.taken < 0:
        value -= BONUS_POINTS
    return value - exposure(lattice)


def completed_worth(state: WickedState, move: WickedMove) -> float:
    """What the pizzas are worth that a placement completes."""
    after = state.copy()
    laid = placed(move.card, move.ingredient, move.turn, move.number)
    value = 0.0
    tokens: i64 = 0
    put_down(after, laid)
    for pizza in completed(after, laid):
        value += pizza_worth(state, sections_of(pizza), state.turn)
        tokens += tokens_for(sections_of(pizza))
    if state.token_pile <= tokens:
        value += LAST_TOKEN if lead(state) + tokens > 0 else -LAST_TOKEN
    return value


def pizza_worth(state: WickedState, sections: i64, seat: i64) -> float:
    """Tokens, ability and Bonus card of a pizza of this seat."""
    value = float(tokens_for(sections))
    ability = ability_of(sections)
    if ability >= 0:
        value += ABILITY[ability]
    ingredient = one_ingredient(sections)
    return value + bonus_worth(state, ingredient, seat) if ingredient >= 0 else value


def bonus_worth(state: WickedState, ingredient: i64, seat: i64) -> float:
    """What a seat gains by a pizza of one ingredient, which takes its Bonus card."""
    holder = state.holders[ingredient]
    if not is_claimed(holder, seat):
        return 0.0
    return BONUS_POINTS * (TAKEN_BONUS if holder >= 0 else 1.0)


def cast_worth(state: WickedState, card: i64, left_as_is: float) -> float:
    """What a spell brings; Play Top is worth the best play of the card on top."""
    if card != TOP:
        return BROUGHT[card - DRAW2] - left_as_is - SPENT[card - DRAW2]
    after = state.copy()
    cast(after, card)
    best = -LAST_TOKEN * 2
    for move in after.plays():
        best = max(best, worth(after, move, left_as_is))
    return best - SPENT[card - DRAW2]


def sweep_worth(state: WickedState, card: i64) -> float:
    """Spiders: leave the next seat as little as possible."""
    for laid in state.laid:
        if card_of(laid) == card:
            return -exposure(state.lattice.lifted(shape_of(laid), spot_of(laid)))
    return 0.0


def card_worth(state: WickedState, card: i64) -> float:
    """What a card in a hand is worth on this table: spells by what they can do, others by what they could complete."""
    if is_spell(card):
        return HELD[card - DRAW2]
    best = 0.0
    plays = Plays(state.lattice)
    state.add_plays(card, plays)
    for move in plays:
        assert isinstance(move, WickedMove)
        if completes(state.lattice.laid(SHAPES[card * 4 + move.turn], move.number), card, move.turn, move.number):
            best = max(best, completed_worth(state, move))
    return best
