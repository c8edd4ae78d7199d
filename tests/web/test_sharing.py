"""What a link shows where it is sent: words and a picture by a whole address, and nothing that only some may know."""

from __future__ import annotations

import re
import struct
from http.client import HTTPConnection
from urllib.request import urlopen

import pytest

from parlor.games import names
from tests.web.conftest import Site
from tests.web.tables import ask


def read(site: Site, path: str, **headers: str) -> str:
    """A page as a messenger gets it."""
    connection = HTTPConnection("127.0.0.1", site.port)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def shared(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("game", names())
def test_links_to_a_table_and_to_rules_show_a_picture_of_the_game(game: str, site: Site) -> None:
    seats = [{"kind": "human", "name": "Ada Secret"}, {"kind": "human"}]
    made = ask(site, "/api/tables", {"game": game, "seats": seats})
    for path in (f"/table/{made['table']}", f"/rules/{game}"):
        page = read(site, path)
        found = shared(page)
        assert found["description"]
        assert found["url"] == f"{site.url}{path}"
        with urlopen(found["image"]) as answer:
            data = answer.read()
        assert answer.headers["Content-Type"] == "image/png"
        assert struct.unpack(">II", data[16:24]) == (1200, 630)
        assert game in found["image"]
        head = page.partition("</head>")[0]
        assert not [secret for secret in ("Ada", made["tokens"][0]["token"]) if secret in head]
        french = shared(read(site, path, Accept_Language="fr"))
        assert french["title"] != found["title"]


def test_home_shows_the_house(site: Site) -> None:
    found = shared(read(site, "/"))
    assert found["title"] == "Three pizzas, one table"
    assert found["image"].startswith(f"{site.url}/static/shared/parlor.png?")
    with urlopen(found["image"]) as answer:
        assert answer.status == 200


NO_HOSTS = ['x"><script>', "a bc%&", "evil.example/path", "user@evil.example", "[::1", "a:b", "x" * 300]


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_is_repeated_nowhere(host: str, site: Site) -> None:
    page = read(site, "/", Host=host)
    assert host not in page
    assert "image" not in shared(page)
    assert "url" not in shared(page)


def test_a_host_is_taken_as_it_was_written_and_no_proxy_is_believed_that_is_not_there(site: Site) -> None:
    page = read(site, "/", Host="parlor.example:8443", X_Forwarded_Proto="https")
    assert shared(page)["url"] == "http://parlor.example:8443/"
    assert "no-store" in urlopen(site.url).headers["Cache-Control"]
