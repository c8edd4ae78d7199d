"""`parlor replay`: a record line by line, through the eyes of any seat."""

from __future__ import annotations

from pathlib import Path

from parlor.cli.screen import Screen
from parlor.cli.words import explain, language, tell
from parlor.core.errors import BadOption, NotYet
from parlor.core.game import ALL, Data
from parlor.core.record import Record, load_record
from parlor.core.words import seen_by
from parlor.games import game as find_game


def replay(path: Path, seat: str, line: int | None) -> None:
    """Show one line of a record, step through it at a terminal, or print it all."""
    record = load_record(path, find_game)
    viewer = _viewer(record, seat)
    screen = Screen()
    pages = _pages(record, viewer, screen)
    if line is not None:
        if not 0 <= line < len(pages):
            raise BadOption("option.value", option="line", value=str(line), allowed=f"0–{len(pages) - 1}")
        screen.show_drawing(pages[line])
        return
    if record.incomplete:
        screen.show(tell("cli.incomplete", line=len(record.lines)))
    if screen.is_terminal:
        _step(pages, screen)
    else:
        for page in pages:
            screen.show_drawing(page + "\n")


def _viewer(record: Record, text: str) -> int | None:
    if text == "spectator":
        return None
    if text == "all":
        if record.seed is None:
            raise NotYet("view.hidden")
        return ALL
    if text.isascii() and text.isdigit() and int(text) < record.seats:
        return int(text)
    seats = ", ".join(map(str, range(record.seats)))
    raise BadOption("option.value", option="seat", value=text[:20], allowed=f"{seats}, spectator, all")


def _pages(record: Record, viewer: int | None, screen: Screen) -> list[str]:
    """What the viewer saw before the first line, and after every line."""
    state = record.new()
    names = {seat: explain(record.game.seat_name(state.view(None), seat)) for seat in range(record.seats)}
    pages = [f"{_heading(record, None)}\n{record.game.text(state.view(viewer), language(), screen.colour)}"]
    for line, after, events in record.steps():
        drawing = record.game.text(after.view(viewer), language(), screen.colour)
        said = [explain(event, names) for event in seen_by(events, viewer)]
        pages.append("\n".join([_heading(record, line), *said, drawing]))
    return pages


def _heading(record: Record, line: Data | None) -> str:
    return tell("cli.line", line=0 if line is None else line["line"], lines=len(record.lines))


def _step(pages: list[str], screen: Screen) -> None:
    """Enter or n goes on, p back, a number to that line, q leaves."""
    at = 0
    try:
        while True:
            screen.clear()
            screen.show_drawing(pages[at])
            answer = screen.ask(screen.styled(tell("cli.replay-keys", last=len(pages) - 1), "hint") + " ").lower()
            if answer in ("", "n"):
                if at == len(pages) - 1:
                    return
                at += 1
            elif answer == "p":
                at = max(0, at - 1)
            elif answer.isascii() and answer.isdigit():
                at = min(int(answer), len(pages) - 1)
            elif answer == "q":
                return
    except (EOFError, KeyboardInterrupt):
        screen.show()
