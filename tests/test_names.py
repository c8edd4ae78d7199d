"""One word per idea: what the glossary has retired is in no name of a module, a class or a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlor

SOURCE = Path(parlor.__file__).parent
GLOSSARY = (Path(__file__).parents[1] / "docs" / "concepts.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (.*?) ?\|$", GLOSSARY.partition("## One word per idea")[2], re.MULTILINE)[1:]


def words_of(name: str) -> set[str]:
    """The words of a name, one and many alike."""
    return {word.lower().removesuffix("s") for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


# What is put in italics, unless it keeps a meaning in another row.
RETIRED = words_of(" ".join(word for _, _, others in ROWS for word in re.findall(r"\*(\w+)\*", others)))
RETIRED -= words_of(" ".join(word for word, _, _ in ROWS))


def names_in(path: Path) -> Iterator[str]:
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def test_the_glossary_retires_words() -> None:
    assert {"outlook", "opening", "spread", "player", "agent", "action"} == RETIRED


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_retired_words_are_in_no_name(path: Path) -> None:
    for name in names_in(path):
        assert not words_of(name) & RETIRED, name
