"""Golden playthroughs: a whole game as text, with every event and every change of every view, to be read and compared.

The file holds the moves, so a replay follows the file and no generator.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from parlor.core.chance import Rng
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.words import Event, seen_by
from parlor.testing.walk import Walk, any_play, canonical

# Who looks, as the file calls them.
Viewers = list[tuple[str, int | None]]


def check_playthrough(
    path: Path, game: Game, *, update: bool = False, seats: int | None = None, **options: Any
) -> None:
    """Replay the moves in the file and compare all that is seen on the way.

    `update` writes the file again, or if there is none a random game with these seats and options.
    """
    if path.exists():
        text = path.read_text(encoding="utf-8")
        written = write(_replayed(text, game))
    else:
        assert update, f"{game.name} has no playthrough {path.name}: run pytest with --update to make it"
        text, written = "", write(_random(game, game.seat_counts[-1] if seats is None else seats, options))
    if update:
        path.write_text(written, encoding="utf-8")
        return
    for number, (found, expected) in enumerate(zip(written.splitlines(), text.splitlines(), strict=False), 1):
        assert found == expected, f"{path.name}, line {number}: now “{found}”, before “{expected}”"
    assert written == text, f"{path.name} is longer or shorter than what is seen now"


def write(walk: Walk) -> str:
    """The playthrough of all that the walk has played."""
    return "\n".join(_lines(walk)) + "\n"


def _lines(walk: Walk) -> Iterator[str]:
    record = walk.record
    viewers: Viewers = [*((str(seat), seat) for seat in range(record.seats)), ("spectator", None), ("all", ALL)]
    yield f"{record.game.name}, rules {record.game.rules}: each move, the events and what changes in whose view"
    yield f"options {_json({'seats': record.seats, **record.options})}"
    state = record.new()
    before: dict[str, Data] = {label: {} for label, _ in viewers}
    yield from _changes(state, viewers, before)
    for line in record.lines:
        yield ""
        yield f"> {line.get('seat', 'chance')} {line.get('play', line.get('chance'))}"
        yield from _events(record.play(state, line), viewers)
        yield from _changes(state, viewers, before)


def _events(events: Sequence[Event], viewers: Viewers) -> Iterator[str]:
    for event in events:
        found = [(label, seen[0].dump()) for label, viewer in viewers if (seen := seen_by([event], viewer))]
        for who, dump in _grouped(found, len(viewers)):
            yield f"  {who}: {dump.pop('id')} {_json(dump)}"


def _changes(state: State, viewers: Viewers, before: dict[str, Data]) -> Iterator[str]:
    """What is new in each view, told once for all who see the same."""
    changes: dict[str, list[tuple[str, Any]]] = {}
    for label, viewer in viewers:
        now = _flat(state, viewer)
        for key in {**before[label], **now}:
            if key not in now:
                changes.setdefault(key, []).append((label, "gone"))
            elif key not in before[label] or before[label][key] != now[key]:
                changes.setdefault(key, []).append((label, _change(before[label].get(key), now[key])))
        before[label] = now
    for key, found in changes.items():
        for who, value in _grouped(found, len(viewers)):
            yield f"  {who} | {key} {value}"


def _change(old: Any, new: Any) -> str:
    """The new value, or of a list from which place on which items gave way to which."""
    if not isinstance(old, list) or not isinstance(new, list):
        return _json(new)
    shorter = min(len(old), len(new))
    start = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    end = next((index for index in range(shorter - start) if old[-1 - index] != new[-1 - index]), shorter - start)
    if start + end == 0:
        return _json(new)
    gone, come = old[start : len(old) - end], new[start : len(new) - end]
    return f"at {start}" + (f" - {_json(gone)}" if gone else "") + (f" + {_json(come)}" if come else "")


def _flat(state: State, viewer: int | None) -> Data:
    """A view with its inner fields named by their path, and how many legal moves it has."""
    view = state.view(viewer)
    dump = view.dump()
    flat = {"to act": dump["to_act"], "outcome": dump["outcome"]}
    if len(view.legal_moves):
        examples = [str(view.legal_moves[index]) for index in range(min(3, len(view.legal_moves)))]
        flat["legal"] = [len(view.legal_moves), *examples]
    _flatten("", dump["position"], flat)
    return flat


def _flatten(prefix: str, data: Data, flat: Data) -> None:
    for key, value in data.items():
        if isinstance(value, list) and value and all(isinstance(item, list | None) for item in value):
            value = {str(index): item for index, item in enumerate(value)}
        if isinstance(value, dict) and value:
            _flatten(f"{prefix}{key}.", value, flat)
        else:
            flat[prefix + key] = value


def _grouped(found: list[tuple[str, Any]], everybody: int) -> Iterator[tuple[str, Any]]:
    """Those who see the same, together."""
    groups: list[tuple[list[str], Any]] = []
    for label, value in found:
        for labels, other in groups:
            if other == value:
                labels.append(label)
                break
        else:
            groups.append(([label], value))
    for labels, value in groups:
        yield "everybody" if len(labels) == everybody else " ".join(labels), value


def _replayed(text: str, game: Game) -> Walk:
    lines = text.splitlines()
    options = json.loads(lines[1].removeprefix("options "))
    walk = Walk(game, options.pop("seats"), options)
    for line in lines:
        if line.startswith("> "):
            who, move = line.removeprefix("> ").split(" ", 1)
            walk.play(CHANCE if who == "chance" else int(who), game.parse_move(move))
    return walk


def _random(game: Game, seats: int, options: Data) -> Walk:
    walk = Walk(game, seats, options)
    # Another game for other options.
    rng = Rng(sum(canonical({"seats": seats, **options}).encode()))
    while walk.state.to_act:
        walk.play(*any_play(walk.state, rng.below))
    return walk


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
