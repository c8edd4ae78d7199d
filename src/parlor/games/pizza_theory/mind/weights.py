"""What was learned from games of search against itself: `benchmarks/learn.py` writes it to weights.json."""

from pathlib import Path

from parlor.core.learned import read
from parlor.games.pizza_theory import mind

# A compiled module may lie elsewhere than its source; its package does not.
WEIGHTS = read(Path(mind.__file__).with_name("weights.json"))
"""For a number of seats, what each feature of a colour adds to its strength."""
