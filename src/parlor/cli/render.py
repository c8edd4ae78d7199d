"""`parlor render`: a position of a record as an SVG file, or the whole game as an animated one."""

from __future__ import annotations

from pathlib import Path

import typer

from parlor.cli.replay import parse_viewer
from parlor.cli.saved import CannotWrite
from parlor.cli.words import language
from parlor.core.errors import BadOption
from parlor.core.record import Record, load_record
from parlor.core.state import State
from parlor.core.words import Event, seen_by
from parlor.drawing.animation import animated
from parlor.games import game as find_game

SECONDS = 1.2
LAST_SECONDS = 5.0


def render(path: Path, seat: str, ply: int | None, animate: bool, output: Path | None) -> None:
    """Draw what a viewer saw, into a file or onto standard output."""
    if output is not None and output.suffix != ".svg":
        raise CannotWrite("cli.not-svg", path=str(output))
    record = load_record(path, find_game)
    viewer = parse_viewer(record, seat)
    plies = _plies(record)
    if ply is not None and not 0 <= ply < len(plies):
        raise BadOption("option.value", option="ply", value=str(ply), allowed=f"0–{len(plies) - 1}")
    shown = plies[: len(plies) if ply is None else ply + 1]
    drawing = _film(record, viewer, shown) if animate else _still(record, viewer, shown[-1][0])
    if output is None:
        typer.echo(drawing)
    else:
        _write(drawing, output)


def _plies(record: Record) -> list[tuple[State, list[Event]]]:
    """The position before the first move and after every move that stands, each with what led to it."""
    found = []
    state = record.new()
    events: list[Event] = []
    for line in record.standing():
        if "play" in line:
            found.append((state.copy(), events))
            events = []
        events += record.play(state, line)
    return [*found, (state, events)]


def _still(record: Record, viewer: int | None, state: State) -> str:
    return record.game.draw(state.view(viewer), (), language())


def _film(record: Record, viewer: int | None, plies: list[tuple[State, list[Event]]]) -> str:
    """Every position after the scenes that led to it, without those that look the same to the viewer."""
    drawings: list[str] = []
    for state, events in plies:
        scenes = record.game.scenes(state.view(viewer), seen_by(events, viewer), language())
        for drawing in [*(scene for _, scene in scenes), _still(record, viewer, state)]:
            if drawing not in drawings[-1:]:
                drawings.append(drawing)
    return animated(drawings, [*[SECONDS] * (len(drawings) - 1), LAST_SECONDS])


def _write(drawing: str, output: Path) -> None:
    """Write a file whole or not at all."""
    draft = output.with_name(output.name + ".new")
    try:
        draft.write_text(drawing + "\n", encoding="utf-8")
        draft.replace(output)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CannotWrite("cli.unwritable", path=str(output), problem=error.strerror or str(error)) from error
