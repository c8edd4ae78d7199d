"""Which build runs: binaries of this very source, all of them or none, and chosen once."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlor
from parlor import build

PACKAGE = Path(parlor.__file__).parent
CHECKOUT = PACKAGE.parents[1]
BINARIES = build.find()
CODE = "import parlor; print(parlor.build.is_compiled(), parlor.core.bits.__file__)"
NEXT_GAME = """
import os, sys, parlor
print(parlor.game("pizza-theory").new().game.name)
os.rename(*sys.argv[1:])
print(parlor.game("wicked-pizza").new().game.name, parlor.build.is_compiled())
"""
needs_binaries = pytest.mark.skipif(BINARIES is None, reason="nothing is compiled here: there is no C compiler")
needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None or importlib.util.find_spec("mypyc") is None, reason="there is no C compiler here"
)


def run(checkout: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
    kept |= {"PYTHONPATH": str(checkout / "src"), **environment}
    return subprocess.run(
        [sys.executable, *(arguments or ("-S", "-c", CODE))], cwd=checkout, capture_output=True, text=True, env=kept
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout, as far as it is about building, with its binaries."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, tmp_path)
    shutil.copytree(PACKAGE, tmp_path / "src" / "parlor", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    if BINARIES is not None:
        shutil.copytree(BINARIES, tmp_path / "build" / "compiled" / "quick-0")
    return tmp_path


def test_an_environment_variable_forces_plain_python(checkout: Path) -> None:
    assert run(checkout, PARLOR_PURE="1").stdout.startswith("False")
    assert run(checkout).stdout.startswith(str(BINARIES is not None))
    assert bool(os.environ.get("PARLOR_PURE")) == build.PURE


@needs_binaries
def test_a_binary_of_other_source_is_refused(checkout: Path) -> None:
    rules = checkout / "src/parlor/games/pizza_theory/rules/state.py"
    rules.write_text(rules.read_text() + "\n# edited\n")
    stale = run(checkout)
    assert stale.returncode == 1
    assert "state.py has changed since it was compiled. Run 'make build'" in stale.stderr
    assert run(checkout, PARLOR_PURE="1").returncode == 0
    # Whoever is about to compile runs the source until then.
    assert run(checkout, PARLOR_COMPILE="make build").stdout.startswith("False")


@needs_binaries
def test_a_source_that_has_gone_makes_its_binary_one_of_other_source(checkout: Path) -> None:
    (checkout / "src/parlor/games/pizza_theory/rules/state.py").unlink()
    assert "state.py has changed since it was compiled" in run(checkout).stderr


def test_without_binaries_the_source_runs(checkout: Path) -> None:
    shutil.rmtree(checkout / "build", ignore_errors=True)
    assert run(checkout).stdout.startswith("False")


@needs_binaries
def test_binaries_without_their_stamp_or_under_another_name_are_not_seen(checkout: Path) -> None:
    folder = checkout / "build/compiled/quick-0"
    folder.rename(folder.with_name("partial"))
    assert run(checkout).stdout.startswith("False")
    folder.with_name("partial").rename(folder)
    (folder / "parlor/compiled.json").unlink()
    assert run(checkout).stdout.startswith("False")


@needs_binaries
def test_the_fast_build_goes_before_the_quickly_made(checkout: Path) -> None:
    folder = checkout / "build/compiled/quick-0"
    shutil.copytree(folder, folder.with_name("fast-0"))
    os.utime(folder)
    assert "fast-0" in run(checkout).stdout


@needs_binaries
def test_a_process_may_be_told_which_binaries_to_take(checkout: Path) -> None:
    folder = checkout / "build/compiled/quick-0"
    elsewhere = folder.rename(checkout / "elsewhere")
    assert run(checkout).stdout.startswith("False")
    assert str(elsewhere) in run(checkout, PARLOR_COMPILED=str(elsewhere)).stdout
    assert "holds no binaries of Parlor" in run(checkout, PARLOR_COMPILED=str(checkout)).stderr


@needs_binaries
def test_a_process_that_began_plain_stays_plain(checkout: Path) -> None:
    """Binaries that appear under it change nothing, not even for a game that it loads only then."""
    hidden, seen = checkout / "build/compiled/partial", checkout / "build/compiled/quick-0"
    seen.rename(hidden)
    plain = run(checkout, "-c", NEXT_GAME, str(hidden), str(seen))
    assert plain.stdout.split() == ["pizza-theory", "wicked-pizza", "False"], plain.stderr
    assert run(checkout).stdout.startswith("True")


def settled(checkout: Path) -> list[str]:
    return [path.name for path in (checkout / "build/compiled").glob("*-*") if not path.name.startswith("work-")]


@pytest.fixture
def small(checkout: Path) -> Path:
    """A checkout of which two modules are compiled, in seconds."""
    shutil.rmtree(checkout / "build", ignore_errors=True)
    setup = checkout / "setup.py"
    text = setup.read_text()
    start, end = text.index("COMPILED = ["), text.index("def compile_catalogues")
    setup.write_text(text[:start] + 'COMPILED = ["core/bits.py", "core/seats.py"]\n' + text[end:])
    return checkout


@needs_compiler
def test_a_build_that_is_killed_half_way_is_never_seen_and_the_next_one_is_whole(small: Path) -> None:
    setup = small / "setup.py"
    setup.write_text(setup.read_text().replace("LEAST_GAIN = ", "LEAST_GAIN = 0.001 * "))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
    compiling = subprocess.Popen(
        [sys.executable, "setup.py", "--quiet", "compile"], cwd=small, env=environment, start_new_session=True
    )
    while compiling.poll() is None and not list(small.glob("build/compiled/work-quick/temp/**/*.o")):
        time.sleep(0.01)
    assert compiling.poll() is None
    os.killpg(compiling.pid, signal.SIGKILL)
    compiling.wait()
    assert settled(small) == []
    assert run(small).stdout.startswith("False")
    again = run(small, "setup.py", "--quiet", "compile")
    assert again.returncode == 0, again.stdout + again.stderr
    assert len(settled(small)) == 1
    assert run(small).stdout.startswith("True")
    assert run(small, "setup.py", "--quiet", "compile").stdout == ""


@needs_compiler
def test_a_build_that_is_not_fast_is_not_taken(small: Path) -> None:
    """Two modules alone make no game fast."""
    slow = run(small, "setup.py", "--quiet", "compile")
    assert slow.returncode == 1
    assert "Something is wrong with what was compiled" in slow.stderr
    assert settled(small) == []
    assert run(small).stdout.startswith("False")


@pytest.mark.skipif(importlib.util.find_spec("babel") is None, reason="Babel is not installed")
def test_without_a_compiler_there_is_plain_python_and_a_line_that_says_so(small: Path) -> None:
    done = run(small, "setup.py", "--quiet", "compile", CC="/nowhere/cc")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "There is no C compiler with the headers of Python: Parlor runs as plain Python.\n"
    assert run(small).stdout.startswith("False")


def test_compiled_modules_do_not_ask_where_they_lie() -> None:
    """They lie elsewhere than their source, and than what is read from beside it."""
    if BINARIES is None:
        pytest.skip("nothing is compiled here")
    compiled = [PACKAGE / name for name in json.loads((BINARIES / "parlor" / "compiled.json").read_text())]
    assert len(compiled) > 20
    for path in compiled:
        assert "(__file__" not in path.read_text(encoding="utf-8"), path
