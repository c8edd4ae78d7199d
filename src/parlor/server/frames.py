"""Frames: what everybody at a table is shown, each made once for all who are shown the same."""

from __future__ import annotations

from collections.abc import Iterable

from parlor.core.fields import Data
from parlor.core.words import Event, Message, say, seen_by
from parlor.server.drawing import drawn, pressed
from parlor.server.hosted import Hosted, Reader
from parlor.server.log import gave_up, in_words
from parlor.server.messages import encode
from parlor.table import Missing, Table

# More legal moves than this are not listed in a frame: they are asked for part by part.
LISTED_MOVES = 64


def frames(
    hosted: Hosted, events: list[Event], readers: Iterable[Reader] | None = None, since: int | None = None
) -> list[tuple[Reader, bytes]]:
    """A frame for everybody, each made once; the log from entry `since` on, or what is new."""
    common = _common(hosted)
    if since is None and hosted.log is not None:
        since = len(hosted.log)
        if events:
            hosted.log.append((len(hosted.table.record.lines), events))
    made: dict[tuple[tuple[int, ...], str | None], bytes] = {}
    found = []
    for reader in hosted.readers if readers is None else readers:
        seats, language = key = reader.seats, reader.language
        if (frame := made.get(key)) is None:
            parts = b",".join([_part(hosted, seat, language, events, since or 0) for seat in seats or (None,)])
            frame = b'{"type":"frame","about":%b,"parts":[%b]}' % (common, parts)
            made[key] = frame if language is None else pressed(frame)
        found.append((reader, made[key]))
    return found


def show(hosted: Hosted, readers: Iterable[Reader] | None = None) -> None:
    """Send a frame in which nothing has happened."""
    for reader, frame in frames(hosted, [], readers):
        reader.push(frame)


def welcome(hosted: Hosted, reader: Reader) -> None:
    """Send somebody who has just come a frame with all that has happened."""
    for _, frame in frames(hosted, [], [reader], since=0):
        reader.push(frame)


def public(hosted: Hosted) -> Data:
    """What anybody may know of a table."""
    return {**listed(hosted), "options": hosted.about.options}


def listed(hosted: Hosted) -> Data:
    """The same for a list: options may be long, and are not part of it."""
    return {**_status(hosted), **_news(hosted.table)}


def _common(hosted: Hosted) -> bytes:
    """What every frame says of the table; options may be long, and are not part of it."""
    table = hosted.table
    made_from = None if table.clock else (table.seating, hosted.here, table.away.copy(), table.resigned.copy())
    if made_from is None or made_from != hosted.kept_status[0]:
        hosted.kept_status = made_from, encode(_status(hosted))[:-1]
    return b"%b,%b" % (hosted.kept_status[1], encode(_news(table))[1:])


def _status(hosted: Hosted) -> Data:
    """What stays as it is while people play, but for their clocks."""
    seating = hosted.table.seating
    return {
        "table": hosted.id,
        "game": hosted.about.game,
        "host": seating.host,
        "commitment": hosted.table.record.commitment,
        "seats": _seats(hosted),
        "spectators": hosted.about.spectators,
        "hints": hosted.has_hints,
        "wants_rematch": seating.wants_rematch,
        "rematch": seating.rematch,
    }


def _news(table: Table) -> Data:
    """What any move may change."""
    outcome = table.outcome
    missing = table.missing
    return {
        "line": len(table.record.lines),
        "to_act": list(table.to_act),
        "outcome": None if outcome is None else outcome.dump(),
        "asked": table.asked,
        "may_end": table.may_end,
        "waiting": None if missing is None else {**missing._asdict(), "commitments": table.deal.commitments},
    }


def _seats(hosted: Hosted) -> list[Data]:
    table = hosted.table
    now = hosted.now()
    found = []
    for seat, chair in enumerate(table.seating.chairs):
        about: Data = {"kind": chair.kind, "name": table.seating.names.get(seat), "bot": chair.bot}
        if chair.kind == "open" and chair.invitation is not None:
            about["invited"] = True
        if chair.kind == "human":
            about["here"] = seat in hosted.here
        if seat in table.away:
            about["away"] = table.away[seat]
        if seat in table.resigned:
            about["resigned"] = True
        if table.clock is not None and (left := table.time_left(seat, now)) is not None:
            about["time_left"] = round(left, 1)
        found.append(about)
    return found


def _part(hosted: Hosted, seat: int | None, language: str | None, events: list[Event], since: int) -> bytes:
    """What one seat, or a spectator, is shown: its view, what it saw happen, and what it may do.

    A page gets all that drawn and in words, with the log from entry `since` on.
    """
    if (missing := hosted.table.missing) is not None:
        return encode(_before_the_deal(hosted.table, missing, seat, language))
    if language is None:
        return encode(shown_to(hosted.table, seat, events))
    part = drawn(hosted.table, seat, language, events)
    if since:
        names, until = hosted.table.names(seat), gave_up(hosted.table, seat)
        entries: object = in_words(hosted.whole_log()[since:], seat, language, names, until)
    else:
        entries = hosted.words(seat, language).all
    part["log"] = {"since": since, "entries": entries}
    return encode(part)


def _before_the_deal(table: Table, missing: Missing, seat: int | None, language: str | None) -> Data:
    """What is shown of a table that has no position yet: who is missing."""
    if language is None:
        return {"seat": seat, "events": []}
    awaited = Message("prompt.wait", to_act=missing.come or missing.commit or missing.reveal)
    return {
        "seat": seat,
        "prompt": say(awaited, language, table.names(seat)),
        "called": [say(Message(f"seat.{other}"), language) for other in range(table.record.seats)],
        "scenes": [],
        "parts": [],
        "log": {"since": 0, "entries": []},
    }


def glance(hosted: Hosted, seats: tuple[int, ...], language: str) -> Data:
    """A table at a glance for whoever holds these seats: whether it is their turn, how it stands, and the board.

    Several people may hold seats together: they are shown what a spectator is.
    """
    table = hosted.table
    viewer = seats[0] if len(seats) == 1 else None
    if (missing := table.missing) is not None:
        part = _before_the_deal(table, missing, viewer, language)
    else:
        part = drawn(table, viewer, language, [])
    return {
        "turn": any(seat in table.to_act and seat not in table.stand_ins for seat in seats),
        "over": table.outcome is not None,
        "text": part["prompt"],
        "drawing": part.get("drawing"),
    }


def shown_to(table: Table, viewer: int | None, events: list[Event]) -> Data:
    """What a viewer is shown as plain data: its view, what it saw happen, and its moves unless they are many."""
    shown: Data = {
        "seat": viewer,
        "view": table.view(viewer).dump(),
        "events": [event.dump() for event in seen_by(events, viewer)],
    }
    if viewer is not None and viewer in table.to_act and (opened := table.opened(viewer)) is not None:
        moves = table.state.legal_moves(viewer)
        shown["opened"] = opened
        shown["moves"] = len(moves)
        if len(moves) <= LISTED_MOVES:
            shown["legal"] = [str(move) for move in moves]
    return shown
