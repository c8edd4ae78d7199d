"""Nobody learns what they must not: what a view, an event and a sampled position may depend on."""

from __future__ import annotations

from parlor.core.errors import IllegalMove
from parlor.core.moves import Move
from parlor.testing.checks import Check, same_moves
from parlor.testing.walk import Pick, Walk, any_play, canonical, difference, moves_of, name, seen, some, view_text


def check_sampled_view(walk: Walk) -> None:
    """A position sampled from a view gives that view, with the same legal moves."""
    for viewer in [*range(walk.state.seats), None]:
        view = walk.state.view(viewer)
        sampled = walk.game.sample(view, walk.rng, reopen=False)
        found, expected = view_text(sampled, viewer), view_text(walk.state, viewer)
        if found != expected:
            walk.fail(f"a position sampled for {name(viewer)} looks different to it: {difference(found, expected)}")
        if viewer is not None and not same_moves(sampled.legal_moves(viewer), walk.state.legal_moves(viewer)):
            walk.fail(f"in a position sampled for {name(viewer)} it has other legal moves")


def check_reopened(walk: Walk) -> None:
    """A sample that reopens unmakes exactly the others' sealed choices; whatever they choose, the view is as before."""
    state = walk.state
    for viewer in [*range(state.seats), None]:
        sampled = walk.game.sample(state.view(viewer), walk.rng, reopen=True)
        reopened = [seat for seat in walk.sealed if seat != viewer]
        if sampled.to_act != tuple(sorted([*state.to_act, *reopened])):
            walk.fail(
                f"a sample for {name(viewer)} that reopens {reopened} should have {state.to_act} to act with them, "
                f"but has {sampled.to_act}"
            )
        for seat in reopened:
            sampled.apply(seat, some(sampled.legal_moves(seat), walk.rng)[0])
        found, expected = view_text(sampled, viewer), view_text(state, viewer)
        if found != expected:
            walk.fail(f"a reopened position sampled for {name(viewer)} differs: {difference(found, expected)}")


def check_sealed(walk: Walk) -> None:
    """Until the last of several has chosen, nobody else can tell from view or events what was chosen."""
    state = walk.state
    if len(state.to_act) < 2:
        return
    for seat in state.to_act:
        first: dict[int | None, tuple[str, str]] = {}
        for move in some(state.legal_moves(seat), walk.rng):
            chosen = state.copy()
            events = chosen.play(seat, move)
            for viewer in [*range(state.seats), None]:
                if viewer == seat:
                    continue
                found = (seen(events, viewer), view_text(chosen, viewer))
                expected = first.setdefault(viewer, found)
                for what, one, other in zip(("events", "view"), found, expected, strict=True):
                    if one != other:
                        walk.fail(
                            f"the sealed choice of {name(seat)} shows in the {what} of {name(viewer)}: "
                            f"{difference(one, other)}"
                        )


def check_noted(walk: Walk) -> None:
    """An event tells nothing of a position that the view does not keep: a view is what a perfect note-taker knows."""
    state = walk.state
    for seat in state.to_act:
        reached = []
        for move in some(moves_of(state, seat), walk.rng):
            after = state.copy()
            events = after.play(seat, move)
            reached.append((move, after, events, canonical(after.dump())))
        for viewer in [*range(state.seats), None]:
            noted: dict[str, tuple[Move, str, str]] = {}
            for move, after, events, truth in reached:
                found = seen(events, viewer)
                other, expected, other_truth = noted.setdefault(view_text(after, viewer), (move, found, truth))
                if found != expected and truth != other_truth:
                    walk.fail(
                        f"after “{move}” and “{other}” by {name(seat)} the view of {name(viewer)} is the same, "
                        f"but events told it more: {difference(found, expected)}"
                    )


def check_twins(pick: Pick, first: Walk, second: Walk, viewer: int | None, plies: int) -> None:
    """Two walks with the same own moves and seen events give a viewer byte-identical views.

    The second takes other moves than the first wherever the viewer cannot tell.
    """
    for _ in range(plies):
        _compare(first, second, viewer)
        if not first.state.to_act:
            return
        seat, move = any_play(first.state, pick)
        other: Move | None = move
        if seat != viewer:
            expected = seen(first.state.copy().play(seat, move), viewer)
            other = _follow(second, viewer, seat, move, expected, pick(2) == 1)
            if other is None:
                # Nothing hidden in the second walk looks like this: the viewer can tell them apart from here on.
                return
        assert other is not None
        if seen(first.play(seat, move), viewer) != seen(second.play(seat, other), viewer):
            return


def _follow(walk: Walk, viewer: int | None, seat: int, move: Move, expected: str, differ: bool) -> Move | None:
    """A move that the viewer sees as it saw the given one, if possible another one if they are to differ."""
    if seat not in walk.state.to_act:
        return None
    others = [other for other in some(moves_of(walk.state, seat), walk.rng, 2 * len(walk.viewers)) if other != move]
    for other in [*others, move] if differ else [move, *others]:
        try:
            events = walk.state.copy().play(seat, other)
        except IllegalMove:
            continue
        if seen(events, viewer) == expected:
            return other
    return None


def _compare(first: Walk, second: Walk, viewer: int | None) -> None:
    found, expected = view_text(second.state, viewer), view_text(first.state, viewer)
    if found != expected:
        first.fail(
            f"{name(viewer)} made the same moves and saw the same events twice, but its views differ: "
            f"{difference(found, expected)}\nThe other record:\n{second.record.dumps()}"
        )


IN_SOME_POSITIONS: tuple[Check, ...] = (check_sampled_view, check_reopened, check_sealed, check_noted)
