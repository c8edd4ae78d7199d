"""A real PostgreSQL of the tests' own: in a folder of its own, on a socket there, run by a user that is not root."""

from __future__ import annotations

import asyncio
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from parlor.server.address import Address

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
SETTINGS = {
    "listen_addresses": "''",
    # A machine that loses its power is none of these tests; a server that is stopped keeps what it wrote.
    "fsync": "off",
    "shared_buffers": "16MB",
    "max_connections": "100",
    "log_min_messages": "fatal",
}
SERVED_BY = "postgres" if "postgres" in {entry.pw_name for entry in pwd.getpwall()} else "nobody"
"""Who runs it where the tests are run by root."""
_numbers = itertools.count()


class Cluster:
    """A server of PostgreSQL with any number of databases."""

    def __init__(self, programs: Path, folder: Path, settings: Mapping[str, str] = SETTINGS) -> None:
        self.programs = programs
        self.folder = folder
        self._user: str | None = None
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            self._user = SERVED_BY
            shutil.chown(folder, self._user)
        with (folder / "password").open("w") as file:
            file.write("right\n")
        (folder / "password").chmod(0o644)
        access = ["--auth-local=scram-sha-256", "--username=tests", f"--pwfile={folder / 'password'}"]
        self._call("initdb", "--no-sync", "--encoding=UTF8", "--locale=C", *access, "-D", self.data)
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in {**SETTINGS, **settings}.items())
            file.write(f"unix_socket_directories = '{folder}'\n")
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _call(self, program: str, *arguments: object) -> None:
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(
            command,
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, "PGPASSWORD": "right"},
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _control(self, *arguments: object) -> None:
        # What the server says goes to a file: it would hold on to a pipe.
        self._call("pg_ctl", "--wait", "--silent", "-D", self.data, "-l", self.folder / "log", *arguments)

    def start(self) -> None:
        """Let it run."""
        self._control("start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it as if it had crashed, or otherwise."""
        self._control("stop", "-m", mode)

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of all its processes so far, also of those that have ended."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()[1:]]
        spent = _times(first, 4)
        for pid, parent in rows:
            if int(parent) == first:
                with suppress(FileNotFoundError):
                    spent += _times(int(pid), 2)
        return spent

    def address(self, database: str, password: str = "right") -> Address:
        return Address(f"postgresql://tests:{password}@/{database}?host={self.folder}")

    def make(self, template: str = "template0") -> Address:
        """A new database."""
        name = f"parlor{next(_numbers)}"
        self._call("createdb", f"--host={self.folder}", "--username=tests", f"--template={template}", name)
        return self.address(name)

    def ask(self, database: str | Address, *statements: str) -> list[asyncpg.Record]:
        """The rows of the last of these statements."""
        address = database if isinstance(database, Address) else self.address(database)

        async def ask() -> list[asyncpg.Record]:
            connection = await asyncpg.connect(address.url)
            try:
                found: list[asyncpg.Record] = []
                for statement in statements:
                    found = await connection.fetch(statement)
                return found
            finally:
                await connection.close()

        return asyncio.run(ask())


def _times(pid: int, count: int) -> float:
    """Seconds that a process has spent itself and in the system, and those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 11 + count])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def cluster(settings: Mapping[str, str] = SETTINGS) -> Iterator[Cluster]:
    """A cluster that is gone at the end; without PostgreSQL the tests fail."""
    if not FOLDERS:
        pytest.fail("PostgreSQL is missing: install Debian's package postgresql.")
    # Short, for the path of its socket; and not a folder of pytest, which no other user may enter.
    folder = Path(tempfile.mkdtemp(prefix="parlor-pg"))
    folder.chmod(0o755)
    found = None
    try:
        found = Cluster(FOLDERS[0], folder, settings)
        yield found
    finally:
        if found is not None:
            with suppress(AssertionError):
                found.stop()
        shutil.rmtree(folder)
