"""check_game: every law over random play, for every number of seats and the variants that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.testing import checks, leaks, reading
from parlor.testing.strategies import MOST_PLIES, picker, usual_length
from parlor.testing.walk import Pick, Walk, any_play

from hypothesis import HealthCheck, Phase, Verbosity, given, settings  # isort: skip  (strategies says what to install)
from hypothesis import strategies as st  # isort: skip

# How many positions of a walk get the checks that take long.
POSITIONS = 6
# Reading a view needs right samples: those are looked at before.
SOMETIMES = (*checks.IN_SOME_POSITIONS, *leaks.IN_SOME_POSITIONS, *reading.IN_SOME_POSITIONS)


def check_game(game: Game, *, seats: Iterable[int] | None = None, **options: Sequence[Any]) -> None:
    """Check all laws, leaks included; an option is given with all the values to check: `edition=["en", "fr"]`.

    How many walks are tried is a matter of Hypothesis' settings profile.
    """
    for variant in variants(game, seats=seats, **options):
        check_variant(game, **variant)


def variants(game: Game, *, seats: Iterable[int] | None = None, **options: Sequence[Any]) -> Iterator[Data]:
    """Every number of seats with every choice of the options that it has."""
    unknown = set(options) - {option.name for option in game.options}
    assert not unknown, f"{game.name} has no option {', '.join(sorted(unknown))}"
    for count in game.seat_counts if seats is None else seats:
        known = {option.name for option in game.options if option.seats is None or count in option.seats}
        offered = {name: values for name, values in options.items() if name in known}
        for choice in product(*offered.values()):
            yield {"seats": count, **dict(zip(offered, choice, strict=True))}


def check_variant(game: Game, *, seats: int, **options: Any) -> None:
    """Check all laws on walks through one variant of a game."""
    length = usual_length(game, seats, tuple(sorted(options.items())))
    chosen = settings(
        deadline=None,
        suppress_health_check=list(HealthCheck),
        # The record tells what failed, better than drawn numbers and than tracing every line, which takes minutes.
        verbosity=Verbosity.quiet,
        phases=[phase for phase in settings().phases if phase != Phase.explain],
    )

    @chosen
    @given(st.data())
    def explore(data: st.DataObject) -> None:
        walk = Walk(game, seats, options)
        with walk.told():
            _walk(picker(data.draw), walk, max(1, length // POSITIONS))

    @chosen
    @given(st.data())
    def explore_twins(data: st.DataObject) -> None:
        viewer = data.draw(st.sampled_from([*range(seats), None]))
        walk, twin = Walk(game, seats, options), Walk(game, seats, options)
        with walk.told():
            leaks.check_twins(picker(data.draw), walk, twin, viewer, MOST_PLIES)

    explore()
    explore_twins()


def _walk(pick: Pick, walk: Walk, stride: int) -> None:
    """Walk through a whole game, look everywhere, and look closely here and there."""
    offset = pick(stride)
    for ply in range(MOST_PLIES):
        over = not walk.state.to_act
        for check in checks.IN_EVERY_POSITION:
            check(walk)
        if over or ply % stride == offset:
            for check in SOMETIMES:
                check(walk)
        if over:
            return
        checks.check_events(walk, walk.play(*any_play(walk.state, pick)))
