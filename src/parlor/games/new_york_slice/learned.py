"""What was learned from games of search against itself: `benchmarks/learn.py` writes it to learned.json."""

from pathlib import Path

from parlor.core.learned import read

WEIGHTS = read(Path(__file__).with_suffix(".json"))
"""For a number of seats and of rounds to come after this one, what each feature adds to a seat's strength."""
