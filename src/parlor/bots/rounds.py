"""Search by rounds: after a move the others reply at a glance, and a later turn of the seat is judged.

Every move is tried in the same worlds, the first time in the first and so on, so that luck is not taken for merit.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.bots.edges import Options
from parlor.bots.tree import Tree
from parlor.core.chance import Rng
from parlor.core.game import CHANCE, NOBODY, State, View
from parlor.core.native import i64

# How much a prior weighs against what was found, and how far above the others an untried move may be.
EXPLORE: Final = 0.3
HOPE: Final = 0.03
# A move that was tried so often is tried two rounds far from then on: that tells more, but luck has more part in it.
TRIES_OF_ONE_ROUND: Final = 8


class Rounds(Tree):
    """The search of one seat that looks a round or two ahead; no choice may be simultaneous."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat, playouts=0, steps=0)
        self.first_world: i64 = 0
        # For each move, what its first tries were worth together: none, one, two and so on.
        self.sums: list[list[float]] = []

    def try_once(self, view: View, rng: Rng) -> None:
        """Try the most promising move in the next world that it was not tried in."""
        root = self.root
        options = root.options
        if options is None:
            self.first_world = rng.below(2**28)
            options = self.look(view.game.sample(view, rng), self.seat)
            root.options = options
        index = self.next_index(options)
        edge = options.edges[index]
        luck = Rng(self.first_world + edge.visits)
        state = view.game.sample(view, luck)
        state.apply(self.seat, edge.move)
        rounds: i64 = 1 if edge.visits < TRIES_OF_ONE_ROUND else 2
        value = self.after(rounds, state, luck)[self.seat]
        self.simulations += 1
        root.visits += 1
        root.total += value
        edge.add(value)
        self.sums[index].append(edge.total)

    def next_index(self, options: Options) -> i64:
        """Which move to try next: by what was found, and by what is hoped of moves tried less than they deserve."""
        root = self.root
        edges = options.edges
        hope = EXPLORE * math.sqrt(float(root.visits + 1))
        best: i64 = -1
        best_score = 0.0
        if len(edges) > 0:
            most: i64 = 0
            index: i64 = 0
            while index < len(edges):
                if edges[index].visits > edges[most].visits:
                    most = index
                index += 1
            sums = self.sums[most]
            mean = edges[most].total / float(edges[most].visits)
            index = 0
            while index < len(edges):
                edge = edges[index]
                # Better or worse than the move tried most, in the worlds that both were tried in.
                ahead = (edge.total - sums[edge.visits]) / float(edge.visits)
                score = mean + ahead + hope * edge.prior / (1.0 + float(edge.visits))
                if best < 0 or score > best_score:
                    best_score = score
                    best = index
                index += 1
        if best < 0 or best_score < root.total / float(root.visits) + HOPE + hope * options.next_prior():
            options.more()
            self.sums.append([0.0])
            return len(edges) - 1
        return best

    def after(self, rounds: i64, state: State, rng: Rng) -> list[float]:
        """What each seat may expect on our turn after so many rounds, in which all do what looks best to them."""
        replied = False
        while True:
            actor = state.actor
            if actor == NOBODY:
                return state.shares()
            if actor == CHANCE:
                state.apply(CHANCE, state.draw_chance(rng))
                continue
            if actor != self.seat:
                replied = True
            elif replied:
                rounds -= 1
                if rounds == 0:
                    return state.evaluate(rng)
                replied = False
            state.apply(actor, state.first_prior(actor))
