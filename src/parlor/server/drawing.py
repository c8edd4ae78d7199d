"""What a browser is shown: boards drawn on the server and prompts in words, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from isal import igzip_lib

from parlor.core.errors import IllegalMove
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.moves import DONE, LegalMoves
from parlor.core.record import Record
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import NO_NAMES, Event, Message, Names, form, say, seen_by, template
from parlor.server.log import to_nobody
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


def label(view: View, part: str, language: str, picked: Sequence[str] = ()) -> str:
    """A move, or a part that may follow those picked, in words; as it is written where the game has no words for it."""
    game, names = view.game, view.names
    if (wording := game.wording(view, part, picked)) is not None:
        return say(wording, language, names)
    kind, _, rest = part.partition(" ")
    # Seats are counted from one where people write them.
    seat = int(rest) - 1 if kind == "seat" and rest.isdecimal() else None
    return _label(game, part, language) if seat is None else _said(game, part, seat, language, names)


@lru_cache(10_000)
def _label(game: Game, part: str, language: str) -> str:
    return _said(game, part, None, language, NO_NAMES)


def _said(game: Game, part: str, seat: int | None, language: str, names: Names) -> str:
    kind, _, rest = part.partition(" ")
    said = Message(f"{game.name}.part.{kind}", rest=rest, seat=seat)
    return part if template(said, language) is None else say(said, language, names)


def picking(view: View, picked: Sequence[str], language: str, without: str | None = None) -> Data:
    """The board with these parts of a move picked, and what may be picked next or the move that they make.

    `without` is one of them that is picked no longer, nor is what made sense with it alone.
    """
    moves = view.legal_moves
    if without is not None:
        picked = _unpicked(moves, picked, without)
    parts = moves.parts(picked)
    # Before it is drawn: what was picked may be nothing that there is.
    move = "" if parts else str(moves.whole(picked))
    marks = _marks(moves, picked)
    if picked and DONE in parts:
        parts = [part for part in parts if part != DONE]
        move = str(moves.whole([*picked, DONE]))
    found: Data = {
        "picked": picked,
        "drawing": without_statics(view.game.draw(view, picked, language)),
        "parts": offered(view, parts, language, picked),
    }
    step = view.game.step(view, picked)
    says = "" if template(step, language) is None else say(step, language, view.names)
    if marks:
        found["marks"] = True
    if move:
        found["move"] = move
        words = label(view, move, language)
        prompt = view.game.prompt(view)
        # A move that is written in signs is shown by the drawing alone, and one of several parts by it best.
        shown = words == move or (says and len(picked) > 1 and step.id == f"{view.game.name}.pick.{len(picked)}")
        says = _instead(prompt, ".confirm.", language, view.names) or (says if shown else words)
        found["button"] = _instead(prompt, ".button.", language, view.names)
    found["says"] = says
    return found


def _marks(moves: LegalMoves, picked: Sequence[str]) -> bool:
    """Whether the last of these parts is one of several that are marked in any order, or one that may be left out."""
    if not picked:
        return False
    return DONE in moves.parts(picked[:-1]) or (len(picked) > 1 and picked[-1] in moves.parts(picked[:-2]))


def within(words: str) -> str:
    """Words that open a label, as they stand within a sentence."""
    return words[:1].lower() + words[1:]


def _unpicked(moves: LegalMoves, picked: Sequence[str], without: str) -> list[str]:
    """These parts but for one, as far as each can still follow those before it."""
    kept: list[str] = []
    last = len(picked) - 1 - picked[::-1].index(without) if without in picked else -1
    for index, part in enumerate(picked):
        if index != last and part in moves.parts(kept):
            kept.append(part)
    return kept


def check(table: Table, seat: int, text: str, language: str) -> None:
    """Refuse a move that is not legal, with the reason as people who click are told it."""
    try:
        table.state.check(seat, table.game.parse_move(text))
    except IllegalMove as error:
        reason = error.message
        clicked = Message(reason.id.replace(".no.", ".why."), **reason.params)
        told = reason if template(clicked, language) is None else clicked
        raise IllegalMove(told.id, **told.params) from None


def _instead(prompt: Message, kind: str, language: str, names: Names) -> str:
    """What a game says elsewhere at the moment of a prompt, if it says anything there."""
    other = Message(prompt.id.replace(".prompt.", kind), **prompt.params)
    return "" if other.id == prompt.id or template(other, language) is None else say(other, language, names)


def offered(view: View, parts: Iterable[str], language: str, picked: Sequence[str] = ()) -> list[list[str]]:
    """Parts that may be picked, each with its words."""
    return [[part, label(view, part, language, picked)] for part in parts]


def _seen(table: Table, seat: int | None) -> View:
    """The view of a seat, which has nothing to do any more once it has resigned or the game is over."""
    view = table.view(seat)
    if seat not in table.resigned and table.outcome is None:
        return view
    done = View(view.game, seat, (), view.outcome, view.data)
    # Who has given up watches somebody else play.
    done.names = to_nobody(view.names) if seat in table.resigned else view.names
    return done


def drawn(table: Table, seat: int | None, language: str, events: Sequence[Event]) -> Data:
    """What one seat, or a spectator, sees on the page."""
    game, names = table.game, table.names(seat)
    view = _seen(table, seat)
    prompt = Message("prompt.resigned") if seat in table.resigned else game.prompt(view)
    if prompt.id == "prompt.only":
        prompt = Message(prompt.id, move=within(label(view, prompt.params["move"], language)))
    part: Data = {
        "seat": seat,
        "drawing": without_statics(game.draw(view, (), language)),
        "scenes": _scenes(view, seen_by(events, seat), language),
        # People who click may be asked otherwise than people who type.
        "prompt": " ".join(_result(table, seat, language, names))
        or _instead(prompt, ".click.", language, names)
        or say(prompt, language, names),
        "chapter": game.chapter(view),
        "called": [say(game.seat_name(view, other), language) for other in range(table.record.seats)],
        "parts": [],
    }
    if seat is not None:
        part["moved"] = _moved(table.record, seat)
    if seat is not None and seat in view.to_act and (opened := table.opened(seat)) is not None:
        part["opened"] = opened
        part["parts"] = offered(view, view.legal_moves.parts(()), language)
    return part


def _result(table: Table, seat: int | None, language: str, names: Names) -> list[str]:
    """How the game ended; a winner whom the reason does not name hears of it first."""
    told = table.result(seat)
    if told and table.outcome is not None and seat in table.outcome.winners and not form(told[0], language, names):
        told = [Message("result.won"), *told]
    return [say(one, language, names) for one in told]


def _scenes(view: View, events: Sequence[Event], language: str) -> list[list[str]]:
    return [[words, without_statics(scene)] for words, scene in view.game.scenes(view, events, language)]


def _moved(record: Record, seat: int) -> int:
    """The line of a seat's last move, 0 before its first."""
    return next((line["line"] for line in reversed(record.lines) if "play" in line and line["seat"] == seat), 0)


