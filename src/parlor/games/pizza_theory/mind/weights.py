"""What was learned from games of search against itself: `benchmarks/learn.py` writes it to weights.json."""

from pathlib import Path

from parlor.core.learned import read

WEIGHTS = read(Path(__file__).with_name("weights.json"))
"""For a number of seats, what each feature of a colour adds to its strength."""
