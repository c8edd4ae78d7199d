"""What pages say of themselves to search engines, and that they come compressed."""

from __future__ import annotations

import gzip
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.web.conftest import Site
from tests.web.tables import set_table


def fetch(site: Site, path: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        answer = urlopen(Request(site.url + path, headers=asked))
    except HTTPError as error:
        answer = error
    with answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_home_and_rules_are_described_and_tables_are_not_indexed(language: str, site: Site) -> None:
    table, _ = set_table(site, "hbb")
    told = set()
    for path in ("/", "/rules/pizza-theory", "/rules/new-york-slice", "/rules/wicked-pizza"):
        text = fetch(site, path, Accept_Language=language)[0].decode()
        assert "noindex" not in text
        told.add(text.partition('<meta name="description" content="')[2].partition('"')[0])
    assert len(told) == 4
    assert all(len(words) > 40 for words in told)
    for path in (f"/table/{table}", f"/replay/{table}", "/nowhere"):
        assert '<meta name="robots" content="noindex">' in fetch(site, path, Accept="text/html")[0].decode()


@pytest.mark.parametrize(
    "path",
    ["/", "/rules/pizza-theory", "/static/parlor.css", "/static/client/table.js", "/picture/wicked-pizza/middle.svg"],
)
def test_texts_come_compressed_to_whoever_understands_it(path: str, site: Site) -> None:
    plain, headers = fetch(site, path)
    assert "content-encoding" not in headers
    assert "Accept-Encoding" in headers["vary"]
    assert fetch(site, path, Accept_Encoding="br, gzip;q=0")[0] == plain
    pressed, headers = fetch(site, path, Accept_Encoding="br, gzip;q=0.8")
    assert headers["content-encoding"] == "gzip"
    assert len(pressed) < 0.5 * len(plain)
    assert gzip.decompress(pressed) == plain


def test_the_api_answers_as_it_did(site: Site) -> None:
    assert json.loads(fetch(site, "/api/games", Accept_Encoding="gzip")[0])


def test_what_a_page_imports_is_asked_for_at_once_and_kept(site: Site) -> None:
    table, _ = set_table(site, "hbb")
    text = fetch(site, f"/table/{table}")[0].decode()
    chunks = [piece.partition('"')[0] for piece in text.split('<link rel="modulepreload" href="')[1:]]
    script = text.partition('<script type="module" src="')[2].partition('"')[0]
    assert set(chunks) == {f"/static/client/{name}" for name in imports(fetch(site, script)[0].decode())}
    for path in (*chunks, script):
        assert "immutable" in fetch(site, path)[1]["cache-control"]


def imports(script: str) -> list[str]:
    return [piece.partition('"')[0] for piece in script.split('from"./')[1:]]
