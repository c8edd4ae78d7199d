"""People add to the seed: all commit to a nonce, then all reveal it, then the deal is made."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import parlor
from parlor.core.chance import Rng, Seed
from parlor.core.deal import told
from parlor.core.errors import BadRecord, IllegalMove, NotYet
from parlor.core.record import Record, parse_record, verify
from parlor.core.words import LANGUAGES, say
from parlor.table import Table
from tests.table.tables import restored, table

NONCES = {seat: f"{seat}{'ab' * 31}c" for seat in range(3)}
COMMITMENTS = {seat: Seed(nonce).commitment for seat, nonce in NONCES.items()}


def waiting(*committed: int, bots: tuple[int, ...] = ()) -> Table:
    """A table of three to which all have come, some of whom have committed."""
    found = table(first=None, waiting=True, bots=bots, round_limit=2)
    for seat in committed:
        found.commit(seat, COMMITMENTS[seat])
    found.come([seat for seat in range(3) if seat not in bots], 1.0)
    return found


def finished(found: Table) -> Record:
    rng = Rng(1)
    while found.to_act:
        moves = found.state.legal_moves(found.to_act[0])
        found.play(found.to_act[0], moves[rng.below(len(moves))])
    return parse_record(found.record.dumps(), parlor.game)


def test_the_deal_is_made_when_all_who_committed_have_revealed() -> None:
    new = waiting(0, 1, bots=(2,))
    assert new.missing == ([], [], [0, 1])
    assert new.reveal(1, NONCES[1]) == []
    assert (new.missing, new.to_act) == (([], [], [0]), ())
    assert restored(new).missing == new.missing
    assert [event.id for event in new.reveal(0, NONCES[0])] == ["pizza-theory.start"]
    assert restored(new).state.dump() == new.state.dump()
    assert [list(line)[-1] for line in new.record.lines] == ["commit", "commit", "nonce", "nonce", "chance"]
    record = finished(new)
    assert json.loads(record.dumps().splitlines()[0])["parlor"] == 2
    assert verify(record) > 0
    for language in LANGUAGES:
        assert len([say(message, language) for message in told(record.deal, 3)]) == 2
    assert say(told(record.deal, 3)[0]).startswith("Seat 1 and seat 2 added to the seed")
    # A hello, or a nonce that is sent again, comes too late and does no harm.
    lines = len(new.record.lines)
    assert new.commit(2, COMMITMENTS[2]) == new.reveal(0, NONCES[0]) == new.recall(0) == []
    assert len(new.record.lines) == lines


def test_every_draw_and_a_rematch_follow_from_all_nonces() -> None:
    plain = table(seats=3, first=None, round_limit=2)
    starts = set()
    for number in range(40):
        new = table(first=None, waiting=True)
        nonce = f"{number:064x}"
        new.commit(1, Seed(nonce).commitment)
        new.come(range(3), 1.0)
        starts.add(new.reveal(1, nonce)[0].params["seat"])
        assert new.seed.commitment == new.record.commitment == plain.record.commitment
    assert starts == {0, 1, 2}
    seed = Seed("secret")
    assert seed.mixed_with({}).secret == "secret"
    mixed = [
        seed.mixed_with(nonces).secret for nonces in ({0: "a"}, {1: "a"}, {0: "b"}, {0: "a", 1: "b"}, {0: "b", 1: "a"})
    ]
    assert len(set(mixed)) == 5


def test_a_client_that_commits_to_nothing_is_not_waited_for() -> None:
    new = waiting()
    assert new.missing is None
    assert json.loads(new.record.dumps().splitlines()[0])["parlor"] == 1
    assert told(new.record.deal, 3) == []


def test_a_nonce_is_revealed_once_all_have_come_and_must_match() -> None:
    new = table(first=None, waiting=True)
    new.commit(0, COMMITMENTS[0])
    new.come([0, 1], 1.0)
    with pytest.raises(NotYet, match="seat 3 first"):
        new.reveal(0, NONCES[0])
    # The first commitment stands.
    new.commit(0, COMMITMENTS[1])
    new.come([2], 2.0)
    for seat, nonce in ((0, NONCES[1]), (1, NONCES[1]), (0, "x")):
        with pytest.raises(IllegalMove, match="has not committed"):
            new.reveal(seat, nonce)
    assert len(new.record.lines) == 1
    new.reveal(0, NONCES[0])
    assert new.missing is None


def test_when_somebody_leaves_before_the_deal_all_who_revealed_commit_anew() -> None:
    new = waiting(0, 1)
    new.recall(1)
    assert new.missing == ([], [], [0])
    new.commit(1, COMMITMENTS[1])
    new.reveal(0, NONCES[0])
    new.recall(1)
    # What is revealed is worth nothing any more, and nobody commits to it before the others do.
    assert new.missing == ([], [0], [])
    assert restored(new).missing == new.missing
    new.commit(0, COMMITMENTS[2])
    assert new.missing == ([], [], [0])
    new.reveal(0, NONCES[2])
    record = finished(new)
    verify(record)
    assert (record.deal.nonces, record.deal.rounds) == ({0: NONCES[2]}, 2)
    assert say(told(record.deal, 3)[-1]).endswith("all committed anew.")


def test_a_record_whose_nonces_do_not_add_up_is_refused() -> None:
    new = waiting(0, 1)
    for seat in (0, 1):
        new.reveal(seat, NONCES[seat])
    text = finished(new).dumps()
    header, *lines = [json.loads(line) for line in text.splitlines()]

    def parsed(*changed: object, head: object = header) -> Record:
        numbered = [{**line, "line": number} for number, line in enumerate(changed, 1)]  # type: ignore[dict-item]
        return parse_record("".join(json.dumps(line) + "\n" for line in [head, *numbered]), parlor.game)

    assert verify(parsed(*lines)) > 0
    wrong = [
        ("has not committed", [lines[0], lines[1], {**lines[2], "nonce": NONCES[2]}, *lines[3:]]),
        ("has not committed", [lines[0], *lines[2:]]),
        ("have not revealed", [*lines[:3], *lines[4:]]),
        ("committed to another", [lines[0], {**lines[0], "commit": COMMITMENTS[2]}, *lines[1:]]),
        ("before anything else", [*lines[:5], lines[0], *lines[5:]]),
        ("wrong kind", [{**lines[0], "commit": "ABC"}, *lines[1:]]),
        ("wrong kind", [{**lines[0], "seat": 3}, *lines[1:]]),
    ]
    for why, changed in wrong:
        with pytest.raises(BadRecord, match=why):
            parsed(*changed)
    with pytest.raises(BadRecord, match="parlor"):
        parsed(*lines, head={**header, "parlor": 1})
    with pytest.raises(BadRecord, match="format 4"):
        parsed(*lines, head={**header, "parlor": 4})
    # Whoever leaves a nonce out, or lets a seat reveal another, has other draws.
    for fewer in ([lines[0], lines[2], *lines[4:]], lines[4:]):
        with pytest.raises(BadRecord, match="the seed draws"):
            verify(parsed(*fewer))


def test_no_line_of_the_deal_can_be_taken_back() -> None:
    new = waiting(0)
    new.reveal(0, NONCES[0])
    seat = new.to_act[0]
    new.play(seat, new.state.legal_moves(seat)[0])
    new.undo(seat)
    new.agree((seat + 1) % 3) if new.asked else None
    numbers = [line["line"] for line in new.record.lines]
    assert all(second == first + 1 for first, second in pairwise(numbers))
    assert restored(new).state.dump() == new.state.dump()
