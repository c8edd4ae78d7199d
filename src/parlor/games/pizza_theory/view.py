"""What a seat knows of Pizza Theory: everything but the others' sealed cuts (PT 3.2)."""

from __future__ import annotations

from parlor.core.chance import Rng
from parlor.core.game import ALL, Data, View
from parlor.games.pizza_theory.components import CUTS
from parlor.games.pizza_theory.position import dump, load
from parlor.games.pizza_theory.rules import PizzaState


def known(state: PizzaState, viewer: int | None) -> Data:
    """The position with every sealed cut but the viewer's own replaced by null."""
    data = dump(state)
    if viewer != ALL:
        own = None if viewer is None else str(state.colour_of(viewer))
        data["picks"] = {colour: cut if colour == own else None for colour, cut in data["picks"].items()}
    return data


def colour_of(data: Data, seat: int) -> int:
    """The colour of a seat, from the body of a view (PT 6.1)."""
    return seat + 1 if data["seats"] == 2 and seat >= data["unselected"] else seat


# The last view that was sampled, with its position before sealed cuts: search samples the same view again and again.
_last: tuple[View, PizzaState] | None = None


def sample(view: View, rng: Rng, reopen: bool) -> PizzaState:
    """A position that the viewer cannot tell from the true one: each sealed cut is any of the six alike."""
    global _last
    if not reopen:
        return _sealed(view, rng, reopen)
    last = _last
    if last is None or last[0] is not view:
        last = _last = (view, _sealed(view, rng, reopen))
    return last[1].copy()


def _sealed(view: View, rng: Rng, reopen: bool) -> PizzaState:
    data = dict(view.data)
    picks = {}
    for colour, cut in data["picks"].items():
        if cut is not None:
            picks[colour] = cut
        elif not reopen:
            picks[colour] = rng.below(CUTS) + 1
    data["picks"] = picks
    return load(view.game, data)
