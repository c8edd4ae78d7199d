"""The words of the command line, in the language of the environment or of `--language`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parlor.core.errors import BadOption
from parlor.core.words import LANGUAGES, NO_NAMES, Message, add_catalogues, say

add_catalogues(Path(__file__).parent / "words")


def _of_the_environment() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


_language = _of_the_environment()


def language() -> str:
    """The language that is spoken."""
    return _language


def use(name: str) -> str:
    """Speak this language from now on; an empty name leaves it as it is."""
    global _language
    if name:
        if name not in LANGUAGES:
            raise BadOption("option.value", option="language", value=name[:20], allowed=", ".join(LANGUAGES))
        _language = name
    return _language


def explain(message: Message, names: Mapping[int, str] = NO_NAMES) -> str:
    """The message in the language that is spoken."""
    return say(message, _language, names)


def tell(id: str, **params: Any) -> str:
    """The message of this id in the language that is spoken."""
    return explain(Message(id, **params))


def tell_if_known(id: str) -> str:
    """The message of this id, or nothing if no catalogue has it."""
    text = tell(id)
    return "" if text == id else text
