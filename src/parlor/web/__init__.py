"""The pages that people play on: served, drawn and worded by the server; a small client brings them to life."""

from pathlib import Path

from parlor.core.words import add_catalogues

add_catalogues(Path(__file__).parent / "words")
