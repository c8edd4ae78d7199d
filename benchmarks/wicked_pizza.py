"""What games of Wicked Pizza are like: length, scores, abilities, spells and seat balance, and how fast lists are made.

Prints the tables and writes them to docs/benchmarks/wicked-pizza.md, with a plot beside it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib.pyplot as plt
from rich.progress import track

import parlor
from figures import save
from parlor.bots import Bot, bot
from parlor.bots.match import at_random, by_bots, plays
from parlor.core.chance import Rng
from parlor.core.seats import CHANCE
from parlor.games.wicked_pizza.box import INGREDIENTS, NAMES, SPELL_NAMES
from parlor.games.wicked_pizza.rules.moves import Kind, WickedMove
from parlor.games.wicked_pizza.rules.phases import Phase
from parlor.games.wicked_pizza.rules.state import WickedState
from report import DOCS, publish

GAME = parlor.game("wicked-pizza")
ABILITIES = ("Eye of Newt", "Spiders", "Toads", "Rat Tails")
SPELLS = ("Draw 2", "Play Top", "Wild Half", "Cheese +1")
COLOURS = ("#7a4fa3", "#5f8a3c", "#d08a2e")


@dataclass
class Tally:
    """What was seen in all games of one kind of player and one number of seats."""

    player: str
    seats: int
    games: int = 0
    turns: list[int] = field(default_factory=list)
    decisions: int = 0
    winning: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    by_tokens: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def each(self, name: str) -> str:
        """How often something came up in a game."""
        return f"{self.seen[name] / self.games:.2f}"


def play_game(player: Bot | None, seats: int, seed: int, tally: Tally) -> None:
    """One game, seat 1 first; without a player every legal move is alike."""
    rng = Rng(seed)
    state = GAME.new(seats=seats, first=0)
    assert isinstance(state, WickedState)
    state.log = []
    turns = 0
    choose = at_random(rng) if player is None else by_bots([player] * seats, [rng] * seats)
    for seat, move in plays(state, choose, rng):
        if seat == CHANCE:
            continue
        assert isinstance(move, WickedMove)
        tally.decisions += 1
        if state.phase == Phase.PLAY:
            turns += state.taken < 0
            if move.kind in (Kind.LAY, Kind.CAST):
                tally.seen["Bonus card" if NAMES[move.card].startswith("bonus") else NAMES[move.card]] += 1
            tally.seen["discard"] += move.kind == Kind.DISCARD
    for id, _, ability in state.log:
        if id == "pizza":
            tally.seen["pizza"] += 1
            if ability >= 0:
                tally.seen[INGREDIENTS[ability]] += 1
    outcome = state.outcome
    assert outcome is not None
    tally.games += 1
    tally.turns.append(turns)
    tally.by_tokens += state.token_pile == 0
    tally.scores += outcome.scores
    tally.winning.append(max(outcome.scores))
    tally.shares = [a + b for a, b in zip(tally.shares or [0.0] * seats, outcome.shares, strict=True)]


def list_speed() -> tuple[float, float, int]:
    """Median and worst CPU microseconds for the whole list of a hand of three on 40 cards, and its median length."""
    times, lengths = [], []
    for seed in range(400):
        rng = Rng(seed)
        state = GAME.new(seats=3)
        assert isinstance(state, WickedState)
        while state.to_act and not (len(state.laid) == 40 and state.phase == Phase.PLAY and hand_of_three(state)):
            state.step(rng)
        if state.to_act:
            runs = []
            for _ in range(9):
                # A copy through plain data has no answers remembered.
                fresh = GAME.load(state.dump())
                start = time.perf_counter()
                listed = list(fresh.legal_moves(state.turn))
                runs.append((time.perf_counter() - start) * 1e6)
            times.append(statistics.median(runs))
            lengths.append(len(listed))
    return statistics.median(times), max(times), int(statistics.median(lengths))


def hand_of_three(state: WickedState) -> bool:
    """Whether the seat to play holds three pizza cards."""
    cards = [slot & 255 for slot in state.hands[state.turn]]
    return state.taken < 0 and len(cards) == 3 and all(NAMES[card] not in SPELL_NAMES for card in cards)


def table(tallies: list[Tally]) -> list[str]:
    """What games are like, a column for each kind."""
    rows = [
        ("games, all ended", [f"{tally.games:,}" for tally in tallies]),
        ("turns, median (5 %–95 %)", [spread(tally.turns) for tally in tallies]),
        ("decisions a game", [f"{tally.decisions / tally.games:.1f}" for tally in tallies]),
        ("ended by the last token", [f"{100 * tally.by_tokens / tally.games:.0f} %" for tally in tallies]),
        ("pizzas a game", [tally.each("pizza") for tally in tallies]),
        ("score of a seat, median (5 %–95 %)", [spread(tally.scores) for tally in tallies]),
        ("winning score, median (5 %–95 %)", [spread(tally.winning) for tally in tallies]),
        *(
            (f"{name} triggered a game", [t.each(i) for t in tallies])
            for name, i in zip(ABILITIES, INGREDIENTS, strict=True)
        ),
        *((f"{name} cast a game", [t.each(i) for t in tallies]) for name, i in zip(SPELLS, SPELL_NAMES, strict=True)),
        ("Bonus cards laid a game", [tally.each("Bonus card") for tally in tallies]),
        ("hands shown and discarded from a game", [tally.each("discard") for tally in tallies]),
        ("win share by seat, first to last", [balance(tally) for tally in tallies]),
    ]
    heads = [f"{tally.player}, {tally.seats} seats" for tally in tallies]
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---:|' * len(tallies)}"]
    return lines + [f"| {name} | {' | '.join(values)} |" for name, values in rows]


def spread(values: list[int]) -> str:
    """The median with the range of nine in ten."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):g} ({ordered[len(ordered) // 20]}–{ordered[-1 - len(ordered) // 20]})"


