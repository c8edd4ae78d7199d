"""A server for friends who are apart: it enforces the rules, keeps secrets, and loses nothing."""

from pathlib import Path

from parlor.core.words import add_catalogues

add_catalogues(Path(__file__).parent / "words")
