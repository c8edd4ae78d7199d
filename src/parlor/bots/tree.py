"""The tree of information-set Monte Carlo search: one tree from the eyes of the seat that thinks.

Every simulation goes through it in another world that the seat cannot tell from the true one, and opens one more node.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.chance import Rng
from parlor.core.game import CHANCE, Move, State
from parlor.core.mixing import equilibrium, expected, matched, normalised
from parlor.core.native import i64

NOBODY: Final = -2
TOGETHER: Final = -3

# How much a prior weighs against what was found, and how far below its siblings an untried move is thought to be.
EXPLORE: Final = 0.8
DOUBT: Final = 0.1
# How often a seat that chooses together with others tries just anything.
TRY_ANYTHING: Final = 0.1
# At the root, so many cells of a simultaneous choice are tried one by one, and their mix is found in so many rounds.
MOST_CELLS: Final = 1300
ROUNDS: Final = 200
# How far others are thought to follow their habits where seats choose together.
HABIT: Final = 0.5


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


class Mix:
    """What one of the seats that choose together has learned: a regret per move."""

    def __init__(self, seat: i64, edges: list[Edge]) -> None:
        self.seat = seat
        self.edges = edges
        self.regrets: list[float] = [edge.prior for edge in edges]
        self.sums: list[float] = [0.0] * len(edges)
        self.chosen: i64 = 0

    def choose(self, rng: Rng) -> Edge:
        """Draw a move by its regrets, now and then any."""
        size: i64 = len(self.edges)
        mix = matched(self.regrets)
        index: i64 = 0
        while index < size:
            self.sums[index] += mix[index]
            index += 1
        if rng.random() < TRY_ANYTHING:
            self.chosen = rng.below(size)
        else:
            point = rng.random()
            index = 0
            while index < size - 1 and point >= mix[index]:
                point -= mix[index]
                index += 1
            self.chosen = index
        return self.edges[self.chosen]


class Cell:
    """One choice of every seat, with what was found behind it for each."""

    def __init__(self, seats: int) -> None:
        self.visits: i64 = 0
        self.totals: list[float] = [0.0] * seats


class Node:
    """What the seat that thinks knows at some point: who acts, what may be done, and what comes of it."""

    def __init__(self, actor: i64) -> None:
        self.actor = actor
        self.visits: i64 = 0
        self.total: float = 0.0
        self.children: dict[int, Node] = {}
        # By what the seat to act knows alone, for that decides what it may do.
        self.edges: dict[int, list[Edge]] = {}
        self.by_move: dict[int, Edge] = {}
        self.mixes: list[Mix] = []
        self.cells: dict[int, Cell] = {}


class Step:
    """A node on the way of a simulation, and the move that was made there."""

    def __init__(self, node: Node, edge: Edge | None) -> None:
        self.node = node
        self.edge = edge


def actor_of(state: State) -> i64:
    """Who acts: a seat, CHANCE, NOBODY, or several TOGETHER."""
    to_act = state.to_act
    if len(to_act) == 1:
        return to_act[0]
    return NOBODY if len(to_act) == 0 else TOGETHER


class Tree:
    """The search of one seat from one view."""

    def __init__(self, seat: int, playouts: int) -> None:
        """`playouts` random games judge a leaf; 0 leaves it to the game's own evaluation, and uses its priors."""
        self.seat = seat
        self.playouts = playouts
        self.simulations: i64 = 0
        self.root = Node(NOBODY)

    def simulate(self, state: State, rng: Rng) -> None:
        """Go through the tree in this world, which is used up by it."""
        if self.simulations == 0:
            self.root = Node(actor_of(state))
        self.simulations += 1
        node = self.root
        path: list[Step] = []
        while True:
            node.visits += 1
            actor = node.actor
            if actor == NOBODY or (node.visits == 1 and node is not self.root):
                break
            if actor == TOGETHER:
                path.append(Step(node, None))
                code = self.choose_together(node, state, rng)
            elif actor == CHANCE:
                move = state.draw_chance(rng)
                code = state.appearance(self.seat, CHANCE, move)
                state.apply(CHANCE, move)
            else:
                edge = select(self.edges_of(node, state), node)
                path.append(Step(node, edge))
                code = edge.move.code if actor == self.seat else state.appearance(self.seat, actor, edge.move)
                state.apply(actor, edge.move)
            actor = actor_of(state)
            # Who acts next is seen by all.
            code = code * 16 + actor + 3
            child = node.children.get(code)
            if child is None:
                child = Node(actor)
                node.children[code] = child
            node = child
        values = state.shares() if node.actor == NOBODY else self.leaf(state, rng)
        for step in path:
            learn(step, values)

    def leaf(self, state: State, rng: Rng) -> list[float]:
        """What each seat may expect of a position at the end of the tree."""
        if self.playouts == 0:
            return state.evaluate(rng)
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

    def edges_of(self, node: Node, state: State) -> list[Edge]:
        """The moves of the seat to act in this world, best prior first."""
        secret = state.secret(node.actor)
        edges = node.edges.get(secret)
        if edges is None:
            edges = self.open(node, state, node.actor)
            node.edges[secret] = edges
        return edges

    def open(self, node: Node, state: State, seat: i64) -> list[Edge]:
        """Look at the moves of a seat for the first time; those known from other worlds keep what was found."""
        priors = state.priors(seat) if self.playouts == 0 else [(move, 1.0) for move in state.legal_moves(seat)]
        total = 0.0
        for _, weight in priors:
            total += weight
        edges: list[Edge] = []
        by_move = node.by_move
        for move, weight in priors:
            code = move.code * 8 + seat
            edge = by_move.get(code)
            if edge is None:
                edge = Edge(move, weight / total)
                by_move[code] = edge
            edges.append(edge)
        return edges

    def choose_together(self, node: Node, state: State, rng: Rng) -> int:
        """Let every seat of a simultaneous choice draw from its mix; returns how it all looked."""
        if len(node.mixes) == 0:
            for seat in state.to_act:
                node.mixes.append(Mix(seat, self.open(node, state, seat)))
        edges = [mix.choose(rng) for mix in node.mixes]
        if node is self.root:
            self.try_in_turn(node, edges)
        code = 0
        for index in range(len(edges)):
            seat = int(node.mixes[index].seat)
            move = edges[index].move
            seen = move.code if seat == self.seat else state.appearance(self.seat, seat, move)
            code = code * 1000003 + seen
            state.apply(seat, move)
        return code

    def try_in_turn(self, node: Node, edges: list[Edge]) -> None:
        """Try every cell once before any is tried again."""
        cell: i64 = node.visits - 1
        total: i64 = 1
        for mix in node.mixes:
            total *= len(mix.edges)
        if cell >= total or total > MOST_CELLS:
            return
        for index in range(len(edges) - 1, -1, -1):
            mix = node.mixes[index]
            mix.chosen = cell % len(mix.edges)
            edges[index] = mix.edges[mix.chosen]
            cell //= len(mix.edges)

    def answer(self) -> list[tuple[Edge, float, float]]:
        """The moves of the seat that thinks, best first: what each is worth, and with which share to play it."""
        node = self.root
        found: list[tuple[Edge, float, float]] = []
        if node.actor == TOGETHER:
            found = answer_together(node, self.seat)
        else:
            edges = [edge for own in node.edges.values() for edge in own if edge.visits > 0]
            best = edges[0]
            for edge in edges:
                if (edge.visits, edge.total) > (best.visits, best.total):
                    best = edge
            found = [(edge, edge.total / float(edge.visits), 1.0 if edge is best else 0.0) for edge in edges]
        found.sort(key=lambda own: (-own[2], -own[0].visits))
        return found


