"""Pictures of a game for people who do not play it yet, drawn by the same code as its boards."""

from __future__ import annotations

from functools import cache

from parlor.bots import bot
from parlor.bots.match import by_bots, plays
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
    greedy = by_bots([bot("greedy")] * state.seats, [rng] * state.seats)
    return [*[state.copy() for seat, _ in plays(state, greedy, rng) if seat != CHANCE], state]
