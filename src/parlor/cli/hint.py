"""`parlor hint`: what a bot thinks of a seat's moves in a record, from what that seat knows."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from parlor.bots import ADVISER, Bot, Limit, Thought
from parlor.bots import bot as find_bot
from parlor.cli.words import explain, tell
from parlor.core.chance import Rng
from parlor.core.errors import BadOption, IllegalMove
from parlor.core.record import load_record
from parlor.core.view import View
from parlor.games import game as find_game

SHOWN = 20


def hint(
    path: Path, seat: int, line: int | None, spec: str | None, simulations: int | None, seed: int, as_json: bool
) -> None:
    """Print what the bot thinks, best move first, as a table or as JSON."""
    if simulations is not None and simulations < 1:
        raise BadOption("option.value", option="sims", value=str(simulations), allowed="≥ 1")
    # Its own limit in seconds would make the answer depend on the machine.
    adviser = find_bot(spec or (ADVISER if simulations is None else f"search:sims={simulations}"))
    view = _view(path, seat, line)
    try:
        thought = adviser.choose(view, Limit(simulations=simulations), Rng(seed))
        if adviser.failure is not None:
            raise IllegalMove(adviser.failure.id, **adviser.failure.params)
    finally:
        adviser.close()
    if as_json:
        print(json.dumps({"bot": adviser.name, "seat": seat, **thought.dump()}, ensure_ascii=False))
    else:
        _print(view, adviser, thought)


def _view(path: Path, seat: int, line: int | None) -> View:
    """What the seat knows at its decision after a line, or after the last."""
    record = load_record(path, find_game)
    if not 0 <= seat < record.seats:
        raise BadOption("option.value", option="seat", value=str(seat), allowed=f"0–{record.seats - 1}")
    if line is not None and not 0 <= line <= len(record.lines):
        raise BadOption("option.value", option="line", value=str(line), allowed=f"0–{len(record.lines)}")
    view = record.replay(line).view(seat)
    if view.outcome is not None:
        raise IllegalMove("cli.hint-over", path=str(path))
    if seat not in view.to_act:
        raise IllegalMove("cli.hint-turn", seat=seat, to_act=[other for other in view.to_act if other >= 0])
    return view


def _print(view: View, adviser: Bot, thought: Thought) -> None:
    console = Console(highlight=False)
    assert view.seat is not None
    name = explain(view.game.seat_name(view, view.seat))
    console.print(tell("cli.hint-says", bot=adviser.name, seat=name, move=str(thought.move)), markup=False)
    if not thought.estimates:
        return
    counted = any(estimate.visits for estimate in thought.estimates)
    table = Table()
    table.add_column(tell("cli.column.move"))
    for column in ("chance-to-win", "visits") if counted else ("worth",):
        table.add_column(tell(f"cli.column.{column}"), justify="right")
    table.add_column(tell("cli.column.mix"), justify="right")
    for estimate in thought.estimates[:SHOWN]:
        value = f"{estimate.value:.1%} ± {estimate.error:.1%}" if counted else f"{estimate.value:.2f}"
        visits = [str(estimate.visits)] if counted else []
        table.add_row(str(estimate.move), value, *visits, f"{estimate.share:.0%}")
    console.print(table)
    if len(thought.estimates) > SHOWN:
        console.print(tell("cli.hint-more", n=len(thought.estimates) - SHOWN))
