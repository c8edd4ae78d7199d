"""A table at a glance shows what a seat sees, and nothing more."""

from __future__ import annotations

import time

import pytest

import parlor
from parlor.core.chance import Seed
from parlor.server.about import About
from parlor.server.drawing import drawn
from parlor.server.frames import glance
from parlor.server.hosted import Hosted
from parlor.table import Table


@pytest.mark.parametrize("game", parlor.games.names())
def test_a_glance_is_the_view_of_the_seat_or_of_a_spectator(game: str) -> None:
    table = Table(parlor.game(game), seats=2, seed=Seed("glance"), first=0)
    record = table.record
    about = About(game, record.game.rules, record.options, table.seed.secret, time.time())
    hosted = Hosted("glance", about, table, time.time)
    # Several people may share a screen: they are shown what everybody sees.
    for seats, viewer in (((0,), 0), ((1,), 1), ((0, 1), None)):
        found = glance(hosted, seats, "en")
        shown = drawn(table, viewer, "en", [])
        assert (found["drawing"], found["text"]) == (shown["drawing"], shown["prompt"])
        assert found["turn"] == (0 in seats)
        assert not found["over"]
    table.end(1)
    assert glance(hosted, (0,), "en")["over"]
    assert not glance(hosted, (0,), "en")["turn"]
