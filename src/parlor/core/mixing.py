"""Mixed choices for seats that choose simultaneously: by regret matching, or by what the others may think.

A cell is one choice of every seat, numbered with the last seat's choice running fastest.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.native import i64

# By how much of the win a choice must be better to be e times as likely: by habit, and for those who think.
CARE: Final = 0.1
CARE_OF_THOUGHT: Final = 0.015
# What is worse than the best by less than this part of the range is as good to a glance.
GLANCE: Final = 0.05
# How far others follow their habits instead of a glance, and how far they are expected to think at all.
HABIT: Final = 0.35
THOUGHT: Final = 0.6


def matched(regrets: list[float]) -> list[float]:
    """The mix that plays each choice by how much its absence is regretted; all alike if none is."""
    size = len(regrets)
    total = 0.0
    for regret in regrets:
        if regret > 0.0:
            total += regret
    if total <= 0.0:
        return [1.0 / size] * size
    return [regret / total if regret > 0.0 else 0.0 for regret in regrets]


def habits(sizes: list[int], payoffs: list[list[float]]) -> list[list[float]]:
    """What seats do that do not think of the others: the better a choice is against anything, the likelier."""
    anything = [[1.0 / size] * size for size in sizes]
    found: list[list[float]] = []
    for seat in range(len(sizes)):
        found.append(softened(expected(sizes, payoffs[seat], anything, seat)))
    return found


def softened(gains: list[float], care: float = CARE) -> list[float]:
    """A mix that plays each choice the likelier the more it brings."""
    best = max(gains)
    return normalised([math.exp((gain - best) / care) for gain in gains])


def glanced(values: list[float]) -> list[float]:
    """The mix of whoever takes what is best at a glance: all that looks equal alike."""
    best = max(values)
    enough = best - GLANCE * (best - min(values))
    return normalised([1.0 if value >= enough else 0.0 for value in values])


def thought_out(
    sizes: list[int], payoffs: list[list[float]], first: list[list[float]], steps: int
) -> tuple[list[list[float]], list[list[float]]]:
    """The mixes of seats that think so many steps, at least one, and what they expect of each other.

    Others are expected to do in part what comes first to mind, and in part what seats do that think fewer steps.
    """
    expectation = first
    thoughts: list[list[list[float]]] = []
    while True:
        replies: list[list[float]] = []
        for seat in range(len(sizes)):
            replies.append(softened(expected(sizes, payoffs[seat], expectation, seat), CARE_OF_THOUGHT))
        thoughts.append(replies)
        if len(thoughts) >= steps:
            return replies, expectation
        expectation = []
        for seat in range(len(sizes)):
            others = normalised([sum(choice) for choice in zip(*[mixes[seat] for mixes in thoughts], strict=True)])
            expectation.append(blended(first[seat], others, THOUGHT))


def blended(mix: list[float], other: list[float], part: float) -> list[float]:
    """A mix with a part of another one in it."""
    return [(1.0 - part) * own + part * also for own, also in zip(mix, other, strict=True)]


def equilibrium(sizes: list[int], payoffs: list[list[float]], rounds: int) -> list[list[float]]:
    """A mix for each seat from which, for two seats with opposed payoffs, none gains by moving away.

    `payoffs` has a list of all cells for every seat; more rounds come closer.
    """
    regrets = [[0.0] * size for size in sizes]
    sums = [[0.0] * size for size in sizes]
    mixes = [matched(own) for own in regrets]
    for number in range(1, rounds + 1):
        # One seat after the other, each against what the others have just learned, comes closer sooner.
        for seat in range(len(sizes)):
            gains = expected(sizes, payoffs[seat], mixes, seat)
            own = mixes[seat]
            mean = 0.0
            for choice in range(sizes[seat]):
                mean += own[choice] * gains[choice]
            for choice in range(sizes[seat]):
                regret = regrets[seat][choice] + gains[choice] - mean
                regrets[seat][choice] = regret if regret > 0.0 else 0.0
                # Later rounds know better and count more.
                sums[seat][choice] += float(number) * own[choice]
            mixes[seat] = matched(regrets[seat])
    return [normalised(own) for own in sums]


def expected(sizes: list[int], payoffs: list[float], mixes: list[list[float]], seat: int) -> list[float]:
    """What each choice of a seat brings it against the others' mixes."""
    if len(sizes) == 2:
        return expected_of_two(sizes, payoffs, mixes[1 - seat], seat)
    if len(sizes) == 3:
        return expected_of_three(sizes, payoffs, mixes, seat)
    gains = [0.0] * sizes[seat]
    strides = [1] * len(sizes)
    for place in range(len(sizes) - 2, -1, -1):
        strides[place] = strides[place + 1] * sizes[place + 1]
    for cell in range(len(payoffs)):
        likely = 1.0
        for other in range(len(sizes)):
            if other != seat:
                likely *= mixes[other][(cell // strides[other]) % sizes[other]]
                if likely == 0.0:
                    break
        if likely != 0.0:
            gains[(cell // strides[seat]) % sizes[seat]] += likely * payoffs[cell]
    return gains


def expected_of_two(sizes: list[int], payoffs: list[float], other: list[float], seat: int) -> list[float]:
    """The same for two seats, which is most often asked."""
    gains: list[float] = []
    step: i64 = 1 if seat == 0 else sizes[1]
    choice: i64 = 0
    while choice < sizes[seat]:
        cell: i64 = choice * sizes[1] if seat == 0 else choice
        gain = 0.0
        for likely in other:
            gain += likely * payoffs[cell]
            cell += step
        gains.append(gain)
        choice += 1
    return gains


def expected_of_three(sizes: list[int], payoffs: list[float], mixes: list[list[float]], seat: int) -> list[float]:
    """The same for three seats."""
    second = 0 if seat > 0 else 1
    third = 2 if seat < 2 else 1
    strides = [sizes[1] * sizes[2], sizes[2], 1]
    likely: list[float] = []
    offsets: list[i64] = []
    for other in range(sizes[second]):
        one = mixes[second][other]
        if one > 0.0:
            for another in range(sizes[third]):
                both = one * mixes[third][another]
                if both > 0.0:
                    likely.append(both)
                    offsets.append(other * strides[second] + another * strides[third])
    gains: list[float] = []
    start: i64 = 0
    for _ in range(sizes[seat]):
        gain = 0.0
        for both, offset in zip(likely, offsets, strict=True):
            gain += both * payoffs[start + offset]
        gains.append(gain)
        start += strides[seat]
    return gains


def normalised(weights: list[float]) -> list[float]:
    """The weights as shares of one; all alike if there are none."""
    total = sum(weights)
    if total <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]
