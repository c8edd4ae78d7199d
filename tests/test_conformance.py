"""The conformance kit over every registered game, for every number of seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlor
from parlor.core.fields import Data
from parlor.core.game import Game
from parlor.games import names
from parlor.testing import check_game, check_playthrough, check_sample, variants
from parlor.testing.perft import check_perft

HERE = Path(__file__).parent
# Options whose every value is another game; all others are checked at their defaults.
EDITIONS: dict[str, dict[str, Any]] = {"pizza-theory": {"edition": ["en", "fr"]}}
# Under every version of their rules.
GAMES = [game for name in names() for game in (parlor.game(name), *parlor.game(name).older)]
VARIANTS = [(game, variant) for game in GAMES for variant in variants(game, **EDITIONS.get(game.name, {}))]
# An older version differs in little from the newest: with one number of seats it is checked whole.
WHOLE = [(game, variant) for game, variant in VARIANTS if not game.superseded or variant["seats"] == 4]


def label(value: Game | Data) -> str:
    if isinstance(value, Game):
        return f"{value.name}-rules-{value.rules}" if value.superseded else value.name
    return "-".join(map(str, value.values()))


@pytest.mark.long
@pytest.mark.parametrize(("game", "variant"), WHOLE, ids=label)
def test_every_game_conforms(game: Game, variant: Data) -> None:
    check_game(game, **{option: [value] for option, value in variant.items()})


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=label)
def test_every_playthrough_is_as_before(game: Game, variant: Data, update: bool) -> None:
    path = HERE / "playthroughs" / f"{label(game)}-{label(variant)}.txt"
    check_playthrough(path, game, update=update, **variant)


def test_every_playthrough_is_of_a_game() -> None:
    expected = {f"{label(game)}-{label(variant)}.txt" for game, variant in VARIANTS}
    assert {path.name for path in (HERE / "playthroughs").iterdir()} == expected


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_tree_has_as_many_positions_as_before(game: Game, update: bool) -> None:
    check_perft(HERE / "perft" / f"{label(game)}.txt", game, update=update)


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
