"""Rules have versions: what began under one goes on under it."""

from __future__ import annotations

import pytest

import parlor
from parlor.core.errors import BadPosition, UnknownGame
from parlor.core.game import Game
from parlor.core.record import Record, parse_record
from tests.testing.secret_recipe import SecretRecipe


class FirstRecipe(SecretRecipe):
    superseded = True


class SecondRecipe(SecretRecipe):
    rules = 2
    older = (FirstRecipe(),)


FIRST = SecondRecipe.older[0]
SECOND = SecondRecipe()


def test_only_superseded_rules_are_named_in_dumps_and_views() -> None:
    for game in (FIRST, SECOND):
        state = game.new(seats=2)
        again = SECOND.load(state.dump())
        assert again.game is game
        assert again.dump() == state.dump()
        view = state.view(0)
        assert SECOND.load_view(view.dump()).game is game
        assert SECOND.load_view(view.dump()) == view
    assert SECOND.new().dump().keys() - FIRST.new().dump().keys() == set()
    assert FIRST.new().dump()["rules"] == FIRST.new().view(0).dump()["rules"] == 1


@pytest.mark.parametrize("rules", [0, 3, True, 1.0, "1", None, [1]])
def test_a_version_that_is_not_there_is_refused(rules: object) -> None:
    assert SECOND.under(rules) is None
    with pytest.raises(BadPosition, match="rules"):
        SECOND.load({**SECOND.new().dump(), "rules": rules})
    with pytest.raises(BadPosition, match="rules"):
        SECOND.load_view({**SECOND.new().view(0).dump(), "rules": rules})


def test_a_record_is_read_under_its_own_rules() -> None:
    for game in (FIRST, SECOND):
        text = Record(game, 2, {}, "0" * 64).dumps()
        assert parse_record(text, lambda name: SECOND).game is game


def test_a_game_is_found_under_a_version_of_its_rules() -> None:
    newest: Game = parlor.game("pizza-theory")
    assert parlor.game("pizza-theory", rules=newest.rules) is newest
    with pytest.raises(UnknownGame, match="no version 99 of its rules here. The versions are: 1"):
        parlor.game("pizza-theory", rules=99)
