"""All tables from one database into another, of either kind: the same ids, tokens and links, checked line by line."""

from __future__ import annotations

from typing import NamedTuple

from parlor.server.address import Database
from parlor.server.database import StorageFailed
from parlor.server.sides import Side, reading, writing


class Copied(NamedTuple):
    """What was copied, and found to be the same."""

    tables: int
    lines: int


async def move(database: Database, to: Database) -> Copied:
    """Copy everything into an empty database, while no server runs on either; the old one stays as it was."""
    async with reading(database, alone=True) as source, writing(to) as target:
        return await copy(source, target)


async def copy(source: Side, target: Side) -> Copied:
    """Copy everything, then read both again and compare them."""
    async for table in source.tables():
        await target.put(table)
    await target.put_rest(await source.rest())
    tables = lines = 0
    there = target.tables()
    async for table in source.tables():
        if await anext(there, None) != table:
            raise StorageFailed("server.move.differs", table=table.id)
        tables += 1
        lines += len(table.lines)
    if await anext(there, None) is not None or await source.rest() != await target.rest():
        raise StorageFailed("server.move.differs", table="")
    return Copied(tables, lines)
