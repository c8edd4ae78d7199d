"""What pyproject.toml cannot say: catalogues become .mo files, and rules become C where a compiler exists."""

import hashlib
import importlib.util
import json
import os
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup

ROOT = Path(__file__).parent
SOURCE = ROOT / "src" / "parlor"

# Typed, and called millions of times a second: these are compiled. Everything else stays plain Python.
COMPILED = [
    "bots/edges.py",
    "bots/rounds.py",
    "bots/together.py",
    "bots/tree.py",
    "core/bits.py",
    "core/chance.py",
    "core/game.py",
    "core/mind.py",
    "core/mixing.py",
    "core/moves.py",
    "core/options.py",
    "core/outcome.py",
    "core/seats.py",
    "core/state.py",
    "core/view.py",
    "games/*/box.py",
    "games/*/mind/*.py",
    "games/*/rules/*.py",
]
# Every move of a table on a server passes through these.
COMPILED += ["core/words.py", "core/record.py", "table/clocks.py", "table/table.py", "table/undo.py"]
COMPILED += ["games/*/telling/events.py", "games/*/telling/knowledge.py", "games/*/telling/position.py"]
COMPILED += ["server/connection.py", "server/hosted.py", "server/limits.py"]


def compile_catalogues() -> None:
    """Write the .mo file that gettext reads beside each .po file."""
    for path in SOURCE.rglob("words/*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def extensions() -> list:
    """The compiled modules; none if forced to be pure or without mypyc."""
    sources = sorted(path for pattern in COMPILED for path in SOURCE.glob(pattern) if path.name != "__init__.py")
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
        # Warnings take two fifths of gcc's time. All modules come with one list of arguments: each gets its own.
        module.extra_compile_args = [*module.extra_compile_args, "-w", "-fvisibility=hidden"]
    return modules


def bundle_client() -> None:
    """Bundle the client of the pages; an sdist's tree may hold it already."""
    spec = importlib.util.spec_from_file_location("client_build", ROOT / "client" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build()


compile_catalogues()
if {"build_ext", "bdist_wheel", "build_py", "editable_wheel"} & set(sys.argv):
    bundle_client()
setup(ext_modules=extensions())
if "--inplace" in sys.argv:
    # mypy would take seconds to free what it knows.
    sys.stdout.flush()
    os._exit(0)
