"""Search by rounds: after a move the others reply at a glance, and a later turn of the seat is judged.

Every move is tried in the same worlds, the first time in the first and so on, so that luck is not taken for merit.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.bots.edges import Branches, Edge
from parlor.bots.tree import Tree
from parlor.core.chance import Rng
from parlor.core.native import i64
from parlor.core.seats import CHANCE, NOBODY
from parlor.core.state import State
from parlor.core.view import View

# How much better a move is thought to be than another before it is tried, if its prior is e times as high; how far its
# worth may lie from that; and as how many tries this counts beside those that are made.
TRUST: Final = 0.007
HOPE: Final = 0.1
DOUBT: Final = 20.0
# A move that was tried so often is tried two rounds far from then on: that tells more, but luck has more part in it.
TRIES_OF_ONE_ROUND: Final = 16


class Rounds(Tree):
    """The search of one seat that looks a round or two ahead; no choice may be simultaneous."""

    def __init__(self, view: View) -> None:
        super().__init__(view, playouts=0, steps=0)
        self.first_world: i64 = 0
        # For each move, what its first tries were worth together: none, one, two and so on.
        self.sums: list[list[float]] = []

    def try_once(self, rng: Rng) -> None:
        """Try the most promising move in the next world that it was not tried in."""
        root = self.root
        branches = root.branches
        if branches is None:
            self.first_world = rng.below(2**28)
            branches = self.first_branches(self.worlds.sample(rng), self.seat)
            root.branches = branches
        index = self.next_index(branches)
        edge = branches.edges[index]
        luck = Rng(self.first_world + edge.visits)
        state = self.worlds.sample(luck)
        state.apply(self.seat, edge.move)
        rounds: i64 = 1 if edge.visits < TRIES_OF_ONE_ROUND else 2
        value = self.after(rounds, state, luck)[self.seat]
        self.simulations += 1
        edge.add(value)
        self.sums[index].append(edge.total)

    def next_index(self, branches: Branches) -> i64:
        """Which move to try next: the one that may be the best by what was found and by what is hoped of it."""
        best: i64 = -1
        best_score = 0.0
        index: i64 = 0
        most = most_tried(branches.edges)
        for edge in branches.edges:
            score = self.ahead(branches.edges, index, most) + HOPE * math.sqrt(DOUBT / (DOUBT + float(edge.visits)))
            if best < 0 or score > best_score:
                best_score = score
                best = index
            index += 1
        # Moves that were never tried come in the order of their priors.
        prior = branches.next_prior()
        if best < 0 or (prior > 0.0 and best_score < TRUST * math.log(prior / branches.edges[most].prior) + HOPE):
            branches.more()
            self.sums.append([0.0])
            return index
        return best

    def ahead(self, edges: list[Edge], index: i64, most: i64) -> float:
        """How much better a move is thought to be than the one tried most."""
        edge = edges[index]
        visits: i64 = edge.visits
        found = edge.total - self.sums[most][visits]
        thought = TRUST * math.log(edge.prior / edges[most].prior)
        return (found + DOUBT * thought) / (DOUBT + float(visits))

    def answer(self) -> list[tuple[Edge, float, float]]:
        """The moves that were tried, best first: what each is worth beside the one tried most, and the best to play."""
        branches = self.root.branches
        assert branches is not None
        edges = branches.edges
        most = most_tried(edges)
        mean = edges[most].total / float(edges[most].visits)
        found = [(edge, mean + self.ahead(edges, index, most), 0.0) for index, edge in enumerate(edges)]
        found.sort(key=lambda own: (-own[1], -own[0].visits))
        found[0] = (found[0][0], found[0][1], 1.0)
        return found

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
                    return self.mind.evaluate(state, rng)
                replied = False
            state.apply(actor, self.mind.first_prior(state, actor))


def most_tried(edges: list[Edge]) -> i64:
    """Which move was tried most, the first if several were."""
    most: i64 = 0
    index: i64 = 1
    while index < len(edges):
        if edges[index].visits > edges[most].visits:
            most = index
        index += 1
    return most
