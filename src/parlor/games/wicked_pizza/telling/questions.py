"""What a seat is asked in Wicked Pizza, and why a move is refused."""

from __future__ import annotations

from parlor.core.moves import Move
from parlor.core.view import View
from parlor.core.words import Message
from parlor.games.wicked_pizza.box import BONUS, DRAW2, LETTERS, NAMES, TOP, TURNS, is_half_spell, is_spell
from parlor.games.wicked_pizza.rules.layout import card_in, card_of, spot_of
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove
from parlor.games.wicked_pizza.rules.phases import PHASES, Phase
from parlor.games.wicked_pizza.rules.places import BESIDE, x_of, y_of
from parlor.games.wicked_pizza.rules.scoring import PLAYED
from parlor.games.wicked_pizza.rules.state import WickedState

# What is chosen in a phase; in all others a seat.
CHOSEN = {
    Phase.PLAY: (Kind.LAY, Kind.CAST, Kind.DISCARD, Kind.PASS),
    Phase.PIZZA: (Kind.PIZZA,),
    Phase.LOOK: (Kind.DISCARD,),
    Phase.SPIDERS: (Kind.REMOVE,),
}


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
    if move.kind not in CHOSEN.get(state.phase, (Kind.SEAT,)):
        example = str(state.legal_moves(state.turn)[0])
        return Message(f"wicked-pizza.no.{PHASES[state.phase]}", move=str(move), example=example)
    if state.phase != Phase.PLAY:
        return _no_such_choice(state, move)
    if move.kind == Kind.PASS:
        return Message("wicked-pizza.no.pass")
    if state.taken >= 0 and move.card != state.taken:
        return Message("wicked-pizza.no.taken", card=NAMES[state.taken], move=str(move))
    if state.taken < 0 and (missing := _not_there(state, move.card)):
        return missing
    if move.kind == Kind.DISCARD:
        example = str(state.legal_moves(state.turn)[0])
        return Message("wicked-pizza.no.discard", card=NAMES[move.card], example=example)
    if is_spell(move.card) and not state.playable(move.card):
        return _no_use(state, move.card)
    return _no_place(state, move)


def _no_such_choice(state: WickedState, move: WickedMove) -> Message:
    """A follow-up that is not among the choices."""
    choices = [str(choice) for choice in state.follow_ups()]
    if move.kind == Kind.SEAT:
        what = "token" if state.phase == Phase.RATS else "hand"
        if move.number == state.turn:
            return Message("wicked-pizza.no.self", choices=choices)
        return Message(f"wicked-pizza.no.{what}", seat=move.number, choices=choices)
    if move.kind == Kind.REMOVE and move.card == state.just:
        return Message("wicked-pizza.no.just", card=NAMES[move.card], example=choices[0])
    if move.kind == Kind.REMOVE:
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
    card, x, y = NAMES[move.card], x_of(move.number), y_of(move.number)
    turns = [turn for turn in range(TURNS[move.card]) if state.spots(move.card, turn)]
    if not turns:
        return Message("wicked-pizza.no.room", card=card)
    turn = move.turn if move.turn in turns else turns[0]
    example = str(WickedMove(Kind.LAY, move.card, move.ingredient, turn, state.spots(move.card, turn)[0]))
    half = state.table // 2
    if not (-half <= x <= half - 2 and -half <= y <= half - 2):
        return Message("wicked-pizza.no.off", move=str(move), least=-half, most=half - 2, example=example)
    for laid in state.laid:
        if -2 < x_of(spot_of(laid)) - x < 2 and -2 < y_of(spot_of(laid)) - y < 2:
            return Message("wicked-pizza.no.overlap", move=str(move), other=NAMES[card_of(laid)], example=example)
    if is_half_spell(move.card):
        return Message("wicked-pizza.no.complete", move=str(move), example=example)
    if not state.lattice.has(BESIDE, move.number):
        return Message("wicked-pizza.no.float", move=str(move), example=example)
    return Message("wicked-pizza.no.connect", move=str(move), card=card, example=example)
