"""A third language is catalogues and one line: with these alone, command line, pages and server speak it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import parlor

SOURCE = Path(parlor.__file__).parent
LINE = 'LANGUAGES = ("en", "fr")'
# Every sentence of the new language has this mark.
MARK = "✶"
VISIT = """
import asyncio, json, sys, tempfile, zlib
from pathlib import Path
from aiohttp import test_utils
from parlor.server.settings import Settings
from parlor.web.app import make_site

async def visit():
    site = test_utils.TestServer(make_site(Settings(database=Path(tempfile.mkdtemp()) / "parlor.db")))
    async with test_utils.TestClient(site) as client:
        async with client.get("/", headers={"Accept-Language": "eo"}) as home:
            shown = await home.text()
        async with client.get("/?language=eo", allow_redirects=False) as chosen:
            cookie = chosen.cookies["language"].value
        async with client.get("/api/tables/none", headers={"Accept-Language": "eo"}) as refused:
            refusal = await refused.json()
        new = {"game": "wicked-pizza", "seats": [{"kind": "human"}, {"kind": "bot"}]}
        async with client.post("/api/tables", json=new) as made:
            table = await made.json()
        async with client.ws_connect(f"/api/tables/{table['table']}/socket") as socket:
            await socket.send_json({"do": "hello", "token": table["tokens"][0]["token"], "language": "eo"})
            frame = {"parts": [{}]}
            while "drawing" not in frame["parts"][0]:
                frame = json.loads(zlib.decompress((await socket.receive()).data, -15))
    print(json.dumps({"home": shown, "cookie": cookie, "refusal": refusal["text"], "part": frame["parts"][0]}))

asyncio.run(visit())
"""
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python with a Parlor that speaks one language more."""
    folder = tmp_path_factory.mktemp("speaks-more")
    leave = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "compiled.json", "client")
    shutil.copytree(SOURCE, folder / "parlor", ignore=leave)
    for english in folder.rglob("words/en.po"):
        with english.open("rb") as file:
            catalogue = read_po(file, locale="en")
        for message in catalogue:
            if message.id:
                said = message.string
                message.string = said + MARK if isinstance(said, str) else tuple(text + MARK for text in said or ())
        with english.with_name("eo.mo").open("wb") as made:
            write_mo(made, catalogue)
    words = folder / "parlor" / "core" / "words.py"
    text = words.read_text(encoding="utf-8")
    assert text.count(LINE) == 1
    words.write_text(text.replace(LINE, 'LANGUAGES = ("en", "fr", "eo")'), encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    environment = {**clean, "PYTHONPATH": str(folder), "PARLOR_PURE": "1", "PYTHONUTF8": "1"}

    def run(*arguments: str, **more: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment | more, cwd=folder, check=False)
        return done.stdout + done.stderr

    assert str(folder) in run("-c", "import parlor; print(parlor.__file__)")
    return run


def test_the_command_line_offers_it(run: Run) -> None:
    assert "en|fr|eo" in run("-m", "parlor.cli", "games", "--help")
    assert MARK not in run("-m", "parlor.cli", "games")
    assert MARK in run("-m", "parlor.cli", "games", "--language", "eo")
    assert MARK in run("-m", "parlor.cli", "games", LANG="eo_EO.UTF-8")
    assert "en, fr, eo" in run("-m", "parlor.cli", "games", "--language", "xx")


def test_pages_and_server_offer_it(run: Run) -> None:
    found: dict[str, Any] = json.loads(run("-c", VISIT))
    assert '<html lang="eo">' in found["home"]
    assert f'hreflang="eo" aria-current="true">English{MARK}</a>' in found["home"]
    assert 'hreflang="fr">Français</a>' in found["home"]
    assert found["cookie"] == "eo"
    assert MARK in found["refusal"]
    part = found["part"]
    assert MARK in part["prompt"]
    assert all(MARK in words for _, words in part["parts"])
    assert MARK in part["drawing"]
