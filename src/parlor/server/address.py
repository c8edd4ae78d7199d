"""Where tables live: in a file, or in a database of PostgreSQL, which is said without its password."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from parlor.server.database import StorageFailed

SCHEMES = ("postgresql", "postgres")


class Address:
    """Where a database of PostgreSQL is. Its words hold no password."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            parts = urlsplit(url)
            query = parse_qs(parts.query)
            host = parts.hostname or query.get("host", [""])[0]
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            # What is wrong might be the password.
            raise StorageFailed("server.database.address") from None
        user = f"{parts.username}@" if parts.username else ""
        self._words = f"postgresql://{user}{host}{port}{parts.path}"

    def __str__(self) -> str:
        return self._words

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and self.url == other.url

    def __hash__(self) -> int:
        return hash(self.url)


Database = Path | Address


def parse_database(text: str) -> Database:
    """A database as people name it: a file, or `postgresql://…`."""
    return Address(text) if text.partition("://")[0].lower() in SCHEMES and "://" in text else Path(text)
