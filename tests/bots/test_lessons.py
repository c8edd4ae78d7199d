"""What positions teach fits the weights that are shipped, for every game and number of seats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlor
from parlor import games
from parlor.bots.match import at_random, plays
from parlor.core.chance import Rng
from tests.testing.secret_recipe import GAME as SECRET_RECIPE

FOLDER = Path(games.__file__).parent
OURS = [(name, seats) for name in games.names() for seats in parlor.game(name).seat_counts]


@pytest.mark.parametrize(("name", "seats"), OURS)
def test_lessons_have_a_number_for_every_weight(name: str, seats: int) -> None:
    path = FOLDER / name.replace("-", "_") / "mind" / "weights.json"
    weights = json.loads(path.read_text(encoding="utf-8"))[str(seats)]
    rng = Rng(seats)
    state = parlor.game(name).new(seats=seats)
    stages = set()
    for _ in plays(state, at_random(rng), rng):
        lesson = state.game.mind.lesson(state)
        if lesson is not None:
            stage, numbers = lesson
            stages.add(stage)
            assert len(numbers) in (seats, seats + 1)
            assert {len(own) for own in numbers} == {len(weights[stage])}
    assert stages <= set(range(len(weights)))
    assert stages


def test_a_game_that_has_learned_nothing_teaches_nothing() -> None:
    assert SECRET_RECIPE.mind.lesson(SECRET_RECIPE.new()) is None
