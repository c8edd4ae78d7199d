"""The conformance kit over every registered game, for every number of seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlor
from parlor.core.fields import Data
from parlor.games import names
from parlor.testing import check_game, check_playthrough, check_sample, variants
from parlor.testing.perft import check_perft

HERE = Path(__file__).parent
# Options whose every value is another game; all others are checked at their defaults.
EDITIONS: dict[str, dict[str, Any]] = {"pizza-theory": {"edition": ["en", "fr"]}}
VARIANTS = [(name, variant) for name in names() for variant in variants(parlor.game(name), **EDITIONS.get(name, {}))]


def label(value: str | Data) -> str:
    return value if isinstance(value, str) else "-".join(map(str, value.values()))


@pytest.mark.long
@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=label)
def test_every_game_conforms(name: str, variant: Data) -> None:
    check_game(parlor.game(name), **{option: [value] for option, value in variant.items()})


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=label)
def test_every_playthrough_is_as_before(name: str, variant: Data, update: bool) -> None:
    path = HERE / "playthroughs" / f"{name}-{label(variant)}.txt"
    check_playthrough(path, parlor.game(name), update=update, **variant)


def test_every_playthrough_is_of_a_game() -> None:
    expected = {f"{name}-{label(variant)}.txt" for name, variant in VARIANTS}
    assert {path.name for path in (HERE / "playthroughs").iterdir()} == expected


@pytest.mark.parametrize("name", names())
def test_every_tree_has_as_many_positions_as_before(name: str, update: bool) -> None:
    check_perft(HERE / "perft" / f"{name}.txt", parlor.game(name), update=update)


@pytest.mark.parametrize("seats", [2, 3])
def test_sealed_cuts_are_sampled_alike(seats: int) -> None:
    """Both others of three have picked, so that 36 worlds are consistent; with two seats one other has."""
    game = parlor.game("pizza-theory")
    state = game.new(seats=seats, first=0)
    while len(state.to_act) < 2:
        seat = state.to_act[0]
        state.apply(seat, state.chance()[0][0] if seat < 0 else state.legal_moves(seat)[0])
    for viewer in [*range(seats), None]:
        check_sample(game, state, viewer, seats - 1, 1000)
