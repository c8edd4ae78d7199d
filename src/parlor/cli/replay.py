"""`parlor replay`: a record line by line, through the eyes of any seat."""

from __future__ import annotations

from pathlib import Path

from parlor.cli.screen import Screen
from parlor.cli.words import explain, language, tell
from parlor.core.errors import BadOption, NotYet
from parlor.core.record import Record, load_record
from parlor.core.seats import ALL
from parlor.core.words import seen_by
from parlor.games import game as find_game

# What happened, and the board after it.
Page = tuple[list[str], str]


def replay(path: Path, seat: str, line: int | None) -> None:
    """Show one line of a record, step through it at a terminal, or print it all."""
    record = load_record(path, find_game)
    viewer = parse_viewer(record, seat)
    screen = Screen()
    pages = _pages(record, viewer, screen.colour)
    if line is not None:
        if not 0 <= line < len(pages):
            raise BadOption("option.value", option="line", value=str(line), allowed=f"0–{len(pages) - 1}")
        _show(pages, line, screen)
        return
    if record.incomplete:
        screen.show(tell("cli.incomplete", line=len(record.lines)))
    if screen.is_terminal:
        _step(pages, screen)
    else:
        for number in range(len(pages)):
            _show(pages, number, screen)
            screen.show()


def parse_viewer(record: Record, text: str) -> int | None:
    """The seat that is written so, None for a spectator, ALL once the game is over."""
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


def _pages(record: Record, viewer: int | None, colour: bool) -> list[Page]:
    """What the viewer saw before the first line, and after every line."""
    state = record.new()
    names = {
        seat: explain(record.game.seat_name(state.view(None), seat)) for seat in range(record.seats)
    } | record.names
    pages: list[Page] = [([], record.game.text(state.view(viewer), language(), colour))]
    for _, after, events in record.steps():
        said = [explain(event, names) for event in seen_by(events, viewer)]
        pages.append((said, record.game.text(after.view(viewer), language(), colour)))
    return pages


def _show(pages: list[Page], number: int, screen: Screen) -> None:
    sentences, drawing = pages[number]
    screen.show(tell("cli.line", line=number, lines=len(pages) - 1), "bold")
    screen.show_board(sentences, drawing, others=2)


def _step(pages: list[Page], screen: Screen) -> None:
    """Enter or n goes on, p back, a number to that line, q leaves."""
    at = 0
    try:
        while True:
            screen.clear()
            _show(pages, at, screen)
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
