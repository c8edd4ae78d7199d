"""What drawing costs: server time and bytes of a frame for each game, and the size of the client.

Process CPU time; medians over the decisions of games at random.
"""

from __future__ import annotations

import gzip
import statistics
import time
from pathlib import Path

import parlor
from parlor.core.chance import Rng
from parlor.games import names
from parlor.server.drawing import pressed, without_statics
from parlor.server.messages import encode
from parlor.table import Table

CLIENT = Path(parlor.__file__).parent / "web" / "static" / "client"
GAMES = 3
DECISIONS = 60


def measure(name: str) -> tuple[float, float, int]:
    """Microseconds to draw and press a board, and bytes of it: the median, and the most."""
    game = parlor.game(name)
    times, sizes = [], []
    for seed in range(GAMES):
        rng = Rng(seed)
        table = Table(game)
        for _ in range(DECISIONS):
            if table.outcome is not None:
                break
            seat = table.to_act[0]
            view = table.view(seat)
            game.draw(view)
            began = time.process_time()
            for _ in range(5):
                frame = pressed(encode({"drawing": without_statics(game.draw(table.view(seat)))}))
            times.append((time.process_time() - began) / 5)
            sizes.append(len(frame))
            moves = table.state.legal_moves(seat)
            table.play(seat, moves[rng.below(len(moves))])
    return 1e6 * statistics.median(times), statistics.median(sizes), max(sizes)


if __name__ == "__main__":
    for name in names():
        microseconds, usual, most = measure(name)
        print(f"{name}: {microseconds:.0f} µs to draw and press, {usual:.0f} bytes, at most {most}")
    packed = {path.name: len(gzip.compress(path.read_bytes())) for path in sorted(CLIENT.glob("*.js"))}
    print(f"client: {sum(packed.values())} bytes compressed, {packed}")
