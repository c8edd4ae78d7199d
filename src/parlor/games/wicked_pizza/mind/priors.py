"""Which moves of Wicked Pizza are worth a look, and how much each promises at a second glance."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import BONUS, BONUS_POINTS, CHEESE, DRAW2, TOP, TURNS, WILD
from parlor.games.wicked_pizza.mind.judge import (
    DRAWN_TWO,
    LAST_TOKEN,
    SPENT_CHEESE,
    SPENT_TOP,
    SPENT_WILD,
    judge,
    lead,
    worth,
)
from parlor.games.wicked_pizza.mind.sites import Look, Openings, openings
from parlor.games.wicked_pizza.rules.lattice import BIT, members
from parlor.games.wicked_pizza.rules.moves import CASTS, REMOVES, WickedMove, lay_move
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import IN_LOOK, IN_PLAY, IN_SPIDERS, PLAYED, card_in

# By how many points a move must be better to be thought e times as likely, and how many moves are worth a look;
# which of one card are not, and how many of those that are worth the same.
CARE: Final = 0.35
LOOKS: Final = 32
WORST: Final = 1.8
ALIKE: Final = 2
# The most tokens that one pizza takes.
MOST_LAST: Final = 2
# What spells are worth in a hand.
HELD_HALF: Final = 2.5
HELD_SPELL: Final = 0.8
# Less than any move is worth.
NOWHERE: Final = -1000.0


def priors(state: WickedState, seat: int) -> list[tuple[Move, float]]:
    """The moves that are worth a look, best first, with weights."""
    if state.phase != IN_PLAY:
        return weighed(follow_ups(state))
    looks: list[Look] = []
    if state.taken >= 0:
        look_at(state, state.taken, looks)
        return weighed(looks)
    for card in cards_in_hand(state):
        look_at(state, card, looks)
    if len(looks) == 0:
        return weighed([Look(move, value) for move, value in judge(state, seat)])
    for card in bonus_cards(state):
        look_at(state, card, looks)
    return weighed(looks)


def first_prior(state: WickedState, seat: int) -> Move:
    """The first of the priors, found without the others."""
    if state.phase != IN_PLAY:
        return best_look(follow_ups(state)).move
    looks: list[Look] = []
    if state.taken >= 0:
        add_best(state, state.taken, looks)
        return best_look(looks).move
    for card in cards_in_hand(state):
        add_best(state, card, looks)
    if len(looks) == 0:
        return priors(state, seat)[0][0]
    for card in bonus_cards(state):
        add_best(state, card, looks)
    return best_look(looks).move


def cards_in_hand(state: WickedState) -> list[i64]:
    """The cards that the seat whose turn it is could play from its hand, each once."""
    found: list[i64] = []
    for slot in state.hands[state.turn]:
        card = card_in(slot)
        if card not in found:
            found.append(card)
    return found


def bonus_cards(state: WickedState) -> list[i64]:
    """The Bonus cards of the seat whose turn it is."""
    return [BONUS + ingredient for ingredient in range(4) if state.holders[ingredient] == state.turn]


def best_look(looks: list[Look]) -> Look:
    """The best of several moves, the first if some are equal."""
    best = looks[0]
    for look in looks:
        if look.value > best.value:
            best = look
    return best


def add_best(state: WickedState, card: i64, looks: list[Look]) -> None:
    """Add the best way to play a card, if there is one."""
    if card == DRAW2 or card == TOP:
        look_at(state, card, looks)
        return
    table = openings(state)
    ahead = lead(state)
    key = look_key(state, card, ahead)
    best = table.bests.get(key)
    if best is None:
        best = best_place(state, table, card, ahead)
        table.bests[key] = best
    if best.value > NOWHERE:
        looks.append(best)


def follow_ups(state: WickedState) -> list[Look]:
    """What may be done about a pizza, with what it is worth."""
    table = openings(state)
    looks: list[Look] = []
    if state.phase == IN_SPIDERS:
        for laid in state.laid:
            if (laid & 255) != state.just:
                looks.append(Look(REMOVES[laid & 255], -table.hope_without(laid)))
        return looks
    for move in state.legal_moves(state.turn):
        assert isinstance(move, WickedMove)
        if state.phase == IN_LOOK:
            looks.append(Look(move, held_value(state, table, move.card, state.victim)))
        else:
            looks.append(Look(move, worth(state, move, 0.0)))
    return looks


def held_value(state: WickedState, table: Openings, card: i64, seat: i64) -> float:
    """What a card is worth to a seat that holds it."""
    if card == WILD or card == CHEESE:
        return HELD_HALF
    if card == TOP or card == DRAW2:
        return HELD_SPELL
    return table.best_gain(state, card, seat)


def weighed(looks: list[Look]) -> list[tuple[Move, float]]:
    """The best moves with weights, best first."""
    looks.sort(key=lambda look: -look.value)
    best = looks[0].value
    return [(look.move, math.exp((look.value - best) / CARE)) for look in looks[:LOOKS]]


def look_at(state: WickedState, card: i64, looks: list[Look]) -> None:
    """Add the best ways to play a card."""
    table = openings(state)
    if card == DRAW2 or card == TOP:
        if state.playable(card):
            looks.append(Look(CASTS[card], cast_value(state, card, table)))
        return
    ahead = lead(state)
    key = look_key(state, card, ahead)
    found = table.looks.get(key)
    if found is None:
        found = best_places(state, table, card, ahead)
        table.looks[key] = found
    looks.extend(found)


def look_key(state: WickedState, card: i64, ahead: i64) -> i64:
    """A number for what the best ways to lay a card on a table depend on: Bonus cards, and at the end who leads."""
    key = card * 5
    for holder in state.holders:
        key = key * 5 + (0 if holder == PLAYED or holder == state.turn else 1 if holder < 0 else 2)
    key = key * 2 + (1 if state.taken >= 0 else 0)
    # Every part has its own place, for two questions that share a number would get one answer.
    if state.token_pile > MOST_LAST:
        return key * 256
    return key * 256 + (state.token_pile + 1) * 64 + max(min(ahead, 31), -31) + 32


def best_places(state: WickedState, table: Openings, card: i64, ahead: i64) -> list[Look]:
    """The best ways to lay a card; of those that are worth the same, a few."""
    ingredients: i64 = 4 if card == WILD else 1
    codes: list[i64] = []
    values: list[float] = []
    best = NOWHERE
    ingredient: i64 = 0
    while ingredient < ingredients:
        turn: i64 = 0
        while turn < TURNS[card]:
            for spot in members(state.spots(card, turn)):
                value = place_value(state, table, card, ingredient, turn, spot, ahead)
                codes.append(ingredient << 13 | turn << 11 | spot)
                values.append(value)
                if value > best:
                    best = value
            turn += 1
        ingredient += 1
    looks: list[Look] = []
    index: i64 = 0
    while index < len(codes):
        value = values[index]
        if value > best - WORST:
            equal: i64 = 0
            for look in looks:
                if look.value == value:
                    equal += 1
            if equal < ALIKE:
                code = codes[index]
                looks.append(Look(lay_move(card, code >> 13, code >> 11 & 3, code & 2047), value))
        index += 1
    return looks


def best_place(state: WickedState, table: Openings, card: i64, ahead: i64) -> Look:
    """The best way to lay a card; worth NOWHERE if there is none."""
    ingredients: i64 = 4 if card == WILD else 1
    best = NOWHERE
    code: i64 = 0
    # Only at a site anything is gained.
    turn: i64 = 0
    while turn < TURNS[card]:
        spots = state.spots(card, turn)
        if spots != 0:
            for site in table.spots:
                if (spots & BIT[site]) != 0:
                    ingredient: i64 = 0
                    while ingredient < ingredients:
                        value = place_value(state, table, card, ingredient, turn, site, ahead)
                        if value > best:
                            best = value
                            code = ingredient << 13 | turn << 11 | site
                        ingredient += 1
        turn += 1
    cost = float(BONUS_POINTS) if card >= BONUS and state.taken < 0 else 0.0
    if card != WILD and card != CHEESE and best < -cost:
        turn = 0
        while turn < TURNS[card]:
            for spot in members(state.spots(card, turn)):
                left = table.hope_after(card, turn, spot, -best - cost)
                if -left - cost > best and spot not in table.spots:
                    best = -left - cost
                    code = turn << 11 | spot
            turn += 1
    return Look(lay_move(card, code >> 13, code >> 11 & 3, code & 2047), best)


def place_value(
    state: WickedState, table: Openings, card: i64, ingredient: i64, turn: i64, spot: i64, ahead: i64
) -> float:
    """What a placement gains, less what it costs and what it leaves to the next seat."""
    value = table.gain(state, card, ingredient, turn, spot)
    tokens: i64 = int(value)
    if value > 0.0 and state.token_pile <= MOST_LAST and state.token_pile <= tokens:
        value += LAST_TOKEN if ahead + tokens > 0 else -LAST_TOKEN
    if card == WILD:
        return value - table.hope - SPENT_WILD
    if card == CHEESE:
        return value - table.hope - SPENT_CHEESE
    if card >= BONUS and state.taken < 0:
        value -= float(BONUS_POINTS)
    return value - table.hope_after(card, turn, spot, -NOWHERE)


def cast_value(state: WickedState, card: i64, table: Openings) -> float:
    """Draw 2 gives choice; Play Top is worth the best play of the card on top."""
    if card == DRAW2:
        return DRAWN_TWO - table.hope
    top = state.discard[-1]
    if top == DRAW2 or top == TOP:
        return DRAWN_TWO - table.hope - SPENT_TOP
    looks: list[Look] = []
    look_at(state, top, looks)
    best = -LAST_TOKEN
    for look in looks:
        best = max(best, look.value)
    return best - SPENT_TOP
