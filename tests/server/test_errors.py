"""Errors are answered in one place: with a fitting status, in words, and without what must not be told."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import pytest
from aiohttp import web

from parlor.core.errors import BadOption, IllegalMove, NotYet
from parlor.server.database import StorageFailed
from parlor.server.errors import Busy, ErrorAnswer, NoTable, Refused, TooMuch, Unfinished

from .house import run, serving

SECRET = "the token of seat 1"
ERRORS = [
    (NoTable("server.no-table", table="x"), 404, "server.no-table"),
    (TooMuch("server.too-much"), 429, "server.too-much"),
    (StorageFailed("server.database.full"), 503, "server.database.full"),
    (Busy("server.busy"), 503, "server.busy"),
    (Unfinished("server.deadline"), 503, "server.deadline"),
    (NotYet("server.record-early"), 403, "server.record-early"),
    (Refused("server.token"), 403, "server.token"),
    (BadOption("server.option-file", option="x"), 400, "server.option-file"),
    (IllegalMove("table.gone", seat=0), 400, "table.gone"),
    (msgspec.DecodeError("no JSON"), 400, "server.message"),
    (RecursionError(), 400, "server.message"),
    (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), 400, "server.message"),
    (web.HTTPNotFound(), 404, "server.http"),
    (web.HTTPMethodNotAllowed("PUT", ["GET"]), 405, "server.http"),
    (ZeroDivisionError(SECRET), 500, "server.failed"),
]


@pytest.mark.parametrize(("error", "status", "id"), ERRORS, ids=lambda value: type(value).__name__)
def test_every_error_has_its_status_and_its_words(error: Exception, status: int, id: str) -> None:
    answer = ErrorAnswer(error, "fr")
    assert answer.status == status
    assert isinstance(answer.body, bytes)
    told = msgspec.json.decode(answer.body)
    assert told["error"]["id"] == id == answer.error.message.id
    assert told["text"] != id
    assert answer.headers.get("Allow") == ("GET" if status == 405 else None)
    assert ("Retry-After" in answer.headers) == (status == 503)


def test_what_nobody_foresaw_is_logged_and_gives_nothing_away(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ErrorAnswer(ZeroDivisionError(SECRET), "en")
    assert "ZeroDivisionError" in caplog.text
    assert SECRET not in caplog.text + str(answer.body)


def test_a_refusal_speaks_of_people_by_name_and_of_you_as_you(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path / "db") as house:
            _, _, at = await house.seated("human", "human", options={"first": 0})
            await at[0].ask("rename", seat=0, name="Ada")
            await at[1].ask("rename", seat=1, name="Bo")
            refused = await at[1].ask("undo", seat=1)
            assert refused["text"] == "You have no move to take back."
            refused = await at[1].ask("remove", seat=1, at=0)
            assert refused["text"] == "Only the host can change who sits where: Ada."
            refused = await at[1].ask("undo", seat=0)
            assert refused["text"] == "This seat is not yours."

    run(test)
