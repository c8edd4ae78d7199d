"""Random play of Wicked Pizza at full speed: no move is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.native import i64
from parlor.games.wicked_pizza.box import BONUS, TURNS, ingredient_choices, is_cast, is_half_spell
from parlor.games.wicked_pizza.rules.layout import NONE, card_in, card_of, place_of
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.pieces import question
from parlor.games.wicked_pizza.rules.places import BESIDE
from parlor.games.wicked_pizza.rules.turn import (
    begin,
    cast,
    finish_pizza,
    finish_play,
    lay,
    remove,
    score,
    show_and_discard,
    steal,
    strike,
    take_card,
)

if TYPE_CHECKING:
    from parlor.core.chance import Rng
    from parlor.games.wicked_pizza.rules.state import WickedState


def step(state: WickedState, rng: Rng) -> None:
    """One random choice of whoever is to act."""
    phase = state.phase
    if phase == Phase.PLAY:
        play_some_card(state, rng)
    elif phase == Phase.DRAW or phase == Phase.DEAL:
        index = rng.below(len(state.pile))
        card = state.pile[index]
        state.pile[index] = state.pile[-1]
        state.pile.pop()
        take_card(state, card)
    elif phase == Phase.PIZZA:
        score(state, state.pizzas.pop(rng.below(len(state.pizzas))))
    elif phase == Phase.LOOK:
        hand = state.hands[state.victim]
        state.discard.append(card_in(hand.pop(rng.below(len(hand)))))
        finish_pizza(state)
    elif phase == Phase.SPIDERS:
        # The card just played lies last.
        remove(state, card_of(state.laid[rng.below(len(state.laid) - 1)]))
    elif phase == Phase.STEAL:
        hand = state.hands[state.victim]
        steal(state, place_of(hand[rng.below(len(hand))]))
    elif phase == Phase.FIRST:
        begin(state, rng.below(state.seats))
    else:
        opponents = state.opponents()
        strike(state, opponents[rng.below(len(opponents))])


def play_some_card(state: WickedState, rng: Rng) -> None:
    """Play any card that can be played; without one, discard or pass."""
    if state.taken >= 0:
        play_somewhere(state, state.taken, rng)
        return
    hand = state.hands[state.turn]
    cards: i64 = len(hand)
    choices = cards + state.bonuses(state.turn)
    choice: i64 = rng.below(choices)
    tried: i64 = 0
    while tried < choices:
        card = card_in(hand[choice]) if choice < cards else bonus_held(state, choice - cards)
        if play_somewhere(state, card, rng):
            return
        choice = choice + 1 if choice + 1 < choices else 0
        tried += 1
    if len(hand) > 0:
        show_and_discard(state, card_in(hand[rng.below(len(hand))]))
    else:
        finish_play(state)


def bonus_held(state: WickedState, index: i64) -> i64:
    """One of the Bonus cards in front of the seat whose turn it is, counted from 0."""
    card = BONUS
    for holder in state.holders:
        if holder == state.turn:
            if index == 0:
                break
            index -= 1
        card += 1
    return card


def play_somewhere(state: WickedState, card: i64, rng: Rng) -> bool:
    """Play this card anywhere if it can be played."""
    if is_cast(card):
        if not state.playable(card):
            return False
        cast(state, card)
        return True
    turns = TURNS[card]
    turn = rng.below(turns)
    spot: i64 = NONE
    tried: i64 = 0
    while tried < turns:
        spot = state.lattice.any_spot(question(card, turn, True), rng)
        if spot >= 0:
            break
        turn = turn + 1 if turn + 1 < turns else 0
        tried += 1
    if spot < 0 and not is_half_spell(card):
        spot = state.lattice.any_spot(BESIDE, rng)
    if spot < 0:
        return False
    choices = ingredient_choices(card)
    lay(state, card, rng.below(choices) if choices > 1 else 0, turn, spot)
    return True
