"""Moves in a tree of search, with what was found behind each."""

from __future__ import annotations

import math

from parlor.core.moves import LegalMoves, Move
from parlor.core.native import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class Edge:
    """A move in the tree, with what was found behind it."""

    def __init__(self, move: Move, prior: float) -> None:
        self.move = move
        self.prior = prior
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, value: float) -> None:
        """Note what a visit was worth to the seat that moves."""
        self.visits += 1
        self.total += value
        self.squares += value * value


@mypyc_attr(acyclic=True)
class Branches:
    """What a seat that knows what it knows may do at a node; moves become edges one by one, best prior first."""

    def __init__(self, legal: LegalMoves, priors: list[tuple[Move, float]]) -> None:
        """With priors, or with all legal moves alike if there are none."""
        self.legal = legal
        self.priors = priors
        self.size: i64 = len(priors) if len(priors) > 0 else len(legal)
        # Without priors, moves deserve more tries than with them before one is preferred.
        self.alike: float = math.pow(float(max(self.size, 1)), -0.75)
        self.total: float = 0.0
        for _, weight in priors:
            self.total += weight
        self.visits: i64 = 0
        self.edges: list[Edge] = []

    def more(self) -> Edge | None:
        """The next move as an edge of its own; None if that was all."""
        index: i64 = len(self.edges)
        if index >= self.size:
            return None
        edge = Edge(self.next_move(), self.next_prior())
        self.edges.append(edge)
        return edge

    def next_move(self) -> Move:
        """The best move that is not an edge yet."""
        index: i64 = len(self.edges)
        return self.priors[index][0] if len(self.priors) > 0 else self.legal[index]

    def next_prior(self) -> float:
        """Its prior; far below all if there is none."""
        index: i64 = len(self.edges)
        if index >= self.size:
            return -1000.0
        return self.priors[index][1] / self.total if len(self.priors) > 0 else self.alike


@mypyc_attr(acyclic=True)
class BySecret:
    """The branches of a seat at a node by what it knows alone, for that decides what it may do; edges are shared."""

    def __init__(self, secret: int, branches: Branches) -> None:
        self.branches: dict[int, Branches] = {secret: branches}
        self.edges: dict[int, Edge] = {edge.move.code: edge for edge in branches.edges}

    def more(self, branches: Branches) -> Edge | None:
        """The next of the branches as an edge, which others may have had before; None if that was all."""
        if len(branches.edges) >= branches.size:
            return None
        edge = self.edges.get(branches.next_move().code)
        if edge is None:
            edge = branches.more()
            assert edge is not None
            self.edges[edge.move.code] = edge
        else:
            branches.edges.append(edge)
        return edge
