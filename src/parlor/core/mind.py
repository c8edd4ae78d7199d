"""What a game knows about playing it well. Every part has a default, so that a game may know nothing at all.

Compiled, so that search asks it at the speed of C; minds written in plain Python subclass it all the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from parlor.core.native import mypyc_attr

if TYPE_CHECKING:
    from parlor.core.chance import Rng
    from parlor.core.moves import Move
    from parlor.core.state import State
    from parlor.core.view import View

# Which part of the range of a judgement makes a move e times as likely to be looked at.
PRIOR_CARE: Final = 0.1


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """The positions that a viewer cannot tell from the true one, to be drawn from again and again."""

    def __init__(self, view: View) -> None:
        self.view = view

    def sample(self, rng: Rng) -> State:
        """One of them by the weight of its chance, with the others' sealed choices unmade."""
        return self.view.game.sample(self.view, rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """Judgement of positions and moves."""

    simulations: ClassVar[Mapping[str, int]] = {"cook": 200, "chef": 2000, "pizzaiolo": 8000}
    """How many simulations stand for the time of a level where results must repeat."""

    def judge(self, state: State, seat: int) -> list[tuple[Move, float]] | None:
        """What each legal move is worth to a seat at a glance, on the game's own scale; None without a judgement."""
        return None

    def priors(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """The legal moves that are worth a look, best first, each with its weight; by default as they are judged."""
        judged = self.judge(state, seat)
        if judged is None:
            return [(move, 1.0) for move in state.legal_moves(seat)]
        best = max([value for _, value in judged])
        care = PRIOR_CARE * (best - min([value for _, value in judged])) or 1.0
        weighed = [(move, math.exp((value - best) / care)) for move, value in judged]
        weighed.sort(key=lambda weighed_move: -weighed_move[1])
        return weighed

    def first_prior(self, state: State, seat: int) -> Move:
        """The move that looks best: the first of the priors."""
        return self.priors(state, seat)[0][0]

    def evaluate(self, state: State, rng: Rng) -> list[float]:
        """The share of the win that each seat may expect: by a judgement, or as a copy of it is played out."""
        end = state.copy()
        end.playout(rng)
        return end.shares()

    def lesson(self, state: State) -> tuple[int, list[list[float]]] | None:
        """What a position teaches: which of the weights judge it, and the numbers of each seat that they weigh.

        There may be one more than there are seats, for what wins where no seat does; None if no weights judge it.
        """
        return None

    def in_rounds(self, view: View) -> bool:
        """Whether search leaves replies to a glance and judges on the seat's next turn, instead of growing a tree."""
        return False

    def worlds(self, view: View) -> Worlds:
        """What this view leaves possible."""
        return Worlds(view)
