"""Games between bots by the thousand. Every game has its own seed, so the results do not depend on the jobs."""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from typing import Any

from parlor import bots as all_bots
from parlor.bots import Limit
from parlor.core.chance import Rng
from parlor.core.errors import BadOption
from parlor.core.game import CHANCE
from parlor.games import game as find_game

# The 97.5 % point of the normal distribution.
Z = 1.959963984540054


@dataclass(frozen=True)
class Plan:
    """What is simulated: bots by name, one for each seat, and how their games are set up."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, Any]

    def check(self) -> None:
        """Refuse what cannot be played, before the first game."""
        if self.games < 1:
            raise BadOption("option.value", option="games", value=str(self.games), allowed="≥ 1")
        for name in self.bots:
            all_bots.bot(name)
        find_game(self.game).checked_options(len(self.bots), self.options)

    def seating(self, index: int) -> tuple[int, ...]:
        """Which bot sits on each seat in a game: everybody moves on by one seat from game to game."""
        return tuple((seat + index) % len(self.bots) for seat in range(len(self.bots)))

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bots are called: by name, and by their place in the list where a name comes twice."""
        return tuple(
            name if self.bots.count(name) == 1 else f"{name} #{place}" for place, name in enumerate(self.bots, 1)
        )


@dataclass(frozen=True)
class Result:
    """One finished game. Shares and scores are by seat; `seating` tells which bot sat there."""

    index: int
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    moves: int
    reason: str


def play_game(plan: Plan, index: int) -> Result:
    """Play one game of the plan."""
    seating = plan.seating(index)
    state = find_game(plan.game).new(seats=len(plan.bots), **plan.options)
    chance = _rng(plan.seed, index, "chance")
    seats = [(all_bots.bot(plan.bots[place]), _rng(plan.seed, index, place)) for place in seating]
    moves = 0
    while to_act := state.to_act:
        seat = to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, chance.weighted(state.chance()))
            continue
        bot, rng = seats[seat]
        legal = state.legal_moves(seat)
        move = legal[0] if len(legal) == 1 else bot.choose(state.view(seat), Limit(), rng).move
        state.check(seat, move)
        state.apply(seat, move)
        moves += 1
    outcome = state.outcome
    assert outcome is not None
    return Result(index, seating, outcome.shares, outcome.scores, moves, outcome.reason.id)


def _rng(seed: int, index: int, who: object) -> Rng:
    return Rng(int(hashlib.sha256(f"{seed}/{index}/{who}".encode()).hexdigest(), 16))


def play_games(plan: Plan, jobs: int = 1) -> Iterator[Result]:
    """Play all games of the plan in several processes; results come as they are ready, in any order."""
    plan.check()
    if jobs == 1:
        yield from (play_game(plan, index) for index in range(plan.games))
        return
    from joblib import Parallel, delayed  # type: ignore[import-untyped]  # it has no types

    size = max(1, min(50, plan.games // (8 * abs(jobs))))
    chunks = (range(first, min(first + size, plan.games)) for first in range(0, plan.games, size))
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    with _deaf_to_interrupts():
        finished = parallel(delayed(_play_chunk)(plan, chunk) for chunk in chunks)
    for results in finished:
        yield from results


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that ignore the keyboard's interrupt, which reaches them too: only the first one answers it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play_chunk(plan: Plan, indices: Sequence[int]) -> list[Result]:
    return [play_game(plan, index) for index in indices]


@dataclass(frozen=True)
class Line:
    """How a bot, or a seat, did: `low` and `high` bound its share of the wins with 95 % confidence."""

    name: str
    games: int
    wins: int
    share: float
    low: float
    high: float
    score: float


@dataclass(frozen=True)
class Summary:
    """What the games show, by bot and by seat."""

    games: int
    without_winner: int
    moves: float
    bots: tuple[Line, ...]
    seats: tuple[Line, ...]


def summarize(plan: Plan, results: Sequence[Result]) -> Summary:
    """The means over these games; `results` may be fewer than planned, but not none."""
    ordered = sorted(results, key=lambda result: result.index)
    seats = range(len(plan.bots))
    by_seat = [[(result.shares[seat], result.scores[seat]) for result in ordered] for seat in seats]
    by_bot = [
        [(result.shares[seat], result.scores[seat]) for result in ordered for seat in [result.seating.index(place)]]
        for place in seats
    ]
    return Summary(
        games=len(ordered),
        without_winner=sum(not any(result.shares) for result in ordered),
        moves=sum(result.moves for result in ordered) / len(ordered),
        bots=tuple(_line(label, found) for label, found in zip(plan.labels, by_bot, strict=True)),
        seats=tuple(_line(str(seat), found) for seat, found in enumerate(by_seat)),
    )


def _line(name: str, found: Sequence[tuple[float, int]]) -> Line:
    share = sum(share for share, _ in found) / len(found)
    low, high = confidence(share, len(found))
    score = sum(score for _, score in found) / len(found)
    return Line(name, len(found), sum(share > 0 for share, _ in found), share, low, high, score)


def confidence(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share after these many games, by Wilson; shared wins only make it wider than need be."""
    spread = Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)
