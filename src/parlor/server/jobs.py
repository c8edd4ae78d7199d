"""What workers do: choose a bot's move, advise, prove a record. They get a view or a record, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from parlor.bots import Estimate, Limit, Thought, bot
from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.moves import LegalMoves
from parlor.core.record import KINDS, parse_record, verify
from parlor.core.view import View
from parlor.games import game as find_game
from parlor.server.limits import LONGEST_RECORD

FIELDS = frozenset(["line", "seat", "at", "left", *KINDS])
"""What is kept of a line of a record: whatever else it holds would be held in memory, many times as large."""
MOST_PICKS = 10_000
"""How many ways to pick parts are looked at to find those of a hint's moves."""


class Answer(NamedTuple):
    """What a bot has chosen, how hard that was from 0 to 1, and whether it failed and was stood in for."""

    move: str
    hardness: float
    failed: bool


def think(game_name: str, view: Data, spec: str, seconds: float | None, seed: int) -> Answer:
    """The move that a bot chooses, in a worker process."""
    thought, failed = _asked(find_game(game_name).load_view(view), spec, seconds, seed)
    return Answer(str(thought.move), _hardness(thought), failed)


def advise(game_name: str, view: Data, spec: str, seconds: float | None, seed: int, most: int) -> Data:
    """What a bot thinks of the moves that it would most likely play, best first, with their parts, in a worker process.

    Where seats choose together, `mixed`, good play is a mix; elsewhere the best move has the best chance.
    """
    seen = find_game(game_name).load_view(view)
    thought, _ = _asked(seen, spec, seconds, seed)
    mixed = len(seen.game.sample(seen, Rng(seed)).to_act) > 1
    ranked = _ranked(thought, mixed)
    told = Thought(ranked[0].move if ranked else thought.move, tuple(ranked[:most])).dump()
    told["mixed"] = mixed
    parts = parts_of(seen.legal_moves, {one["move"] for one in told["estimates"]} | {told["move"]})
    for one in told["estimates"]:
        one["parts"] = parts.get(one["move"], [])
    return told


def _ranked(thought: Thought, mixed: bool) -> list[Estimate]:
    """The moves by the number that is told of them: what seems better after a few visits alone is left out."""
    if mixed:
        return sorted([one for one in thought.estimates if one.share > 0], key=lambda one: -one.share)
    most = max((one.visits for one in thought.estimates), default=0)
    if most == 0:
        return sorted(thought.estimates, key=lambda one: (one.move != thought.move, -one.value))
    best = max((one for one in thought.estimates if 2 * one.visits >= most), key=lambda one: one.value)
    sure = [one for one in thought.estimates if one.visits and (one is best or one.value < best.value)]
    return sorted(sure, key=lambda one: -one.value)


def _asked(view: View, spec: str, seconds: float | None, seed: int) -> tuple[Thought, bool]:
    asked = bot(spec)
    try:
        return asked.choose(view, Limit(seconds=seconds), Rng(seed)), asked.failure is not None
    finally:
        asked.close()


def _hardness(thought: Thought) -> float:
    """Nothing to think about where one move is clearly the one; more where several are as good."""
    if not thought.estimates:
        return 0.5
    return 1 - max(estimate.share for estimate in thought.estimates)


def parts_of(legal: LegalMoves, wanted: Collection[str]) -> dict[str, list[str]]:
    """The parts that each of these moves is picked by; where a tree of parts is huge, not of all."""
    found: dict[str, list[str]] = {}
    open_picks: list[list[str]] = [[]]
    # Where the order of parts is free, one order is enough.
    known: set[tuple[str, ...]] = set()
    for _ in range(MOST_PICKS):
        if not open_picks or len(found) == len(wanted):
            break
        picked = open_picks.pop()
        parts = legal.parts(picked)
        if not parts:
            move = str(legal.whole(picked))
            if move in wanted:
                found.setdefault(move, picked)
        for part in reversed(parts):
            some = tuple(sorted([*picked, part]))
            if some not in known:
                known.add(some)
                open_picks.append([*picked, part])
    return found


def read_record(text: str) -> Data:
    """What is in a record that is proved fair, in a worker process; raises what is wrong with it."""
    record = parse_record(text, find_game, LONGEST_RECORD)
    verify(record)
    assert record.seed is not None
    return {
        "game": record.game.name,
        "rules": record.game.rules,
        "options": record.options,
        "seed": record.seed.secret,
        "seats": record.seats,
        "lines": [{field: line[field] for field in line if field in FIELDS} for line in record.lines],
    }
