"""The commands and their options. What they do is imported when they run, so that `--help` answers at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from parlor.cli.words import explain, tell, use
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


DATABASE = "parlor.db"
DATABASE_VARIABLE = "PARLOR_DATABASE"


def _option(name: str, *flags: str, **more: Any) -> Any:
    said = tell(f"cli.option.{name}")
    return typer.Option(*(flags or (f"--{name}",)), help=said, show_default=False, show_envvar=False, **more)


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
AdminSocket = Annotated[Path | None, _option("admin-socket", "--admin", metavar="PATH")]

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
    from parlor.core.deal import told, written
    from parlor.core.record import load_record, verify
    from parlor.games import game as find_game

    record = load_record(file, find_game)
    if record.incomplete:
        typer.echo(tell("cli.incomplete", line=len(record.lines)))
    typer.echo(tell("verify.fair", n=verify(record)))
    assert record.seed is not None
    for message in told(record.deal, record.seats) + written(record.deal, record.commitment, record.seed):
        typer.echo(explain(message))


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
    database: Annotated[str, _option("database", metavar="FILE|URL", envvar=DATABASE_VARIABLE)] = DATABASE,
    admin: AdminSocket = None,
    processes: Annotated[int, _option("processes", metavar="N", min=1)] = 1,
    apart: Annotated[bool, _option("apart", "--apart")] = False,
    unix: Annotated[Path | None, _option("unix", metavar="FOLDER")] = None,
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
    debug_loop: Annotated[float | None, _option("debug-loop", metavar="MILLISECONDS", min=1)] = None,
    backup_folder: Annotated[Path | None, _option("backup-folder", metavar="FOLDER")] = None,
    backup_hours: Annotated[float, _option("backup-hours", metavar="HOURS", min=0.0001)] = 24.0,
    backups_kept: Annotated[int, _option("backups-kept", metavar="N", min=1)] = 7,
    no_chat: Annotated[bool, _option("no-chat", "--no-chat")] = False,
    no_imports: Annotated[bool, _option("no-imports", "--no-imports")] = False,
    no_components: Annotated[bool, _option("no-components", "--no-components")] = False,
    no_lists: Annotated[bool, _option("no-lists", "--no-lists")] = False,
    most_tables: Annotated[int, _option("most-tables", metavar="N", min=1)] = 100_000,
    most_bytes: Annotated[int, _option("most-bytes", metavar="N", min=1)] = 10_000_000_000,
    tables_per_hour: Annotated[int, _option("tables-per-hour", metavar="N", min=1)] = 100,
    hints_per_minute: Annotated[float, _option("hints-per-minute", metavar="N", min=0.1)] = 20.0,
    sockets: Annotated[int, _option("sockets", metavar="N", min=1)] = 100,
    messages_per_second: Annotated[float, _option("messages-per-second", metavar="N", min=0.1)] = 20.0,
    open_browser: Annotated[bool, _option("open", "--open")] = False,
    language: Language = "",
) -> None:
    from parlor.cli.serve import house_bots, serve
    from parlor.server.address import parse_database
    from parlor.server.settings import Settings

    settings = Settings(
        host=host,
        port=port,
        database=parse_database(database),
        admin=admin,
        processes=processes,
        apart=apart,
        unix=unix,
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
        debug_loop=debug_loop,
        backup_folder=backup_folder,
        backup_hours=backup_hours,
        backups_kept=backups_kept,
        chat=not no_chat,
        imports=not no_imports,
        components=not no_components,
        lists=not no_lists,
        most_tables=most_tables,
        most_bytes=most_bytes,
        tables_per_hour=tables_per_hour,
        hints_per_minute=hints_per_minute,
        sockets=sockets,
        messages_per_second=messages_per_second,
    )
    serve(settings, open_browser)


@_command("backup")
def _backup(
    database: Annotated[str, _argument("database")],
    file: Annotated[Path, _argument("backup-file")],
    check: Annotated[bool, _option("check", "--check")] = False,
    language: Language = "",
) -> None:
    from parlor.cli.backup import back_up

    back_up(database, file, check)


@_command("check")
def _check(database: Annotated[str, _argument("database")], language: Language = "") -> None:
    from parlor.cli.backup import check_whole

    check_whole(database)


@_command("move")
def _move(
    source: Annotated[str, _argument("from")], target: Annotated[str, _argument("to")], language: Language = ""
) -> None:
    from parlor.cli.backup import move_all

    move_all(source, target)


admin = typer.Typer(
    help=tell("cli.about.admin"),
    epilog="\b\n" + tell("cli.examples.admin"),
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.add_typer(admin, name="admin")
ServerDatabase = Annotated[str, _option("admin-database", "--database", metavar="FILE|URL", envvar=DATABASE_VARIABLE)]
TableName = Annotated[str, _argument("table")]
Address = Annotated[str, _argument("address")]


def _admin(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return admin.command(name, help=tell(f"cli.about.admin.{name}"))


@_admin("tables")
def _admin_tables(database: ServerDatabase = DATABASE, socket: AdminSocket = None, language: Language = "") -> None:
    from parlor.cli.admin import ask, show_tables

    show_tables(ask(database, socket, "tables"))


@_admin("remove")
def _admin_remove(
    table: TableName, database: ServerDatabase = DATABASE, socket: AdminSocket = None, language: Language = ""
) -> None:
    from parlor.cli.admin import ask, show_removed

    show_removed(table, ask(database, socket, "remove", {"table": table}))


@_admin("erase")
def _admin_erase(
    table: Annotated[str | None, _argument("table")] = None,
    name: Annotated[str | None, _option("erase-name", "--name", metavar="NAME")] = None,
    database: ServerDatabase = DATABASE,
    socket: AdminSocket = None,
    language: Language = "",
) -> None:
    from parlor.cli.admin import ask, show_erased

    show_erased(ask(database, socket, "erase", {"table": table, "name": name}))


@_admin("ban")
def _admin_ban(
    address: Address,
    hours: Annotated[float, _option("hours", metavar="N", min=0.01)] = 24.0,
    database: ServerDatabase = DATABASE,
    socket: AdminSocket = None,
    language: Language = "",
) -> None:
    from parlor.cli.admin import ask

    found = ask(database, socket, "ban", {"address": address, "hours": hours})
    typer.echo(tell("cli.admin.banned", address=found["address"], n=found["sent_away"]))


@_admin("unban")
def _admin_unban(
    address: Address, database: ServerDatabase = DATABASE, socket: AdminSocket = None, language: Language = ""
) -> None:
    from parlor.cli.admin import ask

    found = ask(database, socket, "unban", {"address": address})
    typer.echo(tell("cli.admin.unbanned" if found["was_banned"] else "cli.admin.not-banned", address=found["address"]))


@_admin("bans")
def _admin_bans(database: ServerDatabase = DATABASE, socket: AdminSocket = None, language: Language = "") -> None:
    from parlor.cli.admin import ask, show_bans

    show_bans(ask(database, socket, "bans"))


@_admin("loads")
def _admin_loads(database: ServerDatabase = DATABASE, socket: AdminSocket = None, language: Language = "") -> None:
    from parlor.cli.admin import ask, show_loads

    show_loads(ask(database, socket, "loads"))


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
