"""What was learned from games of search against itself: `benchmarks/learn.py` writes it to weights.json."""

from __future__ import annotations

from pathlib import Path

from parlor.core.learned import read
from parlor.games.new_york_slice import mind

# A compiled module may lie elsewhere than its source; its package does not.
WEIGHTS = read(Path(mind.__file__).with_name("weights.json"))
"""For a number of seats and of rounds to come after this one, what each feature adds to a seat's strength."""
