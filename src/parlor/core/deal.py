"""What people add to the seed of a table before the first draw: all commit to a nonce, and then all reveal it.

So nobody can choose the draws, not even whoever runs the table: the seed is fixed before the nonces are known, and each
nonce before the others are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from parlor.core.chance import Seed
from parlor.core.errors import BadRecord
from parlor.core.fields import Data
from parlor.core.words import Message

KINDS: Final = ("commit", "nonce")
_HEX = re.compile("[0-9a-f]{64}")


def is_hex(value: Any) -> bool:
    """Whether a value is written like a nonce or a commitment: 64 hexadecimal digits."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def is_of_the_deal(line: Data) -> bool:
    """Whether a line commits or reveals."""
    return any(kind in line for kind in KINDS)


class Deal:
    """Who has committed and who has revealed. A commitment after a nonce begins a new round, and all before is void."""

    def __init__(self) -> None:
        self.commitments: dict[int, str] = {}
        self.nonces: dict[int, str] = {}
        self.again: set[int] = set()
        """Seats that had committed in an earlier round, and have yet to in this one."""
        self.rounds = 1

    @property
    def unrevealed(self) -> list[int]:
        """The seats that have committed and not revealed yet."""
        return [seat for seat in sorted(self.commitments) if seat not in self.nonces]

    def take(self, line: Data) -> Message | None:
        """Take in a line of a record, or say what is wrong with it."""
        seat: int = line["seat"]
        if "nonce" in line:
            return self._take_nonce(seat, line["nonce"])
        if self.nonces:
            self.again |= self.commitments.keys()
            self.commitments, self.nonces = {}, {}
            self.rounds += 1
        self.again.discard(seat)
        if line["commit"] is None:
            self.commitments.pop(seat, None)
        elif self.commitments.setdefault(seat, line["commit"]) != line["commit"]:
            return Message("deal.committed", seat=seat)
        return None

    def _take_nonce(self, seat: int, nonce: str) -> Message | None:
        if Seed(nonce).commitment != self.commitments.get(seat):
            return Message("deal.nonce", seat=seat)
        self.nonces[seat] = nonce
        return None

    def mixed(self, seed: Seed) -> Seed:
        """The seed from which draws follow: that of the table, with what everybody has added."""
        return seed.mixed_with(self.nonces)


def deal_of(lines: Iterable[Data]) -> Deal:
    """The deal with which the lines of a record begin."""
    deal = Deal()
    for line in lines:
        problem: Message | None = None
        if is_of_the_deal(line):
            problem = deal.take(line)
        elif not deal.unrevealed or "end" in line:
            break
        else:
            problem = Message("deal.unrevealed", seats=deal.unrevealed)
        if problem is not None:
            raise BadRecord("record.line", line=line["line"], problem=problem)
    return deal


def told(deal: Deal, seats: int) -> list[Message]:
    """Who has added to the seed and who has not, in sentences; nothing where nobody was asked to."""
    if deal.rounds == 1 and not deal.commitments:
        return []
    added, others = sorted(deal.nonces), [seat for seat in range(seats) if seat not in deal.nonces]
    found = [Message("deal.added", seats=added, n=len(added))] if added else []
    found += [Message("deal.not-added", seats=others, n=len(others))] if others else []
    return found + ([Message("deal.anew", n=deal.rounds - 1)] if deal.rounds > 1 else [])


def written(deal: Deal, commitment: str, seed: Seed) -> list[Message]:
    """Every commitment with what it was to: the table's, and those of the seats that added to its seed."""
    if not deal.nonces:
        return []
    of_seats = [
        Message("deal.of-seat", seat=seat, commitment=deal.commitments[seat], nonce=deal.nonces[seat])
        for seat in sorted(deal.nonces)
    ]
    return [Message("deal.of-table", commitment=commitment, seed=seed.secret), *of_seats]
