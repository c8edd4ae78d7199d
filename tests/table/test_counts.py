"""How often a move is read, checked and made on its way from whoever plays it to the state."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import parlor
from parlor.build import is_compiled
from parlor.core.chance import Seed
from parlor.games.wicked_pizza.rules.state import WickedState
from parlor.table import Table
from tests.server.house import part, run, serving
from tests.table.counted import CountedPizza

ONCE = {"parse": 1, "check": 1, "apply": 2, "copy": 2}
"""For a card that is laid, and the card that is drawn after it."""


def a_laid_card(table: Table) -> str:
    """A first move that lays a card, which cannot lead to anything but a draw; none if the hand holds only spells."""
    return next((text for text in map(str, table.state.legal_moves(table.to_act[0])) if "@" in text), "")


def test_a_move_is_read_and_checked_once_and_told_from_being_made() -> None:
    game = CountedPizza()
    table = Table(game, seats=2, seed=Seed("count"))
    move, lines = a_laid_card(table), len(table.record.lines)
    game.counts.clear()
    events = table.play(table.to_act[0], move)
    assert game.counts == ONCE
    assert [set(line) - {"line", "seat"} for line in table.record.lines[lines:]] == [{"play"}, {"chance"}]
    real = Table(parlor.game("wicked-pizza"), seats=2, seed=Seed("count"))
    assert real.play(real.to_act[0], move) == events
    assert [event.id for event in events] == ["wicked-pizza.lay", "wicked-pizza.draw"]


@pytest.mark.skipif(is_compiled(), reason="a compiled class calls its own methods, whatever is put in their place")
def test_telling_makes_no_move_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()

    def count(name: str) -> None:
        made = getattr(WickedState, name)

        def counted(self: WickedState, *args: object) -> object:
            counts[name] += 1
            return made(self, *args)

        monkeypatch.setattr(WickedState, name, counted)

    table = Table(parlor.game("wicked-pizza"), seats=2, seed=Seed("count"))
    move = a_laid_card(table)
    for name in ("check", "apply", "copy"):
        count(name)
    table.play(table.to_act[0], move)
    assert counts == {name: ONCE[name] for name in ("check", "apply", "copy")}


def test_a_move_is_read_and_checked_once_between_socket_and_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = CountedPizza()
    monkeypatch.setattr("parlor.games.wicked_pizza.GAME", game)

    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            move = ""
            while not move:
                id, _, at = await house.seated("human", "human", game="wicked-pizza")
                table = (await house.server.hosting.find(id)).table
                move, (seat,) = a_laid_card(table), table.to_act
            assert table.game is game
            await at[seat].until(lambda frame: part(frame, seat).get("opened") is not None)
            game.counts.clear()
            assert (await at[seat].play(seat, move))["type"] == "ok"
            await at[1 - seat].until(lambda frame: part(frame, 1 - seat).get("opened") is not None)
            assert game.counts == ONCE

    run(test)
