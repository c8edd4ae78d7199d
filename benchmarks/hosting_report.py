"""What hosting costs, as Markdown, and what follows from that for very many players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contestants import BARE, FEW, MOST, OURS, PEER_POSTGRESQL, POSTGRESQL, SIZES
from races import RACES, Races
from server_report import cost_rows, told_costs, verdict

WANTED_POSTGRESQL = 1.1
WANTED_BARE = 1.5
WANTED_PEER = 15
TEMPLATE = Path(__file__).with_name("scaling.md")

# What is assumed of people, and how full a machine is to be.
PLAYERS = (10_000, 100_000, 1_000_000)
SECONDS_A_MOVE = 10.0
SEATS_A_TABLE = 3
SHARE_OF_BOTS = 0.5
BOT = "chef"
LOAD = 0.6
NOTICES_A_SECOND = 50.0
DAYS = 30


@dataclass(frozen=True)
class Database:
    """What a move takes in PostgreSQL."""

    commits: float
    bytes: float
    log_bytes: float


@dataclass(frozen=True)
class Sockets:
    """What a process takes that does nothing, and what a socket at rest adds, with its share of a table."""

    empty_megabytes: float
    bytes: float
    cpu_share: float


@dataclass(frozen=True)
class Bot:
    """The CPU seconds of a decision in each game."""

    name: str
    seconds: dict[str, float]


def report(
    rounds: int, races: Sequence[Races], database: Database, notice: float, sockets: Sockets, bots: Sequence[Bot]
) -> list[str]:
    """The page of what was measured."""
    lines = ["# What hosting costs", "", *told_costs(rounds)]
    lines += ["Pizza Theory here, a game of the same size with lighter rules at boardgame.io.", ""]
    lines += cost_rows((OURS, POSTGRESQL, BARE, PEER_POSTGRESQL))
    beside = [
        f"{contestant.database_cost(size):,.0f} µs a move for {contestant.name} with {size} tables"
        for contestant in (POSTGRESQL, PEER_POSTGRESQL)
        for size in contestant.sizes
    ]
    lines += ["", "PostgreSQL itself takes beside that: " + ", ".join(beside) + ".", ""]
    lines += ["| CPU of a move | tables | ratio | wanted | |", "|---|---:|---:|---:|---|"]
    for name, other, most in (
        ("PostgreSQL against SQLite", OURS, WANTED_POSTGRESQL),
        ("SQLite against aiohttp without Parlor", BARE, WANTED_BARE),
    ):
        ours = POSTGRESQL if other is OURS else OURS
        for size in SIZES:
            ratio = ours.cost(size) / other.cost(size)
            lines.append(f"| {name} | {size} | {ratio:.2f} | at most {most} | {verdict(ratio <= most)} |")
    ratio = PEER_POSTGRESQL.cost(FEW) / POSTGRESQL.cost(FEW)
    name, reached = f"{PEER_POSTGRESQL.name}, against Parlor, PostgreSQL", verdict(ratio >= WANTED_PEER)
    lines.append(f"| {name} | {FEW} | {ratio:.1f} | at least {WANTED_PEER} | {reached} |")
    lines += ["", *_raced(races), ""]
    lines += [
        "| also | measured |",
        "|---|---:|",
        f"| transactions of a move in PostgreSQL, {MOST} tables at once | {database.commits:.3f} |",
        f"| bytes of a move in its tables and indices | {database.bytes:,.0f} |",
        f"| bytes of a move in its log (WAL) | {database.log_bytes:,.0f} |",
        f"| CPU of PostgreSQL for a listener whom a notification reaches, µs | {notice * 1e6:.1f} |",
        f"| memory of a process at which nobody is, MB | {sockets.empty_megabytes:.0f} |",
        f"| memory of a socket with its share of a table, kB | {sockets.bytes / 1e3:.1f} |",
        f"| CPU of a socket at rest, µs a second | {sockets.cpu_share * 1e6:.1f} |",
        "",
        "CPU of a bot's decision, mean of the first few of a game of the fewest seats:",
        "",
        "| level | " + " | ".join(f"{name}, ms" for name in bots[0].seconds) + " |",
        "|---|" + "---:|" * len(bots[0].seconds),
    ]
    for bot in bots:
        lines.append(f"| {bot.name} | " + " | ".join(f"{each * 1e3:,.1f}" for each in bot.seconds.values()) + " |")
    return lines


def _raced(races: Sequence[Races]) -> list[str]:
    lines = [
        f"Two devices of one seat play at once, each another move, {RACES} times: one move of two can stand.",
        "How many were shown as made to whoever made them, how many are kept, and how often the other device was told.",
        "",
        "| server | moves shown as made | kept | shown and lost | told that it was refused |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in races:
        lines.append(f"| {one.name} | {one.shown} | {one.kept} | {one.shown - one.kept} | {one.told} |")
    return lines


def report_scaling(database: Database, notice: float, sockets: Sockets, bots: Sequence[Bot]) -> str:
    """The page of what that gives for many players: a text in which figures are filled in."""
    move, beside = POSTGRESQL.cost(MOST) / 1e6, POSTGRESQL.database_cost(MOST) / 1e6
    thought = max(next(bot for bot in bots if bot.name == BOT).seconds.values())
    rows: dict[str, list[str]] = {}
    for players in PLAYERS:
        moves = players / SECONDS_A_MOVE
        cores = (moves * move + players * sockets.cpu_share) / LOAD
        processes = math.ceil(cores)
        memory = (processes * sockets.empty_megabytes + players * sockets.bytes / 1e6) / 1e3
        notices = processes * NOTICES_A_SECOND
        told = notices * processes * notice
        thinking = moves * SHARE_OF_BOTS * thought / LOAD
        for name, text in (
            ("players at a time", f"{players:,}"),
            ("tables", f"{players / SEATS_A_TABLE:,.0f}"),
            ("moves a second", f"{moves:,.0f}"),
            ("processes of Parlor, a core each", f"{processes:,}"),
            ("memory of these, GB", f"{memory:,.1f}"),
            ("cores of PostgreSQL for moves", f"{moves * beside / LOAD:,.1f}"),
            ("commits a second, if as many moves share one", f"{moves * database.commits:,.0f}"),
            ("log (WAL), MB a second", f"{moves * database.log_bytes / 1e6:,.1f}"),
            (f"tables and indices after {DAYS} days, GB", f"{moves * 86_400 * DAYS * database.bytes / 1e9:,.0f}"),
            ("cores of PostgreSQL for notifications", f"{told / LOAD:,.1f}"),
            (f"cores for bots, if every other move is a {BOT}'s", f"{thinking:,.0f}"),
        ):
            rows.setdefault(name, []).append(text)
    head, *others = rows.items()
    table = [f"| {head[0]} | " + " | ".join(head[1]) + " |", "|---|" + "---:|" * len(PLAYERS)]
    table += [f"| {name} | " + " | ".join(texts) + " |" for name, texts in others]
    return TEMPLATE.read_text(encoding="utf-8").format(
        table="\n".join(table),
        move=f"{move * 1e6:.0f}",
        beside=f"{beside * 1e6:.0f}",
        socket=f"{sockets.bytes / 1e3:.0f}",
        notice=f"{notice * 1e6:.1f}",
        thought=f"{thought * 1e3:.0f}",
        bot=BOT,
        seconds=f"{SECONDS_A_MOVE:.0f}",
        seats=SEATS_A_TABLE,
        load=f"{LOAD:.0%}",
        notices=f"{NOTICES_A_SECOND:.0f}",
        days=DAYS,
        crowd=f"{1 / math.sqrt(NOTICES_A_SECOND * notice):,.0f}",
    )
