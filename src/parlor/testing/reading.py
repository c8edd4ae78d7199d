"""What is read from outside: views as they were written, and nonsense, which gets a documented error, and at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

from parlor.core.chance import Rng
from parlor.core.errors import BadMove, BadOption, BadPosition, BadRecord, ParlorError
from parlor.core.fields import shown
from parlor.core.record import parse_record, verify
from parlor.core.seats import ALL
from parlor.core.state import State
from parlor.core.view import View
from parlor.core.words import LANGUAGES
from parlor.testing.checks import Check, same_moves
from parlor.testing.language import problems
from parlor.testing.walk import Walk, any_play, canonical, name

# How many spoilt copies of each kind are read in a position.
SPOILT = 6
# What is refused, or a position, needs a few thousandths of a second; processor time of this thread alone.
MOST_SECONDS = 0.1
DEEP = 3000
# How far a position that was read is gone on with.
PLIES = 20


def _deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(DEEP):
        nested = [nested]
    return nested


# What a field may hold that nobody has written a position with.
NONSENSE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 7, 10**6, 2**31, 2**63, -(2**70), 10**5000),
    *(0.0, 1.0, 1.5, -0.5, float("nan"), float("inf"), 1e300),
    *("", "0", "1", "x", "?", "+", "S@", "all", "\ud800", "\x00", "é" * 1000, "9" * 5000, "a\nb"),
    *([], [[]], [None], [0, 0], ["1"], {}, {"": None}, {"0": 1}, {"id": "x", "self": 1}, [1] * 20_000, _deep()),
)


def check_views(walk: Walk) -> None:
    """Every view is plain data, loads as the same view, and has its seat's own legal moves."""
    state = walk.state
    for viewer in walk.viewers:
        view = state.view(viewer)
        dump = view.dump()
        text = canonical(dump)
        read = json.loads(text)
        if read != dump:
            walk.fail(f"the view of {name(viewer)} is not plain JSON data: {dump}")
        loaded = walk.game.load_view(read)
        if loaded != view or canonical(loaded.dump()) != text:
            walk.fail(f"the view of {name(viewer)} loads as another view")
        own = state.legal_moves(viewer) if viewer is not None and viewer != ALL else ()
        for found in (view, loaded):
            if not same_moves(found.legal_moves, own):
                walk.fail(f"the view of {name(viewer)} has other legal moves than the position")
        for problem in problems(walk.game.prompt(view)):
            walk.fail(f"the prompt of {name(viewer)} {problem}")
        for language in LANGUAGES:
            if not walk.game.text(view, language).strip():
                walk.fail(f"the board of {name(viewer)} is empty as text")


def check_nonsense(walk: Walk) -> None:
    """Spoilt dumps, views, options, records and moves are refused as documented; what is accepted is a position."""
    game = walk.game
    written = walk.record.dumps()
    # Another way of spoiling in every walk.
    rng = Rng(crc32(written.encode()))
    dump, header = walk.state.dump(), {"seats": walk.record.seats, **walk.record.options}
    viewer = walk.viewers[rng.below(len(walk.viewers))]
    view = walk.state.view(viewer).dump()
    for _ in range(SPOILT):
        _read(walk, "load", spoilt(dump, rng), game.load, (BadPosition, BadOption))
        _read(walk, "load_view", spoilt(view, rng), game.load_view, (BadPosition, BadOption))
        _read(walk, "new", spoilt(header, rng), lambda data: game.new(**data), (BadOption,))
        _read(walk, "parse_record", _spoilt_record(written, rng), _replayed(walk), (BadRecord, BadOption))
        text = spoilt([walk.record.lines[-1].get("play", "pass") if walk.record.lines else "pass"], rng)
        _read(walk, "parse_move", text[0] if text else None, game.parse_move, (BadMove,))
    for nonsense in (NONSENSE[rng.below(len(NONSENSE))] for _ in range(SPOILT)):
        for what, read in (("load", game.load), ("load_view", game.load_view)):
            _read(walk, what, nonsense, read, (BadPosition, BadOption))


