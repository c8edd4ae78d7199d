"""Who knows what in a game of Wicked Pizza (WP 8), and the positions that a view leaves possible."""

from __future__ import annotations

from parlor.core.bits import bit
from parlor.core.chance import Rng
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, list_in
from parlor.core.mind import Worlds
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.wicked_pizza.rules.layout import WATCHERS, card_in, swapped
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.games.wicked_pizza.telling.position import dump, load


def known(state: WickedState, viewer: int | None) -> Data:
    """The position as far as the viewer knows it."""
    if viewer == ALL:
        return dump(state)
    return dump(state, WATCHERS if viewer is None else bit(viewer))


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
            hand[index] = swapped(hand[index], pile[place])
            pile[place] = pile[-1]
            pile.pop()
        pile.sort()
        return state


def _possible(view: View) -> tuple[WickedState, list[tuple[int, int]]]:
    """Some position that the view allows, and the seat and index of every card that is in doubt."""
    data = dict(view.data)
    unseen = list(list_in(data, "unseen"))
    doubtful = []
    hands = []
    for seat, hand in enumerate(list_in(data, "hands")):
        slots = []
        index = 0
        for slot in list_in({"hands": hand}, "hands"):
            if isinstance(slot, dict):
                if slot.get("card", "") is None:
                    if not unseen:
                        raise BadPosition("position.view", game=view.game.name)
                    doubtful.append((seat, index))
                    slot = {**slot, "card": unseen.pop()}
                index += 1
            slots.append(slot)
        hands.append(slots)
    data["hands"] = hands
    data["unseen"] = unseen
    return load(view.game, data), doubtful
