"""What a seat is asked in Wicked Pizza, and why a move is refused."""

from __future__ import annotations

from parlor.core.moves import Move
from parlor.core.view import View
from parlor.core.words import Message
from parlor.games.wicked_pizza.box import BONUS, CHEESE, DRAW2, LETTERS, NAMES, TOP, WILD, is_spell
from parlor.games.wicked_pizza.rules.lattice import BIT, COVER
from parlor.games.wicked_pizza.rules.moves import CAST, DISCARD, LAY, PASS, PIZZA, REMOVE, SEAT, WickedMove
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import (
    IN_LOOK,
    IN_PIZZA,
    IN_PLAY,
    IN_RATS,
    IN_SPIDERS,
    PHASES,
    PLAYED,
    card_in,
)


def ask(view: View) -> Message:
    """What a viewer with a choice is asked to do."""
    data = view.data
    phase = data["phase"]
    example = str(view.legal_moves[0])
    if phase != "play":
        return Message(f"wicked-pizza.prompt.{phase}", example=example)
    if data["taken"] is not None:
        return Message("wicked-pizza.prompt.taken", card=data["taken"], example=example)
    if example.startswith("discard"):
        return Message("wicked-pizza.prompt.discard", example=example)
    if any(data["bonus"][letter] == view.seat for letter in LETTERS):
        return Message("wicked-pizza.prompt.play-or-bonus", example=example)
    return Message("wicked-pizza.prompt.play", example=example)


def refusal(state: WickedState, move: Move) -> Message:
    """Why this move is not legal for the seat whose turn it is."""
    if not isinstance(move, WickedMove):
        return Message("wicked-pizza.no.foreign", move=str(move))
    expected = {IN_PLAY: (LAY, CAST, DISCARD, PASS), IN_PIZZA: (PIZZA,), IN_LOOK: (DISCARD,), IN_SPIDERS: (REMOVE,)}
    if move.kind not in expected.get(state.phase, (SEAT,)):
        example = str(state.legal_moves(state.turn)[0])
        return Message(f"wicked-pizza.no.{PHASES[state.phase]}", move=str(move), example=example)
    if state.phase != IN_PLAY:
        return _no_such_choice(state, move)
    if move.kind == PASS:
        return Message("wicked-pizza.no.pass")
    if state.taken >= 0 and move.card != state.taken:
        return Message("wicked-pizza.no.taken", card=NAMES[state.taken], move=str(move))
    if state.taken < 0 and (missing := _not_there(state, move.card)):
        return missing
    if move.kind == DISCARD:
        example = str(state.legal_moves(state.turn)[0])
        return Message("wicked-pizza.no.discard", card=NAMES[move.card], example=example)
    if is_spell(move.card) and not state.playable(move.card):
        return _no_use(state, move.card)
    return _no_place(state, move)


def _no_such_choice(state: WickedState, move: WickedMove) -> Message:
    """A follow-up that is not among the choices."""
    choices = [str(choice) for choice in state.follow_ups()]
    if move.kind == SEAT:
        what = "token" if state.phase == IN_RATS else "hand"
        if move.number == state.turn:
            return Message("wicked-pizza.no.self", choices=choices)
        return Message(f"wicked-pizza.no.{what}", seat=move.number, choices=choices)
    if move.kind == REMOVE and move.card == state.just:
        return Message("wicked-pizza.no.just", card=NAMES[move.card], example=choices[0])
    if move.kind == REMOVE:
        return Message("wicked-pizza.no.not-laid", card=NAMES[move.card], example=choices[0])
    return Message("wicked-pizza.no.choice", move=str(move), choices=choices)


def _not_there(state: WickedState, card: int) -> Message | None:
    """A card that the seat has neither in its hand nor in front of it."""
    if card >= BONUS:
        holder = state.holders[card - BONUS]
        if holder == state.turn:
            return None
        where = "played" if holder == PLAYED else "middle" if holder < 0 else "other"
        return Message(f"wicked-pizza.no.bonus-{where}", card=NAMES[card], holder=holder)
    hand = [NAMES[card_in(slot)] for slot in state.hands[state.turn]]
    if NAMES[card] in hand:
        return None
    if not hand:
        return Message("wicked-pizza.no.empty-hand", card=NAMES[card])
    return Message("wicked-pizza.no.card", card=NAMES[card], hand=hand)


def _no_use(state: WickedState, card: int) -> Message:
    """A spell whose action cannot be done (WP 6.1)."""
    if card == DRAW2:
        return Message("wicked-pizza.no.draw2")
    if card == TOP and not state.discard:
        return Message("wicked-pizza.no.top-empty")
    if card == TOP:
        return Message("wicked-pizza.no.top", card=NAMES[state.discard[-1]])
    return Message("wicked-pizza.no.site", card=NAMES[card])


def _no_place(state: WickedState, move: WickedMove) -> Message:
    """A placement that breaks WP 3."""
    card, cover = NAMES[move.card], COVER[move.number]
    groups = [group for group in state.plays().groups if group.card == move.card]
    if not groups:
        return Message("wicked-pizza.no.room", card=card)
    group = next((group for group in groups if group.turn == move.turn), groups[0])
    example = str(_first_spot(group.card, move.ingredient, group.turn, group.spots))
    if cover & ~state.lattice.inside:
        half = state.table // 2
        return Message("wicked-pizza.no.off", move=str(move), least=-half, most=half - 2, example=example)
    for laid in state.laid:
        if cover & COVER[laid >> 12]:
            return Message("wicked-pizza.no.overlap", move=str(move), other=NAMES[laid & 255], example=example)
    if move.card in (WILD, CHEESE):
        return Message("wicked-pizza.no.complete", move=str(move), example=example)
    if not state.lattice.touching() & BIT[move.number]:
        return Message("wicked-pizza.no.float", move=str(move), example=example)
    return Message("wicked-pizza.no.connect", move=str(move), card=card, example=example)


def _first_spot(card: int, ingredient: int, turn: int, spots: int) -> WickedMove:
    return WickedMove(LAY, card, ingredient, turn, (spots & -spots).bit_length() - 1)
