"""Which rules a position is under: version 2, or version 1 for what began under it."""

from __future__ import annotations

from parlor.core.bits import has
from parlor.core.game import Game
from parlor.core.native import i64
from parlor.games.new_york_slice.box import VEGGIE_FACES, Components, Special
from parlor.games.new_york_slice.rules.state import SliceState


class FirstState(SliceState):
    """A position under version 1: You Love Veggies lets its holder eat later Veggies too (NYS 6.2)."""

    def copy(self) -> FirstState:
        """An independent position like this one."""
        new = FirstState(self.game, self.seats, self.components, self.specials)
        self.copy_into(new)
        return new

    def edible_faces(self, held: i64, received: i64) -> i64:
        """What a seat may eat of the slices that it gains, Veggies as long as it holds You Love Veggies."""
        faces = super().edible_faces(held, received)
        if has(held, Special.YOU_LOVE_VEGGIES):
            faces |= VEGGIE_FACES
        return faces


def new_state(game: Game, seats: int, components: Components, specials: int) -> SliceState:
    """A position under the rules of this game, with all slices in the bag."""
    state = (FirstState if game.rules == 1 else SliceState)(game, seats, components, specials)
    state.set_up()
    return state
