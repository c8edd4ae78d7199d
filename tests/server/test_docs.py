"""What the docs say of the server is so, and their client plays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

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


def test_every_error_that_a_visitor_may_meet_is_documented() -> None:
    source = Path(sys.modules["parlor"].__file__ or "").parent
    said = set()
    for folder in ("server", "table", "web", "core"):
        for path in (source / folder).rglob("*.py"):
            kinds = (
                "Refused|TooMuch|Busy|Unfinished|NoTable|NotYet|Illegal\\w+|Bad\\w+|Stale\\w+|Unknown\\w+|StorageFailed"
            )
            said |= set(re.findall(rf'(?:{kinds})\(\s*"([\w.-]+)"', path.read_text()))
    # No visitor of the server meets these: they are for whoever runs it, or of positions, which nobody sends.
    said -= {
        "server.address",
        "server.no-name",
        "server.erase-what",
        "server.backup-damaged",
        "server.processes",
        "view.hidden",
    }
    said -= {
        id for id in said if id.startswith(("server.database.", "server.postgresql.", "server.move.", "position."))
    }
    documented = set(re.findall(r"`([a-z-]+\.[\w.*-]+)`", PROTOCOL))
    assert len(said) > 60
    assert not {id for id in said if not {id, f"{id.rpartition('.')[0]}.*"} & documented}


def test_every_option_of_the_command_is_documented() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "parlor.cli", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    options = set(re.findall(r"^\s+(?:-h, )?(--[a-z-]+)", shown, re.MULTILINE)) - {"--help", "--language", "--metrics"}
    assert len(options) > 10
    assert not {option for option in options if f"`{option}" not in HOSTING and f" `{option}" not in HOSTING}