def select(edges: list[Edge], node: Node) -> Edge:
    """The move to try next: by what was found, and by what is hoped of moves that were tried less than they deserve."""
    mean = node.total / float(node.visits - 1) if node.visits > 1 else 0.5
    best = edges[0]
    best_score = -1000.0
    untried = False
    for edge in edges:
        edge.available += 1
        if edge.visits == 0:
            # Of those not tried yet, only the one with the best prior can be next.
            if untried:
                continue
            untried = True
            score = mean - DOUBT + EXPLORE * edge.prior * math.sqrt(float(edge.available))
        else:
            visits = float(edge.visits)
            score = edge.total / visits + EXPLORE * edge.prior * math.sqrt(float(edge.available)) / (1.0 + visits)
        if score > best_score:
            best_score = score
            best = edge
    return best


def learn(step: Step, values: list[float]) -> None:
    """Take what a simulation was worth back to a node on its way."""
    node = step.node
    edge = step.edge
    if edge is not None:
        value = values[node.actor]
        node.total += value
        edge.add(value)
        return
    seats = len(node.mixes)
    cell = cell_at(node, -1, 0, len(values))
    cell.visits += 1
    for seat in range(len(values)):
        cell.totals[seat] += values[seat]
    for index in range(seats):
        mix = node.mixes[index]
        value = values[mix.seat]
        mix.edges[mix.chosen].add(value)
        choice: i64 = 0
        while choice < len(mix.edges):
            if choice != mix.chosen:
                other = find_cell(node, index, choice)
                if other is not None:
                    regret = other.totals[mix.seat] / float(other.visits) - value
                    mix.regrets[choice] += regret
            choice += 1