def spoilt(data: Any, rng: Rng) -> Any:
    """A copy of plain data with something wrong in one place."""
    copy = json.loads(canonical(data))
    places = list(_places(copy))
    if places:
        holder, key = places[rng.below(len(places))]
        other, there = places[rng.below(len(places))]
        others = _worse(holder[key], json.loads(canonical(other[there])), rng)
        if rng.below(6) == 0:
            del holder[key]
        else:
            holder[key] = others[rng.below(len(others))]
    return copy


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container within plain data, with each of its keys."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield data, key
        yield from _places(value)


def _worse(value: Any, other: Any, rng: Rng) -> list[Any]:
    """What may stand in the place of a value: nonsense, another value of the same data, or something alike."""
    found = [other, [value], {"0": value}, str(value), *(NONSENSE[rng.below(len(NONSENSE))] for _ in range(5))]
    if isinstance(value, int):
        found += [value + 1, value - 1, float(value), bool(value)]
    elif isinstance(value, str):
        found += [value[:-1], value + value, value.upper(), {value: value}]
    elif isinstance(value, list):
        found += [[*value, *value[:1]], value[::-1], value[1:], value * 3]
    elif isinstance(value, dict):
        found += [{**value, "more": 1}, list(value), list(value.items()), dict.fromkeys(value)]
    return found


def _spoilt_record(written: str, rng: Rng) -> str:
    """A record with a spoilt line, and some that take back what is there or not."""
    lines = written.splitlines()
    index = rng.below(len(lines))
    lines[index] = _json(spoilt(json.loads(lines[index]), rng))
    if rng.below(3) == 0:
        first = rng.below(len(lines) + 1)
        lines.append(_json({"line": len(lines), "seat": 0, "undo": [first, first + rng.below(3)]}))
    return "".join(line + "\n" for line in lines)


def _json(line: Any) -> str:
    try:
        return json.dumps(line)
    except (ValueError, RecursionError):
        # A number that cannot be written in digits at once, or nested too deep.
        return "[" * DEEP if isinstance(line, list) else '{"line":' + "9" * 5000 + "}"


def _replayed(walk: Walk) -> Callable[[str], None]:
    def read(text: str) -> None:
        record = parse_record(text, lambda _: walk.game)
        record.replay()
        for _ in record.steps():
            pass
        verify(record)

    return read


def _read(
    walk: Walk, what: str, data: Any, read: Callable[[Any], Any], documented: tuple[type[ParlorError], ...]
) -> None:
    for _ in range(3):
        began = time.thread_time()
        try:
            found, refusal = read(data), None
        except documented as error:
            found, refusal = None, error
        except Exception as error:
            walk.fail(
                f"`{what}` of {shown(data, 2000)} raises {type(error).__name__}, which is not documented: {error}"
            )
        seconds = time.thread_time() - began
        if seconds < MOST_SECONDS:
            break
    else:
        walk.fail(f"`{what}` takes {seconds:.2f} seconds of processor time to read {shown(data, 2000)}")
    if refusal is not None:
        for problem in problems(refusal.message):
            walk.fail(f"the refusal of `{what}` {problem}")
    if isinstance(found, State):
        _check_sound(walk, found, data)
    if isinstance(found, View):
        walk.game.prompt(found)


def _check_sound(walk: Walk, state: State, data: Any) -> None:
    """What was read can be looked at, gone on with, and read again."""
    try:
        dump = canonical(state.dump())
        again = canonical(walk.game.load(json.loads(dump)).dump())
        for viewer in [*range(state.seats), None, ALL]:
            state.view(viewer).dump()
        open_seats = [seat for seat in state.to_act if seat >= 0 and not len(state.legal_moves(seat))]
        after, rng = state.copy(), walk.rng
        for _ in range(PLIES):
            if after.to_act:
                after.apply(*any_play(after, rng.below))
    except Exception as error:
        walk.fail(f"what is read from {shown(data, 2000)} is no position: {type(error).__name__}: {error}")
    if again != dump or open_seats or (not state.to_act) != (state.outcome is not None):
        walk.fail(f"what is read from {shown(data, 2000)} is no position")


IN_SOME_POSITIONS: tuple[Check, ...] = (check_views, check_nonsense)
