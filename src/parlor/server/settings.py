"""What somebody who hosts may choose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from parlor.bots import names
from parlor.server.address import Database


@dataclass(frozen=True)
class Settings:
    """How a server runs. docs/hosting.md explains it."""

    host: str = "127.0.0.1"
    port: int = 8080
    unix: Path | None = None
    """A folder in which each process listens on a unix socket, `0.sock`, `1.sock`…, in the place of a port."""
    processes: int = 1
    """Processes that serve the same tables."""
    apart: bool = False
    """Whether each of them listens on a port of its own, from `port` on."""
    database: Database = Path("parlor.db")
    admin: Path | None = None
    """The socket through which `parlor admin` reaches this server, None for the one beside the database."""
    workers: int = 1
    """Processes in which bots think, and as many for what visitors ask for."""
    bots: tuple[tuple[str, str], ...] = ()
    """Bots of this house besides those of Parlor, each a name and a spec: no visitor can name a spec."""
    bot_seconds: float | None = None
    """How long a bot may think about a move, None for its own time."""
    bot_pause: float = 0.0
    """How long a bot takes for a move at least, more or less, so that people can follow."""
    hints_per_minute: float = 20.0
    """Hints that one address may ask for in a minute."""
    grace: float = 60.0
    """Seconds after which a bot stands in for somebody who has left."""
    idle_days: float = 30.0
    """Days after which a table that nobody has touched is forgotten."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as https://example.org."""
    webhook_hosts: tuple[str, ...] = ()
    """Host names that may be told whose turn it is."""
    behind_proxy: bool = False
    """Whether addresses come from the X-Forwarded-For that a proxy in front of the server sets."""
    metrics: bool = True
    """Whether /metrics answers."""
    debug_loop: float | None = None
    """Milliseconds of CPU after which whoever holds the event loop is named in the log, None to let it be."""
    chat: bool = True
    """Whether people at a table may talk to each other."""
    imports: bool = True
    """Whether visitors may bring records."""
    components: bool = True
    """Whether visitors may bring components of their own for a game."""
    lists: bool = True
    """Whether tables may be listed for everybody."""
    backup_folder: Path | None = None
    """Where backups are made by schedule, None for nowhere."""
    backup_hours: float = 24.0
    """Hours between two of them."""
    backups_kept: int = 7
    """How many of them are kept, the newest."""
    most_tables: int = 100_000
    """Tables that are kept, in all."""
    most_bytes: int = 10_000_000_000
    """How large the database may be before no more tables are set."""
    tables_per_hour: int = 100
    """Tables and records that one address may set in an hour."""
    requests_per_second: float = 50.0
    """HTTP requests of one address; four times as many at once."""
    sockets: int = 100
    """Sockets that one address may hold."""
    messages_per_second: float = 20.0
    """Messages of one socket; an address may send five times as many."""
    heartbeat: float = 20.0
    """Seconds between pings; who does not answer within half of it is gone."""
    head_seconds: float = 10.0
    """How long a connection may take to ask for something."""
    body_seconds: float = 20.0
    """How long the body of a request may take."""
    unread_seconds: float = 60.0
    """How long somebody may read nothing of what was sent to them."""
    hello_seconds: float = 10.0
    """How long a socket may take to say hello."""
    sweep_seconds: float = 60.0
    """How often idle tables are looked for."""

    @property
    def offered_bots(self) -> dict[str, str]:
        """The specs of all bots that a visitor may choose, by name."""
        return {**{name: name for name in names()}, **dict(self.bots)}
