"""What a server refuses, and how it says so: over HTTP, on a socket, and in its log."""

from __future__ import annotations

import logging
import traceback

import msgspec
from aiohttp import web

from parlor.core.errors import NotYet, ParlorError
from parlor.core.fields import Data
from parlor.core.words import LANGUAGES, NO_NAMES, Names, say
from parlor.server.database import StorageFailed
from parlor.server.messages import encode
from parlor.server.metrics import REFUSED

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What a browser must not do with an answer."""
UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What reading a message may raise."""
GONE = (ConnectionError, web.RequestPayloadError)
"""What is raised when a visitor leaves in the middle of a request."""
RETRY_AFTER = "5"
"""Seconds after which to ask again what cannot be done now."""
log = logging.getLogger("parlor.server")


class Refused(ParlorError):
    """Something that this visitor may not do."""


class NoTable(ParlorError):
    """There is no such table."""


class TooMuch(ParlorError):
    """More than one address may ask for."""


class Busy(ParlorError):
    """More than can be done now, or than there is room for."""


class Unfinished(ParlorError):
    """What a worker was ended over."""


def refusal(error: Exception) -> ParlorError:
    """What a visitor is told of any error; one that nobody foresaw might hold what must not be told, and is logged."""
    if isinstance(error, ParlorError):
        return error
    if isinstance(error, UNREADABLE):
        return Refused("server.message", problem=str(error)[:200])
    if isinstance(error, GONE):
        error = web.HTTPBadRequest()
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
        case StorageFailed() | Busy() | Unfinished():
            return 503
        case NotYet() | Refused():
            return 403
    return 400 if isinstance(error, (ParlorError, *UNREADABLE, *GONE)) else 500


def error_message(
    error: ParlorError, note: int | None = None, language: str | None = None, names: Names = NO_NAMES
) -> Data:
    """What somebody is sent whose wish was refused, who knows people by these names."""
    REFUSED.labels(error.message.id).inc()
    return {
        "type": "error",
        "note": note,
        "error": error.message.dump(),
        "text": say(error.message, language or LANGUAGES[0], names),
    }


class ErrorAnswer(web.Response):
    """An error as the answer to a request."""

    def __init__(self, error: Exception, language: str) -> None:
        self.error = refusal(error)
        body = encode(error_message(self.error, language=language))
        super().__init__(body=body, status=status_of(error), content_type="application/json", headers=HEADERS)
        if isinstance(error, web.HTTPException) and "Allow" in error.headers:
            self.headers["Allow"] = error.headers["Allow"]
        if self.status == 503:
            self.headers["Retry-After"] = RETRY_AFTER
        let_go(error)


def let_go(error: BaseException | None) -> None:
    """Part an error that was told from the frames on its way, which hold it: only the garbage collector would."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def kind(error: BaseException) -> str:
    """What kind of error it is: what it says might hold what must not be in a log."""
    return error.message.id if isinstance(error, ParlorError) else type(error).__name__


def log_failure(what: str, error: BaseException) -> None:
    """Log an error that nobody foresaw, with the way to it."""
    log.error("%s: %s\n%s", what, kind(error), "".join(traceback.format_tb(error.__traceback__)))
