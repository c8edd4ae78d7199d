"""The guide to adding a game as a package."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = GUIDE) -> list[str]:
    """The blocks of a language, one after the other."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def write_package(folder: Path) -> None:
    """The files of the package, as the guide has them."""
    module, checks = GUIDE.split("## Check it")
    conftest, tests = blocks("python", checks)
    english, french = blocks("po")
    files = {
        "pyproject.toml": blocks("toml")[0],
        "secret_recipe/__init__.py": "\n\n".join(blocks("python", module)),
        "secret_recipe/words/en.po": english,
        "secret_recipe/words/fr.po": french,
        "tests/conftest.py": conftest,
        "tests/test_secret_recipe.py": tests,
    }
    shown = blocks("", GUIDE)[0]
    for name, text in files.items():
        assert Path(name).name in shown, "the guide lists its files"
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def install(folder: Path) -> Path:
    """Run what the guide says up to the installation: into a folder of its own beside the package, the answer."""
    words, installing = blocks("sh", GUIDE.split("## Check it")[0])
    for line in words.splitlines():
        _run(folder, str(Path(sys.executable).with_name("pybabel")), *shlex.split(line)[1:])
    installed = folder.parent / "installed"
    # What it depends on is there: this Parlor, and what builds it.
    apart = ["--target", str(installed), "--no-deps", "--no-build-isolation", "--quiet", "--disable-pip-version-check"]
    _run(folder, sys.executable, "-m", *shlex.split(installing.splitlines()[0]), *apart)
    return installed


def _run(folder: Path, *command: str) -> None:
    found = subprocess.run(command, cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
