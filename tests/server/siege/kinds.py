"""Every kind of hostile message: how it is made, and how it goes to the server."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

Way = Literal["frame", "hello", "http", "abort"]
"""A frame of a socket that has been let in, the first frame of a new one, a request, or one that is broken off."""
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HOST = "siege.example"


@dataclass(frozen=True)
class Aim:
    """What whoever lays siege knows: tables of others, one of their own with a seat, and one that is over."""

    others: tuple[str, ...]
    own: str
    token: str
    over: str
    record: str


@dataclass(frozen=True)
class Kind:
    """One kind of message."""

    name: str
    way: Way
    make: Callable[[Random, Aim], bytes]
    weight: float = 1.0
    """How many of it there are among the others: fewer of what a worker must look at."""


KINDS: dict[str, Kind] = {}
Make = Callable[[Random, Aim], Any]


def kind(way: Way, name: str, weight: float = 1.0) -> Callable[[Make], Make]:
    """Make a kind of a function that returns a wish, a text, or the very bytes."""

    def add(make: Make) -> Make:
        def made(rng: Random, aim: Aim) -> bytes:
            found = make(rng, aim)
            return found if isinstance(found, bytes) else framed(TEXT, _text(found))

        assert name not in KINDS
        KINDS[name] = Kind(name, way, made, weight)
        return make

    return add


def _text(wish: object) -> bytes:
    if isinstance(wish, str):
        return wish.encode(errors="surrogatepass")
    return json.dumps(wish).encode()


def framed(opcode: int, payload: bytes, *, last: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """A WebSocket frame, right or wrong."""
    length, mask = len(payload), 0x80 if masked else 0
    if length < 126:
        size = bytes([mask | length])
    elif length < 1 << 16:
        size = bytes([mask | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([mask | 127]) + length.to_bytes(8, "big")
    return bytes([0x80 * last | reserved << 4 | opcode]) + size + (b"\0\0\0\0" if masked else b"") + payload


def request(
    method: str, path: str, body: bytes = b"", *headers: str, length: int | None = None, host: str = HOST
) -> bytes:
    """An HTTP request, right or wrong."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
    if method not in ("GET", "HEAD") and not any(header.startswith("Transfer-Encoding") for header in headers):
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def posted(path: str, data: object, *headers: str) -> bytes:
    """Data posted as JSON."""
    return request("POST", path, _text(data), "Content-Type: application/json", *headers)


NONSENSE: tuple[Any, ...] = (
    *(None, True, -1, 0.0, 1.5, 1e300, 2**53, 2**63, 2**70, "", "x", "\x00", "\ud800", "é" * 300, [], [[]], {}),
    *([[[[[]]]]], {"a": {"a": {"a": 1}}}, "9" * 5000, "[" * 200, ["x"] * 100, "٣", "\u202e", "../../etc/passwd"),
)
TRICKY = (
    "\u202eevil",
    "\u200b\u200b",
    "a\u0301" * 20,
    "\ufeff",
    "ｆｕｌｌ",
    "Аda",
    "<script>",
    "\x00",
    "\ud800",
    " " * 40,
)
MOVES = ("add a1", "cut 99", "put a1", "divide 10-2,3-6+,7-9", "lay eye 0,0", "pass", "", "\x00", "é" * 200, "x" * 201)
WISHES = (
    *("play", "parts", "hint", "look", "log", "chat", "undo", "agree", "disagree", "resign", "rematch", "place"),
    *("commit", "reveal", "invite", "remove", "dance"),
)
GAMES = ("pizza-theory", "new-york-slice", "wicked-pizza")


def seats(rng: Random) -> list[Any]:
    """Two seats for a new table."""
    return [{"kind": "human"}, rng.choice([{"kind": "open"}, {"kind": "bot", "bot": "random"}])]


def squeezed(megabytes: int) -> bytes:
    """A body that grows a thousandfold when it is inflated."""
    return zlib.compress(bytes(megabytes << 20), 9)
