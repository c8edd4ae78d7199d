"""What a browser is shown: boards drawn on the server and prompts in words, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from isal import igzip_lib

from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.view import NO_NAMES, View
from parlor.core.words import Event, Message, say, seen_by, template
from parlor.server.log import Entry
from parlor.table import Table

# Drawings repeat themselves so much that more effort saves little.
_EFFORT = 1


def pressed(text: bytes) -> bytes:
    """The text deflated: once for everybody who gets it, not once for each socket."""
    return igzip_lib.compress(text, _EFFORT, igzip_lib.COMP_DEFLATE)


def statics(drawing: str) -> str:
    """Styles and definitions of a drawing, which a page holds once: all from `<style>` to the first `</defs>`."""
    start, end = _static_span(drawing)
    return drawing[start:end]


def without_statics(drawing: str) -> str:
    """A drawing for a page that holds its styles and definitions already."""
    start, end = _static_span(drawing)
    return drawing[:start] + drawing[end:]


def _static_span(drawing: str) -> tuple[int, int]:
    start, end = drawing.find("<style>"), drawing.find("</defs>")
    return (start, end + len("</defs>")) if 0 <= start < end else (0, 0)


def label(game: Game, part: str, language: str, names: Mapping[int, str] = NO_NAMES) -> str:
    """A part of a move in words, or as it is written where the game has no words for it."""
    kind, _, rest = part.partition(" ")
    # Seats are counted from one where people write them.
    seat = int(rest) - 1 if kind == "seat" and rest.isdecimal() else None
    return _label(game, part, language, seat, None if seat is None else names.get(seat))


@lru_cache(10_000)
def _label(game: Game, part: str, language: str, seat: int | None, name: str | None) -> str:
    kind, _, rest = part.partition(" ")
    said = Message(f"{game.name}.part.{kind}", rest=rest, seat=seat)
    if template(said, language) is None:
        return part
    return say(said, language, NO_NAMES if seat is None or name is None else {seat: name})


def picking(view: View, picked: Sequence[str], language: str) -> Data:
    """The board with these parts of a move picked, and what may be picked next or the move that they make."""
    moves = view.legal_moves
    parts = moves.parts(picked)
    found: Data = {
        "drawing": without_statics(view.game.draw(view, picked, language)),
        "parts": offered(view, parts, language),
    }
    step = Message(f"{view.game.name}.pick.{len(picked)}")
    says = "" if template(step, language) is None else say(step, language)
    if not parts:
        found["move"] = str(moves.whole(picked))
        words = label(view.game, found["move"], language, view.names)
        prompt = view.game.prompt(view)
        # A move that is written in signs is shown by the drawing alone.
        says = _instead(prompt, ".confirm.", language, view.names) or (says if words == found["move"] else words)
        found["button"] = _instead(prompt, ".button.", language, view.names)
    found["says"] = says
    return found


def _instead(prompt: Message, kind: str, language: str, names: Mapping[int, str]) -> str:
    """What a game says elsewhere at the moment of a prompt, if it says anything there."""
    other = Message(prompt.id.replace(".prompt.", kind), **prompt.params)
    return "" if other.id == prompt.id or template(other, language) is None else say(other, language, names)


def offered(view: View, parts: Iterable[str], language: str) -> list[list[str]]:
    """Parts that may be picked, each with its words."""
    return [[part, label(view.game, part, language, view.names)] for part in parts]


def drawn(table: Table, seat: int | None, language: str, events: Sequence[Event]) -> Data:
    """What one seat, or a spectator, sees on the page."""
    game = table.game
    view = table.view(seat)
    prompt = game.prompt(view) if table.outcome is None else table.outcome.reason
    if prompt.id == "prompt.only":
        prompt = Message(prompt.id, move=label(game, prompt.params["move"], language, view.names))
    part: Data = {
        "seat": seat,
        "drawing": without_statics(game.draw(view, (), language)),
        "scenes": [
            [words, without_statics(scene)] for words, scene in game.scenes(view, seen_by(events, seat), language)
        ],
        # People who click may be asked otherwise than people who type.
        "prompt": _instead(prompt, ".click.", language, view.names) or say(prompt, language, view.names),
        "called": [say(game.seat_name(view, other), language) for other in range(table.record.seats)],
        "parts": [],
    }
    if seat is not None and seat in table.to_act and (opened := table.opened(seat)) is not None:
        part["opened"] = opened
        part["parts"] = offered(view, view.legal_moves.parts(()), language)
    return part


def looked_back(table: Table, line: int, viewer: int | None, language: str) -> str:
    """The board as a viewer saw it after a line, with nothing to pick."""
    return table.game.draw(_seen_then(table, line, viewer), (), language)


def _seen_then(table: Table, line: int, viewer: int | None) -> View:
    then = table.record.replay(line).view(viewer)
    view = View(table.game, viewer, (), then.outcome, then.data)
    view.names = table.seating.names
    return view


def looked_into(table: Table, log: Iterable[Entry], line: int, viewer: int | None, language: str) -> Data:
    """What an entry of the log shows: the board as it was, or why it came to be where that says more."""
    view = _seen_then(table, line, viewer)
    events = next((events for at, events in log if at == line), [])
    found = table.game.explanation(view, seen_by(events, viewer), language)
    told, drawing = found if found is not None else ([], table.game.draw(view, (), language))
    return {"drawing": without_statics(drawing), "told": told}
