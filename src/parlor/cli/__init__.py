"""The command `parlor`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from parlor.cli.words import explain, tell
from parlor.core.errors import ParlorError

NEEDED = ("typer", "rich", "joblib")
NEEDED_TO_SERVE = ("aiohttp", "msgspec", "prometheus_client")
EXTRAS = {"matplotlib": "arena", "pyarrow": "arena", "ray": "ray", "asyncpg": "postgresql"}
"""What only some options need, with the extra that brings it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Wrong input ends with a sentence on standard error and exit status 2."""
    try:
        # Optional: who lacks what it needs is told so.
        from parlor.cli.app import app

        app(args=None if arguments is None else list(arguments), prog_name="parlor")
    except ParlorError as error:
        _fail(explain(error.message))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in NEEDED_TO_SERVE:
            _fail(tell("cli.install-server", missing=missing))
        if missing in EXTRAS:
            _fail(tell("cli.install-extra", missing=missing, extra=EXTRAS[missing]))
        if missing not in NEEDED:
            raise
        _fail(tell("cli.install", missing=missing))
    except OSError as error:
        _fail(tell("cli.file", path=str(error.filename or ""), problem=error.strerror or str(error)))


def _fail(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(2)
