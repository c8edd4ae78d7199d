"""What pyproject.toml cannot say: catalogues become .mo files, and rules become C where a compiler exists."""

import hashlib
import json
import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup

ROOT = Path(__file__).parent
SOURCE = ROOT / "src" / "parlor"

# Typed, and called millions of times a second: these are compiled. Everything else stays plain Python.
COMPILED = [
    "core/bits.py",
    "core/chance.py",
    "core/game.py",
    "games/*/choices.py",
    "games/*/components.py",
    "games/*/divisions.py",
    "games/*/judge.py",
    "games/*/lattice.py",
    "games/*/moves.py",
    "games/*/rules.py",
    "games/*/scoring.py",
    "games/*/turn.py",
]
# Every move of a table on a server passes through these.
COMPILED += ["core/words.py", "core/record.py", "table.py"]
COMPILED += ["games/*/view.py", "games/*/position.py", "games/*/events.py"]


def compile_catalogues() -> None:
    """Write the .mo file that gettext reads beside each .po file."""
    for path in SOURCE.rglob("words/*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def extensions() -> list:
    """The compiled modules; none if forced to be pure or without mypyc."""
    sources = sorted(path for pattern in COMPILED for path in SOURCE.glob(pattern))
    hashes = {str(path.relative_to(SOURCE)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sources}
    made_from = SOURCE / "compiled.json"
    if not made_from.exists() or json.loads(made_from.read_text()) != hashes:
        # Whatever fails from here on, no binary of other source is left to be taken for this one.
        for binary in [*SOURCE.parent.rglob("*.so"), *SOURCE.parent.rglob("*.pyd")]:
            binary.unlink()
        made_from.write_text(json.dumps(hashes, indent=1) + "\n")
    if os.environ.get("PARLOR_PURE"):
        return []
    from mypyc.build import mypycify

    os.environ.setdefault("MYPYPATH", str(ROOT / "src"))
    modules = mypycify([str(path) for path in sources], opt_level="3", group_name="parlor")
    for module in modules:
        # No C compiler: the same source runs as it is.
        module.optional = True
        # Without it, gcc may not inline a function across modules of the group.
        module.extra_compile_args += ["-fvisibility=hidden"]
    return modules


compile_catalogues()
setup(ext_modules=extensions())
