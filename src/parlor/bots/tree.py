"""The tree of information-set Monte Carlo search: one tree from the eyes of the seat that thinks.

Every simulation goes through it in another world that the seat cannot tell from the true one, and opens one more node.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import Final

from parlor.bots.edges import Branches, BySecret, Edge
from parlor.bots.together import Mix, Together
from parlor.core.chance import Rng
from parlor.core.mind import Mind, Worlds
from parlor.core.moves import NO_MOVES
from parlor.core.native import i64, mypyc_attr
from parlor.core.seats import CHANCE, NOBODY, TOGETHER
from parlor.core.state import State
from parlor.core.view import View

# How much a prior weighs against what was found, and how far below its siblings an untried move is thought to be.
EXPLORE: Final = 0.8
DOUBT: Final = 0.1


@mypyc_attr(acyclic=True)
class Node:
    """What the seat that thinks knows at some point, who acts there, and what may be done."""

    def __init__(self, actor: i64) -> None:
        self.actor = actor
        self.visits: i64 = 0
        self.total: float = 0.0
        self.children: dict[int, Node] | None = None
        self.together: Together | None = None
        # The branches of a seat that knows this, and all of them once it may know something else.
        self.secret: int = 0
        self.branches: Branches | None = None
        self.by_secret: BySecret | None = None

    def child(self, code: int, actor: i64) -> Node:
        """The node that follows what looks so, new if it was not seen before."""
        # Who acts next is seen by all.
        code = code * 16 + actor + 4
        children = self.children
        if children is None:
            children = {}
            self.children = children
        child = children.get(code)
        if child is None:
            child = Node(actor)
            children[code] = child
        return child


class Tree:
    """The search of one seat from one view."""

    def __init__(self, view: View, playouts: int, steps: int) -> None:
        """`playouts` random games judge a leaf; 0 leaves it to the game's own evaluation, and uses its priors.

        Where seats choose together, it thinks so many `steps` of the others.
        """
        assert view.seat is not None
        self.seat: int = view.seat
        self.mind: Mind = view.game.mind
        self.worlds: Worlds = self.mind.worlds(view)
        self.playouts = playouts
        self.steps = steps
        self.simulations: i64 = 0
        self.stopped = False
        self.root = Node(NOBODY)

    def __del__(self) -> None:
        """Let go of the nodes one by one."""
        # Compiled objects that are acyclic corrupt memory if they are freed deep within each other.
        nodes = [self.root]
        while len(nodes) > 0:
            node = nodes.pop()
            children = node.children
            node.children = None
            if children is not None:
                nodes.extend(children.values())

    def run(self, rng: Rng, number: int | None, seconds: float | None) -> None:
        """Make so many simulations, or as many as there is time for; at least one, and no more once it is stopped."""
        end = 0.0 if seconds is None else perf_counter() + seconds
        left: i64 = -1 if number is None else number
        while True:
            self.try_once(rng)
            left -= 1
            if left == 0 or self.stopped or (seconds is not None and perf_counter() >= end):
                return

    def try_once(self, rng: Rng) -> None:
        """Make one simulation."""
        self.simulate(self.worlds.sample(rng), rng)

    def simulate(self, state: State, rng: Rng) -> None:
        """Go through the tree in this world, which is used up by it."""
        if self.simulations == 0:
            self.root = Node(state.actor)
        self.simulations += 1
        node = self.root
        nodes: list[Node] = []
        edges: list[Edge | None] = []
        while True:
            node.visits += 1
            actor = node.actor
            if actor == NOBODY or (node.visits == 1 and node is not self.root):
                break
            if actor == TOGETHER:
                nodes.append(node)
                edges.append(None)
                code = self.choose_together(node, state, rng)
            elif actor == CHANCE:
                move = state.draw_chance(rng)
                code = state.appearance(self.seat, CHANCE, move)
                state.apply(CHANCE, move)
            else:
                edge = self.select(node, state)
                nodes.append(node)
                edges.append(edge)
                code = edge.move.code if actor == self.seat else state.appearance(self.seat, actor, edge.move)
                state.apply(actor, edge.move)
            node = node.child(code, state.actor)
        values = state.shares() if node.actor == NOBODY else self.leaf(state, rng)
        index: i64 = 0
        while index < len(nodes):
            node = nodes[index]
            edge_or_none = edges[index]
            if edge_or_none is None:
                assert node.together is not None
                node.together.learn(values)
            else:
                value = values[node.actor]
                node.total += value
                edge_or_none.add(value)
            index += 1

    def leaf(self, state: State, rng: Rng) -> list[float]:
        """What each seat may expect of a position at the end of the tree."""
        if self.playouts == 0:
            return self.mind.evaluate(state, rng)
        if self.playouts == 1:
            state.playout(rng)
            return state.shares()
        values = [0.0] * state.seats
        for _ in range(self.playouts):
            end = state.copy()
            end.playout(rng)
            shares = end.shares()
            for seat in range(state.seats):
                values[seat] += shares[seat] / self.playouts
        return values

    def first_branches(self, state: State, seat: int) -> Branches:
        """Look at the moves of a seat for the first time."""
        if self.playouts == 0:
            return Branches(NO_MOVES, self.mind.priors(state, seat))
        return Branches(state.legal_moves(seat), [])

    def branches_of(self, node: Node, state: State) -> Branches:
        """The branches of the seat that acts at a node, as far as it knows what it may do."""
        secret = state.secret(node.actor)
        branches = node.branches
        if branches is None:
            branches = self.first_branches(state, node.actor)
            node.secret = secret
            node.branches = branches
            return branches
        by_secret = node.by_secret
        if by_secret is None:
            if secret == node.secret:
                return branches
            by_secret = BySecret(node.secret, branches)
            node.by_secret = by_secret
        found = by_secret.branches.get(secret)
        if found is None:
            found = self.first_branches(state, node.actor)
            by_secret.branches[secret] = found
        return found

    def select(self, node: Node, state: State) -> Edge:
        """The move to try next: by what was found, and by what is hoped of moves tried less than they deserve."""
        branches = self.branches_of(node, state)
        by_secret = node.by_secret
        branches.visits += 1
        hope = EXPLORE * math.sqrt(float(branches.visits))
        best: Edge | None = None
        best_score = -1000.0
        for edge in branches.edges:
            edge.available += 1
            if by_secret is not None:
                # Where worlds differ in what may be done, every move counts how often it was possible.
                hope = EXPLORE * math.sqrt(float(edge.available))
            score = score_of(edge, hope)
            if score > best_score:
                best_score = score
                best = edge
        mean = node.total / float(node.visits - 1) if node.visits > 1 else 0.5
        while best is None or best_score < mean - DOUBT + hope * branches.next_prior():
            more = branches.more() if by_secret is None else by_secret.more(branches)
            if more is None:
                break
            more.available += 1
            if more.visits == 0:
                return more
            # Known from other worlds: it is one of those tried.
            score = score_of(more, hope)
            if score > best_score:
                best_score = score
                best = more
        assert best is not None
        return best

    def choose_together(self, node: Node, state: State, rng: Rng) -> int:
        """Let every seat of a simultaneous choice draw from its mix; returns how it all looked."""
        together = node.together
        if together is None:
            together = Together([Mix(seat, self.first_branches(state, seat)) for seat in state.to_act])
            node.together = together
            if node is self.root:
                for mix in together.mixes:
                    mix.see(self.mind.judge(state, mix.seat))
        together.choose(rng)
        if node is self.root:
            together.choose_in_turn(node.visits - 1)
        code = 0
        for mix in together.mixes:
            seat = int(mix.seat)
            move = mix.choices[mix.chosen].edge.move
            seen = move.code if seat == self.seat else state.appearance(self.seat, seat, move)
            code = code * 1000003 + seen
            state.apply(seat, move)
        return code

    def answer(self) -> list[tuple[Edge, float, float]]:
        """The moves of the seat that thinks, best first: what each is worth, and with which share to play it."""
        root = self.root
        if root.together is not None:
            children = root.children
            assert children is not None
            last = all(child.actor == NOBODY for child in children.values())
            found = root.together.answer(self.seat, self.steps, last)
        else:
            assert root.branches is not None
            edges = [edge for edge in root.branches.edges if edge.visits > 0]
            best = edges[0]
            for edge in edges:
                if (edge.visits, edge.total) > (best.visits, best.total):
                    best = edge
            found = [(edge, edge.total / float(edge.visits), 1.0 if edge is best else 0.0) for edge in edges]
        found.sort(key=lambda own: (-own[2], -own[0].visits))
        return found


def score_of(edge: Edge, hope: float) -> float:
    """What is hoped of an edge that was tried."""
    visits = float(edge.visits)
    return edge.total / visits + hope * edge.prior / (1.0 + visits)
