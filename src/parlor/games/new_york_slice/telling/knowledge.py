"""What a perfect note-taker knows of New York Slice (NYS 4.1): all but the bag, and a Mystery slice not collected."""

from __future__ import annotations

from parlor.core.bits import has
from parlor.core.chance import Rng, index_of
from parlor.core.errors import BadPosition
from parlor.core.fields import Data, fields_in, list_in, one_of
from parlor.core.game import Game
from parlor.core.mind import Worlds
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.new_york_slice.box import FACES, Special
from parlor.games.new_york_slice.rules.phases import Phase
from parlor.games.new_york_slice.rules.state import SliceState
from parlor.games.new_york_slice.rules.windows import edible
from parlor.games.new_york_slice.telling.position import UNKNOWN, dump, edible_then, load


def known(state: SliceState, viewer: int | None) -> Data:
    """The position with the secret Mystery slice replaced by `?` for all but its owner."""
    data = dump(state)
    if state.mystery >= 0 and viewer not in (ALL, state.mystery_seat):
        mystery = data["mystery"]
        if state.received != Special.MYSTERY_SLICE:
            eaten = data["table"][state.mystery_seat]["eaten"]
            eaten.remove(mystery["slice"])
            eaten.append(UNKNOWN)
        mystery["slice"] = UNKNOWN
    return data


class SliceWorlds(Worlds):
    """All that a view leaves possible, by weight; only a Mystery slice can be in doubt."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.states, self.weights = possible(view)

    def sample(self, rng: Rng) -> State:
        """One of the positions, by its weight."""
        return self.states[index_of(self.weights, rng.below(sum(self.weights)))].copy()


def possible(view: View) -> tuple[list[SliceState], list[int]]:
    """Every position that the viewer thinks possible, with its weight."""
    mystery = view.data.get("mystery")
    if not isinstance(mystery, dict) or mystery.get("slice") != UNKNOWN:
        return [load(view.game, view.data)], [1]
    state = _without_mystery(view.game, view.data)
    seat = one_of(mystery, "seat", range(state.seats))
    pending = state.received == Special.MYSTERY_SLICE
    worlds: list[SliceState] = []
    weights: list[int] = []
    for face in range(FACES):
        # What was eaten could be eaten by its owner at that moment.
        if state.bag[face] == 0 or not (pending or has(state.mystery_edible, face)):
            continue
        world = state.copy()
        world.bag[face] -= 1
        world.undealt -= 1
        world.mystery = face
        world.mystery_seat = seat
        if not pending:
            world.eaten[seat * FACES + face] += 1
        elif state.phase != Phase.EAT or edible(world) == 0:
            # Nobody would be asked what to eat.
            continue
        if view.outcome is not None and world.outcome != view.outcome:
            continue
        worlds.append(world)
        weights.append(state.bag[face])
    if not worlds:
        raise BadPosition("position.view", game=view.game.name)
    return worlds, weights


def _without_mystery(game: Game, data: Data) -> SliceState:
    """The position with the Mystery slice still in the bag."""
    seats = [fields_in({"table": own}, "table") for own in list_in(data, "table")]
    table = [{**own, "eaten": [text for text in list_in(own, "eaten") if text != UNKNOWN]} for own in seats]
    stand_in = {**data, "table": table, "mystery": None}
    if data.get("received") == "mystery-slice":
        # Without its Mystery slice the seat may have nothing to eat: it is as if the draw were still to come.
        state = load(game, {**stand_in, "phase": "mystery"})
        state.phase = Phase.EAT
        return state
    state = load(game, stand_in)
    state.mystery_edible = edible_then(state, data["mystery"])
    return state
