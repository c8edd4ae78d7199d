"""What a long command has seen so far, kind by kind: kept, so that it goes on where it was, for the same commit."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from report import COMMIT

C = TypeVar("C")


@dataclass
class Counts(Generic[C]):
    """What was seen of this commit so far."""

    path: Path
    kinds: dict[str, C]

    def keep(self) -> None:
        """Write it down."""
        self.path.parent.mkdir(exist_ok=True)
        kinds: dict[str, Any] = {name: asdict(count) for name, count in self.kinds.items()}  # type: ignore[call-overload]
        self.path.write_text(json.dumps({"commit": COMMIT, "kinds": kinds}), encoding="utf-8")


def kept(name: str, kinds: Iterable[str], count: type[C]) -> Counts[C]:
    """What earlier runs have counted, if it was this commit."""
    path = Path(__file__).parent / "build" / f"{name}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["commit"] == COMMIT:
            return Counts(path, {kind: count(**data["kinds"][kind]) for kind in kinds})
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return Counts(path, {kind: count() for kind in kinds})
