"""Golden playthroughs: written once, followed by their own moves, compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlor.testing import check_playthrough
from tests.testing import toys
from tests.testing.secret_recipe import GAME


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "toy.txt"
    check_playthrough(path, GAME, update=True, seats=2)
    return path


def test_a_missing_playthrough_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="run pytest with --update"):
        check_playthrough(tmp_path / "toy.txt", GAME)


def test_a_playthrough_holds_the_moves_and_what_everybody_sees(golden: Path) -> None:
    check_playthrough(golden, GAME)
    text = golden.read_text()
    assert text.count("\n> chance deal ") == 4
    assert text.count("\n> 0 ") == text.count("\n> 1 ") == 3
    assert '  1 spectator: secret-recipe.card {"seat": 0}' in text
    assert "  everybody: secret-recipe.reveal" in text


def test_a_replay_follows_the_file(golden: Path) -> None:
    """Another move in the file leads to another game, not to the one that a generator would play."""
    text = golden.read_text()
    heat = next(line for line in text.splitlines() if line.startswith("> 1 heat"))
    other = "> 1 heat 2" if heat != "> 1 heat 2" else "> 1 heat 3"
    golden.write_text(text.replace(heat, other))
    with pytest.raises(AssertionError, match=r"toy.txt, line \d+: now"):
        check_playthrough(golden, GAME)
    check_playthrough(golden, GAME, update=True)
    assert other in golden.read_text()
    check_playthrough(golden, GAME)


@pytest.mark.parametrize("wrong", [toys.ShowsDeck, toys.ShowsHeat, toys.TellsHeat, toys.TellsCard])
def test_a_changed_view_or_event_is_noticed(golden: Path, wrong: type) -> None:
    with pytest.raises(AssertionError, match="now|longer"):
        check_playthrough(golden, wrong())


def test_a_truncated_playthrough_is_noticed(golden: Path) -> None:
    lines = golden.read_text().splitlines(keepends=True)
    golden.write_text("".join(lines[:-1]))
    with pytest.raises(AssertionError, match="longer or shorter"):
        check_playthrough(golden, GAME)
