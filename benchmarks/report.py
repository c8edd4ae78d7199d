"""Where figures are written: pages of docs, each of which names the commit that it was measured at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "benchmarks"
# A change in any of these may change a figure.
MEASURED = ("src", "benchmarks", "client", "setup.py", "pyproject.toml")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"A page names the commit that it was measured at, and git does not tell it: {done.stderr.strip()}")
    return done.stdout.strip()


def _commit() -> str:
    """How a page names what is measured."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", *MEASURED)
    return f"`{_git('rev-parse', '--short=10', 'HEAD')}`" + (", with changes that are not committed" if changed else "")


# Asked at the start: whoever goes on working meanwhile does not change what is measured.
COMMIT = _commit()


def dated(text: str) -> str:
    """A page with its commit below the title."""
    title, _, rest = text.partition("\n")
    return f"{title}\n\nMeasured at commit {COMMIT}.\n{rest}"


def publish(name: str, text: str) -> None:
    """Print a page and write it to docs/benchmarks."""
    print(text)
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / f"{name}.md").write_text(dated(text), encoding="utf-8")
