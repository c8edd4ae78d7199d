"""Ratings by the model of Plackett and Luce, which for two seats is that of Bradley and Terry.

A seat wins with a probability in proportion to the strength of who sits there; ratings are strengths on Elo's scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from random import Random

from parlor.arena.plan import Plan, Result

MEAN = 1500
SAMPLES = 200
"""How often the games are drawn again to see how uncertain the ratings are."""
STEPS = 1000
CLOSE = 1e-4
# Above it, a Poisson count is as good as a normal one.
LARGE = 40

Kind = tuple[tuple[int, ...], tuple[float, ...]]
"""Games that are alike to the model: how many seats each bot had, and how much of the win it took."""


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, with the bounds of a 95 % interval. Ten times as strong is 400 more; the mean is 1500."""

    name: str
    rating: float
    low: float
    high: float


def rate(plan: Plan, results: Sequence[Result]) -> tuple[Rating, ...]:
    """The ratings that make these results the likeliest; intervals by drawing the games again."""
    places = range(len(plan.bots))
    games: Counter[Kind] = Counter()
    for result in results:
        sat = tuple(result.seating.count(place) for place in places)
        games[sat, tuple(_won(result, place) for place in places)] += 1
    found = _strengths(games, [(0.5, 0.5) for _ in places], [1.0 for _ in places])
    rng = Random(plan.seed)
    samples = []
    for _ in range(SAMPLES):
        imagined = [(rng.expovariate(2), rng.expovariate(2)) for _ in places]
        samples.append(_on_scale(_strengths(_drawn_again(games, rng), imagined, found)))
    bounds = [_bounds(sorted(sample[place] for sample in samples)) for place in places]
    return tuple(
        Rating(name, rating, min(low, rating), max(high, rating))
        for name, rating, (low, high) in zip(plan.labels, _on_scale(found), bounds, strict=True)
    )


def _won(result: Result, place: int) -> float:
    return sum(share for share, sitting in zip(result.shares, result.seating, strict=True) if sitting == place)


def _strengths(
    games: Mapping[Kind, int], imagined: Sequence[tuple[float, float]], start: Sequence[float]
) -> list[float]:
    """The likeliest strengths, by Hunter's minorization.

    What each bot is `imagined` to have won and lost against one of mean strength keeps a bot finite that has won all
    its games, or none.
    """
    wins = [max(won, 1e-9) for won, _ in imagined]
    decided: Counter[tuple[int, ...]] = Counter()
    for (sat, won), number in games.items():
        decided[sat] += number * (sum(won) > 0)
        for place, share in enumerate(won):
            wins[place] += number * share
    found = list(start)
    for _ in range(STEPS):
        weights = [sum(ever) / (strength + 1) for ever, strength in zip(imagined, found, strict=True)]
        for sat, number in decided.items():
            each = number / sum(count * strength for count, strength in zip(sat, found, strict=True))
            for place, count in enumerate(sat):
                weights[place] += each * count
        better = _around_one([win / weight for win, weight in zip(wins, weights, strict=True)])
        change = max(abs(log(new / old)) for new, old in zip(better, found, strict=True))
        found = better
        if change < CLOSE:
            break
    return found


def _around_one(strengths: Sequence[float]) -> list[float]:
    middle = exp(sum(map(log, strengths)) / len(strengths))
    return [strength / middle for strength in strengths]


def _on_scale(strengths: Sequence[float]) -> list[float]:
    return [MEAN + 400 * log10(strength) for strength in strengths]


def _drawn_again(games: Mapping[Kind, int], rng: Random) -> dict[Kind, int]:
    return {kind: _poisson(number, rng) for kind, number in games.items()}


def _poisson(mean: int, rng: Random) -> int:
    if mean > LARGE:
        return max(0, round(rng.gauss(mean, sqrt(mean))))
    enough, product, found = exp(-mean), rng.random(), 0
    while product > enough:
        product *= rng.random()
        found += 1
    return found


def _bounds(ordered: Sequence[float]) -> tuple[float, float]:
    """What 95 % of these lie between."""
    outside = round(0.025 * len(ordered))
    return ordered[outside], ordered[-1 - outside]
