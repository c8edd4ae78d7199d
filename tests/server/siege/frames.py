"""Hostile frames: on a socket that looks on or holds a seat, and as the first message of a new one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from .kinds import BINARY, CLOSE, MOVES, NONSENSE, PING, PONG, TEXT, TRICKY, WISHES, Aim, framed, kind

WHOLE: tuple[dict[str, Any], ...] = (
    {"do": "play", "move": "add a1", "line": 0},
    {"do": "place", "at": 1, "bot": "random"},
    {"do": "look", "line": 1},
    {"do": "remove", "at": 1},
    *(
        {"do": wish}
        for wish in ("undo", "agree", "disagree", "resign", "rematch", "hint", "log", "chat", "parts", "invite")
    ),
)
"""Wishes that are understood."""


@kind("frame", "broken JSON")
def _broken(rng: Random, aim: Aim) -> str:
    whole = json.dumps({"do": "play", "seat": 0, "move": "add a1", "line": 3})
    return whole[: rng.randrange(1, len(whole))]


@kind("frame", "no object")
def _no_object(rng: Random, aim: Aim) -> str:
    return rng.choice(["[]", "null", "7", '"play"', "", "[{}]", "NaN", "9" * rng.randrange(1, 5000)])


@kind("frame", "nested deep")
def _deep(rng: Random, aim: Aim) -> str:
    depth = rng.randrange(100, 3000)
    return '{"do":"parts","picked":' + "[" * depth + "]" * depth + "}"


@kind("frame", "unknown wish")
def _unknown(rng: Random, aim: Aim) -> Any:
    return {"do": rng.choice(["dance", "", "Play", "PLAY", "__class__", "\x00", "hello\n"]), "seat": 0}


@kind("frame", "wish of a wrong type")
def _wrong_type(rng: Random, aim: Aim) -> Any:
    return {"do": rng.choice(NONSENSE)}


@kind("frame", "field of a wrong type")
def _wrong_field(rng: Random, aim: Aim) -> Any:
    whole: dict[str, Any] = {"do": rng.choice(WISHES), "seat": 0, "move": "add a1", "line": 3, "note": 1}
    return {**whole, rng.choice(["seat", "move", "line", "note"]): rng.choice(NONSENSE)}


@kind("frame", "unknown field")
def _unknown_field(rng: Random, aim: Aim) -> Any:
    return {"do": rng.choice(WISHES), "seat": 0, rng.choice(["token", "seats", "", "x" * 500]): rng.choice(NONSENSE)}


@kind("frame", "a key twice")
def _twice(rng: Random, aim: Aim) -> str:
    return f'{{"do":"{rng.choice(WISHES)}","do":"resign","seat":0,"seat":1}}'


@kind("frame", "lone surrogates")
def _surrogates(rng: Random, aim: Aim) -> str:
    field = rng.choice(["move", "text", "note", "do"])
    return f'{{"do":"play","seat":0,"line":3,"{field}":"\\ud8{rng.randrange(16):02x}"}}'


@kind("frame", "bytes that are no UTF-8")
def _no_utf8(rng: Random, aim: Aim) -> bytes:
    return framed(TEXT, b'{"do":"chat","seat":0,"text":"\xff\xc0' + rng.randbytes(8) + b'"}')


@kind("frame", "another's seat")
def _another(rng: Random, aim: Aim) -> Any:
    return {**rng.choice(WHOLE), "seat": rng.randrange(1, 10)}


@kind("frame", "stale move")
def _stale(rng: Random, aim: Aim) -> Any:
    return {"do": "play", "seat": 0, "move": "add a1", "line": rng.choice([-1, 10**6, 2**53, 2**70, -(2**70)])}


@kind("frame", "no move")
def _no_move(rng: Random, aim: Aim) -> Any:
    return {"do": "play", "seat": 0, "move": rng.choice([*MOVES, *TRICKY]), "line": rng.randrange(-2, 5)}


@kind("frame", "parts that are not offered")
def _parts(rng: Random, aim: Aim) -> Any:
    return {"do": "parts", "seat": 0, "picked": [rng.choice([*MOVES, *TRICKY])[:60] for _ in range(rng.randrange(40))]}


@kind("frame", "parts of a wrong type")
def _parts_type(rng: Random, aim: Aim) -> Any:
    return {"do": "parts", "seat": 0, "picked": rng.choice(NONSENSE)}


@kind("frame", "undo of nothing")
def _undo(rng: Random, aim: Aim) -> Any:
    return {"do": rng.choice(["undo", "agree", "disagree"]), "seat": 0}


@kind("frame", "rematch too early")
def _rematch(rng: Random, aim: Aim) -> Any:
    return {"do": "rematch", "seat": 0}


@kind("frame", "bots on seats that are taken")
def _place(rng: Random, aim: Aim) -> Any:
    return {
        "do": "place",
        "seat": 0,
        "at": rng.randrange(10),
        "bot": rng.choice(["random", "x", "exec:/bin/sh", "\x00"]),
    }


@kind("frame", "nonces that were not asked for")
def _nonces(rng: Random, aim: Aim) -> Any:
    hexadecimal = rng.choice([rng.randbytes(32).hex(), rng.randbytes(31).hex(), "g" * 64, "٣" * 64, *NONSENSE])
    return rng.choice([{"do": "commit", "commitment": hexadecimal}, {"do": "reveal", "nonce": hexadecimal}]) | {
        "seat": 0
    }


@kind("frame", "seats that are none of theirs")
def _others_seats(rng: Random, aim: Aim) -> Any:
    # Not their own, since a new link would end the token that they come back with.
    return {
        "do": rng.choice(["invite", "remove"]),
        "seat": rng.randrange(2),
        "at": rng.choice([1, 2, 9, 10, *NONSENSE[1:]]),
    }


@kind("frame", "looking at lines that are not there")
def _look(rng: Random, aim: Aim) -> Any:
    return {"do": "look", "seat": 0, "line": rng.choice([0, 1, 10**6, 2**53, 2**70, -1])}


@kind("frame", "the whole log")
def _log(rng: Random, aim: Aim) -> Any:
    return {"do": "log", "seat": 0}


@kind("frame", "hints again and again", 0.12)
def _hint(rng: Random, aim: Aim) -> Any:
    return {"do": "hint", "seat": 0}


@kind("frame", "chat of tricky text")
def _chat(rng: Random, aim: Aim) -> Any:
    return {"do": "chat", "seat": 0, "text": rng.choice(TRICKY) * rng.randrange(1, 9)}


@kind("frame", "chat of unknown phrases")
def _phrase(rng: Random, aim: Aim) -> Any:
    return {"do": "chat", "seat": 0, "phrase": rng.choice(NONSENSE)}


@kind("frame", "hello again")
def _again(rng: Random, aim: Aim) -> Any:
    return {"do": "hello", "token": aim.token}


@kind("frame", "pings")
def _ping(rng: Random, aim: Aim) -> bytes:
    return framed(PING, rng.randbytes(rng.randrange(126)))


@kind("frame", "pongs that nobody asked for")
def _pong(rng: Random, aim: Aim) -> bytes:
    return framed(PONG, rng.randbytes(rng.randrange(126)))


@kind("frame", "binary frames", 0.2)
def _binary(rng: Random, aim: Aim) -> bytes:
    return framed(BINARY, rng.randbytes(rng.randrange(200)))


@kind("frame", "frames that are too long", 0.2)
def _long(rng: Random, aim: Aim) -> bytes:
    return framed(TEXT, b"x" * rng.randrange(8193, 30_000))


@kind("frame", "frames against the protocol", 0.2)
def _protocol(rng: Random, aim: Aim) -> bytes:
    wrong = [
        framed(TEXT, b"{}", masked=False),
        framed(TEXT, b"{}", reserved=rng.randrange(1, 8)),
        framed(rng.choice([3, 7, 11, 15]), b"{}"),
        framed(0, b"{}"),
        framed(TEXT, b"{", last=False) + framed(TEXT, b"}"),
        framed(PING, b"x" * 126),
        framed(CLOSE, b"\x00"),
        framed(CLOSE, (999).to_bytes(2, "big") + b"\xff"),
        b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0",
    ]
    return rng.choice(wrong)


@kind("hello", "hello with nonsense", 0.2)
def _hello_nonsense(rng: Random, aim: Aim) -> Any:
    return {"do": "hello", rng.choice(["token", "language", "seat", "commitment"]): rng.choice(NONSENSE)}


@kind("hello", "hello with a made-up token", 0.2)
def _hello_token(rng: Random, aim: Aim) -> Any:
    return {"do": "hello", "token": rng.choice([aim.token[:-1], rng.randbytes(16).hex(), "é", "x" * 100])}


@kind("hello", "no hello", 0.2)
def _no_hello(rng: Random, aim: Aim) -> Any:
    return {**rng.choice(WHOLE), "seat": 0}


@kind("hello", "a first frame that is no text", 0.2)
def _first_frame(rng: Random, aim: Aim) -> bytes:
    return rng.choice([framed(BINARY, b"\0\1"), framed(TEXT, b"x" * 100_000), framed(TEXT, b"[" * 8000)])
