"""What the README and the docs say must be so."""

from __future__ import annotations

import ast
import doctest
import json
import re
from pathlib import Path

import pytest

from parlor.core.record import KINDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_examples_of_the_readme_work() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert not failed


def test_the_python_of_the_command_line_page_works() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8"), re.S)
    assert len(blocks) > 1
    for block in blocks:
        exec(block, {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "benchmarks").glob("*.md")), ids=lambda page: page.name)
def test_figures_name_the_commit_that_they_were_measured_at(page: Path) -> None:
    assert re.match(r"# .+\n\nMeasured at commit `[0-9a-f]{10,}`", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("program", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.name)
def test_a_program_of_figures_shows_help_before_it_measures(program: Path) -> None:
    """Whatever writes a page, or runs those that do, reads its arguments first."""
    tree = ast.parse(program.read_text(encoding="utf-8"))
    imported = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    main = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"]
    if main and (program.stem == "bench" or "report" in imported):
        begins = "\n".join(ast.unparse(line) for line in main[0].body[1:5])
        assert "ArgumentParser(description=__doc__)" in begins
        assert "parse_args()" in begins + ast.unparse(main[0])


def test_the_page_of_concepts_shows_every_kind_of_line_of_a_record() -> None:
    shown = re.findall(r"^\| `(\{.*\})` \|", (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8"), re.M)
    assert {kind for line in shown for kind in json.loads(line)} - {"line", "seat"} == set(KINDS)
