"""What a seat knows of Wicked Pizza, and positions that it cannot tell from the true one (WP 8)."""

from __future__ import annotations

from typing import Any

from parlor.core.bits import bit
from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.mind import Worlds
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.wicked_pizza.box import LETTERS, NAMES, SECTION_LETTERS, card_names
from parlor.games.wicked_pizza.rules.lattice import x_of, y_of
from parlor.games.wicked_pizza.rules.moves import lay_move
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.rules.turn import MIDDLE, PHASES, PLAYED, WATCHERS, card_in, knowers, place_of
from parlor.games.wicked_pizza.telling.position import load


def known(state: WickedState, viewer: int | None) -> Data:
    """The position as far as the viewer knows it.

    A card that it does not know is null, and `unseen` lists those with the draw pile; an empty slot is null as a whole.
    """
    sees = WATCHERS if viewer is None else 0 if viewer == ALL else bit(viewer)
    unseen = list(state.pile)
    hands = []
    for hand in state.hands:
        slots: list[Data | None] = []
        for slot in hand:
            slots += [None] * (place_of(slot) - len(slots))
            visible = viewer == ALL or knowers(slot) & sees
            if not visible:
                unseen.append(card_in(slot))
            slots.append({"card": NAMES[card_in(slot)] if visible else None, "known": _who(knowers(slot), state)})
        hands.append(slots)
    return {
        "seats": state.seats,
        "table": state.table,
        "cards": card_names(state.cards),
        "phase": PHASES[state.phase],
        "first": _or_null(state.first),
        "turn": _or_null(state.turn),
        "laid": [placement(laid) for laid in state.laid],
        "hands": hands,
        "pile": len(state.pile),
        "unseen": [NAMES[card] for card in sorted(unseen)],
        "discard": [NAMES[card] for card in state.discard],
        "token_pile": state.token_pile,
        "tokens": list(state.tokens),
        "bonus": {letter: _place(holder) for letter, holder in zip(LETTERS, state.holders, strict=True)},
        "aside": [NAMES[card] for card in state.aside],
        "taken": None if state.taken < 0 else NAMES[state.taken],
        "just": None if state.just < 0 else NAMES[state.just],
        "pizzas": [pizza_data(pizza) for pizza in state.pizzas],
        "pizza": None if state.pizza < 0 else pizza_data(state.pizza),
        "victim": _or_null(state.victim),
        "draws": state.draws,
    }


def placement(laid: int) -> str:
    """A card on the table as it is written."""
    return str(lay_move(laid & 255, laid >> 8 & 3, laid >> 10 & 3, laid >> 12))


def pizza_data(pizza: int) -> Data:
    """A pizza to be scored: its centre, and its sections clockwise from the north-west one."""
    point = pizza & 2047
    return {"at": [x_of(point), y_of(point)], "sections": sections(pizza)}


def sections(pizza: int) -> str:
    """The four letters of a pizza."""
    return "".join(SECTION_LETTERS[pizza >> 11 + 3 * side & 7] for side in range(4))


class WickedWorlds(Worlds):
    """A position that a view allows, and the seat and index of every card that is in doubt."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.state, self.doubtful = _possible(view)

    def sample(self, rng: Rng) -> State:
        """The position with unseen cards dealt anew, each way alike."""
        state = self.state.copy()
        pile = state.pile
        for seat, index in self.doubtful:
            hand = state.hands[seat]
            pile.append(card_in(hand[index]))
        for seat, index in self.doubtful:
            hand = state.hands[seat]
            place = rng.below(len(pile))
            hand[index] = hand[index] & ~255 | pile[place]
            pile[place] = pile[-1]
            pile.pop()
        pile.sort()
        return state


def _possible(view: View) -> tuple[WickedState, list[tuple[int, int]]]:
    """Some position that the view allows, and the seat and index of every card that is in doubt."""
    data = dict(view.data)
    unseen = list(data["unseen"])
    doubtful = []
    hands = []
    for seat, hand in enumerate(data["hands"]):
        slots = []
        index = 0
        for slot in hand:
            if slot is not None:
                if slot["card"] is None:
                    doubtful.append((seat, index))
                    slot = {**slot, "card": unseen.pop()}
                index += 1
            slots.append(slot)
        hands.append(slots)
    data["hands"] = hands
    data["unseen"] = unseen
    return load(view.game, data), doubtful


def _who(knowing: int, state: WickedState) -> Any:
    return "all" if knowing & WATCHERS else [seat for seat in range(state.seats) if knowing >> seat & 1]


def _place(holder: int) -> Any:
    return {MIDDLE: "middle", PLAYED: "played"}.get(holder, holder)


def _or_null(value: int) -> int | None:
    return None if value < 0 else value
