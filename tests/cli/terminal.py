"""Runs the command `parlor` at a real terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

from .conftest import environment


class Terminal:
    """A real process at a real terminal of 80 by 24."""

    def __init__(self, *arguments: object) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "parlor.cli", *map(str, arguments)]
        more = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment(**more), start_new_session=True
        )
        os.close(slave)

    def read_until(self, text: str) -> str:
        """All that appears up to this text, or up to the end."""
        found = ""
        end = time.monotonic() + 60
        while text not in found:
            assert time.monotonic() < end, f"{text!r} did not come: {found!r}"
            if select.select([self.master], [], [], 1)[0]:
                try:
                    found += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
        return found

    def type(self, text: str) -> None:
        os.write(self.master, f"{text}\r".encode())

    def interrupt(self) -> str:
        """Press Ctrl-C, which reaches the command and all its workers: what it says up to its end."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.read_until("\N{END OF TRANSMISSION}")

    def status(self) -> int:
        """The exit status."""
        return self.process.wait(timeout=30)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
