"""Whether `sample` gives each world its weight, by comparison with all worlds that a viewer cannot tell apart."""

from __future__ import annotations

from fractions import Fraction

from parlor.core.chance import Rng
from parlor.core.game import Game
from parlor.core.moves import Move
from parlor.core.seats import CHANCE
from parlor.core.state import State
from parlor.testing.walk import any_play, canonical, moves_of, name, seen, view_text

# Worlds expected less often than this are counted together.
LEAST = 5
# How many standard deviations the frequencies may be off: about one in a million right samples is.
MOST_DEVIATIONS = 4.75

Play = tuple[int, Move]


def check_sample(game: Game, state: State, seat: int | None, plies: int, samples: int, seed: int = 0) -> None:
    """Walk on from a small position for some plies, and compare the samples with all worlds that fit.

    In the position itself nothing may be hidden from the seat. The weight of a world is that of its chance;
    every hidden choice is alike.
    """
    rng = Rng(seed)
    line: list[Play] = []
    reached = state.copy()
    for _ in range(plies):
        if not reached.to_act:
            break
        actor, move = any_play(reached, rng.below)
        line.append((actor, move))
        reached.apply(actor, move)
    _compare(game, reached, seat, worlds(state, line, seat), samples, rng)


def worlds(state: State, line: list[Play], viewer: int | None) -> dict[str, Fraction]:
    """Every position, as its dump, that the viewer cannot tell from where the line leads; the weights sum to 1."""
    found: dict[str, tuple[State, Fraction]] = {canonical(state.dump()): (state.copy(), Fraction(1))}
    true = state.copy()
    for actor, move in line:
        events = seen(true.play(actor, move), viewer)
        view = view_text(true, viewer)
        following: dict[str, tuple[State, Fraction]] = {}
        for world, weight in found.values():
            for other, share in _ways(world, actor, move, viewer):
                reached = world.copy()
                if seen(reached.play(actor, other), viewer) == events and view_text(reached, viewer) == view:
                    key = canonical(reached.dump())
                    before = following[key][1] if key in following else Fraction(0)
                    following[key] = (reached, before + weight * share)
        found = following
    total = sum(weight for _, weight in found.values())
    return {key: weight / total for key, (_, weight) in found.items()}


def _ways(world: State, actor: int, move: Move, viewer: int | None) -> list[tuple[Move, Fraction]]:
    """What may have been done in a world where the viewer saw this move, or its trace."""
    if actor == CHANCE:
        outcomes = world.chance()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, Fraction(weight, total)) for outcome, weight in outcomes]
    if actor == viewer:
        return [(move, Fraction(1))]
    return [(other, Fraction(1)) for other in moves_of(world, actor)]


def _compare(game: Game, state: State, seat: int | None, expected: dict[str, Fraction], samples: int, rng: Rng) -> None:
    """Pearson's chi-square test."""
    view = state.view(seat)
    counts = dict.fromkeys(expected, 0)
    for _ in range(samples):
        world = canonical(game.sample(view, rng, reopen=False).dump())
        assert world in counts, (
            f"{game.name}: {name(seat)} cannot be in the sampled position {world}: its view is {view}"
        )
        counts[world] += 1
    rare = [world for world, weight in expected.items() if weight * samples < LEAST]
    cells = [(counts[world], float(weight * samples)) for world, weight in expected.items() if world not in rare]
    if rare:
        cells.append((sum(counts[world] for world in rare), float(sum(expected[world] for world in rare) * samples)))
    deviations = _deviations(cells)
    if deviations > MOST_DEVIATIONS:
        worst = max((world for world in expected), key=lambda world: abs(counts[world] - expected[world] * samples))
        raise AssertionError(
            f"{game.name}: samples for {name(seat)} are biased, {deviations:.1f} standard deviations off. Of {samples} "
            f"samples {counts[worst]} instead of about {float(expected[worst] * samples):.0f} are {worst}; "
            f"its view is {view}"
        )


def _deviations(cells: list[tuple[int, float]]) -> float:
    """How far the counts are from what is expected, as deviations of a normal variable (Wilson and Hilferty)."""
    freedom = len(cells) - 1
    if freedom == 0:
        return 0.0
    square = sum((count - expected) ** 2 / expected for count, expected in cells)
    spread = 2 / (9 * freedom)
    deviations: float = ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return deviations
