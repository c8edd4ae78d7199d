"""What must hold in every position of every game, each law a function of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import islice

from parlor.core.chance import Rng
from parlor.core.errors import BadMove, IllegalMove
from parlor.core.moves import LegalMoves, Move
from parlor.core.record import parse_record
from parlor.core.seats import CHANCE, NOBODY, TOGETHER
from parlor.core.words import Event, Names, seen_by
from parlor.testing.language import problems, unaddressed
from parlor.testing.walk import Walk, canonical, difference, moves_of, name, some, view_text

Check = Callable[[Walk], None]

# What no game calls a move.
NONSENSE = ("", "no move at all", "-1", "\x00", "x" * 1000)
# Iterating further than this shows nothing new.
MANY = 300
# All ways to pick a move part by part are tried if there are no more moves than this.
FEW = 40


class Strange(Move):
    """A move of another game."""

    def __str__(self) -> str:
        return "strange"


def check_to_act(walk: Walk) -> None:
    """Nobody is to act if and only if there is an outcome; otherwise chance alone, or seats in their order.

    The actor says the same.
    """
    state, outcome = walk.state, walk.state.outcome
    to_act = state.to_act
    if (not to_act) != (outcome is not None):
        walk.fail(f"{to_act} are to act, but the outcome is {outcome}")
    if to_act != (CHANCE,) and list(to_act) != sorted(set(to_act) & set(range(state.seats))):
        walk.fail(f"{to_act} are to act: that is neither chance alone nor seats in their order")
    actor = to_act[0] if len(to_act) == 1 else TOGETHER if to_act else NOBODY
    if state.actor != actor:
        walk.fail(f"{to_act} are to act, but the actor is {state.actor}, not {actor}")


def check_outcome(walk: Walk) -> None:
    """The shares of the win sum to 1, or to 0 if all lose; every seat has a score, and the reason can be said."""
    outcome = walk.state.outcome
    if outcome is None:
        return
    seats = walk.state.seats
    if abs(sum(outcome.shares) - bool(outcome.winners)) > 1e-9 or not set(outcome.winners) <= set(range(seats)):
        walk.fail(f"the shares {outcome.shares} of the winners {outcome.winners} do not sum to 1, or to 0 if all lose")
    if len(outcome.scores) != seats:
        walk.fail(f"{len(outcome.scores)} scores for {seats} seats: {outcome.scores}")
    for problem in problems(outcome.reason):
        walk.fail(f"the reason of the outcome {problem}")


def check_chance(walk: Walk) -> None:
    """Chance has distinct outcomes whose weights are positive integers, and none when it is not to act."""
    outcomes = walk.state.chance()
    if CHANCE not in walk.state.to_act:
        if outcomes:
            walk.fail("chance is not to act but has outcomes")
        return
    if not outcomes:
        walk.fail("chance is to act but has no outcomes")
    for move, weight in outcomes:
        if type(weight) is not int or weight <= 0:
            walk.fail(f"the weight of “{move}” is {weight!r}, not a positive integer")
    if len({str(move) for move, _ in outcomes}) != len(outcomes):
        walk.fail("chance has the same outcome twice")


def check_legal_moves(walk: Walk) -> None:
    """`in`, `len`, indexing and iteration agree; who is to act has a move, and nobody else has."""
    for seat in range(walk.state.seats):
        moves = walk.state.legal_moves(seat)
        number = len(moves)
        if (number > 0) != (seat in walk.state.to_act):
            walk.fail(f"{name(seat)} has {number} legal moves, and {walk.state.to_act} are to act")
        listed = list(islice(moves, MANY))
        if len(listed) != min(number, MANY):
            walk.fail(f"{name(seat)} has {number} legal moves, but iterating gives {len(listed)}")
        for index, move in enumerate(listed):
            if moves[index] != move:
                walk.fail(f"legal move {index} of {name(seat)} is “{moves[index]}”, but iterating gives “{move}”")
            if move not in moves:
                walk.fail(f"“{move}” of {name(seat)} is listed as legal but is not `in` its legal moves")
        if len({str(move) for move in listed}) != len(listed):
            walk.fail(f"{name(seat)} has two legal moves with the same text")


def check_parts(walk: Walk) -> None:
    """Picking part by part ends in a legal move, and reaches every legal move if they are few."""
    for seat in walk.state.to_act:
        if seat == CHANCE:
            continue
        moves = walk.state.legal_moves(seat)
        if len(moves) <= FEW:
            reached = {str(whole) for picked in _all_picks(moves, []) if (whole := _whole(walk, moves, picked))}
            missing = [str(move) for move in moves if str(move) not in reached]
            if missing:
                walk.fail(f"no parts lead to the legal moves {missing} of {name(seat)}")
        rng = walk.rng
        for _ in range(3):
            picked: list[str] = []
            while following := moves.parts(picked):
                picked.append(following[rng.below(len(following))])
            _whole(walk, moves, picked)


def _all_picks(moves: LegalMoves, picked: list[str]) -> list[list[str]]:
    following = moves.parts(picked)
    if not following:
        return [picked]
    return [found for part in following for found in _all_picks(moves, [*picked, part])]


def _whole(walk: Walk, moves: LegalMoves, picked: list[str]) -> Move:
    try:
        move = moves.whole(picked)
    except IllegalMove as error:
        walk.fail(f"the parts {picked} make no whole move: {error}")
    if move not in moves:
        walk.fail(f"the parts {picked} make “{move}”, which is not legal")
    return move


def check_move_text(walk: Walk) -> None:
    """Every move, of seats and of chance, is read back from its text, and nonsense is refused."""
    for seat in walk.state.to_act:
        for move in some(moves_of(walk.state, seat), walk.rng):
            try:
                parsed = walk.game.parse_move(str(move))
            except BadMove as error:
                walk.fail(f"the legal move “{move}” cannot be read back: {error}")
            if parsed != move or hash(parsed) != hash(move) or str(parsed) != str(move):
                walk.fail(f"“{move}” is read back as “{parsed}”, another move")
    for text in NONSENSE:
        try:
            parsed = walk.game.parse_move(text)
        except BadMove as error:
            for problem in problems(error.message):
                walk.fail(f"the refusal of the text {text[:20]!r} {problem}")
        else:
            walk.fail(f"{text[:20]!r} is read as the move “{parsed}”")


def check_accepted(walk: Walk) -> None:
    """Every legal move is accepted, `apply` and `play` agree, and a copy that moves leaves the position alone."""
    state = walk.state
    before = canonical(state.dump())
    for seat in state.to_act:
        for move in some(moves_of(state, seat), walk.rng):
            played, applied = state.copy(), state.copy()
            try:
                played.play(seat, move)
            except IllegalMove as error:
                walk.fail(f"“{move}” is among the moves of {name(seat)} but is refused: {error}")
            applied.apply(seat, move)
            if canonical(played.dump()) != canonical(applied.dump()):
                walk.fail(f"`play` and `apply` of “{move}” by {name(seat)} lead to different positions")
            if canonical(state.dump()) != before:
                walk.fail(f"“{move}” by {name(seat)} on a copy changed the position itself: copies share something")


def check_copy(walk: Walk) -> None:
    """A copy is the same position, and stays as it is when the original moves on."""
    state = walk.state
    copy = state.copy()
    before = canonical(state.dump())
    if canonical(copy.dump()) != before:
        walk.fail("a copy is another position")
    for seat in state.to_act[:1]:
        original = state.copy()
        kept = original.copy()
        original.apply(seat, some(moves_of(state, seat), walk.rng)[0])
        original.playout(walk.rng)
        if canonical(kept.dump()) != before:
            walk.fail("moves on the original changed its copy: copies share something")


def check_refused(walk: Walk) -> None:
    """A move that is not legal is refused with a sentence and changes nothing, whoever tries it."""
    state = walk.state
    before = canonical(state.dump())
    tried = [*some(list(walk.met.values()), walk.rng), Strange(0)]
    for seat in [*range(state.seats), CHANCE, state.seats]:
        legal = moves_of(state, seat) if seat in state.to_act else ()
        for move in tried:
            if move not in legal:
                _refused(walk, seat, move, before)


def _refused(walk: Walk, seat: int, move: Move, before: str) -> None:
    state = walk.state
    text = f"“{move}”"
    try:
        state.play(seat, move)
    except IllegalMove as error:
        # A seat that is not at the table has no name.
        for problem in problems(error.message) if seat < state.seats else ():
            walk.fail(f"the refusal of {text} by {name(seat)} {problem}")
    else:
        walk.fail(f"{text} is not among the moves of {name(seat)} but is accepted")
    if canonical(state.dump()) != before:
        walk.fail(f"{text} by {name(seat)} was refused but changed the position")


def check_replay(walk: Walk) -> None:
    """The record, written and read again, replays to the same position."""
    record = parse_record(walk.record.dumps(), lambda _: walk.game)
    replayed, reached = canonical(record.replay().dump()), canonical(walk.state.dump())
    if replayed != reached:
        walk.fail(f"the record replays to another position: {difference(replayed, reached)}")


def check_dump(walk: Walk) -> None:
    """A dump is plain data and loads as the same position, which every viewer sees as before."""
    state = walk.state
    dump = state.dump()
    once = canonical(dump)
    read = json.loads(once)
    if read != dump:
        walk.fail(f"the dump is not plain JSON data: {dump}")
    loaded = walk.game.load(read)
    again = canonical(loaded.dump())
    if again != once:
        walk.fail(f"a dump loads as another position: {difference(again, once)}")
    for viewer in walk.viewers:
        found, expected = view_text(loaded, viewer), view_text(state, viewer)
        if found != expected:
            walk.fail(f"after loading a dump, {name(viewer)} sees {difference(found, expected)}")
    for seat in state.to_act:
        if not same_moves(moves_of(loaded, seat), moves_of(state, seat)):
            walk.fail(f"after loading a dump, {name(seat)} has other moves")


def same_moves(found: Sequence[Move] | LegalMoves, expected: Sequence[Move] | LegalMoves) -> bool:
    """Whether both are the same moves in the same order, as far as one needs to look."""
    return len(found) == len(expected) and all(
        move == other for move, other in zip(islice(found, MANY), islice(expected, MANY), strict=True)
    )


def check_playout(walk: Walk) -> None:
    """A playout ends the game, and does the same for the same seed."""
    ends = []
    for seed in (1, 1, 2):
        end = walk.state.copy()
        end.playout(Rng(seed))
        if end.outcome is None:
            walk.fail(f"a playout with seed {seed} does not end the game")
        ends.append(canonical(end.dump()))
    if ends[0] != ends[1]:
        walk.fail("two playouts with the same seed end differently")


def check_sealed_order(walk: Walk) -> None:
    """Simultaneous choices leave the others to choose, and the order in which they are made does not matter."""
    state = walk.state
    seats = state.to_act
    if len(seats) < 2:
        return
    rng = walk.rng
    picks = {seat: some(state.legal_moves(seat), rng)[-1] for seat in seats}
    ends = []
    for order in (seats, seats[::-1], (*seats[1:], seats[0])):
        chosen = state.copy()
        waiting = list(seats)
        for seat in order[:-1]:
            chosen.apply(seat, picks[seat])
            waiting.remove(seat)
            if chosen.to_act != tuple(waiting):
                walk.fail(f"{name(seat)} chose “{picks[seat]}” and then {chosen.to_act} are to act, not {waiting}")
        chosen.apply(order[-1], picks[order[-1]])
        ends.append(canonical(chosen.dump()))
    for end in ends[1:]:
        if end != ends[0]:
            walk.fail(f"the order of simultaneous choices matters: {difference(end, ends[0])}")


def check_events(walk: Walk, events: Sequence[Event]) -> None:
    """What happened is plain data and can be said, in every language and to every viewer, and to you as of you."""
    words = walk.game.seat_words(walk.state.view(None), walk.state.seats)
    seen: set[str] = set()
    for viewer in walk.viewers:
        names = Names({}, viewer, words)
        for event in seen_by(events, viewer):
            dump = event.dump()
            text = canonical(dump)
            if json.loads(text) != dump:
                walk.fail(f"an event is not plain JSON data: {dump}")
            # Most viewers see the same, in which only the words to the viewer may differ.
            found = [*(problems(event) if text not in seen else ()), *unaddressed(event, names)]
            seen.add(text)
            for problem in found:
                walk.fail(f"an event that {name(viewer)} sees {problem}")


IN_EVERY_POSITION: tuple[Check, ...] = (check_to_act, check_outcome, check_chance, check_legal_moves)
IN_SOME_POSITIONS: tuple[Check, ...] = (
    check_parts,
    check_move_text,
    check_accepted,
    check_copy,
    check_refused,
    check_replay,
    check_dump,
    check_playout,
    check_sealed_order,
)
