"""Hostile requests: bodies, options, components, names, paths, headers, and HTTP that is none."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from urllib.parse import quote

from .kinds import GAMES, NONSENSE, TRICKY, Aim, kind, posted, request, seats, squeezed

_BOMB = squeezed(8)


@kind("http", "options of a wrong type")
def _options(rng: Random, aim: Aim) -> bytes:
    names = ["round_limit", "first", "unselected", "edition", "cards", "specials", "x" * 300]
    options = {rng.choice(names): rng.choice(NONSENSE)}
    return posted("/api/tables", {"game": rng.choice(GAMES), "seats": seats(rng), "options": options})


@kind("http", "components that are none")
def _components(rng: Random, aim: Aim) -> bytes:
    many = rng.randrange(1, 8_000)
    text = rng.choice(
        [
            "".join(f"a{number}.b=1\n" for number in range(many)),
            "a" + ".a" * many + "=1\n",
            "a = " + "[" * many + "\n",
            "[[slices]]\n" * many,
            "/etc/passwd",
            "x\x00.toml",
            "\n" * many,
            "a = '" + "x" * many + "'",
        ]
    )
    return posted("/api/tables", {"game": "new-york-slice", "seats": seats(rng), "options": {"components": text}})


@kind("http", "tables that cannot be")
def _tables(rng: Random, aim: Aim) -> bytes:
    wrong = [
        {"game": rng.choice(["chess", "", "../x", "\x00"]), "seats": seats(rng)},
        {"game": "pizza-theory", "seats": seats(rng) * rng.randrange(2, 6)},
        {"game": "pizza-theory", "seats": rng.choice(NONSENSE)},
        {"game": "pizza-theory", "seats": seats(rng), "clock": rng.choice(NONSENSE[1:])},
        {"game": "pizza-theory", "seats": [{"kind": "bot", "bot": rng.choice(["exec:/bin/sh", "x" * 50])}, {}]},
        {"game": "pizza-theory", "seats": seats(rng), rng.choice(["seed", "rules", "x"]): rng.choice(NONSENSE)},
    ]
    return posted("/api/tables", rng.choice(wrong))


@kind("http", "bodies that are no JSON")
def _no_json(rng: Random, aim: Aim) -> bytes:
    body = rng.choice([b"", b"\xff\xfe", b"[" * 60_000, b"{", rng.randbytes(500), b"9" * 5000, b'"\\ud800"'])
    return request("POST", rng.choice(["/api/tables", f"/api/tables/{aim.own}/join"]), body)


@kind("http", "bodies that are too long", 0.2)
def _too_long(rng: Random, aim: Aim) -> bytes:
    path = rng.choice(["/api/tables", f"/api/tables/{aim.own}/join", "/qr"])
    return request("POST", path, b"x" * 1000, length=rng.choice([65_537, 2**31, 2**62]))


@kind("http", "compressed bodies")
def _compressed(rng: Random, aim: Aim) -> bytes:
    path = rng.choice(["/api/tables", "/api/records", "/nowhere", "/qr", "/"])
    return request("POST", path, _BOMB, f"Content-Encoding: {rng.choice(['deflate', 'gzip', 'br', 'zstd', 'x'])}")


@kind("http", "tricky names")
def _names(rng: Random, aim: Aim) -> bytes:
    # A seat that cannot be had, so that no table changes.
    return posted(f"/api/tables/{aim.own}/join", {"seat": 9, "name": rng.choice(TRICKY)[:40]})


@kind("http", "joining where nothing is open")
def _join(rng: Random, aim: Aim) -> bytes:
    wish = {"seat": rng.choice([0, 1, *NONSENSE]), "invitation": rng.choice(["", "x" * 100, rng.randbytes(16).hex()])}
    if rng.random() < 0.5:
        del wish["invitation"]
        wish["seat"] = 0
    return posted(f"/api/tables/{rng.choice(aim.others)}/join", wish)


@kind("http", "invitations that are none")
def _invitations(rng: Random, aim: Aim) -> bytes:
    wish = {"invitation": rng.choice([rng.randbytes(18).hex(), aim.token, "", "é", "x" * 101, *NONSENSE])}
    return posted(f"/api/tables/{rng.choice(aim.others)}/{rng.choice(['invitation', 'knock'])}", wish)


@kind("http", "webhooks to anywhere")
def _webhook(rng: Random, aim: Aim) -> bytes:
    urls = ("http://127.0.0.1:22/", "file:///etc/passwd", "http://[", "//x", "gopher://x", "http://localhost@x/")
    wish = {"token": rng.choice([aim.token, "x"]), "seat": 0, "url": rng.choice(urls)}
    return posted(f"/api/tables/{aim.own}/webhook", wish)


@kind("http", "tables that are not there")
def _nowhere(rng: Random, aim: Aim) -> bytes:
    ids = ("x", "..", "%2e%2e", "%00", "'%20OR%201=1--", "x" * 3000, "%ED%A0%80", "\u0663", "-1")
    return request("GET", f"/api/tables/{quote(rng.choice(ids), safe='%.')}{rng.choice(['', '/record', '/socket'])}")


@kind("http", "records of games that go on")
def _record(rng: Random, aim: Aim) -> bytes:
    bearer = rng.choice(["Bearer x", "Bearer", "Basic x", "Bearer " + "x" * 3000, "bearer \xe9"])
    return request("GET", f"/api/tables/{rng.choice(aim.others)}/record", b"", f"Authorization: {bearer}")


@kind("http", "files that are not served")
def _files(rng: Random, aim: Aim) -> bytes:
    paths = (
        "%00",
        "..%2f..%2fapp.py",
        "....//app.py",
        "x" * 3000,
        "%ED%A0%80",
        "%2fetc%2fpasswd",
        "%5c..%5capp.py",
        ".",
    )
    return request("GET", f"/static/{rng.choice(paths)}")


@kind("http", "drawings of any line")
def _drawings(rng: Random, aim: Aim) -> bytes:
    line = rng.choice(["0", "1", "-1", "9" * 5000, "1.5", "x", "%00", "٣"])
    seat = rng.choice(["all", "0", "9" * 5000, "-1", "0.0", "%ED%A0%80", "٣"])
    return request("GET", f"/drawing/{aim.over}/{quote(line, safe='%')}.svg?seat={quote(seat, safe='%')}")


@kind("http", "replays for anybody", 0.5)
def _replays(rng: Random, aim: Aim) -> bytes:
    seat = rng.choice(["all", "0", "1", "9" * 5000, "-1", "x", "%00"])
    return request("GET", f"/replay/{rng.choice([aim.over, aim.own])}?seat={seat}")


@kind("http", "boards of games that go on")
def _boards(rng: Random, aim: Aim) -> bytes:
    return request("GET", f"/drawing/{rng.choice(aim.others)}/{rng.randrange(9)}.svg?seat=all")


@kind("http", "languages that lead elsewhere")
def _languages(rng: Random, aim: Aim) -> bytes:
    paths = ("//evil.example/", "/%5Cevil.example", "/\\evil.example", "///x", "/%2f%2fevil.example", "/%0d%0aX: 1")
    return request("GET", f"{rng.choice(paths)}?language={rng.choice(['fr', 'en', 'xx', '%00'])}")


@kind("http", "tricky cookies and languages")
def _cookies(rng: Random, aim: Aim) -> bytes:
    many = ",".join(f"x{number};q=0.{number % 10}" for number in range(rng.randrange(900)))
    values = [f"Cookie: language={rng.choice(['x' * 2000, '%00', 'fr; fr; fr', '=;=;='])}", f"Accept-Language: {many}"]
    return request("GET", "/api/bots", b"", *values)


@kind("http", "other origins and hosts")
def _origins(rng: Random, aim: Aim) -> bytes:
    origins = ("https://evil.example", "null", "http://[", "\xe9", f"http://{'x' * 2000}")
    host = rng.choice(["siege.example", "evil.example", "x" * 500, "[::1", "a b", ""])
    return request("GET", "/api/tables", b"", f"Origin: {rng.choice(origins)}", host=host)


@kind("http", "addresses that are made up")
def _forwarded(rng: Random, aim: Aim) -> bytes:
    values = ("127.0.0.1", "x", "::ffff:127.0.0.1", "1.1.1.1, 2.2.2.2", "9" * 500, "::1%eth0", "\xe9")
    headers = [f"X-Forwarded-For: {rng.choice(values)}" for _ in range(rng.randrange(1, 4))]
    return request("GET", "/api/games", b"", *headers)


@kind("http", "other methods")
def _methods(rng: Random, aim: Aim) -> bytes:
    method = rng.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO", "HEAD"])
    return request(method, rng.choice(["/", "/api/tables", f"/table/{aim.own}", "/health", "/nowhere"]))


@kind("http", "HTTP that is none", 0.2)
def _no_http(rng: Random, aim: Aim) -> bytes:
    wrong = [
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00" + rng.randbytes(40) + b"\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    ]
    return rng.choice(wrong)


@kind("http", "requests within requests", 0.2)
def _smuggled(rng: Random, aim: Aim) -> bytes:
    inner = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    both = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % len(inner)
    wrong = [
        both,
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
        b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    ]
    return b"POST /api/tables HTTP/1.1\r\nHost: x\r\n" + rng.choice(wrong)


@kind("http", "links for codes")
def _codes(rng: Random, aim: Aim) -> bytes:
    return request("POST", "/qr", rng.choice([b"", b"\xff", b"x" * rng.randrange(1, 2000), "é".encode() * 200]))


@kind("http", "pictures of nobody")
def _pictures(rng: Random, aim: Aim) -> bytes:
    wrong = (
        "/face/x.svg",
        "/face/%00.svg",
        f"/face/{'x' * 2000}.svg",
        "/picture/chess/x.svg",
        "/picture/pizza-theory/x.svg",
    )
    return request("GET", rng.choice([*wrong, "/rules/chess", "/rules/%2e%2e", "/table/%00", "/table/" + "x" * 2000]))


@kind("abort", "uploads that are broken off", 0.2)
def _broken_off(rng: Random, aim: Aim) -> bytes:
    path = rng.choice(["/api/tables", "/api/records", "/qr", f"/api/tables/{aim.own}/join"])
    return request("POST", path, b"x" * rng.randrange(300), length=rng.randrange(301, 60_000))


def _with(lines: list[str], number: int, field: str, value: object) -> str:
    changed = [*lines]
    changed[number] = json.dumps({**json.loads(lines[number]), field: value})
    return "\n".join(changed) + "\n"


def _kept(text: str) -> bytes:
    return request("POST", "/api/records", text.encode(errors="replace"), "Content-Type: application/jsonl")


@kind("http", "records with wrong fields", 0.12)
def _wrong_record(rng: Random, aim: Aim) -> bytes:
    lines = aim.record.splitlines()
    number = rng.randrange(len(lines))
    field = rng.choice(list(json.loads(lines[number])))
    return _kept(_with(lines, number, field, rng.choice([value for value in NONSENSE if value not in ("\ud800",)])))


@kind("http", "records with lines missing or twice", 0.12)
def _shuffled(rng: Random, aim: Aim) -> bytes:
    lines = aim.record.splitlines()
    at = rng.randrange(len(lines))
    return _kept(
        "\n".join(rng.choice([lines[:at], lines[at:], [*lines, lines[at]], lines[:at] + lines[at + 1 :]])) + "\n"
    )


@kind("http", "records of empty lines", 0.12)
def _empty(rng: Random, aim: Aim) -> bytes:
    return _kept(aim.record.split("\n")[0] + "\n" * rng.randrange(1_000, 200_000))


@kind("http", "records that take back again and again", 0.12)
def _taken_back(rng: Random, aim: Aim) -> bytes:
    lines = aim.record.splitlines()
    first = next(number for number, line in enumerate(lines) if '"play"' in line)
    play = json.loads(lines[first])
    found, count = lines[: first + 1], rng.randrange(10, 2_000)
    for pair in range(count):
        at = first + 1 + 2 * pair
        undo = {"line": at, "seat": play["seat"], "undo": [at - 1, at - 1]}
        found += [json.dumps(undo), json.dumps({**play, "line": at + 1})]
    return _kept("\n".join(found) + "\n")


@kind("http", "records of wrong nonces", 0.12)
def _wrong_nonces(rng: Random, aim: Aim) -> bytes:
    head, *lines = aim.record.splitlines()
    nonce = rng.randbytes(32).hex()
    commitment = rng.choice([sha256(nonce.encode()).hexdigest(), rng.randbytes(32).hex(), None, nonce[:-1]])
    said: list[dict[str, object]] = [
        {"seat": 0, "commit": commitment},
        {"seat": rng.randrange(3), "nonce": nonce},
    ] * rng.randrange(1, 200)
    head = json.dumps({**json.loads(head), "parlor": 2})
    numbered = [json.dumps({"line": number, **line}) for number, line in enumerate(said, 1)]
    return _kept("\n".join([head, *numbered, *lines]) + "\n")


@kind("http", "records that name files", 0.12)
def _files_in_records(rng: Random, aim: Aim) -> bytes:
    lines = aim.record.splitlines()
    options = {rng.choice(["components", "cards", "first"]): rng.choice(["/etc/passwd", "x.toml", "../parlor.db"])}
    return _kept(_with(lines, 0, "options", options))
