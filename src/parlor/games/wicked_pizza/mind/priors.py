"""Which moves of Wicked Pizza are worth a closer look, and how much each promises at a second glance."""

from __future__ import annotations

import math
from typing import Final

from parlor.core.moves import Move
from parlor.core.native import i64
from parlor.games.wicked_pizza.box import (
    BONUS,
    BONUS_POINTS,
    DRAW2,
    TOP,
    TURNS,
    ingredient_choices,
    is_cast,
    is_half_spell,
    is_spell,
)
from parlor.games.wicked_pizza.mind.judge import BROUGHT, HELD, LAST_TOKEN, SPENT, judge, lead, worth
from parlor.games.wicked_pizza.mind.sites import Candidate, Sites, sites_of
from parlor.games.wicked_pizza.rules.layout import card_in, card_of, placed, spot_of
from parlor.games.wicked_pizza.rules.moves import CASTS, REMOVES, WickedMove, laid_so
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.scoring import PLAYED
from parlor.games.wicked_pizza.rules.state import WickedState

# By how many points a move must be better to be thought e times as likely, and how many moves are candidates;
# which of one card are not, and how many of those that are worth the same.
CARE: Final = 0.35
MOST_CANDIDATES: Final = 32
WORST: Final = 1.8
ALIKE: Final = 2
# The most tokens that one pizza takes.
MOST_LAST: Final = 2
# What a spell on the discard pile brings, whichever it is.
CHAINED: Final = 0.4
# Less than any move is worth.
NOWHERE: Final = -1000.0


def priors(state: WickedState, seat: int) -> list[tuple[Move, float]]:
    """The moves that are worth a closer look, best first, with weights."""
    if state.phase != Phase.PLAY:
        return weighed(follow_ups(state))
    candidates: list[Candidate] = []
    if state.taken >= 0:
        add_candidates(state, state.taken, candidates)
        return weighed(candidates)
    for card in cards_in_hand(state):
        add_candidates(state, card, candidates)
    if len(candidates) == 0:
        return weighed([Candidate(move, value) for move, value in judge(state, seat)])
    for card in bonus_cards(state):
        add_candidates(state, card, candidates)
    return weighed(candidates)


def first_prior(state: WickedState, seat: int) -> Move:
    """The first of the priors, found without the others."""
    if state.phase != Phase.PLAY:
        return best_candidate(follow_ups(state)).move
    candidates: list[Candidate] = []
    if state.taken >= 0:
        add_best(state, state.taken, candidates)
        return best_candidate(candidates).move
    for card in cards_in_hand(state):
        add_best(state, card, candidates)
    if len(candidates) == 0:
        return priors(state, seat)[0][0]
    for card in bonus_cards(state):
        add_best(state, card, candidates)
    return best_candidate(candidates).move


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


def best_candidate(candidates: list[Candidate]) -> Candidate:
    """The best of several moves, the first if some are equal."""
    best = candidates[0]
    for candidate in candidates:
        if candidate.value > best.value:
            best = candidate
    return best


def add_best(state: WickedState, card: i64, candidates: list[Candidate]) -> None:
    """Add the best way to play a card, if there is one."""
    if is_cast(card):
        add_candidates(state, card, candidates)
        return
    table = sites_of(state)
    ahead = lead(state)
    key = question_key(state, card, ahead)
    best = table.bests.get(key)
    if best is None:
        best = best_place(state, table, card, ahead)
        table.bests[key] = best
    if best.value > NOWHERE:
        candidates.append(best)


def follow_ups(state: WickedState) -> list[Candidate]:
    """What may be done about a pizza, with what it is worth."""
    table = sites_of(state)
    candidates: list[Candidate] = []
    if state.phase == Phase.SPIDERS:
        for laid in state.laid:
            if card_of(laid) != state.just:
                candidates.append(Candidate(REMOVES[card_of(laid)], -table.hope_without(laid)))
        return candidates
    for move in state.legal_moves(state.turn):
        assert isinstance(move, WickedMove)
        if state.phase == Phase.LOOK:
            candidates.append(Candidate(move, held_value(state, table, move.card, state.victim)))
        else:
            candidates.append(Candidate(move, worth(state, move, 0.0)))
    return candidates


def held_value(state: WickedState, table: Sites, card: i64, seat: i64) -> float:
    """What a card is worth to a seat that holds it."""
    if is_spell(card):
        return HELD[card - DRAW2]
    return table.best_gain(state, card, seat)


def weighed(candidates: list[Candidate]) -> list[tuple[Move, float]]:
    """The best moves with weights, best first."""
    candidates.sort(key=lambda candidate: -candidate.value)
    best = candidates[0].value
    return [(candidate.move, math.exp((candidate.value - best) / CARE)) for candidate in candidates[:MOST_CANDIDATES]]


