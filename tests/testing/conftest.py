"""The toy's words, made ready for gettext as a package would do when it is built."""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

for path in (Path(__file__).parent / "words").glob("*.po"):
    draft = path.with_suffix(f".{os.getpid()}")
    with path.open("rb") as source, draft.open("wb") as file:
        write_mo(file, read_po(source, locale=path.stem))
    # Whole or not at all: tests may run in several processes.
    draft.replace(path.with_suffix(".mo"))