def cell_number(node: Node, index: int, choice: i64) -> i64:
    """The number of the chosen cell, where the index-th seat chooses something else."""
    number: i64 = 0
    for place in range(len(node.mixes)):
        mix = node.mixes[place]
        number = number * len(mix.edges) + (choice if place == index else mix.chosen)
    return number


def find_cell(node: Node, index: int, choice: i64) -> Cell | None:
    """That cell, if it was tried."""
    return node.cells.get(cell_number(node, index, choice))


def cell_at(node: Node, index: int, choice: i64, seats: int) -> Cell:
    """That cell, new if it was not tried."""
    number = cell_number(node, index, choice)
    cell = node.cells.get(number)
    if cell is None:
        cell = Cell(seats)
        node.cells[number] = cell
    return cell


def answer_together(node: Node, seat: i64) -> list[tuple[Edge, float, float]]:
    """The mix of a seat at a simultaneous choice: of what all cells are worth, if they are few."""
    sizes = [len(mix.edges) for mix in node.mixes]
    own = 0
    total = 1
    for index in range(len(sizes)):
        total *= sizes[index]
        if node.mixes[index].seat == seat:
            own = index
    mix = node.mixes[own]
    if total > MOST_CELLS:
        shares = normalised(mix.sums)
        return [
            (edge, edge.total / float(max(edge.visits, 1)), share)
            for edge, share in zip(mix.edges, shares, strict=True)
        ]
    payoffs: list[list[float]] = []
    for other in node.mixes:
        payoffs.append([worth(node.cells.get(number), other.seat) for number in range(total)])
    shares_of_seat = payoffs[own].copy()
    habit = HABIT
    if len(sizes) == 2 and ends_the_game(node):
        # There is nothing left but this: what the other does not get is as good as what one gets oneself.
        habit = 0.0
        for number in range(total):
            payoffs[own][number] -= payoffs[1 - own][number]
            payoffs[1 - own][number] = -payoffs[own][number]
    mixes = equilibrium(sizes, payoffs, ROUNDS, habit)
    values = expected(sizes, shares_of_seat, mixes, own)
    return [(mix.edges[choice], values[choice], mixes[own][choice]) for choice in range(sizes[own])]


def worth(cell: Cell | None, seat: i64) -> float:
    """The share of the win that a seat has had in a cell."""
    return 0.0 if cell is None else cell.totals[seat] / float(cell.visits)


def ends_the_game(node: Node) -> bool:
    """Whether nobody has anything to do after this choice."""
    return all(child.actor == NOBODY for child in node.children.values())
