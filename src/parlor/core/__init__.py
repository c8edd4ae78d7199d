"""The protocol that every game speaks, and what it stands on."""

from pathlib import Path

from parlor.core.words import add_catalogues

# Here and not there, since a compiled module does not lie beside its catalogues.
add_catalogues(Path(__file__).parent / "words")
