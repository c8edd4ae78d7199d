"""The guide to adding a game: its code is the toy, word for word, and works as a package of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
GUIDE = (HERE.parent.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = GUIDE) -> str:
    """The code blocks of a language, one after the other."""
    return "\n\n".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


MODULE, CHECKS = (blocks("python", part) for part in GUIDE.split("## Check it"))


def filled(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_guide_shows_the_whole_toy() -> None:
    assert filled(MODULE) == filled((HERE / "secret_recipe.py").read_text(encoding="utf-8"))
    assert blocks("po") in (HERE / "words" / "en.po").read_text(encoding="utf-8")


def test_the_guide_makes_a_package_that_parlor_finds_and_the_kit_passes(tmp_path: Path) -> None:
    (tmp_path / "secret_recipe.py").write_text(MODULE, encoding="utf-8")
    shutil.copytree(HERE / "words", tmp_path / "words", ignore=shutil.ignore_patterns("*.po"))
    # The same few examples as everywhere.
    shutil.copy(HERE.parent / "conftest.py", tmp_path)
    entry_points = blocks("toml").replace('[project.entry-points."parlor.games"]', "[parlor.games]").replace('"', "")
    installed = tmp_path / "secret_recipe-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: secret-recipe\nVersion: 1\n")
    (installed / "entry_points.txt").write_text(entry_points)
    playthrough = "check_playthrough(Path('secret-recipe.txt'), parlor.game('secret-recipe'), update=True)"
    run(tmp_path, "-c", f"import parlor\nfrom pathlib import Path\nfrom parlor.testing import *\n{playthrough}")
    (tmp_path / "test_recipe.py").write_text(CHECKS, encoding="utf-8")
    found = run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "test_recipe.py")
    assert "14 passed" in found


def run(folder: Path, *arguments: str) -> str:
    """Python, where the package is as if it were installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    found = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout
