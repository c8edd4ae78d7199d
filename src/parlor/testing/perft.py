"""Tree counts: how many positions a game can reach, move by move, compared with tables in text files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.seats import CHANCE
from parlor.core.state import State

HEADING = "# Positions after so many moves, simultaneous choices taken one by one in the order of the seats."
# A new table goes as deep as this many positions.
MOST = 20_000


class Counts(NamedTuple):
    """How many positions there are at one depth, by who is to act: chance, a seat, or nobody any more."""

    chance: int = 0
    decision: int = 0
    terminal: int = 0


def perft(state: State, depth: int) -> list[Counts]:
    """The counts at every depth from 0 to `depth`; of seats that choose simultaneously the first comes first."""
    tallies = [[0, 0, 0] for _ in range(depth + 1)]
    _tally(state, 0, tallies)
    return [Counts(*tally) for tally in tallies]


def _tally(state: State, depth: int, tallies: list[list[int]]) -> None:
    to_act = state.to_act
    seat = to_act[0] if to_act else None
    tallies[depth][2 if seat is None else 0 if seat == CHANCE else 1] += 1
    if seat is None or depth + 1 == len(tallies):
        return
    moves = [move for move, _ in state.chance()] if seat == CHANCE else state.legal_moves(seat)
    for move in moves:
        following = state.copy()
        following.apply(seat, move)
        _tally(following, depth + 1, tallies)


def check_perft(path: Path, game: Game, *, update: bool = False) -> None:
    """Compare the counts in a file, one line a start and depth, with those of the game.

    `update` counts again from the starts in the file, or from a new game for each number of seats.
    """
    if not path.exists():
        assert update, f"{game.name} has no tree counts in {path.name}: run pytest with --update to make them"
        starts: dict[str, int | None] = {_text({"seats": seats}): None for seats in game.seat_counts}
    else:
        starts = _starts(path)
    counted = HEADING + "\n" + "".join(_table(game, start, depth) for start, depth in starts.items())
    if update:
        path.write_text(counted, encoding="utf-8")
    else:
        expected = path.read_text(encoding="utf-8")
        assert counted == expected, f"{game.name}: other tree counts than in {path.name}:\n{counted}"


def _starts(path: Path) -> dict[str, int | None]:
    """Every start in the file, as it is written, with the greatest depth."""
    found: dict[str, int | None] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            start, _, counts = line.partition(" depth ")
            found[start] = int(counts.partition(":")[0])
    return found


def _table(game: Game, start: str, depth: int | None) -> str:
    data: Data = json.loads(start)
    # A start is a new game with these options, or any position as its dump.
    state = game.load(data) if set(data) - {"seats"} - {option.name for option in game.options} else game.new(**data)
    counts = perft(state, depth) if depth is not None else _deep(state)
    return "".join(
        f"{start} depth {number}: chance {found.chance}, decision {found.decision}, terminal {found.terminal}\n"
        for number, found in enumerate(counts)
    )


def _deep(state: State) -> list[Counts]:
    """The counts as deep as they stay small, judged by how the last step grew."""
    counts = perft(state, 2)
    while 0 < sum(counts[-1]) ** 2 <= MOST * sum(counts[-2]):
        counts = perft(state, len(counts))
    return counts


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
