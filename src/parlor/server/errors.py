"""What a server refuses, and how it says so: over HTTP, on a socket, and in its log."""

from __future__ import annotations

import logging
import traceback

import msgspec
from aiohttp import web

from parlor.core.errors import NotYet, ParlorError
from parlor.core.fields import Data
from parlor.core.words import LANGUAGES, say
from parlor.server.messages import encode
from parlor.server.metrics import REFUSED
from parlor.server.store import StorageFailed

UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What reading a message may raise."""
log = logging.getLogger("parlor.server")


class Refused(ParlorError):
    """Something that this visitor may not do."""


class NoTable(ParlorError):
    """There is no such table."""


class TooMuch(ParlorError):
    """More than one address may ask for."""


def refusal(error: Exception) -> ParlorError:
    """What a visitor is told of any error; one that nobody foresaw might hold what must not be told, and is logged."""
    if isinstance(error, ParlorError):
        return error
    if isinstance(error, UNREADABLE):
        return Refused("server.message", problem=str(error)[:200])
    if isinstance(error, web.HTTPException):
        return Refused("server.http", status=error.status, reason=error.reason)
    log_failure("a request failed", error)
    return Refused("server.failed")


def status_of(error: Exception) -> int:
    """The HTTP status that fits an error."""
    match error:
        case web.HTTPException():
            return error.status
        case NoTable():
            return 404
        case TooMuch():
            return 429
        case StorageFailed():
            return 503
        case NotYet() | Refused():
            return 403
    return 400 if isinstance(error, (ParlorError, *UNREADABLE)) else 500


def error_message(error: ParlorError, note: int | None = None, language: str | None = None) -> Data:
    """What somebody is sent whose wish was refused."""
    REFUSED.labels(error.message.id).inc()
    return {
        "type": "error",
        "note": note,
        "error": error.message.dump(),
        "text": say(error.message, language or LANGUAGES[0]),
    }


class ErrorAnswer(web.Response):
    """An error as the answer to a request."""

    def __init__(self, error: Exception, language: str) -> None:
        self.error = refusal(error)
        body = encode(error_message(self.error, language=language))
        super().__init__(body=body, status=status_of(error), content_type="application/json")
        if isinstance(error, web.HTTPException) and "Allow" in error.headers:
            self.headers["Allow"] = error.headers["Allow"]


def kind(error: BaseException) -> str:
    """What kind of error it is: what it says might hold what must not be in a log."""
    return error.message.id if isinstance(error, ParlorError) else type(error).__name__


def log_failure(what: str, error: BaseException) -> None:
    """Log an error that nobody foresaw, with the way to it."""
    log.error("%s: %s\n%s", what, kind(error), "".join(traceback.format_tb(error.__traceback__)))