def add_candidates(state: WickedState, card: i64, candidates: list[Candidate]) -> None:
    """Add the best ways to play a card."""
    table = sites_of(state)
    if is_cast(card):
        if state.playable(card):
            candidates.append(Candidate(CASTS[card], cast_value(state, card, table)))
        return
    ahead = lead(state)
    key = question_key(state, card, ahead)
    found = table.candidates.get(key)
    if found is None:
        found = best_places(state, table, card, ahead)
        table.candidates[key] = found
    candidates.extend(found)


def question_key(state: WickedState, card: i64, ahead: i64) -> i64:
    """A number for what the best ways to lay a card on a table depend on: Bonus cards, and at the end who leads."""
    key = card * 5
    for holder in state.holders:
        key = key * 5 + (0 if holder == PLAYED or holder == state.turn else 1 if holder < 0 else 2)
    key = key * 2 + (1 if state.taken >= 0 else 0)
    # Every part has its own place, for two questions that share a number would get one answer.
    if state.token_pile > MOST_LAST:
        return key * 256
    return key * 256 + (state.token_pile + 1) * 64 + max(min(ahead, 31), -31) + 32


def best_places(state: WickedState, table: Sites, card: i64, ahead: i64) -> list[Candidate]:
    """The best ways to lay a card; of those that are worth the same, a few."""
    ingredients = ingredient_choices(card)
    ways: list[i64] = []
    values: list[float] = []
    best = NOWHERE
    ingredient: i64 = 0
    while ingredient < ingredients:
        turn: i64 = 0
        while turn < TURNS[card]:
            for spot in state.spots(card, turn):
                value = place_value(state, table, card, ingredient, turn, spot, ahead)
                ways.append(placed(card, ingredient, turn, spot))
                values.append(value)
                if value > best:
                    best = value
            turn += 1
        ingredient += 1
    candidates: list[Candidate] = []
    index: i64 = 0
    while index < len(ways):
        value = values[index]
        if value > best - WORST:
            equal: i64 = 0
            for candidate in candidates:
                if candidate.value == value:
                    equal += 1
            if equal < ALIKE:
                candidates.append(Candidate(laid_so(ways[index], spot_of(ways[index])), value))
        index += 1
    return candidates


def best_place(state: WickedState, table: Sites, card: i64, ahead: i64) -> Candidate:
    """The best way to lay a card; worth NOWHERE if there is none."""
    ingredients = ingredient_choices(card)
    best = NOWHERE
    way = placed(card, 0, 0, 0)
    # Only at a site anything is gained.
    turn: i64 = 0
    while turn < TURNS[card]:
        asked = state.question(card, turn)
        for site in table.spots:
            if state.lattice.has(asked, site):
                ingredient: i64 = 0
                while ingredient < ingredients:
                    value = place_value(state, table, card, ingredient, turn, site, ahead)
                    if value > best:
                        best = value
                        way = placed(card, ingredient, turn, site)
                    ingredient += 1
        turn += 1
    cost = float(BONUS_POINTS) if card >= BONUS and state.taken < 0 else 0.0
    if not is_half_spell(card) and best < -cost:
        turn = 0
        while turn < TURNS[card]:
            for spot in state.spots(card, turn):
                left = table.hope_after(card, turn, spot, -best - cost)
                if -left - cost > best and spot not in table.spots:
                    best = -left - cost
                    way = placed(card, 0, turn, spot)
            turn += 1
    return Candidate(laid_so(way, spot_of(way)), best)


def place_value(
    state: WickedState, table: Sites, card: i64, ingredient: i64, turn: i64, spot: i64, ahead: i64
) -> float:
    """What a placement gains, less what it costs and what it leaves to the next seat."""
    value = table.gain(state, card, ingredient, turn, spot)
    tokens: i64 = int(value)
    if value > 0.0 and state.token_pile <= MOST_LAST and state.token_pile <= tokens:
        value += LAST_TOKEN if ahead + tokens > 0 else -LAST_TOKEN
    if is_half_spell(card):
        return value - table.hope - SPENT[card - DRAW2]
    if card >= BONUS and state.taken < 0:
        value -= float(BONUS_POINTS)
    return value - table.hope_after(card, turn, spot, -NOWHERE)


def cast_value(state: WickedState, card: i64, table: Sites) -> float:
    """What a spell brings; Play Top is worth the best play of the card on top."""
    if card != TOP:
        return BROUGHT[card - DRAW2] - table.hope - SPENT[card - DRAW2]
    top = state.discard[-1]
    if is_cast(top):
        return CHAINED - table.hope - SPENT[card - DRAW2]
    candidates: list[Candidate] = []
    add_candidates(state, top, candidates)
    best = -LAST_TOKEN
    for candidate in candidates:
        best = max(best, candidate.value)
    return best - SPENT[card - DRAW2]
