"""`parlor play`: sets a table from what was asked for, new or resumed, and starts the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlor.bots import bot
from parlor.cli import saved
from parlor.cli.options import named_options
from parlor.cli.screen import Screen
from parlor.cli.session import Session
from parlor.cli.words import tell
from parlor.core.chance import Seed
from parlor.core.errors import BadOption, ParlorError
from parlor.core.game import Game
from parlor.games import game as find_game
from parlor.table import Table, seats_for


@dataclass(frozen=True)
class Wish:
    """Who should play what."""

    game: str
    seats: int | None
    people: int | None
    seat: Sequence[int]
    bot: str | None
    bots: Sequence[str]
    options: Sequence[str]
    seed: str | None


def play(wish: Wish, save: Path | None, resume: Path | None, move: str | None, line: int | None) -> None:
    """Play in the terminal."""
    if save is not None and resume is not None:
        raise BadOption("cli.save-or-resume")
    screen = Screen()
    session = _new(wish, screen, save) if resume is None else _resumed(resume, screen, {wish.bot, *wish.bots})
    try:
        if move is None:
            session.run()
        else:
            session.play_once(move, line)
    except ParlorError:
        if save is not None and not session.has_begun:
            saved.discard(save)
        raise
    finally:
        session.close()


def _new(wish: Wish, screen: Screen, save: Path | None) -> Session:
    game = find_game(wish.game)
    options = named_options(game, wish.options)
    seats = _seat_count(game, wish)
    game.checked_options(seats, options)
    bots = _bots(wish, seats)
    seed = None if wish.seed is None else Seed(wish.seed)
    table = Table(game, seating=seats_for(seats, bots), seed=seed, **options)
    if save is not None:
        saved.save(table.record, table.seed, bots, save)
    return Session(table, screen, save)


def _resumed(path: Path, screen: Screen, named: Collection[str | None]) -> Session:
    record, seed, on_seats = saved.resume(path)
    bots = {seat: name for seat, name in enumerate(on_seats) if name is not None}
    for name in bots.values():
        # A file may come from anywhere: it alone must not make a program run.
        if name.startswith("exec:") and name not in named:
            raise BadOption("cli.program", bot=name[:80])
        bot(name)
    saved.keep_on(record, path)
    if record.incomplete:
        screen.show(tell("cli.recovered", line=len(record.lines)))
    screen.show(tell("cli.resumed", path=str(path), line=len(record.lines)))
    table = Table(record.game, seating=seats_for(record.seats, bots), seed=seed, record=record)
    return Session(table, screen, path)


def _seat_count(game: Game, wish: Wish) -> int:
    """As many seats as are asked for, or as the people and bots that are named need, or three."""
    if wish.seats is not None:
        return wish.seats
    if wish.bots:
        return len(wish.bots) + (len(wish.seat) or _people(wish))
    if wish.people is not None and wish.bot is None and wish.people in game.seat_counts:
        return wish.people
    return 3 if 3 in game.seat_counts else game.seat_counts[-1]


def _people(wish: Wish) -> int:
    return 1 if wish.people is None else wish.people


def _bots(wish: Wish, seats: int) -> Mapping[int, str]:
    """The bot on each seat that no person takes."""
    taken = list(wish.seat) or list(range(_people(wish)))
    if wish.seat and wish.people not in (None, len(wish.seat)):
        raise BadOption("cli.seat-or-people", people=wish.people, seats=len(wish.seat))
    if not taken or len(set(taken)) != len(taken) or not all(0 <= seat < seats for seat in taken):
        name = "seat" if wish.seat else "people"
        value = ", ".join(map(str, wish.seat)) if wish.seat else str(wish.people)
        allowed = f"0–{seats - 1}" if wish.seat else f"1–{seats}"
        raise BadOption("option.value", option=name, value=value, allowed=allowed)
    free = [seat for seat in range(seats) if seat not in taken]
    names: list[Any] = list(wish.bots) or [wish.bot or "greedy"] * len(free)
    if len(names) != len(free):
        raise BadOption("cli.bot-count", bots=names, n=len(names), free=len(free))
    for name in names:
        bot(name)
    return dict(zip(free, names, strict=True))
