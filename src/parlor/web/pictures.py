"""Pictures of a game for people who do not play it yet, drawn by the same code as its boards."""

from __future__ import annotations

from functools import cache

from parlor.bots import Limit, bot
from parlor.core.chance import Rng
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.games import game as find_game

MOMENTS = ("start", "middle", "end")


@cache
def picture(name: str, moment: str, language: str) -> str:
    """The board at the start, in the middle or at the end of a game between bots, always the same one."""
    positions = _positions(name)
    at = {"start": 0, "middle": len(positions) // 2, "end": len(positions) - 1}[moment]
    truth = positions[at].view(ALL)
    view = truth if truth.outcome else View(truth.game, None, (), None, positions[at].view(None).data)
    return truth.game.draw(view, (), language)


@cache
def _positions(name: str) -> list[State]:
    """The positions of a game between bots at which somebody decides, and the last one."""
    rng = Rng(7)
    state = find_game(name).new()
    player = bot("greedy")
    found = []
    while to_act := state.to_act:
        if to_act[0] == CHANCE:
            state.apply(CHANCE, rng.weighted(state.chance()))
            continue
        found.append(state.copy())
        state.apply(to_act[0], player.choose(state.view(to_act[0]), Limit(), rng).move)
    return [*found, state]