def looked_back(record: Record, names: Mapping[int, str], viewer: int | None, language: str) -> str:
    """The board as a viewer saw it after all lines of a record, with nothing to pick."""
    return record.game.draw(_then(record.replay(), names, viewer), (), language)


def _then(state: State, names: Mapping[int, str], viewer: int | None) -> View:
    seen = state.view(viewer)
    view = View(seen.game, viewer, (), seen.outcome, seen.data)
    view.names = Names(names, viewer, view.game.seat_words(view, state.seats))
    return view


def looked_into(record: Record, names: Mapping[int, str], viewer: int | None, language: str, since: int) -> Data:
    """The board as it was after all lines of a record, or why the lines after line `since` led to it."""
    view, events = _happened(record, names, viewer, since)
    found = record.game.explanation(view, events, language)
    told, drawing = found if found is not None else ([], record.game.draw(view, (), language))
    return {"drawing": without_statics(drawing), "told": told}


def shown_again(record: Record, names: Mapping[int, str], viewer: int | None, language: str, since: int) -> Data:
    """What the table showed of the lines after line `since`: scenes, the board after them, and what explains it."""
    view, events = _happened(record, names, viewer, since)
    found = record.game.explanation(view, events, language)
    return {
        "drawing": without_statics(record.game.draw(view, (), language)),
        "scenes": _scenes(view, events, language),
        "told": [] if found is None else found[0],
    }


def _happened(record: Record, names: Mapping[int, str], viewer: int | None, since: int) -> tuple[View, list[Event]]:
    """What a viewer saw after all lines of a record, and saw happen after line `since`."""
    state = record.new()
    happened: list[Event] = []
    for line, after, events in record.steps():
        state = after
        if line["line"] > since:
            happened += events
    return _then(state, names, viewer), seen_by(happened, viewer)
