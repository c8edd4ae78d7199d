"""Where randomness comes from: a small reproducible generator, and fair draws from a committed seed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from parlor.core.native import i64

if TYPE_CHECKING:
    from parlor.core.moves import Move

# Multiply-with-carry, base 2**32: MULTIPLIER * 2**32 - 1 and MULTIPLIER * 2**31 - 1 are prime, so the
# period is about 2**60, and every product stays below 2**61, compiled and pure alike.
MULTIPLIER: Final = 0x1FFFFEC6
LOW: Final = 0xFFFFFFFF


class Rng:
    """A fast generator for bots, playouts and simulations: the same numbers for a seed everywhere."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(str(seed).encode()).digest()
        self.state: i64 = int.from_bytes(digest[:8], "big") % (MULTIPLIER * 2**32 - 2) + 1

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1, for limits up to 2**28."""
        state: i64 = MULTIPLIER * (self.state & LOW) + (self.state >> 32)
        self.state = state
        return (((state ^ (state >> 32)) & LOW) * limit) >> 32

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        return self.below(2**26) / 2**26

    def weighted(self, outcomes: list[tuple[Move, int]]) -> Move:
        """One of the outcomes of a chance node, by its weight."""
        weights = [weight for _, weight in outcomes]
        return outcomes[index_of(weights, self.below(sum(weights)))][0]


def index_of(weights: list[int], point: int) -> int:
    """Which of the weights, laid end to end from 0, covers the point."""
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise ValueError("the point lies beyond the weights")


class Seed:
    """A table's secret: its commitment is shown before the game, and every draw follows from it."""

    def __init__(self, secret: str | None = None) -> None:
        self.secret = secrets.token_hex(32) if secret is None else secret

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret: it binds the table and gives nothing away."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def mixed_with(self, nonces: Mapping[int, str]) -> Seed:
        """The seed that follows from this one and the nonces of seats: without any it is this one."""
        if not nonces:
            return self
        all_of_it = [self.secret, *[f"{seat} {nonces[seat]}" for seat in sorted(nonces)]]
        return Seed(hashlib.sha256("\n".join(all_of_it).encode()).hexdigest())

    def rng(self, purpose: str) -> Rng:
        """A generator for something that is decided once the seed is known, so that everybody can check it."""
        return Rng(int.from_bytes(hmac.digest(self.secret.encode(), purpose.encode(), "sha256"), "big"))

    def draw(self, line: int, outcomes: list[tuple[Move, int]]) -> Move:
        """The outcome that chance takes on this line of the record.

        Keyed by the line, so that taking a move back does not show what the next draw will be.
        """
        digest = hmac.digest(self.secret.encode(), str(line).encode(), "sha256")
        weights = [weight for _, weight in outcomes]
        # 256 bits over a small total: the bias is far below anything measurable.
        return outcomes[index_of(weights, int.from_bytes(digest, "big") % sum(weights))][0]
