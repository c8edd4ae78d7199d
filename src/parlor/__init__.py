"""Parlor: three pizza board games as a rules engine, for people, bots and researchers."""

from parlor import build

build.choose()

from parlor.core.seats import ALL, CHANCE  # noqa: E402  (the build must be chosen before anything compiled is imported)
from parlor.games import game  # noqa: E402

__all__ = ["ALL", "CHANCE", "game"]
