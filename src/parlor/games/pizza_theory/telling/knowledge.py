"""What a seat knows of Pizza Theory: everything but the others' sealed cuts (PT 3.2)."""

from __future__ import annotations

from parlor.core.chance import Rng
from parlor.core.fields import Data, fields_in
from parlor.core.mind import Worlds
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.games.pizza_theory.box import CUTS
from parlor.games.pizza_theory.rules import turn
from parlor.games.pizza_theory.rules.state import PizzaState
from parlor.games.pizza_theory.telling.position import dump, load


def known(state: PizzaState, viewer: int | None) -> Data:
    """The position with every sealed cut but the viewer's own replaced by null."""
    data = dump(state)
    if viewer != ALL and data["picks"]:
        own = None if viewer is None else str(state.colour_of(viewer))
        data["picks"] = {colour: cut if colour == own else None for colour, cut in data["picks"].items()}
    return data


def colour_of(data: Data, seat: int) -> int:
    """The colour of a seat, from the body of a view."""
    return turn.colour_of(seat, data.get("unselected", -1))


def own_colour(view: View) -> int | None:
    """The colour of whoever looks, if it has a seat."""
    return None if view.seat is None or view.seat < 0 else colour_of(view.data, view.seat)


def station_of(data: Data, colour: int) -> int:
    """The station that a colour faces, from the body of a view of a game that has begun."""
    return turn.station_of(colour, data["first"])


class PizzaWorlds(Worlds):
    """Positions before the others have sealed their cuts: there is only one."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        made = {colour: cut for colour, cut in fields_in(view.data, "picks").items() if cut is not None}
        self.open = load(view.game, {**view.data, "picks": made})

    def sample(self, rng: Rng) -> State:
        """The position with the others' cuts unmade."""
        return self.open.copy()


def sample(view: View, rng: Rng, reopen: bool) -> State:
    """A position that the viewer cannot tell from the true one: each sealed cut is any of the six alike."""
    if reopen:
        return PizzaWorlds(view).sample(rng)
    picks = {
        colour: rng.below(CUTS) + 1 if cut is None else cut for colour, cut in fields_in(view.data, "picks").items()
    }
    return load(view.game, {**view.data, "picks": picks})
