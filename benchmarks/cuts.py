"""How much the cut of the last round can be exploited: bots' mixes against best responses, beside linear programming.

Positions come from games of `greedy`, taken at a cut that matters and that the round limit makes the last.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from scipy.optimize import linprog

import parlor
from parlor.bots import Limit, bot
from parlor.bots.levels import fixed
from parlor.bots.match import by_bots, plays
from parlor.core.chance import Rng
from parlor.core.state import State
from report import publish

POSITIONS = 200
MOST = 0.02
GAME = parlor.game("pizza-theory")


def payoffs(state: State) -> np.ndarray:
    """The difference of win shares in every cell, the first seat's cuts as rows."""
    matrix = np.zeros((6, 6))
    for row, own in enumerate(state.legal_moves(0)):
        for column, other in enumerate(state.legal_moves(1)):
            after = state.copy()
            after.apply(0, own)
            after.apply(1, other)
            assert after.outcome is not None
            matrix[row, column] = after.outcome.shares[0] - after.outcome.shares[1]
    return matrix


def value(matrix: np.ndarray) -> float:
    """What the row seat gets if both play right, by linear programming."""
    rows, columns = matrix.shape
    found = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(-found.fun)


def positions(number: int) -> list[State]:
    """Last cuts that matter."""
    found: list[State] = []
    greedy = bot("greedy")
    seed = 0
    while len(found) < number:
        rng = Rng(seed)
        seed += 1
        state = GAME.new(seats=2)
        for _ in plays(state, by_bots([greedy] * 2, [rng] * 2), rng):
            if state.to_act == (0, 1):
                data = state.dump()
                last = GAME.load({**data, "round_limit": data["round"]})
                if np.ptp(payoffs(last)) > 0:
                    found.append(last)
    return found[:number]


def losses(spec: str, states: list[State]) -> list[float]:
    """What a bot's mix in either seat loses to a best response."""
    found = []
    for number, state in enumerate(states):
        matrix = payoffs(state)
        for seat, own in enumerate((matrix, -matrix.T)):
            thought = bot(spec).choose(state.view(seat), Limit(), Rng(number))
            mix = {str(estimate.move): estimate.share for estimate in thought.estimates}
            shares = np.array([mix.get(f"cut {cut}", 0.0) for cut in range(1, 7)])
            found.append(value(own) - float((shares @ own).min()))
    return found


def main() -> int:
    """Measure, write the report, and fail if a mix of Chef or above can be exploited."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many last cuts are looked at")
    number = parser.parse_args().positions
    states = positions(number)
    lines = [
        "# The last cut",
        "",
        f"What a mix loses to a best response, as a difference of win shares, on {number} positions of Pizza Theory",
        "for two at a cut that matters and that the round limit makes the last, in both seats. The exact value is",
        "found by linear programming. Made by `benchmarks/cuts.py`.",
        "",
        "| bot | mean | most |",
        "|---|---|---|",
    ]
    worst = 0.0
    for level in ("greedy", "cook", "chef", "pizzaiolo"):
        found = losses(fixed(level, GAME), states)
        lines.append(f"| {level} | {np.mean(found):.4f} | {max(found):.4f} |")
        if level in ("chef", "pizzaiolo"):
            worst = max(worst, max(found))
    publish("cuts", "\n".join(lines) + "\n")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
