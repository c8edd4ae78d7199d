"""Moves as people type them: whole, or cut down to an end that only one legal move has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlor.core.errors import BadMove, ParlorError
from parlor.core.moves import Move
from parlor.core.view import View

SHOWN = 60


def read_move(view: View, text: str) -> Move:
    """The move that is typed, whole (`add c4`) or short (`c4`). It may be illegal: the table then says why."""
    words = text.split()
    picked = read_parts(view, words)
    if len(picked) > 1 and not view.legal_moves.parts(picked):
        return view.legal_moves.whole(picked)
    try:
        return view.game.parse_move(" ".join(words))
    except ParlorError as error:
        lowered = [word.lower() for word in words]
        found = [move for move in view.legal_moves if words and _ends_with(str(move), lowered)]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadMove("cli.ambiguous", text=text[:40], moves=[str(move) for move in found[:5]]) from error
        return _illegal_but_meant(view, lowered, error)


def read_parts(view: View, words: Sequence[str]) -> list[str]:
    """The parts of a move that is picked part by part, each by its text or its number; none if some word is no part."""
    picked: list[str] = []
    for word in words:
        parts = view.legal_moves.parts(picked)
        found = [part for part in parts if word.lower() in (part.lower(), part.lstrip("/@"))]
        if not found and picked and word.isdigit() and 0 < int(word) <= len(parts):
            found = [parts[int(word) - 1]]
        if not found:
            return []
        picked.append(found[0])
    return picked


def _ends_with(move: str, words: list[str]) -> bool:
    return move.lower().split()[-len(words) :] == words


def _illegal_but_meant(view: View, words: list[str], error: ParlorError) -> Move:
    """The move that the rest of the sentence makes with a verb that is possible now."""
    for verb in dict.fromkeys(str(move).split()[0] for move in view.legal_moves):
        try:
            return view.game.parse_move(" ".join([verb, *words]))
        except ParlorError:
            continue
    raise error


def list_moves(moves: Iterable[Move]) -> list[str]:
    """The first sixty moves, those that differ in the last word alone on one line."""
    lines: dict[str, list[str]] = {}
    left_out = 0
    for number, move in enumerate(moves):
        if number >= SHOWN:
            left_out += 1
            continue
        verb, _, rest = str(move).rpartition(" ")
        lines.setdefault(verb, []).append(rest)
    texts = [f"{verb} {', '.join(rests)}".strip() for verb, rests in lines.items()]
    return [*texts, f"… (+{left_out})"] if left_out else texts
