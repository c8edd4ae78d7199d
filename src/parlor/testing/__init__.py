"""The conformance kit: what every game must pass, and what helps to test one.

Only the parts that explore a game need Hypothesis: tree counts and playthroughs do without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlor.testing.perft import Counts, perft
from parlor.testing.playthrough import check_playthrough

if TYPE_CHECKING:
    from parlor.testing.conformance import check_game, variants
    from parlor.testing.frequencies import check_sample, worlds
    from parlor.testing.strategies import plays, states

__all__ = [
    "Counts",
    "check_game",
    "check_playthrough",
    "check_sample",
    "perft",
    "plays",
    "states",
    "variants",
    "worlds",
]

_HOMES = {
    "check_game": "conformance",
    "variants": "conformance",
    "check_sample": "frequencies",
    "worlds": "frequencies",
    "plays": "strategies",
    "states": "strategies",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
