"""What games between bots show: shares of the wins by bot and by seat, each with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from parlor.arena.plan import Plan, Result
from parlor.arena.ratings import Rating, rate

# The 97.5 % point of the normal distribution.
Z = 1.959963984540054


@dataclass(frozen=True)
class Row:
    """How a bot, or a seat, did: `low` and `high` bound its share of the wins with 95 % confidence."""

    name: str
    games: int
    wins: int
    share: float
    """Of the wins, for each seat that it sat on."""
    low: float
    high: float
    score: float


@dataclass(frozen=True)
class Failure:
    """How often a bot lost its seat to a stand-in, and why."""

    name: str
    problem: str
    games: int


@dataclass(frozen=True)
class Summary:
    """What the games show, by bot and by seat."""

    games: int
    without_winner: int
    moves: float
    fair: float
    """The share of the wins that each seat would have if all were equal."""
    bots: tuple[Row, ...]
    seats: tuple[Row, ...]
    balance: tuple[tuple[float | None, ...], ...]
    """Each bot's share on each seat, None where it never sat."""
    ratings: tuple[Rating, ...]
    failures: tuple[Failure, ...]


def summarize(plan: Plan, results: Sequence[Result], *, rated: bool = True) -> Summary:
    """What these games show; `results` may be fewer than planned, but not none."""
    ordered = sorted(results, key=lambda result: result.index)
    seats = range(plan.seat_count)
    places = range(len(plan.bots))
    failed = Counter((result.seating[seat], problem) for result in ordered for seat, problem in result.failures)
    return Summary(
        games=len(ordered),
        without_winner=sum(not any(result.shares) for result in ordered),
        moves=sum(result.moves for result in ordered) / len(ordered),
        fair=1 / plan.seat_count,
        bots=tuple(
            _row(plan.labels[place], [_taken(result, _seats_of(result, place)) for result in ordered])
            for place in places
        ),
        seats=tuple(_row(str(seat), [_taken(result, [seat]) for result in ordered]) for seat in seats),
        balance=tuple(tuple(_share_on(ordered, place, seat) for seat in seats) for place in places),
        ratings=rate(plan, ordered) if rated else (),
        failures=tuple(Failure(plan.labels[place], problem, n) for (place, problem), n in sorted(failed.items())),
    )


def _seats_of(result: Result, place: int) -> list[int]:
    return [seat for seat, sitting in enumerate(result.seating) if sitting == place]


def _taken(result: Result, seats: Sequence[int]) -> tuple[list[float], list[int]]:
    """The shares and scores of these seats in one game."""
    return [result.shares[seat] for seat in seats], [result.scores[seat] for seat in seats]


def _share_on(results: Sequence[Result], place: int, seat: int) -> float | None:
    shares = [result.shares[seat] for result in results if result.seating[seat] == place]
    return sum(shares) / len(shares) if shares else None


def _row(name: str, taken: Sequence[tuple[list[float], list[int]]]) -> Row:
    present = [(shares, scores) for shares, scores in taken if shares]
    if not present:
        return Row(name, 0, 0, 0.0, 0.0, 1.0, 0.0)
    share, low, high = share_of([(sum(shares), len(shares)) for shares, _ in present])
    seats = sum(len(shares) for shares, _ in present)
    score = sum(sum(scores) for _, scores in present) / seats
    wins = sum(share > 0 for shares, _ in present for share in shares)
    return Row(name, len(present), wins, share, low, high, score)


def share_of(games: Sequence[tuple[float, int]]) -> tuple[float, float, float]:
    """What was won for each seat over games of (won, seats), with its 95 % interval.

    Wilson's interval for as many independent seats as would be as uncertain: games are independent, seats of one
    game are not, and shared wins vary less than whole ones.
    """
    seats = sum(count for _, count in games)
    share = sum(won for won, _ in games) / seats
    spread = sum((won - share * count) ** 2 for won, count in games)
    even = share * (1 - share)
    independent = seats if spread < 1e-12 or even < 1e-12 else even * seats * seats / spread
    return (share, *confidence(share, min(independent, seats**2)))


def confidence(share: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share after so many games, by Wilson."""
    spread = Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)