def balance(tally: Tally) -> str:
    """Each seat's share of the wins, with twice the standard error."""
    shares = [share / tally.games for share in tally.shares]
    error = 2 * (0.25 / tally.games) ** 0.5
    return " / ".join(f"{100 * share:.1f}" for share in shares) + f" % (± {100 * error:.1f})"


def plot(tallies: list[Tally], path: Path) -> None:
    """Draw how long games are, a panel for each kind of player."""
    figure, panels = plt.subplots(1, 2, sharex=True, figsize=(7.2, 3), layout="constrained")
    for axes, player in zip(panels, ("random", "greedy"), strict=True):
        shown = [tally for tally in tallies if tally.player == player]
        for tally, colour, style in zip(shown, COLOURS, ("-", "--", ":"), strict=True):
            counts = Counter(tally.turns)
            turns = range(max(counts) + 2)
            shares = [counts[number] / tally.games for number in turns]
            axes.plot(turns, shares, style, color=colour, label=f"{tally.seats} seats")
        axes.set_title(f"{player} players")
        axes.set_xlabel("turns in a game")
        axes.set_yticks([])
        axes.legend(frameon=False)
    save(figure, path)


def main() -> None:
    """Play, report, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="random games for each number of seats")
    parser.add_argument("--greedy", type=int, default=1_000, help="greedy games for each number of seats")
    arguments = parser.parse_args()
    tallies = []
    for name, player, games in (("random", None, arguments.games), ("greedy", bot("greedy"), arguments.greedy)):
        for seats in GAME.seat_counts:
            tally = Tally(name, seats)
            for seed in track(range(games), f"{name}, {seats} seats", transient=True):
                play_game(player, seats, seed, tally)
            tallies.append(tally)
    median, worst, length = list_speed()
    build = "compiled" if parlor.build.is_compiled() else "as plain Python"
    reached = "reached" if median < 60 else "**missed**"
    text = "\n".join(
        [
            "# What games of Wicked Pizza are like",
            "",
            "Random players take any legal move alike; greedy ones are the bot of that name. Seat 1 goes first.",
            "Made by `python benchmarks/wicked_pizza.py`; the speed of the rules is in [engine.md](engine.md).",
            "",
            *table(tallies),
            "",
            "![How many turns games have](wicked-pizza.svg)",
            "",
            f"A full list of placements for a hand of three pizza cards on a table of 40 cards ({length} moves in the",
            f"median) takes {median:.0f} µs {build}, {worst:.0f} µs at worst; wanted are less than 60 µs: {reached}.",
            "",
        ]
    )
    publish("wicked-pizza", text)
    plot(tallies, DOCS / "wicked-pizza.svg")


if __name__ == "__main__":
    main()
