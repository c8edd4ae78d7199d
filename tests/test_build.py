"""Which build runs, and that a binary of other source is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlor
from parlor import build

SOURCE = Path(parlor.__file__).parent
CODE = "import parlor; print(parlor.build.is_compiled(), parlor.game('pizza-theory').new().playout)"


def run(folder: Path, pure: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PARLOR_PURE"}
    environment["PYTHONPATH"] = str(folder)
    if pure:
        environment["PARLOR_PURE"] = "1"
    return subprocess.run([sys.executable, "-S", "-c", CODE], capture_output=True, text=True, env=environment)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(SOURCE, tmp_path / "parlor", ignore=shutil.ignore_patterns("__pycache__"))
    for binary in SOURCE.parent.glob("parlor__mypyc*"):
        shutil.copy(binary, tmp_path)
    return tmp_path


has_binaries = any(SOURCE.rglob("bits.*.so"))


def test_an_environment_variable_forces_plain_python(copy: Path) -> None:
    assert run(copy, pure=True).stdout.startswith("False")
    assert run(copy).stdout.startswith(str(has_binaries))
    assert bool(os.environ.get("PARLOR_PURE")) == build.PURE


@pytest.mark.skipif(not has_binaries, reason="nothing is compiled here: there is no C compiler")
def test_a_binary_of_other_source_is_refused(copy: Path) -> None:
    rules = copy / "parlor" / "games" / "pizza_theory" / "rules" / "state.py"
    rules.write_text(rules.read_text() + "\n# edited\n")
    stale = run(copy)
    assert stale.returncode == 1
    assert "state.py has changed since it was compiled. Run 'make build'" in stale.stderr
    assert run(copy, pure=True).returncode == 0


def test_without_binaries_the_source_runs(copy: Path) -> None:
    for binary in [*copy.rglob("*.so"), copy / "parlor" / "compiled.json"]:
        binary.unlink(missing_ok=True)
    assert run(copy).stdout.startswith("False")
