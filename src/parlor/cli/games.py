"""`parlor games`: what there is to play, with how many, and what can be chosen before."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlor.cli.words import language, tell, tell_if_known
from parlor.core.game import Game
from parlor.core.options import Option
from parlor.games import game as find_game
from parlor.games import names


def list_games() -> None:
    """All games, a line each."""
    table = Table(box=None, pad_edge=False)
    for column in ("game", "seats", "about"):
        table.add_column(tell(f"cli.column.{column}"), no_wrap=column != "about")
    for name in names():
        table.add_row(name, _seats(find_game(name)), escape(tell_if_known(f"{name}.line")))
    console = Console(highlight=False)
    console.print(table)
    console.print()
    console.print(tell("cli.games-more"))


def describe(name: str) -> None:
    """One game: its seats, options with what they allow and mean, what is in the box, and who made it."""
    game = find_game(name)
    console = Console(highlight=False)
    console.print(tell_if_known(f"{name}.title") or name, style="bold", markup=False)
    for text in (tell_if_known(f"{name}.line"), tell("cli.games-seats", seats=_seats(game))):
        if text:
            console.print(text, markup=False)
    if game.options:
        console.print()
        console.print(_options(game))
    if inventory := game.inventory(language()):
        console.print()
        console.print(inventory, markup=False)
    if credits := tell_if_known(f"{name}.credits"):
        console.print()
        console.print(credits, markup=False)
        console.print(tell("cli.games-credits"), markup=False)


def _options(game: Game) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("option", "values", "default", "about"):
        table.add_column(tell(f"cli.column.{column}"), no_wrap=column == "option", overflow="fold")
    for option in game.options:
        about = tell_if_known(f"{game.name}.option.{option.name}")
        if option.seats is not None:
            seats = ", ".join(map(str, option.seats))
            about = f"{about} {tell('cli.games-option-seats', seats=seats)}".strip()
        table.add_row(option.name, escape(option.allowed), escape(_default(option)), escape(about))
    return table


def _default(option: Option) -> str:
    return "—" if option.default is None else str(option.default)


def _seats(game: Game) -> str:
    counts = list(game.seat_counts)
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(map(str, counts))
