"""What a position of Wicked Pizza promises each seat."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import CHEESE, TOKENS, TOP, WILD, is_cast
from parlor.games.wicked_pizza.mind.judge import bonus_worth, pizza_worth
from parlor.games.wicked_pizza.mind.sites import Sites, sites_of
from parlor.games.wicked_pizza.mind.weights import FEATURES, WEIGHTS
from parlor.games.wicked_pizza.rules.layout import card_in, sections_of
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.scoring import one_ingredient
from parlor.games.wicked_pizza.rules.state import WickedState

# How much a feature counts, at (seats * 21 + tokens left) * features: always, by the token left, and by its root.
COUNTS: Final[list[float]] = [
    weights[index]
    + weights[len(FEATURES) + index] / max(left, 1)
    + weights[2 * len(FEATURES) + index] / math.sqrt(max(left, 1))
    for (weights,) in [WEIGHTS[max(seats, 2)] for seats in range(5)]
    for left in range(TOKENS + 1)
    for index in range(len(FEATURES))
]


def horizon(state: WickedState) -> i64:
    """How many tokens will be taken yet: what is left, or half as many as cards, of which not all bring one."""
    cards: i64 = len(state.pile)
    for hand in state.hands:
        cards += len(hand)
    return max(min(state.token_pile, cards // 2), 1)


def features(state: WickedState) -> list[list[float]]:
    """What speaks for each seat, in the order of FEATURES."""
    table = sites_of(state)
    seats: i64 = state.seats
    # Whoever has yet to play is next; once a card is played it is the seat after.
    following = state.turn if state.phase == Phase.PLAY else (state.turn + 1) % seats
    found: list[list[float]] = []
    seat: i64 = 0
    while seat < seats:
        order = seat - following if seat >= following else seat - following + seats
        found.append(features_of(state, table, seat, order))
        seat += 1
    if state.phase != Phase.PLAY and state.phase != Phase.DRAW:
        add_pending(state, found)
    return found


def weighed_features(state: WickedState) -> list[list[float]]:
    """Every feature three times, as the weights have it: as it is, by the token left, and by its root."""
    left = float(horizon(state))
    return [[*own, *[one / left for one in own], *[one / math.sqrt(left) for one in own]] for own in features(state)]


def features_of(state: WickedState, table: Sites, seat: i64, order: i64) -> list[float]:
    """What speaks for one seat, which plays after so many others."""
    wilds = 0.0
    cheeses = 0.0
    others = 0.0
    best = 0.0
    second = 0.0
    hand = state.hands[seat]
    for slot in hand:
        card = card_in(slot)
        if card == WILD:
            wilds += 1.0
        elif card == CHEESE:
            cheeses += 1.0
        elif is_cast(card):
            others += 1.0
        gain = table.best_gain(state, card, seat)
        if card == TOP and len(state.discard) > 0:
            gain = table.best_gain(state, state.discard[-1], seat)
        if gain > best:
            second = best
            best = gain
        elif gain > second:
            second = gain
    if order == 0 and state.taken >= 0:
        best = table.best_gain(state, state.taken, seat)
    is_next = 1.0 if order == 0 else 0.0
    is_second = 1.0 if order == 1 else 0.0
    is_later = 1.0 if order > 1 else 0.0
    return [
        float(state.points(seat)),
        float(state.bonuses(seat)),
        wilds,
        cheeses,
        others,
        float(len(hand)),
        best * is_next,
        second * is_next,
        best * is_second,
        second * is_second,
        best * is_later,
        is_next,
        is_second,
    ]


def add_pending(state: WickedState, found: list[list[float]]) -> None:
    """Count what the card just played will bring yet as if it were there."""
    turn = state.turn
    points = 0.0
    for pizza in state.pizzas:
        points += pizza_worth(state, sections_of(pizza), turn)
    if state.pizza >= 0:
        ingredient = one_ingredient(sections_of(state.pizza))
        if ingredient >= 0:
            points += bonus_worth(state, ingredient, turn)
    if state.phase == Phase.RATS:
        points += 1.5
    found[turn][0] += points


def evaluate(state: WickedState) -> list[float]:
    """The share of the win that each seat may expect."""
    size: i64 = len(FEATURES)
    start = (state.seats * (TOKENS + 1) + horizon(state)) * size
    strengths: list[float] = []
    for own in features(state):
        strength = 0.0
        index: i64 = 0
        while index < size:
            strength += COUNTS[start + index] * own[index]
            index += 1
        strengths.append(strength)
    best = max(strengths)
    weights = [math.exp(strength - best) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]
