"""What somebody who hosts may choose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """How a server runs. The limits are per address."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: Path = Path("parlor.db")
    workers: int = 1
    """Processes in which bots think."""
    bot_seconds: float = 1.0
    bot_pause: float = 0.0
    grace: float = 60.0
    """Seconds after which a bot stands in for somebody who has left."""
    idle_days: float = 30.0
    """Days after which a table that nobody has touched is forgotten."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""
    webhook_hosts: tuple[str, ...] = ()
    """Hosts that may be told whose turn it is."""
    tables_per_hour: int = 100
    sockets: int = 100
    requests_per_second: float = 50.0
    messages_per_second: float = 20.0
    """Of one socket; an address may send five times as many."""
    metrics: bool = True
