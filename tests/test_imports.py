"""Imports point one way: core, games, bots, table and arena, then everything that people and networks meet."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import parlor

SOURCE = Path(parlor.__file__).parent
LAYERS = {
    "build": 1,
    "core": 0,
    "games": 1,
    "bots": 2,
    "table": 3,
    "arena": 3,
    "testing": 3,
    "server": 4,
    "terminal": 4,
    "envs": 4,
    "web": 4,
    "cli": 5,
}
STANDARD_LIBRARY_ONLY = {"build", "core", "games", "bots", "table"}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            names += [f"{node.module}.{alias.name}" if node.module == "parlor" else node.module for alias in node.names]
    return names


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    own = part_of(path)
    assert own in LAYERS, f"{own} has no layer yet"
    for name in imported(path):
        if name.startswith("parlor."):
            other = name.split(".")[1]
            # `parlor.game` and the like are the package's own front.
            if other in LAYERS:
                assert LAYERS[other] < LAYERS[own] or other == own, f"{path.name} imports {name}"
        elif own in STANDARD_LIBRARY_ONLY and path.name not in ("native.py", "encode.py"):
            assert name.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_games_do_not_know_each_other() -> None:
    for path in (SOURCE / "games").rglob("*.py"):
        folder = path.relative_to(SOURCE / "games").parts[0]
        for name in imported(path):
            if name.startswith("parlor.games.") and folder != "__init__.py":
                assert name.split(".")[2] == folder, f"{path} imports {name}"


def test_the_core_runs_on_the_standard_library_alone() -> None:
    code = (
        "import sys, parlor; from parlor.table import Table; from parlor.bots import bot; "
        "[parlor.game(name) for name in parlor.games.names()]; bot('greedy'); Table(parlor.game('pizza-theory')); "
        "print(sorted({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))"
    )
    found = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout
    assert {name for name in eval(found) if not name.startswith(("_", "parlor"))} <= {"sitecustomize"}
