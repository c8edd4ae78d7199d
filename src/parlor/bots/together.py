"""Simultaneous choices in a tree of search: every seat mixes by its regrets, and every cell is remembered."""

from __future__ import annotations

from typing import Final

from parlor.bots.edges import Branches, Edge
from parlor.core.chance import Rng
from parlor.core.mixing import HABIT, blended, equilibrium, expected, glanced, habits, normalised, thought_out
from parlor.core.moves import Move
from parlor.core.native import i64, mypyc_attr

# How often a seat that chooses together with others tries just anything.
TRY_ANYTHING: Final = 0.1
# At the root, so many cells of a simultaneous choice are tried one by one, and their mix is found in so many rounds.
MOST_CELLS: Final = 1300
ROUNDS: Final = 200


@mypyc_attr(acyclic=True)
class Choice:
    """A move of one of the seats, with how much its absence is regretted and how often it was to be played."""

    def __init__(self, edge: Edge) -> None:
        self.edge = edge
        self.regret: float = edge.prior
        self.played: float = 0.0


@mypyc_attr(acyclic=True)
class Mix:
    """What one of the seats that choose together has learned: a regret per move."""

    def __init__(self, seat: int, branches: Branches) -> None:
        while branches.more() is not None:
            pass
        self.seat: i64 = seat
        self.choices: list[Choice] = [Choice(edge) for edge in branches.edges]
        self.size: i64 = len(self.choices)
        self.chosen: i64 = 0
        # By how much the number of a cell grows from one of the choices to the next.
        self.stride: i64 = 1
        self.glance: list[float] | None = None

    def see(self, judged: list[tuple[Move, float]] | None) -> None:
        """Note what whoever takes the best at a glance would choose."""
        if judged is not None:
            values = {move.code: value for move, value in judged}
            self.glance = glanced([values[choice.edge.move.code] for choice in self.choices])

    def choose(self, rng: Rng) -> None:
        """Draw a move by its regrets, now and then any."""
        total = 0.0
        for choice in self.choices:
            if choice.regret > 0.0:
                total += choice.regret
        for choice in self.choices:
            choice.played += self.share(choice, total)
        if rng.random() < TRY_ANYTHING:
            self.chosen = rng.below(self.size)
            return
        point = rng.random()
        index: i64 = 0
        while index < self.size - 1:
            point -= self.share(self.choices[index], total)
            if point < 0.0:
                break
            index += 1
        self.chosen = index

    def share(self, choice: Choice, total: float) -> float:
        """With which share a choice is played if all regrets sum up to this."""
        if total <= 0.0:
            return 1.0 / float(self.size)
        return choice.regret / total if choice.regret > 0.0 else 0.0


@mypyc_attr(acyclic=True)
class Cell:
    """One choice of every seat, with what was found behind it for each."""

    def __init__(self, seats: int) -> None:
        self.visits: i64 = 0
        self.totals: list[float] = [0.0] * seats


@mypyc_attr(acyclic=True)
class Together:
    """The seats that choose simultaneously at a node, and the cells that were tried."""

    def __init__(self, mixes: list[Mix]) -> None:
        self.mixes = mixes
        self.cells: dict[int, Cell] = {}
        self.size: i64 = 1
        for index in range(len(mixes) - 1, -1, -1):
            mixes[index].stride = self.size
            self.size *= mixes[index].size

    def choose(self, rng: Rng) -> None:
        """Let every seat draw from its mix."""
        for mix in self.mixes:
            mix.choose(rng)

    def choose_in_turn(self, cell: i64) -> None:
        """Try every cell once, if they are few, before any is tried again."""
        if cell < self.size <= MOST_CELLS:
            for mix in self.mixes:
                mix.chosen = cell // mix.stride % mix.size

    def learn(self, values: list[float]) -> None:
        """Take to the chosen cell what a simulation was worth, and regret what other choices were known for."""
        number: i64 = 0
        for mix in self.mixes:
            number += mix.chosen * mix.stride
        cell = self.cells.get(number)
        if cell is None:
            cell = Cell(len(values))
            self.cells[number] = cell
        cell.visits += 1
        for seat in range(len(values)):
            cell.totals[seat] += values[seat]
        for mix in self.mixes:
            value = values[mix.seat]
            mix.choices[mix.chosen].edge.add(value)
            other = number - mix.chosen * mix.stride
            for index, choice in enumerate(mix.choices):
                if index != mix.chosen:
                    known = self.cells.get(other)
                    if known is not None:
                        choice.regret += known.totals[mix.seat] / float(known.visits) - value
                other += mix.stride

    def answer(self, seat: i64, steps: i64, last: bool) -> list[tuple[Edge, float, float]]:
        """The mix of a seat that thinks so many steps of the others: what each move is worth, and its share.

        Where the choice is the `last` of two seats, what the other does not get is as good as what one gets oneself.
        """
        sizes = [int(mix.size) for mix in self.mixes]
        own = 0
        for index in range(len(sizes)):
            if self.mixes[index].seat == seat:
                own = index
        choices = self.mixes[own].choices
        if len(self.cells) < self.size:
            # Of a cell that was not tried nothing is known: what regrets and priors say must do.
            shares = normalised([choice.played for choice in choices])
            return [
                (choice.edge, choice.edge.total / float(max(choice.edge.visits, 1)), share)
                for choice, share in zip(choices, shares, strict=True)
            ]
        payoffs: list[list[float]] = []
        for mix in self.mixes:
            payoffs.append([worth(self.cells.get(number), mix.seat) for number in range(self.size)])
        shares_of_seat = payoffs[own].copy()
        if len(sizes) == 2 and last:
            for number in range(self.size):
                payoffs[own][number] -= payoffs[1 - own][number]
                payoffs[1 - own][number] = -payoffs[own][number]
            mixes = equilibrium(sizes, payoffs, ROUNDS)
            expectation = mixes
        else:
            mixes, expectation = thought_out(sizes, payoffs, self.first_thoughts(sizes, payoffs), steps)
        values = expected(sizes, shares_of_seat, expectation, own)
        return [(choices[index].edge, values[index], mixes[own][index]) for index in range(sizes[own])]

    def first_thoughts(self, sizes: list[int], payoffs: list[list[float]]) -> list[list[float]]:
        """What seats do that do not think of the others: what they see at a glance, and what is good by habit."""
        found: list[list[float]] = []
        for mix, habit in zip(self.mixes, habits(sizes, payoffs), strict=True):
            glance = mix.glance
            found.append(habit if glance is None else blended(glance, habit, HABIT))
        return found


def worth(cell: Cell | None, seat: i64) -> float:
    """The share of the win that a seat has had in a cell."""
    return 0.0 if cell is None else cell.totals[seat] / float(cell.visits)
