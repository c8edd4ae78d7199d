"""What the README and the docs say must be so."""

from __future__ import annotations

import ast
import doctest
import json
import re
import tomllib
from pathlib import Path

import pytest

from parlor.core.record import KINDS

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


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


def test_every_promise_names_tests_that_are_there() -> None:
    rows = [row for row in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if row.startswith("| ")]
    promises = [row for row in rows if not row.startswith("| promise")]
    assert len(promises) > 15
    for promise in promises:
        named = re.findall(r"`(tests/[\w/]+\.py)`", promise)
        assert named, promise
        assert all((ROOT / name).is_file() for name in named), promise


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


TEXTS = {
    "": "md py toml",
    "src/parlor": "py po html txt",
    "client": "json py",
    "docs": "md",
    "tests": "py",
    "benchmarks": "py",
}
ANOTHER_PROJECT = "par" + "lor"
"""What `pip install` of our module's name would bring: the package of a stranger."""


def test_nobody_is_told_to_install_somebody_elses_package() -> None:
    """The distribution has a name of its own; until it is published, it comes from a checkout or from a wheel."""
    looked_at = commands = 0
    for folder, kinds in TEXTS.items():
        for kind in kinds.split():
            for path in (ROOT / folder).glob(f"**/*.{kind}" if folder and folder != "client" else f"*.{kind}"):
                text = path.read_text(encoding="utf-8")
                extras = re.findall(rf"(?<!pizza-)\b{ANOTHER_PROJECT}\[[a-z{{]", text)
                asked = re.findall(r"pip install ([^`\n]*)", text)
                assert not extras, path
                assert not [one for one in asked if re.search(rf"\b{ANOTHER_PROJECT}\b", one)], path
                looked_at += 1
                commands += len(asked)
    assert looked_at > 300
    assert commands > 15


def test_whoever_misses_something_is_told_both_ways_to_install_it() -> None:
    for language in ("en", "fr"):
        words = (ROOT / "src/parlor/cli/words" / f"{language}.po").read_text(encoding="utf-8")
        told = [line for line in words.splitlines() if "pip install" in line]
        assert len(told) == 3
        for line in told:
            assert "pip install '.[" in line, line
            assert "pip install 'WHEEL[" in line, line
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "pizza-parlor"
    assert list(project["scripts"]) == ["parlor"]
