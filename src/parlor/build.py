"""Which build runs, decided once at the start: binaries of this very source, or the source as plain Python.

An installed package holds its binaries; a checkout keeps them apart, each build in a folder of its own, so that none
appears or changes under a process that has begun. `PARLOR_PURE=1` takes no binary, `PARLOR_COMPILED` those of a folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PURE = bool(os.environ.get("PARLOR_PURE"))
SUFFIX = EXTENSION_SUFFIXES[0]
"""How the name of a binary for this Python ends."""

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parents[1]


class _Finder:
    """Finds our modules in a folder of binaries, or else as source: never a binary that lies beside its source."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("parlor"):
            return None
        if self.folder is not None:
            binary = self.folder / (name.replace(".", "/") + SUFFIX)
            if binary.exists():
                return spec_from_file_location(name, binary, loader=ExtensionFileLoader(name, str(binary)))
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Take the binaries of this source; plain source if there are none or if that is wanted."""
    told = os.environ.get("PARLOR_COMPILED")
    if PURE:
        sys.meta_path.insert(0, _Finder(None))
    elif told:
        if not _is_complete(Path(told)):
            raise ImportError(f"PARLOR_COMPILED names {told}, which holds no binaries of Parlor for this Python.")
        _refuse_other_source(Path(told))
        sys.meta_path.insert(0, _Finder(Path(told)))
    elif _is_complete(_PACKAGE.parent):
        _refuse_other_source(_PACKAGE.parent)
    else:
        found = find()
        # A server that is about to compile runs the source until then.
        if found is None and not os.environ.get("PARLOR_COMPILE"):
            for folder in _builds()[:1]:
                _refuse_other_source(folder)
        sys.meta_path.insert(0, _Finder(found))


def find() -> Path | None:
    """The checkout's folder of binaries that were made from this source for this Python."""
    return next((folder for folder in _builds() if _changed(folder) is None), None)


def _builds() -> list[Path]:
    """The checkout's folders of binaries for this Python, the fast before the quickly made, the newest first."""
    folders = [
        folder
        for kind in ("quick", "fast")
        for folder in sorted((_CHECKOUT / "build" / "compiled").glob(f"{kind}-*"), key=lambda one: one.stat().st_mtime)
    ]
    return [folder for folder in reversed(folders) if _is_complete(folder)]


def _is_complete(folder: Path) -> bool:
    """Whether binaries for this Python are here, all of them: what they were made from is written last."""
    return (folder / "parlor" / "compiled.json").exists() and (folder / "parlor" / "core" / f"bits{SUFFIX}").exists()


def _changed(folder: Path) -> Path | None:
    """A source that is not what these binaries were made from."""
    made_from: dict[str, str] = json.loads((folder / "parlor" / "compiled.json").read_text())
    for name, digest in made_from.items():
        source = _PACKAGE / name
        if not source.exists() or hashlib.sha256(source.read_bytes()).hexdigest() != digest:
            return source
    return None


def _refuse_other_source(folder: Path) -> None:
    source = _changed(folder)
    if source is not None:
        raise ImportError(
            f"{source} has changed since it was compiled. Run 'make build' to compile it again, "
            "or set PARLOR_PURE=1 to run the source as it is."
        )


def is_compiled() -> bool:
    """Whether the rules that run are compiled."""
    # Start-up time: the build is chosen before anything compiled is imported.
    from parlor.core import bits

    return not str(bits.__file__).endswith(".py")
