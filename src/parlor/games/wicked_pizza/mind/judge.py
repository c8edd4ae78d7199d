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
    CHEESE,
    CHEESE_SECTION,
    DRAW2,
    SHAPES,
    TOP,
    WILD,
)
from parlor.games.wicked_pizza.rules.lattice import Lattice, size
from parlor.games.wicked_pizza.rules.moves import CAST, DISCARD, LAY, PIZZA, REMOVE, SEAT, Plays, Spots, WickedMove
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import IN_PLAY, PLAYED, of_ingredient, placed, shape_of

# What the abilities are worth beside the tokens, in the order of the ingredients.
ABILITY: Final = [0.4, 0.2, 0.7, 0.5]
# A Bonus card that another seat loses counts more.
TAKEN_BONUS: Final = 1.5
# What it costs to spend a card that could do more later.
SPENT_WILD: Final = 1.2
SPENT_CHEESE: Final = 0.6
SPENT_TOP: Final = 0.3
DRAWN_TWO: Final = 0.4
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
    if kind == LAY:
        return lay_worth(state, move, left_as_is)
    if kind == CAST:
        return cast_worth(state, move.card, left_as_is)
    if kind == DISCARD:
        value = card_worth(state, move.card)
        return -value - left_as_is if state.phase == IN_PLAY else value
    if kind == SEAT:
        return float(standing(state, move.number)) + 0.1 * len(state.hands[move.number])
    if kind == REMOVE:
        return sweep_worth(state, move.card)
    if kind == PIZZA:
        for pizza in state.pizzas:
            if (pizza & 2047) == move.number:
                return pizza_worth(state, pizza)
    return -left_as_is


def standing(state: WickedState, seat: i64) -> i64:
    """The points that a seat would have now."""
    points = state.tokens[seat]
    for holder in state.holders:
        if holder == seat:
            points += BONUS_POINTS
    return points


def lead(state: WickedState) -> i64:
    """By how many points the seat to act is ahead of the best other one."""
    best: i64 = 0
    for seat in range(state.seats):
        if seat != state.turn and standing(state, seat) > best:
            best = standing(state, seat)
    return standing(state, state.turn) - best


def exposure(lattice: Lattice) -> float:
    """What the next seat may hope for: sites that lack just a half or just a quarter, with room for a card."""
    halves = size(lattice.completing(0)) + size(lattice.completing(1))
    halves += size(lattice.completing(2)) + size(lattice.completing(3))
    west = lattice.north_west & lattice.south_west
    east = lattice.north_east & lattice.south_east
    three = (west & (lattice.north_east | lattice.south_east)) | (east & (lattice.north_west | lattice.south_west))
    quarters = size(three ^ (three & lattice.complete))
    return OPEN_SITES[min(halves + quarters, 99)]


def lay_worth(state: WickedState, move: WickedMove, left_as_is: float) -> float:
    """Points of the pizzas that a placement completes, less the card's cost and what it leaves open."""
    card = move.card
    lattice = state.lattice.copy()
    completed = lattice.lay(SHAPES[card * 4 + move.turn], move.number)
    value = 0.0
    if completed != 0:
        value = completed_worth(state, move)
    if card == WILD or card == CHEESE:
        # It leaves again, and the site with it is open as before.
        return value - left_as_is - (SPENT_WILD if card == WILD else SPENT_CHEESE)
    if card >= BONUS and state.taken < 0:
        value -= BONUS_POINTS
    return value - exposure(lattice)


def completed_worth(state: WickedState, move: WickedMove) -> float:
    """What the pizzas are worth that a placement completes."""
    after = state.copy()
    laid = placed(move.card, move.ingredient, move.turn, move.number)
    value = 0.0
    tokens: i64 = 0
    for pizza in after.completed(laid, after.put_down(laid)):
        value += pizza_worth(state, pizza)
        tokens += pizza_tokens(pizza)
    if state.token_pile <= tokens:
        value += LAST_TOKEN if lead(state) + tokens > 0 else -LAST_TOKEN
    return value


def pizza_tokens(pizza: i64) -> i64:
    """The tokens of a pizza (WP 5.1, 6.5)."""
    ingredient: i64 = 0
    while ingredient < 4:
        if of_ingredient(pizza, ingredient) == 4:
            return 2
        ingredient += 1
    return 2 if of_ingredient(pizza, CHEESE_SECTION) > 0 else 1


def pizza_worth(state: WickedState, pizza: i64) -> float:
    """Tokens, ability and Bonus card of a pizza."""
    value = float(pizza_tokens(pizza))
    ingredient: i64 = 0
    while ingredient < 4:
        found = of_ingredient(pizza, ingredient)
        if found >= 3:
            value += ABILITY[ingredient]
        if found == 4:
            holder = state.holders[ingredient]
            if holder != PLAYED and holder != state.turn:
                value += BONUS_POINTS * (TAKEN_BONUS if holder >= 0 else 1.0)
        ingredient += 1
    return value


def cast_worth(state: WickedState, card: i64, left_as_is: float) -> float:
    """Draw 2 gives choice; Play Top is worth the best play of the card on top."""
    if card == DRAW2:
        return DRAWN_TWO - left_as_is
    after = state.copy()
    after.cast(card)
    best = -LAST_TOKEN * 2
    for move in after.plays():
        best = max(best, worth(after, move, left_as_is))
    return best - SPENT_TOP


def sweep_worth(state: WickedState, card: i64) -> float:
    """Spiders: leave the next seat as little as possible."""
    for laid in state.laid:
        if (laid & 255) == card:
            lattice = state.lattice.copy()
            lattice.lift(shape_of(laid), laid >> 12)
            return -exposure(lattice)
    return 0.0


def card_worth(state: WickedState, card: i64) -> float:
    """What a card in a hand is worth on this table: spells by what they can do, others by what they could complete."""
    if card == WILD or card == CHEESE:
        return 2.5
    if card == TOP or card == DRAW2:
        return 0.8
    best = 0.0
    moves: list[Move] = []
    groups: list[Spots] = []
    state.add_plays(card, moves, groups)
    for move in Plays(moves, groups):
        assert isinstance(move, WickedMove)
        if state.lattice.copy().lay(SHAPES[card * 4 + move.turn], move.number) != 0:
            best = max(best, completed_worth(state, move))
    return best
