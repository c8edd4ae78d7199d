"""Imports point one way: core, games, bots, table and arena, then everything that people and networks meet."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlor

SOURCE = Path(parlor.__file__).parent
LAYERS = {
    "core": 0,
    "build": 1,
    "drawing": 1,
    "games": 2,
    "bots": 3,
    "table": 4,
    "arena": 4,
    "testing": 5,
    "server": 6,
    "envs": 6,
    "web": 7,
    "cli": 8,
}
# Inside a game: what each of its parts may import of the others.
PARTS = {
    "box": set[str](),
    "rules": {"box"},
    "telling": {"box", "rules"},
    "mind": {"box", "rules", "telling"},
    "drawing": {"box", "rules", "telling"},
    "game": {"box", "rules", "telling", "mind", "drawing"},
    "__init__": {"game"},
}
STANDARD_LIBRARY_ONLY = {"build", "core", "drawing", "games", "bots", "table"}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def for_types_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def nodes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Everything within a node that runs."""
    for child in ast.iter_child_nodes(node):
        if not for_types_alone(child):
            yield child
            yield from nodes_of(child)


def imported(path: Path) -> list[str]:
    names = []
    for node in nodes_of(ast.parse(path.read_text(encoding="utf-8"))):
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


@pytest.mark.parametrize(
    "path", [path for path in MODULES if part_of(path) == "games"], ids=lambda path: str(path.relative_to(SOURCE))
)
def test_imports_inside_a_game_point_one_way(path: Path) -> None:
    within = path.relative_to(SOURCE / "games").parts
    if len(within) == 1:
        return
    own = within[1].removesuffix(".py")
    assert own in PARTS, f"{own} is no part of a game"
    for name in imported(path):
        if name.startswith(f"parlor.games.{within[0]}."):
            other = name.split(".")[3]
            assert other in PARTS[own] or other == own, f"{path} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_an_import_inside_a_function_says_why(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if "# Imports inside functions: start-up time." in lines:
        return
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    above = node.lineno - 2
                    while lines[above].lstrip().startswith(("import ", "from ")):
                        above -= 1
                    assert lines[above].lstrip().startswith(("# Optional", "# Start-up time")), f"{path}:{node.lineno}"


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
