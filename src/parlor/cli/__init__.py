"""The command `parlor`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Wrong input ends with a sentence on standard error and exit status 2."""
    from parlor.cli.words import explain, tell
    from parlor.core.errors import ParlorError

    try:
        from parlor.cli.app import app
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich", "joblib"):
            raise
        _fail(tell("cli.install", missing=error.name))
    try:
        app(args=None if arguments is None else list(arguments), prog_name="parlor")
    except ParlorError as error:
        _fail(explain(error.message))
    except OSError as error:
        _fail(tell("cli.file", path=str(error.filename or ""), problem=error.strerror or str(error)))


def _fail(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)
