"""Pictures of a game for people who do not play it yet, drawn by the same code as its boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from parlor.bots import bot
from parlor.bots.match import by_bots, plays
from parlor.core.chance import Rng
from parlor.core.seats import ALL, CHANCE
from parlor.core.state import State
from parlor.core.view import View
from parlor.games import game as find_game
from parlor.server.breath import in_slices

MOMENTS = ("start", "middle", "end")


_positions: dict[str, list[State]] = {}


async def picture(name: str, moment: str, language: str) -> str:
    """The board at a moment of a game at random, always the same one, or a figure of the rules."""
    if moment not in MOMENTS:
        return _figure(name, moment, language)
    if name not in _positions:
        _positions[name] = await in_slices(_played(name))
    return _picture(name, moment, language)


@cache
def _picture(name: str, moment: str, language: str) -> str:
    positions = _positions[name]
    at = {"start": 0, "middle": len(positions) // 2, "end": len(positions) - 1}[moment]
    truth = positions[at].view(ALL)
    view = truth if truth.outcome else View(truth.game, None, (), None, positions[at].view(None).data)
    return _still(truth.game.draw(view, (), language))


def _still(drawing: str) -> str:
    """A drawing in which nothing moves."""
    return drawing.removesuffix("</svg>") + "<style>*{animation:none!important}</style></svg>"


@cache
def _figure(name: str, figure: str, language: str) -> str:
    return _still(find_game(name).figure(figure, language))


def _played(name: str) -> Iterator[State]:
    """The positions of a game at random at which somebody decides, and the last one: bots would think for too long."""
    rng = Rng(27)
    state = find_game(name).new()
    choosers = by_bots([bot("random")] * state.seats, [rng] * state.seats)
    for seat, _ in plays(state, choosers, rng):
        if seat != CHANCE:
            yield state.copy()
    yield state
