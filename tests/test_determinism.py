"""The same seeds give the same games: compiled and as plain Python, and however Python hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "determinism.py"
BUILDS = {"compiled": {}, "pure": {"PARLOR_PURE": "1"}}


def digests(hash_seed: int, **environment: str) -> str:
    """What the script prints: one digest for each game, number of seats and kind of play."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PARLOR_PURE", "PYTHONHASHSEED")}
    kept |= {"PYTHONHASHSEED": str(hash_seed), **environment}
    return subprocess.run(
        [sys.executable, SCRIPT], env=kept, check=True, stdout=subprocess.PIPE, text=True, timeout=120
    ).stdout


@pytest.mark.long
def test_builds_and_hash_seeds_play_the_same() -> None:
    # Both builds are of one source: what hashing changes in one it changes in the other.
    runs = [("compiled", 0), ("compiled", 12345), ("pure", 777)]
    found = {(build, seed): digests(seed, **BUILDS[build]) for build, seed in runs}
    expected = found["compiled", 0]
    assert expected.count("\n") >= 6
    assert found == dict.fromkeys(found, expected)
