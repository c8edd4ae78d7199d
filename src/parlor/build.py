"""Which build runs: the compiled modules, or the same source as plain Python (`PARLOR_PURE=1` forces that)."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

PURE = bool(os.environ.get("PARLOR_PURE"))

_FOLDER = Path(__file__).parent


class _SourceFinder:
    """Finds our modules as source alone, passing over compiled ones."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("parlor."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Take plain source if that is wanted; otherwise refuse binaries that were made from another source."""
    if PURE:
        sys.meta_path.insert(0, _SourceFinder)
    elif any((_FOLDER / "core").glob("bits.*.so")) or any((_FOLDER / "core").glob("bits.*.pyd")):
        _check_sources()


def _check_sources() -> None:
    made_from = json.loads((_FOLDER / "compiled.json").read_text())
    for name, digest in made_from.items():
        source = _FOLDER / name
        if source.exists() and hashlib.sha256(source.read_bytes()).hexdigest() != digest:
            raise ImportError(
                f"{source} has changed since it was compiled. Run 'make build' to compile it again, "
                "or set PARLOR_PURE=1 to run the source as it is."
            )


def is_compiled() -> bool:
    """Whether the rules that run are compiled."""
    from parlor.core import bits

    return not str(bits.__file__).endswith(".py")
