"""One PostgreSQL for all tests of a process that ask for it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlor.server.address import Address, Database

from .postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as found:
        yield found


@pytest.fixture
def address(postgres: Cluster) -> Address:
    """A new database of PostgreSQL."""
    return postgres.make()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A new database of each kind."""
    if request.param == "sqlite":
        return tmp_path / "db"
    found: Address = request.getfixturevalue("address")
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path, as sockets need it."""
    with tempfile.TemporaryDirectory(prefix="parlor") as found:
        yield Path(found)
