"""Hypothesis strategies: random walks through a game and the positions on them, which shrink to early, simple ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.state import State
from parlor.testing.walk import Pick, Walk, any_play

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError(
        "parlor.testing explores games with Hypothesis. Install it from a checkout of Parlor with: "
        "pip install '.[testing]', or from its wheel with: pip install 'WHEEL[testing]'"
    ) from error

MOST_PLIES = 1000


@st.composite
def plays(
    draw: st.DrawFn, /, game: Game, *, seats: int | None = None, max_plies: int | None = None, **options: Any
) -> Walk:
    """A walk of random length; any number of seats unless given, up to about the length of a whole game."""
    count = draw(st.sampled_from(list(game.seat_counts))) if seats is None else seats
    walk = Walk(game, count, options)
    longest = usual_length(game, count, tuple(sorted(options.items())))
    for _ in range(draw(st.integers(0, longest if max_plies is None else min(longest, max_plies)))):
        if not walk.state.to_act:
            break
        walk.play(*any_play(walk.state, picker(draw)))
    return walk


def states(
    game: Game, *, seats: int | None = None, max_plies: int | None = None, **options: Any
) -> st.SearchStrategy[State]:
    """A position reached by random moves."""
    return plays(game, seats=seats, max_plies=max_plies, **options).map(lambda walk: walk.state)


def picker(draw: Callable[[st.SearchStrategy[int]], int]) -> Pick:
    """Let Hypothesis pick numbers."""
    return lambda number: draw(st.integers(0, number - 1))


@cache
def usual_length(game: Game, seats: int, options: tuple[tuple[str, Any], ...]) -> int:
    """How many plies one random game takes."""
    state = game.new(seats=seats, **dict(options))
    rng = Rng(0)
    for ply in range(MOST_PLIES):
        if not state.to_act:
            return ply
        state.apply(*any_play(state, rng.below))
    return MOST_PLIES
