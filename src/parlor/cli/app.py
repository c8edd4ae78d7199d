"""The commands and their options. What they do is imported when they run, so that `--help` answers at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from parlor.cli.words import tell, use
from parlor.core.words import LANGUAGES

# Imports inside functions: start-up time.


def _game_names(incomplete: str) -> list[str]:
    from parlor.games import names

    return [name for name in names() if name.startswith(incomplete)]


def _bot_names(incomplete: str) -> list[str]:
    """Completes the last name of a list that is separated by commas."""
    from parlor.bots import names

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in names() if name.startswith(last)]


def _languages(incomplete: str) -> list[str]:
    return [name for name in LANGUAGES if name.startswith(incomplete)]


def _option(name: str, *flags: str, **more: Any) -> Any:
    return typer.Option(*(flags or (f"--{name}",)), help=tell(f"cli.option.{name}"), show_default=False, **more)


def _argument(name: str, **more: Any) -> Any:
    return typer.Argument(
        help=tell(f"cli.argument.{name}"), metavar=name.rpartition("-")[2].upper(), show_default=False, **more
    )


def _command(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return app.command(name, help=tell(f"cli.about.{name}"), epilog="\b\n" + tell(f"cli.examples.{name}"))


GameName = Annotated[str, _argument("game", autocompletion=_game_names)]
RecordFile = Annotated[Path, _argument("file")]
Language = Annotated[
    str,
    _option("language", metavar="|".join(LANGUAGES), callback=use, is_eager=True, autocompletion=_languages),
]
Seats = Annotated[int | None, _option("seats", "--seats", metavar="N")]
Options = Annotated[list[str] | None, _option("option", metavar="NAME=VALUE")]
Games = Annotated[int, _option("games", metavar="N")]
RunSeed = Annotated[int, _option("seed", metavar="N")]
Jobs = Annotated[int, _option("jobs", metavar="N")]
JsonFile = Annotated[Path | None, _option("json", metavar="FILE")]
CsvFile = Annotated[Path | None, _option("csv", metavar="FILE")]

app = typer.Typer(
    help=tell("cli.about"),
    epilog="\b\n" + tell("cli.examples"),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@_command("play")
def _play(
    game: GameName = "pizza-theory",
    seats: Seats = None,
    people: Annotated[int | None, _option("people", metavar="N")] = None,
    seat: Annotated[list[int] | None, _option("seat", metavar="N")] = None,
    bot: Annotated[str | None, _option("bot", metavar="NAME", autocompletion=_bot_names)] = None,
    bots: Annotated[str, _option("bots", metavar="NAME,NAME", autocompletion=_bot_names)] = "",
    option: Options = None,
    language: Language = "",
    save: Annotated[Path | None, _option("save", metavar="FILE")] = None,
    resume: Annotated[Path | None, _option("resume", metavar="FILE")] = None,
    move: Annotated[str | None, _option("move", metavar="TEXT")] = None,
    at: Annotated[int | None, _option("at", metavar="LINE")] = None,
    seed: Annotated[str | None, _option("seed-text", "--seed", metavar="TEXT")] = None,
) -> None:
    from parlor.cli.play import Wish, play

    wish = Wish(game, seats, people, seat or [], bot, _names(bots), option or [], seed)
    play(wish, save, resume, move, at)


@_command("simulate")
def _simulate(
    game: GameName,
    bots: Annotated[str, _option("line-up", "--bots", metavar="NAME,NAME", autocompletion=_bot_names)],
    games: Games = 1000,
    seed: RunSeed = 1,
    jobs: Jobs = 1,
    option: Options = None,
    json: JsonFile = None,
    csv: CsvFile = None,
    language: Language = "",
) -> None:
    from parlor.arena.plan import Plan
    from parlor.cli.arena import Files, arena
    from parlor.cli.options import named_options
    from parlor.games import game as find_game

    options = named_options(find_game(game), option or [])
    arena(Plan(game, tuple(_names(bots)), games, seed, options), jobs, None, Files(json=json, csv=csv))


@_command("arena")
def _arena(
    game: GameName,
    bots: Annotated[list[str], _argument("bots", autocompletion=_bot_names)],
    seats: Seats = None,
    lone: Annotated[bool, _option("lone")] = False,
    games: Games = 1000,
    seed: RunSeed = 1,
    jobs: Jobs = 1,
    cluster: Annotated[str | None, _option("cluster", metavar="ray[:ADDRESS]")] = None,
    option: Options = None,
    save: Annotated[Path | None, _option("save-results", "--save", metavar="FILE")] = None,
    resume: Annotated[Path | None, _option("resume-results", "--resume", metavar="FILE")] = None,
    keep: Annotated[Path | None, _option("keep", metavar="FOLDER")] = None,
    json: JsonFile = None,
    csv: CsvFile = None,
    parquet: Annotated[Path | None, _option("parquet", metavar="FILE")] = None,
    plot: Annotated[list[Path] | None, _option("plot", metavar="FILE")] = None,
    language: Language = "",
) -> None:
    from parlor.arena.plan import Plan
    from parlor.cli.arena import Files, arena
    from parlor.cli.options import named_options
    from parlor.games import game as find_game

    rules = find_game(game)
    count = rules.seat_counts[0] if seats is None else seats
    arrangement: Literal["lone", "every"] = "lone" if lone else "every"
    plan = Plan(game, tuple(bots), games, seed, named_options(rules, option or []), arrangement, count)
    arena(plan, jobs, cluster, Files(save, resume, keep, json, csv, parquet, plot or []))


@_command("hint")
def _hint(
    file: RecordFile,
    seat: Annotated[int, _option("hint-seat", "--seat", metavar="N")],
    line: Annotated[int | None, _option("hint-line", "--line", metavar="N")] = None,
    bot: Annotated[str | None, _option("hint-bot", "--bot", metavar="NAME", autocompletion=_bot_names)] = None,
    sims: Annotated[int | None, _option("sims", metavar="N")] = None,
    seed: RunSeed = 1,
    json: Annotated[bool, _option("hint-json", "--json")] = False,
    language: Language = "",
) -> None:
    from parlor.cli.hint import hint

    hint(file, seat, line, bot, sims, seed, json)


@_command("replay")
def _replay(
    file: RecordFile,
    seat: Annotated[str, _option("viewer", "--seat", metavar="N|spectator|all")] = "spectator",
    line: Annotated[int | None, _option("line", metavar="N")] = None,
    language: Language = "",
) -> None:
    from parlor.cli.replay import replay

    replay(file, seat, line)


@_command("render")
def _render(
    file: RecordFile,
    ply: Annotated[int | None, _option("ply", metavar="N")] = None,
    seat: Annotated[str, _option("viewer", "--seat", metavar="N|spectator|all")] = "spectator",
    animate: Annotated[bool, _option("animate", "--animate")] = False,
    output: Annotated[Path | None, _option("output", "-o", "--output", metavar="FILE")] = None,
    language: Language = "",
) -> None:
    from parlor.cli.render import render

    render(file, seat, ply, animate, output)


@_command("verify")
def _verify(file: RecordFile, language: Language = "") -> None:
    from parlor.core.record import load_record, verify
    from parlor.games import game as find_game

    record = load_record(file, find_game)
    if record.incomplete:
        typer.echo(tell("cli.incomplete", line=len(record.lines)))
    typer.echo(tell("verify.fair", n=verify(record)))


@_command("perft")
def _perft(
    game: GameName,
    depth: Annotated[int, _option("depth", metavar="N")] = 3,
    seats: Seats = None,
    option: Options = None,
    position: Annotated[str | None, _option("position", metavar="FILE|JSON")] = None,
    language: Language = "",
) -> None:
    from parlor.cli.perft import count_tree

    count_tree(game, depth, seats, option or [], position)


@_command("serve")
def _serve(
    host: Annotated[str, _option("host", metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[int, _option("port", metavar="N", min=0, max=65535)] = 8080,
    database: Annotated[Path, _option("database", metavar="FILE")] = Path("parlor.db"),
    workers: Annotated[int, _option("workers", metavar="N", min=1)] = 1,
    bot: Annotated[list[str] | None, _option("house-bot", "--bot", metavar="NAME=SPEC")] = None,
    bot_seconds: Annotated[float | None, _option("bot-seconds", metavar="SECONDS", min=0.01)] = None,
    bot_pause: Annotated[float, _option("bot-pause", metavar="SECONDS", min=0)] = 0.8,
    grace: Annotated[float, _option("grace", metavar="SECONDS", min=0)] = 60.0,
    idle_days: Annotated[float, _option("idle-days", metavar="DAYS", min=0)] = 30.0,
    origin: Annotated[list[str] | None, _option("origin", metavar="ORIGIN")] = None,
    webhook_host: Annotated[list[str] | None, _option("webhook-host", metavar="NAME")] = None,
    behind_proxy: Annotated[bool, _option("behind-proxy")] = False,
    metrics: Annotated[bool, _option("metrics", "--metrics/--no-metrics")] = True,
    tables_per_hour: Annotated[int, _option("tables-per-hour", metavar="N", min=1)] = 100,
    hints_per_minute: Annotated[float, _option("hints-per-minute", metavar="N", min=0.1)] = 20.0,
    sockets: Annotated[int, _option("sockets", metavar="N", min=1)] = 100,
    messages_per_second: Annotated[float, _option("messages-per-second", metavar="N", min=0.1)] = 20.0,
    open_browser: Annotated[bool, _option("open", "--open")] = False,
    language: Language = "",
) -> None:
    from parlor.cli.serve import house_bots, serve
    from parlor.server.settings import Settings

    settings = Settings(
        host=host,
        port=port,
        database=database,
        workers=workers,
        bots=house_bots(bot or []),
        bot_seconds=bot_seconds,
        bot_pause=bot_pause,
        grace=grace,
        idle_days=idle_days,
        origins=tuple(origin or ()),
        webhook_hosts=tuple(webhook_host or ()),
        behind_proxy=behind_proxy,
        metrics=metrics,
        tables_per_hour=tables_per_hour,
        hints_per_minute=hints_per_minute,
        sockets=sockets,
        messages_per_second=messages_per_second,
    )
    serve(settings, open_browser)


@_command("backup")
def _backup(
    database: Annotated[Path, _argument("database")],
    file: Annotated[Path, _argument("backup-file")],
    language: Language = "",
) -> None:
    from parlor.server.store import backup

    backup(database, file)
    typer.echo(tell("cli.backed-up", path=str(file)))


@_command("games")
def _games(
    game: Annotated[str, _argument("game", autocompletion=_game_names)] = "",
    language: Language = "",
) -> None:
    from parlor.cli.games import describe, list_games

    if game:
        describe(game)
    else:
        list_games()


def _names(text: str) -> list[str]:
    """Specs that are separated by commas; a piece like `seconds=2` still belongs to the spec before it."""
    found: list[str] = []
    for piece in text.split(","):
        if found and "=" in piece and ":" not in piece:
            found[-1] += f",{piece.strip()}"
        elif piece.strip():
            found.append(piece.strip())
    return found
