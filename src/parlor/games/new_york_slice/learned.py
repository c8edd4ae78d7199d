"""What was learned from games of search against itself: `benchmarks/learn.py` writes it to learned.json."""

import json
from pathlib import Path

WEIGHTS: dict[int, list[list[float]]] = {
    int(seats): stages
    for seats, stages in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}
"""For a number of seats and of rounds to come after this one, what each feature adds to a seat's strength."""
