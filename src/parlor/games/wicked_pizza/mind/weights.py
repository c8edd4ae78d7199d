"""What was learned from games: `benchmarks/learn.py` writes it to weights.json."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from parlor.core.learned import read
from parlor.games.wicked_pizza import mind

FEATURES: Final = (
    "points",
    "bonuses",
    "wilds",
    "cheeses",
    "others",
    "cards",
    "best",
    "second",
    "best_second",
    "second_second",
    "best_later",
    "is_next",
    "is_second",
)
# A compiled module may lie elsewhere than its source; its package does not.
WEIGHTS: Final = read(Path(str(mind.__file__)).with_name("weights.json"))
"""For a number of seats: what each feature weighs always, then by the token left, then by its root."""
