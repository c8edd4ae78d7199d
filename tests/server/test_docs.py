"""What the docs say of the server is so, and their client plays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import parlor.web.app
from parlor.core import errors as core_errors
from parlor.core.errors import ParlorError
from parlor.core.words import LANGUAGES, Message, template
from parlor.server import database, errors
from parlor.server.errors import status_of
from parlor.server.messages import Wish, parse_wish

from .house import process

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "wire-protocol.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")


def test_the_example_client_plays_a_game(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PROTOCOL, re.DOTALL)
    (tmp_path / "client.py").write_text(code, encoding="utf-8")
    with process(tmp_path / "db", "--bot-pause", "0") as server:
        done = subprocess.run(
            [sys.executable, str(tmp_path / "client.py"), server.url],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"The winners sit on \[[012, ]*\]\n", done.stdout)


def test_every_wish_has_an_example_that_is_understood() -> None:
    examples = [parse_wish(text) for text in re.findall(r'`(\{"do".*?\})`', PROTOCOL)]
    examples += [parse_wish(text) for text in re.findall(r'```json\n(\{"do".*?\})\n```', PROTOCOL)]
    assert {type(example) for example in examples} == set(get_args(Wish))


def test_the_examples_are_json() -> None:
    for text in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL):
        json.loads(text)


# No visitor of the server meets these: they are for whoever runs it, or of positions, which nobody sends.
UNMET = (
    *("server.address", "server.no-name", "server.erase-what", "server.backup-damaged", "server.processes"),
    *("server.move.", "position.", "view.hidden"),
)
ERRORS = {**vars(core_errors), **vars(database), **vars(errors)}
KINDS = (
    "Refused|TooMuch|Busy|Unfinished|NoTable|NotYet|Illegal\\w+|Bad\\w+|Stale\\w+|Unknown\\w+|StorageFailed|Conflict"
)
ON_SOCKETS = ("sockets.py", "hints.py")
"""Where a refusal has no status, for it is never the answer to a request."""
OTHERWISE = ("server.failed", "server.http", "server.message", "server.moved")
"""Of any kind of error, whose status they have (`test_errors.py`), or a goodbye on a socket."""


def refusals() -> Iterator[tuple[str, type[ParlorError], str]]:
    """The id and the kind of every error that a visitor may meet, and the file that raises it."""
    source = Path(parlor.__file__).parent
    for folder in ("server", "table", "web", "core"):
        for path in (source / folder).rglob("*.py"):
            for kind, id in re.findall(rf'\b({KINDS})\(\s*"([\w.-]+)"', path.read_text(encoding="utf-8")):
                if not id.startswith(UNMET):
                    yield id, ERRORS[kind], path.name


def row_of(id: str) -> str | None:
    """What the protocol says of an error: of itself, or of all of its family."""
    rows = [line.split(" | ", 1) for line in PROTOCOL.partition("## Errors")[2].splitlines() if line.startswith("| ")]
    family = id.rpartition(".")[0]
    for name in (id, f"{family}.*", family):
        for ids, said in rows:
            if f"`{name}`" in ids:
                return said
    return None


def test_every_refusal_has_a_line_a_status_and_a_sentence() -> None:
    found = set(refusals())
    assert len({id for id, _, _ in found}) > 60
    assert not {id for id, _, _ in found if row_of(id) is None}
    assert not {id for id, _, _ in found for language in LANGUAGES if template(Message(id), language) is None}
    wrong = set()
    for id, kind, file in found:
        status = status_of(kind(id))
        told = re.match(r"\d{3}", row_of(id) or "")
        if (told is None and file in ON_SOCKETS) or id in OTHERWISE:
            continue
        if int(told[0]) != status if told else status != 400:
            wrong.add((id, status))
    assert not wrong


def test_every_option_of_the_command_is_documented() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "parlor.cli", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    options = set(re.findall(r"^\s+(?:-h, )?(--[a-z-]+)", shown, re.MULTILINE)) - {"--help", "--language", "--metrics"}
    assert len(options) > 10
    assert not {option for option in options if f"`{option}" not in HOSTING and f" `{option}" not in HOSTING}
