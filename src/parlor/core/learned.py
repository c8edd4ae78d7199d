"""Weights that a game has learned, as `benchmarks/learn.py` writes them."""

import json
from pathlib import Path


def read(path: Path) -> dict[int, list[list[float]]]:
    """For a number of seats and a stage of the game, what each feature weighs."""
    return {int(seats): stages for seats, stages in json.loads(path.read_text(encoding="utf-8")).items()}
