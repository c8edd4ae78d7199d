"""The tree of information-set Monte Carlo search: one tree from the eyes of the seat that thinks.

Every simulation goes through it in another world that the seat cannot tell from the true one, and opens one more node.
"""

from __future__ import annotations

import math
from typing import Final

from parlor.core.chance import Rng
from parlor.core.game import CHANCE, NO_MOVES, LegalMoves, Move, State
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


class Options:
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

    def more(self, by_move: dict[int, Edge], seat: i64) -> Edge | None:
        """The next move as an edge, which other options of the node may have had before; None if that was all."""
        index: i64 = len(self.edges)
        if index >= self.size:
            return None
        if len(self.priors) > 0:
            move, weight = self.priors[index]
            prior = weight / self.total
        else:
            move = self.legal[index]
            prior = self.alike
        code = move.code * 8 + seat
        edge = by_move.get(code)
        if edge is None:
            edge = Edge(move, prior)
            by_move[code] = edge
        self.edges.append(edge)
        return edge


class Node:
    """What the seat that thinks knows at some point, and who acts there."""

    def __init__(self, actor: i64) -> None:
        self.actor = actor
        self.visits: i64 = 0
        self.total: float = 0.0
        self.branches: Branches | None = None


class Branches:
    """What may be done at a node, and what comes of it."""

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        # By what the seat to act knows alone, for that decides what it may do.
        self.options: dict[int, Options] = {}
        self.by_move: dict[int, Edge] = {}
        self.mixes: list[Mix] = []
        self.cells: dict[int, Cell] = {}


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
        nodes: list[Node] = []
        edges: list[Edge | None] = []
        while True:
            node.visits += 1
            actor = node.actor
            if actor == NOBODY or (node.visits == 1 and node is not self.root):
                break
            branches = node.branches
            if branches is None:
                branches = Branches()
                node.branches = branches
            if actor == TOGETHER:
                nodes.append(node)
                edges.append(None)
                code = self.choose_together(node, branches, state, rng)
            elif actor == CHANCE:
                move = state.draw_chance(rng)
                code = state.appearance(self.seat, CHANCE, move)
                state.apply(CHANCE, move)
            else:
                edge = self.select(node, branches, state)
                nodes.append(node)
                edges.append(edge)
                code = edge.move.code if actor == self.seat else state.appearance(self.seat, actor, edge.move)
                state.apply(actor, edge.move)
            actor = actor_of(state)
            # Who acts next is seen by all.
            code = code * 16 + actor + 3
            child = branches.children.get(code)
            if child is None:
                child = Node(actor)
                branches.children[code] = child
            node = child
        values = state.shares() if node.actor == NOBODY else self.leaf(state, rng)
        index: i64 = 0
        while index < len(nodes):
            learn(nodes[index], edges[index], values)
            index += 1

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

    def options_of(self, state: State, seat: i64) -> Options:
        """Look at the moves of a seat for the first time."""
        if self.playouts == 0:
            return Options(NO_MOVES, state.priors(seat))
        return Options(state.legal_moves(seat), [])

    def select(self, node: Node, branches: Branches, state: State) -> Edge:
        """The move to try next: by what was found, and by what is hoped of moves tried less than they deserve."""
        seat = node.actor
        secret = state.secret(seat)
        options = branches.options.get(secret)
        if options is None:
            options = self.options_of(state, seat)
            branches.options[secret] = options
        options.visits += 1
        # Where worlds differ in what may be done, every move counts how often it was possible.
        alike = len(branches.options) == 1
        hope = EXPLORE * math.sqrt(float(options.visits))
        best: Edge | None = None
        best_score = -1000.0
        for edge in options.edges:
            edge.available += 1
            if not alike:
                hope = EXPLORE * math.sqrt(float(edge.available))
            visits = float(edge.visits)
            score = edge.total / visits + hope * edge.prior / (1.0 + visits)
            if score > best_score:
                best_score = score
                best = edge
        mean = node.total / float(node.visits - 1) if node.visits > 1 else 0.5
        while True:
            if best is not None and best_score >= mean - DOUBT + hope * self.next_prior(options):
                return best
            edge_or_none = options.more(branches.by_move, seat)
            if edge_or_none is None:
                assert best is not None
                return best
            edge_or_none.available += 1
            if edge_or_none.visits == 0:
                return edge_or_none
            # Known from other worlds: it is one of those tried.
            visits = float(edge_or_none.visits)
            score = edge_or_none.total / visits + hope * edge_or_none.prior / (1.0 + visits)
            if score > best_score:
                best_score = score
                best = edge_or_none

    def next_prior(self, options: Options) -> float:
        """The prior of the best move that is not an edge yet; far below all if there is none."""
        index: i64 = len(options.edges)
        if index >= options.size:
            return -1000.0
        if len(options.priors) > 0:
            return options.priors[index][1] / options.total
        return options.alike

    def choose_together(self, node: Node, branches: Branches, state: State, rng: Rng) -> int:
        """Let every seat of a simultaneous choice draw from its mix; returns how it all looked."""
        if len(branches.mixes) == 0:
            for seat in state.to_act:
                options = self.options_of(state, seat)
                while options.more(branches.by_move, seat) is not None:
                    pass
                branches.mixes.append(Mix(seat, options.edges))
        edges = [mix.choose(rng) for mix in branches.mixes]
        if node is self.root:
            try_in_turn(branches, node.visits - 1, edges)
        code = 0
        for index in range(len(edges)):
            seat = int(branches.mixes[index].seat)
            move = edges[index].move
            seen = move.code if seat == self.seat else state.appearance(self.seat, seat, move)
            code = code * 1000003 + seen
            state.apply(seat, move)
        return code

    def answer(self) -> list[tuple[Edge, float, float]]:
        """The moves of the seat that thinks, best first: what each is worth, and with which share to play it."""
        branches = self.root.branches
        assert branches is not None
        found: list[tuple[Edge, float, float]] = []
        if self.root.actor == TOGETHER:
            found = answer_together(branches, self.seat)
        else:
            edges = [edge for edge in branches.by_move.values() if edge.visits > 0]
            best = edges[0]
            for edge in edges:
                if (edge.visits, edge.total) > (best.visits, best.total):
                    best = edge
            found = [(edge, edge.total / float(edge.visits), 1.0 if edge is best else 0.0) for edge in edges]
        found.sort(key=lambda own: (-own[2], -own[0].visits))
        return found


