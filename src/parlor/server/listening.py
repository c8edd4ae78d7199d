"""Where a server listens: sockets that its processes are born with, so that one may go and another come unnoticed."""

from __future__ import annotations

import errno
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from parlor.core.errors import ParlorError
from parlor.server.settings import Settings

VARIABLE = "PARLOR_BORN_WITH"
BACKLOG = 128
LONGEST_PATH = 100
"""Bytes of the path of a unix socket; systems take a few more."""


class CannotListen(ParlorError):
    """The address or port cannot be used."""


def listen(settings: Settings, number: int = 0) -> socket.socket:
    """Begin to listen as the process of this number; an error says what to do."""
    if settings.unix is not None:
        return _listen_at(settings.unix / f"{number}.sock")
    port = settings.port + number if settings.port and settings.apart else settings.port
    try:
        family, kind, _, _, where = socket.getaddrinfo(
            settings.host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listening.bind(where)
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotListen("server.port", host=settings.host, port=port) from error
        raise CannotListen("server.host", host=settings.host, problem=error.strerror or str(error)) from error
    return listening


def _listen_at(path: Path) -> socket.socket:
    """Listen on a unix socket, which whoever may enter its folder may open: a proxy is another user."""
    try:
        listening = unix_socket(path, 0o666)
    except OSError as error:
        raise CannotListen("server.unix", path=str(path), problem=error.strerror or str(error)) from error
    listening.listen(BACKLOG)
    return listening


def unix_socket(path: Path, mode: int) -> socket.socket:
    """A unix socket that has this mode from its first moment; one that a killed server has left is replaced."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise OSError("its path is too long")
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as other:
            if other.connect_ex(str(path)) == 0:
                raise OSError("another server listens on it")
        path.unlink()
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o777 & ~mode)
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def where(listening: socket.socket) -> str:
    """Where visitors find it."""
    name = listening.getsockname()
    if listening.family == socket.AF_UNIX:
        return f"unix:{name}"
    host, port = name[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


@dataclass(frozen=True)
class BornWith:
    """What a process of several has from its parent: where it listens, for visitors and for `parlor admin`, and a line.

    On the line it says once that it serves; and when the other end is closed, the parent is gone.
    """

    listening: socket.socket
    admin: socket.socket | None
    parent: socket.socket

    def as_text(self) -> str:
        """As it is told in the environment."""
        return ",".join(str(-1 if one is None else one.fileno()) for one in (self.listening, self.admin, self.parent))

    def say_ready(self) -> None:
        """Say that this process serves."""
        self.parent.send(b"1")


def born_with() -> BornWith | None:
    """What this process has from a parent, if it has one. Its own children are told nothing of it."""
    text = os.environ.pop(VARIABLE, None)
    if text is None:
        return None
    listening, admin, parent = [None if number == "-1" else _own(int(number)) for number in text.split(",")]
    assert listening is not None
    assert parent is not None
    return BornWith(listening, admin, parent)


def _own(number: int) -> socket.socket:
    os.set_inheritable(number, False)
    return socket.socket(fileno=number)
