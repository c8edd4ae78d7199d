"""For what a table waits before the deal: that people come, commit to their nonces, and reveal them."""

from __future__ import annotations

from typing import NamedTuple

from parlor.core.deal import Deal
from parlor.table.seating import Seating


class Missing(NamedTuple):
    """The seats that have yet to come, to commit again after somebody has left, and to reveal once all have done so."""

    come: list[int]
    commit: list[int]
    reveal: list[int]


def missing(seating: Seating, deal: Deal) -> Missing:
    """Who is missing. Seats that commit to nothing, bots and clients that cannot, are not waited for."""
    come = [seat for seat, chair in enumerate(seating.chairs) if chair.kind != "bot" and not chair.came]
    commit = [seat for seat in sorted(deal.again) if seat not in come]
    return Missing(come, commit, [] if come or commit else deal.unrevealed)
