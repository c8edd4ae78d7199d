"""How the tests run: golden files on request, and how hard Hypothesis looks."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Few walks, but through whole games; PARLOR_EXAMPLES=200 looks harder, and elsewhere each time.
settings.register_profile("quick", max_examples=8, deadline=None, derandomize=True, database=None)
if examples := os.environ.get("PARLOR_EXAMPLES"):
    settings.register_profile("thorough", max_examples=int(examples), deadline=None)
settings.load_profile("thorough" if examples else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files again from the moves they hold")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))
