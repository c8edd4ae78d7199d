"""`parlor perft`: how large the tree of a game is, depth by depth."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from parlor.cli.options import named_options, read_position
from parlor.cli.words import tell
from parlor.core.errors import BadOption
from parlor.games import game as find_game
from parlor.testing.perft import perft


def count_tree(name: str, depth: int, seats: int | None, options: Sequence[str], position: str | None) -> None:
    """Count the positions of each kind at every depth from the start or from a position."""
    if depth < 0:
        raise BadOption("option.value", option="depth", value=str(depth), allowed="≥ 0")
    game = find_game(name)
    start = game.new(seats=seats, **named_options(game, options))
    state = start if position is None else read_position(game, position)
    table = Table(title=f"{name}, {state.seats}")
    for column in ("depth", "chance", "decision", "terminal"):
        table.add_column(tell(f"cli.column.{column}"), justify="right")
    for level, counts in enumerate(perft(state, depth)):
        table.add_row(str(level), *(f"{count:,}" for count in (counts.chance, counts.decision, counts.terminal)))
    Console().print(table)
