"""How the tests run: golden files on request, and how hard Hypothesis looks."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, Phase, settings

from parlor.build import is_compiled

# Where the tests run in the background Ctrl-C may be ignored, and their processes would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Few walks, but through whole games, and fewer of the same ones as plain Python, which is slow.
# PARLOR_EXAMPLES=200 looks harder, elsewhere each time, and for the shortest game that fails, which takes long.
settings.register_profile(
    "quick",
    max_examples=8 if is_compiled() else 3,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    # By the clock on the wall, which says how busy the machine is.
    suppress_health_check=[HealthCheck.too_slow],
)
if examples := os.environ.get("PARLOR_EXAMPLES"):
    settings.register_profile(
        "thorough", max_examples=int(examples), deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("thorough" if examples else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files again from the moves they hold")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest first, so that no process is left with one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """After all tests in several processes, say what they took: they are not to become more unseen."""
    if getattr(config.option, "numprocesses", None):
        print(f"{sum(os.times()[:4]):.0f} CPU seconds, with all processes")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))
