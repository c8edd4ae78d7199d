"""A piece of work by the Parlor in a folder: FOLDER GAME SEATS KIND; prints the CPU seconds that it took.

Only what every version of Parlor has is used here, so that any two can be compared.
"""

from __future__ import annotations

import sys
import time
from typing import Any

FOLDER, NAME, SEATS, KIND = sys.argv[1:5]
sys.path.insert(0, FOLDER)

import parlor  # noqa: E402  (the one in the folder)
from parlor.bots import Limit, bot  # noqa: E402
from parlor.core.chance import Rng  # noqa: E402
from parlor.table import Table  # noqa: E402

# How many games of each kind, or simulations of each decision, make about a third of a second.
AMOUNTS = {
    "pizza-theory": (240_000, 20_000, 3_000, 300, 24, 1_200),
    "new-york-slice": (45_000, 5_000, 600, 350, 24, 360),
    "wicked-pizza": (2_500, 600, 400, 36, 6, 240),
}
KINDS = ("playouts", "stepped", "search", "views", "drawings", "table")
AMOUNT = AMOUNTS[NAME][KINDS.index(KIND)]


def positions(game: Any, seed: int) -> list[Any]:
    """The positions of a random game at which somebody decides."""
    rng, state, found = Rng(seed), game.new(seats=int(SEATS)), []
    while to_act := state.to_act:
        seat = to_act[0]
        if seat == parlor.CHANCE:
            state.apply(seat, state.draw_chance(rng))
            continue
        found.append(state.copy())
        moves = state.legal_moves(seat)
        state.apply(seat, moves[rng.below(len(moves))])
    return found


def playouts(game: Any) -> float:
    """Games played out by the engine."""
    rng, new = Rng(1), game.new(seats=int(SEATS))
    start = time.process_time()
    for _ in range(AMOUNT):
        new.copy().playout(rng)
    return time.process_time() - start


def stepped(game: Any) -> float:
    """Games stepped from Python."""
    start = time.process_time()
    for seed in range(AMOUNT):
        positions(game, seed)
    return time.process_time() - start


def search(game: Any) -> float:
    """Decisions by search, with as many simulations each."""
    player = bot(f"search:sims={AMOUNT}")
    states = positions(game, 7)
    states = [state for state in states if len(state.legal_moves(state.to_act[0])) > 1]
    step = max(1, len(states) // 10)
    views = [state.view(state.to_act[0]) for state in states[::step]]
    start = time.process_time()
    for view in views:
        player.choose(view, Limit(), Rng(3))
    return time.process_time() - start


def views(game: Any) -> float:
    """What every seat knows, as data, and read again."""
    states = [state for seed in range(AMOUNT) for state in positions(game, seed)]
    start = time.process_time()
    for state in states:
        for seat in (None, *range(int(SEATS))):
            state.view(seat).dump()
        game.load(state.dump())
    return time.process_time() - start


def drawings(game: Any) -> float:
    """Boards as SVG and for the terminal, as a seat sees them."""
    states = [state for seed in range(AMOUNT) for state in positions(game, seed)]
    seen = [state.view(state.to_act[0]) for state in states]
    start = time.process_time()
    for view in seen:
        game.draw(view)
        game.text(view)
    return time.process_time() - start


def table(game: Any) -> float:
    """Whole games at a table, from the text of each move to what happened."""
    start = time.process_time()
    for seed in range(AMOUNT):
        rng, at = Rng(seed), Table(game, seats=int(SEATS))
        while to_act := at.to_act:
            moves = at.state.legal_moves(to_act[0])
            at.play(to_act[0], str(moves[rng.below(len(moves))]), at.opened(to_act[0]))
    return time.process_time() - start


WORK = {
    "playouts": playouts,
    "stepped": stepped,
    "search": search,
    "views": views,
    "drawings": drawings,
    "table": table,
}

if __name__ == "__main__":
    assert FOLDER in str(parlor.__file__)
    played: Any = parlor.game(NAME)
    # The rules that both know: newer ones would play other games.
    print(WORK[KIND](played.under(1) if hasattr(played, "under") else played))