def try_in_turn(branches: Branches, cell: i64, edges: list[Edge]) -> None:
    """Try every cell once before any is tried again."""
    total: i64 = 1
    for mix in branches.mixes:
        total *= len(mix.edges)
    if cell >= total or total > MOST_CELLS:
        return
    for index in range(len(edges) - 1, -1, -1):
        mix = branches.mixes[index]
        mix.chosen = cell % len(mix.edges)
        edges[index] = mix.edges[mix.chosen]
        cell //= len(mix.edges)


def learn(node: Node, edge: Edge | None, values: list[float]) -> None:
    """Take what a simulation was worth back to a node on its way, and to the move that was made there."""
    if edge is not None:
        value = values[node.actor]
        node.total += value
        edge.add(value)
        return
    branches = node.branches
    assert branches is not None
    seats = len(branches.mixes)
    cell = cell_at(branches, -1, 0, len(values))
    cell.visits += 1
    for seat in range(len(values)):
        cell.totals[seat] += values[seat]
    for index in range(seats):
        mix = branches.mixes[index]
        value = values[mix.seat]
        mix.edges[mix.chosen].add(value)
        choice: i64 = 0
        while choice < len(mix.edges):
            if choice != mix.chosen:
                other = find_cell(branches, index, choice)
                if other is not None:
                    regret = other.totals[mix.seat] / float(other.visits) - value
                    mix.regrets[choice] += regret
            choice += 1


def cell_number(branches: Branches, index: int, choice: i64) -> i64:
    """The number of the chosen cell, where the index-th seat chooses something else."""
    number: i64 = 0
    for place in range(len(branches.mixes)):
        mix = branches.mixes[place]
        number = number * len(mix.edges) + (choice if place == index else mix.chosen)
    return number


def find_cell(branches: Branches, index: int, choice: i64) -> Cell | None:
    """That cell, if it was tried."""
    return branches.cells.get(cell_number(branches, index, choice))


def cell_at(branches: Branches, index: int, choice: i64, seats: int) -> Cell:
    """That cell, new if it was not tried."""
    number = cell_number(branches, index, choice)
    cell = branches.cells.get(number)
    if cell is None:
        cell = Cell(seats)
        branches.cells[number] = cell
    return cell


def answer_together(branches: Branches, seat: i64) -> list[tuple[Edge, float, float]]:
    """The mix of a seat at a simultaneous choice: of what all cells are worth, if they are few."""
    sizes = [len(mix.edges) for mix in branches.mixes]
    own = 0
    total = 1
    for index in range(len(sizes)):
        total *= sizes[index]
        if branches.mixes[index].seat == seat:
            own = index
    mix = branches.mixes[own]
    if total > MOST_CELLS:
        shares = normalised(mix.sums)
        return [
            (edge, edge.total / float(max(edge.visits, 1)), share)
            for edge, share in zip(mix.edges, shares, strict=True)
        ]
    payoffs: list[list[float]] = []
    for other in branches.mixes:
        payoffs.append([worth(branches.cells.get(number), other.seat) for number in range(total)])
    shares_of_seat = payoffs[own].copy()
    habit = HABIT
    if len(sizes) == 2 and ends_the_game(branches):
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


def ends_the_game(branches: Branches) -> bool:
    """Whether nobody has anything to do after this choice."""
    return all(child.actor == NOBODY for child in branches.children.values())
