"""Plays the games of a plan, here, in several processes or on a cluster: with the same results everywhere."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, TypeVar

from parlor.arena.export import write_whole
from parlor.arena.plan import Plan, Result
from parlor.bots import bot as find_bot
from parlor.bots.match import by_bots, plays, record_of
from parlor.core.chance import Rng, Seed
from parlor.core.errors import BadOption, ParlorError
from parlor.core.moves import Move
from parlor.core.record import Record
from parlor.core.seats import CHANCE
from parlor.games import game as find_game

T = TypeVar("T")
Played = tuple[Result, str]
"""How a game came out, and its record as text where it is to be kept."""
Work = Callable[[Sequence[int]], list[Played]]
"""Plays the games of these numbers."""
# What one process is given at once: about so many seconds of play, so that little is lost when it is stopped.
CHUNK_SECONDS = 0.3
LARGEST_CHUNK = 50
KNOCK_SECONDS = 5.0


class NoCluster(ParlorError):
    """The cluster cannot be reached."""


def play_game(plan: Plan, index: int) -> Result:
    """Play one game of the plan. Its chance and its bots follow from the plan's seed and the game's number."""
    return _play(plan, index)[0]


def record_game(plan: Plan, index: int) -> tuple[Result, Record]:
    """The same, with the record of the game: it replays to this result, and its draws can be verified."""
    result, played = _play(plan, index)
    seed = _seed(plan, index)
    return result, record_of(find_game(plan.game), plan.seat_count, plan.options, seed, played)


def _play(plan: Plan, index: int) -> tuple[Result, list[tuple[int, Move]]]:
    seating = plan.seating(index)
    state = find_game(plan.game).new(seats=plan.seat_count, **plan.options)
    bots = [find_bot(plan.bots[place]) for place in seating]
    rngs = [Rng(int(_digest(plan, index, seat), 16)) for seat in range(len(seating))]
    try:
        played = list(plays(state, by_bots(bots, rngs), _seed(plan, index)))
    finally:
        for bot in bots:
            bot.close()
    outcome = state.outcome
    assert outcome is not None
    moves = sum(seat != CHANCE for seat, _ in played)
    failures = tuple((seat, bot.failure.id) for seat, bot in enumerate(bots) if bot.failure is not None)
    return Result(index, seating, outcome.shares, outcome.scores, moves, outcome.reason.id, failures), played


def _seed(plan: Plan, index: int) -> Seed:
    return Seed(_digest(plan, index, "chance"))


def _digest(plan: Plan, index: int, who: object) -> str:
    return hashlib.sha256(f"{plan.seed}/{index}/{who}".encode()).hexdigest()


def play_games(
    plan: Plan,
    jobs: int = 1,
    done: Collection[int] = (),
    cluster: str | None = None,
    keep: Path | None = None,
) -> Iterator[Result]:
    """Play all games of the plan that are not done; results come as they are ready, in any order.

    In the folder `keep`, each game is a record before its result comes.
    """
    plan.check()
    left = (index for index in range(plan.games) if index not in done)
    for result, text in _play_all(plan, left, jobs, cluster, partial(_play_some, plan, keep is not None)):
        if keep is not None:
            _keep(text, keep / f"{plan.game}-{result.index}.parlor")
        yield result


def _play_all(plan: Plan, left: Iterator[int], jobs: int, cluster: str | None, work: Work) -> Iterator[Played]:
    if cluster is not None:
        with _ray(cluster, jobs) as workers:
            yield from _in_cluster(plan, left, workers, work)
    elif jobs == 1:
        yield from (played for index in left for played in work((index,)))
    else:
        yield from _in_processes(plan, left, jobs, work)


def _play_some(plan: Plan, keep: bool, indices: Sequence[int]) -> list[Played]:
    """Play games, here or wherever this is sent to; their records come as texts, or empty."""
    if not keep:
        return [(play_game(plan, index), "") for index in indices]
    games = [record_game(plan, index) for index in indices]
    return [(result, record.dumps()) for result, record in games]


def _keep(text: str, path: Path) -> None:
    write_whole(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def _in_batches(indices: Iterator[T], size: int) -> Iterator[tuple[T, ...]]:
    while batch := tuple(islice(indices, size)):
        yield batch


def _begin(plan: Plan, left: Iterator[int], jobs: int, work: Work) -> tuple[list[Played], Iterator[tuple[int, ...]]]:
    """Play a first game here to see how long they take; what is left, in chunks of about CHUNK_SECONDS."""
    began = time.perf_counter()
    first = work(tuple(islice(left, 1)))
    size = int(CHUNK_SECONDS / max(1e-6, time.perf_counter() - began))
    return first, _in_batches(left, max(1, min(LARGEST_CHUNK, size, plan.games // (8 * abs(jobs)))))


def _in_processes(plan: Plan, left: Iterator[int], jobs: int, work: Work) -> Iterator[Played]:
    """Play in processes of this machine."""
    # Optional: a single process needs none of it.
    from joblib import Parallel, delayed  # type: ignore[import-untyped]  # it has no types

    first, chunks = _begin(plan, left, jobs, work)
    yield from first
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    with _deaf_to_interrupts():
        finished = parallel(delayed(work)(chunk) for chunk in chunks)
    for results in finished:
        yield from results


def _in_cluster(plan: Plan, left: Iterator[int], workers: int, work: Work) -> Iterator[Played]:
    """Play on a Ray cluster. Its backend answers only when all it was given is done: it is given a little at a time."""
    # Optional, as above.
    from joblib import Parallel, delayed, parallel_config

    first, chunks = _begin(plan, left, workers, work)
    yield from first
    with parallel_config(backend="ray", n_jobs=workers), Parallel() as parallel:
        for some in _in_batches(chunks, 4 * workers):
            for results in parallel(delayed(work)(chunk) for chunk in some):
                yield from results


@contextmanager
def _ray(cluster: str, jobs: int) -> Iterator[int]:
    """The cluster that is named `ray:ADDRESS` or by RAY_ADDRESS, else one on this machine; how many workers it has."""
    # Optional: only a cluster needs it.
    import ray
    from ray.util.joblib import register_ray

    address = check_cluster(cluster) or os.environ.get("RAY_ADDRESS")
    if address:
        _knock(address)
    here: dict[str, Any] = {"num_cpus": None if jobs < 0 else jobs, "include_dashboard": False}
    try:
        ray.init(address or "local", logging_level=logging.ERROR, log_to_driver=False, **({} if address else here))
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise NoCluster("arena.no-cluster", address=address or "local", problem=_first_line(error)) from error
    register_ray()
    try:
        yield int(ray.cluster_resources().get("CPU", 1)) if jobs < 0 else jobs
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Refuse an address at which nobody answers: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        try:
            socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise NoCluster("arena.no-cluster", address=address, problem=_first_line(error)) from error


def check_cluster(cluster: str) -> str:
    """The address in `ray:ADDRESS`, nothing in `ray`."""
    kind, _, address = cluster.partition(":")
    if kind != "ray":
        raise BadOption("option.value", option="cluster", value=cluster[:40], allowed="ray, ray:ADDRESS")
    # An address that Ray's client takes begins with the same word.
    return cluster if address.startswith("//") else address


def _first_line(error: Exception) -> str:
    return re.split(r"\.\s|\n", str(error).strip() or type(error).__name__)[0][:120]


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that never hear the keyboard's interrupt, which reaches them too; this one hears it later."""
    # Python's own helper unblocks interrupts once it has started, so it starts first.
    resource_tracker.ensure_running()
    # Processes inherit what is blocked, and what came meanwhile waits: ignored, it would be lost.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
